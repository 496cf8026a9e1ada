/* Rim light: what a frame's light makes of its winks' rims.
 *
 * Along a rim a bevel shines or is dark, and a shadow falls on what lies below, longer on the side away from
 * the lamp. All winks of a frame lie in the same light, so those on felt, whose rims are open to view, tell
 * what the rim of one that lies upon another of its own colour looks like there, where no colour ends
 * (overlap_order.h). At a distance from a rim, in a direction, a pixel's light is taken as
 *
 *   light = upper · (the wink's own) + lower · (that of what it lies on)
 *
 * with both shares a mean, a cosine and a sine of the direction at each of some knots of the distance, found
 * by least squares over all open rims; winks of unlike brightness tell the two shares apart. */
#ifndef SQ_VISION_REVIEW_RIM_PHOTOMETRY_H
#define SQ_VISION_REVIEW_RIM_PHOTOMETRY_H

#include "vision/geometry/disc.h"
#include "vision/segment/felt_window.h"

/* Steps between a rim's pixel and another wink, whose own shadow and reflection end there; pixels of a face
 * that tell its light. */
#define SQ_RIM_PHOTOMETRY_CLEAR_STEPS 5.0
enum { SQ_RIM_PHOTOMETRY_FACE = 12 };

enum { SQ_RIM_KNOTS = 10, SQ_RIM_TURNS = 3, SQ_RIM_SHARES = 2 };
enum { SQ_RIM_UNKNOWNS = SQ_RIM_SHARES * SQ_RIM_KNOTS * SQ_RIM_TURNS };

typedef struct {
    double step_px; /* from knot to knot */
    float share[SQ_RIM_KNOTS][SQ_RIM_SHARES][SQ_RIM_TURNS];
    int pixels;                                                     /* that it was learned from */
    double A[SQ_RIM_UNKNOWNS][SQ_RIM_UNKNOWNS], b[SQ_RIM_UNKNOWNS]; /* the normal equations */
} sq_rim_photometry;

/* At a place beside a rim. */
typedef struct {
    double upper; /* how much of what is seen there is the wink itself, 0 .. 1 */
    double line; /* by how much it is brighter than it would be without a rim: the mean over all directions */
    double turn; /* and what the direction adds */
} sq_rim_look;

/* Begins to learn: nothing is known yet, and a rim but a step. */
void sq_rim_photometry_begin(sq_rim_photometry *l, double px_per_mm, double blur_px);

/* Adds the rim of disc k of n, which lies on felt, as far as no other one is near. Pixels that are not
 * believed count nothing. */
void sq_rim_photometry_add(sq_rim_photometry *l, const sq_window *w, const sq_disc *disc, int n, int k);

/* Solves for the shares. */
void sq_rim_photometry_solve(sq_rim_photometry *l);

/* At `away` (px, negative inside) from a rim in the direction (dx, dy), as sq_disc_distance tells it. */
sq_rim_look sq_rim_photometry_at(const sq_rim_photometry *l, double away, double dx, double dy);

#endif
