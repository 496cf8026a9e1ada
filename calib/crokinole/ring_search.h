/* The first search for a crokinole board: where in a picture are three lines that a tilted board would show?
 *
 * The normals of the lines meet near the board's middle, which gives a few places to try. For each of them
 * the tilt is varied until the picture of fine lines, averaged around the middle, shows sharp lines at three
 * radii in the proportions of a board. This is only a guess; find_board.h measures. */
#ifndef SQ_CALIB_CROKINOLE_RING_SEARCH_H
#define SQ_CALIB_CROKINOLE_RING_SEARCH_H

#include "vision/crokinole/board.h"
#include "vision/crokinole/colour_planes.h"

/* A guess of a board: its middle, its tilt, and the radii of the lines as they would be seen without tilt, in
 * pixels of the full picture. */
typedef struct {
    sq_px middle;
    sq_px axis;            /* where the lens's axis meets the picture: not in its middle if it was cut */
    double tilt_x, tilt_y; /* sine of the tilt; points to the side of the board that is farther away */
    double radius_px[SQ_RINGS];
    int sign;                    /* +1: the lines are brighter than the board; -1: darker */
    float mix[SQ_PLANE_COLOURS]; /* the brightness that was used: weights of red, green and blue */
    double score;                /* how clearly the three lines show: 4 where they all do, all around */
} sq_ring_guess;

/* Called for each guess that is better than those before: returns true to end the search. */
typedef bool (*sq_ring_enough)(const sq_ring_guess *g, void *who);

/* What counts as a line in the search: what is finer than what is about it, which is quick, and sees faint
 * lines in texture; or what is brighter, or darker, than both of its sides, which sees thin lines beside
 * strong edges. */
typedef enum { SQ_RING_FINE, SQ_RING_RIDGES } sq_ring_look;

/* Whether a picture is large enough for a search by ridges to see anything else than one by fine lines. */
bool sq_ring_shows_ridges(const sq_colour_planes *picture);

/* Finds the best guess, or the first one for which `enough` (may be null) returns true; this is the last one
 * it was called for. A low score means that there is no board. Fails with SQ_E_MEMORY. */
sq_code sq_ring_search(const sq_colour_planes *picture, sq_ring_look look, sq_ring_enough enough, void *who,
                       sq_ring_guess *out, sq_diag *d);

/* Between which bounds the radius of a line lies, in parts of the outer line's. */
typedef struct {
    double least, most;
} sq_ring_bounds;

sq_ring_bounds sq_ring_proportion(sq_ring ring);

/* Whether boards have lines in these proportions: the radii of the 10 line and of the 15 line in parts of the
 * outer line's. */
bool sq_ring_proportions_ok(double ten, double fifteen);

/* The usual focal length, in pixels, of pictures of that size. */
double sq_ring_guess_focal_px(int width, int height);

/* The camera of a guess, with that focal length. */
sq_camera sq_ring_guess_camera(const sq_ring_guess *g, int width, int height);

#endif
