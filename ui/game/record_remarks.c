/* Reads the remarks of a record's lines, and says what of them is still in doubt. */
#include "ui/game/record_remarks.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/other/record_reader.h"
#include "rules/record.h"
#include "rules/terms/text_buffer.h"
#include "ui/game/game_folder.h"
#include "ui/words/commentary.h"
#include "vision/system/shortest_numbers.h"

/* ---- Reading ---- */

/* More questions than anybody asks in a game, and sums of them are numbers. */
enum { LEFT_OPEN_MAX = 9999 };

static double number(const json_t *o, const char *key, double absent) {
    const json_t *v = json_object_get(o, key);
    return json_is_number(v) ? json_number_value(v) : absent;
}

/* Records come from elsewhere too: any number may stand there. */
static int whole(const json_t *o, const char *key, int absent) {
    const json_t *v = json_object_get(o, key);
    json_int_t is = json_is_integer(v) ? json_integer_value(v) : absent;
    return is >= 0 && is <= INT_MAX ? (int)is : absent;
}

static sq_play_kind kind_of(const char *name) {
    for (sq_play_kind k = 0; name && k < SQ_PLAYS; k++)
        if (!strcmp(name, sq_play_kind_name(k))) return k;
    return SQ_PLAY_UNEXPLAINED;
}

bool sq_remark_event(sq_event *out, int rules, const json_t *from) {
    static _Thread_local sq_record_line line; /* large */
    char why[SQ_RECORD_WHY_MAX], *text = from ? json_dumps(from, JSON_COMPACT) : NULL;
    bool well = text && sq_record_read_by(rules, &line, text, strlen(text), why);
    free(text);
    if (well) *out = line.event;
    return well;
}

static void read_other(sq_play_reading *r, const json_t *from) {
    r->kind = kind_of(json_string_value(json_object_get(from, "what")));
    r->probability = number(from, "probability", 0);
    r->passed = json_is_true(json_object_get(from, "passed"));
    r->unseen_pile = json_is_true(json_object_get(from, "unseen_pile"));
    r->has_event = sq_remark_event(&r->event, 0, json_object_get(from, "event"));
}

static void keep_text(char to[SQ_EVENT_WORDS_MAX], const char *text) {
    sq_text_cut(text ? text : "?", to, SQ_EVENT_WORDS_MAX);
}

/* `more` questions without a text of their own. */
static void leave_open(sq_left_open *l, int more) {
    l->count += more;
    if (l->count > SQ_LEFT_OPEN)
        snprintf(l->text[SQ_LEFT_OPEN - 1], SQ_EVENT_WORDS_MAX, "%d more questions",
                 l->count - (SQ_LEFT_OPEN - 1));
}

static void add_open(sq_left_open *l, const char *text) {
    if (l->texts < SQ_LEFT_OPEN) keep_text(l->text[l->texts++], text);
    leave_open(l, 1);
}

static void read_line(sq_remarks *r, const json_t *o) {
    r->seen_t = number(o, "seen_t", NAN);
    r->before_t = number(o, "before_t", NAN);
    r->probability = number(o, "probability", NAN);
    r->gap_s = number(o, "gap_s", 0);
    r->question = whole(o, "question", 0);
    r->held = json_is_true(json_object_get(o, "held"));
    r->answer = whole(o, "answer", 1);
    const json_t *left = json_object_get(o, "left_open");
    for (size_t i = 0; i < json_array_size(left); i++)
        add_open(&r->left, json_string_value(json_object_get(json_array_get(left, i), "text")));
    leave_open(&r->left, (int)fmin(whole(o, "left_open_more", 0), LEFT_OPEN_MAX));
    const json_t *doubts = json_object_get(o, "doubts");
    for (size_t i = 0; i < json_array_size(doubts) && r->doubts < SQ_DOUBTS_KEPT; i++)
        keep_text(r->doubt[r->doubts++], json_string_value(json_array_get(doubts, i)));
    const json_t *others = json_object_get(o, "alternatives");
    for (size_t i = 0; i < json_array_size(others) && r->others < SQ_READINGS; i++)
        read_other(&r->other[r->others++], json_array_get(others, i));
}

/* The remarks alone, as an object; null where there are none. "at" of a shot at crokinole is no remark: it is
 * no text. */
static char *text_of(const json_t *o) {
#define KEY(name) name,
    static const char *const keys[] = {SQ_REMARK_LIST(KEY)};
#undef KEY
    json_t *all = json_object();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_t *v = json_object_get(o, keys[i]);
        if (v && (strcmp(keys[i], "at") || json_is_string(v))) json_object_set(all, keys[i], v);
    }
    char *text = json_object_size(all) ? sq_short_numbers(json_dumps(all, JSON_COMPACT)) : NULL;
    json_decref(all);
    return text;
}

/* A later line says which ones have become certain: those of their questions. */
static void settle(sq_remarks_list *l, const json_t *certain) {
    int question = whole(certain, "question", 0);
    for (int i = 0; question && i < l->count; i++) {
        sq_remarks *r = &l->list[i];
        if (r->question != question || !r->held) continue;
        r->held = false;
        r->probability = number(certain, "probability", r->probability);
    }
}

bool sq_remarks_add(sq_remarks_list *l, int n, const char *line, size_t length) {
    json_t *o = json_loadb(line, length, 0, NULL);
    if (!json_is_object(o)) {
        json_decref(o);
        return true;
    }
    if (l->count == l->room) {
        int room = 2 * l->room + 64;
        sq_remarks *more = realloc(l->list, (size_t)room * sizeof *more);
        if (!more) {
            json_decref(o);
            return false;
        }
        l->list = more;
        l->room = room;
    }
    const json_t *settles = json_object_get(o, "settles");
    for (size_t i = 0; i < json_array_size(settles); i++)
        settle(l, json_array_get(settles, i));
    sq_remarks *r = &l->list[l->count++];
    memset(r, 0, sizeof *r);
    r->n = n;
    read_line(r, o);
    r->text = text_of(o);
    json_decref(o);
    return true;
}

void sq_remarks_free(sq_remarks_list *l) {
    for (int i = 0; i < l->count; i++)
        free(l->list[i].text);
    free(l->list);
    *l = (sq_remarks_list){0};
}

const sq_remarks *sq_remarks_of(const sq_remarks_list *l, int n) {
    for (int i = 0; i < l->count; i++)
        if (l->list[i].n == n) return &l->list[i];
    return NULL;
}

/* ---- The end of a game ---- */

/* The stream of the record's folder, and which of its games the record is; false where it is no folder's. */
static bool find_stream(char path[PATH_MAX], int *game, const char *record) {
    static sq_game_paths paths;
    char folder[PATH_MAX];
    const char *slash = strrchr(record, '/'), *file = slash ? slash + 1 : record;
    sq_diag dropped;
    *game = sq_record_number(file);
    if (!*game) return false;
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - record) : 1, slash ? record : ".");
    if (sq_game_paths_of(&paths, folder, &dropped)) return false;
    memcpy(path, paths.stream, sizeof paths.stream);
    return true;
}

/* What the stream has told so far. */
typedef struct {
    sq_remarks_list *to;
    int game, line; /* line: of the record, that was told last */
    bool is_open;
    char asked[SQ_EVENT_WORDS_MAX]; /* the last question */
} hearing;

static void hear_question(hearing *h, const json_t *o) {
    const json_t *doubt = json_array_get(json_object_get(o, "doubts"), 0);
    keep_text(h->asked, json_string_value(json_object_get(doubt ? doubt : o, "text")));
    h->is_open = true;
}

static void hear(hearing *h, const json_t *o) {
    const char *type = json_string_value(json_object_get(o, "type"));
    if (!type) return;
    bool new_game = !strcmp(type, "new-game"), passed_over = !strcmp(type, "passed-over");
    if (!strcmp(type, "question")) hear_question(h, o);
    if (!strcmp(type, "position")) h->is_open = json_object_get(o, "open_question");
    if (passed_over)
        add_open(&h->to->end, h->is_open ? h->asked : json_string_value(json_object_get(o, "text")));
    if (!strcmp(type, "refused")) add_open(&h->to->end, json_string_value(json_object_get(o, "text")));
    if (!strcmp(type, "event")) h->line = whole(o, "line", 0);
    h->game += new_game;
    if (new_game) h->line = 0;
    if (new_game || !strcmp(type, "event")) h->to->end = (sq_left_open){0};
    if (new_game || passed_over || !strcmp(type, "event")) h->is_open = false;
}

sq_code sq_remarks_read_end(sq_remarks_list *l, const sq_game *g, const char *record, sq_diag *d) {
    char path[PATH_MAX], *line = NULL;
    size_t room = 0;
    int game, lines = sq_game_lines(g);
    FILE *f = find_stream(path, &game, record) ? fopen(path, "re") : NULL;
    if (!f) return SQ_OK;
    hearing h = {.to = l, .game = 1};
    for (ssize_t n; (n = getline(&line, &room, f)) > 0;) {
        json_t *o = json_loadb(line, (size_t)n, 0, NULL);
        hear(&h, o);
        json_decref(o);
    }
    bool broken = !feof(f);
    int reason = errno;
    fclose(f);
    free(line);
    if (broken)
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%s); bring the file back from a copy", path,
                       strerror(reason));
    if (h.is_open) add_open(&l->end, h.asked);
    bool went_on = lines && sq_game_line_at(g, lines - 1).n > h.line;
    if (h.game != game || went_on) l->end = (sq_left_open){0};
    return SQ_OK;
}

/* ---- What is in doubt ---- */

/* Whether a person has answered it: by a word about one of its lines, a pass and a shot. */
static bool is_answered(const sq_game *g, int question, const sq_remarks_list *l) {
    for (int i = 0; question && i < sq_game_lines(g); i++) {
        sq_game_line line = sq_game_line_at(g, i);
        const sq_remarks *r = line.amended ? sq_remarks_of(l, line.n) : NULL;
        if (r && r->question == question) return true;
    }
    return false;
}

/* A line that was taken back or amended has none that still hold. */
static const sq_remarks *standing_remarks(const sq_game_line *line, const sq_remarks_list *l) {
    return line->carried_out && !line->amended ? sq_remarks_of(l, line->n) : NULL;
}

static const sq_remarks *open_remarks(const sq_game *g, const sq_game_line *line, const sq_remarks_list *l) {
    const sq_remarks *r = standing_remarks(line, l);
    return r && r->held && !is_answered(g, r->question, l) ? r : NULL;
}

/* The state in which the line's question was asked: a pass that answers a part of it comes before the shot.
 */
static const sq_state *asked_in(const sq_game *g, const sq_game_line *line, const sq_remarks *r,
                                const sq_remarks_list *l) {
    for (int i = 0; r->question && i < sq_game_lines(g); i++) {
        sq_game_line first = sq_game_line_at(g, i);
        const sq_remarks *its = sq_remarks_of(l, first.n);
        if (its && its->question == r->question) return first.before;
    }
    return line->before;
}

static void say_other(char to[SQ_EVENT_WORDS_MAX], const sq_play_reading *r, const sq_state *asked) {
    FILE *f = sq_open_words(to);
    if (!f) return;
    sq_commentary_answer(f, r, asked);
    sq_close_words(f, to);
}

/* ---- Another game than tiddlywinks: all its answers, as lists of events ---- */

static void read_reading(sq_told_reading *out, int rules, const json_t *from) {
    const json_t *events = json_object_get(from, "events");
    *out = (sq_told_reading){.probability = number(from, "probability", 0)};
    for (size_t i = 0; i < json_array_size(events) && out->events < SQ_TOLD_EVENTS; i++)
        out->events += sq_remark_event(&out->event[out->events], rules, json_array_get(events, i));
}

static bool is_line(const sq_told_reading *r, const sq_game_line *line) {
    static char one[SQ_EVENT_LINE_MAX], other[SQ_EVENT_LINE_MAX];
    if (r->events != 1 || !line->given) return false;
    sq_record_write(one, sizeof one, &r->event[0], NULL);
    sq_record_write(other, sizeof other, line->given, NULL);
    return !strcmp(one, other);
}

/* A line that an older squint wrote does not say which of them was carried out. */
static void say_readings(sq_line_doubt *out, const json_t *remarks, const sq_game_line *line,
                         const sq_state *asked) {
    const json_t *readings = json_object_get(remarks, "readings");
    int answer = whole(remarks, "answer", 0);
    sq_told_reading r;
    for (size_t i = 0; i < json_array_size(readings) && out->others < SQ_READINGS; i++) {
        read_reading(&r, asked->rules, json_array_get(readings, i));
        bool carried_out = answer ? (int)i + 1 == answer : is_line(&r, line);
        FILE *f = carried_out ? NULL : sq_open_words(out->other[out->others]);
        if (!f) continue;
        sq_commentary_reading(f, &r, asked);
        sq_close_words(f, out->other[out->others]);
        out->number[out->others++] = (int)i + 1;
    }
}

/* ---- In doubt: a line ---- */

void sq_line_doubt_of(sq_line_doubt *out, const sq_game *g, const sq_game_line *line,
                      const sq_remarks_list *l) {
    const sq_remarks *r = line->amended ? NULL : sq_remarks_of(l, line->n);
    *out = (sq_line_doubt){.known = r && isfinite(r->probability)};
    if (!r) return;
    out->probability = r->probability;
    out->gap_s = r->gap_s;
    out->held = open_remarks(g, line, l);
    if (standing_remarks(line, l)) out->left = r->left;
    out->doubts = out->held ? r->doubts : 0;
    for (int i = 0; i < out->doubts; i++)
        snprintf(out->doubt[i], SQ_EVENT_WORDS_MAX, "%s", r->doubt[i]);
    for (int i = 0; out->held && i < r->others; i++)
        if (sq_umpire_lists(i + 1, &r->other[i])) {
            out->number[out->others] = i + 1 + (i + 1 >= r->answer); /* the one carried out has its own */
            say_other(out->other[out->others++], &r->other[i], asked_in(g, line, r, l));
        }
    json_t *remarks = out->held && r->text ? json_loads(r->text, 0, NULL) : NULL;
    say_readings(out, remarks, line, asked_in(g, line, r, l));
    json_decref(remarks);
}

int sq_open_questions(const sq_game *g, const sq_remarks_list *l, char lines[SQ_OPEN_LINES_MAX]) {
    int open[SQ_OPEN_LINES_MAX], count = 0, questions = 0, last = 0;
    for (int i = 0; i < sq_game_lines(g) && count < SQ_OPEN_LINES_MAX; i++) {
        sq_game_line line = sq_game_line_at(g, i);
        const sq_remarks *r = open_remarks(g, &line, l);
        const sq_remarks *standing = standing_remarks(&line, l);
        int left = standing ? standing->left.count : 0;
        if (r || left) open[count++] = line.n;
        questions += left + (r && (!r->question || r->question != last));
        if (r) last = r->question;
    }
    sq_text t = sq_text_in(lines, SQ_OPEN_LINES_MAX);
    for (int i = 0; i < count; i++)
        sq_text_put(&t, "%s%d", sq_list_mark(i, count, " and "), open[i]);
    return questions + l->end.count;
}

/* Where they are: "line 5", "lines 5 and 6; at the end: Does b3 lie over Y2?" */
static void say_places(char to[SQ_OPEN_TEXT_MAX], const char *lines, const sq_remarks_list *l) {
    bool one_line = !strpbrk(lines, ",a");
    sq_text t = sq_text_in(to, SQ_OPEN_TEXT_MAX);
    sq_text_put(&t, "%s%s", !*lines ? "" : one_line ? "line " : "lines ", lines);
    for (int i = 0; i < l->end.texts; i++)
        sq_text_put(&t, "%s%s%s", i || *lines ? "; " : "", i ? "" : "at the end: ", l->end.text[i]);
}

int sq_open_questions_say(char to[SQ_OPEN_TEXT_MAX], const sq_game *g, const sq_remarks_list *l) {
    char lines[SQ_OPEN_LINES_MAX], places[SQ_OPEN_TEXT_MAX];
    int n = sq_open_questions(g, l, lines);
    sq_text t = sq_text_in(to, SQ_OPEN_TEXT_MAX);
    *to = 0;
    if (!n) return n;
    say_places(places, lines, l);
    sq_text_put(&t, "%d question%s %s open (%s): the result may still change.", n, n == 1 ? "" : "s",
                n == 1 ? "is" : "are", places);
    return n;
}
