/* A file of lines that only grows, each on the disk before the call returns. A last line without its end is
 * ended, or set aside as torn, when the file is opened. */
#include "ui/game/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vision/system/atomic_file.h"
#include "vision/system/lock_holder.h"
#include "vision/system/text_line.h"

struct sq_journal {
    int file, lines;
    off_t end; /* of the last whole line */
    size_t torn;
    bool relaxed, uncut; /* uncut: half a line stands behind the last whole one */
    int unread; /* errno, where an old line could not be read: what follows it is not known, and nothing is
                   added */
    FILE *old;  /* for reading what was there */
    int old_left;
    char *line;
    size_t line_room;
    char *waiting; /* lines that the disk did not take, each with its end */
    size_t waiting_bytes, waiting_room;
    int waiting_lines;
    sq_journal *next_finished; /* in the list of those whose lines wait */
    char path[SQ_JOURNAL_PATH_MAX];
};

enum { CHUNK = 65536 };

static sq_code fail(const char *path, const char *what, sq_diag *d) {
    return sq_fail(d, SQ_E_FILE, "%.300s: %s (%s); check the disk and the folder's permissions", path, what,
                   strerror(errno));
}

/* Counts the whole lines; returns false where it cannot be read. */
static bool count_lines(sq_journal *j, off_t *size) {
    static const char end_of_line = '\n';
    char bytes[CHUNK];
    ssize_t n;
    *size = 0;
    while ((n = read(j->file, bytes, sizeof bytes)) != 0) {
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        for (ssize_t i = 0; i < n; i++)
            if (bytes[i] == end_of_line) {
                j->lines++;
                j->end = *size + i + 1;
            }
        *size += n;
    }
    return true;
}

/* What follows the last whole line goes to PATH.torn, and only then from here. */
static sq_code set_aside(sq_journal *j, off_t size, sq_diag *d) {
    char path[SQ_JOURNAL_PATH_MAX + 8], bytes[CHUNK];
    snprintf(path, sizeof path, "%s.torn", j->path);
    int torn = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (torn < 0) return fail(path, "cannot be opened", d);
    bool well = lseek(j->file, j->end, SEEK_SET) == j->end;
    for (off_t at = j->end; well && at < size;) {
        ssize_t n = read(j->file, bytes, sizeof bytes);
        well = n > 0 && sq_write_all(torn, bytes, (size_t)n);
        at += n;
    }
    well = well && sq_write_all(torn, "\n", 1) && !fsync(torn);
    well = !close(torn) && well;
    if (!well) return fail(path, "cannot be written", d);
    j->torn = (size_t)(size - j->end);
    if (ftruncate(j->file, j->end) || fsync(j->file)) return fail(j->path, "cannot be cut", d);
    return SQ_OK;
}

bool sq_is_whole_json(const char *text, size_t length) {
    json_t *o = json_loadb(text, length, 0, NULL);
    bool whole = o;
    json_decref(o);
    return whole;
}

/* Whether what follows the last whole line lacks its end alone. */
static bool lacks_end_alone(sq_journal *j, off_t size) {
    size_t n = (size_t)(size - j->end);
    char *text = malloc(n);
    bool well = text && pread(j->file, text, n, j->end) == (ssize_t)n && sq_is_whole_json(text, n);
    free(text);
    return well;
}

static sq_code end_line(sq_journal *j, off_t size, sq_diag *d) {
    if (!sq_write_all(j->file, "\n", 1) || fsync(j->file)) return fail(j->path, "cannot be written", d);
    j->end = size + 1;
    j->lines++;
    return SQ_OK;
}

/* A person's last line mostly has no end; what the power cut off is no JSON. */
static sq_code tidy_tail(sq_journal *j, off_t size, sq_diag *d) {
    if (size == j->end) return SQ_OK;
    return lacks_end_alone(j, size) ? end_line(j, size, d) : set_aside(j, size, d);
}

bool sq_sync_folder_of(const char *path) {
    char folder[SQ_JOURNAL_PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    int file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return false;
    bool well = !fsync(file) || errno == EINVAL; /* some file systems know no fsync of folders */
    close(file);
    return well;
}

/* Some file systems know no locks. */
static bool is_locked_by_another(int file) {
    return flock(file, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
}

enum { FOR_LINES = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC };

static sq_code open_file(sq_journal *j, sq_diag *d) {
    struct stat s;
    off_t size;
    j->file = open(j->path, FOR_LINES, 0666);
    if (j->file < 0) return fail(j->path, "cannot be opened", d);
    if (fstat(j->file, &s) || !S_ISREG(s.st_mode))
        return sq_fail(d, SQ_E_FILE, "%.300s: is no ordinary file; give another name", j->path);
    if (is_locked_by_another(j->file)) {
        sq_holder who;
        return sq_fail(d, SQ_E_FILE, "%.200s: %s is writing it; end that, or give another name", j->path,
                       sq_lock_holder(&who, j->file));
    }
    if (!count_lines(j, &size)) return fail(j->path, "cannot be read", d);
    if (!sq_sync_folder_of(j->path)) return fail(j->path, "its folder cannot be synchronised", d);
    sq_code code = tidy_tail(j, size, d);
    if (code || !j->lines) return code;
    j->old_left = j->lines;
    return (j->old = fopen(j->path, "re")) ? SQ_OK : fail(j->path, "cannot be read", d);
}

/* Without its file; null: d says why. */
static sq_journal *new_journal(const char *path, sq_diag *d) {
    if (strlen(path) >= SQ_JOURNAL_PATH_MAX) {
        sq_fail(d, SQ_E_FILE, "%.100s...: the name is too long; use shorter folders", path);
        return NULL;
    }
    sq_journal *j = calloc(1, sizeof *j);
    if (!j) {
        sq_fail(d, SQ_E_MEMORY, "no memory for a journal; close other programs");
        return NULL;
    }
    snprintf(j->path, sizeof j->path, "%s", path);
    j->file = -1;
    return j;
}

sq_code sq_journal_open(sq_journal **out, const char *path, sq_diag *d) {
    sq_journal *j = new_journal(path, d);
    *out = NULL;
    if (!j) return d->code;
    sq_code code = open_file(j, d);
    if (code)
        sq_journal_close(j);
    else
        *out = j;
    return code;
}

sq_code sq_journal_open_later(sq_journal **out, const char *path, sq_diag *d) {
    *out = new_journal(path, d);
    return *out ? SQ_OK : d->code;
}

int sq_journal_lines(const sq_journal *j) {
    return j->lines;
}

size_t sq_journal_torn(const sq_journal *j) {
    return j->torn;
}

const char *sq_journal_next(sq_journal *j, size_t *length) {
    errno = 0;
    ssize_t n = j->old_left ? sq_text_line(&j->line, &j->line_room, j->old) : 0;
    if (n <= 0 && j->old_left) j->unread = errno ? errno : EIO;
    if (n <= 0) return NULL;
    j->old_left--;
    j->line[n - 1] = 0;
    *length = (size_t)n - 1;
    return j->line;
}

/* ---- Appending ---- */

/* There was no room for it before. A file that has lines by now is not ours. */
static bool make_file(sq_journal *j) {
    struct stat s;
    j->file = open(j->path, FOR_LINES, 0666);
    if (j->file < 0) return false;
    bool ours = !fstat(j->file, &s) && !s.st_size && !is_locked_by_another(j->file);
    if (ours && sq_sync_folder_of(j->path)) return true;
    int reason = ours ? errno : EEXIST;
    close(j->file);
    j->file = -1;
    errno = reason;
    return false;
}

/* All of it, or nothing. What cannot be cut off again is cut before the next line, or set aside as torn at
 * the next opening. */
static bool append(sq_journal *j, const char *bytes, size_t n) {
    if (j->file < 0 && !make_file(j)) return false;
    if (j->uncut && ftruncate(j->file, j->end)) return false;
    j->uncut = false;
    if (sq_write_all(j->file, bytes, n) && (j->relaxed || !fdatasync(j->file))) {
        j->end += (off_t)n;
        return true;
    }
    int reason = errno;
    j->uncut = ftruncate(j->file, j->end);
    errno = reason;
    return false;
}

void sq_journal_relax(sq_journal *j) {
    j->relaxed = true;
}

static bool keep_waiting(sq_journal *j, const char *line, size_t length) {
    size_t need = j->waiting_bytes + length + 1;
    if (need > j->waiting_room) {
        char *more = realloc(j->waiting, 2 * need);
        if (!more) return false;
        j->waiting = more;
        j->waiting_room = 2 * need;
    }
    memcpy(j->waiting + j->waiting_bytes, line, length);
    j->waiting[need - 1] = '\n';
    j->waiting_bytes = need;
    j->waiting_lines++;
    return true;
}

sq_code sq_journal_catch_up(sq_journal *j, sq_diag *d) {
    if (!j->waiting_lines) return SQ_OK;
    if (!append(j, j->waiting, j->waiting_bytes)) return fail(j->path, "cannot be written", d);
    j->waiting_bytes = 0;
    j->waiting_lines = 0;
    return SQ_OK;
}

/* Lets a line wait, without a try to write it. SQ_E_MEMORY: it is lost; SQ_E_FORMAT: the lines before it
 * cannot be read. */
static sq_code take_line(sq_journal *j, const char *line, size_t length, sq_diag *d) {
    if (j->unread == ENOMEM)
        return sq_fail(d, SQ_E_MEMORY, "no memory to read %.300s; close other programs", j->path);
    if (j->unread)
        return sq_fail(d, SQ_E_FORMAT, "%.300s: cannot be read (%s); check the disk", j->path,
                       strerror(j->unread));
    if (!keep_waiting(j, line, length))
        return sq_fail(d, SQ_E_MEMORY, "no memory for a line of %.300s; close other programs", j->path);
    j->lines++;
    return SQ_OK;
}

sq_code sq_journal_put(sq_journal *j, const char *line, size_t length, sq_diag *d) {
    sq_code code = take_line(j, line, length, d);
    return code ? code : sq_journal_catch_up(j, d);
}

int sq_journal_waiting(const sq_journal *j, const char **text, size_t *length) {
    *text = j->waiting;
    *length = j->waiting_bytes;
    return j->waiting_lines;
}

void sq_journal_close(sq_journal *j) {
    if (!j) return;
    if (j->file >= 0) close(j->file);
    if (j->old) fclose(j->old);
    free(j->line);
    free(j->waiting);
    free(j);
}

sq_code sq_journal_keep_old(const char *path, char kept[SQ_JOURNAL_PATH_MAX], sq_diag *d) {
    kept[0] = 0;
    if (access(path, F_OK)) return SQ_OK;
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    int stem = dot ? (int)(dot - path) : (int)strlen(path);
    for (int i = 1;; i++) {
        snprintf(kept, SQ_JOURNAL_PATH_MAX, "%.*s~%d%s", stem, path, i, dot ? dot : "");
        if (access(kept, F_OK)) break;
    }
    return rename(path, kept) ? fail(path, "cannot be renamed", d) : SQ_OK;
}

/* ---- A full disk ends no game ---- */

static sq_journal *journal_of(const sq_full_disk *f, int i) {
    return f->journal[i] ? *f->journal[i] : NULL;
}

static sq_code catch_up_finished(sq_full_disk *f, sq_diag *d) {
    sq_code code = SQ_OK;
    for (sq_journal **at = &f->finished; *at;) {
        sq_journal *j = *at;
        sq_diag why;
        sq_code fault = sq_journal_catch_up(j, &why);
        if (fault && !code) *d = why, code = fault;
        if (fault) {
            at = &j->next_finished;
            continue;
        }
        *at = j->next_finished;
        sq_journal_close(j);
    }
    return code;
}

/* Writes what waits, in the order of the journals. Where one cannot be written, those after it wait too: a
 * record that is ahead of the looks could not go on. */
static sq_code catch_up(sq_full_disk *f, sq_diag *d) {
    sq_code code = SQ_OK, earlier = SQ_OK;
    sq_diag why;
    for (int i = 0; i < SQ_JOURNALS_OF_GAME && !code; i++) {
        if (i == SQ_JOURNAL_RECORD) earlier = catch_up_finished(f, &why);
        if (journal_of(f, i)) code = sq_journal_catch_up(journal_of(f, i), d);
    }
    if (!code && earlier) *d = why;
    return code ? code : earlier;
}

static void tell(sq_full_disk *f, bool is_full, const char *sentence) {
    f->is_full = is_full;
    if (f->tell)
        f->tell(f->who, is_full, sentence);
    else
        fprintf(f->err, "squint: %s\n", sentence);
}

sq_code sq_full_disk_put(sq_full_disk *f, sq_journal *j, const char *line, size_t length, sq_diag *d) {
    sq_code code = take_line(j, line, length, d);
    if (code) return code;
    if (catch_up(f, d)) {
        char fault[sizeof d->text + 80];
        snprintf(fault, sizeof fault, "%s; the game goes on in memory, and is written when there is room",
                 d->text);
        if (!f->is_full) tell(f, true, fault);
        return SQ_OK;
    }
    if (f->is_full) tell(f, false, "there is room again; nothing of the game is lost");
    return SQ_OK;
}

void sq_full_disk_finish(sq_full_disk *f, sq_journal **j) {
    sq_diag unheard; /* what waits was told when it was put */
    const char *text;
    size_t length;
    catch_up(f, &unheard);
    if (*j && sq_journal_waiting(*j, &text, &length)) {
        (*j)->next_finished = f->finished;
        f->finished = *j;
    } else {
        sq_journal_close(*j);
    }
    *j = NULL;
}

/* Nothing else is left of the lines that wait. */
static void give_to_people(const sq_full_disk *f, const sq_journal *j) {
    const char *text;
    size_t length;
    int lines = sq_journal_waiting(j, &text, &length);
    if (lines)
        fprintf(f->err, "squint: %s: the record lacks %d line%s:\n%.*s", j->path, lines,
                lines == 1 ? "" : "s", (int)length, text);
}

/* Of a camera they cannot come again, and the game goes on from before them. */
static void tell_lost_looks(const sq_full_disk *f, const sq_journal *j) {
    const char *text;
    size_t length;
    int lines = sq_journal_waiting(j, &text, &length);
    if (lines)
        fprintf(f->err,
                "squint: %s: the looks of %d rest%s are lost; before a camera --resume goes on from before "
                "them, by the record as it is now\n",
                j->path, lines, lines == 1 ? "" : "s");
}

sq_code sq_full_disk_close(sq_full_disk *f, sq_diag *d) {
    sq_code code = catch_up(f, d);
    for (sq_journal *j = f->finished, *next; j; j = next) {
        next = j->next_finished;
        give_to_people(f, j);
        sq_journal_close(j);
    }
    f->finished = NULL;
    for (int i = 0; i < SQ_JOURNALS_OF_GAME; i++) {
        sq_journal *j = journal_of(f, i);
        if (!j) continue;
        if (i == SQ_JOURNAL_LOOKS) tell_lost_looks(f, j);
        if (i == SQ_JOURNAL_RECORD) give_to_people(f, j);
        sq_journal_close(j);
        *f->journal[i] = NULL;
    }
    return code;
}
