#include "ui/scribe.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "rules/record.h"
#include "ui/commentary.h"
#include "ui/journal.h"
#include "ui/position_json.h"

/* A record's line with its remarks: at most SQ_READINGS alternatives of two events each. */
enum { LINE_CAP = (2 * SQ_READINGS + 1) * SQ_EVENT_LINE_MAX };

struct sq_scribe {
    sq_scribe_settings set;
    sq_journal *journal;
    FILE *rests;
    int shots, games;
    char line[LINE_CAP], state[SQ_STATE_LINE_MAX];
    size_t used;
};

/* ---- the record's line: the event, and remarks that the rules do not read ---- */

__attribute__((format(printf, 2, 3))) static void put(sq_scribe *s, const char *format, ...) {
    va_list args;
    va_start(args, format);
    int n = vsnprintf(s->line + s->used, LINE_CAP - s->used, format, args);
    va_end(args);
    s->used += (size_t)n < LINE_CAP - s->used ? (size_t)n : LINE_CAP - s->used - 1;
}

static void put_event(sq_scribe *s, const sq_event *e) {
    s->used += sq_record_write(s->line + s->used, LINE_CAP - s->used, e, NULL);
}

/* The other answers, as events, with their probabilities. */
static void put_alternatives(sq_scribe *s, const sq_play *play) {
    put(s, ",\"alternatives\":[");
    for (int i = 1; i < play->reading_count; i++) {
        const sq_play_reading *r = &play->reading[i];
        put(s, "%s{\"what\":\"%s\",\"probability\":%.3f", i > 1 ? "," : "", sq_play_kind_name(r->kind),
            r->probability);
        if (r->passed) put(s, ",\"passed\":true");
        if (r->has_event) {
            put(s, ",\"event\":");
            put_event(s, &r->event);
        }
        put(s, "}");
    }
    put(s, "]");
}

static void write_line(sq_scribe *s, const sq_said *said) {
    s->used = 0;
    put_event(s, said->event);
    if (!said->reading) return;
    s->used--; /* the brace */
    put(s, ",\"probability\":%.3f", said->reading->probability);
    if (said->held) {
        put(s, ",\"held\":true");
        put_alternatives(s, said->play);
    }
    put(s, "}");
}

/* ---- files ---- */

/* game.jsonl for the first game, game-2.jsonl for the second ... */
static sq_code open_journal(sq_scribe *s, sq_diag *d) {
    char path[SQ_JOURNAL_PATH_MAX], kept[SQ_JOURNAL_PATH_MAX];
    const char *name = s->set.record, *slash = strrchr(name, '/'), *dot = strrchr(slash ? slash : name, '.');
    int stem = dot ? (int)(dot - name) : (int)strlen(name);
    if (++s->games == 1)
        snprintf(path, sizeof path, "%s", name);
    else
        snprintf(path, sizeof path, "%.*s-%d%s", stem, name, s->games, dot ? dot : "");
    sq_journal_close(s->journal);
    s->journal = NULL;
    sq_code code = sq_journal_keep_old(path, kept, d);
    if (!code && *kept) fprintf(s->set.err, "squint: %s held a game, which is now %s\n", path, kept);
    return code ? code : sq_journal_open(&s->journal, path, d);
}

static sq_code open_rests(sq_scribe *s, sq_diag *d) {
    s->rests = fopen(s->set.rests, "w");
    if (s->rests) return SQ_OK;
    return sq_fail(d, SQ_E_FILE, "%.300s: cannot be written (%s); check the folder", s->set.rests,
                   strerror(errno));
}

sq_code sq_scribe_open(sq_scribe **out, const sq_scribe_settings *settings, sq_diag *d) {
    sq_scribe *s = *out = calloc(1, sizeof *s);
    if (!s) return sq_fail(d, SQ_E_MEMORY, "no memory for the scribe; close other programs");
    s->set = *settings;
    sq_code code = s->set.record ? open_journal(s, d) : SQ_OK;
    if (!code && s->set.rests) code = open_rests(s, d);
    if (!code) return SQ_OK;
    sq_diag dropped;
    sq_scribe_close(s, &dropped);
    *out = NULL;
    return code;
}

sq_code sq_scribe_close(sq_scribe *s, sq_diag *d) {
    if (!s) return SQ_OK;
    sq_journal_close(s->journal);
    sq_code code = SQ_OK;
    if (s->rests && fclose(s->rests))
        code = sq_fail(d, SQ_E_FILE, "%.300s: cannot be written (%s); check the disk", s->set.rests,
                       strerror(errno));
    if (!code && (fflush(s->set.out) || ferror(s->set.out)))
        code = sq_fail(d, SQ_E_FILE, "the output cannot be written (%s)", strerror(errno));
    free(s);
    return code;
}

int sq_scribe_shots(const sq_scribe *s) {
    return s->shots;
}

/* ---- hearing ---- */

static void print_json(sq_scribe *s, const sq_said *said) {
    size_t n = sq_record_write_state(s->state, sizeof s->state, said->n, sq_event_name(said->event->kind),
                                     said->after, said->rulings, NULL);
    fprintf(s->set.out, "%.*s\n%.*s\n", (int)s->used, s->line, (int)n, s->state);
}

sq_code sq_scribe_hear(sq_scribe *s, const sq_said *said, sq_diag *d) {
    sq_code code = SQ_OK;
    bool event = said->kind == SQ_SAID_EVENT;
    if (event) {
        write_line(s, said);
        s->shots += said->event->kind == SQ_EVENT_SHOT;
        if (s->journal) code = sq_journal_put(s->journal, s->line, s->used, d);
    }
    if (said->kind == SQ_SAID_NEW_GAME && s->journal) code = open_journal(s, d);
    if (code) return code;
    bool loud = said->kind == SQ_SAID_QUESTION || said->kind == SQ_SAID_REFUSED ||
                said->kind == SQ_SAID_PASSED_OVER || said->kind == SQ_SAID_WAIT;
    if (!s->set.json)
        sq_commentary(s->set.out, said);
    else if (event)
        print_json(s, said);
    else if (loud)
        sq_commentary(s->set.err, said);
    fflush(s->set.out);
    return SQ_OK;
}

sq_code sq_scribe_rest(sq_scribe *s, const sq_position *p, sq_diag *d) {
    if (!s->rests) return SQ_OK;
    return sq_position_write_json(s->rests, p, NULL, d);
}
