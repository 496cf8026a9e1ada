/* Manual pages for man, made from the texts of --help, so that the two cannot differ. */
#ifndef SQ_UI_TERMINAL_MANUAL_H
#define SQ_UI_TERMINAL_MANUAL_H

#include <argp.h>

/* An sq_options_reader: prints the page of a command to the standard output. `who` is the command's one-line
 * description. */
void sq_manual_print(const struct argp *argp, const char *command, void *who);

typedef struct {
    const char *name, *line;
} sq_manual_row;

/* Prints the page of squint itself, with its commands. */
void sq_manual_print_overview(const sq_manual_row *commands, int count);

#endif
