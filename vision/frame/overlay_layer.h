/* A drawing that is laid over frame after frame of a video, in the very levels that the frames store:
 *
 *   out = through × frame + add          for each sample that the drawing touches; the others stay untouched
 *
 * It is worked out once for each drawing; laying it over a frame costs what its lines cover. */
#ifndef SQ_VISION_FRAME_OVERLAY_LAYER_H
#define SQ_VISION_FRAME_OVERLAY_LAYER_H

#include "vision/frame/frame.h"
#include "vision/system/diag.h"

typedef struct sq_layer sq_layer;

/* like: has the size, format and colours of the frames (its pixels are not read). A last odd column or row is
 * never drawn upon. An empty layer; the caller frees. */
sq_code sq_layer_new(sq_layer **out, const sq_frame *like, sq_diag *d);
void sq_layer_free(sq_layer *l); /* null is allowed */

/* Takes the drawing as it looks on a black and on a white ground: two BGR pictures of the frames' size. What
 * lets all of the ground through is no part of it. */
void sq_layer_set(sq_layer *l, const sq_frame *on_black, const sq_frame *on_white);

/* Lays it over the planes of a frame, which lie as in sq_frame. */
void sq_layer_lay(const sq_layer *l, uint8_t *const plane[3], const int stride[3]);

#endif
