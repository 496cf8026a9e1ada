/* Manual pages, for man: made of the words that --help prints, so that they cannot differ. */
#ifndef SQ_UI_TERMINAL_MANUAL_H
#define SQ_UI_TERMINAL_MANUAL_H

#include <argp.h>

/* A sq_options_reader: prints the page of a command to the standard output. `who` is its one line for people.
 */
void sq_manual_print(const struct argp *argp, const char *command, void *who);

typedef struct {
    const char *name, *line;
} sq_manual_row;

/* Prints the page of squint itself, with its commands. */
void sq_manual_print_overview(const sq_manual_row *commands, int count);

#endif
