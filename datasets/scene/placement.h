/* Puts the 24 winks on a stage, one after the other, each where it would come to rest: free, behind its
 * baseline, beside or on another, in the pot, on its rim, leaning on it, or past the mat's edge. */
#ifndef SQ_DATASETS_SCENE_PLACEMENT_H
#define SQ_DATASETS_SCENE_PLACEMENT_H

#include "datasets/scene/room.h"

typedef struct {
    sq_scene *scene;
    sq_random random;
    sq_plastics palette;
    sq_wink_set left; /* winks that are not yet on the stage */
    sq_mm reach;      /* half the sides of the part of the mat that is played on */
} sq_placement;

sq_placement sq_put_begin(sq_scene *stage, const char *purpose);

/* A wink by lot among those that are left, of a colour and size or of any (SQ_NO_COLOUR, SQ_SIZES);
 * SQ_NO_WINK where none is. */
sq_wink sq_put_any(sq_placement *l, sq_colour c, sq_size s);

/* The gap (mm) from a circle there to the nearest of what lies outside the pot, and to the pots. */
double sq_put_room(const sq_placement *l, sq_mm at, double radius);

/* Each puts a wink there and returns its piece's index; -1 where it finds no room, or the wink does not come
 * to rest: then it is still left. For SQ_NO_WINK nothing is done. */

/* At that place, on whatever lies there. */
int sq_put_at(sq_placement *l, sq_wink w, sq_mm at);
/* Somewhere on the mat, with at least this gap (mm) to all others and to the pot. */
int sq_put_free(sq_placement *l, sq_wink w, double gap);
/* Behind its baseline, not yet played. */
int sq_put_home(sq_placement *l, sq_wink w);
/* Beside a piece: with a gap between the rims (mm), or over it: a negative gap is the overlap. In any
 * direction in which it meets nothing else. */
int sq_put_beside(sq_placement *l, sq_wink w, int piece, double gap);
int sq_put_in_pot(sq_placement *l, sq_wink w);
int sq_put_on_rim(sq_placement *l, sq_wink w);
int sq_put_leaning(sq_placement *l, sq_wink w);
/* At the mat's edge: `over` is how far it reaches past it (mm); negative: how far it stays away. */
int sq_put_at_edge(sq_placement *l, sq_wink w, double over);

/* All winks that are left go behind their baselines. */
void sq_put_rest_home(sq_placement *l);

#endif
