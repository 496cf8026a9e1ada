/* The corners of the mat: whose winks start behind which baseline, and thereby the place of a wink. */
#ifndef SQ_VISION_POSITION_MAT_CORNERS_H
#define SQ_VISION_POSITION_MAT_CORNERS_H

#include "vision/position/position.h"

/* The four corners, clockwise as seen from above: (-,+), (+,+), (+,-), (-,-). */
enum { SQ_MAT_CORNERS = 4 };
/* The corner, 0..3, in whose quarter of the mat a point lies. */
int sq_mat_corner(sq_mm at);

/* Decides which corner belongs to which colour: of the orders blue, green, red, yellow clockwise (rule 5.2),
 * the one in which most winks lie wholly behind their own baseline. Returns the corner of blue; the next one
 * is green's. */
int sq_mat_blue_corner(const sq_seen_wink *winks, int count);
/* Which corner belongs to which colour, judged by all winks that lie behind a baseline. */
typedef struct {
    int blue;      /* blue's corner */
    bool mirrored; /* the colours go round the other way, as in a mirror: green's corner is the one before */
    double probability;          /* of this order, among all eight */
    double mirrored_probability; /* that the picture is mirrored: all mirrored orders together */
    int told;                    /* how many winks lie behind a baseline that is theirs in this order */
} sq_corner_order;
/* The likeliest order; and whether it is sure. With few winks behind the baselines it is not. */
sq_corner_order sq_mat_corner_order(const sq_seen_wink *winks, int count);
bool sq_corner_order_is_sure(const sq_corner_order *o);
/* Of each corner whether it may be blue's, in a picture that is not mirrored; where an order is sure, one. */
void sq_mat_blue_may_be(const sq_seen_wink *winks, int count, bool may_be[SQ_MAT_CORNERS]);
/* Whether the order is not sure, but likelier mirrored than not: late in a game few winks lie behind the
 * baselines. */
bool sq_corner_order_is_doubtful(const sq_corner_order *o);

/* Whether the picture of `now` shows the mat from its other end than that of `before`: most winks, of those
 * outside the pot now and of those before, lie where like ones would have lain if both axes of the mat
 * pointed the other way, and few lie where they lay. As many as one player has must tell it: a few may come
 * to lie so by chance. */
bool sq_mat_is_turned(const sq_seen_wink *before, int before_count, const sq_seen_wink *now, int now_count);

/* Whether it lies behind its own baseline, whether or not it reaches over the mat's edge. */
bool sq_mat_waits(const sq_seen_wink *w, int blue_corner);

/* The place of a wink that is not in the pot: off (partly or wholly), behind its own baseline, or on the
 * mat. */
sq_place sq_mat_place(const sq_seen_wink *w, int blue_corner);

#endif
