/* Reads what an umpire types: words, key=value, or JSON. */
#include "ui/overrule/typed_event.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/terms/event.h"

/* Bytes of a word that may be known. */
enum { WORD_MAX = 32 };

/* What the last verb was about: winks that follow belong to it. Or what the next word must be. */
typedef enum { NAMES_LIMIT = -1, PLAYED, POTTED, OFF, OVER, FREED, NAMES_TURN } about;

static void put_text(sq_typed_words *t, const char *key, const char *text) {
    sq_typed_put(t, key, json_string(text));
}

/* ---- Words ---- */

static const sq_typed_saying sayings[] = {
    {"shot", "shot", NULL, NULL},
    {"pass", "pass", NULL, NULL},
    {"passes", "pass", NULL, NULL},
    {"passed", "pass", NULL, NULL},
    {"squidge-off", "squidge-off", NULL, NULL},
    {"foul", "foul", NULL, NULL},
    {"fouls", "foul", NULL, NULL},
    {"choose", "choose", NULL, NULL},
    {"replay", "choose", "option", "replay"},
    {"replays", "choose", "option", "replay"},
    {"accept", "choose", "option", "accept"},
    {"accepts", "choose", "option", "accept"},
    {"nominate", "nominate", NULL, NULL},
    {"nominates", "nominate", NULL, NULL},
    {"nominated", "nominate", NULL, NULL},
    {"clock", "clock", NULL, NULL},
    {"set", "set", NULL, NULL},
    {"disrupts", "disrupt", NULL, NULL},
    {"disrupt", "disrupt", NULL, NULL},
};

static const struct {
    const char *word;
    about about;
} verbs[] = {
    {"plays", PLAYED},  {"played", PLAYED}, {"play", PLAYED}, {"pots", POTTED}, {"potted", POTTED},
    {"pot", POTTED},    {"off", OFF},       {"over", OVER},   {"on", OVER},     {"squops", OVER},
    {"squopped", OVER}, {"frees", FREED},   {"freed", FREED}, {"free", FREED},
};

static const char *const fillers[] = {
    "the",  "and",    "a",     "an",   "from", "behind", "its", "baseline", "now", "lies",
    "lie",  "with",   "sends", "sent", "is",   "are",    "it",  "shot's",   "to",  "by",
    "rule", "umpire", "calls", "in",   "into", "then",   "&",   "falls",    "of",  "wink"};

/* "clock stop", "start": the game's time. */
static bool take_clock(sq_typed_words *t, const char *word, bool *known) {
    static const char *const stops[] = {"stop", "stops", "stopped"}, *const starts[] = {"start", "starts",
                                                                                        "started", "run",
                                                                                        "runs"};
    bool stop = sq_typed_is_one_of(word, stops, 3), start = sq_typed_is_one_of(word, starts, 5);
    *known = stop || start || !strcmp(word, "limit");
    if (!*known) return true;
    if (!stop && !start) t->about = NAMES_LIMIT;
    if (!sq_typed_begin(t, "clock", word)) return false;
    if (t->about != NAMES_LIMIT) sq_typed_put(t, "run", json_boolean(start));
    return true;
}

static bool take_colour(sq_typed_words *t, sq_colour c) {
    const char *name = sq_colour_name(c);
    put_text(t, t->about == NAMES_TURN ? "turn" : "colour", name);
    if (t->about == NAMES_TURN) t->about = PLAYED;
    return true;
}

/* A squop: the wink named last lies over this one. */
static bool take_squop(sq_typed_words *t, sq_wink lower) {
    const char *played = json_string_value(json_object_get(t->event, "wink"));
    sq_wink upper = t->last >= 0 ? (sq_wink)t->last : played ? sq_wink_from_name(played) : SQ_NO_WINK;
    if (upper == SQ_NO_WINK)
        return sq_typed_complain(t, "which wink lies over %s? Say it as in: r3 over G1", sq_wink_name(lower));
    json_array_append_new(sq_typed_list(t, "now_over"),
                          json_pack("[ss]", sq_wink_name(upper), sq_wink_name(lower)));
    return true;
}

static bool asks_turn(sq_typed_words *t) {
    return sq_typed_complain(t, "whose turn? Name the colour");
}

static bool take_wink(sq_typed_words *t, sq_wink w) {
    static const char *const keys[] = {[POTTED] = "potted", [OFF] = "off", [FREED] = "frees"};
    if (t->about == NAMES_TURN) return asks_turn(t);
    if (t->about == OVER) return take_squop(t, w); /* the upper one stays the one named last */
    t->last = w;
    if (t->about != PLAYED) {
        json_array_append_new(sq_typed_list(t, keys[t->about]), json_string(sq_wink_name(w)));
        return true;
    }
    if (json_object_get(t->event, "wink"))
        return sq_typed_complain(t, "%s: what about it? Say pots %s, off %s, or %s over another",
                                 sq_wink_name(w), sq_wink_name(w), sq_wink_name(w), sq_wink_name(w));
    const char *by = json_string_value(json_object_get(t->event, "colour")),
               *is = sq_colour_name(sq_wink_colour(w));
    if (by && strcmp(by, is)) return sq_typed_complain(t, "%s is %s's, not %s's", sq_wink_name(w), is, by);
    put_text(t, "wink", sq_wink_name(w));
    put_text(t, "colour", is);
    return true;
}

/* "pots nothing" */
static bool take_nothing(sq_typed_words *t) {
    static const char *const keys[] = {[POTTED] = "potted", [OFF] = "off", [OVER] = "over"};
    if (t->about == PLAYED || t->about == FREED)
        return sq_typed_complain(t, "\"nothing\": say pots nothing, off nothing or over nothing");
    sq_typed_put(t, keys[t->about], json_array());
    return true;
}

#define LIMIT_LEAST_S 60.0
#define LIMIT_MOST_S (10 * 3600.0)

/* The unit that stands behind a number, in seconds; 0: none that is known. */
static double unit_of(const char *text) {
    static const char *const minutes[] = {"", "m", "min", "minutes"}, *const seconds[] = {"s", "sec",
                                                                                          "seconds"};
    return sq_typed_is_one_of(text, minutes, 4) ? 60 : sq_typed_is_one_of(text, seconds, 3) ? 1 : 0;
}

bool sq_limit_makes_sense(double seconds) {
    return seconds >= LIMIT_LEAST_S && seconds <= LIMIT_MOST_S;
}

bool sq_typed_limit(double *seconds, const char *word, char why[SQ_TYPED_WHY_MAX]) {
    char *end;
    double x = strtod(word, &end);
    bool is_clock = *end == ':' && end[1] >= '0' && end[1] <= '5' && end[2] >= '0' && end[2] <= '9' &&
                    !end[3] && x == floor(x);
    double s = is_clock ? 60 * x + atoi(end + 1) : x * unit_of(end);
    if (end == word || !(s > 0) || !isfinite(s)) {
        snprintf(why, SQ_TYPED_WHY_MAX,
                 "\"%.40s\" is no time; give minutes as 20 or 20:00, or seconds as 1200s", word);
        return false;
    }
    if (!sq_limit_makes_sense(s))
        snprintf(why, SQ_TYPED_WHY_MAX,
                 "no game is played for %.40s%s; give minutes as 20 or 20:00, or seconds as 1200s", word,
                 is_clock || *end ? "" : " minutes");
    *seconds = s;
    return sq_limit_makes_sense(s);
}

static bool take_limit(sq_typed_words *t, const char *word) {
    double s;
    if (!sq_typed_limit(&s, word, t->why)) return false;
    t->about = PLAYED;
    sq_typed_put(t, "limit_s", json_real(s));
    return true;
}

static bool does_not_understand_clock(sq_typed_words *t, const char *word) {
    return sq_typed_complain(
        t, "\"%.40s\" is not understood; say it as in: clock stop, clock start or clock limit 20:00", word);
}

static bool take_small_word(sq_typed_words *t, const char *word) {
    bool known = false;
    sq_wink w = sq_wink_from_name(word); /* "R3": no large one has that number */
    if (w != SQ_NO_WINK) return take_wink(t, w);
    sq_colour c = sq_colour_from_name(word);
    if (c != SQ_NO_COLOUR) return take_colour(t, c);
    if (!strcmp(sq_typed_name(t), "foul") && strspn(word, "0123456789.") == strlen(word)) {
        put_text(t, "rule", word);
        return true;
    }
    bool well = sq_typed_take_saying(t, word, sayings, sizeof sayings / sizeof *sayings, &known);
    if (known) return well;
    well = take_clock(t, word, &known);
    if (known) return well;
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(word, verbs[i].word)) {
            t->about = verbs[i].about;
            return true;
        }
    if (!strcmp(word, "nothing") || !strcmp(word, "none")) return take_nothing(t);
    if (!strcmp(word, "turn")) {
        t->about = NAMES_TURN;
        return sq_typed_begin(t, "set", word);
    }
    if (!strcmp(word, "short")) {
        sq_typed_put(t, "short", json_true());
        return true;
    }
    if (t->is_change && (!strcmp(word, "remove") || !strcmp(word, "removed"))) {
        sq_typed_put(t, "remove", json_true());
        return true;
    }
    if (sq_typed_is_one_of(word, fillers, sizeof fillers / sizeof *fillers)) return true;
    if (!strcmp(sq_typed_name(t), "clock")) return does_not_understand_clock(t, word);
    if (!strcmp(sq_typed_name(t), "pass"))
        return sq_typed_complain(t, "\"%.40s\" is no colour; say it as in: pass, or blue passes", word);
    if (!strcmp(sq_typed_name(t), "choose"))
        return sq_typed_complain(t, "\"%.40s\" is no choice; say it as in: choose replay, or choose accept",
                                 word);
    if (!strcmp(sq_typed_name(t), "nominate"))
        return sq_typed_complain(t, "\"%.40s\" is no colour and no wink; say it as in: nominate red", word);
    return sq_typed_complain(
        t,
        "\"%.40s\" is not understood; say it as in: red pots r3, r3 over G1, off y4, blue "
        "passes, foul 10.2, or "
        "by keys (wink=r3 potted=r3)",
        word);
}

/* In small letters; the word itself where it is longer than those that are known. */
static const char *small_of(const char *word, char small[WORD_MAX]) {
    size_t n = strlen(word);
    if (n >= WORD_MAX) return word;
    for (size_t i = 0; i <= n; i++)
        small[i] = (char)tolower((unsigned char)word[i]);
    return small;
}

/* A phone begins each sentence with a capital; only the names of winks tell large from small ones by it. */
static bool take_word(sq_typed_words *t, const char *word) {
    char small[WORD_MAX];
    sq_wink w = sq_wink_from_name(word);
    if (t->about == NAMES_LIMIT) return take_limit(t, word);
    return w != SQ_NO_WINK ? take_wink(t, w) : take_small_word(t, small_of(word, small));
}

/* What all games have, the clock, comes before the words of the other game. */
static bool take_others_word(sq_typed_words *t, const sq_other_game *game, const char *word) {
    char room[WORD_MAX];
    const char *small = small_of(word, room);
    bool known = false;
    if (t->about == NAMES_LIMIT) return take_limit(t, word);
    if (!strcmp(small, "clock")) return sq_typed_begin(t, "clock", word);
    if (strcmp(sq_typed_name(t), "clock")) return game->take_word(t, word);
    bool well = take_clock(t, small, &known);
    return known ? well : does_not_understand_clock(t, word);
}

/* ---- Keys ---- */

static json_t *list_of(const char *value, bool pairs) {
    json_t *all = json_array();
    for (const char *at = value; *at;) {
        size_t n = strcspn(at, ","), first = strcspn(at, "/>,");
        if (pairs && first < n)
            json_array_append_new(all, json_pack("[s%s%]", at, first, at + first + 1, n - first - 1));
        else if (n)
            json_array_append_new(all, json_stringn(at, n));
        at += n + (at[n] == ',');
    }
    return all;
}

static bool take_key(sq_typed_words *t, const char *word, const char *is) {
    static const char *const lists[] = {"potted", "off",    "pot",  "baseline", "forfeit",
                                        "frees",  "struck", "spun", "returned", "covers_line"},
                             *const numbers[] = {"t",         "t_rest",  "n",       "shots", "rounds_left",
                                                 "elapsed_s", "limit_s", "reading", "mm"};
    char key[40];
    const char *value = is + 1;
    if (is - word >= (long)sizeof key || is == word)
        return sq_typed_complain(t, "\"%.40s\" is no key=value", word);
    snprintf(key, sizeof key, "%.*s", (int)(is - word), word);
    char *end;
    double number = strtod(value, &end);
    bool is_number = *value && !*end && isfinite(number);
    if (sq_typed_is_one_of(key, lists, sizeof lists / sizeof *lists))
        sq_typed_put(t, key, list_of(value, false));
    else if (!strcmp(key, "over") || !strcmp(key, "now_over")) {
        json_t *all = list_of(value, true);
        if (!all) return sq_typed_complain(t, "\"%.40s\": give pairs, as in over=r3/G1,b1/y2", word);
        sq_typed_put(t, key, all);
    } else if (sq_colour_from_name(key) != SQ_NO_COLOUR) {
        if (!json_object_get(t->event, "mm")) sq_typed_put(t, "mm", json_object());
        json_object_set_new(json_object_get(t->event, "mm"), key,
                            is_number ? json_real(number) : json_string(value));
        return json_object_get(json_object_get(t->event, "mm"), key) ||
               sq_typed_complain(t, "\"%.40s\" is no text in UTF-8", word);
    } else if (sq_typed_is_one_of(key, numbers, sizeof numbers / sizeof *numbers) && is_number)
        sq_typed_put(t, key, json_real(number));
    else if (!strcmp(value, "true") || !strcmp(value, "false"))
        sq_typed_put(t, key, json_boolean(*value == 't'));
    else
        put_text(t, key, value);
    return json_object_get(t->event, key) || sq_typed_complain(t, "\"%.40s\" is no text in UTF-8", word);
}

/* The sentence and whose words it is made of. */
typedef struct {
    sq_typed_words words;
    const sq_other_game *game; /* null: tiddlywinks */
} sentence;

static bool take_argument(sentence *s, const char *argument) {
    const char *is = strchr(argument, '=');
    if (is) return take_key(&s->words, argument, is);
    char *text = strdup(argument), *rest = NULL;
    bool well = text;
    for (char *word = text ? strtok_r(text, " \t\n,;!", &rest) : NULL; word && well;
         word = strtok_r(NULL, " \t\n,;!", &rest)) {
        size_t n = strlen(word);
        while (n && word[n - 1] == '.')
            word[--n] = 0;
        well = !n || (s->game ? take_others_word(&s->words, s->game, word) : take_word(&s->words, word));
    }
    free(text);
    return well;
}

/* ---- The whole ---- */

/* What was said of winks alone is a shot; the first that is named was played. */
static void complete(sq_typed_words *t) {
    static const char *const of_shot[] = {"wink", "potted", "off", "now_over", "frees", "short", "over"};
    const char *is = sq_typed_name(t);
    bool shot = !strcmp(is, "shot");
    json_t *by = json_object_get(t->event, "colour");
    if (!strcmp(is, "disrupt") && by) {
        json_object_set(t->event, "by", by);
        json_object_del(t->event, "colour");
    }
    for (size_t i = 0; i < sizeof of_shot / sizeof *of_shot && !*is; i++)
        shot |= json_object_get(t->event, of_shot[i]) != NULL;
    if (!shot) return;
    put_text(t, "event", "shot");
    const json_t *wink = json_object_get(t->event, "wink");
    for (size_t i = 1; i <= 2 && !wink; i++)
        wink = json_array_get(json_object_get(t->event, of_shot[i]), 0);
    sq_wink w = wink ? sq_wink_from_name(json_string_value(wink) ? json_string_value(wink) : "") : SQ_NO_WINK;
    if (w == SQ_NO_WINK) return;
    put_text(t, "wink", sq_wink_name(w));
    if (!json_object_get(t->event, "colour")) put_text(t, "colour", sq_colour_name(sq_wink_colour(w)));
}

static json_t *read_json(const char *text, char *why) {
    json_error_t e;
    json_t *event = json_loads(text, JSON_REJECT_DUPLICATES, &e);
    if (json_is_object(event)) return event;
    json_decref(event);
    snprintf(why, SQ_TYPED_WHY_MAX, "this is no JSON object: %.150s", event ? "give {\"event\":…}" : e.text);
    return NULL;
}

static bool end_words(sq_typed_words *t) {
    if (t->about == NAMES_TURN) return asks_turn(t);
    if (t->about == NAMES_LIMIT) return sq_typed_complain(t, "what limit? Give minutes, as 20 or 20:00");
    if (!json_object_size(t->event))
        return sq_typed_complain(t, "nothing is said; say it as in: red pots r3");
    if (!t->is_change) complete(t);
    if (!strcmp(sq_typed_name(t), "squidge-off") && !json_object_get(t->event, "mm"))
        return sq_typed_complain(
            t, "how far from the pot? Say it as in: squidge-off blue=31 green=112.5 red=pot "
               "yellow=off (millimetres)");
    return t->is_change || *sq_typed_name(t) ||
           sq_typed_complain(t, "what happened? Say it as in: red pots r3, blue passes, foul 10.2");
}

json_t *sq_typed_event(char *const *words, int count, bool is_change, const sq_other_game *game,
                       char why[SQ_TYPED_WHY_MAX]) {
    sentence s = {.words = {.event = json_object(), .last = -1, .is_change = is_change, .why = why},
                  .game = game};
    why[0] = 0;
    if (count == 1 && *words[0] == '{') {
        json_decref(s.words.event);
        return read_json(words[0], why);
    }
    bool well = s.words.event;
    for (int i = 0; i < count && well; i++)
        well = take_argument(&s, words[i]);
    if (well && s.words.about == NAMES_LIMIT)
        well = sq_typed_complain(&s.words, "what limit? Give minutes, as 20 or 20:00");
    if (well && (game ? game->end_words : end_words)(&s.words)) return s.words.event;
    if (!*why) sq_typed_complain(&s.words, "out of memory; close other programs");
    json_decref(s.words.event);
    return NULL;
}
