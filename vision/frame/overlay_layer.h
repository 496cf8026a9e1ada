/* A drawing that is laid over the frames of a video, in the levels that the frames store:
 *
 *   out = through × frame + add          for each sample that the drawing touches; the others stay untouched
 *
 * It is computed once for each drawing. Laying it over a frame costs time only for the pixels that it
 * covers. */
#ifndef SQ_VISION_FRAME_OVERLAY_LAYER_H
#define SQ_VISION_FRAME_OVERLAY_LAYER_H

#include "vision/frame/frame.h"
#include "vision/system/failure.h"

typedef struct sq_layer sq_layer;

/* Makes an empty layer for frames like this one: same size, format and colours; its pixels are not read. A
 * last odd column or row is never drawn on. The caller frees. */
sq_code sq_layer_new(sq_layer **out, const sq_frame *like, sq_diag *d);
void sq_layer_free(sq_layer *l); /* null is allowed */

/* Sets the drawing, given as it looks on black and on white: two BGR pictures of the size of the frames.
 * Pixels through which all of the ground shows are not part of the drawing. */
void sq_layer_set(sq_layer *l, const sq_frame *on_black, const sq_frame *on_white);

/* Lays the drawing over the planes of a frame, which lie as in sq_frame. */
void sq_layer_lay(const sq_layer *l, uint8_t *const plane[3], const int stride[3]);

#endif
