/* The observations of a game: everything that the umpire was given, exact to the last bit, in the file
 * looks.jsonl. An umpire that gets them again decides the same game (squint referee --resume, squint
 * rejudge).
 *
 * A line is a position (ui/game/position_json.h) with more keys: rest, t_start, t_rest, last (true: no
 * other observation of this rest followed), gap_s if pictures were missing, unjudged if rests were not
 * judged, and automation if the umpire was not to carry out everything (ui/umpire/automation.h). */
#ifndef SQ_UI_GAME_LOOKS_FILE_H
#define SQ_UI_GAME_LOOKS_FILE_H

#include "ui/umpire/automation.h"
#include "vision/position/position.h"
#include "vision/system/failure.h"

typedef struct {
    sq_position position;     /* as the eye reported it, without names */
    double t_start, t_rest;   /* the first motion before the rest, and when all was still; seconds */
    double gap_s;             /* seconds without a picture since the rest before; 0: none (sq_umpire_gap) */
    int unjudged;             /* rests since then that could not be judged (sq_umpire_unjudged) */
    int rest;                 /* its number in the source, from 0 */
    bool last;                /* no other observation of this rest followed */
    sq_automation automation; /* how far the umpire was to act by itself */
} sq_observation;

/* The line, without its end; the caller frees. Null when memory runs out. */
char *sq_observation_write(const sq_observation *look);

/* A file of observations, which are read one after the other. A last line without its end is left out. */
typedef struct sq_observations sq_observations;

/* The caller closes it. On failure (the file cannot be read, memory is out) *out is null. */
sq_code sq_observations_open(sq_observations **out, const char *path, sq_diag *d);
/* SQ_OK, or SQ_END after the last one. */
sq_code sq_observations_next(sq_observations *l, sq_observation *out, sq_diag *d);
void sq_observations_close(sq_observations *l); /* null is allowed */

#endif
