/* What the light of a frame does at the rims of its winks.
 *
 * Along a rim a bevel shines or is dark, and a shadow falls on what lies below, longer on the side away
 * from the lamp. All winks of a frame lie in the same light. Those on felt, whose rims are open to view,
 * therefore tell what the rim of a wink looks like that lies on another of its own colour, where no colour
 * ends (overlap_order.h). At a distance from a rim, in a direction, the light of a pixel is taken as
 *
 *   light = upper · (light of the wink) + lower · (light of what it lies on)
 *
 * Both shares have a mean, a cosine and a sine of the direction at each of some knots of the distance,
 * found by least squares over all open rims. Winks of different brightness tell the two shares apart. */
#ifndef SQ_VISION_REVIEW_RIM_PHOTOMETRY_H
#define SQ_VISION_REVIEW_RIM_PHOTOMETRY_H

#include "vision/geometry/disc.h"
#include "vision/segment/felt_window.h"

/* Pixels of a face that tell its light. */
enum { SQ_RIM_PHOTOMETRY_FACE = 12 };

enum { SQ_RIM_KNOTS = 10, SQ_RIM_TURNS = 3, SQ_RIM_SHARES = 2 };
enum { SQ_RIM_UNKNOWNS = SQ_RIM_SHARES * SQ_RIM_KNOTS * SQ_RIM_TURNS };

typedef struct {
    double step_px; /* from knot to knot */
    float share[SQ_RIM_KNOTS][SQ_RIM_SHARES][SQ_RIM_TURNS];
    int pixels;                                                     /* from which it was learned */
    double A[SQ_RIM_UNKNOWNS][SQ_RIM_UNKNOWNS], b[SQ_RIM_UNKNOWNS]; /* the normal equations */
} sq_rim_photometry;

/* What is learned, at one place beside a rim. */
typedef struct {
    double upper; /* share of the light there that is the wink's own, 0..1 */
    double line; /* by how much it is brighter than it would be without a rim: the mean over all directions */
    double turn; /* and what the direction adds */
} sq_rim_look;

/* Starts with no knowledge: a rim is but a blurred step. */
void sq_rim_photometry_begin(sq_rim_photometry *l, double px_per_mm, double blur_px);

/* Adds the rim of disc k of n, which lies on felt, where no other disc is nearer. Pixels that do not count
 * are left out. */
void sq_rim_photometry_add(sq_rim_photometry *l, const sq_window *w, const sq_disc *disc, int n, int k);

/* Solves for the shares. */
void sq_rim_photometry_solve(sq_rim_photometry *l);

/* The learned light at a distance `away` (px, negative inside) from a rim in direction (dx, dy), which
 * sq_disc_distance gives. */
sq_rim_look sq_rim_photometry_at(const sq_rim_photometry *l, double away, double dx, double dy);

#endif
