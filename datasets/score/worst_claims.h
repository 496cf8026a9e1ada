/* The worst of what a program claims of pictures, so that people can look at it: a short list, ordered from
 * the worst on. */
#ifndef SQ_DATASETS_SCORE_WORST_CLAIMS_H
#define SQ_DATASETS_SCORE_WORST_CLAIMS_H

#include <limits.h>

#include "rules/terms/wink.h"
#include "vision/math/units.h"

/* From the worst on; name, what happened. Of two faults of one kind the one with more millimetres
 * is worse. */
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
    double mm;            /* overlap of the pair, or error of the place; 0 where neither says anything */
    sq_wink a, b;         /* whom it is about, a over b; SQ_NO_WINK: nobody who is there, or nobody else */
    sq_mm at;             /* where to look */
    char truth[PATH_MAX]; /* the scene's truth file */
} sq_fault;

enum { SQ_WORST = 10 };

/* Faults of a scene that lie closer are one place to look at, of which the worst is kept: a pile's
 * winks do. */
#define SQ_FAULT_APART_MM 25.0

typedef struct {
    const char *truth; /* of the scene that is at work, for the faults that are noted now */
    int count;
    sq_fault at[SQ_WORST];
} sq_worst;

const char *sq_fault_what(sq_fault_kind kind);

/* Keeps the fault if it is among the worst; f.truth is filled in. */
void sq_worst_note(sq_worst *w, sq_fault f);

#endif
