/* The lines of a crokinole record, read and written, as sq_other_game has them. For rules/crokinole/ only. */
#ifndef SQ_RULES_CROKINOLE_RECORD_LINES_H
#define SQ_RULES_CROKINOLE_RECORD_LINES_H

#include "rules/crokinole/game.h"

/* Each is the function of that name of sq_other_game (rules/other/game_registry.h). */
void sq_crokinole_read_game(sq_record_reader *r, sq_event_game *e);
void sq_crokinole_read_event(sq_record_reader *r, sq_event_other *to);
void sq_crokinole_write_game(sq_text *t, const sq_event_game *e);
void sq_crokinole_write_event(sq_text *t, const sq_event_other *other);
void sq_crokinole_write_state(sq_text *t, const sq_state *s);

/* Names as in the record; constant. */
const char *sq_crokinole_event_name(const sq_event_other *e);
const char *sq_crokinole_placed_name(sq_placed placed);
const char *sq_crokinole_choice_name(sq_choice choice);

#endif
