/* What an entry of the umpire would change, in sentences: the lines of the record that would differ, and how
 * the game would stand. */
#ifndef SQ_UI_WORDS_DIFFERENCE_WORDS_H
#define SQ_UI_WORDS_DIFFERENCE_WORDS_H

#include <stdio.h>

#include "rules/game.h"

/* was: the game as it is; is: a copy of it with the new line, whose answer is `answer`. Writes a line of text
 * for each line of the record that would differ, the new one last, and then how the game would stand. */
void sq_say_difference(FILE *to, const sq_game *was, const sq_game *is, const sq_game_answer *answer);

#endif
