/* An independent check of where winks lie: their rims in luma alone.
 *
 * Winks are placed by their colour. Where chroma is halved and a codec has removed detail as well, the colour
 * may be displaced by more than its noise shows. Luma is coded separately, and in finer detail. Light, too,
 * makes luma's rims differ from chroma's, but equally for all winks of a colour. The difference between one
 * wink and the others of its colour is the error of its place. */
#ifndef SQ_VISION_REVIEW_LUMA_RIMS_H
#define SQ_VISION_REVIEW_LUMA_RIMS_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"

/* Winks of all colours whose differences tell a deviation to a quarter of it. Fewer: the deviation is as
 * often nothing as twice itself. */
enum { SQ_LUMA_RIM_WINKS = 8 };

/* Adds to sigma_mm of the winks of p that are seen whole how much luma and chroma disagree: over all of these
 * winks, and for each. Does nothing where chroma came not halved, or too few winks are whole. f: the frame,
 * c: its camera; halved: whether its chroma came so, though it may have been restored since by what luma
 * shows. Takes one or two milliseconds. */
void sq_luma_rims_doubt(sq_position *p, const sq_frame *f, bool halved, const sq_camera *c);

#endif
