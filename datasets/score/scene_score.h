/* How well predictions agree with the truth of scenes: counts and errors for each family, how true the stated
 * probabilities and standard deviations are, and what is gained by asking instead of deciding.
 *
 * A family is a picture's name up to its number: piles_003 belongs to piles. The family ALL holds every
 * scene. datasets/score/match_winks.h says which claim belongs to which wink. */
#ifndef SQ_DATASETS_SCORE_SCENE_SCORE_H
#define SQ_DATASETS_SCORE_SCENE_SCORE_H

#include "datasets/score/match_winks.h"
#include "datasets/score/worst_claims.h"

/* A share of its face: a wink of which less is seen need not be found. */
#define SQ_SCORE_SEEN 0.25
/* A share of its face: if less of the lower wink is seen, a squop cannot be known from one picture. */
#define SQ_SCORE_SEEN_UNDER 0.05
/* mm. A squop with a larger overlap is deep: there is no excuse for missing it. */
#define SQ_DEEP_MM 1.0
/* mm. Between these gaps "look" wastes the umpire's time. */
#define SQ_NEAR_LOW_MM 0.3
#define SQ_NEAR_HIGH_MM 3.0

/* Every count: name, what is counted. */
#define SQ_SCORE_COUNT_LIST(X)                                                                 \
    X(scenes, "pictures")                                                                      \
    X(winks, "winks on the mat, behind a baseline or off, seen to 25 % and more")              \
    X(found, "of these, matched by a claim")                                                   \
    X(extra, "claims that match no wink (not counted: in the pot, or inferred)")               \
    X(colour_wrong, "found winks of another colour")                                           \
    X(size_wrong, "found winks of another size")                                               \
    X(place_wrong, "found winks at another place")                                             \
    X(squops, "squops outside the pot whose lower wink is seen to 5 % and more")               \
    X(squops_right, "of these, called squopped")                                               \
    X(squops_look, "of these, called look")                                                    \
    X(squops_missed, "of these, called clear or not mentioned")                                \
    X(squops_called, "pairs called squopped")                                                  \
    X(squops_false, "of these, wrong")                                                         \
    X(squops_hidden, "squops whose lower wink is seen to less than 5 %")                       \
    X(deep, "squops with more than 1 mm of overlap")                                           \
    X(deep_right, "of these, called squopped")                                                 \
    X(near_clear, "pairs without a squop, with a gap from 0.3 to 3 mm")                        \
    X(near_clear_look, "of these, called look")                                                \
    X(tiddlies, "colours whose tiddlies are known")                                            \
    X(tiddlies_right, "of these, settled rightly")                                             \
    X(tiddlies_wrong, "of these, settled wrongly, or bounded so that the truth is outside")    \
    X(tiddlies_plain, "colours whose winks are all seen, none nearer than 0.3 mm to touching") \
    X(tiddlies_plain_right, "of these, settled rightly")

/* The rows of the table, in order: name, true for a count, false for a measure (mm, or a share). */
#define SQ_SCORE_ROW_LIST(X)     \
    X(scenes, true)              \
    X(winks, true)               \
    X(recall, false)             \
    X(precision, false)          \
    X(colour_wrong, true)        \
    X(size_wrong, true)          \
    X(place_wrong, true)         \
    X(mm_median, false)          \
    X(mm_p95, false)             \
    X(covered_mm_median, false)  \
    X(covered_mm_p95, false)     \
    X(edge_to_pot_median, false) \
    X(edge_to_pot_p95, false)    \
    X(z_p95, false)              \
    X(squops, true)              \
    X(squops_right, true)        \
    X(squops_look, true)         \
    X(squops_missed, true)       \
    X(squops_false, true)        \
    X(squops_called, true)       \
    X(squops_hidden, true)       \
    X(deep, true)                \
    X(deep_right, true)          \
    X(near_clear, true)          \
    X(near_clear_look, true)     \
    X(brier, false)              \
    X(tiddlies, true)            \
    X(tiddlies_right, true)      \
    X(tiddlies_wrong, true)      \
    X(tiddlies_plain, true)      \
    X(tiddlies_plain_right, true)

typedef enum {
#define X(name, is_count) SQ_ROW_##name,
    SQ_SCORE_ROW_LIST(X)
#undef X
        SQ_SCORE_ROWS
} sq_score_row;

typedef struct {
    const char *name;
    bool is_count;
} sq_score_row_kind;
extern const sq_score_row_kind sq_score_rows[SQ_SCORE_ROWS];

/* A growing list of numbers. */
typedef struct {
    size_t count, room;
    double *at;
} sq_numbers;

/* One question "does a squop b?", with the claim and the truth. */
typedef struct {
    double probability; /* 0 where the pair was not mentioned */
    bool is_squop;
    sq_call call; /* clear where the pair was not mentioned */
} sq_answer;

typedef struct {
    char family[64];
    struct {
#define X(name, what) size_t name;
        SQ_SCORE_COUNT_LIST(X)
#undef X
    } n;
    sq_numbers whole_mm;           /* errors of found winks that lie flat and are seen whole */
    sq_numbers covered_mm;         /* errors of the other found winks */
    sq_numbers edge_mm;            /* errors of their edges' distance to the pot */
    sq_numbers z_whole, z_covered; /* errors divided by the stated standard deviation */
    sq_numbers brier;              /* squared errors of the squops' probabilities */
    size_t answer_count, answer_room;
    sq_answer *answers;
    sq_worst *worst; /* gets the worst faults; null: they are not kept */
    bool starved;    /* memory ran out, and the tally is incomplete */
} sq_tally;

typedef struct {
    size_t count; /* families, in order of their names; ALL comes last */
    sq_tally *families;
    size_t without_prediction; /* scenes without a prediction */
    sq_worst worst;
} sq_score;

/* Compares the scenes of a folder, and of all folders in it, with a file of predictions. The caller frees
 * *out. */
sq_code sq_score_folder(sq_score *out, const char *scenes, const char *predictions, sq_diag *d);
void sq_score_free(sq_score *s);

/* Adds one scene. Without a prediction (null) nothing of it was found. */
void sq_tally_add(sq_tally *t, const sq_truth *truth, const sq_prediction *p);
void sq_tally_free(sq_tally *t);

/* The table's numbers for one family; NaN where there is nothing to divide by. */
void sq_tally_rows(const sq_tally *t, double rows[SQ_SCORE_ROWS]);

/* NaN of nothing. */
static inline double sq_share(size_t part, size_t whole) {
    return whole ? (double)part / (double)whole : NAN;
}

/* The q-quantile, 0..1, with linear interpolation; NaN of an empty list. Sorts the list. */
double sq_quantile(const sq_numbers *values, double q);

#endif
