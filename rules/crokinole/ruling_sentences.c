/* Turns a ruling of crokinole into its sentence, and finds the number of its rule. */
#include "rules/crokinole/ruling_sentences.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>

static const struct {
    const char *rule, *text;
} rulings[] = {
#define X(kind, rule, text) {rule, text},
    SQ_BOARD_RULING_LIST(X)
#undef X
};

static const char *const refusals[] = {
#define X(kind, text) text,
    SQ_BOARD_REFUSAL_LIST(X)
#undef X
};

const char *const sq_board_rules[] = {
    "1a", "2a(i)", "2a(ii)", "2a(iii)", "2a(iv)", "2b", "2c", "3a(i)", "3a(ii)", "3b", "4a", "4b", "4c",
    "5a", "5b",    "5c",     "6a",      "6b",     "6c", "6d", "6e",    "7a",     "7b", "7c", "7d", "7e",
    "7f", "7g",    "7h",     "7i",      "7j",     "7k", "8a", "8b",    "8c",     "8d", "8e", "8f", NULL};

/* "7(d)" and "7.d" are "7d", "3ai" is "3a(i)": only digits and letters tell. */
static bool same_rule(const char *a, const char *b) {
    for (;;) {
        while (*a && !isalnum((unsigned char)*a))
            a++;
        while (*b && !isalnum((unsigned char)*b))
            b++;
        if (tolower((unsigned char)*a) != *b) return false;
        if (!*a) return true;
        a++, b++;
    }
}

int sq_board_rule_number(const char *rule) {
    for (int i = 0; sq_board_rules[i]; i++)
        if (same_rule(rule, sq_board_rules[i])) return i;
    return -1;
}

void sq_board_put_discs(sq_text *t, sq_board_disc_set discs) {
    for (sq_board_disc_set rest = discs; rest; rest &= rest - 1)
        sq_text_put(t, "%s%s", sq_list_joint(discs, rest, " and "),
                    sq_board_disc_name((sq_board_disc)__builtin_ctz(rest)));
}

static void put_discs(sq_text *t, sq_board_disc_set discs) {
    sq_board_put_discs(t, discs);
    if (!discs) sq_text_put(t, "a disc");
}

/* One word for one disc, another for several. */
static const char *by_number(const sq_ruling *r, const char *one, const char *several) {
    return r->winks & (r->winks - 1) ? several : one;
}

static void put_mark(sq_text *t, char mark, const void *of) {
    const sq_ruling *r = of;
    const char *colour = sq_board_side_name((sq_board_side)r->colour);
    const char *other = sq_board_side_name(sq_board_other_side((sq_board_side)r->colour));
    const char *seat = sq_board_seat_name((sq_board_seat)r->other);
    switch (mark) {
    case 'c': sq_text_put(t, "%s", colour); break;
    case 'C': sq_text_put_capital(t, colour); break;
    case 'o': sq_text_put(t, "%s", other); break;
    case 'O': sq_text_put_capital(t, other); break;
    case 'e': sq_text_put(t, "%s", seat); break;
    case 'E': sq_text_put_capital(t, seat); break;
    case 'w': put_discs(t, (sq_board_disc_set)r->winks); break;
    case 'i': sq_text_put(t, "%s", by_number(r, "is", "are")); break;
    case 'a': sq_text_put(t, "%s", by_number(r, "was", "were")); break;
    case 'k': sq_text_put(t, "%s", by_number(r, "a 20", "20s")); break;
    case 's': sq_text_put(t, "%s", by_number(r, "s", "")); break;
    case 'z': sq_text_put(t, "%s", by_number(r, "es", "")); break;
    case 'n': sq_text_put(t, "%d", r->n); break;
    case 'x': sq_text_put(t, "%s", r->n == 1 ? "" : "s"); break;
    case 't': sq_text_put_minutes(t, r->n); break;
    default: sq_text_put(t, "light %d, dark %d", r->n & 0xffff, r->n >> 16); break; /* p */
    }
}

static const char *sentence(const char *text, const sq_ruling *r, char to[SQ_RULING_TEXT_MAX]) {
    sq_text t = sq_text_in(to, SQ_RULING_TEXT_MAX);
    sq_text_put_marked(&t, text, put_mark, r);
    return to;
}

enum { RULES = sizeof sq_board_rules / sizeof *sq_board_rules - 1 };

const char *sq_board_ruling_rule(const sq_ruling *r) {
    const char *rule = r->what < SQ_BOARD_RULINGS ? rulings[r->what].rule : "";
    bool named = !strcmp(rule, "%b");
    if (!named) return rule;
    return r->n >= 0 && r->n < RULES ? sq_board_rules[r->n] : "";
}

const char *sq_board_ruling_text(const sq_ruling *r, char to[SQ_RULING_TEXT_MAX]) {
    return sentence(r->what < SQ_BOARD_RULINGS ? rulings[r->what].text : "", r, to);
}

const char *sq_board_refusal_text(const sq_ruling *r, char to[SQ_RULING_TEXT_MAX]) {
    return sentence(r->what < SQ_BOARD_REFUSALS ? refusals[r->what] : "", r, to);
}
