/* The worst faults in a program's claims, so that people can look at them: a short list, the worst first. */
#ifndef SQ_DATASETS_SCORE_WORST_CLAIMS_H
#define SQ_DATASETS_SCORE_WORST_CLAIMS_H

#include <limits.h>

#include "rules/terms/wink.h"
#include "vision/math/units.h"

/* Kinds of fault, the worst first: name, what happened. Of two faults of one kind the one with more
 * millimetres is worse. */
#define SQ_FAULT_LIST(X)                                         \
    X(FALSE_SQUOP, "called squopped, but is not")                \
    X(INVENTED, "a wink is seen where none is")                  \
    X(MISTAKEN, "taken for another colour or size")              \
    X(MISSED_SQUOP, "squops, but is called clear or not at all") \
    X(UNSEEN, "not seen")                                        \
    X(LOOKED_SQUOP, "squops, but the umpire is asked to look")   \
    X(ASTRAY, "seen away from its place")

typedef enum {
#define X(number, what) SQ_FAULT_##number,
    SQ_FAULT_LIST(X)
#undef X
        SQ_FAULTS
} sq_fault_kind;

typedef struct {
    sq_fault_kind kind;
    double mm;            /* overlap of the pair, or error of the place; else 0 */
    sq_wink a, b;         /* the winks in question, a over b; SQ_NO_WINK where there is none */
    sq_mm at;             /* where to look */
    char truth[PATH_MAX]; /* the scene's truth file */
} sq_fault;

enum { SQ_WORST = 10 };

/* mm. Faults of a scene that lie closer together, as in a pile, are one place to look at; only the worst is
 * kept. */
#define SQ_FAULT_APART_MM 25.0

typedef struct {
    const char *truth; /* truth file of the scene whose faults are being noted */
    int count;
    sq_fault at[SQ_WORST];
} sq_worst;

/* What was wrong, for people; constant. */
const char *sq_fault_what(sq_fault_kind kind);

/* Keeps the fault if it is among the worst, and sets its `truth`. */
void sq_worst_note(sq_worst *w, sq_fault f);

#endif
