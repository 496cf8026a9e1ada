/* Puts the 24 winks into a room, one after the other, and lets each come to rest: free, behind its baseline,
 * beside or on another, in the pot, on its rim, leaning on it, or over the mat's edge. Lengths in mm. */
#ifndef SQ_DATASETS_SCENE_PLACEMENT_H
#define SQ_DATASETS_SCENE_PLACEMENT_H

#include "datasets/scene/room.h"

typedef struct {
    sq_scene *scene;
    sq_random random;
    sq_plastics palette;
    sq_wink_set left; /* winks that are not yet placed */
    sq_mm reach;      /* half the length and half the width of the part of the mat that is used */
} sq_placement;

/* Begins with a room without winks, which must outlive the placement. `purpose` makes the random numbers
 * (random.h). */
sq_placement sq_put_begin(sq_scene *stage, const char *purpose);

/* A wink drawn by lot from those that are left, of a colour and size; SQ_NO_COLOUR and SQ_SIZES stand for
 * any. SQ_NO_WINK where none is left. */
sq_wink sq_put_any(sq_placement *l, sq_colour c, sq_size s);

/* The gap (mm) from a circle of that radius to the nearest wink outside the pot, or to a pot. */
double sq_put_room(const sq_placement *l, sq_mm at, double radius);

/* Each of the following puts a wink down and returns the index of its piece. Where there is no room, or the
 * wink does not come to rest, it returns -1 and the wink is still left. With SQ_NO_WINK nothing is done. */

/* At that place, on whatever lies there. */
int sq_put_at(sq_placement *l, sq_wink w, sq_mm at);
/* Somewhere on the mat, with at least this gap (mm) to all others and to the pot. */
int sq_put_free(sq_placement *l, sq_wink w, double gap);
/* Behind its baseline, not yet played. */
int sq_put_home(sq_placement *l, sq_wink w);
/* Beside a piece, with a gap between the rims (mm); a negative gap is an overlap. The direction is drawn by
 * lot so that the wink meets nothing else. */
int sq_put_beside(sq_placement *l, sq_wink w, int piece, double gap);
/* In the pot; on its rim; leaning on its side. */
int sq_put_in_pot(sq_placement *l, sq_wink w);
int sq_put_on_rim(sq_placement *l, sq_wink w);
int sq_put_leaning(sq_placement *l, sq_wink w);
/* At the mat's edge. `over` is how far it reaches past the edge (mm); negative: how far it stays away from
 * it. */
int sq_put_at_edge(sq_placement *l, sq_wink w, double over);

/* Puts all winks that are left behind their baselines. */
void sq_put_rest_home(sq_placement *l);

#endif
