/* Is the mat at rest? The cheap stage that sees every frame; the rest of sight runs once for each rest.
 *
 *   sq_still *s = sq_still_new();
 *   for each frame {
 *       sq_still_verdict v = sq_still_push(s, &frame);
 *       if (v.just_settled) … look at this frame …
 *   }
 *
 * The picture is divided into square cells. A cell moves when it differs from what it lately showed by more
 * than its own noise, which is learned from the frames: lamps that flicker (a common gain of each row of
 * cells) and a codec that pumps (a frame in which all cells tremble at once) move nothing. A cell moves when
 * a small wink in it moves by its radius, or when the edge of a hand crosses it, from some two centimetres a
 * second on.
 *
 * A rest begins with the first frame in which nothing moves, and counts as one when it has lasted
 * SQ_STILL_REST_S. A hand that lies still is at rest too: sight says that it is there.
 *
 * Pictures that were not taken in one go (a folder) are each a rest of their own and do not belong here. */
#ifndef SQ_VISION_STILL_H
#define SQ_VISION_STILL_H

#include "vision/frame.h"
#include "vision/units.h"

typedef struct sq_still sq_still;

/* Moments in which nothing moved. Times are the frames' own. */
typedef struct {
    double t0, t1;             /* of its first and of its last frame so far */
    uint64_t number0, number1; /* the same frames' numbers */
    int frames;                /* how many; fewer than the numbers say where some were lost */
} sq_rest;

typedef struct {
    bool moving;       /* something moves in this frame, against those before */
    bool at_rest;      /* nothing has moved for SQ_STILL_REST_S */
    bool just_settled; /* at rest since this frame: look now */
    bool just_left;    /* this frame ends a rest that had counted as one: rest is that one, complete */
    /* Something has gone on moving for SQ_STILL_BUSY_S in a small part of what is watched (a hand that
     * fidgets at the edge) while all else lay still: look now, but not at what sq_still_quiet denies. Comes
     * again after each SQ_STILL_BUSY_S of it. */
    bool partly_settled;
    sq_rest rest;        /* the present rest, or moments without motion that are none yet (frames may be 0) */
    double t_since;      /* when the present rest, or the time without one, began */
    double moving_share; /* of the cells that are watched, in this frame */
    /* cells_x × cells_y, row by row, each cell_px wide and high from the picture's upper left corner: 1 for
     * one that moves in this frame. Valid until the next push. */
    int cells_x, cells_y, cell_px;
    const uint8_t *cells;
} sq_still_verdict;

/* All that it will ever need is allocated here: 1.5 MB. Null when there is no memory. */
sq_still *sq_still_new(void);
void sq_still_free(sq_still *s);

enum { SQ_STILL_OUTLINE_CAP = 64 };

/* Watches only the cells that this outline (pixels; the mat's, say; at most SQ_STILL_OUTLINE_CAP points)
 * touches or holds; count 0: all. It holds until it is called again. */
void sq_still_watch(sq_still *s, const sq_px *outline, int count);

/* Frames in the order of their time. One of another size or format starts anew, as the first one does: it
 * counts as motion, since nothing is known of what it shows. */
sq_still_verdict sq_still_push(sq_still *s, const sq_frame *f);

/* Has nothing moved for so many seconds in any cell that this rectangle (pixels) touches? Not known is no. */
bool sq_still_quiet(const sq_still *s, sq_px lo, sq_px hi, double seconds);

#endif
