/* Turns a ruling into its sentence, by filling in the marks of its text, and finds the number of its rule. */
#include "rules/book/ruling_sentences.h"

#include <ctype.h>
#include <stdio.h>

#include "rules/book/ruleset.h"
#include "rules/other/other_game.h"
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

/* "B1", "B1 and b2", "B1, b2 and b3": `name` of the bits of a set. */
static void put_list(sq_text *t, uint64_t set, const char *(*name)(unsigned), const char *none) {
    if (!set) sq_text_put(t, "%s", none);
    for (uint64_t rest = set; rest; rest &= rest - 1) {
        const char *before = rest == set ? "" : rest & (rest - 1) ? ", " : " and ";
        sq_text_put(t, "%s%s", before, name((unsigned)__builtin_ctzll(rest)));
    }
}

static const char *wink_name(unsigned w) {
    return sq_wink_name((sq_wink)w);
}

static const char *colour_name(unsigned c) {
    return sq_colour_name((sq_colour)c);
}

/* A list of colours at the start of a sentence. */
static void put_capital_list(sq_text *t, uint32_t colours) {
    size_t start = t->used;
    put_list(t, colours, colour_name, "nobody");
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
            sq_text_put(t, "%s%s %d", c ? ", " : "", colour_name(c),
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

static void put_mark(sq_text *t, char mark, const sq_ruling *r, const sq_ruleset *set) {
    char points[SQ_POINTS_TEXT_MAX];
    switch (mark) {
    case 'c': sq_text_put(t, "%s", colour_name(r->colour)); break;
    case 'C': sq_text_put_capital(t, colour_name(r->colour)); break;
    case 'o': sq_text_put(t, "%s", colour_name(r->other)); break;
    case 'O': sq_text_put_capital(t, colour_name(r->other)); break;
    case 's': sq_text_put(t, "%s", sq_partnership_name((sq_partnership)r->side)); break;
    case 'S': sq_text_put_capital(t, sq_partnership_name((sq_partnership)r->side)); break;
    case 'w': put_list(t, r->winks, wink_name, "a wink"); break;
    case 'i': sq_text_put(t, "%d", set->set.off_inset); break;
    case 'n': sq_text_put(t, "%d", r->n); break;
    case 'm': put_count(t, r->n); break;
    case 'x': sq_text_put(t, "%s", r->n == 1 ? "" : "s"); break;
    case 'k': put_list(t, (uint32_t)r->n, colour_name, "nobody"); break;
    case 'K': put_capital_list(t, (uint32_t)r->n); break;
    case 'd': put_tiddlies(t, sq_ruleset_colours(set), r->winks); break;
    case 't': sq_text_put_minutes(t, r->n); break;
    case 'p': sq_text_put(t, "%s", sq_points_text(r->n, points)); break;
    default: sq_text_put(t, "%s", sq_points_text((int32_t)r->winks, points)); break; /* q */
    }
}

static const char *expand(const char *text, const sq_ruling *r, const sq_ruleset *set,
                          char to[SQ_RULING_TEXT_MAX]) {
    sq_text t = sq_text_in(to, SQ_RULING_TEXT_MAX);
    for (; *text; text++)
        if (*text == '%' && text[1])
            put_mark(&t, *++text, r, set);
        else
            sq_text_add(&t, *text);
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
    if (r->what >= SQ_RULING_KINDS) return expand("", r, set, to);
    const char *own = set && set->says ? set->says[r->what] : NULL;
    return expand(own ? own : ruling_texts[r->what], r, set ? set : sq_ruleset_at(0), to);
}

const char *sq_refusal_text(const sq_ruling *r, char to[SQ_RULING_TEXT_MAX]) {
    return expand(r->what < SQ_REFUSAL_KINDS ? refusal_texts[r->what] : "", r, sq_ruleset_at(0), to);
}
