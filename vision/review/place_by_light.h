/* Places of winks by the light, too.
 *
 * Winks are placed by their colour, since light has shadows and bevels at its rims. But what light does there
 * is the same for all winks of a frame, and is learned from them (rim_photometry.h); so light tells where
 * each one lies beside the others' mean. Codecs keep light sharper than colour, and its errors are others.
 * The mean of both places is taken, each weighed by its variance. */
#ifndef SQ_VISION_REVIEW_PLACE_BY_LIGHT_H
#define SQ_VISION_REVIEW_PLACE_BY_LIGHT_H

#include "vision/review/order_review.h"

/* Moves those winks of p that lie on felt and are seen whole. Does nothing where they are too few. */
void sq_place_by_light(sq_position *p, const sq_order_review_view *v);

#endif
