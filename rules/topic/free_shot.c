/* Rule 22.6: the free shot with a nominated colour. */
#include "rules/topic/engine_step.h"

void sq_free_shot_clear(sq_standing *p) {
    p->free_shot = SQ_FREE_SHOT_NONE;
    p->nominated = SQ_NO_COLOUR;
}

void sq_free_shot_due(sq_standing *p) {
    p->free_shot = SQ_FREE_SHOT_DUE;
    p->nominated = SQ_NO_COLOUR;
}

bool sq_free_shot_nominate(sq_step *st, sq_colour c) {
    sq_standing *p = &st->s->now;
    if (!sq_free_count(p, c)) return SQ_REFUSE(st, NOMINATED_NOT_FREE, .colour = (uint8_t)c);
    p->free_shot = SQ_FREE_SHOT_NOMINATED;
    p->nominated = c;
    SQ_SAY(st, NOMINATED, .colour = (uint8_t)p->turn, .other = (uint8_t)c);
    return true;
}

bool sq_step_nominate(sq_step *st, const sq_event_nominate *e) {
    if (st->s->foul.open) return SQ_REFUSE(st, FOUL_OPEN);
    if (st->s->now.free_shot != SQ_FREE_SHOT_DUE) return SQ_REFUSE(st, NO_NOMINATION);
    return sq_free_shot_nominate(st, e->colour);
}
