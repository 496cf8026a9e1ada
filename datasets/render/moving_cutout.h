/* Cutouts: what moves over a mat that is otherwise at rest, drawn once and then laid over the still picture
 * frame by frame, as in a cartoon. A cutout keeps its look while it moves: good enough for what passes
 * through the picture, far quicker than drawing it anew.
 *
 * Light is linear, as on a canvas (draw_scene.h); coverage is 0 .. 1 and the light is multiplied by it. */
#ifndef SQ_DATASETS_RENDER_MOVING_CUTOUT_H
#define SQ_DATASETS_RENDER_MOVING_CUTOUT_H

#include <stddef.h>

#include "datasets/scene/hand.h"
#include "vision/system/diag.h"

/* Pixels from the first to before the end. */
typedef struct {
    int x0, y0, x1, y1;
} sq_cutout_box;

typedef struct {
    sq_cutout_box box;
    float *light; /* red, green, blue, coverage for each pixel of the box, row by row */
    size_t room;  /* of light, in floats */
} sq_cutout;

/* How much of the light a hand lets through to the ground: a share at every SQ_SHADE_STEP pixels of the box,
 * in between linear. */
enum { SQ_SHADE_STEP = 16 };
typedef struct {
    sq_cutout_box box;
    int columns, rows;
    float *share;
    size_t room;
} sq_handshade;

/* The hand that is in the scene, with its squidger, as the camera sees it; what lies outside of the picture
 * is left off. Cutout and shade keep their memory from one call to the next; zeros to begin with. */
sq_code sq_cutout_hand(sq_cutout *c, sq_handshade *shade, const sq_scene *s, sq_diag *d);

/* A piece in flight: in each of these places for an equal part of the exposure, so that it is blurred. */
sq_code sq_cutout_piece(sq_cutout *c, const sq_scene *s, int piece, const sq_solid_disc *at, int places,
                        sq_diag *d);

void sq_cutout_free(sq_cutout *c);
void sq_handshade_free(sq_handshade *h);

/* The share at a pixel; 1 outside of the box. */
float sq_handshade_at(const sq_handshade *h, int x, int y);

#endif
