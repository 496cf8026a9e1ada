/* Reads a line of the record. A known key must be of its kind; unknown keys are ignored; null counts as
 * absent where a key may be absent. */
#include "rules/record.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/other/game_registry.h"
#include "rules/terms/text_buffer.h"

/* The colours of the game's book, and its winks; before a game all that there are. */
static sq_colour_set colours_known(const sq_record_reader *r) {
    return r->rules < 0 ? SQ_ALL_COLOURS : sq_ruleset_colours(sq_ruleset_at(r->rules));
}

static sq_wink_set winks_known(const sq_record_reader *r) {
    return sq_winks_of_colours(colours_known(r));
}

static sq_colour colour_of(const json_t *value) {
    const char *name = sq_text_of(value);
    return name ? sq_colour_from_name(name) : SQ_NO_COLOUR;
}

static sq_colour read_colour(sq_record_reader *r, const char *key) {
    sq_colour c = colour_of(sq_read_value(r, key));
    if (c != SQ_NO_COLOUR && colours_known(r) & sq_colour_bit(c)) return c;
    char names[SQ_RECORD_NAME_MAX];
    sq_text t = sq_text_in(names, sizeof names);
    sq_text_put_colours(&t, colours_known(r), " or ");
    sq_complain(r, "\"%s\" must be %s", key, names);
    return SQ_NO_COLOUR;
}

static sq_wink wink_of(const sq_record_reader *r, const json_t *value) {
    const char *name = sq_text_of(value);
    sq_wink w = name ? sq_wink_from_name(name) : SQ_NO_WINK;
    return w != SQ_NO_WINK && winks_known(r) & sq_wink_bit(w) ? w : SQ_NO_WINK;
}

static sq_wink read_wink(sq_record_reader *r, const char *key) {
    sq_wink w = wink_of(r, sq_read_value(r, key));
    if (w == SQ_NO_WINK) sq_complain(r, "\"%s\" must name a wink, as B1 or y4", key);
    return w;
}

static unsigned wink_number(const json_t *value) {
    const char *name = sq_text_of(value);
    return name ? sq_wink_from_name(name) : SQ_NO_WINK;
}

static unsigned colour_number(const json_t *value) {
    return colour_of(value);
}

static sq_wink_set read_winks(sq_record_reader *r, const char *key) {
    sq_wink_set winks = sq_read_set(r, key, wink_number, SQ_NO_WINK, "wink");
    if (winks & ~winks_known(r)) sq_complain(r, "\"%s\" names something that is no wink", key);
    return winks;
}

static unsigned mark_number(const json_t *value) {
    const char *word = sq_text_of(value);
    for (unsigned m = 0; m < SQ_MARKS && word; m++)
        if (!strcmp(word, sq_mark_name((sq_mark)m))) return m;
    return SQ_MARKS;
}

static sq_colour_set read_colours(sq_record_reader *r, const char *key) {
    sq_colour_set colours = (sq_colour_set)sq_read_set(r, key, colour_number, SQ_NO_COLOUR, "colour");
    if (colours & ~colours_known(r)) sq_complain(r, "\"%s\" names something that is no colour", key);
    return colours;
}

static sq_squops read_squops(sq_record_reader *r, const char *key) {
    sq_squops q = {0};
    const json_t *list = sq_read_value(r, key);
    if (list && !json_is_array(list)) sq_complain(r, "\"%s\" must be a list of pairs of winks", key);
    for (size_t i = 0; i < json_array_size(list) && !r->bad; i++) {
        const json_t *pair = json_array_get(list, i);
        sq_wink upper = wink_of(r, json_array_get(pair, 0)), lower = wink_of(r, json_array_get(pair, 1));
        if (json_array_size(pair) != 2 || upper == SQ_NO_WINK || lower == SQ_NO_WINK)
            sq_complain(r, "\"%s\" must hold pairs [upper wink, lower wink]", key);
        else if (upper == lower)
            sq_complain(r, "%s cannot lie over itself (8.2)", sq_wink_name(upper));
        else if (q.above[lower] & sq_wink_bit(upper))
            sq_complain(r, "\"%s\" names %s over %s twice", key, sq_wink_name(upper), sq_wink_name(lower));
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

/* One text of "about". */
static void read_detail(sq_record_reader *r, sq_details *to, sq_detail d, const json_t *about) {
    const char *group = sq_detail_groups[d];
    const json_t *in = *group ? json_object_get(about, group) : about;
    if (in && !json_is_null(in) && !json_is_object(in)) sq_complain(r, "\"%s\" must be an object", group);
    const json_t *value = json_object_get(in, sq_detail_keys[d]);
    if (!value || json_is_null(value) || r->bad) return;
    const char *why = sq_details_name(to, d, sq_text_of(value));
    if (why) sq_complain(r, "\"%s\" %s", sq_detail_keys[d], why);
}

/* A player of a colour that the book has not is passed over, as all that is not known. */
static bool is_known(const sq_record_reader *r, sq_detail d) {
    sq_colour c = sq_colour_from_name(sq_detail_keys[d]);
    return c == SQ_NO_COLOUR || colours_known(r) & sq_colour_bit(c);
}

static bool is_group(const char *name) {
    for (unsigned d = 0; d < SQ_DETAILS; d++)
        if (*name && !strcmp(sq_detail_groups[d], name)) return true;
    return false;
}

static bool has_detail(const sq_record_reader *r, const char *group, const char *name) {
    for (unsigned d = 0; d < SQ_DETAILS; d++)
        if (!strcmp(sq_detail_groups[d], group) && !strcmp(sq_detail_keys[d], name))
            return is_known(r, (sq_detail)d);
    return false;
}

/* Where no key is passed over: those of "about", or of a group in it. */
static void refuse_unknown_details(sq_record_reader *r, const json_t *in, const char *group) {
    const char *key;
    json_t *value;
    if (!r->asked) return;
    json_object_foreach((json_t *)(uintptr_t)in, key, value) {
        bool is_inner = !*group && is_group(key);
        if (is_inner)
            refuse_unknown_details(r, value, key);
        else if (!has_detail(r, group, key))
            sq_complain(r, "\"%s\" has no \"%.40s\"", *group ? group : "about", key);
    }
}

static void read_about(sq_record_reader *r, sq_details *to) {
    const json_t *about = sq_read_value(r, "about");
    if (about && !json_is_object(about))
        sq_complain(r, "\"about\" must be an object that says who plays, and where");
    for (unsigned d = 0; d < SQ_DETAILS && about; d++)
        if (is_known(r, (sq_detail)d)) read_detail(r, to, (sq_detail)d, about);
    refuse_unknown_details(r, about, "");
}

static void read_about_event(sq_record_reader *r, sq_event_about *e) {
    if (!sq_read_has(r, "about"))
        sq_complain(r, "\"about\" must be an object that says who plays, and where");
    read_about(r, &e->details);
}

/* A club's book that the record holds whole is made known. */
static void read_book(sq_record_reader *r, const char *name) {
    const char *text = sq_text_of(sq_read_value(r, "book"));
    sq_club_fault fault;
    if (!text)
        sq_complain(r, "\"book\" must be the text of a club's book");
    else if (sq_ruleset_add(text, strlen(text), &fault) < 0)
        sq_complain(r, "\"book\", line %d, column %d: %s", fault.line, fault.column, fault.why);
    else if (name && sq_ruleset_find(name) < 0)
        sq_complain(r, "\"book\" has not the name that \"rules\" gives");
}

/* A record is played by the book that it was written by, or not at all. */
static void check_digest(sq_record_reader *r, int rules) {
    const char *digest = sq_text_of(sq_read_value(r, "digest"));
    char ours[SQ_DIGEST_MAX];
    if (!digest)
        sq_complain(r, "\"digest\" must be text");
    else if (rules >= 0 && strcmp(digest, sq_ruleset_digest(sq_ruleset_at(rules), ours)))
        sq_complain(
            r, "this program's \"%s\" is not the one of this record: its digest is %s; play it by \"book\"",
            sq_ruleset_at(rules)->name, ours);
}

/* The number of the rules of this name, a book's or another game's; -1: there are none. */
static int find_rules(const char *name) {
    int other = sq_other_game_find(name);
    return other >= 0 ? other : sq_ruleset_find(name);
}

static void read_other_game(sq_record_reader *r, sq_event_game *e) {
    sq_other_game_at(e->rules)->read_game(r, e);
    if (sq_read_has(r, "limit_s")) e->limit = sq_read_limit(r);
    read_about(r, &e->details);
}

static void read_game(sq_record_reader *r, sq_event_game *e) {
    const char *rules = sq_text_of(sq_read_value(r, "rules"));
    char shown[SQ_RECORD_NAME_MAX];
    if (sq_read_has(r, "book")) read_book(r, rules);
    e->rules = rules ? find_rules(rules) : -1;
    if (sq_other_game_at(e->rules)) {
        read_other_game(r, e);
        return;
    }
    r->rules = e->rules;
    if (sq_read_has(r, "digest")) check_digest(r, e->rules);
    if (!rules)
        sq_complain(r, "\"rules\" must name the rule set, as \"%s\"", sq_ruleset_at(0)->name);
    else if (e->rules < 0)
        sq_complain(r, "no rule set \"%s\" is known; \"%s\" is", sq_text_cut(rules, shown, sizeof shown),
                    sq_ruleset_at(0)->name);
    e->form = (sq_form)sq_read_word(r, "form", form_names, SQ_FORMS);
    if (sq_read_has(r, "limit_s")) e->limit = sq_read_limit(r);
    read_about(r, &e->details);
}

static void read_distance(sq_record_reader *r, sq_event_squidge_off *e, sq_colour c, const json_t *value) {
    const char *word = sq_text_of(value);
    e->played |= sq_colour_bit(c);
    if (word && !strcmp(word, "pot"))
        e->where[c] = SQ_SQUIDGED_POT;
    else if (word && !strcmp(word, "off"))
        e->where[c] = SQ_SQUIDGED_OFF;
    else if (json_is_number(value) && json_number_value(value) >= 0)
        e->mm[c] = json_number_value(value);
    else
        sq_complain(r, "\"mm\" of %s must be a distance from 0 mm on, \"pot\" or \"off\"", sq_colour_name(c));
}

static void read_squidge_off(sq_record_reader *r, sq_event_squidge_off *e) {
    const json_t *mm = sq_read_value(r, "mm");
    if (!json_is_object(mm)) sq_complain(r, "\"mm\" must hold the distance of each colour that played");
    for (void *i = json_object_iter((json_t *)(uintptr_t)mm); i;
         i = json_object_iter_next((json_t *)(uintptr_t)mm, i)) {
        sq_colour c = sq_colour_from_name(json_object_iter_key(i));
        if (c == SQ_NO_COLOUR || !(colours_known(r) & sq_colour_bit(c)))
            sq_complain(r, "\"mm\" names something that is no colour");
        else
            read_distance(r, e, c, json_object_iter_value(i));
    }
}

static double read_mm(sq_record_reader *r) {
    const json_t *mm = sq_read_value(r, "mm");
    if (!json_is_number(mm) || !(json_number_value(mm) >= 0))
        sq_complain(r, "\"mm\" must be a distance from 0 mm on");
    return json_number_value(mm);
}

/* "pots": {"b1": "blue", "g2": "hole"} */
static void read_pots(sq_record_reader *r, sq_event_shot *e) {
    const json_t *pots = sq_read_value(r, "pots");
    if (pots && !json_is_object(pots)) sq_complain(r, "\"pots\" must say for winks in which pot they are");
    for (void *i = json_object_iter((json_t *)(uintptr_t)pots); i && !r->bad;
         i = json_object_iter_next((json_t *)(uintptr_t)pots, i)) {
        sq_wink w = sq_wink_from_name(json_object_iter_key(i)); /* of the book, or not potted */
        const char *pot = sq_text_of(json_object_iter_value(i));
        bool hole = pot && !strcmp(pot, "hole");
        unsigned n = hole ? (unsigned)SQ_HOLE : colour_of(json_object_iter_value(i));
        if (w == SQ_NO_WINK || !pot || (n >= SQ_HOLE && !hole))
            sq_complain(r, "\"pots\" must hold winks, each with a colour's pot or \"hole\"");
        else
            e->in_pot[n] |= sq_wink_bit(w);
    }
}

static void read_shot(sq_record_reader *r, sq_event_shot *e) {
    e->t = sq_read_time(r, "t");
    e->rest = sq_read_has(r, "t_rest") ? sq_read_time(r, "t_rest") : e->t;
    e->colour = read_colour(r, "colour");
    e->wink = read_wink(r, "wink");
    e->potted = read_winks(r, "potted");
    e->off = read_winks(r, "off");
    e->over_known = sq_read_has(r, "over");
    e->over = read_squops(r, "over");
    e->is_outside = sq_read_flag(r, "outside");
    e->marks = (uint8_t)sq_read_set(r, "marks", mark_number, SQ_MARKS, "mark");
    e->mm_known = sq_read_has(r, "mm");
    if (e->mm_known) e->mm = read_mm(r);
    e->dead = read_winks(r, "dead");
    read_pots(r, e);
    e->is_short = sq_read_flag(r, "short");
}

static void read_pass(sq_record_reader *r, sq_event_pass *e) {
    e->t = sq_read_time(r, "t");
    e->colour = read_colour(r, "colour");
}

static void read_nominate(sq_record_reader *r, sq_event_nominate *e) {
    e->colour = sq_read_has(r, "colour") || !sq_read_has(r, "wink") ? read_colour(r, "colour") : SQ_NO_COLOUR;
    e->wink = sq_read_has(r, "wink") ? read_wink(r, "wink") : SQ_NO_WINK;
}

static void read_lost_shot(sq_record_reader *r, sq_event_lost_shot *e) {
    static const char *const whys[] = {[SQ_LOST_IN_TIME] = "time", [SQ_LOST_IN_FLIGHT] = "flight"};
    e->t = sq_read_time(r, "t");
    e->colour = read_colour(r, "colour");
    e->why = (sq_lost_why)sq_read_word(r, "why", whys, 2);
}

static void read_aside(sq_record_reader *r, sq_event_aside *e) {
    e->wink = read_wink(r, "wink");
    e->over_known = sq_read_has(r, "over");
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

static void read_foul(sq_record_reader *r, sq_event_foul *e) {
    if (!sq_read_has(r, "rule")) return;
    const char *rule = sq_text_of(sq_read_value(r, "rule"));
    if (rule)
        snprintf(e->rule, sizeof e->rule, "%.*s", number_length(rule), rule);
    else
        sq_complain(r, "\"rule\" must be text, as \"10.2\"");
}

static void read_choose(sq_record_reader *r, sq_event_choose *e) {
    static const char *const options[] = {[SQ_CHOOSE_REPLAY] = "replay", [SQ_CHOOSE_ACCEPT] = "accept"};
    e->option = (sq_option)sq_read_word(r, "option", options, 2);
    e->colour = sq_read_has(r, "colour") ? read_colour(r, "colour") : SQ_NO_COLOUR;
}

static void read_clock(sq_record_reader *r, sq_event_clock *e) {
    if (sq_read_has(r, "run")) e->order = sq_read_flag(r, "run") ? SQ_CLOCK_RUN : SQ_CLOCK_STOP;
    e->t_known = sq_read_has(r, "t");
    if (e->t_known) e->t = sq_read_time(r, "t");
    if (sq_read_has(r, "limit_s")) e->limit = sq_read_limit(r);
}

/* A number, or for a wrong one a complaint. Beyond this no game counts, and sums stay far from overflow. */
enum { SQ_NOTE_MOST = 99999 };

static int32_t read_note_number(sq_record_reader *r, const json_t *value, const char *name) {
    double n = json_number_value(value);
    if (!json_is_number(value) || n != floor(n) || fabs(n) > SQ_NOTE_MOST)
        sq_complain(r, "\"%s\" in \"club\" must be a whole number", name);
    else
        return (int32_t)n;
    return 0;
}

static void read_note(sq_record_reader *r, sq_note note, json_t *value, sq_noted_value *to) {
    const char *name = sq_note_name(note);
    sq_noted kind = sq_note_kind(note);
    json_t *object = json_pack("{sO}", name, value);
    sq_record_reader within = {.object = object, .why = r->why, .bad = r->bad, .rules = r->rules};
    if (kind == SQ_NOTED_NUMBER)
        *to = read_note_number(r, value, name);
    else if (kind == SQ_NOTED_COLOUR)
        *to = json_is_null(value) ? 0 : (int32_t)read_colour(&within, name) + 1;
    else if (kind == SQ_NOTED_COLOURS)
        *to = (int32_t)read_colours(&within, name);
    else if (kind == SQ_NOTED_WINKS)
        *to = (sq_noted_value)read_winks(&within, name);
    else if (!json_is_object(value))
        sq_complain(r, "\"%s\" in \"club\" must be an object of whole numbers, as {\"blue\": 1}", name);
    else
        for (unsigned c = 0; c < SQ_COLOURS; c++) {
            const json_t *n = json_object_get(value, sq_colour_name((sq_colour)c));
            to[c] = n ? read_note_number(r, n, name) : 0;
        }
    r->bad |= within.bad;
    json_decref(object);
}

/* Where no key is passed over: those of "club". */
static void refuse_unknown_notes(sq_record_reader *r, const json_t *club) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)club, key, value) {
        unsigned n = 0;
        while (n < SQ_NOTES && strcmp(key, sq_note_name((sq_note)n)))
            n++;
        if (r->asked && n == SQ_NOTES) sq_complain(r, "\"club\" has no \"%.40s\"", key);
    }
}

/* What a club's game counts. */
static void read_notes(sq_record_reader *r, sq_event_set *e) {
    const json_t *club = sq_read_value(r, "club");
    if (!json_is_object(club)) sq_complain(r, "\"club\" must be an object of what the club's game counts");
    for (unsigned n = 0; n < SQ_NOTES; n++) {
        json_t *value = json_object_get(club, sq_note_name((sq_note)n));
        if (!value) continue;
        e->noted |= 1u << n;
        read_note(r, (sq_note)n, value, e->note + sq_note_place((sq_note)n));
    }
    refuse_unknown_notes(r, club);
}

static sq_us read_elapsed(sq_record_reader *r) {
    const char *word = sq_text_of(sq_read_value(r, "elapsed_s"));
    return word && !strcmp(word, "unknown") ? SQ_ELAPSED_UNKNOWN : sq_read_time(r, "elapsed_s");
}

static void read_set_event(sq_record_reader *r, sq_event_set *e) {
    static const char *const keys[] = {
#define X(key, name, words) name,
        SQ_SET_LIST(X)
#undef X
    };
    for (unsigned i = 0; i < SQ_SET_KEYS; i++)
        if (sq_read_has(r, keys[i])) e->named |= 1u << i;
    if (e->named & SQ_SET_TURN) e->turn = read_colour(r, "turn");
    if (e->named & SQ_SET_SHOTS) e->shots = sq_read_count(r, "shots");
    if (e->named & SQ_SET_SQUIDGE_OFF) e->squidge_off = read_colour(r, "squidge_off");
    if (e->named & SQ_SET_PHASE) e->phase = (sq_phase)sq_read_word(r, "phase", phase_names, SQ_PHASES);
    if (e->named & SQ_SET_ROUNDS_LEFT) e->rounds_left = sq_read_count(r, "rounds_left");
    if (e->named & SQ_SET_ELAPSED) e->elapsed = read_elapsed(r);
    e->pot = read_winks(r, "pot");
    e->baseline = read_winks(r, "baseline");
    e->over = read_squops(r, "over");
    if (e->named & SQ_SET_CLUB) read_notes(r, e);
    e->forfeit = read_colours(r, sq_read_has(r, "miss_turn") ? "miss_turn" : "forfeit");
}

static void read_disrupt(sq_record_reader *r, sq_event_disrupt *e) {
    e->by = read_colour(r, "by");
}

static void read_undo(sq_record_reader *r, sq_event_undo *e) {
    (void)r;
    e->none = 0;
}

static void read_without(sq_record_reader *r, sq_event_amend *e) {
    const json_t *list = sq_read_value(r, "without");
    size_t count = json_array_size(list);
    if (list && (!json_is_array(list) || count > SQ_AMEND_WITHOUT_MAX))
        sq_complain(r, "\"without\" must be a list of at most %d lines", SQ_AMEND_WITHOUT_MAX);
    for (size_t i = 0; i < count && !r->bad; i++) {
        double n = json_number_value(json_array_get(list, i));
        if (!(n >= 1 && n <= INT32_MAX && n == floor(n) && (int)n != e->n))
            sq_complain(r, "\"without\" must hold numbers of other lines than %d", e->n);
        else
            e->without[e->without_count++] = (int)n;
    }
}

static void read_amend(sq_record_reader *r, sq_event_amend *e) {
    const json_t *with = sq_read_value(r, "with");
    e->n = sq_read_count(r, "n");
    e->remove = json_is_null(json_object_get(r->object, "with"));
    e->inserts = sq_read_has(r, "before");
    e->keep = !with && !e->remove && e->inserts;
    if (!e->remove && !e->keep && !json_is_object(with))
        sq_complain(r, "\"with\" must be an event, or null to remove line %d", e->n);
    if (e->inserts && !json_is_object(sq_read_value(r, "before")))
        sq_complain(r, "\"before\" must be an event, which comes before line %d", e->n);
    read_without(r, e);
}

static void read_answer(sq_record_reader *r, sq_event_answer *e) {
    e->reading = sq_read_count(r, "reading");
    if (e->reading < 1) sq_complain(r, "\"reading\" must be a number from 1");
}

static const char *const event_names[] = {
#define X(kind, member, name) name,
    SQ_EVENT_LIST(X)
#undef X
};

/* The lines that every game has, whatever is played. */
static bool is_of_every_game(const char *name) {
    static const sq_event_kind kinds[] = {SQ_EVENT_GAME, SQ_EVENT_CLOCK, SQ_EVENT_ABOUT,
                                          SQ_EVENT_UNDO, SQ_EVENT_AMEND, SQ_EVENT_ANSWER};
    for (size_t i = 0; name && i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(name, sq_event_name(kinds[i]))) return true;
    return false;
}

static void read_event(sq_record_reader *r, sq_event *e) {
    *e = (sq_event){0};
    const sq_other_game *other = sq_other_game_at(r->rules);
    if (other && !is_of_every_game(sq_text_of(sq_read_value(r, "event")))) {
        e->kind = SQ_EVENT_OTHER;
        e->other.rules = r->rules;
        other->read_event(r, &e->other);
        return;
    }
    int kind = sq_read_word(r, "event", event_names, SQ_EVENT_KINDS);
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

/* What squint writes beside an event, which a line that is copied from a record has. */
static bool is_remark(const char *key) {
#define KEY(name) , name
    static const char *const remarks[] = {"type", "version", "state" SQ_REMARK_LIST(KEY)};
#undef KEY
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++)
        if (!strcmp(key, remarks[i])) return true;
    return false;
}

/* The first key that nobody has asked for, and those that the event has. */
static void refuse_unknown(sq_record_reader *r, const char *event) {
    char names[SQ_RECORD_WHY_MAX / 2];
    const char *key, *known;
    json_t *value, *flag;
    json_object_foreach((json_t *)(uintptr_t)r->object, key, value) {
        if (json_object_get(r->asked, key) || !strcmp(key, "event") || is_remark(key)) continue;
        sq_text t = sq_text_in(names, sizeof names);
        json_object_foreach(r->asked, known, flag) if (strcmp(known, "event"))
            sq_text_put(&t, "%s%s", *names ? ", " : "", known);
        sq_complain(r,
                    *names ? "\"%s\" has no key \"%.40s\"; its keys are %s" : "\"%s\" has no key \"%.40s\"%s",
                    event, key, names);
        return;
    }
}

/* A new event of an amend; it cannot itself take back or amend. */
static void read_new(sq_record_reader *r, const char *key, sq_event *new) {
    sq_record_reader inner = {.object = json_object_get(r->object, key),
                              .why = r->why,
                              .rules = r->rules,
                              .asked = r->asked ? json_object() : NULL};
    read_event(&inner, new);
    if (!inner.bad && inner.asked) refuse_unknown(&inner, sq_text_of(json_object_get(inner.object, "event")));
    json_decref(inner.asked);
    r->bad = inner.bad;
    if (new->kind == SQ_EVENT_UNDO || new->kind == SQ_EVENT_AMEND || new->kind == SQ_EVENT_ANSWER)
        sq_complain(r, "\"%s\" cannot be %s", key, sq_event_name(new->kind));
}

static void read_amendment(sq_record_reader *r, const sq_event_amend *e, sq_amendment *to) {
    if (!e->remove && !e->keep) read_new(r, "with", &to->with);
    if (e->inserts && !r->bad) read_new(r, "before", &to->before);
}

bool sq_record_read(sq_record_line *out, const char *text, size_t length, char why[SQ_RECORD_WHY_MAX]) {
    return sq_record_read_by(-1, out, text, length, why);
}

static bool read_line(sq_record_reader r, sq_record_line *out, const char *text, size_t length) {
    *out = (sq_record_line){0};
    json_error_t e;
    json_t *root =
        json_loadb(text, length,
                   JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL, &e);
    r.object = root;
    if (!root)
        sq_complain(&r, "this is no JSON: %s, at byte %d", e.text, e.position);
    else if (!json_is_object(root))
        sq_complain(&r, "this is no JSON object");
    else {
        const char *name = sq_text_of(json_object_get(root, "event"));
        double version = json_number_value(json_object_get(root, "version"));
        if (version > SQ_FORMAT_VERSION)
            sq_complain(
                &r, "a newer squint wrote this line, in format %g; this one knows %d: read it by that squint",
                version, SQ_FORMAT_VERSION);
        sq_text_cut(name ? name : "", out->name, sizeof out->name);
        if (!r.bad) read_event(&r, &out->event);
        if (!r.bad && out->event.kind == SQ_EVENT_AMEND)
            read_amendment(&r, &out->event.amend, &out->amendment);
        if (!r.bad && r.asked) refuse_unknown(&r, out->name);
    }
    json_decref(root);
    return !r.bad;
}

bool sq_record_read_by(int rules, sq_record_line *out, const char *text, size_t length,
                       char why[SQ_RECORD_WHY_MAX]) {
    return read_line((sq_record_reader){.why = why, .rules = rules}, out, text, length);
}

bool sq_record_read_said(int rules, sq_record_line *out, const char *text, size_t length,
                         char why[SQ_RECORD_WHY_MAX]) {
    sq_record_reader r = {.why = why, .rules = rules, .asked = json_object()};
    bool well = r.asked && read_line(r, out, text, length);
    json_decref(r.asked);
    return well;
}

bool sq_record_is_blank(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r\n\v\f", text[i]) || !text[i]) return false;
    return true;
}
