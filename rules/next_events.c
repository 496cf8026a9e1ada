/* The events that a game waits for, found by trying them on the rules. */
#include "rules/next_events.h"

#include <stdio.h>

#include "rules/other/other_game.h"
#include "rules/record.h"

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

/* Another game's events are known to its record alone. */
static void offer_other_choices(offer *o) {
    static const char *const options[] = {"replay", "remove", "accept"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char text[64], why[SQ_RECORD_WHY_MAX];
        sq_record_line line;
        int n = snprintf(text, sizeof text, "{\"event\":\"choose\",\"option\":\"%s\"}", options[i]);
        if (sq_record_read_by(o->s->rules, &line, text, (size_t)n, why)) offer_if_taken(o, &line.event);
    }
}

int sq_next_events(const sq_state *s, sq_event list[SQ_NEXT_EVENTS_MAX]) {
    offer o = {.s = s, .list = list};
    if (!s->playing) return 0;
    if (sq_other_game_at(s->rules))
        offer_other_choices(&o);
    else if (sq_state_await(s) == SQ_AWAIT_CHOOSE)
        offer_choices(&o);
    else if (sq_state_await(s) == SQ_AWAIT_NOMINATE)
        offer_nominations(&o);
    return o.count;
}
