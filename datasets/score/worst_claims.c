/* Keeps the worst faults of a scoring run in order, one for each place in a picture. */
#include "datasets/score/worst_claims.h"

#include <stdio.h>
#include <string.h>

const char *sq_fault_what(sq_fault_kind kind) {
    static const char *const what[SQ_FAULTS] = {
#define X(number, words) [SQ_FAULT_##number] = words,
        SQ_FAULT_LIST(X)
#undef X
    };
    return what[kind];
}

static bool is_worse(const sq_fault *a, const sq_fault *b) {
    return a->kind != b->kind ? a->kind < b->kind : a->mm > b->mm;
}

/* The kept fault at the same place, or -1. */
static int neighbour(const sq_worst *w, const sq_fault *f) {
    for (int i = 0; i < w->count; i++)
        if (!strcmp(w->at[i].truth, f->truth) && sq_mm_distance(w->at[i].at, f->at) < SQ_FAULT_APART_MM)
            return i;
    return -1;
}

static void drop(sq_worst *w, int i) {
    memmove(&w->at[i], &w->at[i + 1], (size_t)(--w->count - i) * sizeof *w->at);
}

void sq_worst_note(sq_worst *w, sq_fault f) {
    snprintf(f.truth, sizeof f.truth, "%s", w->truth ? w->truth : "");
    int beside = neighbour(w, &f);
    if (beside >= 0 && !is_worse(&f, &w->at[beside])) return;
    if (beside >= 0) drop(w, beside);
    int place = w->count;
    while (place > 0 && is_worse(&f, &w->at[place - 1]))
        place--;
    if (place == SQ_WORST) return;
    if (w->count == SQ_WORST) w->count--;
    memmove(&w->at[place + 1], &w->at[place], (size_t)(w->count++ - place) * sizeof *w->at);
    w->at[place] = f;
}
