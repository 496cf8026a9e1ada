/* A reel: the frames of a video, quickly. What rests is seen through the lens once (sensor.h) and kept as
 * luma and chroma with the noise that each place makes; of every frame only what has changed, and what
 * cutouts are laid over, is worked out again. Noise is new in each frame: a field drawn once, entered at a
 * place by lot in every row.
 *
 *     sq_draw(canvas, &scene_at_rest);                     whenever that changes
 *     sq_reel_frame(reel, &sensor, laid, n, seed, &frame)
 *
 * What it leaves out: smoothing and sharpening in the camera, and that noise of luma and chroma have parts in
 * common. */
#ifndef SQ_DATASETS_REEL_H
#define SQ_DATASETS_REEL_H

#include "datasets/cutout.h"
#include "datasets/sensor.h"

typedef struct sq_reel sq_reel;

/* Frames of the canvas, which must outlive it. Odd sizes are cut to even ones. The caller frees. */
sq_code sq_reel_new(sq_reel **out, const sq_canvas *of, sq_diag *d);
void sq_reel_free(sq_reel *r);

/* What is laid over the canvas, moved by whole pixels; either may be null. */
typedef struct {
    const sq_cutout *cutout;
    const sq_handshade *shade;
    int dx, dy;
} sq_laid;

enum { SQ_LAID_CAP = 4 };

/* The next frame: I420, BT.709 of limited range, chroma midway. All shades first, then the cutouts in order.
 * gain: a factor on all light (a lamp that flickers); 1. The planes are the reel's, valid until the next
 * call; t and number are 0. */
void sq_reel_frame(sq_reel *r, const sq_sensor *s, const sq_laid *laid, int count, float gain, uint64_t seed,
                   sq_frame *out);

#endif
