/* Writes what the umpire says: the line into the record first, then the sentence on the console. When a game
 * is resumed, old lines are compared instead. */
#include "ui/game/game_writer.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rules/game.h"
#include "ui/game/game_folder.h"
#include "ui/game/journal.h"
#include "ui/game/rejudge_game.h"
#include "ui/game/rests_file.h"
#include "ui/words/commentary.h"
#include "ui/words/event_words.h"
#include "vision/system/pipe_reader.h"
#include "vision/system/shortest_numbers.h"

/* A record's line with its remarks: at most SQ_READINGS alternatives of two events each, and what was asked.
 */
enum { LINE_CAP = (2 * SQ_READINGS + 1) * SQ_EVENT_LINE_MAX + (SQ_DOUBTS_KEPT + 1) * SQ_EVENT_WORDS_MAX };

/* Bytes of the questions that are left open between two lines: rests without an event are few. */
enum { LEFT_OPEN_CAP = 8 * SQ_EVENT_WORDS_MAX };

/* Decimals: a microsecond; a thousandth; a millisecond. */
enum { SECONDS_DIGITS = 6, PROBABILITY_DIGITS = 3, GAP_DIGITS = 3 };

struct sq_game_writer {
    sq_game_writer_settings set;
    sq_journal *journal, *looks, *rests;
    const sq_observation *look; /* not written yet */
    const char *old;            /* the next line of those that were in the record before; null: no more */
    size_t old_length;
    sq_game *game;                  /* by the record */
    char path[SQ_JOURNAL_PATH_MAX]; /* of the journal */
    int old_n, told_n;              /* how many were taken; the one that nobody can read, and that is told */
    bool replaying, has_rest;
    sq_position last_rest; /* as it was written */
    sq_wink_set lean;      /* the winks that are to be laid flat, and people know it */
    sq_full_disk disk;
    int shots, games, known;
    char left[LEFT_OPEN_CAP]; /* questions that were left open since the last line, as JSON */
    size_t left_used;
    int left_count, left_told; /* told: those in `left` */
    int left_before;           /* of earlier games, after their last lines */
    char line[LINE_CAP], state[SQ_STATE_LINE_MAX];
    size_t used;
};

/* ---- The record's line: the event, and remarks that the rules do not read ---- */

__attribute__((format(printf, 2, 3))) static void put(sq_game_writer *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(s->line + s->used, LINE_CAP - s->used, format, args);
    va_end(args);
    s->used += (size_t)n < LINE_CAP - s->used ? (size_t)n : LINE_CAP - s->used - 1;
}

static void put_event(sq_game_writer *s, const sq_event *e) {
    s->used += sq_record_write(s->line + s->used, LINE_CAP - s->used, e, NULL);
}

static void put_number(sq_game_writer *s, const char *key, double v, int decimals) {
    char text[SQ_SHORT_NUMBER_MAX];
    put(s, ",\"%s\":%s", key, sq_short_number(text, v, decimals));
}

/* The other answers, as events, with their probabilities. */
static void put_alternatives(sq_game_writer *s, const sq_play *play) {
    put(s, ",\"alternatives\":[");
    for (int i = 1; i < play->reading_count; i++) {
        const sq_play_reading *r = &play->reading[i];
        put(s, "%s{\"what\":\"%s\"", i > 1 ? "," : "", sq_play_kind_name(r->kind));
        put_number(s, "probability", r->probability, PROBABILITY_DIGITS);
        if (r->passed) put(s, ",\"passed\":true");
        if (r->unseen_pile) put(s, ",\"unseen_pile\":true");
        if (r->has_event) {
            put(s, ",\"event\":");
            put_event(s, &r->event);
        }
        put(s, "}");
    }
    put(s, "]");
}

/* What the question was about, as sentences. */
static void put_doubts(sq_game_writer *s, const sq_play *play) {
    json_t *all = json_array();
    for (int i = 0; i < play->doubt_count && i < SQ_DOUBTS_KEPT; i++) {
        char words[SQ_EVENT_WORDS_MAX];
        FILE *f = sq_open_words(words);
        if (!f) break;
        sq_commentary_doubt(f, play, &play->doubt[i]);
        sq_close_words(f, words);
        json_array_append_new(all, json_string(words));
    }
    char *text = json_array_size(all) ? json_dumps(all, JSON_COMPACT) : NULL;
    if (text) put(s, ",\"doubts\":%s", text);
    free(text);
    json_decref(all);
}

/* How sure millimetres were when the game began. A game that goes on has it from then: the file may have been
 * tested again. */
static void put_zero(sq_game_writer *s) {
    static const char key[] = ",\"zero\":{";
    if (!s->old) {
        if (s->set.zero && *s->set.zero) put(s, ",\"zero\":%s", s->set.zero);
        return;
    }
    const char *at = memmem(s->old, s->old_length, key, sizeof key - 1);
    const char *end = at ? memchr(at, '}', s->old_length - (size_t)(at - s->old)) : NULL;
    if (end) put(s, "%.*s", (int)(end + 1 - at), at);
}

/* A question without a line of its own: the next line tells that it was left open before it. */
static void note_left_open(sq_game_writer *s, const sq_said *said) {
    char words[SQ_EVENT_WORDS_MAX];
    FILE *f = sq_open_words(words);
    s->left_count++;
    if (!f) return;
    if (said->kind == SQ_SAID_PASSED_OVER && said->play->doubt_count && !said->wished)
        sq_commentary_doubt(f, said->play, &said->play->doubt[0]);
    else
        sq_commentary_sentence(f, said);
    sq_close_words(f, words);
    json_t *o = json_pack("{s:s,s:f}", "text", words, "t", said->t);
    if (o && said->question) json_object_set_new(o, "question", json_integer(said->question));
    char *text = sq_short_numbers(json_dumps(o, JSON_COMPACT));
    size_t room = sizeof s->left - s->left_used;
    if (text && strlen(text) + 1 < room) {
        s->left_used += (size_t)snprintf(s->left + s->left_used, room, "%s%s", s->left_used ? "," : "", text);
        s->left_told++;
    }
    free(text);
    json_decref(o);
}

static void forget_left_open(sq_game_writer *s) {
    s->left_used = 0;
    s->left_count = s->left_told = 0;
    *s->left = 0;
}

static void put_left_open(sq_game_writer *s) {
    if (s->left_used) put(s, ",\"left_open\":[%s]", s->left);
    if (s->left_count > s->left_told) put(s, ",\"left_open_more\":%d", s->left_count - s->left_told);
    forget_left_open(s);
}

/* Lines that were held, and are certain now. */
static void put_settled(sq_game_writer *s, const sq_said *said) {
    for (int i = 0; i < said->settles; i++) {
        const sq_late_certainty *c = &said->settled_late[i];
        put(s, "%s{\"line\":%d,\"question\":%d", i ? "," : ",\"settles\":[", c->line, c->question);
        put_number(s, "probability", c->probability, PROBABILITY_DIGITS);
        put(s, "}");
    }
    if (said->settles) put(s, "]");
}

static void write_line(sq_game_writer *s, const sq_said *said) {
    s->used = 0;
    put_event(s, said->event);
    s->used--; /* the brace */
    if (said->event->kind == SQ_EVENT_GAME) put_zero(s);
    put_number(s, "seen_t", said->is->position.t, SECONDS_DIGITS);
    if (said->was) put_number(s, "before_t", said->was->position.t, SECONDS_DIGITS);
    if (said->reading) put_number(s, "probability", said->reading->probability, PROBABILITY_DIGITS);
    if (said->gap_s > 0) put_number(s, "gap_s", said->gap_s, GAP_DIGITS);
    if (said->unjudged) put(s, ",\"unjudged\":%d", said->unjudged);
    if (said->question) put(s, ",\"question\":%d", said->question);
    if (said->told) put(s, ",\"told\":true");
    if (said->held) {
        put(s, ",\"held\":true");
        if (said->answer > 1) put(s, ",\"answer\":%d", said->answer);
        put_doubts(s, said->play);
        put_alternatives(s, said->play);
    }
    put_settled(s, said);
    put_left_open(s);
    put(s, ",\"type\":\"event\",\"version\":%d}", SQ_FORMAT_VERSION);
}

/* ---- Files ---- */

/* The old lines, one after the other, as the game that they are. */
static void next_old(sq_game_writer *s) {
    while ((s->old = sq_journal_next(s->journal, &s->old_length)) &&
           sq_record_is_blank(s->old, s->old_length))
        s->old_n++;
}

static sq_code begin_game(sq_game_writer *s, sq_diag *d) {
    sq_game_free(s->game);
    s->left_before += s->left_count; /* no question of the game before belongs to this one */
    forget_left_open(s);
    s->game = sq_game_new();
    s->old_n = 0;
    return s->game ? SQ_OK : sq_fail(d, SQ_E_MEMORY, "no memory for a game; close other programs");
}

/* A file that is there and must be read is needed now; for a new one of a further game there may be no
 * room. */
static bool can_be_made_later(const sq_game_writer *s) {
    return s->games > 1 && (!s->set.goes_on || access(s->path, F_OK));
}

/* game.jsonl for the first game, game-2.jsonl for the second ... */
static sq_code open_journal(sq_game_writer *s, sq_diag *d) {
    char *path = s->path, kept[SQ_JOURNAL_PATH_MAX] = "";
    sq_game_record_after(path, s->set.record, ++s->games);
    sq_full_disk_finish(&s->disk, &s->journal);
    sq_code code = s->set.goes_on ? SQ_OK : sq_journal_keep_old(path, kept, d);
    if (!code && *kept) fprintf(s->set.err, "squint: %s held a game, which is now %s\n", path, kept);
    if (!code) code = sq_journal_open(&s->journal, path, d);
    if (code == SQ_E_FILE && can_be_made_later(s)) code = sq_journal_open_later(&s->journal, path, d);
    if (code) return code;
    size_t torn = sq_journal_torn(s->journal);
    if (torn)
        fprintf(s->set.err, "squint: %s: its last line is torn (%zu bytes) and set aside in %s.torn\n", path,
                torn, path);
    code = begin_game(s, d);
    if (!code) next_old(s);
    return code;
}

/* The rests come again with the looks: written anew. */
static sq_code open_rests(sq_game_writer *s, sq_diag *d) {
    if (remove(s->set.rests) && errno != ENOENT)
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be replaced (%s); check the folder", s->set.rests,
                       strerror(errno));
    sq_code code = sq_journal_open(&s->rests, s->set.rests, d);
    if (!code) sq_journal_relax(s->rests);
    return code;
}

sq_code sq_game_writer_open(sq_game_writer **out, const sq_game_writer_settings *settings, sq_diag *d) {
    sq_game_writer *s = *out = calloc(1, sizeof *s);
    if (!s) return sq_fail(d, SQ_E_MEMORY, "no memory for the scribe; close other programs");
    s->set = *settings;
    s->disk = (sq_full_disk){.err = settings->err,
                             .tell = settings->listener.disk,
                             .who = settings->listener.who,
                             .journal = {[SQ_JOURNAL_LOOKS] = &s->looks,
                                         [SQ_JOURNAL_RECORD] = &s->journal,
                                         [SQ_JOURNAL_RESTS] = &s->rests}};
    sq_code code = s->set.record ? open_journal(s, d) : begin_game(s, d);
    if (!code && s->set.looks) code = sq_journal_open(&s->looks, s->set.looks, d);
    if (!code && s->set.rests) code = open_rests(s, d);
    if (!code) return SQ_OK;
    sq_diag dropped;
    sq_game_writer_close(s, &dropped);
    *out = NULL;
    return code;
}

sq_code sq_game_writer_close(sq_game_writer *s, sq_diag *d) {
    if (!s) return SQ_OK;
    sq_code code = sq_full_disk_close(&s->disk, d);
    if (!code && (fflush(s->set.out) || ferror(s->set.out)) && !sq_reader_has_left(s->set.out))
        code = sq_fail(d, SQ_E_FILE, "the output cannot be written; check the disk's room");
    sq_game_free(s->game);
    free(s);
    return code;
}

int sq_game_writer_left_open(const sq_game_writer *s) {
    return s->left_before + s->left_count;
}

int sq_game_writer_shots(const sq_game_writer *s) {
    return s->shots;
}

bool sq_game_writer_expects(const sq_game_writer *s) {
    return s->old;
}

bool sq_game_writer_has_begun(const sq_game_writer *s) {
    return s->games > 1 || s->old_n > 0;
}

int sq_game_writer_known(const sq_game_writer *s) {
    return s->known;
}

/* ---- Hearing ---- */

static void tell_line(sq_game_writer *s, sq_written w, const char *name, const sq_state *after,
                      const sq_rulings *r) {
    if (!s->set.listener.line) return;
    char words[SQ_EVENT_WORDS_MAX];
    w.words = sq_last_line_words(words, s->game, false);
    w.game = s->game;
    w.state = s->state;
    w.state_length = sq_record_write_state(s->state, sizeof s->state, w.n, name, after, r, NULL);
    s->set.listener.line(s->set.listener.who, &w);
}

/* What the umpire has said, as it was written. */
static void tell_said(sq_game_writer *s, const sq_said *said) {
    tell_line(s, (sq_written){.n = said->n, .line = s->line, .length = s->used},
              sq_event_name(said->event->kind), said->after, said->rulings);
}

/* ---- Lines that were there before ---- */

static bool take_old(sq_game_writer *s, bool by_hand, sq_diag *d) {
    char name[SQ_RECORD_NAME_MAX];
    sq_game_answer answer;
    s->known++;
    bool well = sq_game_read(s->game, ++s->old_n, s->old, s->old_length, name, &answer);
    if (well && answer.taken && by_hand) {
        sq_written line = {.n = s->old_n, .line = s->old, .length = s->old_length};
        tell_line(s, line, name, sq_game_state(s->game), &answer.rulings);
    }
    if (well && !answer.taken)
        fprintf(s->set.err, "squint: %s: line %d changes nothing: %s; an \"amend\" mends it\n", s->path,
                s->old_n, answer.why);
    if (!well) sq_fail(d, SQ_E_MEMORY, "no memory for a game; close other programs");
    next_old(s);
    return well;
}

/* All that the older value holds stands in the newer one. */
static bool holds(const json_t *newer, const json_t *older) {
    const char *key;
    json_t *value;
    if (json_is_number(older) && json_is_number(newer))
        return json_number_value(older) == json_number_value(newer);
    if (json_is_array(older) && json_array_size(older) == json_array_size(newer)) {
        for (size_t i = 0; i < json_array_size(older); i++)
            if (!holds(json_array_get(newer, i), json_array_get(older, i))) return false;
        return true;
    }
    if (!json_is_object(older)) return json_equal(newer, older);
    json_object_foreach((json_t *)(uintptr_t)older, key,
                        value) if (!holds(json_object_get(newer, key), value)) return false;
    return true;
}

/* An editor may have laid the line out otherwise. One that an older squint wrote lacks keys that were not
 * thought of then; all that it has must come again. */
static bool is_as_it_was(const sq_game_writer *s) {
    if (s->old_length == s->used && !memcmp(s->old, s->line, s->used)) return true;
    json_t *older = json_loadb(s->old, s->old_length, 0, NULL),
           *newer = json_loadb(s->line, s->used, 0, NULL);
    bool same = json_is_object(older) && json_is_object(newer) && holds(newer, older) &&
                (!json_object_get(older, "version") || holds(older, newer));
    json_decref(older);
    json_decref(newer);
    return same;
}

/* The old line is the one that the umpire has just said. */
static sq_code compare_old(sq_game_writer *s, int n, sq_diag *d) {
    if (is_as_it_was(s)) return take_old(s, false, d) ? SQ_OK : SQ_E_MEMORY;
    return sq_fail(
        d, SQ_E_FORMAT,
        "%.200s: line %d is not what was seen, judged by this squint (%s), leads to; squint rejudge "
        "shows the difference",
        s->path, n, SQ_VERSION);
}

/* A slip of the pen is said, once: a game whose next line it is cannot go on. */
static void tell_unreadable(sq_game_writer *s) {
    sq_record_line line;
    char why[SQ_RECORD_WHY_MAX];
    if (s->told_n == s->old_n + 1 || sq_record_read(&line, s->old, s->old_length, why)) return;
    s->told_n = s->old_n + 1;
    fprintf(s->set.err, "squint: %s: line %d: %s; correct it, or take it out\n", s->path, s->told_n, why);
}

bool sq_game_writer_by_hand(sq_game_writer *s, int given, sq_event *event, sq_state *state) {
    sq_diag d;
    if (!s->old) return false;
    if (!sq_line_by_hand(s->old)) {
        tell_unreadable(s);
        return false;
    }
    if (sq_line_looks(s->old) > given || !take_old(s, true, &d)) return false;
    sq_game_line line = sq_game_line_at(s->game, sq_game_lines(s->game) - 1);
    *event = line.given ? *line.given : (sq_event){.kind = SQ_EVENT_UNDO};
    *state = *sq_game_state(s->game);
    return true;
}

const sq_game *sq_game_writer_game(const sq_game_writer *s) {
    return s->game;
}

const char *sq_game_writer_record(const sq_game_writer *s) {
    return s->set.record ? s->path : NULL;
}

size_t sq_game_writer_waiting(const sq_game_writer *s, const char **text) {
    size_t bytes = 0;
    *text = NULL;
    if (s->journal) sq_journal_waiting(s->journal, text, &bytes);
    return bytes;
}

int sq_game_writer_number(const sq_game_writer *s) {
    return s->games;
}

int sq_game_writer_looks(const sq_game_writer *s) {
    return s->looks ? sq_journal_lines(s->looks) : -1;
}

/* ---- The umpire's word ---- */

/* line is freed; null: there was no memory for it. */
static sq_code put_owned(sq_game_writer *s, sq_journal *j, char *line, sq_diag *d) {
    if (!line) return sq_fail(d, SQ_E_MEMORY, "no memory for a position; close other programs");
    sq_code code = sq_full_disk_put(&s->disk, j, line, strlen(line), d);
    free(line);
    return code;
}

static sq_code write_look(sq_game_writer *s, sq_diag *d) {
    const sq_observation *look = s->look;
    s->look = NULL;
    if (!look || !s->looks) return SQ_OK;
    return put_owned(s, s->looks, sq_observation_write(look), d);
}

/* Whether the umpire is to know of it: it waits for him, or he wants to be told. */
static bool concerns_umpire(const sq_said *said) {
    return said->told || said->held || said->kind == SQ_SAID_QUESTION || said->kind == SQ_SAID_PASSED_OVER ||
           said->kind == SQ_SAID_REFUSED;
}

static void show(sq_game_writer *s, const sq_said *heard) {
    sq_said said = *heard;
    if (s->set.json || (s->set.quiet && !concerns_umpire(heard))) return;
    said.game = s->set.name;
    sq_commentary(s->set.out, &said);
    fflush(s->set.out);
}

sq_code sq_game_writer_word(sq_game_writer *s, const sq_record_line *word, const char *line, double t,
                            sq_diag *d) {
    sq_game_answer answer;
    sq_state before = *sq_game_state(s->game);
    s->used = (size_t)snprintf(s->line, LINE_CAP, "%s", line);
    sq_code code = s->journal ? sq_full_disk_put(&s->disk, s->journal, s->line, s->used, d) : SQ_OK;
    if (code) return code;
    if (!sq_game_take(s->game, ++s->old_n, word, NULL, &answer))
        return sq_fail(d, SQ_E_MEMORY, "no memory for a game; close other programs");
    sq_said said = {.kind = SQ_SAID_EVENT,
                    .t = t,
                    .event = &word->event,
                    .by_word = true,
                    .record = s->game,
                    .n = s->old_n,
                    .before = &before,
                    .after = sq_game_state(s->game),
                    .rulings = &answer.rulings};
    tell_said(s, &said);
    show(s, &said);
    return SQ_OK;
}

void sq_game_writer_replay(sq_game_writer *s, bool replaying) {
    s->replaying = replaying;
}

/* The game has the same lines as the record. */
static sq_code take_new(sq_game_writer *s, const sq_said *said, sq_diag *d) {
    sq_game_answer answer;
    sq_record_line line = {.event = *said->event};
    if (sq_game_take(s->game, ++s->old_n, &line, NULL, &answer)) return SQ_OK;
    return sq_fail(d, SQ_E_MEMORY, "no memory for a game; close other programs");
}

void sq_game_writer_look(sq_game_writer *s, const sq_observation *look) {
    s->look = look;
}

sq_code sq_game_writer_hear(sq_game_writer *s, const sq_said *said, sq_diag *d) {
    bool quiet = s->replaying;
    sq_code code = write_look(s, d);
    if (!code && said->kind == SQ_SAID_EVENT) {
        write_line(s, said);
        s->shots += said->event->kind == SQ_EVENT_SHOT;
        if (s->old) {
            code = compare_old(s, said->n, d);
            if (!code) tell_said(s, said);
            return code;
        }
        quiet = false;
        if (s->journal) code = sq_full_disk_put(&s->disk, s->journal, s->line, s->used, d);
        if (!code) code = take_new(s, said, d);
        if (!code) tell_said(s, said);
    }
    if (said->kind == SQ_SAID_PASSED_OVER || said->kind == SQ_SAID_REFUSED) note_left_open(s, said);
    if (!code && said->kind == SQ_SAID_NEW_GAME) code = s->journal ? open_journal(s, d) : begin_game(s, d);
    if (!code && !quiet) show(s, said);
    return code;
}

/* Winks that the book has laid flat, each told once. */
static void show_leaning(sq_game_writer *s, const sq_backs *back) {
    sq_wink_set lean = 0;
    for (int i = 0; i < back->n; i++) {
        const sq_back *b = &back->of[i];
        if (b->why != SQ_BACK_LEANS) continue;
        lean |= sq_wink_bit(b->wink);
        if (s->lean & sq_wink_bit(b->wink) || s->replaying || s->set.json || s->set.quiet) continue;
        sq_commentary_lay_flat(s->set.out, b->wink, sq_mm_distance(b->from, b->to), b->over);
        fflush(s->set.out);
    }
    s->lean = lean;
}

sq_code sq_game_writer_rest(sq_game_writer *s, const sq_observation *look, const sq_position *p, sq_diag *d) {
    sq_code code = write_look(s, d);
    if (code) return code;
    sq_backs back;
    sq_rest_backs(&back, p, s->game ? sq_game_state(s->game) : NULL);
    show_leaning(s, &back);
    if (s->rests || s->set.listener.rest) {
        char *line = sq_rest_json(p, s->has_rest ? &s->last_rest : NULL, look, &back);
        if (line && s->set.listener.rest) s->set.listener.rest(s->set.listener.who, line);
        if (s->rests)
            code = put_owned(s, s->rests, line, d);
        else
            free(line);
    }
    s->last_rest = *p;
    s->has_rest = true;
    return code;
}
