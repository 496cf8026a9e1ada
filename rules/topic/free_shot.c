/* Rule 22.6, the free shot with a nominated colour or wink; and the other remedy for a failure to free, a
 * wink that is moved aside. */
#include "rules/topic/engine_step.h"

void sq_free_shot_clear(sq_standing *p) {
    p->free_shot = SQ_FREE_SHOT_NONE;
    p->nominated = SQ_NO_COLOUR;
    p->nominated_wink = SQ_NO_WINK;
}

void sq_free_shot_due(sq_standing *p) {
    sq_free_shot_clear(p);
    p->free_shot = SQ_FREE_SHOT_DUE;
}

static bool nominate_wink(sq_step *st, sq_wink w) {
    sq_standing *p = &st->s->now;
    if (w == SQ_NO_WINK) return SQ_REFUSE(st, NOMINATE_WINK);
    if (!(sq_free_winks(p) & sq_wink_bit(w)))
        return SQ_REFUSE(st, NOMINATED_SQUOPPED, .winks = sq_wink_bit(w));
    p->free_shot = SQ_FREE_SHOT_NOMINATED;
    p->nominated = sq_wink_colour(w);
    p->nominated_wink = w;
    SQ_SAY(st, NOMINATED_WINK, .colour = (uint8_t)p->turn, .winks = sq_wink_bit(w));
    return true;
}

bool sq_free_shot_nominate(sq_step *st, sq_colour c, sq_wink w) {
    sq_standing *p = &st->s->now;
    if (st->rules->set.remedy == SQ_NOMINATE_WINK) return nominate_wink(st, w);
    if (c == SQ_NO_COLOUR) return SQ_REFUSE(st, NOMINATE_COLOUR);
    if (!sq_free_count(p, c)) return SQ_REFUSE(st, NOMINATED_NOT_FREE, .colour = (uint8_t)c);
    p->free_shot = SQ_FREE_SHOT_NOMINATED;
    p->nominated = c;
    SQ_SAY(st, NOMINATED, .colour = (uint8_t)p->turn, .other = (uint8_t)c);
    return true;
}

bool sq_free_shot_is(const sq_step *st, sq_colour c, sq_wink w) {
    const sq_standing *p = &st->s->now;
    if (p->free_shot == SQ_FREE_SHOT_NONE) return sq_turn_colours(st->rules, p) & sq_colour_bit(c);
    return c == p->nominated && (p->nominated_wink == SQ_NO_WINK || p->nominated_wink == w);
}

bool sq_step_nominate(sq_step *st, const sq_event_nominate *e) {
    if (st->s->foul.open) return SQ_REFUSE(st, FOUL_OPEN);
    if (st->s->now.free_shot != SQ_FREE_SHOT_DUE) return SQ_REFUSE(st, NO_NOMINATION);
    return sq_free_shot_nominate(st, e->colour, e->wink);
}

/* Whether all that must come free is free, when winks lie as `q` says. What the shot itself has covered does
 * not come free by that. */
static bool is_open(const sq_state *s, const sq_squops *q, sq_colour_set due) {
    const sq_standing *p = &s->now;
    sq_standing moved = *p;
    moved.squops = *q;
    if (due == SQ_ASIDE_OPEN) return sq_squop_up_uncovered(&s->last.before, &moved);
    sq_colour_set theirs = sq_colours_of(sq_opponents(sq_partnership_of(p->turn)));
    sq_colour_set open = sq_squop_up_free_colours(&moved) & theirs;
    return due == SQ_ALL_COLOURS ? open != 0 : !(due & ~open);
}

static sq_squops without_upper(const sq_squops *q, sq_wink upper) {
    sq_squops moved = *q;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        moved.above[w] &= ~sq_wink_bit(upper);
    return moved;
}

/* Winks lie so; the opponents that have come free are to get a turn. */
static void move(sq_step *st, sq_wink w, const sq_squops *q) {
    sq_standing *p = &st->s->now;
    SQ_SAY(st, MOVED_ASIDE, .winks = sq_wink_bit(w));
    p->squops = *q;
    p->aside = 0;
    sq_squop_up_after_shot(st, p, sq_partnership_of(p->turn));
}

void sq_aside_due(sq_step *st, const sq_event_shot *e, sq_colour_set due) {
    sq_standing *p = &st->s->now;
    SQ_SAY(st, FAILED_TO_FREE);
    p->shots = 0;
    p->aside = due;
    sq_squops moved = without_upper(&p->squops, e->wink);
    if (is_open(st->s, &moved, due))
        move(st, e->wink, &moved);
    else
        SQ_SAY(st, ASIDE_DUE, .side = (uint8_t)sq_partnership_of(p->turn));
}

bool sq_step_aside(sq_step *st, const sq_event_aside *e) {
    sq_standing *p = &st->s->now;
    if (st->s->foul.open) return SQ_REFUSE(st, FOUL_OPEN);
    if (!p->aside) return SQ_REFUSE(st, NO_ASIDE);
    if (!(sq_squopping_winks(p) & sq_wink_bit(e->wink)))
        return SQ_REFUSE(st, ASIDE_OVER_NOTHING, .winks = sq_wink_bit(e->wink));
    if (e->over_known && !sq_squops_fit(st, &e->over, sq_winks_on_mat(p))) return false;
    sq_squops moved = e->over_known ? e->over : without_upper(&p->squops, e->wink);
    if (!is_open(st->s, &moved, p->aside))
        return SQ_REFUSE(st, ASIDE_OPENS_NOTHING, .winks = sq_wink_bit(e->wink));
    move(st, e->wink, &moved);
    st->s->can_call = false;
    sq_turn_go_on(st);
    return true;
}
