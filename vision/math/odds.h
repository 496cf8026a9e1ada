/* Probabilities and their log odds, in nats: evidence from independent sources adds up. */
#ifndef SQ_VISION_MATH_ODDS_H
#define SQ_VISION_MATH_ODDS_H

#include <math.h>

static inline double sq_log_odds(double probability) {
    return log(probability / (1 - probability));
}

static inline double sq_from_log_odds(double nats) {
    return 1 / (1 + exp(-nats));
}

/* Between -most and most. */
static inline double sq_bounded(double nats, double most) {
    return fmin(fmax(nats, -most), most);
}

#endif
