/* The height of winks where their order is open.
 *
 * The height of a wink determines where on its line of sight it lies, and so also where the winks over and
 * under it lie. Where the order of two is not known, or not even whether they overlap, a wink is placed at
 * the mean of its possible places, and their spread is added to its standard deviation. */
#ifndef SQ_VISION_REVIEW_HEIGHT_POSTERIOR_H
#define SQ_VISION_REVIEW_HEIGHT_POSTERIOR_H

#include "vision/explain/pile_search.h"

/* Sets height, place and normal of the winks of s to the mean over the orders that s->order leaves open, and
 * over whether they overlap. sigma_mm: the standard deviation of each wink's x, and of y, from other causes.
 * Sets added_mm to what the heights add to it. */
void sq_height_posterior_average(sq_pile *s, const sq_camera *c, const double sigma_mm[SQ_FIT_CAP],
                                 double added_mm[SQ_FIT_CAP]);

#endif
