/* Tells whether a hand reaches over the mat that was not there at the last rests.
 *
 * A hand may hold still before it plays, longer than a rest must last. In a dark, blurred or strongly
 * compressed picture a hand that moves slowly seems to hold still. A look at that moment takes fingers for
 * winks, and misses the winks under them. A hand comes with an arm, and the arm comes from outside of the
 * picture: connected cells that differ from the last two rests, from the picture's edge to the mat, are a
 * hand. Cells are compared without their brightness, so that a change of light does not count as a hand.
 *
 * Internal to the rest detector, in whose cells and samples it works. */
#ifndef SQ_VISION_CHANGE_REACHING_HAND_H
#define SQ_VISION_CHANGE_REACHING_HAND_H

#include <stdbool.h>
#include <stdint.h>

#include "vision/change/rest_detector.h"
#include "vision/math/tunable_number.h"

/* Samples along the picture's longer side: if that shows the mat's 1.83 m, a small wink is four samples
 * across. Fewer: it is lost in the noise. More: it takes time and tells nothing new. */
enum { SQ_REST_SAMPLES = 480 };

enum {
    SQ_REST_CELLS = SQ_REST_SAMPLES / SQ_REST_CELL, /* along the longer side, and at most along the other */
    SQ_REST_SIDE = SQ_REST_CELLS * SQ_REST_CELL,
    SQ_REST_PLANES = SQ_CHANNELS
};

typedef int16_t sq_rest_samples[SQ_REST_PLANES][SQ_REST_SIDE][SQ_REST_SIDE];

/* What the mat showed at the last two rests, the later one first. Two, because a cell may show a part of a
 * hand that was just leaving at one rest; when it shows the table again, that is no new hand. All zero at the
 * start: nothing is known. */
typedef struct {
    bool known;
    sq_rest_samples rest[2];
    uint8_t differs[SQ_REST_CELLS * SQ_REST_CELLS]; /* what sq_reaching_hand_is_there found last */
} sq_reaching_hand;

/* The cells of a picture, row by row; those of its samples that are in use. */
typedef struct {
    int cells_x, cells_y, planes;
    int16_t unit;                   /* how many units of a sample make one level */
    const sq_rest_samples *samples; /* of the last frames */
    const float *noise;     /* for each cell: the squared difference, levels², that noise can cause */
    const uint8_t *watched; /* for each cell: 1 if it counts */
} sq_reaching_hand_view;

/* Whether a hand reaches over watched cells. False where nothing is known. */
bool sq_reaching_hand_is_there(sq_reaching_hand *h, const sq_reaching_hand_view *v);

/* Keeps the cells of a rest for later comparison, except those of the hand that sq_reaching_hand_is_there
 * found last; but of these too the cells that have not moved for long, which are no hand. moved_at: when each
 * cell moved last; t: now; both in seconds. */
void sq_reaching_hand_keep(sq_reaching_hand *h, const sq_reaching_hand_view *v, const double *moved_at,
                           double t);

#endif
