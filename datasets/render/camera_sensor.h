/* Turns a scene's light into a picture of 8 bits, as a lens and a sensor do: vignetting, exposure and white
 * balance, blur, the noise of photons and of reading out, smoothing and sharpening in the camera, sRGB. */
#ifndef SQ_DATASETS_RENDER_CAMERA_SENSOR_H
#define SQ_DATASETS_RENDER_CAMERA_SENSOR_H

#include "datasets/render/draw_scene.h"
#include "vision/frame/opencv.h"

/* Memory for taking pictures of one canvas. After the canvas is drawn on again, only what changed is worked
 * out anew. The canvas must outlive this; the caller frees. */
typedef struct sq_exposure sq_exposure;

/* On failure (SQ_E_MEMORY) *out is null. */
sq_code sq_exposure_new(sq_exposure **out, const sq_canvas *of, sq_diag *d);
void sq_exposure_free(sq_exposure *f);

/* Takes a picture of what the canvas shows into `out`, which has the canvas's size. The same seed gives the
 * same noise. */
void sq_expose(sq_exposure *f, sq_picture *out, const sq_sensor *s, uint64_t seed);

/* The light that falls on the sensor, before noise: red, green, blue for each pixel, full scale 1, row by
 * row. Valid until the next call. *changed gets a flag for each row: true where it differs from the last
 * call. `changed` may be null. */
const float *sq_exposure_light(sq_exposure *f, const sq_sensor *s, const bool **changed);

/* Light v, 0..1, as a tone in a file, 0..1: the sRGB curve. */
double sq_tone(double v);

#endif
