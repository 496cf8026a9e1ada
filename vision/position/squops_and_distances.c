/* Completes a position from its winks: places, gaps and squops with their probabilities, the order of the
 * colours by distance from the pot, and the range of tiddlies over all open pairs. */
#include "vision/position/squops_and_distances.h"

#include <stdlib.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/position/mat_corners.h"
#include "vision/position/position.h"
#include "vision/position/rim_gap.h"
#include "vision/position/shared_camera_error.h"
#include "vision/position/squop.h"

/* ---- Places and the pot ---- */

static void place_winks(sq_position *p, int blue) {
    for (int i = 0; i < p->wink_count; i++) {
        sq_seen_wink *w = &p->winks[i];
        if (sq_place_is_potted(w->place)) continue;
        w->place = sq_mat_place(w, blue);
    }
}

static void measure_to_pot(sq_position *p) {
    for (int i = 0; i < p->wink_count; i++) {
        sq_seen_wink *w = &p->winks[i];
        w->edge_to_pot_mm = sq_mm_distance(w->at, p->pot) - sq_wink_reach(w, p->pot) - SQ_POT_BASE_MM / 2;
        w->edge_sigma_mm = hypot(hypot(sq_own_sigma_mm(w), w->common.to_pot_mm), p->pot_sigma_mm);
    }
}

/* ---- Squops ---- */

static bool on_mat(const sq_seen_wink *w) {
    return !sq_place_is_potted(w->place);
}

static double second_over(const sq_order *orders, int n, int first, int second) {
    for (int i = 0; i < n; i++) {
        if (orders[i].first == first && orders[i].second == second) return orders[i].second_over;
        if (orders[i].first == second && orders[i].second == first) return 1 - orders[i].second_over;
    }
    return 0.5;
}

static void find_squops(sq_position *p, const sq_order *orders, int n) {
    p->squop_count = 0;
    for (int i = 0; i < p->wink_count; i++)
        for (int j = i + 1; j < p->wink_count; j++) {
            const sq_seen_wink *a = &p->winks[i], *b = &p->winks[j];
            if (!on_mat(a) || !on_mat(b)) continue;
            sq_gap gap = sq_gap_between(a, b);
            double overlap = sq_overlap_probability(gap.mm, gap.sigma_mm);
            double j_over = second_over(orders, n, i, j);
            sq_position_put_overlap(p, j, i, overlap, j_over);
        }
}

/* ---- The squidge-off ---- */

static int nearer_first(const void *a, const void *b) {
    double x = ((const sq_nearest *)a)->mm, y = ((const sq_nearest *)b)->mm;
    return (x > y) - (x < y);
}

static double square(double x) {
    return x * x;
}

/* The variance of a shift of the pot against a wink. */
static double shift_of(const sq_position *p, const sq_seen_wink *w) {
    return square(w->common.to_pot_mm) + (p->pot_sigma_mm > 0 ? square(p->pot_sigma_mm) : 0);
}

double sq_nearer_sigma_mm(const sq_position *p, const sq_seen_wink *a, const sq_seen_wink *b) {
    double to_a = sq_mm_distance(a->at, p->pot), to_b = sq_mm_distance(b->at, p->pot), apart = M_SQRT2;
    if (to_a > 0 && to_b > 0)
        apart = hypot((a->at.x - p->pot.x) / to_a - (b->at.x - p->pot.x) / to_b,
                      (a->at.y - p->pot.y) / to_a - (b->at.y - p->pot.y) / to_b);
    double own_a = fmax(square(a->edge_sigma_mm) - shift_of(p, a), 0),
           own_b = fmax(square(b->edge_sigma_mm) - shift_of(p, b), 0);
    return sqrt(own_a + own_b + square(apart) * (shift_of(p, a) + shift_of(p, b)) / 2);
}

/* Of winks behind their baselines nobody asks which is nearer. */
static bool is_played(const sq_position *p, const sq_nearest *n) {
    return p->winks[n->wink].place != SQ_PLACE_BASELINE;
}

/* The probability that the k-th is nearer than the first. */
static double is_nearer_than_first(const sq_position *p, int k) {
    const sq_nearest *a = &p->nearest[0], *b = &p->nearest[k];
    if (a->wink < 0 || b->wink < 0 || !is_played(p, a) || !is_played(p, b)) return 0;
    return sq_overlap_probability(b->mm - a->mm,
                                  sq_nearer_sigma_mm(p, &p->winks[a->wink], &p->winks[b->wink]));
}

/* Of several only all together may leave it open: the likeliest of them is one in any case. */
bool sq_position_is_too_close(const sq_position *p, int k) {
    if (!p->too_close || !k || k == p->rival) return p->too_close;
    return is_nearer_than_first(p, k) > 1 - SQ_CALL_CERTAIN;
}

/* The first is the nearest if it is nearer than each of the others. */
double sq_position_find_rival(sq_position *p) {
    double all = 1, likeliest = 0;
    p->rival = 0;
    for (int k = 1; k < p->nearest_count; k++) {
        double wrong = is_nearer_than_first(p, k);
        all *= 1 - wrong;
        if (wrong > likeliest) p->rival = k;
        likeliest = fmax(likeliest, wrong);
    }
    return all;
}

void sq_position_nearest(sq_position *p) {
    p->nearest_count = 0;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
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
    p->too_close = sq_position_find_rival(p) < SQ_CALL_CERTAIN;
}

/* ---- What is not seen, and the tiddlies ---- */

void sq_position_count_unseen(sq_position *p) {
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        for (int s = 0; s < SQ_SIZES; s++)
            p->unseen[c][s] = sq_set_count(p->absent, (sq_colour)c, (sq_size)s);
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

/* Whether a region that is no wink for the eye reaches it: one that is not seen may lie there, and upon it.
 */
static bool is_reached_by_region(const sq_position *p, const sq_seen_wink *w) {
    for (int i = 0; i < p->region_count; i++)
        if (sq_mm_distance(p->regions[i].at, w->at) < p->regions[i].radius_mm + sq_seen_radius_mm(w))
            return true;
    return false;
}

static bool all_are_seen(const sq_position *p) {
    int hidden = 0;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        hidden += sq_position_unseen(p, (sq_colour)c);
    return !hidden;
}

/* The open pairs that concern winks of colour c, and winks that a region reaches, at most DOUBTS_CAP of
 * them; returns how many there are, and in *certain the winks that are squopped whatever the open ones hold.
 */
static int doubts_of(const sq_position *p, sq_colour c, doubt d[DOUBTS_CAP], uint64_t *certain) {
    int n = 0;
    *certain = 0;
    bool some_are_hidden = !all_are_seen(p);
    for (int i = 0; i < p->wink_count && some_are_hidden; i++) {
        if (!bit_of(p, i, c) || !on_mat(&p->winks[i]) || !is_reached_by_region(p, &p->winks[i])) continue;
        if (n < DOUBTS_CAP) d[n] = (doubt){{bit_of(p, i, c), 0}, 1, true};
        n++;
    }
    for (int s = 0; s < p->squop_count; s++) {
        const sq_squop *q = &p->squops[s];
        if (q->call == SQ_CALL_SQUOPPED) *certain |= bit_of(p, q->under, c);
        double other = sq_position_over(p, q->under, q->over);
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

/* Whether a wink may lie upon one of another colour: none waits so; it was played there, or the other was
 * pushed below it. */
static bool lies_on_other(const sq_position *p, int wink) {
    for (int s = 0; s < p->squop_count; s++)
        if (p->squops[s].over == wink && p->winks[p->squops[s].under].colour != p->winks[wink].colour)
            return true;
    return false;
}

/* Rule 19.1: 3 for a potted wink, 1 for a free one that was played. One that is not seen may be potted (3),
 * and is where the pot's heap shows a part of it, or lie hidden (0). Of two of one colour that overlap, one
 * is free, whichever. A wink too many is none of the game's, and one of the game's may be out of sight for
 * it. */
void sq_position_count_tiddlies(sq_position *p) {
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        int hidden = sq_position_unseen(p, (sq_colour)c), all = 0, fewest = SQ_SEEN_CAP, most = 0,
            may_wait = 0;
        int surplus =
            sq_position_surplus(p, (sq_colour)c, SQ_LARGE) + sq_position_surplus(p, (sq_colour)c, SQ_SMALL);
        uint64_t played = 0, certain;
        for (int i = 0; i < p->wink_count; i++) {
            const sq_seen_wink *w = &p->winks[i];
            if (w->colour != (sq_colour)c) continue;
            if (w->place == SQ_PLACE_BASELINE) {
                may_wait += lies_on_other(p, i);
                continue;
            }
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
        int heap = sq_position_in_heap(p, (sq_colour)c);
        int low = all - most - left_out - 3 * surplus + 3 * (heap < hidden ? heap : hidden);
        p->tiddlies[c].low = low > 0 ? low : 0;
        p->tiddlies[c].high = all + may_wait - fewest + 3 * (hidden + surplus);
    }
}

/* A wink behind a baseline counts nothing where that is its own; as long as it is open whose corner is which,
 * it may count. */
static void allow_other_corners(sq_position *p, int blue) {
    bool may_be[SQ_MAT_CORNERS];
    sq_mat_blue_may_be(p->winks, p->wink_count, may_be);
    may_be[blue] = false;
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        if (!may_be[k]) continue;
        int low[SQ_USUAL_COLOURS], high[SQ_USUAL_COLOURS];
        for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
            low[c] = p->tiddlies[c].low;
            high[c] = p->tiddlies[c].high;
        }
        place_winks(p, k);
        sq_position_count_tiddlies(p);
        for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
            p->tiddlies[c].low = low[c] < p->tiddlies[c].low ? low[c] : p->tiddlies[c].low;
            p->tiddlies[c].high = high[c] > p->tiddlies[c].high ? high[c] : p->tiddlies[c].high;
        }
    }
    place_winks(p, blue);
}

void sq_position_complete(sq_position *p, int known, const sq_order *orders, int order_count) {
    int blue = known ? known - 1 : sq_mat_blue_corner(p->winks, p->wink_count);
    place_winks(p, blue);
    measure_to_pot(p);
    find_squops(p, orders, order_count);
    sq_position_nearest(p);
    sq_position_count_unseen(p);
    sq_position_count_tiddlies(p);
    if (!known) allow_other_corners(p, blue);
}
