/* A game's folder: its file names, the lock that keeps a second squint out, the moving aside of an older
 * game, and the session's note. */
#include "ui/game/game_folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "rules/book/ruleset.h"
#include "rules/other/game_registry.h"
#include "rules/record.h"
#include "ui/game/journal.h"
#include "ui/words/json_text.h"
#include "vision/system/atomic_file.h"
#include "vision/system/lock_holder.h"
#include "vision/system/output_file.h"

/* ---- Names ---- */

static bool join(char to[PATH_MAX], const char *folder, const char *name) {
    return snprintf(to, PATH_MAX, "%s/%s", folder, name) < PATH_MAX;
}

sq_code sq_game_paths_of(sq_game_paths *out, const char *folder, sq_diag *d) {
    bool fits = snprintf(out->folder, PATH_MAX, "%s", folder) < PATH_MAX;
#define X(member, name, text) fits = fits && join(out->member, folder, name);
    SQ_GAME_FILE_LIST(X)
#undef X
    if (fits) return SQ_OK;
    return sq_fail(d, SQ_E_FILE, "%.100s...: the name is too long; use shorter folders", folder);
}

static bool ends_in(const char *name, const char *ending) {
    size_t n = strlen(name), m = strlen(ending);
    return n >= m && !strcmp(name + n - m, ending);
}

void sq_record_file(char file[SQ_RECORD_FILE_MAX], int game) {
    if (game == 1)
        snprintf(file, SQ_RECORD_FILE_MAX, "game.jsonl");
    else
        snprintf(file, SQ_RECORD_FILE_MAX, "game-%d.jsonl", game);
}

void sq_game_record(char record[PATH_MAX], const sq_game_paths *paths, int game) {
    char file[SQ_RECORD_FILE_MAX];
    sq_record_file(file, game);
    snprintf(record, PATH_MAX, "%.4000s/%s", paths->folder, file);
}

void sq_game_record_after(char record[PATH_MAX], const char *first, int game) {
    const char *slash = strrchr(first, '/'), *dot = strrchr(slash ? slash : first, '.');
    int stem = dot ? (int)(dot - first) : (int)strlen(first);
    if (game == 1)
        snprintf(record, PATH_MAX, "%s", first);
    else
        snprintf(record, PATH_MAX, "%.*s-%d%s", stem, first, game, dot ? dot : "");
}

void sq_ruling_file(char file[SQ_RULING_FILE_MAX], int game, int line) {
    if (game == 1)
        snprintf(file, SQ_RULING_FILE_MAX, "%04d.jpg", line);
    else
        snprintf(file, SQ_RULING_FILE_MAX, "game-%d-%04d.jpg", game, line);
}

int sq_record_number(const char *file) {
    char name[SQ_RECORD_FILE_MAX];
    int game = 1;
    if (sscanf(file, "game-%9d", &game) > 1 || game < 1) return 0;
    sq_record_file(name, game);
    return strcmp(name, file) ? 0 : game;
}

/* A file of the list, a further game's record, a torn line. */
static bool cannot_be_made_again(const char *name) {
    static const char *const names[] = {
#define X(member, name, text) name,
        SQ_GAME_FILE_LIST(X)
#undef X
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i])) return true;
    return ends_in(name, ".jsonl.torn") || sq_record_number(name) > 0;
}

static bool is_ruling_file(const char *name) {
    int game = 0, used = 0;
    if (sscanf(name, "game-%9d-%n", &game, &used) == 1) name += used;
    return strspn(name, "0123456789") >= 4 && ends_in(name, ".jpg");
}

bool sq_game_is_its_file(const char *name) {
    return cannot_be_made_again(name) || is_ruling_file(name) || !strncmp(name, "card-", 5);
}

bool sq_game_lies_in(const char *folder) {
    sq_game_paths paths;
    return !sq_game_paths_of(&paths, folder, NULL) &&
           (!access(paths.record, F_OK) || !access(paths.note, F_OK));
}

/* The whole path of a file that need not be there, if its folder is. */
static bool whole_path(char to[PATH_MAX], const char *path) {
    char folder[PATH_MAX];
    if (realpath(path, to)) return true;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (snprintf(folder, PATH_MAX, "%.*s", slash ? (int)(name - path) : 1, slash ? path : ".") >= PATH_MAX)
        return false;
    size_t n = realpath(folder, to) ? strlen(to) : PATH_MAX;
    return n < PATH_MAX && (size_t)snprintf(to + n, PATH_MAX - n, "/%s", name) < PATH_MAX - n;
}

bool sq_game_holds(const char *path) {
    char folder[PATH_MAX];
    if (!whole_path(folder, path)) return false;
    char *slash = strrchr(folder, '/');
    bool file = cannot_be_made_again(slash + 1) || is_ruling_file(slash + 1);
    *slash = 0;
    if (file && sq_game_lies_in(folder)) return true;
    slash = strrchr(folder, '/'); /* FOLDER/evidence/... */
    if (!slash || strcmp(slash + 1, "evidence")) return false;
    *slash = 0;
    return sq_game_lies_in(folder);
}

/* ---- The lock, and an older game ---- */

static sq_code move_entries(const char *from, const char *to, sq_diag *d) {
    DIR *dir = opendir(from);
    const struct dirent *entry;
    char old[PATH_MAX], new[PATH_MAX];
    sq_code code = SQ_OK;
    while (dir && !code && (entry = readdir(dir))) {
        if (!sq_game_is_its_file(entry->d_name)) continue;
        if (!join(old, from, entry->d_name) || !join(new, to, entry->d_name) || rename(old, new))
            code = sq_fail(d, SQ_E_FILE, "%.300s: cannot be moved to %.100s (%s); give another folder", old,
                           to, strerror(errno));
    }
    if (dir) closedir(dir);
    return code;
}

/* Waits until what the folder holds is on the disk. */
static bool is_on_disk(const char *folder) {
    char any[PATH_MAX];
    return join(any, folder, "any") && sq_sync_folder_of(any);
}

/* The first of FOLDER~1, ~2 ... that is free. */
static sq_code move_away(const char *folder, char moved[PATH_MAX], sq_diag *d) {
    char whole[PATH_MAX];
    if (!realpath(folder, whole))
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%s); check its rights", folder,
                       strerror(errno));
    for (int i = 1;; i++) {
        if (snprintf(moved, PATH_MAX, "%s~%d", whole, i) >= PATH_MAX)
            return sq_fail(d, SQ_E_FILE, "%.100s...: the name is too long; use shorter folders", whole);
        if (!mkdir(moved, 0777)) break;
        if (errno != EEXIST)
            return sq_fail(d, SQ_E_FILE,
                           "%.300s: an older game cannot be moved there (%s); give another folder", moved,
                           strerror(errno));
    }
    sq_code code = move_entries(folder, moved, d);
    if (code) { /* all of the older game stays in one folder */
        sq_diag dropped;
        move_entries(moved, folder, &dropped);
        rmdir(moved);
        moved[0] = 0;
        return code;
    }
    if (!is_on_disk(moved) || !is_on_disk(whole) || !sq_sync_folder_of(moved))
        code = sq_fail(d, SQ_E_FILE, "%.300s: cannot be synchronised (%s); check the disk", moved,
                       strerror(errno));
    return code;
}

/* Who adds a line to a kept game (ui/overrule/amend_kept_game.h) is done in less. */
enum { TRIES = 10, PAUSE_US = 50000 };

/* Some file systems know no locks; there all is well. */
static bool lock_in_time(int lock) {
    for (int i = 0; i < TRIES; i++) {
        if (!flock(lock, LOCK_EX | LOCK_NB) || errno != EWOULDBLOCK) return true;
        usleep(PAUSE_US);
    }
    return false;
}

sq_code sq_game_folder_lock(sq_game_hold *out, const char *folder, bool goes_on, sq_diag *d) {
    sq_game_paths paths;
    struct stat s;
    *out = (sq_game_hold){.lock = -1};
    sq_code code = sq_game_paths_of(&paths, folder, d);
    if (code) return code;
    if (goes_on && stat(folder, &s))
        return sq_fail(d, SQ_E_FILE, "%.300s: is not there; no game was begun in this folder", folder);
    code = sq_make_folders(folder, &out->made, d);
    if (code) return code;
    int lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (lock < 0)
        return sq_fail(d, SQ_E_FILE, "%.300s: the folder cannot be read (%s); check its rights", folder,
                       strerror(errno));
    if (!lock_in_time(lock)) {
        sq_holder who;
        sq_lock_holder(&who, lock);
        close(lock);
        return sq_fail(d, SQ_E_FILE, "%.200s: %s is at work on this game; end that, or give another folder",
                       folder, who.text);
    }
    out->lock = lock;
    return sq_game_lies_in(folder) && !goes_on ? move_away(folder, out->moved, d) : SQ_OK;
}

static bool holds_something(const char *path) {
    struct stat s;
    return !stat(path, &s) && s.st_size > 0;
}

/* The folder, and those above it that were made for it. */
static bool take_away(const char *folder, int levels) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s", folder);
    for (; levels > 0; levels--) {
        size_t n = strlen(path);
        while (n > 1 && path[n - 1] == '/')
            path[--n] = 0;
        if (rmdir(path)) return false;
        char *slash = strrchr(path, '/');
        if (slash) *slash = 0;
    }
    return true;
}

bool sq_game_folder_undo(const sq_game_hold *h, const char *folder) {
    sq_game_paths paths;
    sq_diag dropped;
    if (h->lock < 0 || sq_game_paths_of(&paths, folder, &dropped)) return false;
    if (holds_something(paths.record) || holds_something(paths.looks) || holds_something(paths.rests))
        return false;
    if (rmdir(paths.evidence) && errno != ENOENT) return false;
    const char *const empty[] = {paths.record, paths.looks,  paths.rests, paths.note,
                                 paths.camera, paths.stream, paths.hall};
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++)
        remove(empty[i]);
    if (*h->moved) return !move_entries(h->moved, folder, &dropped) && !rmdir(h->moved);
    return take_away(folder, h->made);
}

void sq_game_folder_unlock(sq_game_hold *h) {
    if (h->lock >= 0) close(h->lock);
    h->lock = -1;
}

/* ---- The note ---- */

static void absolute(char to[PATH_MAX], const char *path) {
    if (!path || !*path)
        to[0] = 0;
    else if (!realpath(path, to)) /* no file: a stream's name */
        snprintf(to, PATH_MAX, "%s", path);
}

void sq_game_note_now(sq_game_note *out, const char *source, const char *calibration, sq_event_game game) {
    struct stat s;
    time_t now = time(NULL);
    struct tm utc;
    *out = (sq_game_note){.source_bytes = -1, .game = game};
    absolute(out->source, source);
    sq_game_note_calibration(out, calibration);
    if (!stat(source, &s) && S_ISREG(s.st_mode)) out->source_bytes = (long long)s.st_size;
    strftime(out->begun, sizeof out->begun, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
}

void sq_game_note_calibration(sq_game_note *out, const char *calibration) {
    absolute(out->calibration, calibration);
}

void sq_game_note_from(sq_game_note *out, const char *from) {
    absolute(out->from, from);
}

enum { QUARTER_DEGREES = 90 };

/* As the record writes it. */
static json_t *about_to_json(const sq_details *details) {
    sq_event e = {.kind = SQ_EVENT_ABOUT, .about = {*details}};
    char line[SQ_EVENT_LINE_MAX];
    sq_record_write(line, sizeof line, &e, NULL);
    json_t *o = json_loads(line, 0, NULL), *about = json_incref(json_object_get(o, "about"));
    json_decref(o);
    return about;
}

static bool take_about(sq_details *to, const json_t *about) {
    static sq_record_line line; /* large */
    char why[SQ_RECORD_WHY_MAX];
    if (!about) return true;
    json_t *o = json_pack("{s:s, s:O}", "event", "about", "about", about);
    char *text = json_dumps(o, 0);
    bool well = text && sq_record_read(&line, text, strlen(text), why);
    if (well) *to = line.event.about.details;
    free(text);
    json_decref(o);
    return well;
}

/* A rule book's name, or that of another game. */
static const char *name_of(int rules) {
    const sq_other_game *other = sq_other_game_at(rules);
    return other ? other->name : sq_ruleset_at(rules)->name;
}

static int number_of(const char *name) {
    int rules = sq_ruleset_find(name);
    return rules < 0 ? sq_other_game_find(name) : rules;
}

static json_t *note_to_json(const sq_game_note *n) {
    json_t *o =
        json_pack("{s:i,s:s,s:s,s:s,s:s}", "format", SQ_GAME_NOTE_FORMAT, "squint", SQ_VERSION, "begun",
                  n->begun, "rules", name_of(n->game.rules), "form", sq_form_name(n->game.form));
    if (!o) return NULL;
    const sq_ruleset *rules = sq_ruleset_at(n->game.rules);
    const char *book = rules ? rules->text : NULL; /* a club's: whole, as in the record */
    if (book) json_object_set_new(o, "book", json_string(book));
    /* A path need not be UTF-8, and JSON's text must be: who goes on must then name the source anew. */
    json_t *source = json_string(n->source);
    json_object_set_new(o, "source", source ? source : json_string(""));
    if (n->game.details.named) json_object_set_new(o, "about", about_to_json(&n->game.details));
    if (n->source_bytes >= 0) json_object_set_new(o, "source_bytes", json_integer(n->source_bytes));
    if (*n->calibration) json_object_set_new(o, "calibration", json_string(n->calibration));
    if (*n->from) json_object_set_new(o, "from", json_string(n->from));
    if (n->overlay) json_object_set_new(o, "overlay", json_true());
    if (n->hold) json_object_set_new(o, "hold", json_true());
    if (n->turning.mirror) json_object_set_new(o, "mirror", json_true());
    if (n->turning.quarters)
        json_object_set_new(o, "rotate", json_integer(QUARTER_DEGREES * n->turning.quarters));
    char automation[SQ_AUTOMATION_TEXT_MAX];
    if (*sq_automation_write(automation, &n->automation))
        json_object_set_new(o, "automation", json_string(automation));
    if (n->game.limit) json_object_set_new(o, "limit_s", json_real((double)n->game.limit / SQ_US_PER_S));
    return o;
}

sq_code sq_game_note_write(const sq_game_note *n, const char *path, sq_diag *d) {
    const char *bad = sq_is_utf8(n->calibration) ? n->from : n->calibration;
    if (!sq_is_utf8(bad)) /* who goes on would take another camera, or begin otherwise */
        return sq_fail(d, SQ_E_ARGUMENT, "%.300s: this name is no UTF-8, and cannot be noted; rename it",
                       bad);
    json_t *o = note_to_json(n);
    char *text = o ? json_dumps(o, JSON_INDENT(2)) : NULL;
    json_decref(o);
    if (!text) return sq_fail(d, SQ_E_MEMORY, "no memory for %.300s; close other programs", path);
    bool well = sq_write_whole(path, text, 0600) && sq_sync_folder_of(path);
    int reason = errno;
    free(text);
    if (well) return SQ_OK;
    return sq_fail(d, SQ_E_FILE,
                   "%.300s: cannot be written (%s); check the disk and the folder's permissions", path,
                   strerror(reason));
}

static bool take_text(char *to, size_t room, const json_t *o, const char *key) {
    const char *s = json_string_value(json_object_get(o, key));
    return (size_t)snprintf(to, room, "%s", s ? s : "") < room && s;
}

/* Null, or the key that is wrong. */
static const char *take_note(sq_game_note *n, const json_t *o) {
    char word[64];
    const json_t *bytes = json_object_get(o, "source_bytes"), *limit = json_object_get(o, "limit_s");
    if (!take_text(n->source, sizeof n->source, o, "source")) return "source";
    if (!take_text(n->begun, sizeof n->begun, o, "begun")) return "begun";
    take_text(n->calibration, sizeof n->calibration, o, "calibration");
    take_text(n->from, sizeof n->from, o, "from");
    if (!take_text(word, sizeof word, o, "form") || (n->game.form = sq_form_from_name(word)) == SQ_FORMS)
        return "form";
    const char *book = json_string_value(json_object_get(o, "book"));
    sq_club_fault fault;
    if (book && sq_ruleset_add(book, strlen(book), &fault) < 0) return "book";
    if (!take_text(word, sizeof word, o, "rules") || (n->game.rules = number_of(word)) < 0) return "rules";
    if (!take_about(&n->game.details, json_object_get(o, "about"))) return "about";
    const char *automation = json_string_value(json_object_get(o, "automation"));
    char why[SQ_AUTOMATION_WHY_MAX];
    if (automation && !sq_automation_read(&n->automation, automation, why)) return "automation";
    n->overlay = json_is_true(json_object_get(o, "overlay"));
    n->hold = json_is_true(json_object_get(o, "hold"));
    n->turning.mirror = json_is_true(json_object_get(o, "mirror"));
    n->turning.quarters = (int)(json_integer_value(json_object_get(o, "rotate")) / QUARTER_DEGREES) & 3;
    n->source_bytes = bytes ? json_integer_value(bytes) : -1;
    double s = limit ? json_number_value(limit) : 0;
    if (!(s >= 0 && s < SQ_SECONDS_MAX)) return "limit_s";
    n->game.limit = s > 0 ? sq_us_from_s(s) : 0;
    return NULL;
}

const char *sq_game_note_begun(char to[SQ_GAME_BEGUN], const char *path) {
    json_t *o = json_load_file(path, JSON_REJECT_DUPLICATES, NULL);
    if (!take_text(to, SQ_GAME_BEGUN, o, "begun")) *to = 0;
    json_decref(o);
    return to;
}

/* The folder may hold a game's record nevertheless. */
static sq_code lacks_note(const char *path, sq_diag *d) {
    char record[PATH_MAX];
    const char *slash = strrchr(path, '/');
    snprintf(record, sizeof record, "%.*sgame.jsonl", slash ? (int)(slash + 1 - path) : 0, path);
    if (access(record, F_OK))
        return sq_fail(d, SQ_E_FILE, "%.300s: is not there; no game was begun in this folder", path);
    return sq_fail(d, SQ_E_FILE,
                   "%.300s: is not there, and nothing else says what was watched and with which settings; "
                   "bring it back from a "
                   "copy (squint rules, games and export need the record alone)",
                   path);
}

sq_code sq_game_note_read(sq_game_note *out, const char *path, sq_diag *d) {
    json_error_t error;
    if (access(path, F_OK)) return lacks_note(path, d);
    if (access(path, R_OK))
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%s); check its rights", path, strerror(errno));
    json_t *o = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!o)
        return sq_fail(d, SQ_E_FORMAT, "%.300s: cannot be read (%s); bring the file back from a copy", path,
                       error.text);
    *out = (sq_game_note){.source_bytes = -1};
    json_int_t format = json_integer_value(json_object_get(o, "format"));
    const char *by = json_string_value(json_object_get(o, "squint"));
    sq_code code = SQ_OK;
    if (format > SQ_GAME_NOTE_FORMAT)
        code =
            sq_fail(d, SQ_E_FORMAT,
                    "%.300s: squint %.20s wrote this game, in a newer form than this squint (%s) knows; use "
                    "that one",
                    path, by ? by : "?", SQ_VERSION);
    const char *wrong = code ? NULL : take_note(out, o);
    if (wrong)
        code = sq_fail(d, SQ_E_FORMAT, "%.300s: \"%s\" is missing or wrong; bring the file back from a copy",
                       path, wrong);
    json_decref(o);
    return code;
}
