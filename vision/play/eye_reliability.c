/* Counts what the eye fails to see in a film, and makes odds of the counts. */
#include "vision/play/eye_reliability.h"

#include <math.h>

#include "vision/play/change_traces.h"
#include "vision/play/play_priors.h"

static void count(sq_film_count *c, bool failed) {
    c->looks++;
    c->failed += failed;
}

/* The mean of the odds after what was counted; what was believed before weighs as much as a look at every
 * wink. */
static double mean_with(double believed, double sum, int looks) {
    return fmax(believed, (believed * SQ_USUAL_WINKS + sum) / (SQ_USUAL_WINKS + looks));
}

static double learned(double believed, const sq_film_count *c) {
    return mean_with(believed, c->failed, c->looks);
}

void sq_film_learn_start(sq_film_odds *f, const sq_tracked *first) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (!(first->position.absent & sq_wink_bit(w)))
            count(&f->open[sq_wink_colour(w)], first->wink[w].how == SQ_TRACK_UNKNOWN);
}

static bool lies_open(const sq_tracked_wink *w) {
    return w->how == SQ_TRACK_SEEN && (w->last.place == SQ_PLACE_MAT || w->last.place == SQ_PLACE_BASELINE);
}

/* Seen to have gone where none like it can have left its trace. */
static bool has_landed(const sq_tracked_wink *was, const sq_tracked_wink *is) {
    return lies_open(was) && lies_open(is) && !is->traced &&
           sq_mm_distance(was->last.at, is->last.at) > SQ_PLAY_NEAR_MM;
}

void sq_film_learn(sq_film_odds *f, const sq_tracked *before, const sq_tracked *after,
                   const sq_play_reading *r) {
    bool falls = false;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_tracked_wink *was = &before->wink[w], *is = &after->wink[w];
        bool lost = is->how == SQ_TRACK_MISSING && !(r->gone & sq_wink_bit(w));
        falls |= sq_tracked_potted(was) != sq_tracked_potted(is) || (r->gone & sq_wink_bit(w));
        if (lies_open(was) && (lies_open(is) || lost)) count(&f->open[sq_wink_colour(w)], lost);
        if (!has_landed(was, is)) continue;
        double share = sq_trace_changed_new_place(before, &after->position, &is->last);
        if (!isnan(share)) count(&f->landed, share < SQ_TRACE_LEFT_SHARE);
    }
    if (falls || isnan(after->pot_changed_share)) return;
    f->pot_looks++;
    f->pot_shares += after->pot_changed_share;
}

double sq_film_missed(const sq_film_odds *f, sq_colour c) {
    return f ? learned(SQ_PLAY_MISSED, &f->open[c]) : SQ_PLAY_MISSED;
}

/* So much oftener than where it was seen before, by the same odds. */
double sq_film_missed_where_it_landed(const sq_film_odds *f, sq_colour c) {
    double odds = SQ_PLAY_MISSED_WHERE_IT_LANDED / SQ_PLAY_MISSED * sq_film_missed(f, c);
    return f ? fmin(odds, SQ_TRACK_HIDDEN) : SQ_PLAY_MISSED_WHERE_IT_LANDED;
}

double sq_film_traceless(const sq_film_odds *f) {
    return f ? learned(1 - SQ_TRACE_LEFT_BY_WINK, &f->landed) : 1 - SQ_TRACE_LEFT_BY_WINK;
}

double sq_film_pot_by_itself(const sq_film_odds *f) {
    return f ? mean_with(SQ_TRACE_POT_FALSE, f->pot_shares, f->pot_looks) : SQ_TRACE_POT_FALSE;
}

double sq_film_pot_by_itself_at(const sq_film_odds *f, const sq_tracked *rest) {
    return fmax(sq_film_pot_by_itself(f), rest->changed_by_itself);
}
