/* Where halved chroma samples really lie, told by the picture itself.
 *
 * Streams say it wrongly or not at all: H.264's default is "left", but many encoders average pairs of pixels
 * and so write "centre", and half a pixel of chroma is half a millimetre of wink. A rim is one edge, in luma
 * as in chroma, so the two may be compared: at upright pieces of rims whose luma step is steep (no shadow
 * beyond it), halfway up. What pulls one outwards at a wink's left side pulls it the other way at its right,
 * so the mean of both sides is free of it. */
#ifndef SQ_VISION_SEGMENT_CHROMA_SITING_H
#define SQ_VISION_SEGMENT_CHROMA_SITING_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"

/* Whether f's chroma is halved in x, so that the question arises. */
bool sq_chroma_siting_matters(const sq_frame *f);

/* Compares luma and chroma at the rims of the whole winks in p. Returns true and sets *siting where enough
 * rims agree; false where the picture does not tell. */
bool sq_chroma_siting_measure(sq_chroma_siting *siting, const sq_frame *f, const sq_camera *c,
                              const sq_position *p);

#endif
