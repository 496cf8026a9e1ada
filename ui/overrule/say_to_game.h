/* Says a word to a game, whether it runs or is kept. */
#ifndef SQ_UI_OVERRULE_SAY_TO_GAME_H
#define SQ_UI_OVERRULE_SAY_TO_GAME_H

#include <jansson.h>

#include "vision/system/failure.h"

/* game: its folder, which means the last game that was played in it, or a record in it. word: as in
 * word_event.h. *reply, which the caller frees, is the answer (try_word.h). A running game that breaks off is
 * asked again, or its record is; a word with an "id" is carried out once. Waits some seconds where another
 * program is at work on the game, and then says who. */
sq_code sq_say_to_game(const char *game, const json_t *word, json_t **reply, sq_diag *d);

#endif
