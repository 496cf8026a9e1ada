/* squint complete: what a shell may offer for the word that is being typed, a candidate a line: the word, a
 * tab, and what it means. The scripts for bash, zsh and fish (ui/shell/) ask it. */
#ifndef SQ_UI_TERMINAL_COMPLETE_H
#define SQ_UI_TERMINAL_COMPLETE_H

#include <argp.h>

/* The word in typing, and the one before it. */
typedef struct {
    const char *word, *before;
} sq_completion;

/* Prints the candidate, if it begins as the word does. */
void sq_complete_offer(const char *word, const char *candidate, const char *meaning);

/* A sq_options_reader: offers options, or values of the option before the word, or games, cameras and books
 * as the command takes them. `who` is an sq_completion. */
void sq_complete_options(const struct argp *argp, const char *command, void *who);

#endif
