/* A wink that leans on the pot (rule 25.4): one edge on the mat, the other against the cup's side.
 *
 * Its lean settles its pose: the lower edge lies on the mat, the upper one touches the cup, whose radius
 * grows with height. So two unknowns are left, direction and lean, and the picture tells both: the direction
 * by where the wink is seen, the lean by how narrow.
 *
 * Explanations are compared by prices: mm² that stay unexplained, told at a scale of the wink's own colour
 * (a face that is turned away from the light is pale, and beside a bright wink its errors would not count),
 * and how far the pose is from being possible. */
#ifndef SQ_VISION_EXPLAIN_LEANING_ON_POT_H
#define SQ_VISION_EXPLAIN_LEANING_ON_POT_H

#include "vision/explain/disc_fit.h"
#include "vision/position/position.h"

/* How the cup's side curves between base and top: radius ~ height^flare. The rules say "concave-sided" and no
 * more: straight would be 1. The rendered cups of the tests follow 1.3 to 1.4; between 1.2 and 2 the height
 * of a wink's contact moves it by 0.3 mm at most. */
#define SQ_POT_FLARE 1.35

/* What explanations of one wink are compared by. */
typedef struct {
    const sq_window *w;
    const sq_camera *c;
    sq_mm pot;
    double blur_px;
    double scale; /* residual, in chroma, that counts as half unexplained: sq_lean_scale's */
    sq_box box;   /* in which they can differ */
} sq_lean;

/* Puts d against a pot: azimuth (radians, from +x towards +y) of its centre as seen from the pot's axis, lean
 * in radians from lying flat. */
void sq_lean_pose(sq_disc *d, sq_mm pot, double azimuth, double lean);

/* Whether a disc, taken as lying on the felt, is near enough to the pot for a wink that leans on it. */
bool sq_lean_reaches(const sq_disc *d, sq_mm pot);

double sq_lean_scale(const sq_disc *d);

/* The price of disc k of n lying on the felt where it is: not under the cup's base. */
double sq_lean_flat_price(const sq_lean *l, const sq_disc *disc, int n, int k);

/* Fits disc k of n (bottom first) as leaning on the pot, in about the direction in which it is; returns the
 * price. */
double sq_lean_fit(const sq_lean *l, sq_disc *disc, int n, int k);

/* Betters place and deviation of a wink that was seen by what must hold at the pot: one that leans on it
 * touches the cup, whose side is known as well as SQ_POT_FLARE is; one that lies on the felt does not reach
 * under its base, unless it is seen so far beneath that the pot must stand on it. */
void sq_lean_settle(sq_seen_wink *w, sq_mm pot);

#endif
