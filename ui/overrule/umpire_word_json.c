/* Turns the umpire's word into an event of the record: fills in what the game knows. */
#include "ui/overrule/umpire_word_json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rules/other/game_registry.h"
#include "ui/words/details_words.h"

typedef struct {
    const sq_word_ground *ground;
    const json_t *word;
    char *why;
} reader;

__attribute__((format(printf, 2, 3))) static bool refuse(const reader *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(r->why, SQ_WORD_WHY_MAX, format, args);
    va_end(args);
    return false;
}

static const char *text_of(const json_t *o, const char *key) {
    const char *text = json_string_value(json_object_get(o, key));
    return text ? text : "";
}

static bool is_event(const json_t *e, const char *name) {
    return !strcmp(text_of(e, "event"), name);
}

static bool has(const json_t *e, const char *key) {
    return json_object_get(e, key) != NULL;
}

static void fill(json_t *e, const char *key, json_t *value) {
    if (has(e, key))
        json_decref(value);
    else
        json_object_set_new(e, key, value);
}

static double seconds(sq_us t) {
    return (double)t / SQ_US_PER_S;
}

/* The line of that number; false where there is none. */
static bool find_line(const reader *r, int n, sq_game_line *line) {
    *line = sq_game_line_of(r->ground->game, n);
    if (!line->n) refuse(r, "the record has no line %d", n);
    return line->n;
}

static bool read_number(const reader *r, const char *key, int *n) {
    const json_t *value = json_object_get(r->word, key);
    double x = json_is_number(value) ? json_number_value(value) : NAN;
    if (!(x >= 1 && x <= INT32_MAX && x == floor(x))) return refuse(r, "\"%s\" must be a number from 1", key);
    *n = (int)x;
    return true;
}

/* ---- What the game knows ---- */

static sq_wink wink_at(const json_t *list, size_t i) {
    const char *name = json_string_value(json_array_get(list, i));
    return name ? sq_wink_from_name(name) : SQ_NO_WINK;
}

static sq_wink_set winks_of(const json_t *list) {
    sq_wink_set set = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        sq_wink w = wink_at(list, i);
        if (w != SQ_NO_WINK) set |= sq_wink_bit(w);
    }
    return set;
}

/* All squops after a shot: those before it, less what the shot took away, and those that came. */
static void fill_squops(json_t *e, const sq_squops *before) {
    const json_t *come = json_object_get(e, "now_over"), *frees = json_object_get(e, "frees");
    const char *played = text_of(e, "wink");
    sq_wink_set gone = winks_of(json_object_get(e, "potted")) | winks_of(json_object_get(e, "off")),
                freed = winks_of(frees);
    sq_wink_set away =
        gone |
        (*played && sq_wink_from_name(played) != SQ_NO_WINK ? sq_wink_bit(sq_wink_from_name(played)) : 0);
    json_t *over = json_array();
    for (sq_wink lower = 0; lower < SQ_WINKS; lower++)
        for (sq_wink upper = 0; upper < SQ_WINKS; upper++) {
            bool stays = before->above[lower] & sq_wink_bit(upper) && !(away & sq_wink_bit(upper)) &&
                         !((gone | freed) & sq_wink_bit(lower));
            if (stays)
                json_array_append_new(over, json_pack("[ss]", sq_wink_name(upper), sq_wink_name(lower)));
        }
    json_array_extend(over, (json_t *)(uintptr_t)come);
    json_object_set_new(e, "over", over);
    json_object_del(e, "now_over");
    json_object_del(e, "frees");
}

/* The times of a shot: an open question is about this motion; else as late as the last line. Another game may
 * rule on a shot's time against the rest before it: without a question it is given none. */
static void fill_shot(json_t *e, const reader *r, const sq_state *before, bool now) {
    const sq_word_ground *g = r->ground;
    double latest = before->clock.any_time ? seconds(before->clock.latest) : 0;
    bool asked = now && g->asks;
    if (!asked && sq_other_game_at(before->rules)) return;
    fill(e, "t", json_real(asked ? fmax(latest, g->question.t_start) : latest));
    double t = json_number_value(json_object_get(e, "t"));
    fill(e, "t_rest", json_real(asked ? fmax(t, g->question.t_rest) : t));
    if (has(e, "now_over") || has(e, "frees")) fill_squops(e, &before->now.squops);
    sq_wink w = sq_wink_from_name(text_of(e, "wink"));
    if (w != SQ_NO_WINK) fill(e, "colour", json_string(sq_colour_name(sq_wink_colour(w))));
}

/* before: the state in which it is to happen; now: that is the present one. */
static void fill_event(json_t *e, const reader *r, const sq_state *before, bool now) {
    double latest = before->clock.any_time ? seconds(before->clock.latest) : 0;
    if (is_event(e, "shot")) fill_shot(e, r, before, now);
    if (is_event(e, "pass")) {
        fill(e, "t", json_real(latest));
        if (before->now.turn != SQ_NO_COLOUR)
            fill(e, "colour", json_string(sq_colour_name(before->now.turn)));
    }
    if (is_event(e, "foul") && sq_colour_from_name(text_of(e, "colour")) == before->last.before.turn)
        json_object_del(e, "colour"); /* "red fouls": the foul is the last shot's, and that was red's */
    if (is_event(e, "clock") && has(e, "run"))
        fill(e, "t", json_real(now && isfinite(r->ground->t_now) ? fmax(latest, r->ground->t_now) : latest));
}

/* A day that no calendar has would stand on the sheet. */
static bool has_date(const reader *r, const sq_event *e) {
    const sq_details *about = e->kind == SQ_EVENT_GAME ? &e->game.details : &e->about.details;
    const char *date = about->text[SQ_DETAIL_DATE];
    bool named = (e->kind == SQ_EVENT_GAME || e->kind == SQ_EVENT_ABOUT) &&
                 about->named & 1u << SQ_DETAIL_DATE && *date;
    sq_details dropped;
    sq_diag d;
    return !named || !sq_details_parse_date(&dropped, date, &d) || refuse(r, "\"date\": %s", d.text);
}

/* Its text as a line of the record, and that read. */
static bool take_event(const reader *r, const json_t *event, sq_record_line *out) {
    char why[SQ_RECORD_WHY_MAX] = "out of memory";
    if (is_event(event, "nominate") && !has(event, "colour") && !has(event, "wink"))
        return refuse(r, "what is nominated? Say which colour, as in: nominate red; or which wink, where the "
                         "book has one nominated");
    char *text = json_dumps(event, JSON_COMPACT);
    bool well =
        text && sq_record_read_said(sq_game_state(r->ground->game)->rules, out, text, strlen(text), why);
    free(text);
    if (!well) return refuse(r, "%s", why);
    return has_date(r, &out->event);
}

/* ---- The words ---- */

static bool read_say(const reader *r, sq_record_line *out) {
    const json_t *said = json_object_get(r->word, "event");
    if (!json_is_object(said)) return refuse(r, "\"event\" must be an event of the record");
    const sq_state *now = sq_game_state(r->ground->game);
    if (is_event(said, "game"))
        return refuse(
            r, "a game's first line is written by whoever begins it: the referee does when the winks are "
               "laid out; amend 1 changes what that line says");
    if (is_event(said, "pass") && now->playing && now->now.phase == SQ_PHASE_SQUIDGE_OFF)
        return refuse(r, "nobody passes in the squidge-off: it comes first, and decides who is in turn; its "
                         "result is said as squidge-off blue=31 green=112.5 red=pot yellow=off (millimetres "
                         "to the pot)");
    if (is_event(said, "pass") && now->playing && now->now.phase == SQ_PHASE_ENDED)
        return refuse(r, "the game is over, so nobody passes; undo takes its last line back");
    json_t *event = json_deep_copy(said);
    if (event) fill_event(event, r, now, true);
    bool well = take_event(r, event, out);
    json_decref(event);
    return well;
}

static bool read_redo(const reader *r, sq_record_line *out) {
    int n = sq_game_redoes(r->ground->game);
    if (!n)
        return refuse(r, "there is no undo to take back: nothing was undone, or the game has gone on since");
    *out = (sq_record_line){.name = "amend",
                            .event = {.kind = SQ_EVENT_AMEND, .amend = {.n = n, .remove = true}}};
    return true;
}

/* Squops of winks that the change takes from the mat end. */
static void drop_squops(json_t *e) {
    sq_wink_set gone = winks_of(json_object_get(e, "potted")) | winks_of(json_object_get(e, "off"));
    json_t *over = json_object_get(e, "over");
    for (size_t i = json_array_size(over); i-- > 0;) {
        const json_t *pair = json_array_get(over, i);
        sq_wink a = wink_at(pair, 0), b = wink_at(pair, 1);
        if ((a != SQ_NO_WINK && gone & sq_wink_bit(a)) || (b != SQ_NO_WINK && gone & sq_wink_bit(b)))
            json_array_remove(over, i);
    }
}

/* The squops of the line that is amended, with those that come and less those that go. */
static void change_squops(json_t *e, const sq_game_line *line) {
    static const char *const keys[] = {"now_over", "frees"};
    sq_squops over = line->state->now.squops;
    if (!has(e, keys[0]) && !has(e, keys[1])) return;
    const json_t *come = json_object_get(e, keys[0]);
    for (size_t i = 0; i < json_array_size(come); i++) {
        const json_t *pair = json_array_get(come, i);
        sq_wink a = wink_at(pair, 0), b = wink_at(pair, 1);
        if (a == SQ_NO_WINK || b == SQ_NO_WINK) continue;
        over.above[a] &= ~sq_wink_bit(b); /* neither way round any more: fill_squops puts the new one */
        over.above[b] &= ~sq_wink_bit(a);
    }
    json_t *wink = json_incref(json_object_get(e, "wink"));
    json_object_del(e, "wink"); /* the played wink's squops of this line are among them */
    fill_squops(e, &over);
    if (wink) json_object_set_new(e, "wink", wink);
}

/* Of a squidge-off those that the change does not name stay; null where it has none to keep. */
static json_t *all_distances(const json_t *e, const json_t *change) {
    json_t *is = json_object_get(e, "mm"), *new = json_object_get(change, "mm");
    if (!json_is_object(is) || !json_is_object(new)) return NULL;
    json_t *all = json_copy(is);
    json_object_update(all, new);
    return all;
}

/* A shot or pass that stays one, or becomes the other, keeps its time. */
static void keep_time(json_t *e, const sq_event *was) {
    if (!was || !(is_event(e, "shot") || is_event(e, "pass"))) return;
    if (was->kind == SQ_EVENT_SHOT) fill(e, "t", json_real(seconds(was->shot.t)));
    if (was->kind == SQ_EVENT_PASS) fill(e, "t", json_real(seconds(was->pass.t)));
}

/* The names that the change does not give stay. */
static json_t *all_names(const json_t *e, const json_t *change) {
    const json_t *is = json_object_get(e, "about"), *new = json_object_get(change, "about");
    if (!json_is_object(is) || !json_is_object(new)) return NULL;
    json_t *all = json_deep_copy(is);
    json_object_update_recursive(all, (json_t *)(uintptr_t) new);
    return all;
}

/* Another book comes with its own text and digest. */
static void forget_book(json_t *e, const json_t *change) {
    if (!has(change, "rules")) return;
    json_object_del(e, "digest");
    json_object_del(e, "book");
}

/* The event of a line with some keys otherwise. */
static json_t *changed_event(const sq_game_line *line, const json_t *change) {
    char text[SQ_EVENT_LINE_MAX];
    const char *name = text_of(change, "event");
    if (line->event) sq_record_write(text, sizeof text, line->event, NULL);
    json_t *e = line->event && (!*name || !strcmp(name, sq_event_called(line->event)))
                    ? json_loads(text, 0, NULL)
                    : json_object();
    if (!e) return NULL;
    json_t *mm = all_distances(e, change), *about = all_names(e, change);
    forget_book(e, change);
    json_object_update(e, (json_t *)(uintptr_t)change);
    if (mm) json_object_set_new(e, "mm", mm);
    if (about) json_object_set_new(e, "about", about);
    keep_time(e, line->event);
    change_squops(e, line);
    if (!has(change, "over")) drop_squops(e);
    return e;
}

/* What a line would read with this change: false where it could not. */
static bool read_changed(const reader *r, const sq_game_line *line, const json_t *change,
                         sq_record_line *with) {
    json_t *event = changed_event(line, change);
    if (event) fill_event(event, r, line->before, false);
    bool well = take_event(r, event, with);
    json_decref(event);
    return well;
}

/* Whether the line would read as without the change, as with a key that is misspelt. */
static bool reads_so_already(const reader *r, const sq_game_line *line, const sq_record_line *with) {
    char is[SQ_EVENT_LINE_MAX], would[SQ_EVENT_LINE_MAX];
    sq_record_line as_it_is;
    json_t *nothing = json_object();
    bool same = nothing && line->event && read_changed(r, line, nothing, &as_it_is);
    json_decref(nothing);
    if (!same) return false;
    sq_record_write(is, sizeof is, &as_it_is.event, NULL);
    sq_record_write(would, sizeof would, &with->event, NULL);
    return !strcmp(is, would);
}

static bool becomes_another_game(const sq_game_line *line, const sq_record_line *with) {
    return line->event && line->event->kind == SQ_EVENT_GAME && with->event.kind == SQ_EVENT_GAME &&
           sq_other_game_at(line->event->game.rules) != sq_other_game_at(with->event.game.rules);
}

static bool read_amend(const reader *r, sq_record_line *out) {
    int n = 0;
    sq_game_line line;
    sq_record_line with;
    const json_t *change = json_object_get(r->word, "change");
    if (!read_number(r, "line", &n) || !find_line(r, n, &line)) return false;
    *out = (sq_record_line){.name = "amend", .event = {.kind = SQ_EVENT_AMEND, .amend = {.n = n}}};
    if (json_is_true(json_object_get(r->word, "remove")) || json_is_true(json_object_get(change, "remove"))) {
        out->event.amend.remove = true;
        return true;
    }
    if (!json_is_object(change)) return refuse(r, "\"change\" must hold the keys that are to be otherwise");
    bool well = read_changed(r, &line, change, &with);
    if (well && reads_so_already(r, &line, &with))
        return refuse(r, "line %d reads so already; check how the keys of the change are spelt", n);
    if (well && (with.event.kind == SQ_EVENT_AMEND || with.event.kind == SQ_EVENT_UNDO ||
                 with.event.kind == SQ_EVENT_ANSWER))
        return refuse(r, "line %d cannot become an %s", n, sq_event_name(with.event.kind));
    if (well && becomes_another_game(&line, &with))
        return refuse(r, "a game stays what it is: line %d cannot become one of another game", n);
    out->amendment.with = with.event;
    return well;
}

static bool read_insert(const reader *r, sq_record_line *out) {
    int n = 0;
    sq_game_line line;
    sq_record_line new;
    const json_t *said = json_object_get(r->word, "event");
    if (!read_number(r, "line", &n) || !find_line(r, n, &line)) return false;
    if (!json_is_object(said)) return refuse(r, "\"event\" must be an event of the record");
    json_t *event = json_deep_copy(said);
    if (event) fill_event(event, r, line.before, false);
    bool well = take_event(r, event, &new);
    json_decref(event);
    if (well && (new.event.kind == SQ_EVENT_AMEND || new.event.kind == SQ_EVENT_UNDO ||
                 new.event.kind == SQ_EVENT_ANSWER))
        return refuse(r, "an %s cannot be inserted", sq_event_name(new.event.kind));
    *out = (sq_record_line){
        .name = "amend", .event = {.kind = SQ_EVENT_AMEND, .amend = {.n = n, .keep = true, .inserts = true}}};
    out->amendment.before = new.event;
    return well;
}

static bool read_answer(const reader *r, sq_record_line *out) {
    const sq_word_ground *g = r->ground;
    int n = 0, reading = 0, asked = 0, lines = sq_game_lines(g->game);
    if (!read_number(r, "line", &n) || !read_number(r, "reading", &reading)) return false;
    if (has(r->word, "question") && !read_number(r, "question", &asked)) return false;
    int last = lines ? sq_game_line_at(g->game, lines - 1).n : 0;
    if (n <= last || !g->asks) return sq_held_answer(out, g, n, reading, asked, r->why);
    if (asked && asked != g->question.number)
        return refuse(r, "question %d is no longer open; question %d is now: look at it, and answer that",
                      asked, g->question.number);
    if (reading > g->question.count)
        return refuse(r, "the question has %d answer%s", g->question.count,
                      g->question.count == 1 ? "" : "s");
    *out = (sq_record_line){.name = "answer", .event = {.kind = SQ_EVENT_ANSWER, .answer = {reading}}};
    return true;
}

static bool read_undo(const reader *r, sq_record_line *out) {
    (void)r;
    *out = (sq_record_line){.name = "undo", .event = {.kind = SQ_EVENT_UNDO}};
    return true;
}

static bool read_automation(const reader *r, sq_word_event *out) {
    char why[SQ_AUTOMATION_WHY_MAX];
    if (!r->ground->automation)
        return refuse(r, "nobody referees this game now; what the referee does by itself is set while it is "
                         "refereed, or at its beginning by --automatic");
    out->automates = true;
    out->automation = *r->ground->automation;
    return sq_automation_read(&out->automation, text_of(r->word, "set"), why) || refuse(r, "%s", why);
}

/* ---- The whole ---- */

static bool read_on(const reader *r, sq_word_event *out) {
    const json_t *on = json_object_get(r->word, "on");
    out->on = -1;
    if (!on) return true;
    double x = json_is_number(on) ? json_number_value(on) : NAN;
    if (!(x >= 0 && x <= INT32_MAX && x == floor(x))) return refuse(r, "\"on\" must be the number of a line");
    out->on = (int)x;
    return true;
}

/* A game that runs takes words about itself alone. */
static bool is_of_this_game(const reader *r) {
    const json_t *game = json_object_get(r->word, "game");
    if (!game || !r->ground->number || json_number_value(game) == r->ground->number) return true;
    return refuse(
        r, "game %d is being played in this folder; what is about another one must wait until it is over",
        r->ground->number);
}

bool sq_word_id_fits(const char *id) {
    size_t n = id ? strspn(id, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-") : 0;
    return n >= 8 && n <= SQ_WORD_ID_MAX && !id[n];
}

static bool read_id(const reader *r, sq_word_event *out) {
    const char *id = text_of(r->word, "id");
    if (has(r->word, "id") && !sq_word_id_fits(id)) return refuse(r, SQ_WORD_ID_WHY);
    snprintf(out->id, sizeof out->id, "%s", id);
    return true;
}

/* A name for people; a moment of the calendar in UTC. */
static bool read_who(const reader *r, sq_word_event *out) {
    static const char form[] = "0000-00-00T00:00:00Z";
    const char *who = text_of(r->word, "who"), *at = text_of(r->word, "at");
    bool well = strlen(at) == sizeof form - 1;
    if (strlen(who) > SQ_WORD_WHO_MAX) return refuse(r, "\"who\" has %d bytes at most", SQ_WORD_WHO_MAX);
    for (const char *c = who; *c; c++)
        if ((unsigned char)*c < ' ') return refuse(r, "\"who\" must be a name in one line");
    for (size_t i = 0; well && form[i]; i++)
        well = form[i] == '0' ? at[i] >= '0' && at[i] <= '9' : at[i] == form[i];
    if (*at && !well) return refuse(r, "\"at\" must be a moment as in 2026-11-22T19:30:05Z");
    snprintf(out->who, sizeof out->who, "%s", who);
    snprintf(out->at, sizeof out->at, "%s", at);
    return true;
}

bool sq_word_read_head(sq_word_event *out, const json_t *word, const sq_word_ground *ground,
                       char why[SQ_WORD_WHY_MAX]) {
    reader r = {ground, word, why};
    why[0] = 0;
    out->carry_out = json_is_true(json_object_get(word, "do"));
    return is_of_this_game(&r) && read_on(&r, out) && read_id(&r, out) && read_who(&r, out);
}

bool sq_word_read_line(sq_word_event *out, const json_t *word, const sq_word_ground *ground,
                       char why[SQ_WORD_WHY_MAX]) {
    static const struct {
        const char *name;
        bool (*read)(const reader *r, sq_record_line *out);
    } words[] = {{"say", read_say},       {"undo", read_undo},   {"redo", read_redo},
                 {"answer", read_answer}, {"amend", read_amend}, {"insert", read_insert}};
    reader r = {ground, word, why};
    const char *name = text_of(word, "word");
    if (!strcmp(name, "automate")) return read_automation(&r, out);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(name, words[i].name)) return words[i].read(&r, &out->line);
    return refuse(&r, "\"word\" must be say, undo, redo, answer, amend, insert or automate");
}
