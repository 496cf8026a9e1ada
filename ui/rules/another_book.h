/* What another book would have made of the shots of a game, as far as it can be told. */
#ifndef SQ_UI_RULES_ANOTHER_BOOK_H
#define SQ_UI_RULES_ANOTHER_BOOK_H

#include "rules/game.h"

/* Prints where the book with number `rules` would have gone another way, line by line, where it cannot be
 * told what would have been played, and how the game would stand. Returns how many lines differ; 0: none
 * does. */
int sq_another_book_tell(const sq_game *game, int rules);

#endif
