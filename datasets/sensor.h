/* What a lens and a sensor make of a scene's light: a picture of 8 bits. Vignetting, exposure and white
 * balance, blur, the noise of photons and of reading out, in-camera smoothing and sharpening, sRGB. */
#ifndef SQ_DATASETS_SENSOR_H
#define SQ_DATASETS_SENSOR_H

#include "datasets/draw.h"
#include "vision/cv.h"

/* Room to work in, for the pictures of one canvas; when that is drawn on again, only what changed is worked
 * out. The canvas must outlive it. */
typedef struct sq_film sq_film;

sq_code sq_film_new(sq_film **out, const sq_canvas *of, sq_diag *d);
void sq_film_free(sq_film *f);

/* Takes a picture of what the canvas shows; `out` has the canvas's size. The same seed gives the same noise.
 */
void sq_expose(sq_film *f, sq_picture *out, const sq_sensor *s, uint64_t seed);

#endif
