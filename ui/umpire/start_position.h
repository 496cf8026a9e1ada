/* Where a game stands that is taken up in the middle: the winks' places and names, and what is known of the
 * game. Its file is read by ui/game/start_position_file.h. A plain value. */
#ifndef SQ_UI_UMPIRE_START_POSITION_H
#define SQ_UI_UMPIRE_START_POSITION_H

#include "rules/terms/event.h"
#include "vision/position/position.h"

typedef struct {
    sq_position position;
    bool has_set;
    sq_event_set set; /* names at least the turn; with has_set */
} sq_start_position;

#endif
