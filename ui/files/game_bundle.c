/* Bundles are written and read by libarchive; a game's names are taken out line by line. */
#include "ui/files/game_bundle.h"

#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/game/game_folder.h"
#include "vision/system/text_line.h"

/* The most that a bundle may unpack to: some hours of looks, and pictures of one passage. More is an attack
 * on the disk. */
enum { UNPACKED_MAX = 512 << 20, PART = 1 << 16 };
/* Seconds by which a rest's time in the record and among the rests may differ: both are rounded. */
#define SAME_TIME_S 1e-3
/* The start position's name in a bundle. */
#define START "from.json"

/* ---- The passage ---- */

/* The times of the rests before and after what a line tells of; of a person's line, of the last one before it
 * that was seen. */
static bool seen_times(const char *record, int line, double *before, double *after) {
    FILE *f = fopen(record, "re");
    char *text = NULL;
    size_t room = 0;
    int n = 0;
    *before = *after = NAN;
    for (; f && n < line && sq_text_line(&text, &room, f) > 0; n++) {
        json_t *o = json_loads(text, 0, NULL);
        const json_t *seen = json_object_get(o, "seen_t"), *was = json_object_get(o, "before_t");
        if (json_is_number(seen)) {
            *after = json_number_value(seen);
            *before = json_is_number(was) ? json_number_value(was) : *after;
        }
        json_decref(o);
    }
    free(text);
    if (f) fclose(f);
    return n == line && isfinite(*after);
}

/* Calls `take` for each line of rests.jsonl, until it has heard enough. False where there is no such file. */
static bool each_rest(const char *folder, bool (*take)(void *who, int rest, double t), void *who) {
    char path[PATH_MAX], *text = NULL;
    size_t room = 0;
    bool goes_on = true;
    snprintf(path, sizeof path, "%.4000s/rests.jsonl", folder);
    FILE *f = fopen(path, "re");
    if (!f) return false;
    while (goes_on && sq_text_line(&text, &room, f) > 0) {
        json_t *o = json_loads(text, 0, NULL);
        const json_t *rest = json_object_get(o, "rest");
        if (json_is_integer(rest))
            goes_on = take(who, (int)json_integer_value(rest), json_number_value(json_object_get(o, "t")));
        json_decref(o);
    }
    free(text);
    fclose(f);
    return true;
}

typedef struct {
    const sq_passage *of;
    double *t;
} timed;

static bool take_time(void *who, int rest, double t) {
    const timed *to = who;
    if (rest >= to->of->first && rest <= to->of->last) to->t[rest - to->of->first] = t;
    return rest < to->of->last;
}

double *sq_passage_times(const sq_passage *p, const char *folder) {
    size_t n = (size_t)(p->last - p->first) + 1;
    timed to = {p, calloc(n, sizeof *to.t)};
    for (size_t i = 0; to.t && i < n; i++)
        to.t[i] = NAN;
    if (to.t) each_rest(folder, take_time, &to);
    return to.t;
}

typedef struct {
    double before, after;
    sq_passage *out;
} sought;

static bool take_passage(void *who, int rest, double t) {
    const sought *s = who;
    if (t <= s->before + SAME_TIME_S || s->out->first < 0) s->out->first = rest;
    if (t >= s->after - SAME_TIME_S) s->out->last = rest;
    return s->out->last < 0;
}

sq_code sq_passage_of(sq_passage *out, const char *folder, const char *record, int line, sq_diag *d) {
    sought s = {.out = out};
    *out = (sq_passage){-1, -1};
    if (!seen_times(record, line, &s.before, &s.after))
        return sq_fail(d, SQ_E_ARGUMENT,
                       "%.300s: no picture shows line %d; give the number of a line that was seen", record,
                       line);
    char rests[PATH_MAX];
    snprintf(rests, sizeof rests, "%.4000s/rests.jsonl", folder);
    if (access(rests, F_OK) && errno == ENOENT && sq_game_lies_in(folder))
        return sq_fail(d, SQ_E_FILE,
                       "%.300s: is not there; squint referee --resume --out %.300s writes it again", rests,
                       folder);
    if (!each_rest(folder, take_passage, &s) || out->first < 0)
        return sq_fail(d, SQ_E_FILE, "%.300s/rests.jsonl: cannot be read; is this a game's folder?", folder);
    if (out->last < 0) out->last = out->first;
    return SQ_OK;
}

/* ---- Writing ---- */

typedef struct {
    struct archive *to;
    unsigned char *bytes;
    size_t size, room;
    sq_code failed; /* a file that is there could not be read; d says why */
    sq_diag *d;
} writing;

static la_ssize_t grow(struct archive *a, void *who, const void *bytes, size_t n) {
    writing *w = who;
    if (w->size + n > w->room) {
        size_t room = 2 * (w->size + n);
        unsigned char *more = realloc(w->bytes, room);
        if (!more) {
            archive_set_error(a, ENOMEM, "out of memory");
            return -1;
        }
        w->bytes = more;
        w->room = room;
    }
    memcpy(w->bytes + w->size, bytes, n);
    w->size += n;
    return (la_ssize_t)n;
}

static bool add(writing *w, const char *name, const void *bytes, size_t n) {
    char path[PATH_MAX];
    struct archive_entry *e = archive_entry_new();
    snprintf(path, sizeof path, "game/%.4000s", name);
    if (!e) return false;
    archive_entry_set_pathname(e, path);
    archive_entry_set_size(e, (la_int64_t)n);
    archive_entry_set_filetype(e, AE_IFREG);
    archive_entry_set_perm(e, 0644);
    bool well =
        archive_write_header(w->to, e) == ARCHIVE_OK && archive_write_data(w->to, bytes, n) == (la_ssize_t)n;
    archive_entry_free(e);
    return well;
}

static bool cannot_read(writing *w, const char *path, const char *why) {
    w->failed = sq_fail(w->d, SQ_E_FILE, "%.300s: cannot be read (%s); check the folder", path, why);
    return false;
}

/* The whole file, with a final 0; null where there is none. The caller frees. False: it is there, but cannot
 * be read: a bundle without it would look whole. */
static bool whole(writing *w, char **text, size_t *n, const char *folder, const char *name) {
    char path[PATH_MAX];
    struct stat about;
    *text = NULL;
    *n = 0;
    snprintf(path, sizeof path, "%.3800s%s%.290s", folder, *folder ? "/" : "", name);
    FILE *f = fopen(path, "re");
    if (!f) return errno == ENOENT || cannot_read(w, path, strerror(errno));
    bool is_file = !fstat(fileno(f), &about) && S_ISREG(about.st_mode);
    if (is_file && (*text = malloc((size_t)about.st_size + 1)))
        *n = fread(*text, 1, (size_t)about.st_size, f);
    fclose(f);
    if (is_file && !*text) return false;
    if (!is_file || *n < (size_t)about.st_size) {
        free(*text);
        *text = NULL;
        return cannot_read(w, path, is_file ? "it is cut off" : "it is no file");
    }
    (*text)[*n] = 0;
    return true;
}

/* A file that is not there is left out. */
static bool add_file(writing *w, const char *folder, const char *name, const char *as) {
    size_t n;
    char *text;
    bool well = whole(w, &text, &n, folder, name) && (!text || add(w, as, text, n));
    free(text);
    return well;
}

/* What says who played, and where. */
static void take_names_out(json_t *line) {
    bool telling =
        json_object_get(line, "event") && !strcmp(json_string_value(json_object_get(line, "event")), "about");
    if (telling)
        json_object_set_new(line, "about", json_object());
    else
        json_object_del(line, "about");
}

/* An inserted line may tell who plays as well; an umpire's says who gave it, and when. */
static void take_all_names_out(json_t *line) {
    static const char *const within[] = {"with", "before"};
    json_object_del(line, "who");
    if (json_is_string(json_object_get(line, "at"))) json_object_del(line, "at");
    if (json_is_string(json_object_get(line, "event"))) take_names_out(line);
    for (size_t i = 0; i < sizeof within / sizeof *within; i++) {
        json_t *o = json_object_get(line, within[i]);
        if (json_is_string(json_object_get(o, "event"))) take_names_out(o);
    }
}

/* A record without names; null: memory is out. A line that is no JSON object could hold anything, and is left
 * empty: lines keep their numbers. */
static char *without_names(char *text, size_t *n) {
    size_t room = *n + 64, size = 0;
    char *out = malloc(room), *rest = text;
    bool well = out;
    for (char *line; well && (line = strsep(&rest, "\n"));) {
        if (!rest && !*line) break;
        json_t *o = json_loads(line, JSON_DISABLE_EOF_CHECK, NULL);
        take_all_names_out(o);
        char *anew = json_is_object(o) ? json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(17)) : strdup("{}");
        size_t length = anew ? strlen(anew) : 0;
        char *more = size + length + 2 > room ? realloc(out, room = 2 * (size + length + 2)) : out;
        if (more) out = more;
        well = more && anew;
        if (well) {
            memcpy(out + size, anew, length + 1);
            out[size + length] = '\n';
            size += length + 1;
        }
        free(anew);
        json_decref(o);
    }
    *n = size;
    if (well) return out;
    free(out);
    return NULL;
}

static bool add_record(writing *w, const char *folder, const char *name, bool names) {
    size_t n;
    char *text;
    bool well = whole(w, &text, &n, folder, name);
    char *clean = text && !names ? without_names(text, &n) : NULL;
    if (well && text) well = names ? add(w, name, text, n) : clean && add(w, name, clean, n);
    free(clean);
    free(text);
    return well;
}

/* Pictures and cameras of these rests: 000012.jpg, 000012.json, 000012-0045.167.jpg. */
static bool is_of_passage(const char *name, const sq_passage *p) {
    char *end;
    long rest = strtol(name, &end, 10);
    return end == name + 6 && (*end == '.' || *end == '-') && rest >= p->first && rest <= p->last;
}

static bool add_folder(writing *w, const char *folder, const sq_passage *p, bool names) {
    char path[PATH_MAX], as[300];
    bool well = true;
    snprintf(path, sizeof path, "%.4000s", folder);
    struct dirent **list;
    for (int evidence = 0; evidence < 2; evidence++) {
        if (evidence) snprintf(path, sizeof path, "%.4000s/evidence", folder);
        int n = scandir(path, &list, NULL, alphasort);
        for (int i = 0; i < n; i++) {
            const char *name = list[i]->d_name;
            snprintf(as, sizeof as, "evidence/%.255s", name);
            if (evidence && is_of_passage(name, p)) well = well && add_file(w, path, name, as);
            if (!evidence && sq_record_number(name)) well = well && add_record(w, folder, name, names);
            free(list[i]);
        }
        if (n >= 0) free(list);
    }
    return well;
}

static const char *path_in(const json_t *settings, const char *key) {
    const char *path = json_string_value(json_object_get(settings, key));
    return path ? path : "";
}

/* The settings, with the position from which a game in its middle was taken up; where the source lay is
 * nobody's affair. */
static bool add_settings(writing *w, const char *folder, bool names) {
    size_t n;
    char *text;
    bool well = whole(w, &text, &n, folder, "session.json");
    json_t *o = text ? json_loads(text, 0, NULL) : NULL;
    if (text && !json_is_object(o)) well = cannot_read(w, "session.json", "it is cut off");
    static const char *const own[] = {"source", "calibration"};
    for (size_t i = 0; o && i < sizeof own / sizeof *own; i++)
        if (json_object_get(o, own[i])) json_object_set_new(o, own[i], json_string(""));
    if (!names) json_object_del(o, "about");
    bool has_from = *path_in(o, "from");
    well = well && (!has_from || add_file(w, "", path_in(o, "from"), START));
    if (has_from) json_object_set_new(o, "from", json_string(START));
    char *clean = o ? json_dumps(o, JSON_INDENT(2)) : NULL;
    well = well && (!clean || add(w, "session.json", clean, strlen(clean)));
    free(clean);
    json_decref(o);
    free(text);
    return well;
}

static bool add_all(writing *w, const char *folder, const char *record, int line, const sq_passage *p,
                    bool names) {
    char about[512];
    const char *name = strrchr(record, '/') ? strrchr(record, '/') + 1 : record;
    int n = snprintf(
        about, sizeof about,
        "{\"type\": \"bundle\", \"version\": %d, \"squint\": \"%s\", \"record\": \"%.64s\", \"line\": %d, "
        "\"first_rest\": %d, \"last_rest\": %d}\n",
        SQ_BUNDLE_VERSION, SQ_VERSION, name, line, p->first, p->last);
    return add(w, "bundle.json", about, (size_t)n) && add_settings(w, folder, names) &&
           add_file(w, folder, "looks.jsonl", "looks.jsonl") &&
           add_file(w, folder, "rests.jsonl", "rests.jsonl") &&
           add_file(w, folder, "camera.json", "camera.json") && add_folder(w, folder, p, names);
}

sq_code sq_bundle_make(unsigned char **bytes, size_t *size, const char *folder, const char *record, int line,
                       bool names, sq_diag *d) {
    sq_passage p;
    writing w = {.to = archive_write_new(), .d = d};
    *bytes = NULL;
    sq_code code = sq_passage_of(&p, folder, record, line, d);
    bool well = !code && w.to && archive_write_add_filter_gzip(w.to) == ARCHIVE_OK &&
                archive_write_set_format_pax_restricted(w.to) == ARCHIVE_OK &&
                archive_write_open(w.to, &w, NULL, grow, NULL) == ARCHIVE_OK &&
                add_all(&w, folder, record, line, &p, names) && archive_write_close(w.to) == ARCHIVE_OK;
    if (!code) code = w.failed;
    if (!code && !well) code = sq_fail(d, SQ_E_MEMORY, "no memory for a bundle; close other programs");
    archive_write_free(w.to);
    if (code) free(w.bytes);
    if (code) return code;
    *bytes = w.bytes;
    *size = w.size;
    return SQ_OK;
}

/* ---- Reading ---- */

bool sq_bundle_is(const char *path) {
    static const char ending[] = ".tar.gz";
    size_t n = strlen(path), m = sizeof ending - 1;
    return n > m && !strcmp(path + n - m, ending);
}

/* "game/NAME" or "game/evidence/NAME" of harmless letters: nothing leads out of the folder. */
static bool is_harmless(const char *name) {
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz-.";
    if (!name || strncmp(name, "game/", 5) != 0) return false;
    const char *at = name + 5;
    if (!strncmp(at, "evidence/", 9)) at += 9;
    size_t n = strspn(at, letters);
    return n > 0 && n < 100 && !at[n] && *at != '.';
}

static bool unpack_file(struct archive *a, const char *path, long long *left) {
    static char part[PART];
    FILE *f = fopen(path, "wxe");
    la_ssize_t n = -1;
    while (f && (n = archive_read_data(a, part, sizeof part)) > 0) {
        *left -= n;
        if (*left < 0 || fwrite(part, 1, (size_t)n, f) != (size_t)n) {
            n = -1;
            break;
        }
    }
    bool well = f && !fclose(f);
    return well && n == 0;
}

static bool unpack(struct archive *a, const char *folder) {
    char path[PATH_MAX];
    struct archive_entry *e;
    long long left = UNPACKED_MAX;
    int code = ARCHIVE_OK;
    snprintf(path, sizeof path, "%.4000s/game", folder);
    bool well = !mkdir(path, 0700);
    snprintf(path, sizeof path, "%.4000s/game/evidence", folder);
    well = well && !mkdir(path, 0700);
    while (well && (code = archive_read_next_header(a, &e)) == ARCHIVE_OK) {
        const char *name = archive_entry_pathname(e);
        well = archive_entry_filetype(e) == AE_IFREG && is_harmless(name);
        if (!well) break;
        snprintf(path, sizeof path, "%.3900s/%.150s", folder, name);
        well = unpack_file(a, path, &left);
    }
    return well && code == ARCHIVE_EOF;
}

/* A start position is where the bundle was unpacked. */
static bool find_start(const char *folder) {
    char path[PATH_MAX], start[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/game/session.json", folder);
    json_t *o = json_load_file(path, 0, NULL);
    snprintf(start, sizeof start, "%.4000s/game/" START, folder);
    bool needs = *path_in(o, "from"), well = !needs || !json_object_set_new(o, "from", json_string(start));
    if (needs && well) well = !json_dump_file(o, path, 0);
    json_decref(o);
    return well;
}

/* The record that the bundle is about. */
static bool name_record(char record[PATH_MAX], const char *folder) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/game/bundle.json", folder);
    json_t *o = json_load_file(path, 0, NULL);
    const char *name = json_string_value(json_object_get(o, "record"));
    bool well = name && sq_record_number(name);
    if (well) snprintf(record, PATH_MAX, "%.4000s/game/%.80s", folder, name);
    json_decref(o);
    return well;
}

sq_code sq_bundle_open(char folder[PATH_MAX], char record[PATH_MAX], const char *path, sq_diag *d) {
    const char *place = getenv("TMPDIR");
    *folder = 0;
    if (access(path, R_OK))
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be read (%s); check the name and the rights", path,
                       strerror(errno));
    struct archive *a = archive_read_new();
    snprintf(folder, PATH_MAX, "%.4000s/squint-bundle-XXXXXX", place && *place ? place : "/tmp");
    if (!a || !mkdtemp(folder)) {
        archive_read_free(a);
        *folder = 0;
        return sq_fail(d, SQ_E_FILE, "no folder can be made for the bundle (%s); set TMPDIR",
                       strerror(errno));
    }
    archive_read_support_filter_gzip(a);
    archive_read_support_format_tar(a);
    bool well = archive_read_open_filename(a, path, PART) == ARCHIVE_OK && unpack(a, folder) &&
                find_start(folder) && name_record(record, folder);
    archive_read_free(a);
    if (well) return SQ_OK;
    sq_bundle_remove(folder);
    *folder = 0;
    return sq_fail(d, SQ_E_FORMAT, "%.300s: is no whole bundle of squint; ask for it again", path);
}

static int remove_one(const char *path, const struct stat *about, int kind, struct FTW *where) {
    (void)about, (void)kind, (void)where;
    return remove(path);
}

void sq_bundle_remove(const char *folder) {
    enum { DEPTH = 8 };
    if (*folder) nftw(folder, remove_one, DEPTH, FTW_DEPTH | FTW_PHYS);
}
