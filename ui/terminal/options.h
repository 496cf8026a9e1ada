/* The options of a command: argp, with help that is as wide as the terminal and keeps the layout of examples,
 * and with a guess of what a misspelt option means. */
#ifndef SQ_UI_TERMINAL_OPTIONS_H
#define SQ_UI_TERMINAL_OPTIONS_H

#include <argp.h>
#include <stdbool.h>

/* As argp_parse: gives options and arguments to the argp's parser, prints --help or --version and ends the
 * program with status 0, or says what is wrong and ends it with status 2. Of the argp's `doc`, the part after
 * "\v" is printed below the options: its lines that begin with a space (examples) as they are, the others as
 * paragraphs. */
void sq_options_parse(const struct argp *argp, int argc, char **argv, void *input);

/* Reads a whole number from low to high. False, and *to stays, if the text is anything else ("20x", ""). */
bool sq_option_number(int *to, const char *text, int low, int high);

/* The game that --game names: a number of rules/other/game_registry.h, or -1 for tiddlywinks. Another name
 * ends the program. */
int sq_option_game(const char *name, const struct argp_state *state);

/* Reads a command's options instead of using them, for the manual and the completion. `who` is the
 * caller's. */
typedef void sq_options_reader(const struct argp *argp, const char *command, void *who);

/* Lets sq_options_parse call `read` from now on instead of parsing; it then ends the program with status
 * 0. */
void sq_options_read_instead(sq_options_reader *read, void *who);

/* The options that every command has in addition to its own: a list that ends with zeros, constant. */
const struct argp_option *sq_options_common(void);

/* Prints squint's version, its commit, and the versions of what it writes. */
void sq_options_print_version(FILE *to);

#endif
