/* Where the picture of the mat has changed since an earlier rest, whatever the eye makes of it: cells of
 * SQ_CHANGED_CELL_MM by SQ_CHANGED_CELL_MM in the mat's frame, as runs along x. A plain value.
 *
 * What came to rest out of sight (where a lamp is mirrored, in a pile) has changed the picture there; what
 * the eye overlooks where nothing has changed lies where it lay. vision/change/change_detector.h finds it in
 * the frames.
 */
#ifndef SQ_VISION_POSITION_CHANGE_MAP_H
#define SQ_VISION_POSITION_CHANGE_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "vision/math/units.h"

/* mm, the side of a cell: 12 cells make a small wink, and its place is right to a millimetre. Larger, and a
 * wink that lands beside another is lost between them; smaller, and a cell of a 720p picture has too few
 * pixels to stand out of their noise. */
#define SQ_CHANGED_CELL_MM 4.0

/* mm about the pot's centre in which its floor shows to a camera that looks from above. Wider: the cup's own
 * light and shade count. */
#define SQ_POT_FLOOR_MM 15.0

/* Cells that cover the mat, whose lower left corner is the first one's. Runs of them: a shot that scatters a
 * dozen winks takes 200. */
enum { SQ_CHANGED_X = 458, SQ_CHANGED_Y = 229, SQ_CHANGED_CAP = 384 };

/* Cells x … x + n - 1 of row y. */
typedef struct {
    int x, y, n;
} sq_changed_run;

typedef struct {
    bool known;   /* else nothing is known: no earlier picture, another camera, too much changed */
    double since; /* the time of the earlier rest's frame */
    bool dazzled; /* the mat's middle, where the pot stands, is too bright to show what changes in it */
    int run_count;
    sq_changed_run runs[SQ_CHANGED_CAP]; /* by y, then by x; they neither overlap nor touch in a row */
} sq_changed;

/* A mark for each cell. */
typedef uint8_t sq_changed_cells[SQ_CHANGED_Y][SQ_CHANGED_X];

/* The middle of a cell. */
sq_mm sq_changed_at(int x, int y);

/* The marked cells as runs; known is false where they are too many. */
void sq_changed_from_cells(sq_changed *out, double since, sq_changed_cells marked);
void sq_changed_to_cells(sq_changed_cells marked, const sq_changed *c);

/* The share of the cells with their middle in this circle that have changed. NaN where it is not known, or
 * where the circle leaves the mat and none is in it. */
double sq_changed_share(const sq_changed *c, sq_mm at, double radius_mm);

/* What has changed since earlier.since: then, or after it. Not known where later does not go on from t, the
 * time of earlier's own frame. out may be later. */
void sq_changed_join(sq_changed *out, const sq_changed *earlier, double t, const sq_changed *later);

#endif
