/* A wink that leans on the pot (rule 25.4): one edge on the mat, the other against the side of the cup.
 *
 * The lower edge lies on the mat and the upper one touches the cup, whose radius grows with height. Two
 * unknowns remain, direction and lean, and the picture shows both: the direction by where the wink is seen,
 * the lean by how narrow it looks.
 *
 * Explanations are compared by their price: the unexplained area in mm², at the scale of the wink's own
 * colour, plus a term for how far the pose is from being possible. (A face that is turned away from the light
 * is pale; at the scale of a bright neighbour its errors would not count.) */
#ifndef SQ_VISION_EXPLAIN_LEANING_ON_POT_H
#define SQ_VISION_EXPLAIN_LEANING_ON_POT_H

#include "vision/explain/disc_fit.h"
#include "vision/position/position.h"

/* What the explanations of one wink are compared with. */
typedef struct {
    const sq_window *w;
    const sq_camera *c;
    sq_mm pot;
    double blur_px;
    double scale; /* residual, in chroma, that counts as half unexplained: sq_fit_scale's */
    sq_box box;   /* in which the explanations can differ */
} sq_lean;

/* Poses d against a pot. azimuth: direction of its centre as seen from the axis of the pot, radians from +x
 * towards +y; lean: radians from lying flat. */
void sq_lean_pose(sq_disc *d, sq_mm pot, double azimuth, double lean);

/* Whether a disc, taken as lying on the felt, is near enough to the pot to lean on it. */
bool sq_lean_reaches(const sq_disc *d, sq_mm pot);

/* The price of disc k of n if it lies flat on the felt where it is; to lie under the base of the cup is not
 * possible and costs more. */
double sq_lean_flat_price(const sq_lean *l, const sq_disc *disc, int n, int k);

/* Fits disc k of n (bottom first) as leaning on the pot, in about its present direction; returns the price.
 */
double sq_lean_fit(const sq_lean *l, sq_disc *disc, int n, int k);

/* Improves place and deviation of a wink by what must hold at the pot. A wink that leans touches the cup,
 * whose shape is known apart from the uncertainty of its flare. A wink on the felt does not reach under the
 * base, unless it is seen so far under it that the pot must stand on it. pot_sigma_mm: the deviation of the
 * pot's axis, along each axis of the mat. */
void sq_lean_settle(sq_seen_wink *w, sq_mm pot, double pot_sigma_mm);

#endif
