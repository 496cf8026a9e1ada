/* Sight: the front door of the eye. One frame and the camera in, the position out.
 *
 * The pipeline (sight.c holds its order): outline → surface → segment → palette → clusters → window → stack →
 * scene. Everything is worked out in memory that is laid out once; a look allocates nothing. One sq_sight
 * serves one thread. */
#ifndef SQ_VISION_SIGHT_H
#define SQ_VISION_SIGHT_H

#include "vision/camera.h"
#include "vision/diag.h"
#include "vision/frame.h"
#include "vision/position.h"

typedef struct sq_sight sq_sight;

/* Null, with a sentence, when memory is short. */
sq_sight *sq_sight_new(sq_diag *d);
void sq_sight_free(sq_sight *s);

/* Judges one frame. Fails (SQ_E_SIGHT, a sentence) where it cannot be judged at all: no colour, too small,
 * mat not in the picture. The fields image size, t, winks … tiddlies, sight_ms of out are set; load_ms and
 * source are the caller's. */
sq_code sq_sight_look(sq_sight *s, const sq_frame *f, const sq_camera *c, sq_position *out, sq_diag *d);

#endif
