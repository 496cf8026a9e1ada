/* The position of a game that is joined in the middle: the winks' places and names, and what is known of the
 * game. ui/game/start_position_file.h reads it from a file. A plain value. */
#ifndef SQ_UI_UMPIRE_START_POSITION_H
#define SQ_UI_UMPIRE_START_POSITION_H

#include "rules/terms/event.h"
#include "vision/position/position.h"

typedef struct {
    sq_position position;
    bool has_set;
    sq_event_set set; /* if has_set: names at least the turn */
} sq_start_position;

#endif
