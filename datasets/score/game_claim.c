/* Reads what a referee claims of a game: its record, carried out by the rules, and its rests. */
#include "datasets/score/game_claim.h"

#include <assert.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/score/match_winks.h"
#include "rules/game.h"
#include "rules/other/game_registry.h"

static sq_code out_of_memory(const char *path, sq_diag *d) {
    return sq_fail(d, SQ_E_MEMORY, "%s: not enough memory; close other programs", path);
}

/* A text file as its lines; they are handed over one by one. */
typedef struct {
    const char *path;
    FILE *file;
    char *line;
    size_t room;
    ssize_t length;
    int n;
} lines;

static sq_code open_lines(lines *l, const char *path, sq_diag *d) {
    *l = (lines){.path = path, .file = fopen(path, "r")};
    if (l->file) return SQ_OK;
    return sq_fail(d, SQ_E_FILE, "%s: cannot be opened (%m); check the name and the rights", path);
}

static bool next_line(lines *l) {
    l->n++;
    return (l->length = getline(&l->line, &l->room, l->file)) >= 0;
}

static sq_code close_lines(lines *l, sq_code code, sq_diag *d) {
    if (!code && ferror(l->file))
        code = sq_fail(d, SQ_E_FILE, "%s: cannot be read (%m); check the disk", l->path);
    free(l->line);
    fclose(l->file);
    return code;
}

/* The record. */

/* What the referee remarked on a line. */
typedef struct {
    bool held; /* it was a question; an amend of it is its answer */
    int question;
    double probability;
} remark;

typedef struct {
    int count;
    remark *on; /* [n] */
} remarks;

/* A later line says that a question was settled by what was seen since. */
static void settle(remarks *r, const json_t *certain) {
    json_int_t question = json_integer_value(json_object_get(certain, "question"));
    for (int n = 0; question && n < r->count; n++)
        if (r->on[n].held && r->on[n].question == question)
            r->on[n] = (remark){.probability = json_number_value(json_object_get(certain, "probability"))};
}

static bool note_line(remarks *r, const lines *l) {
    remark *more = realloc(r->on, ((size_t)l->n + 1) * sizeof *more);
    if (!more) return false;
    r->on = more;
    r->count = l->n + 1;
    json_t *line = json_loadb(l->line, (size_t)l->length, 0, NULL);
    const json_t *p = json_object_get(line, "probability");
    r->on[l->n] =
        (remark){json_is_true(json_object_get(line, "held")),
                 (int)json_integer_value(json_object_get(line, "question")), p ? json_number_value(p) : 1};
    const json_t *settles = json_object_get(line, "settles");
    for (size_t i = 0; i < json_array_size(settles); i++)
        settle(r, json_array_get(settles, i));
    const char *event = json_string_value(json_object_get(line, "event"));
    json_int_t answered = json_integer_value(json_object_get(line, "n"));
    if (event && !strcmp(event, "amend") && answered > 0 && answered < l->n)
        r->on[answered] = (remark){.probability = 1};
    json_decref(line);
    return true;
}

static sq_code play_lines(sq_game *g, remarks *r, const char *path, sq_diag *d) {
    lines l;
    sq_code code = open_lines(&l, path, d);
    if (code) return code;
    r->on = calloc(1, sizeof *r->on);
    while (r->on && next_line(&l)) {
        char name[SQ_RECORD_NAME_MAX];
        sq_game_answer answer;
        bool fits = note_line(r, &l);
        if (fits && sq_record_is_blank(l.line, (size_t)l.length)) continue;
        if (fits && sq_game_read(g, l.n, l.line, (size_t)l.length, name, &answer)) continue;
        code = out_of_memory(path, d);
        break;
    }
    if (!r->on) code = out_of_memory(path, d);
    return close_lines(&l, code, d);
}

static bool take_events(sq_game_claim *out, const sq_game *g, const remarks *r) {
    int count = sq_game_lines(g);
    assert(r->on);
    out->shots = calloc((size_t)count + 1, sizeof *out->shots);
    if (!out->shots) return false;
    for (int i = 0; i < count; i++) {
        sq_game_line l = sq_game_played_at(g, i);
        if (!l.carried_out) continue;
        out->pass_count += l.event->kind == SQ_EVENT_PASS;
        if (l.event->kind == SQ_EVENT_SHOT)
            out->shots[out->shot_count++] =
                (sq_claimed_shot){l.event->shot, r->on[l.n].held, r->on[l.n].probability};
    }
    out->state = *sq_game_state(g);
    return true;
}

static sq_code read_record(sq_game_claim *out, const char *path, sq_diag *d) {
    sq_game *g = sq_game_new();
    remarks r = {0};
    sq_code code = g ? play_lines(g, &r, path, d) : out_of_memory(path, d);
    if (!code && sq_other_game_at(sq_game_state(g)->rules))
        code = sq_fail(d, SQ_E_FORMAT,
                       "%s: is no record of tiddlywinks; give one that `squint referee` wrote of the game",
                       path);
    if (!code && !take_events(out, g, &r)) code = out_of_memory(path, d);
    if (!code && !out->state.playing)
        code = sq_fail(d, SQ_E_FORMAT, "%s: begins no game; give a record that `squint referee` wrote", path);
    free(r.on);
    sq_game_free(g);
    return code;
}

/* The rests. */

static void rest_from_json(sq_claimed_rest *r, const json_t *line) {
    *r = (sq_claimed_rest){.t = json_number_value(json_object_get(line, "t"))};
    size_t i;
    const json_t *wink;
    json_array_foreach(json_object_get(line, "winks"), i, wink) {
        const char *id = json_string_value(json_object_get(wink, "id"));
        const char *place = json_string_value(json_object_get(wink, "place"));
        if (r->wink_count == SQ_SEEN_CAP) return;
        r->winks[r->wink_count].id = id ? sq_usual_wink_from_name(id) : SQ_NO_WINK;
        r->winks[r->wink_count].at = (sq_mm){json_number_value(json_object_get(wink, "x")),
                                             json_number_value(json_object_get(wink, "y"))};
        const json_t *n = json_array_get(json_object_get(wink, "normal"), 2);
        r->winks[r->wink_count].sigma_mm = json_number_value(json_object_get(wink, "sigma_mm"));
        r->winks[r->wink_count].whole =
            json_number_value(json_object_get(wink, "seen")) > SQ_MATCH_WHOLE_SEEN &&
            json_number_value(n) > SQ_MATCH_FLAT_NORMAL_Z;
        r->winks[r->wink_count++].place = place ? sq_place_from_name(place) : SQ_PLACE_MAT;
    }
}

static sq_code read_rests(sq_game_claim *out, const char *path, sq_diag *d) {
    lines l;
    sq_code code = open_lines(&l, path, d);
    if (code) return code;
    while (!code && next_line(&l)) {
        json_error_t e;
        json_t *line = json_loadb(l.line, (size_t)l.length, 0, &e);
        sq_claimed_rest *more = realloc(out->rests, ((size_t)out->rest_count + 1) * sizeof *more);
        if (more) out->rests = more;
        if (!line)
            code = sq_fail(d, SQ_E_FORMAT, "%s:%d: is no JSON (%s); give what `squint referee --out` wrote",
                           path, l.n, e.text);
        else if (!more)
            code = out_of_memory(path, d);
        else
            rest_from_json(&out->rests[out->rest_count++], line);
        json_decref(line);
    }
    return close_lines(&l, code, d);
}

sq_code sq_game_claim_read(sq_game_claim *out, const char *record, const char *rests, sq_diag *d) {
    *out = (sq_game_claim){0};
    sq_code code = read_record(out, record, d);
    return !code && rests ? read_rests(out, rests, d) : code;
}

void sq_game_claim_free(sq_game_claim *c) {
    free(c->shots);
    free(c->rests);
    *c = (sq_game_claim){0};
}
