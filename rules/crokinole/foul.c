/* Rules 4c, 5c, 7 and 8a: a breach of them. The book names no penalty, so the umpire is asked. */
#include <string.h>

#include "rules/crokinole/step.h"

bool sq_board_step_foul(sq_board_step *st, const sq_crokinole_event *e) {
    sq_crokinole *c = &st->c;
    bool told = e->colour != SQ_BOARD_SIDES;
    if (!told && c->disc == SQ_NO_DISC) return SQ_BOARD_REFUSE(st, NO_SHOT);
    c->foul = true;
    c->pending = false;
    c->foul_by = told ? e->colour : (uint8_t)sq_board_disc_side(c->disc);
    c->foul_rule = e->rule;
    if (e->rule < 0)
        SQ_BOARD_SAY(st, FOUL_UNNAMED, .colour = c->foul_by);
    else
        SQ_BOARD_SAY(st, FOUL, .colour = c->foul_by, .n = e->rule);
    SQ_BOARD_SAY(st, NO_PENALTY, .n = e->rule);
    return true;
}

/* The shot is put back; with `removed` its disc is out, and the turn goes on. */
static void put_back(sq_board_step *st, bool removed) {
    sq_crokinole *c = &st->c;
    sq_board_disc disc = c->disc;
    c->now = c->before;
    c->disc = SQ_NO_DISC;
    c->rest_known = false;
    c->again = !removed;
    if (!removed) {
        SQ_BOARD_SAY(st, REPLAYED, .colour = (uint8_t)sq_board_due(st), .n = c->foul_rule);
        sq_board_say_next(st);
        return;
    }
    SQ_BOARD_SAY(st, CALLED_OFF, .n = c->foul_rule);
    c->now.place[disc] = SQ_AT_OUT;
    c->now.removed = sq_board_disc_bit(disc);
    c->now.valid = false;
    SQ_BOARD_SAY(st, DITCH, .winks = c->now.removed);
    sq_board_shot_over(st);
}

/* A shot that was played can be put back; its disc can be removed if the foul is its side's. */
static bool may_choose(const sq_crokinole *c, sq_choice choice) {
    bool shot = c->disc != SQ_NO_DISC, shooters = shot && c->foul_by == sq_board_disc_side(c->disc);
    return choice == SQ_CHOICE_ACCEPT || (choice == SQ_CHOICE_REPLAY ? shot : shooters);
}

int sq_crokinole_awaits(const sq_state *s, sq_event_other list[SQ_OTHER_AWAITED_MAX]) {
    static const sq_choice asked[] = {SQ_CHOICE_REPLAY, SQ_CHOICE_REMOVE, SQ_CHOICE_ACCEPT};
    sq_crokinole c = sq_crokinole_of(s);
    int count = 0;
    for (size_t i = 0; c.foul && i < sizeof asked / sizeof *asked; i++) {
        if (!may_choose(&c, asked[i])) continue;
        sq_crokinole_event e = sq_crokinole_nothing_told;
        e.choice = (uint8_t)asked[i];
        list[count] = (sq_event_other){.rules = s->rules, .what = SQ_CROKINOLE_CHOOSE};
        memcpy(list[count++].bytes, &e, sizeof e);
    }
    return count;
}

bool sq_board_step_choose(sq_board_step *st, const sq_crokinole_event *e) {
    sq_crokinole *c = &st->c;
    if (!c->foul) return SQ_BOARD_REFUSE(st, NO_FOUL);
    if (!may_choose(c, (sq_choice)e->choice))
        return SQ_BOARD_REFUSE(st, NO_SHOT_TO_UNDO, .colour = c->foul_by);
    bool pending = c->pending;
    c->foul = c->pending = false;
    if (e->choice == SQ_CHOICE_ACCEPT) {
        SQ_BOARD_SAY(st, ACCEPTED, .n = c->foul_rule);
        if (pending) sq_board_shot_over(st);
        sq_board_look_at_time(st);
    } else
        put_back(st, e->choice == SQ_CHOICE_REMOVE);
    c->foul_by = SQ_BOARD_SIDES;
    c->foul_rule = -1;
    return true;
}
