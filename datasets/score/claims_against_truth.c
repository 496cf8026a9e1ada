/* Counts how often claimed squops were squops. */
#include "datasets/score/claims_against_truth.h"

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
        steps[s] = (sq_coverage){confidence[s], sq_share(called, t->answer_count), sq_share(wrong, called)};
    }
}

sq_coverage sq_tally_words(const sq_tally *t) {
    size_t called = 0, wrong = 0;
    for (size_t i = 0; i < t->answer_count; i++) {
        const sq_answer *a = &t->answers[i];
        called += a->call != SQ_CALL_LOOK;
        wrong += a->call != SQ_CALL_LOOK && (a->call == SQ_CALL_SQUOPPED) != a->is_squop;
    }
    return (sq_coverage){NAN, sq_share(called, t->answer_count), sq_share(wrong, called)};
}
