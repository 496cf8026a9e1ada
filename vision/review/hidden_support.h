/* Winks that lie higher than they seem, because they lie on others that they hide wholly.
 *
 * Such a wink is 1.5 mm higher than one on the felt, and is seen up to half a millimetre from where it is;
 * nothing of the lower one is seen. A large wink hides a small one if their middles are within 3 mm. Others
 * hide one another only when they lie concentric, which is neglected. Therefore only large winks are
 * examined, and only where small ones of the set are not in the picture. Their shadows (rim_shadow.h), and
 * how many can be raised at most, give the probability that each is raised. */
#ifndef SQ_VISION_REVIEW_HIDDEN_SUPPORT_H
#define SQ_VISION_REVIEW_HIDDEN_SUPPORT_H

#include "vision/review/order_review.h"

/* Sets place, height and deviation of the winks of p that lie flat and alone to the mean over both cases.
 * Nothing else of p changes. The places of the winks (sq_place) need not be known, but those in the pot
 * must be in the list. */
void sq_hidden_support_judge(sq_position *p, const sq_order_review_view *v);

/* For each of n things the probability that it is one of those, at most `most`, that have a property;
 * odds[i] is the likelihood ratio for thing i. The prior: any number of them is as likely as another, and
 * so is each set of that many. */
void sq_hidden_support_posterior(double probability[], const double *odds, int n, int most);

#endif
