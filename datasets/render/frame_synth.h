/* A reel: the frames of a video, quickly. What rests is seen through the lens once (camera_sensor.h) and kept
 * as luma and chroma with the noise that each place makes; of every frame only what has changed, and what
 * cutouts are laid over, is worked out again. Noise is new in each frame: a field drawn once, entered at a
 * place by lot in every row.
 *
 *     sq_draw(canvas, &scene_at_rest);                     whenever that changes
 *     sq_frame_synth_next(reel, &sensor, laid, n, seed, &frame)
 *
 * What it leaves out: smoothing and sharpening in the camera, and that noise of luma and chroma have parts in
 * common. */
#ifndef SQ_DATASETS_RENDER_FRAME_SYNTH_H
#define SQ_DATASETS_RENDER_FRAME_SYNTH_H

#include "datasets/render/camera_sensor.h"
#include "datasets/render/moving_cutout.h"

typedef struct sq_frame_synth sq_frame_synth;

/* Frames of the canvas, which must outlive it. Odd sizes are cut to even ones. The caller frees. */
sq_code sq_frame_synth_new(sq_frame_synth **out, const sq_canvas *of, sq_diag *d);
void sq_frame_synth_free(sq_frame_synth *r);

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
void sq_frame_synth_next(sq_frame_synth *r, const sq_sensor *s, const sq_laid *laid, int count, float gain,
                         uint64_t seed, sq_frame *out);

#endif
