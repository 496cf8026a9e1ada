/* What the light of a frame does at the rims of its winks.
 *
 * Along a rim a bevel shines or is dark, and a shadow falls on what lies below, longer on the side away from
 * the lamp. All winks of a frame lie in the same light. So the visible rims of winks on felt show what the
 * rim of a wink looks like that lies on another of its own colour, where no colour ends (overlap_order.h).
 * The model for the light of a pixel, at some distance from a rim and in some direction:
 *
 *   light = upper · (light of the wink) + lower · (light of what it lies on)
 *
 * At each of a few knots of the distance, both shares have a mean, and a cosine and a sine term of the
 * direction. They are found by least squares over all visible rims. Winks of different brightness separate
 * the two shares. */
#ifndef SQ_VISION_REVIEW_RIM_PHOTOMETRY_H
#define SQ_VISION_REVIEW_RIM_PHOTOMETRY_H

#include "vision/geometry/disc.h"
#include "vision/segment/felt_window.h"

enum { SQ_RIM_KNOTS = 10, SQ_RIM_TURNS = 3, SQ_RIM_SHARES = 2 };
enum { SQ_RIM_UNKNOWNS = SQ_RIM_SHARES * SQ_RIM_KNOTS * SQ_RIM_TURNS };

typedef struct {
    double step_px; /* from knot to knot */
    float share[SQ_RIM_KNOTS][SQ_RIM_SHARES][SQ_RIM_TURNS];
    int pixels;                                                     /* how many it was learned from */
    double A[SQ_RIM_UNKNOWNS][SQ_RIM_UNKNOWNS], b[SQ_RIM_UNKNOWNS]; /* the normal equations */
} sq_rim_photometry;

enum { SQ_OPEN_RIM_CAP = 2048 }; /* pixels beside one rim: at three times 4K */

/* What is seen beside the open rim of one wink. */
typedef struct {
    int count; /* SQ_OPEN_RIM_CAP: there are more */
    double px_per_mm;
    double face; /* the mean light of its face; 0 where hardly any of it is open */
    float light[SQ_OPEN_RIM_CAP], away[SQ_OPEN_RIM_CAP], dx[SQ_OPEN_RIM_CAP],
        dy[SQ_OPEN_RIM_CAP]; /* of each pixel, as for sq_rim_photometry_at */
} sq_open_rim;

/* The light that the model expects at one place beside a rim. */
typedef struct {
    double upper; /* share of the light there that is the wink's own, 0..1 */
    double line; /* by how much it is brighter than it would be without a rim: the mean over all directions */
    double turn; /* and what the direction adds */
} sq_rim_look;

/* Starts with no knowledge: a rim is just a blurred step. */
void sq_rim_photometry_begin(sq_rim_photometry *l, double px_per_mm, double blur_px);

/* Reads what is seen beside the rim of disc k of n, which lies on felt, except where another disc is nearer.
 * Pixels that do not count (sq_window.believed) are left out. l: begun. */
void sq_open_rim_read(sq_open_rim *rim, const sq_rim_photometry *l, const sq_window *w, const sq_disc *disc,
                      int n, int k);

/* Adds such a rim. */
void sq_rim_photometry_add(sq_rim_photometry *l, const sq_open_rim *rim);

/* Solves for the shares. */
void sq_rim_photometry_solve(sq_rim_photometry *l);

/* By how many mm, in its plane, a wink lies beside the place where its rim was read, as light tells: where
 * the learned light fits best what is seen beside its open rim. sigma: deviations if pixels erred each by
 * itself. False where too little of face or rim is open, or light does not change there. */
bool sq_rim_photometry_place(sq_mm *by, sq_mm *sigma, const sq_rim_photometry *l, const sq_open_rim *rim);

/* The learned light at a distance `away` (px, negative inside) from a rim in direction (dx, dy), which
 * sq_disc_distance gives. */
sq_rim_look sq_rim_photometry_at(const sq_rim_photometry *l, double away, double dx, double dy);

#endif
