/* Adds a ruling or a refusal to the step in work. */
#include "rules/topic/engine_step.h"

#include <assert.h>

void sq_say(sq_step *st, sq_ruling r) {
    assert(st->r->count < SQ_RULINGS_MAX);
    if (!st->rules->rule[r.what]) return; /* the book has no such rule */
    st->r->list[st->r->count++] = r;
}

bool sq_refuse(sq_step *st, sq_ruling r) {
    st->r->refused = true;
    st->r->count = 1;
    st->r->list[0] = r;
    return false;
}
