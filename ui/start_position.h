/* Where a game that is taken up in its midst stands: how the winks lie and what they are called, and what is
 * known of the game. Its file: ui/midgame.h. */
#ifndef SQ_UI_START_POSITION_H
#define SQ_UI_START_POSITION_H

#include "rules/event.h"
#include "vision/position.h"

typedef struct {
    sq_position position;
    bool has_set;
    sq_event_set set; /* names the turn */
} sq_midgame;

#endif
