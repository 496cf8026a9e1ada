/* Pairs claimed winks with true ones, the nearest first: same colour and size, then same colour, then any. */
#include "datasets/score/match_winks.h"

#include <stdlib.h>

typedef struct {
    double mm;
    int wink, claim;
} candidate;

enum { SAME_COLOUR_AND_SIZE, SAME_COLOUR, ANY, LEVELS };

static int by_distance(const void *a, const void *b) {
    const candidate *p = a, *q = b;
    if (p->mm != q->mm) return p->mm < q->mm ? -1 : 1;
    if (p->wink != q->wink) return p->wink < q->wink ? -1 : 1;
    return (p->claim > q->claim) - (p->claim < q->claim);
}

static bool may_match(const sq_true_wink *w, const sq_claimed_wink *c, int level) {
    if (level < ANY && w->colour != c->colour) return false;
    return level > SAME_COLOUR_AND_SIZE || sq_true_size(w) == c->size;
}

static void match_level(sq_match *m, const sq_truth *t, const sq_prediction *p, int level, candidate *found) {
    size_t n = 0;
    for (int i = 0; i < t->wink_count; i++)
        for (int j = 0; j < p->wink_count; j++) {
            double mm = sq_match_distance(&t->winks[i], &p->winks[j]);
            if (m->claim_of[i] < 0 && m->wink_of[j] < 0 && may_match(&t->winks[i], &p->winks[j], level) &&
                mm <= SQ_MATCH_MM)
                found[n++] = (candidate){mm, i, j};
        }
    qsort(found, n, sizeof *found, by_distance);
    for (size_t k = 0; k < n; k++)
        if (m->claim_of[found[k].wink] < 0 && m->wink_of[found[k].claim] < 0) {
            m->claim_of[found[k].wink] = found[k].claim;
            m->wink_of[found[k].claim] = found[k].wink;
        }
}

bool sq_match_winks(sq_match *m, const sq_truth *t, const sq_prediction *p) {
    size_t claims = (size_t)p->wink_count;
    m->wink_of = malloc((claims + 1) * sizeof *m->wink_of);
    candidate *found = malloc(((size_t)t->wink_count * claims + 1) * sizeof *found);
    for (int i = 0; i < t->wink_count; i++)
        m->claim_of[i] = -1;
    for (size_t j = 0; m->wink_of && j < claims; j++)
        m->wink_of[j] = -1;
    for (int level = 0; m->wink_of && found && level < LEVELS; level++)
        match_level(m, t, p, level, found);
    bool ok = m->wink_of && found;
    free(found);
    return ok;
}
