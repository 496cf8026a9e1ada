/* How the shots of a game would be judged by another book, as far as that can be known. */
#ifndef SQ_UI_RULES_UNDER_ANOTHER_BOOK_H
#define SQ_UI_RULES_UNDER_ANOTHER_BOOK_H

#include "rules/game.h"

/* Prints line by line where the book with number `rules` would differ, from where on it cannot be known what
 * would have been played, and how the game would stand. Returns how many lines differ. */
int sq_another_book_tell(const sq_game *game, int rules);

#endif
