/* How long a shot's motion takes in this game. One that takes twice as long may be a shot and a hand that
 * puts its wink back. */
#include <math.h>

#include "ui/umpire/umpire_state.h"
#include "vision/play/odds.h"

void sq_umpire_note_pace(sq_umpire_pace *p, double seconds) {
    if (!(seconds > 0)) return;
    p->shots++;
    p->sum += log(seconds);
    p->sum_of_squares += log(seconds) * log(seconds);
}

double sq_umpire_twice_over(const sq_umpire_pace *p, double seconds) {
    if (p->shots < SQ_PLAY_PACE_SHOTS || !(seconds > 0)) return 1;
    double mean = p->sum / p->shots, variance = p->sum_of_squares / p->shots - mean * mean;
    variance = fmax(variance, SQ_PLAY_PACE_SIGMA * SQ_PLAY_PACE_SIGMA);
    double once = log(seconds) - mean, twice = once - M_LN2;
    double ratio = exp((once * once - twice * twice) / (2 * variance));
    return fmin(fmax(ratio, 1 / SQ_PLAY_PACE_MOST), SQ_PLAY_PACE_MOST);
}
