/* The first sight of a crokinole board: where in a picture are three lines that one tilted board would show?
 *
 * The lines' normals meet near the board's middle, which gives a few places to try. About each of them the
 * tilt is varied until the picture of fine lines, averaged around, shows sharp lines at three radii whose
 * proportions are those of boards. Nothing is measured here: ring_lines.h does that. */
#ifndef SQ_CALIB_CROKINOLE_RING_SEARCH_H
#define SQ_CALIB_CROKINOLE_RING_SEARCH_H

#include "vision/crokinole/board.h"
#include "vision/crokinole/colour_planes.h"

/* A guess at a board: its middle, how it is tilted, and the lines' radii as they would be seen without tilt,
 * pixels of the whole picture. */
typedef struct {
    sq_px middle;
    double tilt_x, tilt_y; /* sine of the tilt, towards where the board is farther away */
    double radius_px[SQ_RINGS];
    int sign;                    /* +1: the lines are brighter than the board; -1: darker */
    float mix[SQ_PLANE_COLOURS]; /* what was taken as brightness: shares of red, green and blue */
    double score;                /* how clearly the three lines show: 4 where they all do, all around */
} sq_ring_guess;

/* Asked of each guess that is better than those before: whether it is good enough to look no further. */
typedef bool (*sq_ring_enough)(const sq_ring_guess *g, void *who);

/* The best guess, or the first one that is enough (null: none is asked about). It is the last that was asked
 * about. A low score says that there is none. SQ_E_MEMORY. */
sq_code sq_ring_search(const sq_colour_planes *picture, sq_ring_enough enough, void *who, sq_ring_guess *out,
                       sq_diag *d);

/* Whether boards have lines in these proportions: the radii of the 10 line and of the 15 line in parts of the
 * outer line's. */
bool sq_ring_proportions_ok(double ten, double fifteen);

/* A usual focal length for pictures of that size. */
double sq_ring_guess_focal_px(int width, int height);

/* The camera of a guess, with that focal length. */
sq_camera sq_ring_guess_camera(const sq_ring_guess *g, int width, int height);

#endif
