/* Reads a line of the record. A known key must be of its kind; unknown keys are ignored; null counts as
 * absent where a key may be absent. */
#include "rules/record.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/terms/text_buffer.h"

/* A line in reading: the object, and the first complaint about it. */
typedef struct {
    const json_t *object;
    char *why;
    bool bad;
} reader;

__attribute__((format(printf, 2, 3))) static bool complain(reader *r, const char *format, ...) {
    if (r->bad) return false;
    va_list args;
    va_start(args, format);
    vsnprintf(r->why, SQ_RECORD_WHY_MAX, format, args);
    va_end(args);
    r->bad = true;
    return false;
}

/* The key's value, or NULL where it is absent or null. */
static const json_t *find(const reader *r, const char *key) {
    const json_t *value = json_object_get(r->object, key);
    return json_is_null(value) ? NULL : value;
}

static bool has(const reader *r, const char *key) {
    return find(r, key) != NULL;
}

/* The text of a JSON string, or NULL where it is none or holds a NUL. */
static const char *text_of(const json_t *value) {
    const char *text = json_string_value(value);
    return text && strlen(text) == json_string_length(value) ? text : NULL;
}

static double read_number(reader *r, const char *key) {
    const json_t *value = find(r, key);
    if (json_is_number(value)) return json_number_value(value);
    complain(r, "\"%s\" must be a number", key);
    return 0;
}

static sq_us read_time(reader *r, const char *key) {
    double s = read_number(r, key);
    if (fabs(s) <= SQ_SECONDS_MAX) return sq_us_from_s(s);
    complain(r, "\"%s\" is too far off: at most %g s", key, SQ_SECONDS_MAX);
    return 0;
}

/* A limit is a time after 0, be it less than a microsecond. */
static sq_us read_limit(reader *r) {
    double s = read_number(r, "limit_s");
    sq_us limit = read_time(r, "limit_s");
    if (s <= 0) complain(r, "\"limit_s\" must be more than 0");
    return limit > 0 ? limit : 1;
}

static int read_count(reader *r, const char *key) {
    double x = read_number(r, key);
    if (x == floor(x) && fabs(x) <= INT32_MAX) return (int)x;
    complain(r, "\"%s\" must be a whole number", key);
    return 0;
}

static bool read_flag(reader *r, const char *key) {
    const json_t *value = find(r, key);
    if (value && !json_is_boolean(value)) complain(r, "\"%s\" must be true or false", key);
    return json_is_true(value);
}

/* The number of a word in a list of names, or -1 with a complaint that shows them. */
static int read_word(reader *r, const char *key, const char *const *names, int count) {
    const char *word = text_of(find(r, key));
    for (int i = 0; word && i < count; i++)
        if (!strcmp(word, names[i])) return i;
    char known[SQ_RECORD_WHY_MAX];
    sq_text t = sq_text_in(known, sizeof known);
    for (int i = 0; i < count; i++)
        sq_text_put(&t, "%s%s", i ? ", " : "", names[i]);
    complain(r, "\"%s\" must be one of %s", key, known);
    return -1;
}

static sq_colour colour_of(const json_t *value) {
    const char *name = text_of(value);
    return name ? sq_colour_from_name(name) : SQ_NO_COLOUR;
}

static sq_colour read_colour(reader *r, const char *key) {
    sq_colour c = colour_of(find(r, key));
    if (c == SQ_NO_COLOUR) complain(r, "\"%s\" must be blue, green, red or yellow", key);
    return c;
}

static sq_wink wink_of(const json_t *value) {
    const char *name = text_of(value);
    return name ? sq_wink_from_name(name) : SQ_NO_WINK;
}

static sq_wink read_wink(reader *r, const char *key) {
    sq_wink w = wink_of(find(r, key));
    if (w == SQ_NO_WINK) complain(r, "\"%s\" must name a wink, as B1 or y4", key);
    return w;
}

/* A list of names without repetition, as bits; `number` gives SQ_NO_WINK's or SQ_NO_COLOUR's value
 * for none. */
static uint32_t read_set(reader *r, const char *key, unsigned (*number)(const json_t *), unsigned none,
                         const char *what) {
    const json_t *list = find(r, key);
    uint32_t set = 0;
    if (list && !json_is_array(list)) complain(r, "\"%s\" must be a list of %ss", key, what);
    for (size_t i = 0; i < json_array_size(list) && !r->bad; i++) {
        unsigned n = number(json_array_get(list, i));
        if (n == none)
            complain(r, "\"%s\" names something that is no %s", key, what);
        else if (set & (uint32_t)1 << n)
            complain(r, "\"%s\" names a %s twice", key, what);
        else
            set |= (uint32_t)1 << n;
    }
    return set;
}

static unsigned wink_number(const json_t *value) {
    return wink_of(value);
}

static unsigned colour_number(const json_t *value) {
    return colour_of(value);
}

static sq_wink_set read_winks(reader *r, const char *key) {
    return read_set(r, key, wink_number, SQ_NO_WINK, "wink");
}

static unsigned mark_number(const json_t *value) {
    const char *word = text_of(value);
    for (unsigned m = 0; m < SQ_MARKS && word; m++)
        if (!strcmp(word, sq_mark_name((sq_mark)m))) return m;
    return SQ_MARKS;
}

static sq_colour_set read_colours(reader *r, const char *key) {
    return read_set(r, key, colour_number, SQ_NO_COLOUR, "colour");
}

static sq_squops read_squops(reader *r, const char *key) {
    sq_squops q = {0};
    const json_t *list = find(r, key);
    if (list && !json_is_array(list)) complain(r, "\"%s\" must be a list of pairs of winks", key);
    for (size_t i = 0; i < json_array_size(list) && !r->bad; i++) {
        const json_t *pair = json_array_get(list, i);
        sq_wink upper = wink_of(json_array_get(pair, 0)), lower = wink_of(json_array_get(pair, 1));
        if (json_array_size(pair) != 2 || upper == SQ_NO_WINK || lower == SQ_NO_WINK)
            complain(r, "\"%s\" must hold pairs [upper wink, lower wink]", key);
        else if (upper == lower)
            complain(r, "%s cannot lie over itself (8.2)", sq_wink_name(upper));
        else if (q.above[lower] & sq_wink_bit(upper))
            complain(r, "\"%s\" names %s over %s twice", key, sq_wink_name(upper), sq_wink_name(lower));
        else
            q.above[lower] |= sq_wink_bit(upper);
    }
    return q;
}

static const char *const form_names[] = {
#define X(form, name) name,
    SQ_FORM_LIST(X)
#undef X
};

static const char *const phase_names[] = {
#define X(phase, name) name,
    SQ_PHASE_LIST(X)
#undef X
};

/* Copies text, cut between characters to what fits. */
static const char *cut(const char *text, char *to, size_t room) {
    size_t n = strlen(text);
    if (n >= room)
        for (n = room - 1; n && ((unsigned char)text[n] & 0xc0) == 0x80;)
            n--;
    memcpy(to, text, n);
    to[n] = 0;
    return to;
}

/* One text of "about". */
static void read_detail(reader *r, sq_details *to, sq_detail d, const json_t *about) {
    const char *group = sq_detail_groups[d];
    const json_t *in = *group ? json_object_get(about, group) : about;
    if (in && !json_is_null(in) && !json_is_object(in)) complain(r, "\"%s\" must be an object", group);
    const json_t *value = json_object_get(in, sq_detail_keys[d]);
    if (!value || json_is_null(value) || r->bad) return;
    const char *why = sq_details_name(to, d, text_of(value));
    if (why) complain(r, "\"%s\" %s", sq_detail_keys[d], why);
}

static void read_about(reader *r, sq_details *to) {
    const json_t *about = find(r, "about");
    if (about && !json_is_object(about))
        complain(r, "\"about\" must be an object that says who plays, and where");
    for (unsigned d = 0; d < SQ_DETAILS && about; d++)
        read_detail(r, to, (sq_detail)d, about);
}

static void read_about_event(reader *r, sq_event_about *e) {
    if (!has(r, "about")) complain(r, "\"about\" must be an object that says who plays, and where");
    read_about(r, &e->details);
}

/* A club's book that the record holds whole is made known. */
static void read_book(reader *r, const char *name) {
    const char *text = text_of(find(r, "book"));
    sq_club_fault fault;
    if (!text)
        complain(r, "\"book\" must be the text of a club's book");
    else if (sq_ruleset_add(text, strlen(text), &fault) < 0)
        complain(r, "\"book\", line %d, column %d: %s", fault.line, fault.column, fault.why);
    else if (name && sq_ruleset_find(name) < 0)
        complain(r, "\"book\" has not the name that \"rules\" gives");
}

/* A record is played by the book that it was written by, or not at all. */
static void check_digest(reader *r, int rules) {
    const char *digest = text_of(find(r, "digest"));
    char ours[SQ_DIGEST_MAX];
    if (!digest)
        complain(r, "\"digest\" must be text");
    else if (rules >= 0 && strcmp(digest, sq_ruleset_digest(sq_ruleset_at(rules), ours)))
        complain(r,
                 "this program's \"%s\" is not the one of this record: its digest is %s; play it by \"book\"",
                 sq_ruleset_at(rules)->name, ours);
}

static void read_game(reader *r, sq_event_game *e) {
    const char *rules = text_of(find(r, "rules"));
    char shown[SQ_RECORD_NAME_MAX];
    if (has(r, "book")) read_book(r, rules);
    e->rules = rules ? sq_ruleset_find(rules) : -1;
    if (has(r, "digest")) check_digest(r, e->rules);
    if (!rules)
        complain(r, "\"rules\" must name the rule set, as \"%s\"", sq_ruleset_at(0)->name);
    else if (e->rules < 0)
        complain(r, "no rule set \"%s\" is known; \"%s\" is", cut(rules, shown, sizeof shown),
                 sq_ruleset_at(0)->name);
    e->form = (sq_form)read_word(r, "form", form_names, SQ_FORMS);
    if (has(r, "limit_s")) e->limit = read_limit(r);
    read_about(r, &e->details);
}

static void read_distance(reader *r, sq_event_squidge_off *e, sq_colour c, const json_t *value) {
    const char *word = text_of(value);
    e->played |= sq_colour_bit(c);
    if (word && !strcmp(word, "pot"))
        e->where[c] = SQ_SQUIDGED_POT;
    else if (word && !strcmp(word, "off"))
        e->where[c] = SQ_SQUIDGED_OFF;
    else if (json_is_number(value) && json_number_value(value) >= 0)
        e->mm[c] = json_number_value(value);
    else
        complain(r, "\"mm\" of %s must be a distance from 0 mm on, \"pot\" or \"off\"", sq_colour_name(c));
}

static void read_squidge_off(reader *r, sq_event_squidge_off *e) {
    const json_t *mm = find(r, "mm");
    if (!json_is_object(mm)) complain(r, "\"mm\" must hold the distance of each colour that played");
    for (void *i = json_object_iter((json_t *)(uintptr_t)mm); i;
         i = json_object_iter_next((json_t *)(uintptr_t)mm, i)) {
        sq_colour c = sq_colour_from_name(json_object_iter_key(i));
        if (c == SQ_NO_COLOUR)
            complain(r, "\"mm\" names something that is no colour");
        else
            read_distance(r, e, c, json_object_iter_value(i));
    }
}

static void read_shot(reader *r, sq_event_shot *e) {
    e->t = read_time(r, "t");
    e->rest = has(r, "t_rest") ? read_time(r, "t_rest") : e->t;
    e->colour = read_colour(r, "colour");
    e->wink = read_wink(r, "wink");
    e->potted = read_winks(r, "potted");
    e->off = read_winks(r, "off");
    e->over_known = has(r, "over");
    e->over = read_squops(r, "over");
    e->is_outside = read_flag(r, "outside");
    e->marks = (uint8_t)read_set(r, "marks", mark_number, SQ_MARKS, "mark");
    e->is_short = read_flag(r, "short");
}

static void read_pass(reader *r, sq_event_pass *e) {
    e->t = read_time(r, "t");
    e->colour = read_colour(r, "colour");
}

static void read_nominate(reader *r, sq_event_nominate *e) {
    e->colour = has(r, "colour") || !has(r, "wink") ? read_colour(r, "colour") : SQ_NO_COLOUR;
    e->wink = has(r, "wink") ? read_wink(r, "wink") : SQ_NO_WINK;
}

static void read_lost_shot(reader *r, sq_event_lost_shot *e) {
    static const char *const whys[] = {[SQ_LOST_IN_TIME] = "time", [SQ_LOST_IN_FLIGHT] = "flight"};
    e->t = read_time(r, "t");
    e->colour = read_colour(r, "colour");
    e->why = (sq_lost_why)read_word(r, "why", whys, 2);
}

static void read_aside(reader *r, sq_event_aside *e) {
    e->wink = read_wink(r, "wink");
    e->over_known = has(r, "over");
    e->over = read_squops(r, "over");
}

/* How long the number of a rule is at the start of a text: "10.2", "12(a)(i)". */
static int number_length(const char *rule) {
    size_t n = strspn(rule, "0123456789.");
    for (size_t letters; rule[n] == '('; n += letters + 2) {
        letters = strspn(rule + n + 1, "abcdefghijklmnopqrstuvwxyz");
        if (!letters || rule[n + 1 + letters] != ')') break;
    }
    return (int)n;
}

static void read_foul(reader *r, sq_event_foul *e) {
    if (!has(r, "rule")) return;
    const char *rule = text_of(find(r, "rule"));
    if (rule)
        snprintf(e->rule, sizeof e->rule, "%.*s", number_length(rule), rule);
    else
        complain(r, "\"rule\" must be text, as \"10.2\"");
}

static void read_choose(reader *r, sq_event_choose *e) {
    static const char *const options[] = {[SQ_CHOOSE_REPLAY] = "replay", [SQ_CHOOSE_ACCEPT] = "accept"};
    e->option = (sq_option)read_word(r, "option", options, 2);
    e->colour = has(r, "colour") ? read_colour(r, "colour") : SQ_NO_COLOUR;
}

static void read_clock(reader *r, sq_event_clock *e) {
    if (has(r, "run")) e->order = read_flag(r, "run") ? SQ_CLOCK_RUN : SQ_CLOCK_STOP;
    e->t_known = has(r, "t");
    if (e->t_known) e->t = read_time(r, "t");
    if (has(r, "limit_s")) e->limit = read_limit(r);
}

static void read_set_event(reader *r, sq_event_set *e) {
    static const char *const keys[] = {
#define X(key, name) name,
        SQ_SET_LIST(X)
#undef X
    };
    for (unsigned i = 0; i < SQ_SET_KEYS; i++)
        if (has(r, keys[i])) e->named |= 1u << i;
    if (e->named & SQ_SET_TURN) e->turn = read_colour(r, "turn");
    if (e->named & SQ_SET_SHOTS) e->shots = read_count(r, "shots");
    if (e->named & SQ_SET_SQUIDGE_OFF) e->squidge_off = read_colour(r, "squidge_off");
    if (e->named & SQ_SET_PHASE) e->phase = (sq_phase)read_word(r, "phase", phase_names, SQ_PHASES);
    if (e->named & SQ_SET_ROUNDS_LEFT) e->rounds_left = read_count(r, "rounds_left");
    if (e->named & SQ_SET_ELAPSED) e->elapsed = read_time(r, "elapsed_s");
    e->pot = read_winks(r, "pot");
    e->baseline = read_winks(r, "baseline");
    e->over = read_squops(r, "over");
    e->forfeit = read_colours(r, has(r, "miss_turn") ? "miss_turn" : "forfeit");
}

static void read_disrupt(reader *r, sq_event_disrupt *e) {
    e->by = read_colour(r, "by");
}

static void read_undo(reader *r, sq_event_undo *e) {
    (void)r;
    e->none = 0;
}

static void read_without(reader *r, sq_event_amend *e) {
    const json_t *list = find(r, "without");
    size_t count = json_array_size(list);
    if (list && (!json_is_array(list) || count > SQ_AMEND_WITHOUT_MAX))
        complain(r, "\"without\" must be a list of at most %d lines", SQ_AMEND_WITHOUT_MAX);
    for (size_t i = 0; i < count && !r->bad; i++) {
        double n = json_number_value(json_array_get(list, i));
        if (!(n >= 1 && n <= INT32_MAX && n == floor(n) && (int)n != e->n))
            complain(r, "\"without\" must hold numbers of other lines than %d", e->n);
        else
            e->without[e->without_count++] = (int)n;
    }
}

static void read_amend(reader *r, sq_event_amend *e) {
    const json_t *with = json_object_get(r->object, "with");
    e->n = read_count(r, "n");
    e->remove = json_is_null(with);
    e->inserts = has(r, "before");
    e->keep = !with && e->inserts;
    if (!e->remove && !e->keep && !json_is_object(with))
        complain(r, "\"with\" must be an event, or null to remove line %d", e->n);
    if (e->inserts && !json_is_object(find(r, "before")))
        complain(r, "\"before\" must be an event, which comes before line %d", e->n);
    read_without(r, e);
}

static void read_answer(reader *r, sq_event_answer *e) {
    e->reading = read_count(r, "reading");
    if (e->reading < 1) complain(r, "\"reading\" must be a number from 1");
}

static const char *const event_names[] = {
#define X(kind, member, name) name,
    SQ_EVENT_LIST(X)
#undef X
};

static void read_event(reader *r, sq_event *e) {
    *e = (sq_event){0};
    int kind = read_word(r, "event", event_names, SQ_EVENT_KINDS);
    if (r->bad) return;
    e->kind = (sq_event_kind)kind;
    switch (e->kind) {
    case SQ_EVENT_GAME: read_game(r, &e->game); break;
    case SQ_EVENT_SQUIDGE_OFF: read_squidge_off(r, &e->squidge_off); break;
    case SQ_EVENT_SHOT: read_shot(r, &e->shot); break;
    case SQ_EVENT_PASS: read_pass(r, &e->pass); break;
    case SQ_EVENT_NOMINATE: read_nominate(r, &e->nominate); break;
    case SQ_EVENT_FOUL: read_foul(r, &e->foul); break;
    case SQ_EVENT_CHOOSE: read_choose(r, &e->choose); break;
    case SQ_EVENT_CLOCK: read_clock(r, &e->clock); break;
    case SQ_EVENT_SET: read_set_event(r, &e->set); break;
    case SQ_EVENT_DISRUPT: read_disrupt(r, &e->disrupt); break;
    case SQ_EVENT_ABOUT: read_about_event(r, &e->about); break;
    case SQ_EVENT_LOST_SHOT: read_lost_shot(r, &e->lost_shot); break;
    case SQ_EVENT_ASIDE: read_aside(r, &e->aside); break;
    case SQ_EVENT_UNDO: read_undo(r, &e->undo); break;
    case SQ_EVENT_AMEND: read_amend(r, &e->amend); break;
    default: read_answer(r, &e->answer); break;
    }
}

/* A new event of an amend; it cannot itself take back or amend. */
static void read_new(reader *r, const char *key, sq_event *new) {
    reader inner = {.object = json_object_get(r->object, key), .why = r->why};
    read_event(&inner, new);
    r->bad = inner.bad;
    if (new->kind == SQ_EVENT_UNDO || new->kind == SQ_EVENT_AMEND || new->kind == SQ_EVENT_ANSWER)
        complain(r, "\"%s\" cannot be %s", key, sq_event_name(new->kind));
}

static void read_amendment(reader *r, const sq_event_amend *e, sq_amendment *to) {
    if (!e->remove && !e->keep) read_new(r, "with", &to->with);
    if (e->inserts && !r->bad) read_new(r, "before", &to->before);
}

bool sq_record_read(sq_record_line *out, const char *text, size_t length, char why[SQ_RECORD_WHY_MAX]) {
    *out = (sq_record_line){0};
    json_error_t e;
    json_t *root =
        json_loadb(text, length,
                   JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL, &e);
    reader r = {.object = root, .why = why};
    if (!root)
        complain(&r, "this is no JSON: %s, at byte %d", e.text, e.position);
    else if (!json_is_object(root))
        complain(&r, "this is no JSON object");
    else {
        const char *name = text_of(json_object_get(root, "event"));
        cut(name ? name : "", out->name, sizeof out->name);
        read_event(&r, &out->event);
        if (!r.bad && out->event.kind == SQ_EVENT_AMEND)
            read_amendment(&r, &out->event.amend, &out->amendment);
    }
    json_decref(root);
    return !r.bad;
}

bool sq_record_is_blank(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r\n\v\f", text[i]) || !text[i]) return false;
    return true;
}
