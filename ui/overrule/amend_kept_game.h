/* The umpire's word on a game that nobody is refereeing now: adds a line to its record. */
#ifndef SQ_UI_OVERRULE_AMEND_KEPT_GAME_H
#define SQ_UI_OVERRULE_AMEND_KEPT_GAME_H

#include "ui/game/game_folder.h"
#include "ui/overrule/try_umpires_word.h"
#include "vision/system/lock_holder.h"

/* record: the file of the game's record in that folder. word: its JSON text (umpire_word_json.h). *busy is
 * set if another program is using the game: nothing was done, and `who` gets its name. Else *reply, which the
 * caller frees, is the answer (sq_word_reply): the word was tried and, if it asks for that, carried out and
 * written to the disk; also to the stream of a game that was published, so that its table sends it to the
 * hall. */
sq_code sq_say_to_kept_game(const sq_game_paths *paths, const char *record, const char *word, bool *busy,
                            char **reply, sq_holder *who, sq_diag *d);

#endif
