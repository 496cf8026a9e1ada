/* Makes the lines of the event stream. */
#include "ui/stream/stream_lines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/other/game_registry.h"
#include "rules/record.h"
#include "rules/terms/equipment_sizes.h"
#include "ui/words/event_words.h"
#include "ui/words/json_text.h"
#include "vision/capture/source_name.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/system/shortest_numbers.h"

/* Decimals: a microsecond; a thousandth; a micrometre. */
enum { SECONDS_DIGITS = 6, PROBABILITY_DIGITS = 3, MM_DIGITS = 3 };

/* ---- Pieces; a null value is left out ---- */

static json_t *rounded(double v, int digits) {
    return isfinite(v) ? json_real(sq_rounded(v, digits)) : NULL;
}

static void put(json_t *o, const char *key, json_t *value) {
    if (value) json_object_set_new(o, key, value);
}

static json_t *winks(sq_wink_set set) {
    json_t *list = json_array();
    for (sq_wink_set rest = set; rest; rest &= rest - 1)
        json_array_append_new(list, json_string(sq_wink_name(sq_wink_first(rest))));
    return list;
}

/* What a function writes, as a text without the end of its last line. */
static json_t *words_of(void (*write)(FILE *to, const void *what), const void *what) {
    char *words = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&words, &n);
    if (!f) return NULL;
    write(f, what);
    fclose(f);
    while (n && strchr("\n ", words[n - 1]))
        words[--n] = 0;
    json_t *is = json_string(words);
    free(words);
    return is;
}

/* ---- Notices, start, end ---- */

json_t *sq_stream_notice(sq_notice kind, const char *sentence, double t) {
    static const char *const names[] = {
#define X(kind, name) name,
        SQ_NOTICE_LIST(X)
#undef X
    };
    json_t *o = json_pack("{s:s}", "kind", names[kind]);
    put(o, "t", rounded(t, SECONDS_DIGITS));
    put(o, "text", sq_json_text(sentence));
    return o;
}

const char *sq_kept_again(sq_kept_file file) {
    static const char *const again[] = {
#define X(file, name, sentence) sentence,
        SQ_KEPT_FILE_LIST(X)
#undef X
    };
    return again[file];
}

json_t *sq_stream_notice_of_file(sq_kept_file file, bool kept, const char *sentence, double t) {
    static const char *const names[] = {
#define X(file, name, sentence) name,
        SQ_KEPT_FILE_LIST(X)
#undef X
    };
    json_t *o = sq_stream_notice(kept ? SQ_NOTICE_FILES_KEPT : SQ_NOTICE_FILES, sentence, t);
    put(o, "file", json_string(names[file]));
    return o;
}

json_t *sq_stream_start(const char *source, const sq_event_game *game, bool goes_on) {
    const sq_ruleset *rules = sq_ruleset_at(game->rules);
    json_t *o = json_pack("{s:s}", "squint", SQ_VERSION);
    put(o, "source", sq_json_text(sq_source_show(source).text));
    put(o, "goes_on", json_boolean(goes_on));
    const sq_other_game *other = sq_other_game_at(game->rules);
    put(o, "rules", json_string(other ? other->name : rules ? rules->name : ""));
    put(o, "form", json_string(sq_form_name(game->form)));
    if (game->limit) put(o, "limit_s", json_real((double)game->limit / SQ_US_PER_S));
    if (!other)
        put(o, "mat", json_pack("{s:f,s:f}", "length_mm", SQ_MAT_LENGTH_MM, "width_mm", SQ_MAT_WIDTH_MM));
    return o;
}

json_t *sq_stream_automation(const sq_automation *a) {
    json_t *o = json_object();
    for (int k = 0; k < SQ_AUTOMATIC_KINDS; k++)
        put(o, sq_automatic_name((sq_automatic_kind)k), json_string(sq_mode_name((sq_mode)a->mode[k])));
    return o;
}

/* How the game stands. One that was under way has a state only when a shot of it was seen. */
static void put_standing(json_t *o, const sq_state *s, bool unknown) {
    const bool none = unknown || (s->playing && !sq_ruleset_has_tiddlies(sq_ruleset_at(s->rules)));
    json_t *tiddlies = none ? json_null() : json_object();
    put(o, "phase", s->playing && !unknown ? json_string(sq_phase_name(s->now.phase)) : json_null());
    for (unsigned c = 0; s->playing && !none && c < SQ_USUAL_COLOURS; c++)
        put(tiddlies, sq_colour_name((sq_colour)c), json_integer(sq_state_tiddlies(s, (sq_colour)c)));
    put(o, "tiddlies", tiddlies);
}

json_t *sq_stream_end(const sq_ending *e, const sq_state *s) {
    json_t *o = json_object();
    put(o, "t", rounded(e->t, SECONDS_DIGITS));
    put(o, "stopped", json_boolean(e->stopped));
    put(o, "shots", json_integer(e->shots));
    put(o, "questions", json_integer(e->questions));
    put(o, "unjudged", json_integer(e->unjudged));
    if (!sq_other_game_at(s->rules)) put_standing(o, s, e->joined_late);
    return o;
}

/* ---- Lines of the record, positions ---- */

/* The stream has its own type and version. */
static json_t *without_head(const char *line, size_t length) {
    json_t *o = json_loadb(line, length, 0, NULL);
    json_object_del(o, "type");
    json_object_del(o, "version");
    return o;
}

json_t *sq_stream_event(const char *line, size_t length, int n, const char *words) {
    json_t *o = without_head(line, length);
    if (!o) return NULL;
    put(o, "line", json_integer(n));
    if (words) put(o, "text", json_string(words));
    return o;
}

json_t *sq_stream_state(const char *line, size_t length) {
    return without_head(line, length);
}

static json_t *event_json(const sq_event *e) {
    static char line[SQ_EVENT_LINE_MAX]; /* large; the judge alone writes */
    return json_loadb(line, sq_record_write(line, sizeof line, e, NULL), 0, NULL);
}

/* What an amend has made of a line; null where it reads as it was given, or cannot be read. */
static json_t *reads_json(const sq_game_line *l) {
    if (!l->changed) return NULL;
    json_t *reads = event_json(l->event), *given = l->given ? event_json(l->given) : NULL;
    bool same = json_equal(reads, given);
    json_decref(given);
    if (same) json_decref(reads);
    return same ? NULL : reads;
}

/* A line that does not stand as it was given; null for any other. */
static json_t *corrected(const sq_game *g, const sq_game_line *l) {
    char words[SQ_EVENT_WORDS_MAX];
    if (l->refused || (l->carried_out && !l->amended)) return NULL;
    json_t *reads = reads_json(l);
    const char *now = !l->stands ? "gone" : !l->carried_out ? "refused" : reads ? "changed" : "confirmed";
    json_t *o = json_pack("{s:i,s:s}", "line", l->n, "now", now);
    put(o, "text", json_string(sq_line_words(words, g, l)));
    if (reads) put(o, "reads", reads);
    return o;
}

/* Who plays, and where, as it stands now. */
static json_t *about_now(const sq_game *g) {
    sq_event about = {.kind = SQ_EVENT_ABOUT};
    sq_game_details(g, &about.about.details);
    json_t *e = event_json(&about), *now = json_incref(json_object_get(e, "about"));
    json_decref(e);
    return now ? now : json_object();
}

void sq_stream_put_standing(json_t *event, const sq_game *g) {
    int n = sq_game_lines(g), undoes = sq_game_undoes(g), redoes = sq_game_redoes(g);
    if (undoes) put(event, "undoes", json_integer(undoes));
    if (redoes) put(event, "redoes", json_integer(redoes));
    if (!sq_game_line_at(g, n - 1).acts_on) return;
    json_t *list = json_array();
    for (int i = 0; i < n; i++) {
        sq_game_line l = sq_game_line_at(g, i);
        json_t *o = corrected(g, &l);
        if (o) json_array_append_new(list, o);
    }
    put(event, "corrected", list);
    put(event, "about_now", about_now(g));
}

json_t *sq_stream_position(const char *line, int open_question) {
    json_t *o = without_head(line, strlen(line));
    if (o && open_question) put(o, "open_question", json_integer(open_question));
    return o;
}

/* ---- What the umpire says ---- */

static const char *doubt_name(sq_doubt_kind k) {
    static const char *const names[SQ_DOUBTS] = {[SQ_DOUBT_OVER] = "over",
                                                 [SQ_DOUBT_UNSEEN_PILE] = "unseen-pile",
                                                 [SQ_DOUBT_MISSING] = "missing",
                                                 [SQ_DOUBT_WHICH] = "which",
                                                 [SQ_DOUBT_TURN] = "turn",
                                                 [SQ_DOUBT_NEAREST] = "nearest",
                                                 [SQ_DOUBT_OUTCOME] = "outcome",
                                                 [SQ_DOUBT_HIDDEN] = "hidden",
                                                 [SQ_DOUBT_LEFT] = "left",
                                                 [SQ_DOUBT_START] = "start",
                                                 [SQ_DOUBT_TAKEN_BACK] = "taken-back",
                                                 [SQ_DOUBT_EARLIER] = "earlier",
                                                 [SQ_DOUBT_UNEXPLAINED] = "unexplained"};
    return names[k];
}

typedef struct {
    const sq_said *said;
    int i; /* of the doubt or the reading */
} part;

static void write_doubt(FILE *to, const void *what) {
    const part *p = what;
    sq_commentary_doubt(to, p->said->play, &p->said->play->doubt[p->i]);
}

static void write_answer(FILE *to, const void *what) {
    const part *p = what;
    const sq_said *said = p->said;
    const sq_state *asked = said->asked ? said->asked : said->before;
    sq_commentary_answer(to, &said->play->reading[p->i], asked);
}

static void write_said(FILE *to, const void *what) {
    sq_commentary_sentence(to, what);
}

static json_t *doubt(const sq_said *said, int i) {
    const sq_doubt *d = &said->play->doubt[i];
    json_t *o = json_pack("{s:s}", "kind", doubt_name(d->kind));
    if (d->wink != SQ_NO_WINK) put(o, "wink", json_string(sq_wink_name(d->wink)));
    if (d->other != SQ_NO_WINK) put(o, "other", json_string(sq_wink_name(d->other)));
    if (d->kind == SQ_DOUBT_TURN) {
        put(o, "colour", json_string(sq_colour_name(d->colour)));
        put(o, "due", json_string(sq_colour_name(d->due)));
    }
    if (d->kind == SQ_DOUBT_EARLIER) put(o, "line", json_integer(d->line));
    bool measured = d->kind == SQ_DOUBT_OVER || d->kind == SQ_DOUBT_NEAREST;
    if (measured) put(o, "gap_mm", rounded(d->gap_mm, MM_DIGITS));
    if (measured) put(o, "sigma_mm", rounded(d->sigma_mm, MM_DIGITS));
    put(o, "text", words_of(write_doubt, &(part){said, i}));
    return o;
}

static json_t *reading(const sq_said *said, int i) {
    const sq_play_reading *r = &said->play->reading[i];
    json_t *o = json_pack("{s:i,s:s}", "reading", i + 1, "what", sq_play_kind_name(r->kind));
    put(o, "probability", rounded(r->probability, PROBABILITY_DIGITS));
    if (r->passed) put(o, "passed", json_true());
    if (r->unseen_pile) put(o, "unseen_pile", json_true());
    if (r->has_event) put(o, "event", event_json(&r->event));
    put(o, "text", words_of(write_answer, &(part){said, i}));
    return o;
}

/* What is in doubt, and the answers as they are listed: reading 1 is the likeliest. */
static void put_question(json_t *o, const sq_said *said) {
    json_t *doubts = json_array(), *readings = json_array();
    if (said->again) put(o, "again", json_true());
    if (said->wished) put(o, "wished", json_true());
    if (said->gap_s > 0) put(o, "gap_s", rounded(said->gap_s, PROBABILITY_DIGITS));
    if (said->unjudged) put(o, "unjudged", json_integer(said->unjudged));
    for (int i = 0; i < said->play->doubt_count; i++)
        json_array_append_new(doubts, doubt(said, i));
    for (int i = 0; i < sq_umpire_listed(said->play); i++)
        json_array_append_new(readings, reading(said, i));
    put(o, "doubts", doubts);
    put(o, "readings", readings);
}

static sq_wink_set hidden(const sq_play *p) {
    sq_wink_set set = 0;
    for (int i = 0; p && i < p->doubt_count; i++)
        if (p->doubt[i].kind == SQ_DOUBT_HIDDEN) set |= sq_wink_bit(p->doubt[i].wink);
    return set;
}

sq_stream_type sq_stream_type_of(sq_said_kind kind) {
    switch (kind) {
    case SQ_SAID_SQUIDGED: return SQ_STREAM_SQUIDGED;
    case SQ_SAID_BY_HAND: return SQ_STREAM_BY_HAND;
    case SQ_SAID_UNSEEN: return SQ_STREAM_UNSEEN;
    case SQ_SAID_QUESTION: return SQ_STREAM_QUESTION;
    case SQ_SAID_PASSED_OVER: return SQ_STREAM_PASSED_OVER;
    case SQ_SAID_WAIT: return SQ_STREAM_WAIT;
    case SQ_SAID_REFUSED: return SQ_STREAM_REFUSED;
    case SQ_SAID_NEW_GAME: return SQ_STREAM_NEW_GAME;
    default: return SQ_STREAM_TYPES;
    }
}

json_t *sq_stream_said(const sq_said *said) {
    json_t *o = json_object();
    put(o, "t", rounded(said->t, SECONDS_DIGITS));
    if (said->question) put(o, "question", json_integer(said->question));
    put(o, "text", words_of(write_said, said));
    if (said->kind == SQ_SAID_QUESTION) put_question(o, said);
    if (said->kind == SQ_SAID_SQUIDGED || said->kind == SQ_SAID_BY_HAND)
        put(o, "winks", winks(said->reading->moved));
    if (said->kind == SQ_SAID_WAIT) put(o, "winks", winks(hidden(said->play)));
    if (said->kind == SQ_SAID_REFUSED) put(o, "event", event_json(said->event));
    return o;
}
