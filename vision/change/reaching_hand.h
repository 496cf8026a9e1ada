/* Tells whether a hand reaches over the mat that was not there at the rests before.
 *
 * A hand may hold still before it plays, longer than a rest must last. In a dark, soft or strongly packed
 * picture one that moves slowly seems to hold still. A look at that moment takes fingers for winks, and
 * misses the winks under them. A hand hangs on an arm, and the arm comes from outside of the picture: cells
 * that differ from the last two rests and hang together, from the picture's edge to the mat, are a hand.
 * Cells are compared without their brightness, so that a change of light is no hand.
 *
 * Internal to the rest detector, in whose cells and samples it works. */
#ifndef SQ_VISION_CHANGE_REACHING_HAND_H
#define SQ_VISION_CHANGE_REACHING_HAND_H

#include <stdbool.h>
#include <stdint.h>

#include "vision/change/rest_detector.h"
#include "vision/math/tunable_number.h"

/* Samples along the picture's longer side: with a mat of 1.83 m in the picture a small wink is then four
 * samples across. Fewer lose it among the noise, more cost time and tell nothing new. */
enum { SQ_REST_SAMPLES = 480 };

enum {
    SQ_REST_CELLS = SQ_REST_SAMPLES / SQ_REST_CELL, /* along the longer side, and at most along the other */
    SQ_REST_SIDE = SQ_REST_CELLS * SQ_REST_CELL,
    SQ_REST_PLANES = 3
};

typedef int16_t sq_rest_samples[SQ_REST_PLANES][SQ_REST_SIDE][SQ_REST_SIDE];

/* What the mat showed at the last two rests, the later first. A cell in which a hand was caught as it left
 * shows something of it at one rest, and its table again at the next: that is no hand. Zero is the start:
 * nothing is known. */
typedef struct {
    bool known;
    sq_rest_samples rest[2];
    uint8_t differs[SQ_REST_CELLS * SQ_REST_CELLS]; /* what the last question found, for keeping */
} sq_reaching_hand;

/* The cells of a picture, row by row; those of its samples that are in use. */
typedef struct {
    int cells_x, cells_y, planes;
    int16_t unit;                   /* so many units of a sample are one level */
    const sq_rest_samples *samples; /* as they lately were */
    const float *noise;             /* of each cell's energy of difference, levels²: above it, it is none */
    const uint8_t *watched;         /* of each cell */
} sq_reaching_hand_view;

/* Whether a hand reaches over watched cells. False where nothing is known. */
bool sq_reaching_hand_is_there(sq_reaching_hand *h, const sq_reaching_hand_view *v);

/* Keeps the cells of a rest for later comparison: those that are not part of the hand that
 * sq_reaching_hand_is_there found last, and those that have not moved for long, which are no hand. moved_at:
 * when each cell moved last; t: now; both in seconds. */
void sq_reaching_hand_keep(sq_reaching_hand *h, const sq_reaching_hand_view *v, const double *moved_at,
                           double t);

#endif
