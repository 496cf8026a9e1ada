/* Turns a tally into the rows of the table. */
#include <stdlib.h>
#include <string.h>

#include "datasets/score/scene_score.h"
#include "vision/math/median.h"

const sq_score_row_kind sq_score_rows[SQ_SCORE_ROWS] = {
#define X(name, is_count) {#name, is_count},
    SQ_SCORE_ROW_LIST(X)
#undef X
};

double sq_quantile(const sq_numbers *values, double q) {
    if (!values->count) return NAN;
    qsort(values->at, values->count, sizeof *values->at, sq_ascending);
    double k = (double)(values->count - 1) * q;
    size_t low = (size_t)floor(k), high = (size_t)ceil(k);
    return values->at[low] + (values->at[high] - values->at[low]) * (k - (double)low);
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
    const double recall = sq_share(t->n.found, t->n.winks),
                 precision = sq_share(t->n.found, t->n.found + t->n.extra),
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
