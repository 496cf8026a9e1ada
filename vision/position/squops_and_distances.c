/* Completes a position from its winks: places, gaps and squops with their probabilities, the order of the
 * colours by distance from the pot, and the range of tiddlies over all open pairs. */
#include "vision/position/squops_and_distances.h"

#include <stdlib.h>

#include "rules/terms/gear.h"
#include "vision/geometry/disc.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/position/corners.h"
#include "vision/position/position.h"

/* How far a wink reaches towards a point, horizontally from its middle: a leaning one less far than its
 * radius. */
static double reach_towards(const sq_seen_wink *w, sq_mm point) {
    double away = sq_mm_distance(w->at, point), sine = 0;
    if (away > 0) sine = (w->normal.x * (point.x - w->at.x) + w->normal.y * (point.y - w->at.y)) / away;
    return sq_disc_reach(sq_seen_radius_mm(w), sine);
}

double sq_gap(const sq_seen_wink *a, const sq_seen_wink *b) {
    return sq_mm_distance(a->at, b->at) - reach_towards(a, b->at) - reach_towards(b, a->at);
}

double sq_gap_sigma(double one_mm, double other_mm, double seen) {
    return sqrt(one_mm * one_mm + other_mm * other_mm - 2 * SQ_SIGMA_SHARED * seen * one_mm * other_mm);
}

double sq_overlap_probability(double gap_mm, double sigma_mm) {
    return 0.5 * erfc(gap_mm / (sigma_mm * M_SQRT2));
}

/* ---- Places and the pot ---- */

static void place_winks(sq_position *p, int known) {
    int blue = known ? known - 1 : sq_mat_blue_corner(p->winks, p->wink_count);
    for (int i = 0; i < p->wink_count; i++) {
        sq_seen_wink *w = &p->winks[i];
        if (w->place == SQ_PLACE_POT || w->place == SQ_PLACE_RIM) continue;
        w->place = sq_mat_place(w, blue);
    }
}

static void measure_to_pot(sq_position *p) {
    for (int i = 0; i < p->wink_count; i++) {
        sq_seen_wink *w = &p->winks[i];
        w->edge_to_pot_mm = sq_mm_distance(w->at, p->pot) - reach_towards(w, p->pot) - SQ_POT_BASE_MM / 2;
        w->edge_sigma_mm = hypot(w->sigma_mm, p->pot_sigma_mm);
    }
}

/* ---- Squops ---- */

static bool on_mat(const sq_seen_wink *w) {
    return w->place != SQ_PLACE_POT && w->place != SQ_PLACE_RIM;
}

static double second_over(const sq_order *orders, int n, int first, int second) {
    for (int i = 0; i < n; i++) {
        if (orders[i].first == first && orders[i].second == second) return orders[i].second_over;
        if (orders[i].first == second && orders[i].second == first) return 1 - orders[i].second_over;
    }
    return 0.5;
}

sq_call sq_overlap_call(double probability) {
    if (probability >= SQ_CALL_CERTAIN) return SQ_CALL_SQUOPPED;
    return probability <= 1 - SQ_CALL_CERTAIN ? SQ_CALL_CLEAR : SQ_CALL_LOOK;
}

static void add_squop(sq_position *p, int over, int under, double probability, double gap, double sigma) {
    if (probability <= SQ_SQUOP_REPORTED) return;
    if (p->squop_count == SQ_PAIR_CAP) {
        p->truncated = true;
        return;
    }
    p->squops[p->squop_count++] =
        (sq_squop){over, under, probability, gap, sigma, sq_overlap_call(probability)};
}

static void find_squops(sq_position *p, const sq_order *orders, int n) {
    p->squop_count = 0;
    for (int i = 0; i < p->wink_count; i++)
        for (int j = i + 1; j < p->wink_count; j++) {
            const sq_seen_wink *a = &p->winks[i], *b = &p->winks[j];
            if (!on_mat(a) || !on_mat(b)) continue;
            double gap = sq_gap(a, b);
            double sigma = sq_gap_sigma(a->sigma_mm, b->sigma_mm, fmin(a->seen, b->seen));
            double overlap = sq_overlap_probability(gap, sigma);
            double j_over = second_over(orders, n, i, j);
            add_squop(p, j, i, overlap * j_over, gap, sigma);
            add_squop(p, i, j, overlap * (1 - j_over), gap, sigma);
        }
}

/* ---- The squidge-off ---- */

static int nearer_first(const void *a, const void *b) {
    double x = ((const sq_nearest *)a)->mm, y = ((const sq_nearest *)b)->mm;
    return (x > y) - (x < y);
}

void sq_position_nearest(sq_position *p) {
    p->nearest_count = 0;
    for (int c = 0; c < SQ_COLOURS; c++) {
        sq_nearest best = {.wink = -1, .colour = (sq_colour)c};
        for (int i = 0; i < p->wink_count; i++) {
            const sq_seen_wink *w = &p->winks[i];
            bool counts =
                w->colour == (sq_colour)c && (w->place == SQ_PLACE_MAT || w->place == SQ_PLACE_BASELINE);
            if (counts && (best.wink < 0 || w->edge_to_pot_mm < best.mm))
                best = (sq_nearest){i, (sq_colour)c, w->edge_to_pot_mm, w->edge_sigma_mm};
        }
        if (best.wink >= 0) p->nearest[p->nearest_count++] = best;
    }
    qsort(p->nearest, (size_t)p->nearest_count, sizeof p->nearest[0], nearer_first);
    p->too_close = false;
    if (p->nearest_count > 1) {
        const sq_nearest *a = &p->nearest[0], *b = &p->nearest[1];
        double wrong = sq_overlap_probability(b->mm - a->mm, hypot(a->sigma_mm, b->sigma_mm));
        p->too_close = wrong > 1 - SQ_CALL_CERTAIN;
    }
}

/* ---- What is not seen, and the tiddlies ---- */

void sq_position_count_unseen(sq_position *p) {
    for (int c = 0; c < SQ_COLOURS; c++)
        for (int s = 0; s < SQ_SIZES; s++)
            p->unseen[c][s] = sq_winks_in_set((sq_size)s);
    for (int i = 0; i < p->wink_count; i++) {
        int *left = &p->unseen[p->winks[i].colour][p->winks[i].size];
        *left -= *left > 0;
    }
}

/* A pair of which it is open who squops whom, as far as it concerns one colour's winks: bit i is wink i. */
typedef struct {
    uint64_t under[2]; /* what each order takes out of play: the lower wink, or none of that colour */
    int ways;          /* orders that are possible: one or two */
    bool apart;        /* or they do not touch */
} doubt;

enum { DOUBTS_CAP = 10 }; /* 3^10 ways to go through */

static uint64_t bit_of(const sq_position *p, int wink, sq_colour c) {
    return p->winks[wink].colour == c ? (uint64_t)1 << wink : 0;
}

static double probability_of(const sq_position *p, int over, int under) {
    for (int s = 0; s < p->squop_count; s++)
        if (p->squops[s].over == over && p->squops[s].under == under) return p->squops[s].probability;
    return 0;
}

/* The open pairs that concern winks of colour c, at most DOUBTS_CAP of them; returns how many there are, and
 * in *certain the winks that are squopped whatever the open ones hold. */
static int doubts_of(const sq_position *p, sq_colour c, doubt d[DOUBTS_CAP], uint64_t *certain) {
    int n = 0;
    *certain = 0;
    for (int s = 0; s < p->squop_count; s++) {
        const sq_squop *q = &p->squops[s];
        if (q->call == SQ_CALL_SQUOPPED) *certain |= bit_of(p, q->under, c);
        double other = probability_of(p, q->under, q->over);
        bool counted_before = other > 0 && q->over > q->under;
        uint64_t this_way = bit_of(p, q->under, c), that_way = other > 0 ? bit_of(p, q->over, c) : 0;
        if (q->call != SQ_CALL_LOOK || counted_before || !(this_way | that_way)) continue;
        if (n < DOUBTS_CAP)
            d[n] = (doubt){{this_way, that_way}, other > 0 ? 2 : 1, q->probability + other < SQ_CALL_CERTAIN};
        n++;
    }
    return n;
}

/* The fewest and the most winks that can be squopped, over all ways in which the n doubts can be settled. */
static void count_squopped(const doubt *d, int n, uint64_t squopped, int *fewest, int *most) {
    if (!n) {
        int count = __builtin_popcountll(squopped);
        *fewest = count < *fewest ? count : *fewest;
        *most = count > *most ? count : *most;
        return;
    }
    for (int way = 0; way < d->ways; way++)
        count_squopped(d + 1, n - 1, squopped | d->under[way], fewest, most);
    if (d->apart) count_squopped(d + 1, n - 1, squopped, fewest, most);
}

/* Rule 19.1: 3 for a potted wink, 1 for a free one that was played. One that is not seen may be potted (3) or
 * lie hidden (0). Of two of one colour that overlap, one is free, whichever. A wink too many is none of the
 * game's, and one of the game's may be out of sight for it. */
static void count_tiddlies(sq_position *p) {
    for (int c = 0; c < SQ_COLOURS; c++) {
        int hidden = p->unseen[c][SQ_LARGE] + p->unseen[c][SQ_SMALL], all = 0, fewest = SQ_SEEN_CAP, most = 0;
        int surplus =
            sq_position_surplus(p, (sq_colour)c, SQ_LARGE) + sq_position_surplus(p, (sq_colour)c, SQ_SMALL);
        uint64_t played = 0, certain;
        for (int i = 0; i < p->wink_count; i++) {
            const sq_seen_wink *w = &p->winks[i];
            if (w->colour != (sq_colour)c || w->place == SQ_PLACE_BASELINE) continue;
            all += on_mat(w) ? 1 : 3;
            played |= bit_of(p, i, (sq_colour)c);
        }
        doubt d[DOUBTS_CAP];
        int n = doubts_of(p, (sq_colour)c, d, &certain);
        for (int i = 0; i < n && i < DOUBTS_CAP; i++)
            for (int way = 0; way < 2; way++)
                d[i].under[way] &= played;
        count_squopped(d, n < DOUBTS_CAP ? n : DOUBTS_CAP, certain & played, &fewest, &most);
        int left_out = n > DOUBTS_CAP ? n - DOUBTS_CAP : 0;
        int low = all - most - left_out - 3 * surplus;
        p->tiddlies[c].low = low > 0 ? low : 0;
        p->tiddlies[c].high = all - fewest + 3 * (hidden + surplus);
    }
}

void sq_position_complete(sq_position *p, int blue, const sq_order *orders, int order_count) {
    place_winks(p, blue);
    measure_to_pot(p);
    find_squops(p, orders, order_count);
    sq_position_nearest(p);
    sq_position_count_unseen(p);
    count_tiddlies(p);
}
