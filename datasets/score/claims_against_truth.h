/* How often what was claimed is true: the probabilities of squops in bins, what is gained by asking, and the
 * calls as they were made. */
#ifndef SQ_DATASETS_SCORE_CLAIMS_AGAINST_TRUTH_H
#define SQ_DATASETS_SCORE_CLAIMS_AGAINST_TRUTH_H

#include "datasets/score/scene_score.h"

/* Claimed probabilities against the truth, in ten bins of equal width. */
enum { SQ_RELIABILITY_BINS = 10 };
typedef struct {
    size_t pairs, squops;
    double claimed; /* mean claimed probability; NaN for an empty bin */
} sq_reliability;
void sq_tally_reliability(const sq_tally *t, sq_reliability bins[SQ_RELIABILITY_BINS]);

/* What would happen if only those pairs were called whose likelier answer has at least this probability: the
 * share of pairs that is called, and the share of these that is wrong. */
typedef struct {
    double confidence, called, wrong;
} sq_coverage;
enum { SQ_COVERAGE_STEPS = 10 };
void sq_tally_coverage(const sq_tally *t, sq_coverage steps[SQ_COVERAGE_STEPS]);
/* The same for the calls as they were made: all but "look" count as called; confidence is NaN. */
sq_coverage sq_tally_words(const sq_tally *t);

#endif
