/* Adds the umpire's word to the record of a game that is kept. */
#include "ui/overrule/amend_kept_game.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "ui/game/journal.h"
#include "ui/game/rejudge_game.h"
#include "ui/stream/stream_lines.h"
#include "ui/words/event_words.h"
#include "vision/system/lock_holder.h"

/* The lock that keeps a second squint out (ui/game/game_folder.h); -1: busy, or the folder
 * cannot be read. Some file systems know no locks: there it holds nobody off. */
static int lock_folder(const char *folder, bool *busy, sq_holder *who, sq_diag *d) {
    int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0)
        sq_fail(d, SQ_E_FILE, "%.300s: the folder cannot be read (%s); check its rights", folder,
                strerror(errno));
    else if (flock(lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
        *busy = true;
        sq_lock_holder(who, lock);
        close(lock);
        lock = -1;
    }
    return lock;
}

/* The whole lines of a file; -1: there is none. */
static int count_lines(const char *path) {
    int lines = 0, c;
    FILE *f = fopen(path, "re");
    if (!f) return -1;
    while ((c = getc(f)) != EOF)
        lines += c == '\n';
    fclose(f);
    return lines;
}

static sq_code append(const char *record, const char *line, sq_diag *d) {
    sq_journal *j;
    sq_code code = sq_journal_open(&j, record, d);
    if (!code && sq_journal_torn(j))
        fprintf(stderr, "squint: %s: its last line is torn (%zu bytes) and set aside in %s.torn\n", record,
                sq_journal_torn(j), record);
    if (!code) code = sq_journal_put(j, line, strlen(line), d);
    sq_journal_close(j);
    return code;
}

/* The stream tells of the last record alone. */
static bool is_last(const sq_game_paths *paths, const char *record) {
    char last[PATH_MAX] = "", next[PATH_MAX];
    sq_game_record(next, paths, 1);
    for (int n = 2; !access(next, F_OK); n++) {
        memcpy(last, next, sizeof last);
        sq_game_record(next, paths, n);
    }
    return !strcmp(last, record);
}

/* The line and what stands after it, as a running game tells them. */
static sq_code tell_stream(const char *file, sq_game *g, const sq_word_trial *t, sq_diag *d) {
    static sq_game_answer answer; /* large */
    static char state[SQ_STATE_LINE_MAX];
    char name[SQ_RECORD_NAME_MAX], words[SQ_EVENT_WORDS_MAX];
    sq_stream *s;
    const sq_stream_settings settings = {.file = file, .goes_on = true, .amends = true};
    if (!sq_game_read(g, t->n, t->line, strlen(t->line), name, &answer))
        return sq_fail(d, SQ_E_MEMORY, "no memory for a game; close other programs");
    size_t n =
        sq_record_write_state(state, sizeof state, t->n, name, sq_game_state(g), &answer.rulings, NULL);
    sq_code code = sq_stream_open(&s, &settings, d);
    if (code) return code;
    json_t *event = sq_stream_event(t->line, strlen(t->line), t->n, sq_last_line_words(words, g, false));
    if (event) sq_stream_put_standing(event, g);
    sq_stream_put(s, SQ_STREAM_EVENT, event);
    sq_stream_put(s, SQ_STREAM_STATE, sq_stream_state(state, n));
    return sq_stream_close(s, d);
}

/* A game that was published is owed to its hall again: the hall hears it from the stream. */
static void tell_hall(const sq_game_paths *paths, const char *record, sq_game *g, const sq_word_trial *t) {
    sq_diag d;
    if (access(paths->hall, F_OK) || access(paths->stream, F_OK)) return;
    if (!is_last(paths, record))
        fprintf(stderr, "squint: the hall does not hear of it: another game follows in this folder\n");
    else if (tell_stream(paths->stream, g, t, &d))
        fprintf(stderr, "squint: the hall does not hear of it: %s\n", d.text);
    else
        fprintf(stderr,
                "squint: the hall hears of it with this table's next game, if its folder lies beside this "
                "one\n");
}

static sq_code carry_out(const sq_game_paths *paths, const char *record, const char *word, char **reply,
                         sq_diag *d) {
    sq_game *g = NULL;
    sq_word_trial *t = calloc(1, sizeof *t);
    sq_code code = t ? sq_game_load(&g, record, d)
                     : sq_fail(d, SQ_E_MEMORY, "no memory for a word; close other programs");
    if (t && !code) {
        sq_word_ground ground = {.game = g, .record = record, .t_now = NAN};
        bool well = sq_word_try(t, word, strlen(word), &ground, count_lines(paths->looks));
        bool does = well && t->taken && t->word.carry_out;
        if (does) code = append(record, t->line, d);
        if (does && !code) tell_hall(paths, record, g, t);
        if (!code) *reply = well ? sq_word_reply(t, does) : NULL;
        if (!code && !*reply) code = sq_fail(d, SQ_E_MEMORY, "no memory for a word; close other programs");
    }
    sq_game_free(g);
    free(t);
    return code;
}

sq_code sq_say_to_kept_game(const sq_game_paths *paths, const char *record, const char *word, bool *busy,
                            char **reply, sq_holder *who, sq_diag *d) {
    *busy = false;
    *reply = NULL;
    int lock = lock_folder(paths->folder, busy, who, d);
    if (lock < 0) return *busy ? SQ_OK : SQ_E_FILE;
    sq_code code = carry_out(paths, record, word, reply, d);
    close(lock);
    return code;
}
