/* Your fault: a wink that has been played before must stop within 12 inches of the pot; for each that does
 * not the next player has one shot more. */
#include "rules/variant/variants.h"

#define REACH_MM \
    304.8 /* 12 inches, from the pot to the wink's nearest edge; where it begins, shots are faults */

static bool is_fault(const sq_standing *before, const sq_event_shot *e) {
    bool played_before = !(before->unplayed & sq_wink_bit(e->wink));
    bool far = e->off & sq_wink_bit(e->wink) || (e->mm_known && e->mm > REACH_MM);
    return played_before && far && !(e->potted & sq_wink_bit(e->wink));
}

static void shot_stands(sq_step *st, const sq_event_shot *e) {
    sq_standing *p = &st->s->now;
    if (!e) return;
    SQ_NOTE(p, FAULTED) &= ~(sq_noted_value)(sq_wink_bit(e->wink) | e->potted);
    if (!is_fault(&st->s->last.before, e)) return;
    SQ_NOTE(p, FAULTS)++;
    SQ_NOTE(p, FAULTED) |= (sq_noted_value)sq_wink_bit(e->wink);
    SQ_SAY(st, FAULT, .winks = sq_wink_bit(e->wink));
}

static void next_turn(sq_step *st) {
    sq_standing *p = &st->s->now;
    p->shots += SQ_NOTE(p, FAULTS) > SQ_WINKS ? SQ_WINKS
                : SQ_NOTE(p, FAULTS) < 0      ? 0
                                              : (int32_t)SQ_NOTE(p, FAULTS);
    SQ_NOTE(p, FAULTS) = 0;
}

const sq_variant sq_variant_fault = {
    .notes = 1u << SQ_NOTE_FAULTS | 1u << SQ_NOTE_FAULTED,
    .round = shot_stands,
    .next_turn = next_turn,
};
