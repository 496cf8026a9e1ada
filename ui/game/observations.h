/* The looks of a game: all that the umpire was given, a line for each rest, exact to the last bit. Whoever
 * gives it to an umpire again gets the same game (squint referee --resume, squint rejudge).
 *
 * A line is a position (ui/game/position_json.h) with four keys more: rest, t_start, t_rest, and last: true
 * where the umpire was told that no further look at this rest would come; and gap_s where pictures were
 * missing. */
#ifndef SQ_UI_GAME_OBSERVATIONS_H
#define SQ_UI_GAME_OBSERVATIONS_H

#include "vision/position/position.h"
#include "vision/system/diag.h"

typedef struct {
    sq_position position;   /* as sight reported it: without names */
    double t_start, t_rest; /* the first motion before the rest, and when all was still; seconds */
    double gap_s;           /* without a picture between it and the rest before; 0: none (sq_umpire_gap) */
    int rest;               /* its number in the source, from 0 */
    bool last;              /* of this rest */
} sq_observation;

/* The line, without its end; the caller frees. Null when memory runs out. */
char *sq_observation_write(const sq_observation *look);

/* name: what the sentence calls the line. */
sq_code sq_observation_read(sq_observation *out, const char *line, const char *name, sq_diag *d);

/* A file of looks, read one after the other. A last line without its end is left out. */
typedef struct sq_observations sq_observations;

sq_code sq_observations_open(sq_observations **out, const char *path, sq_diag *d);
/* SQ_OK, or SQ_END after the last one. */
sq_code sq_observations_next(sq_observations *l, sq_observation *out, sq_diag *d);
void sq_observations_close(sq_observations *l); /* null is allowed */

#endif
