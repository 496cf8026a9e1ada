/* Merges two observations of one rest: pairs their winks, takes weighted means with partly shared errors,
 * and combines what both say of each overlap and its order. */
#include "vision/position/merge_observations.h"

#include <string.h>

#include "vision/math/odds.h"
#include "vision/math/tunable_number.h"
#include "vision/position/shared_camera_error.h"
#include "vision/position/squop.h"
#include "vision/position/squops_and_distances.h"

/* Share of a look's error that comes again in another look at the same rest: the picture's blur,
 * the lens, the lamp stay. 0: two doubtful looks make a wrong call; 1: the second look is for
 * overlooked winks alone. */
SQ_NUMBER(SQ_MERGE_SHARED, 0.5);

enum { NONE = -1 };

/* ---- The winks ---- */

/* The wink of the later look that is w: the nearest one, of its like if there is one. */
static int counterpart(const sq_seen_wink *w, const sq_position *later, const int taken[SQ_SEEN_CAP]) {
    int best = NONE;
    double least = 2 * SQ_SAME_WINK_MM;
    for (int i = 0; i < later->wink_count; i++) {
        double mm = sq_mm_distance(w->at, later->winks[i].at);
        double unlike = sq_seen_alike(w, &later->winks[i]) ? 0 : SQ_SAME_WINK_MM;
        if (taken[i] != NONE || mm > SQ_SAME_WINK_MM || mm + unlike >= least) continue;
        best = i;
        least = mm + unlike;
    }
    return best;
}

static double pooled(double a, double b, double share_a) {
    return share_a * a + (1 - share_a) * b;
}

/* Of two measurements with a shared part of their errors. */
static double pooled_sigma(double a, double b) {
    double both = a > 0 ? a * b / hypot(a, b) : 0; /* were they independent */
    return hypot(sqrt(1 - SQ_MERGE_SHARED) * both, sqrt(SQ_MERGE_SHARED) * fmin(a, b));
}

/* The part of an edge's deviation that is not common to all. */
static double own_edge_sigma(const sq_seen_wink *w) {
    double common = w->common.to_pot_mm;
    return sqrt(fmax(w->edge_sigma_mm * w->edge_sigma_mm - common * common, 0));
}

/* A second look makes a place surer, but not the camera. */
static void pool_winks(sq_seen_wink *into, const sq_seen_wink *other) {
    double own = sq_own_sigma_mm(into), others = sq_own_sigma_mm(other);
    double a = others * others, b = own * own;
    double share = a + b > 0 ? a / (a + b) : 0.5;
    double sigma = pooled_sigma(own, others),
           edge_sigma = pooled_sigma(own_edge_sigma(into), own_edge_sigma(other));
    if (other->colour_confidence * other->size_confidence > into->colour_confidence * into->size_confidence) {
        into->colour = other->colour;
        into->size = other->size;
        into->colour_confidence = other->colour_confidence;
        into->size_confidence = other->size_confidence;
    }
    into->at = (sq_mm){pooled(into->at.x, other->at.x, share), pooled(into->at.y, other->at.y, share)};
    into->edge_to_pot_mm = pooled(into->edge_to_pot_mm, other->edge_to_pot_mm, share);
    into->seen = fmax(into->seen, other->seen);
    into->raised_mm *= own > 0 ? fmin(sigma / own, 1) : 0;
    into->sigma_mm = hypot(sigma, into->common.sigma_mm);
    into->edge_sigma_mm = hypot(edge_sigma, into->common.to_pot_mm);
}

/* ---- The pairs ---- */

/* What a look says of two winks: that they overlap, and if so, that the first lies over the second. */
typedef struct {
    double overlap, order;
} pair_look;

static pair_look look_of(const sq_position *p, int a, int b) {
    double forth = sq_position_over(p, a, b), overlap = forth + sq_position_over(p, b, a);
    return (pair_look){overlap, overlap > 0 ? forth / overlap : 0.5};
}

static double log_odds(double p) {
    return sq_bounded(sq_log_odds(p), SQ_ORDER_SUREST);
}

/* Where they agree the surer one counts, where they do not they wear each other down. */
static double pool_orders(double a, double b) {
    double x = log_odds(a), y = log_odds(b);
    if (x * y < 0) return sq_from_log_odds(x + y);
    return sq_from_log_odds(fabs(x) > fabs(y) ? x : y);
}

static pair_look pool_pairs(const pair_look *a, const pair_look *b) {
    double nats = (log_odds(a->overlap) + log_odds(b->overlap)) / (1 + SQ_MERGE_SHARED);
    return (pair_look){sq_from_log_odds(nats), pool_orders(a->order, b->order)};
}

/* ---- Two explanations of one pile ---- */

enum { EARLIER, LATER, LOOKS };

/* The winks that one look alone saw. Those that touch are of one pile. */
typedef struct {
    int count;
    struct {
        const sq_seen_wink *wink;
        int look, index; /* and where it stands there */
        int pile;
    } of[LOOKS * SQ_SEEN_CAP];
} lone_winks;

/* paired: the counterparts of the look's winks. */
static void gather(lone_winks *l, const sq_position *p, int look, const int paired[SQ_SEEN_CAP]) {
    for (int i = 0; i < p->wink_count; i++) {
        if (paired[i] != NONE || sq_place_is_potted(p->winks[i].place)) continue;
        l->of[l->count].wink = &p->winks[i];
        l->of[l->count].look = look;
        l->of[l->count].index = i;
        l->of[l->count].pile = l->count;
        l->count++;
    }
}

static void join_piles(lone_winks *l) {
    for (int i = 0; i < l->count; i++)
        for (int k = 0; k < i; k++) {
            const sq_seen_wink *a = l->of[i].wink, *b = l->of[k].wink;
            int from = l->of[i].pile, into = l->of[k].pile;
            if (!sq_mm_within(a->at, b->at, sq_seen_radius_mm(a) + sq_seen_radius_mm(b))) continue;
            for (int n = 0; n < l->count; n++)
                if (l->of[n].pile == from) l->of[n].pile = into;
        }
}

/* One look saw a wink where the other one saw another: the middle of one lies within the other. */
static bool is_seen_otherwise(const lone_winks *l, int pile) {
    for (int i = 0; i < l->count; i++)
        for (int k = 0; k < i; k++) {
            const sq_seen_wink *a = l->of[i].wink, *b = l->of[k].wink;
            if (l->of[i].pile != pile || l->of[k].pile != pile || l->of[i].look == l->of[k].look) continue;
            if (sq_mm_within(a->at, b->at, fmax(sq_seen_radius_mm(a), sq_seen_radius_mm(b)))) return true;
        }
    return false;
}

/* The look that does with fewer winks explains the pile; of two that need as many, the later one. */
static int worse_look(const lone_winks *l, int pile) {
    int winks[LOOKS] = {0};
    for (int i = 0; i < l->count; i++)
        winks[l->of[i].look] += l->of[i].pile == pile;
    return winks[LATER] > winks[EARLIER] ? LATER : EARLIER;
}

/* What one look made of a pile and the other did not is no second pile in the same place. */
static void leave_out_second_explanations(const lone_winks *l, bool left_out[LOOKS][SQ_SEEN_CAP]) {
    for (int pile = 0; pile < l->count; pile++) {
        if (!is_seen_otherwise(l, pile)) continue;
        int worse = worse_look(l, pile);
        for (int i = 0; i < l->count; i++)
            if (l->of[i].pile == pile && l->of[i].look == worse) left_out[worse][l->of[i].index] = true;
    }
}

/* ---- Both together ---- */

/* Where each merged wink stands in the two looks; NONE where that one overlooked it. */
typedef struct {
    int earlier[SQ_SEEN_CAP], later[SQ_SEEN_CAP];
} origin;

static void take(sq_position *out, origin *o, const sq_seen_wink *w, int earlier, int later) {
    if (out->wink_count == SQ_SEEN_CAP) {
        out->truncated = true;
        return;
    }
    o->earlier[out->wink_count] = earlier;
    o->later[out->wink_count] = later;
    out->winks[out->wink_count] = *w;
    out->winks[out->wink_count++].id = SQ_NO_WINK;
}

static void merge_winks(sq_position *out, origin *o, const sq_position *earlier, const sq_position *later) {
    int to_earlier[SQ_SEEN_CAP], to_later[SQ_SEEN_CAP];
    bool left_out[LOOKS][SQ_SEEN_CAP] = {0};
    lone_winks lone = {0};
    for (int i = 0; i < SQ_SEEN_CAP; i++)
        to_earlier[i] = NONE;
    for (int k = 0; k < earlier->wink_count; k++) {
        to_later[k] = counterpart(&earlier->winks[k], later, to_earlier);
        if (to_later[k] != NONE) to_earlier[to_later[k]] = k;
    }
    gather(&lone, earlier, EARLIER, to_later);
    gather(&lone, later, LATER, to_earlier);
    join_piles(&lone);
    leave_out_second_explanations(&lone, left_out);
    out->wink_count = 0;
    for (int i = 0; i < later->wink_count; i++) {
        sq_seen_wink w = later->winks[i];
        if (to_earlier[i] != NONE) pool_winks(&w, &earlier->winks[to_earlier[i]]);
        if (!left_out[LATER][i]) take(out, o, &w, to_earlier[i], i);
    }
    for (int k = 0; k < earlier->wink_count; k++)
        if (to_later[k] == NONE && !left_out[EARLIER][k]) take(out, o, &earlier->winks[k], k, NONE);
}

static void merge_pairs(sq_position *out, const origin *o, const sq_position *earlier,
                        const sq_position *later) {
    out->squop_count = 0;
    for (int a = 0; a < out->wink_count; a++)
        for (int b = a + 1; b < out->wink_count; b++) {
            bool in_earlier = o->earlier[a] != NONE && o->earlier[b] != NONE;
            bool in_later = o->later[a] != NONE && o->later[b] != NONE;
            pair_look x = in_earlier ? look_of(earlier, o->earlier[a], o->earlier[b]) : (pair_look){0};
            pair_look y = in_later ? look_of(later, o->later[a], o->later[b]) : (pair_look){0};
            pair_look l = !in_earlier ? y : !in_later ? x : pool_pairs(&x, &y);
            sq_position_put_overlap(out, a, b, l.overlap, l.order);
        }
}

/* What covers the mat in both, as the later look shows it. */
static void merge_regions(sq_position *out, const sq_position *earlier, const sq_position *later) {
    out->region_count = 0;
    for (int i = 0; i < later->region_count; i++) {
        const sq_region *r = &later->regions[i];
        bool in_both = false;
        for (int k = 0; k < earlier->region_count; k++)
            in_both |=
                sq_mm_within(r->at, earlier->regions[k].at, r->radius_mm + earlier->regions[k].radius_mm);
        if (in_both) out->regions[out->region_count++] = *r;
    }
}

void sq_position_merge(sq_position *out, const sq_position *earlier, const sq_position *later) {
    origin o;
    *out = *later;
    out->truncated |= earlier->truncated;
    merge_winks(out, &o, earlier, later);
    merge_pairs(out, &o, earlier, later);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        if (earlier->potted[c] > out->potted[c]) out->potted[c] = earlier->potted[c];
    merge_regions(out, earlier, later);
    sq_position_nearest(out);
    sq_position_count_unseen(out);
    sq_position_count_tiddlies(out);
}
