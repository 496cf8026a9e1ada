/* Decides whose corner is which, by a vote of the winks that lie behind the baselines, and from that the
 * place of a wink; and whether the picture is mirrored. */
#include "vision/position/mat_corners.h"

#include <math.h>

#include "vision/geometry/mat_geometry.h"
#include "vision/math/tunable_number.h"

/* Of the played winks, those that came to lie behind a baseline: the four corners are 3.5 % of the mat, and
 * winks gather about the pot. And of the sources, those that come mirrored. Higher: nobody claims an order
 * with half of the winks played; lower: a stray turns the mat around, or mirrors it. */
SQ_NUMBER(SQ_PLAYED_BEHIND, 0.003);
SQ_NUMBER(SQ_MIRRORED_SOURCES, 0.02);

/* The probability from which an order is sure: a game that is refused wrongly costs an evening. */
SQ_NUMBER(SQ_CORNERS_SURE, 0.999);

int sq_mat_corner(sq_mm at) {
    return at.y >= 0 ? (at.x < 0 ? 0 : 1) : (at.x >= 0 ? 2 : 3);
}

static bool is_behind(const sq_seen_wink *w) {
    return sq_mat_behind_baseline(w->at) > sq_seen_radius_mm(w);
}

/* For each corner of blue the winks that then lie behind their own baselines. */
static void count_votes(const sq_seen_wink *winks, int count, int votes[SQ_MAT_CORNERS]) {
    for (int i = 0; i < count; i++)
        if (is_behind(&winks[i]))
            votes[(sq_mat_corner(winks[i].at) + SQ_MAT_CORNERS - (int)winks[i].colour) % SQ_MAT_CORNERS]++;
}

static int most_voted(const int votes[SQ_MAT_CORNERS]) {
    int best = 0;
    for (int c = 1; c < SQ_MAT_CORNERS; c++)
        if (votes[c] > votes[best]) best = c;
    return best;
}

int sq_mat_blue_corner(const sq_seen_wink *winks, int count) {
    int votes[SQ_MAT_CORNERS] = {0};
    count_votes(winks, count, votes);
    return most_voted(votes);
}

/* The corner of a colour in that order. */
static int corner_in(const sq_corner_order *o, sq_colour c) {
    return (o->blue + (o->mirrored ? SQ_MAT_CORNERS - (int)c : (int)c)) % SQ_MAT_CORNERS;
}

/* Of the winks behind a baseline, the share that was played there: the more are gone, the more have strayed.
 * One more is counted, so that it is never none. */
static double strays_among(const sq_seen_wink *winks, int count) {
    int behind = 0;
    for (int i = 0; i < count; i++)
        behind += is_behind(&winks[i]);
    double gone = fmax(0, SQ_USUAL_WINKS - behind) + 1;
    return behind ? fmin(1, SQ_PLAYED_BEHIND * gone / behind) : 1;
}

/* Whether an earlier one of its colour lies behind the same baseline. */
static bool follows(const sq_seen_wink *winks, int i) {
    int corner = sq_mat_corner(winks[i].at);
    for (int j = 0; j < i; j++)
        if (winks[j].colour == winks[i].colour && is_behind(&winks[j]) &&
            sq_mat_corner(winks[j].at) == corner)
            return true;
    return false;
}

/* The order's logarithmic odds, and how many winks it explains. Strays are no chance each: where one was
 * played to, another of its colour may follow. */
static double weigh(sq_corner_order *o, const sq_seen_wink *winks, int count, double strays) {
    double sum = log(o->mirrored ? SQ_MIRRORED_SOURCES : 1 - SQ_MIRRORED_SOURCES);
    for (int i = 0; i < count; i++) {
        const sq_seen_wink *w = &winks[i];
        if (!is_behind(w)) continue;
        double waits = w->colour_confidence * (1 - strays), elsewhere = (1 - waits) / SQ_MAT_CORNERS;
        bool own = sq_mat_corner(w->at) == corner_in(o, w->colour);
        if (!own && follows(winks, i)) elsewhere = 1.0 / SQ_MAT_CORNERS;
        sum += log(elsewhere + (own ? waits : 0));
        o->told += own;
    }
    return sum;
}

sq_corner_order sq_mat_corner_order(const sq_seen_wink *winks, int count) {
    sq_corner_order order[2 * SQ_MAT_CORNERS], best = {.blue = 0};
    double weight[2 * SQ_MAT_CORNERS], most = -INFINITY, all = 0, mirrored = 0;
    double strays = strays_among(winks, count);
    for (int k = 0; k < 2 * SQ_MAT_CORNERS; k++) {
        order[k] = (sq_corner_order){.blue = k % SQ_MAT_CORNERS, .mirrored = k >= SQ_MAT_CORNERS};
        weight[k] = weigh(&order[k], winks, count, strays);
        if (weight[k] <= most) continue;
        most = weight[k];
        best = order[k];
    }
    for (int k = 0; k < 2 * SQ_MAT_CORNERS; k++) {
        all += exp(weight[k] - most);
        if (order[k].mirrored) mirrored += exp(weight[k] - most);
    }
    best.probability = 1 / all;
    best.mirrored_probability = mirrored / all;
    return best;
}

void sq_mat_blue_may_be(const sq_seen_wink *winks, int count, bool may_be[SQ_MAT_CORNERS]) {
    double weight[SQ_MAT_CORNERS], most = -INFINITY, strays = strays_among(winks, count);
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        sq_corner_order o = {.blue = k};
        weight[k] = weigh(&o, winks, count, strays);
        most = fmax(most, weight[k]);
    }
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        may_be[k] = exp(weight[k] - most) > 1 - SQ_CORNERS_SURE;
}

bool sq_corner_order_is_sure(const sq_corner_order *o) {
    return o->probability > SQ_CORNERS_SURE;
}

bool sq_corner_order_is_doubtful(const sq_corner_order *o) {
    return !sq_corner_order_is_sure(o) && o->mirrored_probability > 0.5;
}

static int count_outside_pot(const sq_seen_wink *winks, int count) {
    int n = 0;
    for (int i = 0; i < count; i++)
        n += !sq_place_is_potted(winks[i].place);
    return n;
}

/* One of its colour and size covers that place. */
static bool lies_at(const sq_seen_wink *winks, int count, const sq_seen_wink *w, sq_mm at) {
    for (int i = 0; i < count; i++)
        if (sq_seen_alike(&winks[i], w) && sq_mm_within(winks[i].at, at, sq_seen_radius_mm(w))) return true;
    return false;
}

bool sq_mat_is_turned(const sq_seen_wink *before, int before_count, const sq_seen_wink *now, int now_count) {
    int same = 0, turned = 0, there = count_outside_pot(now, now_count),
        were = count_outside_pot(before, before_count);
    for (int i = 0; i < now_count; i++) {
        const sq_seen_wink *w = &now[i];
        if (sq_place_is_potted(w->place)) continue;
        same += lies_at(before, before_count, w, w->at);
        turned += lies_at(before, before_count, w, (sq_mm){-w->at.x, -w->at.y});
    }
    return turned >= SQ_WINKS_PER_COLOUR && 2 * turned > there && 2 * turned > were && turned > 2 * same;
}

bool sq_mat_waits(const sq_seen_wink *w, int blue_corner) {
    bool own = sq_mat_corner(w->at) == (blue_corner + (int)w->colour) % SQ_MAT_CORNERS;
    return own && sq_mat_behind_baseline(w->at) > sq_seen_radius_mm(w);
}

sq_place sq_mat_place(const sq_seen_wink *w, int blue_corner) {
    if (sq_mat_beyond_edge(w->at, sq_seen_radius_mm(w)) > 0) return SQ_PLACE_OFF;
    return sq_mat_waits(w, blue_corner) ? SQ_PLACE_BASELINE : SQ_PLACE_MAT;
}
