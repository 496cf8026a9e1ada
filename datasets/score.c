#include "datasets/score.h"

#include <stdlib.h>
#include <string.h>

#include "rules/gear.h"

/* Flat and whole: what an isolated wink looks like, to the accuracy of the truth's own numbers. */
#define WHOLE_SEEN 0.98
#define FLAT_NORMAL_Z 0.9998 /* the cosine of 1.1° */

const sq_score_row_kind sq_score_rows[SQ_SCORE_ROWS] = {
#define X(name, is_count) {#name, is_count},
    SQ_SCORE_ROW_LIST(X)
#undef X
};

/* Room for one more in a growing list; null when memory runs out. */
static void *grown(void *at, size_t count, size_t *room, size_t size) {
    if (count < *room) return at;
    size_t more = *room ? 2 * *room : 64;
    void *bigger = realloc(at, more * size);
    if (bigger) *room = more;
    return bigger;
}

static void note(sq_tally *t, sq_numbers *list, double v) {
    double *at = grown(list->at, list->count, &list->room, sizeof *at);
    if (at) {
        list->at = at;
        at[list->count++] = v;
    } else {
        t->starved = true;
    }
}

static void note_answer(sq_tally *t, sq_answer a) {
    sq_answer *at = grown(t->answers, t->answer_count, &t->answer_room, sizeof *at);
    if (at) {
        t->answers = at;
        at[t->answer_count++] = a;
    } else {
        t->starved = true;
    }
}

static sq_size size_of(const sq_true_wink *w) {
    return w->diameter_mm > (SQ_LARGE_MM + SQ_SMALL_MM) / 2 ? SQ_LARGE : SQ_SMALL;
}

static bool on_mat(const sq_true_wink *w) {
    return w->place == SQ_PLACE_MAT || w->place == SQ_PLACE_BASELINE || w->place == SQ_PLACE_OFF;
}

static bool must_be_found(const sq_true_wink *w) {
    return w->visible_fraction >= SQ_SCORE_SEEN && on_mat(w);
}

/* Matching. */

typedef struct {
    double mm;
    int wink, claim;
} candidate;

typedef struct {
    int claim_of[SQ_SEEN_CAP]; /* for each wink of the truth; -1: none */
    int *wink_of;              /* for each claim; -1: none */
} match;

enum { SAME_COLOUR_AND_SIZE, SAME_COLOUR, ANY, LEVELS };

static int by_distance(const void *a, const void *b) {
    const candidate *p = a, *q = b;
    if (p->mm != q->mm) return p->mm < q->mm ? -1 : 1;
    if (p->wink != q->wink) return p->wink < q->wink ? -1 : 1;
    return (p->claim > q->claim) - (p->claim < q->claim);
}

static bool may_match(const sq_true_wink *w, const sq_claimed_wink *c, int level) {
    if (level < ANY && w->colour != c->colour) return false;
    return level > SAME_COLOUR_AND_SIZE || size_of(w) == c->size;
}

static double distance(const sq_true_wink *w, const sq_claimed_wink *c) {
    return sq_mm_distance((sq_mm){w->at.x, w->at.y}, c->at);
}

static void match_level(match *m, const sq_truth *t, const sq_prediction *p, int level, candidate *found) {
    size_t n = 0;
    for (int i = 0; i < t->wink_count; i++)
        for (int j = 0; j < p->wink_count; j++) {
            double mm = distance(&t->winks[i], &p->winks[j]);
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

/* False when memory runs out. The caller frees m->wink_of. */
static bool match_winks(match *m, const sq_truth *t, const sq_prediction *p) {
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

/* Winks. */

static sq_mm spot(const sq_true_wink *w) {
    return (sq_mm){w->at.x, w->at.y};
}

/* A fault about one wink, or about one over another. */
static void blame(sq_tally *t, sq_fault_kind kind, double mm, const sq_true_wink *a, const sq_true_wink *b) {
    sq_fault f = {.kind = kind, .mm = mm, .a = a->id, .b = b ? b->id : SQ_NO_WINK, .at = spot(a)};
    if (b) f.at = (sq_mm){(a->at.x + b->at.x) / 2, (a->at.y + b->at.y) / 2};
    if (t->worst) sq_worst_note(t->worst, f);
}

/* A fault about what is not there. */
static void blame_claim(sq_tally *t, sq_fault_kind kind, const sq_claimed_wink *c) {
    sq_fault f = {.kind = kind, .a = SQ_NO_WINK, .b = SQ_NO_WINK, .at = c->at};
    if (t->worst) sq_worst_note(t->worst, f);
}

static void add_found(sq_tally *t, const sq_true_wink *w, const sq_claimed_wink *c) {
    double mm = distance(w, c);
    bool mistaken = w->colour != c->colour || size_of(w) != c->size;
    blame(t, mistaken ? SQ_FAULT_MISTAKEN : SQ_FAULT_ASTRAY, mm, w, NULL);
    bool whole = w->visible_fraction > WHOLE_SEEN && w->normal.z > FLAT_NORMAL_Z;
    t->n.found++;
    t->n.colour_wrong += w->colour != c->colour;
    t->n.size_wrong += size_of(w) != c->size;
    t->n.place_wrong += w->place != c->place;
    note(t, whole ? &t->whole_mm : &t->covered_mm, mm);
    if (!isnan(c->edge_to_pot_mm) && !isnan(w->nearest_edge_to_pot_mm))
        note(t, &t->edge_mm, fabs(c->edge_to_pot_mm - w->nearest_edge_to_pot_mm));
    if (c->sigma_mm != 0) note(t, whole ? &t->z_whole : &t->z_covered, mm / c->sigma_mm);
}

static void add_winks(sq_tally *t, const sq_truth *truth, const sq_prediction *p, const match *m) {
    for (int i = 0; i < truth->wink_count; i++) {
        const sq_true_wink *w = &truth->winks[i];
        if (!must_be_found(w)) continue;
        t->n.winks++;
        if (m->claim_of[i] >= 0)
            add_found(t, w, &p->winks[m->claim_of[i]]);
        else
            blame(t, SQ_FAULT_UNSEEN, 0, w, NULL);
    }
    for (int j = 0; j < p->wink_count; j++)
        if (m->wink_of[j] < 0 && p->winks[j].place != SQ_PLACE_POT && p->winks[j].seen > 0) {
            t->n.extra++;
            blame_claim(t, SQ_FAULT_INVENTED, &p->winks[j]);
        }
}

/* Squops. */

typedef enum { NO_SQUOP, HIDDEN_SQUOP, SQUOP } relation;

typedef struct {
    relation truth[SQ_SEEN_CAP][SQ_SEEN_CAP]; /* [over][under] */
    bool claimed[SQ_SEEN_CAP][SQ_SEEN_CAP];
    sq_claimed_pair claim[SQ_SEEN_CAP][SQ_SEEN_CAP];
} pairs;

static void true_pairs(pairs *q, const sq_truth *t) {
    for (int a = 0; a < t->wink_count; a++)
        for (int b = 0; b < t->wink_count; b++) {
            const sq_true_wink *over = &t->winks[a], *under = &t->winks[b];
            if (!on_mat(over) || !on_mat(under) || under->id == SQ_NO_WINK) continue;
            if (!(over->over & sq_wink_bit(under->id))) continue;
            q->truth[a][b] = under->visible_fraction >= SQ_SCORE_SEEN_UNDER ? SQUOP : HIDDEN_SQUOP;
        }
}

static void claimed_pairs(sq_tally *t, pairs *q, const sq_truth *truth, const sq_prediction *p,
                          const match *m) {
    for (int k = 0; k < p->pair_count; k++) {
        sq_claimed_pair c = p->pairs[k];
        int a = m->wink_of[c.over], b = m->wink_of[c.under];
        if ((a >= 0 && !on_mat(&truth->winks[a])) || (b >= 0 && !on_mat(&truth->winks[b]))) continue;
        bool known = a >= 0 && b >= 0, is_squop = known && q->truth[a][b] != NO_SQUOP;
        if (known) {
            q->claimed[a][b] = true;
            q->claim[a][b] = c;
        } else {
            note_answer(t, (sq_answer){c.probability, false, c.call});
        }
        t->n.squops_called += c.call == SQ_CALL_SQUOPPED;
        if (c.call != SQ_CALL_SQUOPPED || is_squop) continue;
        t->n.squops_false++;
        if (known)
            blame(t, SQ_FAULT_FALSE_SQUOP, 0, &truth->winks[a], &truth->winks[b]);
        else
            blame_claim(t, SQ_FAULT_FALSE_SQUOP, &p->winks[c.over]);
    }
}

/* Horizontal gap of two rims in mm, as if both lay flat; negative where they overlap. */
static double gap(const sq_true_wink *a, const sq_true_wink *b) {
    return hypot(a->at.x - b->at.x, a->at.y - b->at.y) - (a->diameter_mm + b->diameter_mm) / 2;
}

/* One ordered pair: a over b. */
static void add_pair(sq_tally *t, const pairs *q, const sq_truth *truth, int a, int b) {
    bool claimed = q->claimed[a][b], real = q->truth[a][b] == SQUOP, any = q->truth[a][b] != NO_SQUOP;
    double probability = claimed ? q->claim[a][b].probability : 0;
    sq_call call = claimed ? q->claim[a][b].call : SQ_CALL_CLEAR;
    if (claimed || real) {
        note(t, &t->brier, (probability - any) * (probability - any));
        note_answer(t, (sq_answer){probability, any, call});
    }
    t->n.squops_hidden += any && !real;
    if (!real) return;
    double overlap = -gap(&truth->winks[a], &truth->winks[b]);
    bool deep = overlap > SQ_DEEP_MM;
    if (call != SQ_CALL_SQUOPPED)
        blame(t, call == SQ_CALL_LOOK ? SQ_FAULT_LOOKED_SQUOP : SQ_FAULT_MISSED_SQUOP, overlap,
              &truth->winks[a], &truth->winks[b]);
    t->n.squops++;
    t->n.squops_right += call == SQ_CALL_SQUOPPED;
    t->n.squops_look += call == SQ_CALL_LOOK;
    t->n.squops_missed += call == SQ_CALL_CLEAR;
    t->n.deep += deep;
    t->n.deep_right += deep && call == SQ_CALL_SQUOPPED;
}

static bool looks(const pairs *q, int a, int b) {
    return q->claimed[a][b] && q->claim[a][b].call == SQ_CALL_LOOK;
}

static void add_near(sq_tally *t, const pairs *q, const sq_truth *truth, int a, int b) {
    double mm = gap(&truth->winks[a], &truth->winks[b]);
    bool apart = on_mat(&truth->winks[a]) && on_mat(&truth->winks[b]) && !q->truth[a][b] && !q->truth[b][a];
    if (!apart || !(mm > SQ_NEAR_LOW_MM && mm < SQ_NEAR_HIGH_MM)) return;
    t->n.near_clear++;
    t->n.near_clear_look += looks(q, a, b) || looks(q, b, a);
}

static void add_squops(sq_tally *t, const pairs *q, const sq_truth *truth) {
    for (int a = 0; a < truth->wink_count; a++)
        for (int b = 0; b < truth->wink_count; b++) {
            add_pair(t, q, truth, a, b);
            if (b < a) add_near(t, q, truth, a, b);
        }
}

/* Tiddlies. */

/* Rule 19.1, with the squops that one picture can show: three for a potted wink, one for a free one. */
static int tiddlies_of(const pairs *q, const sq_truth *truth, int wink) {
    const sq_true_wink *w = &truth->winks[wink];
    if (w->place == SQ_PLACE_POT || w->place == SQ_PLACE_RIM) return 3;
    if (w->place == SQ_PLACE_BASELINE) return 0;
    for (int a = 0; a < truth->wink_count; a++)
        if (q->truth[a][wink] == SQUOP) return 0;
    return 1;
}

static void add_tiddlies(sq_tally *t, const pairs *q, const sq_truth *truth, const sq_prediction *p) {
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        int have = 0, sum = 0;
        for (int i = 0; i < truth->wink_count; i++) {
            if (truth->winks[i].colour != c) continue;
            have++;
            sum += tiddlies_of(q, truth, i);
        }
        if (!have) continue;
        t->n.tiddlies++;
        const sq_claimed_tiddlies *claim = &p->tiddlies[c];
        if (!claim->claimed) continue;
        bool settled = claim->low == claim->high, holds = claim->low <= sum && sum <= claim->high;
        t->n.tiddlies_right += settled && holds;
        t->n.tiddlies_wrong += !holds;
    }
}

void sq_tally_add(sq_tally *t, const sq_truth *truth, const sq_prediction *p) {
    static const sq_prediction nothing;
    if (!p) p = &nothing;
    t->n.scenes++;
    match m;
    pairs *q = calloc(1, sizeof *q);
    if (match_winks(&m, truth, p) && q) {
        add_winks(t, truth, p, &m);
        true_pairs(q, truth);
        claimed_pairs(t, q, truth, p, &m);
        add_squops(t, q, truth);
        add_tiddlies(t, q, truth, p);
    } else {
        t->starved = true;
    }
    free(m.wink_of);
    free(q);
}

void sq_tally_free(sq_tally *t) {
    sq_numbers *lists[] = {&t->whole_mm, &t->covered_mm, &t->edge_mm, &t->z_whole, &t->z_covered, &t->brier};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        free(lists[i]->at);
    free(t->answers);
    *t = (sq_tally){0};
}

/* The table. */

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double sq_quantile(const sq_numbers *values, double q) {
    if (!values->count) return NAN;
    qsort(values->at, values->count, sizeof *values->at, ascending);
    double k = (double)(values->count - 1) * q;
    size_t low = (size_t)floor(k), high = (size_t)ceil(k);
    return values->at[low] + (values->at[high] - values->at[low]) * (k - (double)low);
}

static double share(size_t part, size_t whole) {
    return whole ? (double)part / (double)whole : NAN;
}

static double mean(const sq_numbers *values) {
    double sum = 0;
    for (size_t i = 0; i < values->count; i++)
        sum += values->at[i];
    return values->count ? sum / (double)values->count : NAN;
}

/* The quantile of two lists together. */
static double quantile_of_both(const sq_numbers *a, const sq_numbers *b, double q) {
    size_t count = a->count + b->count;
    sq_numbers both = {count, count, malloc((count + 1) * sizeof *both.at)};
    if (!both.at) return NAN;
    if (a->count) memcpy(both.at, a->at, a->count * sizeof *a->at);
    if (b->count) memcpy(both.at + a->count, b->at, b->count * sizeof *b->at);
    double v = sq_quantile(&both, q);
    free(both.at);
    return v;
}

void sq_tally_rows(const sq_tally *t, double rows[SQ_SCORE_ROWS]) {
#define X(name, what) const double name = (double)t->n.name;
    SQ_SCORE_COUNT_LIST(X)
#undef X
    (void)extra;
    const double recall = share(t->n.found, t->n.winks),
                 precision = share(t->n.found, t->n.found + t->n.extra),
                 mm_median = sq_quantile(&t->whole_mm, 0.5), mm_p95 = sq_quantile(&t->whole_mm, 0.95),
                 covered_mm_median = sq_quantile(&t->covered_mm, 0.5),
                 covered_mm_p95 = sq_quantile(&t->covered_mm, 0.95),
                 edge_to_pot_median = sq_quantile(&t->edge_mm, 0.5),
                 edge_to_pot_p95 = sq_quantile(&t->edge_mm, 0.95),
                 z_p95 = quantile_of_both(&t->z_whole, &t->z_covered, 0.95), brier = mean(&t->brier);
    (void)found;
#define X(name, is_count) rows[SQ_ROW_##name] = name;
    SQ_SCORE_ROW_LIST(X)
#undef X
}

/* Claims against the truth. */

void sq_tally_reliability(const sq_tally *t, sq_reliability bins[SQ_RELIABILITY_BINS]) {
    for (int b = 0; b < SQ_RELIABILITY_BINS; b++)
        bins[b] = (sq_reliability){0};
    for (size_t i = 0; i < t->answer_count; i++) {
        double p = fmin(1, fmax(0, t->answers[i].probability));
        int b = (int)fmin(SQ_RELIABILITY_BINS - 1, p * SQ_RELIABILITY_BINS);
        bins[b].pairs++;
        bins[b].squops += t->answers[i].is_squop;
        bins[b].claimed += p;
    }
    for (int b = 0; b < SQ_RELIABILITY_BINS; b++)
        bins[b].claimed /= (double)bins[b].pairs; /* 0 / 0 is the NaN that an empty bin asks for */
}

void sq_tally_coverage(const sq_tally *t, sq_coverage steps[SQ_COVERAGE_STEPS]) {
    static const double confidence[SQ_COVERAGE_STEPS] = {0.5,  0.6,  0.7,  0.8,   0.9,
                                                         0.95, 0.98, 0.99, 0.995, 0.999};
    for (int s = 0; s < SQ_COVERAGE_STEPS; s++) {
        size_t called = 0, wrong = 0;
        for (size_t i = 0; i < t->answer_count; i++) {
            const sq_answer *a = &t->answers[i];
            if (fmax(a->probability, 1 - a->probability) < confidence[s]) continue;
            called++;
            wrong += (a->probability > 0.5) != a->is_squop;
        }
        steps[s] = (sq_coverage){confidence[s], share(called, t->answer_count), share(wrong, called)};
    }
}

sq_coverage sq_tally_words(const sq_tally *t) {
    size_t called = 0, wrong = 0;
    for (size_t i = 0; i < t->answer_count; i++) {
        const sq_answer *a = &t->answers[i];
        called += a->call != SQ_CALL_LOOK;
        wrong += a->call != SQ_CALL_LOOK && (a->call == SQ_CALL_SQUOPPED) != a->is_squop;
    }
    return (sq_coverage){NAN, share(called, t->answer_count), share(wrong, called)};
}
