/* Tells whether the mat is at rest. This cheap stage sees every frame; the rest of the eye runs once for each
 * rest.
 *
 *   sq_rest_detector *s = sq_rest_detector_new();
 *   for each frame {
 *       sq_rest_detector_verdict v = sq_rest_detector_push(s, &frame);
 *       if (v.just_settled) … look at this frame …
 *   }
 *
 * The picture is divided into square cells. A cell moves when it differs from what it showed shortly before
 * by more than its own noise, which is learned from the frames. Lamps that flicker (a common gain of each row
 * of cells) and a codec that pumps (a frame in which all cells tremble at once) do not count as motion. A
 * cell moves when a small wink in it moves by its radius, or when the edge of a hand crosses it at some two
 * centimetres a second or faster. Where noise is stronger than that, at night, the means over a wink's width
 * are compared, which it hardly touches.
 *
 * Cells that move all the time (a clock that the camera writes into the picture) are ignored, as long as they
 * are few.
 *
 * A rest begins with the first frame in which nothing moves, and counts once it has lasted SQ_REST_AFTER_S.
 * While a hand reaches over the mat that was not there before, it must last SQ_REST_UNDER_HAND_S
 * (vision/change/reaching_hand.h). A hand that stays there longer is at rest too; the eye then reports it.
 *
 * Pictures of a folder, which were not taken as one film, are each a rest of their own and need no rest
 * detector. */
#ifndef SQ_VISION_CHANGE_REST_DETECTOR_H
#define SQ_VISION_CHANGE_REST_DETECTOR_H

#include "vision/frame/frame.h"
#include "vision/math/tunable_number.h"
#include "vision/math/units.h"

/* Samples along a cell's side: a cell is then wider than any wink, so that a wink's change falls into few
 * cells. */
enum { SQ_REST_CELL = 8 };

/* Seconds without motion that make a rest. Shorter: the moment in which a hand holds still before it plays
 * counts as one, and the eye runs for nothing. Longer: rests of quick players are missed; they leave half a
 * second between the rest of a wink and the next hand. */
SQ_NUMBER(SQ_REST_AFTER_S, 0.3);

/* The same while a hand reaches over the mat that was not there at the rest before. Shorter: the eye looks
 * while a hand aims. Longer: a player who leaves a hand there after the shot delays the ruling. */
SQ_NUMBER(SQ_REST_UNDER_HAND_S, 1.5);

/* The largest share of the watched cells that one thing can cover: a hand with its arm over a quarter of the
 * mat. If more cells change, the whole picture has changed. */
SQ_NUMBER(SQ_REST_BUSY_SHARE, 0.25);

/* The largest share of the watched cells that are ignored because they move all the time: the digits of a
 * clock. If more of them move, all count: it is a hand, or the picture is no good. */
SQ_NUMBER(SQ_REST_RESTLESS_SHARE, 0.03);

typedef struct sq_rest_detector sq_rest_detector;

/* A time in which nothing moved. Times are those of the frames, in seconds. */
typedef struct {
    double t0, t1;             /* of its first and of its last frame so far */
    uint64_t number0, number1; /* the same frames' numbers */
    int frames;                /* how many; fewer than the numbers say where some were lost */
} sq_rest;

typedef struct {
    bool moving;        /* something moves in this frame, against those before */
    bool at_rest;       /* nothing has moved for SQ_REST_AFTER_S */
    bool just_settled;  /* at rest since this frame: look now */
    bool just_left;     /* this frame ends a rest that had counted as one: rest is that one, complete */
    sq_rest rest;       /* the present rest, or a time without motion that is none yet (frames may be 0) */
    float noise_levels; /* levels by which a sample typically differs without motion; set in the first frame
                           without motion, else 0 */
    double t_since;     /* when the present rest, or the time without one, began */
    bool restless;      /* some cells move all the time and are ignored */
    sq_px restless_at;  /* the middle of these cells */
    /* cells_x × cells_y cells, row by row, each cell_px wide and high from the upper left corner of the
     * picture: 1 for a cell that moves in this frame. Valid until the next push. */
    int cells_x, cells_y, cell_px;
    const uint8_t *cells;
} sq_rest_detector_verdict;

/* Allocates all its memory, 3 MB. Null when there is none. */
sq_rest_detector *sq_rest_detector_new(void);
void sq_rest_detector_free(sq_rest_detector *s);

enum { SQ_REST_OUTLINE_CAP = 64 };

/* Watches only the cells that this outline (pixels; of the mat, for example; at most SQ_REST_OUTLINE_CAP
 * points) touches or holds; with count 0, all. Valid until the next call, or until
 * frames of another size come: of these all is watched. */
void sq_rest_detector_watch(sq_rest_detector *s, const sq_px *outline, int count);

/* Takes the next frame, in the order of time. A frame of another size or format starts anew, like the first
 * one: it counts as motion, since nothing is known of what it shows. */
sq_rest_detector_verdict sq_rest_detector_push(sq_rest_detector *s, const sq_frame *f);

#endif
