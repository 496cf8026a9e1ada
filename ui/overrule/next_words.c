/* The words that a game waits for, and the remedies of refused ones. */
#include "ui/overrule/next_words.h"

#include <jansson.h>

#include "rules/next_events.h"
#include "rules/other/game_registry.h"
#include "rules/record.h"
#include "rules/terms/text_buffer.h"

/* Another game's choice, as its record writes it. */
static void put_other_choice(sq_text *t, const sq_event *e) {
    char line[SQ_EVENT_LINE_MAX];
    json_t *o = json_loadb(line, sq_record_write(line, sizeof line, e, NULL), 0, NULL);
    const char *option = json_string_value(json_object_get(o, "option"));
    if (option) sq_text_put(t, "choose %s\n", option);
    json_decref(o);
}

static void put_event(sq_text *t, const sq_event *e) {
    bool names_colour = e->kind == SQ_EVENT_CHOOSE && e->choose.colour != SQ_NO_COLOUR;
    if (e->kind == SQ_EVENT_OTHER)
        put_other_choice(t, e);
    else if (e->kind == SQ_EVENT_CHOOSE)
        sq_text_put(t, "choose %s%s%s\n", e->choose.option == SQ_CHOOSE_REPLAY ? "replay" : "accept",
                    names_colour ? " " : "", names_colour ? sq_colour_name(e->choose.colour) : "");
    else
        sq_text_put(t, "nominate %s\n",
                    e->nominate.wink == SQ_NO_WINK ? sq_colour_name(e->nominate.colour)
                                                   : sq_wink_name(e->nominate.wink));
}

const char *sq_next_words(const sq_state *s, const sq_event *e, const sq_rulings *r,
                          char to[SQ_NEXT_WORDS_MAX]) {
    sq_text t = sq_text_in(to, SQ_NEXT_WORDS_MAX);
    sq_event next[SQ_NEXT_EVENTS_MAX];
    int count = sq_next_events(s, next);
    for (int i = 0; i < count; i++)
        put_event(&t, &next[i]);
    if (!s->playing || sq_other_game_at(s->rules)) return to;
    sq_refusal_kind why = e && r->refused && r->count ? (sq_refusal_kind)r->list[0].what : SQ_REFUSAL_KINDS;
    if (why == SQ_NOT_NO_FOUL && s->can_call) sq_text_put(&t, "foul\n");
    if (why == SQ_NOT_PASS_NOT_DUE && e->kind == SQ_EVENT_PASS)
        sq_text_put(&t, "turn %s\n", sq_colour_name(e->pass.colour));
    return to;
}
