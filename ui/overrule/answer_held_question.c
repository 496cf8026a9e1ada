/* Answers a question that the game has gone over: its line was carried out by the likeliest answer and held,
 * with the other answers as remarks. The answer is an amend of that line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/game/record_remarks.h"
#include "ui/overrule/record_lines.h"

static bool refuse(char why[SQ_WORD_WHY_MAX], const char *text, int n, int count) {
    snprintf(why, SQ_WORD_WHY_MAX, text, n, count);
    return false;
}

static bool refuse_number(char why[SQ_WORD_WHY_MAX], int n, int count) {
    return refuse(
        why, count == 1 ? "the question of line %d has one answer" : "the question of line %d has %d answers",
        n, count);
}

/* The n-th line of the record as it was written; null where there is none. */
static json_t *line_of(const sq_word_ground *ground, int n) {
    sq_record_lines lines = sq_record_lines_of(ground);
    const char *text = NULL;
    for (int i = 0; i < n && (!i || text); i++)
        text = sq_record_lines_next(&lines);
    json_t *line = text ? json_loads(text, 0, NULL) : NULL;
    sq_record_lines_close(&lines);
    return line;
}

static bool is_held(const json_t *line, const char *event) {
    const char *name = json_string_value(json_object_get(line, "event"));
    return json_is_true(json_object_get(line, "held")) && name && (!event || !strcmp(name, event));
}

static bool same_in(const json_t *a, const json_t *b, const char *key) {
    const json_t *x = json_object_get(a, key), *y = json_object_get(b, key);
    return (!x && !y) || json_equal(x, y);
}

/* The lines that hold a question stand together: those of its answer, a shot or a pass and a shot, and the
 * `set`s that set right for it what the record had wrong: the turn before it, winks behind it. */
typedef struct {
    int main;     /* the line of the answer: of its shot, if it is one */
    json_t *line; /* main as it was written */
    int other[SQ_AMEND_WITHOUT_MAX], others;
} question;

/* Whether line n holds the same question as `line`. */
static bool holds_same(const sq_word_ground *ground, int n, const json_t *line) {
    json_t *other = line_of(ground, n);
    bool same = is_held(other, NULL) && same_in(other, line, "seen_t") && same_in(other, line, "question");
    json_decref(other);
    return same;
}

/* The lines from *first to *last hold one question: all others that do, too. */
static void find_span(const sq_word_ground *ground, const json_t *line, int *first, int *last) {
    while (holds_same(ground, *first - 1, line))
        --*first;
    while (holds_same(ground, *last + 1, line))
        ++*last;
}

/* A set beside an answer tells no probability, as the answer does. */
static int likeness_to_answer(const json_t *line) {
    return is_held(line, "shot") ? 2 : json_object_get(line, "probability") ? 1 : 0;
}

static void take_main(question *q, const sq_word_ground *ground, int n) {
    json_t *line = line_of(ground, n);
    if (likeness_to_answer(line) > likeness_to_answer(q->line)) {
        json_decref(q->line);
        q->line = json_incref(line);
        q->main = n;
    }
    json_decref(line);
}

static bool find_question(question *q, const sq_word_ground *ground, int n) {
    *q = (question){.main = n, .line = line_of(ground, n)};
    bool held = is_held(q->line, NULL);
    if (!held || json_object_get(q->line, "readings")) return held;
    int first = n, last = n;
    find_span(ground, q->line, &first, &last);
    for (int i = first; i <= last; i++)
        take_main(q, ground, i);
    for (int i = first; i <= last && q->others < SQ_AMEND_WITHOUT_MAX; i++)
        if (i != q->main) q->other[q->others++] = i;
    return true;
}

/* The times are those at which it was carried out. */
static void keep_times(sq_event *e, const sq_event *as_held) {
    if (as_held->kind != SQ_EVENT_SHOT || e->kind != SQ_EVENT_SHOT) return;
    e->shot.t = as_held->shot.t;
    e->shot.rest = as_held->shot.rest;
}

/* Whether a line beside the answer stands with another answer, too: a pass if it begins with one, a turn if
 * it is a shot of the same colour. */
static bool stands_with(const sq_event *line, const sq_event *answer, bool passed) {
    if (line && line->kind == SQ_EVENT_PASS) return passed;
    return line && line->kind == SQ_EVENT_SET && line->set.named == SQ_SET_TURN && answer && !passed &&
           answer->kind == SQ_EVENT_SHOT && answer->shot.colour == line->set.turn;
}

/* The pass before the shot: of the colour that was in turn before any line of the question. */
static sq_event pass_before(const sq_state *asked, const sq_event *shot) {
    sq_event e = {.kind = SQ_EVENT_PASS, .pass = {.t = asked->clock.latest, .colour = asked->now.turn}};
    if (shot->kind == SQ_EVENT_SHOT) e.pass.t = shot->shot.t;
    return e;
}

static bool take_other(sq_record_line *out, const sq_game *g, const question *q, const json_t *other) {
    sq_event_amend *e = &out->event.amend;
    const json_t *event = json_object_get(other, "event");
    sq_game_line main = sq_game_line_of(g, q->main);
    const sq_state *asked = main.before;
    sq_event *with = &out->amendment.with;
    e->remove = !event;
    if (event && !sq_remark_event(with, main.before->rules, event)) return false;
    if (event) keep_times(with, main.given);
    bool passed = json_is_true(json_object_get(other, "passed")), has_pass = false;
    for (int i = 0; i < q->others; i++) {
        sq_game_line line = sq_game_line_of(g, q->other[i]);
        if (!i && line.given && q->other[i] < q->main) asked = line.before;
        has_pass |= line.given && line.given->kind == SQ_EVENT_PASS;
        if (!stands_with(line.given, event ? with : NULL, passed))
            e->without[e->without_count++] = q->other[i];
    }
    e->inserts = passed && event && !has_pass;
    if (e->inserts) out->amendment.before = pass_before(asked, main.given);
    return true;
}

static bool answer(sq_record_line *out, const sq_game *g, const question *q, int reading,
                   char why[SQ_WORD_WHY_MAX]) {
    const json_t *others = json_object_get(q->line, "alternatives");
    const json_t *taken =
        json_object_get(q->line, "answer"); /* which number the one that is carried out had */
    int count = 1 + (int)json_array_size(others),
        first = json_is_integer(taken) ? (int)json_integer_value(taken) : 1;
    sq_game_line main = sq_game_line_of(g, q->main);
    if (first < 1 || first > count) return refuse(why, "line %d cannot be read", q->main, 0);
    if (reading > count) return refuse_number(why, q->main, count);
    if (main.n != q->main || !main.given) return refuse(why, "line %d cannot be read", q->main, 0);
    *out = (sq_record_line){.name = "amend", .event = {.kind = SQ_EVENT_AMEND, .amend = {.n = q->main}}};
    out->amendment.with = *main.given; /* as it was carried out */
    size_t other = (size_t)(reading < first ? reading - 1 : reading - 2);
    if (reading == first || take_other(out, g, q, json_array_get(others, other))) return true;
    return refuse(why, "line %d: answer %d cannot be read; amend the line", q->main, reading);
}

/* ---- Another game than tiddlywinks: `readings` are all answers, and each is a list of events ---- */

/* The answer's events instead of the lines that hold the question, which are as many as the answer that was
 * carried out has events: the last one for the first line, one before it. */
static bool take_events(sq_record_line *out, int rules, int held, const json_t *events) {
    sq_event_amend *e = &out->event.amend;
    size_t n = json_array_size(events);
    if (n > 2 || held > 1 + SQ_AMEND_WITHOUT_MAX) return false;
    e->remove = !n;
    e->inserts = n == 2;
    for (int i = 1; i < held; i++)
        e->without[e->without_count++] = e->n + i;
    return (!n || sq_remark_event(&out->amendment.with, rules, json_array_get(events, n - 1))) &&
           (n < 2 || sq_remark_event(&out->amendment.before, rules, json_array_get(events, 0)));
}

static bool answer_other_game(sq_record_line *out, const sq_word_ground *ground, const question *q,
                              int reading, char why[SQ_WORD_WHY_MAX]) {
    const json_t *readings = json_object_get(q->line, "readings"),
                 *one = json_array_get(readings, (size_t)reading - 1);
    int first = q->main, last = first;
    if (json_object_get(q->line, "question")) find_span(ground, q->line, &first, &last);
    if (!one) return refuse_number(why, q->main, (int)json_array_size(readings));
    *out = (sq_record_line){.name = "amend", .event = {.kind = SQ_EVENT_AMEND, .amend = {.n = first}}};
    return take_events(out, sq_game_state(ground->game)->rules, last - first + 1,
                       json_object_get(one, "events")) ||
           refuse(why, "line %d: answer %d cannot be entered in one word; amend the line", q->main, reading);
}

/* A line that an older squint held does not tell the number. */
static bool is_asked(const question *q, int asked) {
    const json_t *number = json_object_get(q->line, "question");
    return !asked || !number || json_number_value(number) == asked;
}

bool sq_held_answer(sq_record_line *out, const sq_word_ground *ground, int n, int reading, int asked,
                    char why[SQ_WORD_WHY_MAX]) {
    question q;
    bool well = find_question(&q, ground, n);
    if (!well)
        refuse(why, "line %d holds no question; what was played before it is entered by squint insert", n, 0);
    else if (!is_asked(&q, asked))
        well = refuse(why, "line %d holds another question than %d; look again", n, asked);
    else if (json_object_get(q.line, "readings"))
        well = answer_other_game(out, ground, &q, reading, why);
    else
        well = answer(out, ground->game, &q, reading, why);
    json_decref(q.line);
    return well;
}
