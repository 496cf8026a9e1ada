/* The words that a game waits for, and the remedies of refused ones. */
#include "ui/overrule/next_words.h"

#include <stdio.h>

#include "rules/other/other_game.h"
#include "rules/record.h"
#include "rules/terms/text_buffer.h"

/* Who goes on after a wrong colour's foul is part of the choice. */
static void put_choices(sq_text *t, const sq_state *s) {
    sq_text_put(t, "choose replay\n");
    if (!s->foul.wrong_colour) sq_text_put(t, "choose accept\n");
    for (unsigned c = 0; c < SQ_COLOURS && s->foul.wrong_colour; c++) {
        bool plays = sq_state_colours(s) & sq_colour_bit((sq_colour)c);
        if (plays && sq_partnership_of((sq_colour)c) != s->foul.by)
            sq_text_put(t, "choose accept %s\n", sq_colour_name((sq_colour)c));
    }
}

static bool may_nominate(const sq_state *s, sq_colour c, sq_wink w) {
    sq_event e = {.kind = SQ_EVENT_NOMINATE, .nominate = {.colour = c, .wink = w}};
    sq_state after;
    sq_rulings r;
    return sq_engine_step(s, &e, &after, &r);
}

/* What the rules do not allow to be nominated is not offered: a colour, or in some books a wink. */
static void put_nominations(sq_text *t, const sq_state *s) {
    bool any_colour = false;
    for (sq_colour c = 0; c < SQ_COLOURS; c++) {
        if (!(sq_state_colours(s) & sq_colour_bit(c)) || !may_nominate(s, c, SQ_NO_WINK)) continue;
        sq_text_put(t, "nominate %s\n", sq_colour_name(c));
        any_colour = true;
    }
    for (sq_wink w = 0; w < SQ_WINKS && !any_colour; w++)
        if (may_nominate(s, sq_wink_colour(w), w)) sq_text_put(t, "nominate %s\n", sq_wink_name(w));
}

/* Another game's choices are those that its rules take. */
static void put_other_choices(sq_text *t, const sq_state *s) {
    static const char *const options[] = {"replay", "remove", "accept"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char text[64], why[SQ_RECORD_WHY_MAX];
        sq_record_line line;
        sq_state after;
        sq_rulings r;
        int n = snprintf(text, sizeof text, "{\"event\":\"choose\",\"option\":\"%s\"}", options[i]);
        bool reads = sq_record_read_by(s->rules, &line, text, (size_t)n, why);
        if (reads && sq_engine_step(s, &line.event, &after, &r))
            sq_text_put(t, "choose option=%s\n", options[i]);
    }
}

const char *sq_next_words(const sq_state *s, const sq_event *e, const sq_rulings *r,
                          char to[SQ_NEXT_WORDS_MAX]) {
    sq_text t = sq_text_in(to, SQ_NEXT_WORDS_MAX);
    bool other = s->playing && sq_other_game_at(s->rules);
    if (other) put_other_choices(&t, s);
    if (other || !s->playing) return to;
    sq_refusal_kind why = e && r->refused && r->count ? (sq_refusal_kind)r->list[0].what : SQ_REFUSAL_KINDS;
    sq_await awaited = sq_state_await(s);
    if (awaited == SQ_AWAIT_CHOOSE) put_choices(&t, s);
    if (awaited == SQ_AWAIT_NOMINATE) put_nominations(&t, s);
    if (why == SQ_NOT_NO_FOUL) sq_text_put(&t, "foul\n");
    if (why == SQ_NOT_PASS_NOT_DUE && e->kind == SQ_EVENT_PASS)
        sq_text_put(&t, "turn %s\n", sq_colour_name(e->pass.colour));
    return to;
}
