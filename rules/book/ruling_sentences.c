/* Turns a ruling into its sentence, by filling in the marks of its text, and finds the number of its rule. */
#include "rules/book/ruling_sentences.h"

#include <ctype.h>
#include <stdio.h>

#include "rules/book/ruleset.h"
#include "rules/other/game_registry.h"
#include "rules/terms/text_buffer.h"

static const char *const ruling_texts[] = {
#define X(kind, text) text,
    SQ_RULING_LIST(X)
#undef X
};

static const char *const refusal_texts[] = {
#define X(kind, text) text,
    SQ_REFUSAL_LIST(X)
#undef X
};

static void put_winks(sq_text *t, sq_wink_set winks) {
    sq_text_put_winks(t, winks);
    if (!winks) sq_text_put(t, "a wink");
}

static void put_colours(sq_text *t, sq_colour_set colours) {
    sq_text_put_colours(t, colours, " and ");
    if (!colours) sq_text_put(t, "nobody");
}

/* A list of colours at the start of a sentence. */
static void put_capital_colours(sq_text *t, sq_colour_set colours) {
    size_t start = t->used;
    put_colours(t, colours);
    t->to[start] = (char)toupper((unsigned char)t->to[start]);
}

static void put_count(sq_text *t, int32_t n) {
    if (n)
        sq_text_put(t, "%d", n);
    else
        sq_text_put(t, "none");
}

static void put_tiddlies(sq_text *t, sq_colour_set colours, uint64_t packed) {
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (colours & sq_colour_bit((sq_colour)c))
            sq_text_put(t, "%s%s %d", c ? ", " : "", sq_colour_name((sq_colour)c),
                        (int)(packed >> SQ_PACKED_BITS * c) & SQ_PACKED_MOST);
}

const char *sq_points_text(int32_t sixtieths, char to[SQ_POINTS_TEXT_MAX]) {
    static const char *const parts[SQ_POINT] = {
        [0] = "",   [10] = "⅙", [12] = "⅕", [15] = "¼", [20] = "⅓", [24] = "⅖",
        [30] = "½", [36] = "⅗", [40] = "⅔", [45] = "¾", [48] = "⅘", [50] = "⅚"};
    int whole = sixtieths / SQ_POINT, part = sixtieths % SQ_POINT;
    if (part < 0 || !parts[part])
        snprintf(to, SQ_POINTS_TEXT_MAX, "%d/%d", sixtieths, SQ_POINT);
    else if (whole || !part)
        snprintf(to, SQ_POINTS_TEXT_MAX, "%d%s", whole, parts[part]);
    else
        snprintf(to, SQ_POINTS_TEXT_MAX, "%s", parts[part]);
    return to;
}

/* What a sentence is about. */
struct ruled {
    const sq_ruling *ruling;
    const sq_ruleset *set;
};

static void put_mark(sq_text *t, char mark, const void *of) {
    const struct ruled *ruled = of;
    const sq_ruling *r = ruled->ruling;
    char points[SQ_POINTS_TEXT_MAX];
    switch (mark) {
    case 'c': sq_text_put(t, "%s", sq_colour_name(r->colour)); break;
    case 'C': sq_text_put_capital(t, sq_colour_name(r->colour)); break;
    case 'o': sq_text_put(t, "%s", sq_colour_name(r->other)); break;
    case 'O': sq_text_put_capital(t, sq_colour_name(r->other)); break;
    case 's': sq_text_put(t, "%s", sq_partnership_name((sq_partnership)r->side)); break;
    case 'S': sq_text_put_capital(t, sq_partnership_name((sq_partnership)r->side)); break;
    case 'w': put_winks(t, r->winks); break;
    case 'i': sq_text_put(t, "%d", ruled->set->set.off_inset); break;
    case 'h': sq_text_put(t, "%d", ruled->set->set.tiddlies_potted); break;
    case 'f': sq_text_put(t, "%d", ruled->set->set.tiddlies_free); break;
    case 'u': sq_text_put(t, "%s", ruled->set->set.off_price == SQ_OFF_TURN ? "turn" : "shot"); break;
    case 'n': sq_text_put(t, "%d", r->n); break;
    case 'm': put_count(t, r->n); break;
    case 'x': sq_text_put(t, "%s", r->n == 1 ? "" : "s"); break;
    case 'k': put_colours(t, (sq_colour_set)r->n); break;
    case 'K': put_capital_colours(t, (sq_colour_set)r->n); break;
    case 'd': put_tiddlies(t, sq_ruleset_colours(ruled->set), r->winks); break;
    case 't': sq_text_put_minutes(t, r->n); break;
    case 'p': sq_text_put(t, "%s", sq_points_text(r->n, points)); break;
    default: sq_text_put(t, "%s", sq_points_text((int32_t)r->winks, points)); break; /* q */
    }
}

static const char *sentence(const char *text, const sq_ruling *r, const sq_ruleset *set,
                            char to[SQ_RULING_TEXT_MAX]) {
    sq_text t = sq_text_in(to, SQ_RULING_TEXT_MAX);
    sq_text_put_marked(&t, text, put_mark, &(struct ruled){r, set});
    return to;
}

const char *sq_ruling_rule(const sq_ruling *r, int rules) {
    const sq_other_game *other = sq_other_game_at(rules);
    if (other) return other->ruling_rule(r);
    const sq_ruleset *set = sq_ruleset_at(rules);
    if (!set || r->what >= SQ_RULING_KINDS) return "";
    bool named = r->what == SQ_RULED_FOUL_NAMED && r->n >= 0 && r->n < set->foul_rule_count;
    const char *rule = named ? set->foul_rules[r->n] : set->rule[r->what];
    return rule ? rule : "";
}

const char *sq_ruling_text(const sq_ruling *r, int rules, char to[SQ_RULING_TEXT_MAX]) {
    const sq_other_game *other = sq_other_game_at(rules);
    if (other) return other->ruling_text(r, to);
    const sq_ruleset *set = sq_ruleset_at(rules);
    if (r->what >= SQ_RULING_KINDS) return sentence("", r, set, to);
    const char *own = set && set->says ? set->says[r->what] : NULL;
    return sentence(own ? own : ruling_texts[r->what], r, set ? set : sq_ruleset_at(0), to);
}

const char *sq_refusal_text(const sq_ruling *r, char to[SQ_RULING_TEXT_MAX]) {
    return sentence(r->what < SQ_REFUSAL_KINDS ? refusal_texts[r->what] : "", r, sq_ruleset_at(0), to);
}
