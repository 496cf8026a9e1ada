/* What an entry of the umpire changes, or would change, in sentences: the lines of the record that differ,
 * and how the game stands. */
#ifndef SQ_UI_WORDS_DIFFERENCE_WORDS_H
#define SQ_UI_WORDS_DIFFERENCE_WORDS_H

#include <stdio.h>

#include "rules/game.h"

/* was: the game as it is; is: a copy of it with the new line, whose answer is `answer`. Writes a line of text
 * for each line of the record that differs, the new one last, and then how the game stands. done: the line is
 * carried out, so it is told as what is; else as what would be. */
void sq_say_difference(FILE *to, const sq_game *was, const sq_game *is, const sq_game_answer *answer,
                       bool done);

#endif
