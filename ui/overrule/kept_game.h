/* The umpire's word on a game that nobody referees at the moment: its record gets one line more. */
#ifndef SQ_UI_OVERRULE_KEPT_GAME_H
#define SQ_UI_OVERRULE_KEPT_GAME_H

#include "ui/game/game_folder.h"
#include "ui/overrule/try_word.h"
#include "vision/system/lock_holder.h"

/* record: the file of the game's record in that folder. word: its JSON text (word_event.h). *busy: another
 * program is at work on the game, and nothing was done; `who` gets its name. Else *reply, which the caller
 * frees, is the answer (sq_word_reply): the word was tried and, where it says so, carried out and written to
 * the disk. */
sq_code sq_say_to_kept_game(const sq_game_paths *paths, const char *record, const char *word, bool *busy,
                            char **reply, sq_holder *who, sq_diag *d);

#endif
