/* A disc of known radius as the camera sees it: its silhouette, linearised about its centre.
 *
 * The rim that is seen is the silhouette of the solid: an ellipse about its middle (0.75 mm above its lower
 * face), wider than that of the middle plane by the visible part of its side. Over the width of a wink the
 * perspective is affine to a hundredth of a millimetre, so one 2 x 2 matrix takes pixels into the plane of
 * the disc. */
#ifndef SQ_VISION_GEOMETRY_DISC_H
#define SQ_VISION_GEOMETRY_DISC_H

#include "vision/frame/felt_chroma.h"
#include "vision/geometry/camera.h"
#include "vision/math/tunable_number.h"

/* The number of points on a rim that stand for all of it, where it is measured and where it rests on others:
 * 1.4 mm apart on a large wink, which is the width of the blur. Between two of them a height is off by at
 * most 0.02 mm. */
enum { SQ_RIM_POINTS = 48 };

/* mm between samples across a rim: half a pixel at 1080p, a third of the width of a shadow. */
SQ_NUMBER(SQ_RIM_STEP_MM, 0.5);

/* mm: the radius of the rounded edge of a wink. With a sharp edge (0), a wink that leans at 45° would seem
 * to reach 0.17 mm nearer to the pot. */
SQ_NUMBER(SQ_WINK_ROUNDING_MM, 0.4);

typedef struct {
    sq_mm at;      /* centre in the mat's frame */
    double z;      /* mm, the height of its centre over the mat */
    sq_mm3 normal; /* of its face; (0, 0, 0) is taken as lying flat, (0, 0, 1) */
    double radius_mm;
    sq_chroma chroma; /* of its face */
    sq_chroma usual;  /* what its colour usually shows: the prior for the chroma of its face */
    /* set by sq_disc_place: */
    sq_px centre;
    double to_mm[2][2]; /* (px - centre) → mm in the disc's plane */
    double to_mat[2][2]; /* mm in the disc's plane → mm of the mat at the height z, along the line of sight */
    double px_per_mm;
} sq_disc;

/* Computes where d is seen, from its place, height, normal and radius: as the solid of a wink, or as a bare
 * circle such as the pot's rim. */
void sq_disc_place(sq_disc *d, const sq_camera *c);
void sq_disc_place_circle(sq_disc *d, const sq_camera *c);

/* The same as sq_disc_place for a disc of which only the normal has changed since it was placed; J: the
 * camera's derivatives where it lies (sq_camera_jacobian). */
void sq_disc_turn(sq_disc *d, const sq_camera *c, const double J[2][3]);

/* Two unit vectors that span the plane with this normal; for a flat disc the x and y of the mat. */
void sq_disc_axes(sq_mm3 normal, double e[2][3]);

/* The gap between two rims in mm, as if both lay flat; negative where they overlap. */
double sq_disc_gap(const sq_disc *a, const sq_disc *b);

/* How far (mm) the solid of a wink, with its rounded edge, reaches from its middle in a direction; sine: of
 * the angle between that direction and its face. (The support function of the sum of a disc and a ball.) */
double sq_disc_reach(double radius_mm, double sine);

/* Signed distance of a pixel from the disc's rim, mm; negative inside. dx, dy (may be null) get the unit
 * vector from the centre to the pixel, in the disc's plane. */
static inline double sq_disc_distance(const sq_disc *d, double x, double y, double *dx, double *dy) {
    double u = x - d->centre.x, v = y - d->centre.y;
    double a = d->to_mm[0][0] * u + d->to_mm[0][1] * v, b = d->to_mm[1][0] * u + d->to_mm[1][1] * v;
    double r = sqrt(a * a + b * b);
    if (dx) {
        *dx = r > 0 ? a / r : 0;
        *dy = r > 0 ? b / r : 0;
    }
    return r - d->radius_mm;
}

/* Whether a pixel of disc k is covered by a later one of the n discs, or lies within margin_mm of it. Each
 * disc lies over those before it. */
bool sq_disc_covered(const sq_disc *disc, int n, int k, double x, double y, double margin_mm);

/* A box of pixels: x0 <= x < x1, y0 <= y < y1. */
typedef struct {
    int x0, y0, x1, y1;
} sq_box;

/* The smallest box that holds two. */
static inline sq_box sq_box_of_both(sq_box a, sq_box b) {
    return (sq_box){a.x0 < b.x0 ? a.x0 : b.x0, a.y0 < b.y0 ? a.y0 : b.y0, a.x1 > b.x1 ? a.x1 : b.x1,
                    a.y1 > b.y1 ? a.y1 : b.y1};
}

/* The pixels that a disc with margin_mm around it can touch. The box is not clipped: it may reach outside the
 * picture. */
sq_box sq_disc_box(const sq_disc *d, double margin_mm);

/* The part x0 <= x <= x1 of row y (pixels) that lies on the disc with margin_mm around it. False where
 * there is none. */
bool sq_disc_chord(const sq_disc *d, double y, double margin_mm, double *x0, double *x1);

/* The pixel in a direction (cosine and sine of its angle) and at a distance (mm) from the centre, in the
 * plane of the disc. */
static inline sq_px sq_disc_point_along(const sq_disc *d, double cosine, double sine, double radius_mm) {
    double det = d->to_mm[0][0] * d->to_mm[1][1] - d->to_mm[0][1] * d->to_mm[1][0];
    double u = radius_mm * cosine / det, v = radius_mm * sine / det;
    return (sq_px){d->centre.x + d->to_mm[1][1] * u - d->to_mm[0][1] * v,
                   d->centre.y - d->to_mm[1][0] * u + d->to_mm[0][0] * v};
}

/* The same by the angle (radians). */
sq_px sq_disc_point(const sq_disc *d, double angle, double radius_mm);

/* The directions of SQ_RIM_POINTS points that stand evenly about a rim: one list for each thread. */
typedef struct {
    double cosine, sine;
} sq_direction;

const sq_direction *sq_rim_directions(void);

#endif
