/* The events that a game waits for, found by trying them on the rules; another game than tiddlywinks says its
 * own. */
#include "rules/next_events.h"

#include "rules/other/game_registry.h"

typedef struct {
    const sq_state *s;
    sq_event *list;
    int count;
} offer;

static void offer_if_taken(offer *o, const sq_event *e) {
    sq_state after;
    sq_rulings r;
    if (sq_engine_step(o->s, e, &after, &r)) o->list[o->count++] = *e;
}

/* Who goes on after a wrong colour's foul is part of the choice. */
static void offer_choices(offer *o) {
    sq_event e = {.kind = SQ_EVENT_CHOOSE, .choose = {.option = SQ_CHOOSE_REPLAY, .colour = SQ_NO_COLOUR}};
    offer_if_taken(o, &e);
    e.choose.option = SQ_CHOOSE_ACCEPT;
    if (!o->s->foul.wrong_colour) {
        offer_if_taken(o, &e);
        return;
    }
    for (sq_colour c = 0; c < SQ_COLOURS; c++) {
        e.choose.colour = c;
        if (sq_state_colours(o->s) & sq_colour_bit(c)) offer_if_taken(o, &e);
    }
}

/* A colour, or in books that nominate a wink each wink that may be. */
static void offer_nominations(offer *o) {
    for (sq_colour c = 0; c < SQ_COLOURS; c++)
        if (sq_state_colours(o->s) & sq_colour_bit(c))
            offer_if_taken(
                o, &(sq_event){.kind = SQ_EVENT_NOMINATE, .nominate = {.colour = c, .wink = SQ_NO_WINK}});
    bool by_colour = o->count > 0;
    for (sq_wink w = 0; w < SQ_WINKS && !by_colour; w++)
        offer_if_taken(
            o, &(sq_event){.kind = SQ_EVENT_NOMINATE, .nominate = {.colour = SQ_NO_COLOUR, .wink = w}});
}

static void offer_other_events(offer *o, const sq_other_game *other) {
    sq_event_other list[SQ_OTHER_AWAITED_MAX];
    o->count = other->awaits(o->s, list);
    for (int i = 0; i < o->count; i++)
        o->list[i] = (sq_event){.kind = SQ_EVENT_OTHER, .other = list[i]};
}

int sq_next_events(const sq_state *s, sq_event list[SQ_NEXT_EVENTS_MAX]) {
    offer o = {.s = s, .list = list};
    if (!s->playing) return 0;
    const sq_other_game *other = sq_other_game_at(s->rules);
    if (other)
        offer_other_events(&o, other);
    else if (sq_state_await(s) == SQ_AWAIT_CHOOSE)
        offer_choices(&o);
    else if (sq_state_await(s) == SQ_AWAIT_NOMINATE)
        offer_nominations(&o);
    return o.count;
}
