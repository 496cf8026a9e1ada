/* Makes the pair orders of a pile consistent: enumerates all ways of laying it, leaves out the circular
 * ones, and sums the probabilities of the rest. */
#include "vision/review/order_consistency.h"

#include <string.h>

#include "vision/math/tunable_number.h"
#include "vision/position/position.h"
#include "vision/position/rim_gap.h"
#include "vision/position/squop.h"

/* The ways at most that are gone through: all of a pile of which eleven pairs are open. More: a look may take
 * a millisecond longer. */
enum { SQ_CONSISTENCY_WAYS = 2048 };

/* The pairs of one pile, and the ways of laying them that were gone through. */
typedef struct {
    int n, ways;
    sq_order *pair[SQ_PAIR_CAP];
    double all, second_over[SQ_PAIR_CAP]; /* weights of all ways, and of those where the second lies over */
} pile;

/* below[i]: bit j is set where wink i lies over wink j, itself or by others between. */
typedef struct {
    uint64_t below[SQ_SEEN_CAP];
} laid;

static uint64_t bit(int wink) {
    return (uint64_t)1 << wink;
}

/* Lays one wink upon another; false where that closes a circle. */
static bool lay(laid *l, int upper, int lower) {
    if (l->below[lower] & bit(upper)) return false;
    uint64_t more = l->below[lower] | bit(lower);
    for (int i = 0; i < SQ_SEEN_CAP; i++)
        if (i == upper || l->below[i] & bit(upper)) l->below[i] |= more;
    return true;
}

/* Goes through all ways of laying the pairs from the k-th on, upon what is laid already with that weight;
 * second: bit i is set where of pair i the second wink lies over. Ways that cannot be are left out. */
static void go_on(pile *h, int k, const laid *so_far, double weight, bool second[SQ_PAIR_CAP]) {
    if (k == h->n) {
        h->ways++;
        h->all += weight;
        for (int i = 0; i < h->n; i++)
            h->second_over[i] += second[i] ? weight : 0;
        return;
    }
    const sq_order *o = h->pair[k];
    for (int way = 0; way < 2 && h->ways <= SQ_CONSISTENCY_WAYS; way++) {
        double w = weight * (way ? o->second_over : 1 - o->second_over);
        laid l = *so_far;
        second[k] = way;
        if (w > 0 && lay(&l, way ? o->second : o->first, way ? o->first : o->second))
            go_on(h, k + 1, &l, w, second);
    }
}

static void settle(pile *h) {
    bool second[SQ_PAIR_CAP];
    laid none = {0};
    h->ways = 0;
    h->all = 0;
    memset(h->second_over, 0, sizeof h->second_over);
    go_on(h, 0, &none, 1, second);
    if (h->ways > SQ_CONSISTENCY_WAYS || !(h->all > 0)) return;
    for (int i = 0; i < h->n; i++)
        h->pair[i]->second_over = h->second_over[i] / h->all;
}

static bool surely_overlap(const sq_seen_wink *a, const sq_seen_wink *b) {
    sq_gap gap = sq_gap_between(a, b);
    return sq_overlap_probability(gap.mm, gap.sigma_mm) >= SQ_CALL_CERTAIN;
}

/* Moves the first unsettled pair and all that hang together with it to the pile. */
static void collect(pile *h, sq_order **open, int *n) {
    uint64_t winks = bit(open[0]->first);
    bool more = true;
    h->n = 0;
    while (more) {
        int left = 0;
        more = false;
        for (int i = 0; i < *n; i++) {
            uint64_t both = bit(open[i]->first) | bit(open[i]->second);
            if (both & winks) {
                winks |= both;
                more = true;
                h->pair[h->n++] = open[i];
            } else
                open[left++] = open[i];
        }
        *n = left;
    }
}

void sq_order_consistency_settle(sq_order *order, int n, const sq_position *p) {
    sq_order *open[SQ_PAIR_CAP];
    pile h;
    int count = 0;
    for (int i = 0; i < n && i < SQ_PAIR_CAP; i++)
        if (surely_overlap(&p->winks[order[i].first], &p->winks[order[i].second])) open[count++] = &order[i];
    while (count) {
        collect(&h, open, &count);
        settle(&h);
    }
}
