/* What an umpire of crokinole types: sentences of discs, places, sides and seats. */
#include "rules/crokinole/record_words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "rules/crokinole/record_lines.h"
#include "rules/crokinole/terms.h"

/* Bytes of the longest word that is known, and of one that may be compared. */
enum { WORD_MAX = 16 };

#define EXAMPLE "D3 15, hits L1, L1 out"

/* What the last verb was about. */
typedef enum { SHOOTS, STRIKES, IS_TURN, IS_ROUND } about;

static const sq_typed_saying sayings[] = {
    {"shot", "shot", NULL, NULL},
    {"shoots", "shot", NULL, NULL},
    {"plays", "shot", NULL, NULL},
    {"foul", "foul", NULL, NULL},
    {"fouls", "foul", NULL, NULL},
    {"choose", "choose", NULL, NULL},
    {"chooses", "choose", NULL, NULL},
    {"accept", "choose", "option", "accept"},
    {"accepts", "choose", "option", "accept"},
    {"replay", "choose", "option", "replay"},
    {"replays", "choose", "option", "replay"},
    {"start", "start", NULL, NULL},
    {"starts", "start", NULL, NULL},
    {"begins", "start", NULL, NULL},
    {"time", "time", NULL, NULL},
    {"set", "set", NULL, NULL},
};

/* Other words for places. */
static const struct {
    const char *word;
    sq_board_place place;
} places[] = {
    {"hole", SQ_AT_20}, {"twenty", SQ_AT_20},   {"leans", SQ_AT_LEANING},  {"ditch", SQ_AT_OUT},
    {"off", SQ_AT_OUT}, {"removed", SQ_AT_OUT}, {"line15", SQ_AT_LINE_15}, {"line10", SQ_AT_LINE_10},
};

/* What is told of the disc that was named last: the list that it comes into. */
static const struct {
    const char *word, *list;
} fates[] = {
    {"spins", "spun"},        {"spun", "spun"},          {"returns", "returned"},
    {"returned", "returned"}, {"covers", "covers_line"},
};

static const char *const fillers[] = {
    "the",  "and", "a",  "an",   "in",   "into", "to",    "on",   "at",     "is",    "lies", "it",   "its",
    "then", "now", "by", "back", "rule", "of",   "comes", "disc", "umpire", "calls", "goes", "line", "ends"};

static const char *const strikes[] = {"hits", "hit", "strikes", "struck", "touches", "touched"};

static void add_once(sq_typed_words *t, const char *key, const char *name) {
    json_t *all = sq_typed_list(t, key), *value;
    size_t i;
    json_array_foreach(all, i, value) if (!strcmp(json_string_value(value), name)) return;
    json_array_append_new(all, json_string(name));
}

/* The disc that is named first is the one shot; those after a strike were struck. */
static bool take_disc(sq_typed_words *t, sq_board_disc d) {
    const char *name = sq_board_disc_name(d), *is = sq_typed_name(t);
    bool of_shot = !*is || !strcmp(is, "shot");
    if (!of_shot && strcmp(is, "set"))
        return sq_typed_complain(t, "%s: a %.40s names no disc; say it as in: foul 7d, turn dark", name, is);
    t->last = d;
    if (t->about == STRIKES)
        add_once(t, "struck", name);
    else if (of_shot && !t->is_change && !json_object_get(t->event, "disc"))
        sq_typed_put(t, "disc", json_string(name));
    return true;
}

static bool take_place(sq_typed_words *t, sq_board_place place, const char *word) {
    if (t->last < 0) return sq_typed_complain(t, "which disc is at \"%.20s\"? Say it as in: D3 15", word);
    if (!json_object_get(t->event, "at")) sq_typed_put(t, "at", json_object());
    json_object_set_new(json_object_get(t->event, "at"), sq_board_disc_name((sq_board_disc)t->last),
                        json_string(sq_board_place_name(place)));
    return true;
}

static bool take_name(sq_typed_words *t, const char *key, const char *name) {
    sq_typed_put(t, key, json_string(name));
    return true;
}

static bool take_side(sq_typed_words *t, const char *name) {
    bool is_turn = t->about == IS_TURN;
    if (is_turn) t->about = SHOOTS;
    return take_name(t, is_turn ? "turn" : "colour", name);
}

static bool take_fate(sq_typed_words *t, const char *list, const char *word) {
    if (t->last < 0) return sq_typed_complain(t, "which disc %.20s? Name it before, as D3", word);
    add_once(t, list, sq_board_disc_name((sq_board_disc)t->last));
    return true;
}

/* "7d", as in the book; and 1 to 4, behind "round". */
static bool is_number(const char *word) {
    return *word >= '1' && *word <= '9';
}

static bool take_round(sq_typed_words *t, const char *word) {
    if (!is_number(word) || word[1]) return sq_typed_complain(t, "\"%.20s\" is no round; give 1 to 4", word);
    sq_typed_put(t, "round", json_integer(*word - '0'));
    t->about = SHOOTS;
    return true;
}

static bool does_not_understand(sq_typed_words *t, const char *word) {
    const char *is = sq_typed_name(t);
    if (!strcmp(is, "foul"))
        return sq_typed_complain(t, "\"%.40s\" is no point of the book; say it as in: dark fouls 7d", word);
    if (!strcmp(is, "choose"))
        return sq_typed_complain(t, "\"%.40s\" is no choice; say accept, replay or remove", word);
    return sq_typed_complain(
        t, "\"%.40s\" is not understood; say it as in: " EXAMPLE "; or: foul 7d, turn dark", word);
}

/* In small letters. */
static bool take_small(sq_typed_words *t, const char *word) {
    bool known = false;
    const char *is = sq_typed_name(t);
    if (t->about == IS_ROUND) return take_round(t, word);
    if (sq_board_side_from_name(word) != SQ_BOARD_SIDES) return take_side(t, word);
    if (sq_board_seat_from_name(word) != SQ_NO_SEAT) return take_name(t, "seat", word);
    if (!strcmp(is, "foul") && is_number(word)) return take_name(t, "rule", word);
    if (!strcmp(is, "choose") && !strcmp(word, "remove")) return take_name(t, "option", word);
    bool well = sq_typed_take_saying(t, word, sayings, sizeof sayings / sizeof *sayings, &known);
    if (known) return well;
    if (t->is_change && t->last < 0 && (!strcmp(word, "remove") || !strcmp(word, "removed"))) {
        sq_typed_put(t, "remove", json_true());
        return true;
    }
    if (sq_board_place_from_name(word) != SQ_BOARD_PLACES)
        return take_place(t, sq_board_place_from_name(word), word);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (!strcmp(word, places[i].word)) return take_place(t, places[i].place, word);
    for (size_t i = 0; i < sizeof fates / sizeof *fates; i++)
        if (!strcmp(word, fates[i].word)) return take_fate(t, fates[i].list, word);
    if (sq_typed_is_one_of(word, strikes, sizeof strikes / sizeof *strikes)) {
        t->about = STRIKES;
        sq_typed_list(t, "struck");
        return true;
    }
    if (!strcmp(word, "turn") || !strcmp(word, "round")) {
        t->about = *word == 't' ? IS_TURN : IS_ROUND;
        return sq_typed_begin(t, "set", word);
    }
    if (!strcmp(word, "nothing") && t->about == STRIKES) return true;
    if (sq_typed_is_one_of(word, fillers, sizeof fillers / sizeof *fillers)) return true;
    return does_not_understand(t, word);
}

bool sq_crokinole_take_word(sq_typed_words *t, const char *word) {
    char small[WORD_MAX] = "", large[WORD_MAX] = "";
    size_t n = strlen(word);
    if (n >= WORD_MAX) return does_not_understand(t, word);
    for (size_t i = 0; i <= n; i++) {
        small[i] = (char)tolower((unsigned char)word[i]);
        large[i] = (char)toupper((unsigned char)word[i]);
    }
    sq_board_disc d = sq_board_disc_from_name(large);
    return d != SQ_NO_DISC ? take_disc(t, d) : take_small(t, small);
}

bool sq_crokinole_end_words(sq_typed_words *t) {
    if (t->about == IS_TURN) return sq_typed_complain(t, "whose turn? Say light or dark");
    if (t->about == IS_ROUND) return sq_typed_complain(t, "which round? Say 1 to 4");
    if (t->is_change) return true;
    bool of_shot = json_object_get(t->event, "disc") || json_object_get(t->event, "struck");
    if (!*sq_typed_name(t) && of_shot) sq_typed_begin(t, "shot", "");
    if (!*sq_typed_name(t))
        return sq_typed_complain(t, "what happened? Say it as in: " EXAMPLE "; or: dark fouls 7d");
    bool lies = json_object_get(t->event, "at") || json_object_get(t->event, "returned");
    return strcmp(sq_typed_name(t), "shot") || lies ||
           sq_typed_complain(t, "where did the disc come to rest? Say it as in: " EXAMPLE);
}
