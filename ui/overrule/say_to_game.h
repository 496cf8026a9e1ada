/* Sends an umpire's word to a game, whether it is running or kept. */
#ifndef SQ_UI_OVERRULE_SAY_TO_GAME_H
#define SQ_UI_OVERRULE_SAY_TO_GAME_H

#include <jansson.h>

#include "vision/system/failure.h"

/* game: a record, or a folder, which means the last game in it. word: as in umpire_word_json.h. *reply, which
 * the caller frees, is the answer (try_umpires_word.h). If a running game stops meanwhile, the word is sent
 * again, or its record gets it; a word with an "id" is carried out only once. If another program is using the
 * game, it waits some seconds, and then fails and says which (SQ_E_FILE). SQ_E_ARGUMENT: the word is too
 * long; SQ_E_MEMORY. After a failure *reply is null. */
sq_code sq_say_to_game(const char *game, const json_t *word, json_t **reply, sq_diag *d);

#endif
