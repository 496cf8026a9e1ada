/* Cutouts: what moves over a mat at rest. A cutout is drawn once and then laid over the still picture in each
 * frame, as in a cartoon. It looks the same while it moves. That is good enough for what only passes through
 * the picture, and far quicker than drawing it anew.
 *
 * Light is linear, as on a canvas (draw_scene.h). Coverage is 0..1, and the light is already multiplied by
 * it. */
#ifndef SQ_DATASETS_RENDER_MOVING_CUTOUT_H
#define SQ_DATASETS_RENDER_MOVING_CUTOUT_H

#include <stddef.h>

#include "datasets/scene/hand.h"
#include "vision/system/failure.h"

/* Pixels from x0, y0 to before x1, y1. */
typedef struct {
    int x0, y0, x1, y1;
} sq_cutout_box;

typedef struct {
    sq_cutout_box box;
    float *light; /* red, green, blue, coverage for each pixel of the box, row by row */
    size_t room;  /* of light, in floats */
} sq_cutout;

/* How much of the light a hand lets through to the ground: a share, 0..1, at every SQ_SHADE_STEP pixels of
 * the box, with linear steps between. */
enum { SQ_SHADE_STEP = 16 };
typedef struct {
    sq_cutout_box box;
    int columns, rows;
    float *share;
    size_t room;
} sq_handshade;

/* Draws the hand of the scene with its squidger, as the camera sees it; parts outside the picture are cut
 * off. *c and *shade must be zero at first and keep their memory from one call to the next. Fails when memory
 * runs out. */
sq_code sq_cutout_hand(sq_cutout *c, sq_handshade *shade, const sq_scene *s, sq_diag *d);

/* Draws a piece in flight. It spends an equal part of the exposure at each of `places` places, so that it is
 * blurred. */
sq_code sq_cutout_piece(sq_cutout *c, const sq_scene *s, int piece, const sq_solid_disc *at, int places,
                        sq_diag *d);

/* Free the memory that they point to; all zero is allowed. */
void sq_cutout_free(sq_cutout *c);
void sq_handshade_free(sq_handshade *h);

/* Leaves of the light of row y (red, green, blue), from column x0 to before x1, the hand's share. All lies in
 * the box, and x0 < x1; row: the light of column x0. */
void sq_handshade_row(const sq_handshade *h, int y, int x0, int x1, float *row);

#endif
