/* How high winks lie where it is open who lies upon whom.
 *
 * The height of a wink settles where along its line of sight it is, and so do winks that it may lie upon, or
 * that may lie upon it. Where the order of two is not known, or not even whether they overlap, a wink is told
 * to lie at the mean of the places that it would have, with their deviation. */
#ifndef SQ_VISION_REVIEW_HEIGHT_POSTERIOR_H
#define SQ_VISION_REVIEW_HEIGHT_POSTERIOR_H

#include "vision/explain/pile_search.h"

/* Sets height, place and normal of s's winks to the mean over the orders that s->order leaves open, and over
 * whether they overlap; sigma_mm: what their places are known to otherwise. Fills what the heights add to it,
 * mm. */
void sq_height_posterior_average(sq_pile *s, const sq_camera *c, const double sigma_mm[SQ_FIT_CAP],
                                 double added_mm[SQ_FIT_CAP]);

#endif
