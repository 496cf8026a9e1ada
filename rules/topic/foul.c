/* Rule 23: foul shots, and the opponents' choice after them. */
#include <string.h>

#include "rules/topic/engine_step.h"

void sq_foul_open(sq_step *st, sq_partnership by) {
    sq_foul *f = &st->s->foul;
    st->s->can_call = false;
    f->open = true;
    f->by = by;
    SQ_SAY(st, FOUL_SHOT);
    if (st->rules->set.fouls == SQ_FOULS_PUT_BACK) return;
    if (f->wrong_colour)
        SQ_SAY(st, FOUL_WRONG_COLOUR, .side = (uint8_t)sq_opponents(by));
    else
        SQ_SAY(st, FOUL, .side = (uint8_t)sq_opponents(by));
}

void sq_foul_close(sq_state *s) {
    s->foul = (sq_foul){.by = SQ_NO_SIDE, .colour = SQ_NO_COLOUR};
    s->can_call = false;
}

/* The rule that the umpire names, where it is one that a shot can break. */
static void say_named_rule(sq_step *st, const char *rule) {
    for (int i = 0; *rule && i < st->rules->foul_rule_count; i++)
        if (!strcmp(rule, st->rules->foul_rules[i])) SQ_SAY(st, FOUL_NAMED, .n = i);
}

/* The umpire's call: all stands again as before the shot, but for the winks, which lie as it left them. */
bool sq_step_foul(sq_step *st, const sq_event_foul *e) {
    sq_state *s = st->s;
    if (s->foul.open) return SQ_REFUSE(st, FOUL_OPEN);
    if (!s->can_call) return SQ_REFUSE(st, NO_LAST_SHOT);
    s->now = s->last.before;
    s->now.potted = s->last.after.potted;
    s->now.unplayed = s->last.after.unplayed;
    s->now.squops = s->last.squops;
    sq_squops_keep(&s->now.squops, sq_winks_on_mat(&s->now)); /* a club's book may have sent winks home */
    s->start = s->last.start;
    s->foul = (sq_foul){.colour = SQ_NO_COLOUR};
    sq_foul_open(st, sq_partnership_of(s->now.turn));
    say_named_rule(st, e->rule);
    sq_foul_settle(st);
    return true;
}

/* 23.2 (i), 23.2.1: the shot is played again; the third time in succession it is forfeited instead. */
static void put_back_shot(sq_step *st) {
    sq_standing *p = &st->s->now;
    *p = st->s->last.before;
    p->put_back++;
    if (!st->rules->set.put_back_limit) p->put_back = 0;
    if (p->put_back < st->rules->set.put_back_limit || !st->rules->set.put_back_limit) {
        SQ_SAY(st, PUT_BACK, .colour = (uint8_t)p->turn);
        return;
    }
    SQ_SAY(st, PUT_BACK_THRICE, .colour = (uint8_t)p->turn, .n = st->rules->set.put_back_limit);
    sq_free_shot_clear(p);
    p->put_back = 0;
    p->shots--;
}

/* 23.3 (i): back to the start of the turn, or to the first wrong shot; this is no foul that 23.2.1 counts. */
static void put_back_turn(sq_step *st) {
    sq_standing *p = &st->s->now;
    *p = st->rules->set.wrong_goes_back == SQ_BACK_TO_TURN ? st->s->start : st->s->last.before;
    p->put_back = st->s->foul.put_back;
    SQ_SAY(st, PUT_BACK_TURN, .colour = (uint8_t)p->turn);
}

static void put_back(sq_step *st) {
    if (st->s->foul.wrong_colour)
        put_back_turn(st);
    else
        put_back_shot(st);
    sq_foul_close(st->s);
    if (st->s->now.begun)
        sq_clock_in_turn(st, &st->s->now);
    else
        sq_clock_between_turns(st, st->s->now.turn);
    sq_turn_go_on(st);
}

void sq_foul_settle(sq_step *st) {
    if (st->rules->set.fouls == SQ_FOULS_PUT_BACK) put_back(st);
}

/* An accepted shot forfeits as any other does: rule 14 says "a player's shot". */
static void say_forfeits(sq_step *st, const sq_standing *from, const sq_standing *to) {
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        if (!(to->forfeits & ~from->forfeits & sq_colour_bit((sq_colour)c))) continue;
        if (from->free_shot == SQ_FREE_SHOT_NONE)
            SQ_SAY(st, OFF_FORFEITS, .colour = (uint8_t)c);
        else
            SQ_SAY(st, FREE_SHOT_OFF, .colour = (uint8_t)c);
    }
}

/* 23.2 (ii): the shot stands and the turn is over, whatever it earned. */
static void accept_shot(sq_step *st) {
    sq_state *s = st->s;
    s->now = s->last.after;
    s->now.shots = 0;
    SQ_SAY(st, ACCEPTED, .colour = (uint8_t)s->last.before.turn);
    say_forfeits(st, &s->last.before, &s->now);
    sq_shot_say_outcome(st, &s->last.before, &s->now);
    sq_potter_check(st, &s->last.before);
    sq_foul_close(s);
}

/* 23.3 (ii): the wrong turn stands. It is nobody's turn in the order of play; but the colour due has had its
 * own if a shot of it stood before. A freed side that played out of turn has had its chance (22.5). */
static void accept_turn(sq_step *st, sq_colour go_on_with) {
    sq_state *s = st->s;
    sq_standing *p = &s->now;
    sq_foul f = s->foul;
    *p = s->last.after;
    SQ_SAY(st, ACCEPTED_WRONG, .side = (uint8_t)sq_opponents(f.by), .colour = (uint8_t)go_on_with);
    say_forfeits(st, &s->last.before, p);
    sq_shot_say_outcome(st, &s->last.before, p);
    sq_foul_close(s);
    if (p->phase == SQ_PHASE_ENDED) return;
    sq_free_shot_clear(p);
    if (p->owed == f.by) sq_squop_up_owe(p, SQ_NO_SIDE);
    sq_turn_end end = {.taken = s->last.before.played ? s->last.before.turn : SQ_NO_COLOUR,
                       .wrong = f.colour,
                       .next = go_on_with,
                       .wrong_had_free = sq_free_count(&s->last.before, f.colour)};
    sq_turn_finish(st, &end);
}

bool sq_foul_accept(sq_step *st, sq_colour go_on_with) {
    const sq_foul *f = &st->s->foul;
    if (!f->wrong_colour)
        accept_shot(st);
    else if (go_on_with == SQ_NO_COLOUR || sq_partnership_of(go_on_with) == f->by)
        return SQ_REFUSE(st, CHOOSE_COLOUR, .side = (uint8_t)sq_opponents(f->by));
    else
        accept_turn(st, go_on_with);
    sq_turn_go_on(st);
    return true;
}

/* 23.4: whoever plays on accepts; after 23.3 the colour played is the choice. */
bool sq_foul_accept_by_playing(sq_step *st, sq_colour c) {
    const sq_foul *f = &st->s->foul;
    if (sq_partnership_of(c) == f->by) return SQ_REFUSE(st, OFFENDER_PLAYS, .side = (uint8_t)f->by);
    SQ_SAY(st, ACCEPTED_BY_PLAYING, .colour = (uint8_t)c);
    SQ_SAY(st, SEQUENCE_FROM_HERE);
    if (!sq_foul_accept(st, c)) return false;
    return st->s->now.phase != SQ_PHASE_ENDED || SQ_REFUSE(st, OVER_IF_ACCEPTED);
}

bool sq_step_choose(sq_step *st, const sq_event_choose *e) {
    if (!st->s->foul.open) return SQ_REFUSE(st, NO_FOUL);
    if (e->option == SQ_CHOOSE_ACCEPT) return sq_foul_accept(st, e->colour);
    put_back(st);
    return true;
}
