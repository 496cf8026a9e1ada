/* A game of crokinole in words, as sq_other_game has them. For rules/crokinole/ only. */
#ifndef SQ_RULES_CROKINOLE_GAME_IN_WORDS_H
#define SQ_RULES_CROKINOLE_GAME_IN_WORDS_H

#include "rules/crokinole/game.h"

/* Each is the function of that name of sq_other_game (rules/other/game_registry.h). */
void sq_crokinole_say_event(sq_text *t, const sq_event *event, const sq_state *before, const sq_state *after);
void sq_crokinole_say_standing(sq_text *t, const sq_state *s);
void sq_crokinole_say_sheet(sq_text *t, const sq_state *s, const sq_details *about);

#endif
