/* Winks that lie higher than they seem: upon others that are wholly hidden beneath them.
 *
 * Such a wink is 1.5 mm higher than one on the felt, and so seen up to half a millimetre from where it is;
 * nothing of the lower one is seen. A large wink hides a small one wherever their middles are within 3 mm;
 * others hide one another only when they lie concentric, which is left out of account. So only large winks
 * are asked, and only where small ones of the set are not in the picture: then the shadows (rim_shadow.h) and
 * how many there are at most tell the probability that each is raised. */
#ifndef SQ_VISION_REVIEW_HIDDEN_SUPPORT_H
#define SQ_VISION_REVIEW_HIDDEN_SUPPORT_H

#include "vision/review/order_review.h"

/* Sets place, height and deviation of those winks of p that lie flat and alone to the mean over both ways. Of
 * p nothing else changes; the winks' own places (sq_place) need not be known, but those in the pot must be
 * among them. */
void sq_hidden_support_judge(sq_position *p, const sq_order_review_view *v);

/* The probability that each of n is one of at most `most` that are, any number of them being as likely as
 * another, and all sets of so many; odds[i]: how many times likelier what is seen of it is if it is one. */
void sq_hidden_support_posterior(double probability[], const double *odds, int n, int most);

#endif
