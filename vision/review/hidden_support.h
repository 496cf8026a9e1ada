/* Winks that lie higher than they seem, because they lie on others that they hide completely.
 *
 * Such a wink is 1.5 mm higher than one on the felt, and is seen up to half a millimetre from where it is. A
 * large wink hides a small one if their middles are within 3 mm. Winks of one size hide each other only if
 * they are concentric, which is neglected. So only large winks are examined, and only if small ones of the
 * set are not in the picture. The shadows (rim_shadow.h), and the number of small winks that are missing,
 * give the probability that each large one is raised. */
#ifndef SQ_VISION_REVIEW_HIDDEN_SUPPORT_H
#define SQ_VISION_REVIEW_HIDDEN_SUPPORT_H

#include "vision/review/order_review.h"

/* Sets place, height and standard deviation of the winks of p that lie flat and alone to the mean over both
 * cases. What winks of piles hide is not looked for: as many winks of the set as are not seen may lie below
 * them, so their standard deviation grows. Changes nothing else of p. The winks in the pot must be in the
 * list already; sq_seen_wink.place need not be set. */
void sq_hidden_support_judge(sq_position *p, const sq_order_review_view *v);

/* Doubts orders by what may lie hidden below the winks: one that leans on it looks as if the other covered
 * it. p: as for sq_hidden_support_judge, before or after it. */
void sq_hidden_support_doubt_orders(sq_order *order, int n, const sq_position *p,
                                    const sq_order_review_view *v);

/* Of n things, at most `most` have a property. Sets for each the probability that it has it; odds[i] is the
 * likelihood ratio of thing i. The prior: all numbers of such things are equally likely, and so are all sets
 * of that many. */
void sq_hidden_support_posterior(double probability[], const double *odds, int n, int most);

#endif
