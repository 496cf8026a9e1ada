/* squint complete: the candidates that a shell offers for the word that is being typed, one a line: the word,
 * a tab, and its meaning. The scripts for bash, zsh and fish (ui/shell/) call it. */
#ifndef SQ_UI_TERMINAL_COMPLETE_H
#define SQ_UI_TERMINAL_COMPLETE_H

#include <argp.h>

/* The word that is being typed, and the one before it. */
typedef struct {
    const char *word, *before;
} sq_completion;

/* Prints the candidate, if it begins as the word does. */
void sq_complete_offer(const char *word, const char *candidate, const char *meaning);

/* An sq_options_reader: offers the command's options, values of the option before the word, or games, cameras
 * and books, whatever fits. `who` is an sq_completion. */
void sq_complete_options(const struct argp *argp, const char *command, void *who);

#endif
