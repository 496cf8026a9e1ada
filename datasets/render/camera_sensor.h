/* What a lens and a sensor make of a scene's light: a picture of 8 bits. Vignetting, exposure and white
 * balance, blur, the noise of photons and of reading out, in-camera smoothing and sharpening, sRGB. */
#ifndef SQ_DATASETS_RENDER_CAMERA_SENSOR_H
#define SQ_DATASETS_RENDER_CAMERA_SENSOR_H

#include "datasets/render/draw_scene.h"
#include "vision/frame/opencv.h"

/* Room to work in, for the pictures of one canvas; when that is drawn on again, only what changed is worked
 * out. The canvas must outlive it. */
typedef struct sq_exposure sq_exposure;

sq_code sq_exposure_new(sq_exposure **out, const sq_canvas *of, sq_diag *d);
void sq_exposure_free(sq_exposure *f);

/* Takes a picture of what the canvas shows; `out` has the canvas's size. The same seed gives the
 * same noise. */
void sq_expose(sq_exposure *f, sq_picture *out, const sq_sensor *s, uint64_t seed);

/* The light as it falls on the sensor before it makes noise of it: red, green, blue for each pixel, full
 * scale 1. Valid until the next call. `changed`, a flag for each row, may be null: whether it is another than
 * at the last call. */
const float *sq_exposure_light(sq_exposure *f, const sq_sensor *s, const bool **changed);

/* A value v of light, 0 .. 1, in the tones of a file, 0 .. 1: sRGB's curve. */
double sq_tone(double v);

#endif
