/* A crokinole board as the camera sees it.
 *
 * Lengths are millimetres of a board whose outer line has a radius of 305 mm, as tournament boards have it
 * (12 in). A picture shows no scale: on a home board each of these millimetres is 0.9 of a real one. The
 * origin is the centre of the outer line, on the playing surface; z points up. The direction of x is that of
 * the picture, since no quadrant of a board is the first. */
#ifndef SQ_VISION_CROKINOLE_BOARD_H
#define SQ_VISION_CROKINOLE_BOARD_H

#include "vision/geometry/camera.h"

#define SQ_BOARD_OUTER_MM 305.0 /* all other lengths are relative to this */
/* The scoring lines, from outside inwards: number, name in the JSON. The centre hole is not one of them. */
#define SQ_RING_LIST(X)       \
    X(SQ_RING_OUTER, "outer") \
    X(SQ_RING_TEN, "ten")     \
    X(SQ_RING_FIFTEEN, "fifteen")

typedef enum {
#define X(number, name) number,
    SQ_RING_LIST(X)
#undef X
        SQ_RINGS
} sq_ring;

/* Places around a line at which it is measured. */
enum { SQ_RING_PLACES = 120 };

typedef struct {
    double radius_mm, sigma_mm; /* of the line's middle, and the standard deviation of that */
    double half_width_mm;
    double look_half_mm;   /* the same as the picture's levels show it, by which the line is looked for */
    double width_sigma_mm; /* standard deviation of half_width_mm */
    double seen;           /* the share of the line that the picture shows, 0..1 */
    sq_mm middle;          /* its centre; those of the lines may differ by some tenths of a millimetre */
    double rms_mm;         /* the root mean square distance of the measured points from the circle */
    /* At each place: whether the line shows, and by how much (mm, outwards) it lies off the circle. */
    bool shows[SQ_RING_PLACES];
    float off_mm[SQ_RING_PLACES];
} sq_ring_line;

typedef struct {
    sq_camera camera; /* R and t take the board's frame */
    /* The covariance of the camera's place: x and y in parts of its height, and 1 / height. By these what
     * stands on the board is seen elsewhere than its foot. */
    double view_covariance[3][3];
    sq_ring_line ring[SQ_RINGS];
    bool hole_found;
    sq_mm hole; /* its centre; a hole may be some millimetres off the middle of the rings */
    double hole_radius_mm;
    double blur_px;       /* by which the picture's edges are blurred; 0 where none told */
    float line_colour[3]; /* colour of the lines minus that of the board beside them; red, green, blue */
    float line_contrast;  /* by how many levels they differ, at most 60 for each colour */
} sq_seen_board;

#endif
