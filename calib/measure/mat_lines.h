/* The geometry of the mat for calibration: the eight lines that a camera can be found from. */
#ifndef SQ_CALIB_MEASURE_MAT_LINES_H
#define SQ_CALIB_MEASURE_MAT_LINES_H

#include <stdbool.h>

#include "vision/math/units.h"
#include "vision/position/mat_corners.h"

/* The sides, then the baselines in the order of their corners. The name is for people, seen from above with
 * +x to the right. */
#define SQ_MAT_LINE_LIST(X)                                       \
    X(SQ_SIDE_LOWER, "the lower side")                            \
    X(SQ_SIDE_RIGHT, "the right side")                            \
    X(SQ_SIDE_UPPER, "the upper side")                            \
    X(SQ_SIDE_LEFT, "the left side")                              \
    X(SQ_BASELINE_LOWER_LEFT, "the baseline at the lower left")   \
    X(SQ_BASELINE_LOWER_RIGHT, "the baseline at the lower right") \
    X(SQ_BASELINE_UPPER_RIGHT, "the baseline at the upper right") \
    X(SQ_BASELINE_UPPER_LEFT, "the baseline at the upper left")

typedef enum {
#define X(number, name) number,
    SQ_MAT_LINE_LIST(X)
#undef X
        SQ_MAT_LINES
} sq_mat_line;

enum { SQ_MAT_SIDES = SQ_MAT_CORNERS };

static inline bool sq_mat_line_is_side(sq_mat_line line) {
    return line < SQ_BASELINE_LOWER_LEFT;
}

typedef struct {
    double length_mm, width_mm; /* along x and along y */
} sq_mat_size;

/* A place on a line: the point, and unit vectors in the plane of the mat along the line and across it, away
 * from the centre. */
typedef struct {
    sq_mm at, along, out;
} sq_mat_line_place;

/* The place at a share 0 .. 1 of the way along the line. */
sq_mat_line_place sq_mat_line_at(const sq_mat_size *m, sq_mat_line line, double share);
/* The length of a line, mm. */
double sq_mat_line_mm(const sq_mat_size *m, sq_mat_line line);

/* Corners in the order lower left, lower right, upper right, upper left. */
sq_mm sq_mat_corner_at(const sq_mat_size *m, int corner);

/* What messages call a line, and a corner (numbered as above); constant. */
const char *sq_mat_line_name(sq_mat_line line);
const char *sq_mat_corner_name(int corner);
/* The corner of that name, with a blank or a hyphen ("upper-left"); −1 for another. */
int sq_mat_corner_from_name(const char *name);
/* Conversion between this order of corners and that of the camera's `blue`, which runs clockwise from the
 * upper left and counts from 1. */
static inline int sq_mat_corner_of_blue(int blue) {
    return SQ_MAT_CORNERS - blue;
}
static inline int sq_mat_blue_of_corner(int corner) {
    return SQ_MAT_CORNERS - corner;
}

#endif
