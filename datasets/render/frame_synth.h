/* A frame synthesiser makes the frames of a video quickly. The mat at rest is seen through the lens once
 * (camera_sensor.h) and kept as luma and chroma, with the strength of the noise at each place. In each frame
 * only what has changed, and what cutouts cover, is worked out again. Each frame has new noise: a field of
 * numbers that is drawn once, and read from a random place in every row.
 *
 *     sq_draw(canvas, &scene_at_rest);                     whenever that changes
 *     sq_frame_synth_next(synth, &sensor, laid, n, seed, &frame)
 *
 * Two things are left out: smoothing and sharpening in the camera, and the correlation between the noise of
 * luma and of chroma. */
#ifndef SQ_DATASETS_RENDER_FRAME_SYNTH_H
#define SQ_DATASETS_RENDER_FRAME_SYNTH_H

#include "datasets/render/camera_sensor.h"
#include "datasets/render/moving_cutout.h"

typedef struct sq_frame_synth sq_frame_synth;

/* For frames of one canvas, which must outlive it. Odd sizes are cut to even ones. The caller frees. Fails
 * when memory runs out. */
sq_code sq_frame_synth_new(sq_frame_synth **out, const sq_canvas *of, sq_diag *d);
void sq_frame_synth_free(sq_frame_synth *r);

/* What is laid over the canvas, moved by dx and dy pixels; cutout or shade may be null. */
typedef struct {
    const sq_cutout *cutout;
    const sq_handshade *shade;
    int dx, dy;
} sq_laid;

enum { SQ_LAID_CAP = 4 };

/* The next frame: I420, BT.709 of limited range, chroma sited midway. All shadows are laid first, then the
 * cutouts in their order. gain: a factor on all light, for a lamp that flickers; else 1. The planes belong to
 * the synthesiser and are valid until the next call; t and number are 0. */
void sq_frame_synth_next(sq_frame_synth *r, const sq_sensor *s, const sq_laid *laid, int count, float gain,
                         uint64_t seed, sq_frame *out);

#endif
