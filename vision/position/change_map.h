/* A map of where the picture of the mat has changed since an earlier rest, apart from what the eye finds
 * there: cells of SQ_CHANGED_CELL_MM by SQ_CHANGED_CELL_MM in the mat's frame, as runs along x. A plain
 * value.
 *
 * It helps in two ways. A wink that comes to rest out of sight (under a mirrored lamp, in a pile) changes the
 * picture there. And where nothing has changed, a wink that the eye overlooks still lies there.
 * vision/change/change_detector.h finds the changes in the frames. */
#ifndef SQ_VISION_POSITION_CHANGE_MAP_H
#define SQ_VISION_POSITION_CHANGE_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "vision/math/tunable_number.h"
#include "vision/math/units.h"

/* mm, the side of a cell: a small wink covers 12 cells, which tell its place to a millimetre. Larger: a
 * wink that lands beside another is lost between them. Smaller: a cell of a 720p picture has too few pixels
 * to stand out of their noise. */
#define SQ_CHANGED_CELL_MM 4.0

/* The radius (mm) about the pot's centre within which a camera above sees the pot's floor. Wider: light and
 * shade on the cup count as changes. */
SQ_NUMBER(SQ_POT_FLOOR_MM, 15.0);

/* How many cells cover the mat along x and y; the corner of the mat with the least x and y is that of cell
 * (0, 0). SQ_CHANGED_CAP: how many runs a map can hold; a shot that scatters a dozen winks makes 200. */
enum { SQ_CHANGED_X = 458, SQ_CHANGED_Y = 229, SQ_CHANGED_CAP = 384 };

/* Cells x … x + n - 1 of row y. */
typedef struct {
    int x, y, n;
} sq_changed_run;

typedef struct {
    bool known; /* false: there was no earlier picture, the camera is another one, or too much has changed */
    double since; /* seconds: the time of the earlier rest's frame */
    bool dazzled; /* the middle of the mat, where the pot stands, is too bright to show changes */
    int run_count;
    sq_changed_run runs[SQ_CHANGED_CAP]; /* by y, then by x; they neither overlap nor touch in a row */
} sq_changed;

/* One mark for each cell, 0 or 1. */
typedef uint8_t sq_changed_cells[SQ_CHANGED_Y][SQ_CHANGED_X];

/* The middle of cell (x, y). */
sq_mm sq_changed_at(int x, int y);

/* Makes a map of the marked cells; its `known` is false where there are more than SQ_CHANGED_CAP runs. */
void sq_changed_from_cells(sq_changed *out, double since, sq_changed_cells marked);
/* The reverse: marks the cells of the map, and no others. */
void sq_changed_to_cells(sq_changed_cells marked, const sq_changed *c);

/* The share of the cells with their middle in this circle that have changed. NaN where that is not known,
 * or where the circle holds no cell of the mat. */
double sq_changed_share(const sq_changed *c, sq_mm at, double radius_mm);

/* Joins two maps: what has changed in either of them, since earlier->since. t: the time of the frame of
 * `earlier`; the result is not known where later->since is another time. out may be `later`. */
void sq_changed_join(sq_changed *out, const sq_changed *earlier, double t, const sq_changed *later);

#endif
