/* A rest as a line of rests.jsonl, for people and programs: its position with the winks' names
 * (ui/game/position_json.h), and what lies between it and the rest before.
 *
 *   rest                its number in the source, from 0
 *   t_start, t_rest     the first motion before it, and when all was still again; seconds
 *   gap_s               without a picture in between; left out where none is missing
 *   moved               winks that lie elsewhere now: id, from (x, y at the rest before), mm
 *   vanished, found     winks that are no longer in sight, and that are again: their ids
 *
 * What the umpire was given is looks.jsonl, to the last bit. */
#ifndef SQ_UI_GAME_REST_JSON_H
#define SQ_UI_GAME_REST_JSON_H

#include "ui/game/observations.h"

/* The line without its end, in memory; the caller frees. Null when memory runs out. now, with names: as the
 * umpire has kept it; before: the rest before, null at the first. look: what he was given. */
char *sq_rest_json(const sq_position *now, const sq_position *before, const sq_observation *look);

#endif
