/* Where a game that is taken up in its midst stands: how the winks lie and what they are called, and what is
 * known of the game. Its file: ui/game/start_position_file.h. */
#ifndef SQ_UI_UMPIRE_START_POSITION_H
#define SQ_UI_UMPIRE_START_POSITION_H

#include "rules/terms/event.h"
#include "vision/position/position.h"

typedef struct {
    sq_position position;
    bool has_set;
    sq_event_set set; /* names the turn */
} sq_start_position;

#endif
