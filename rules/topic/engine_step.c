/* Adds a ruling or a refusal to the step in work. */
#include "rules/topic/engine_step.h"

#include <string.h>

/* Where turn after turn passes by itself there may be too many: the first and the last ones tell it. */
static void leave_out_a_middle_one(sq_rulings *r) {
    enum { MIDDLE = SQ_RULINGS_MAX / 2 };
    r->count--;
    memmove(&r->list[MIDDLE], &r->list[MIDDLE + 1], sizeof *r->list * (size_t)(r->count - MIDDLE));
}

void sq_say(sq_step *st, sq_ruling r) {
    if (!st->rules->rule[r.what]) return; /* the book has no such rule */
    if (st->r->count == SQ_RULINGS_MAX) leave_out_a_middle_one(st->r);
    st->r->list[st->r->count++] = r;
}

bool sq_refuse(sq_step *st, sq_ruling r) {
    st->r->refused = true;
    st->r->count = 1;
    st->r->list[0] = r;
    return false;
}
