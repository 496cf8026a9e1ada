/* Compares a command's outputs with its inputs, with one another and with kept games, by device and inode. */
#include "ui/files/inputs_and_outputs.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "rules/record.h"
#include "ui/game/game_folder.h"
#include "vision/system/output_file.h"
#include "vision/system/text_line.h"

static bool is_a_name(const char *path) {
    return path && *path && strcmp(path, "-") != 0;
}

void sq_files_read(sq_files *f, const char *path) {
    if (!is_a_name(path)) return;
    assert(f->reads < SQ_FILES_MOST);
    f->read[f->reads++] = path;
}

void sq_files_read_all(sq_files *f, char *const *paths, int count) {
    assert(!f->more);
    f->more = paths;
    f->more_count = count;
}

void sq_files_write(sq_files *f, const char *option, const char *path) {
    sq_files_write_kind(f, option, path, NULL);
}

void sq_files_write_kind(sq_files *f, const char *option, const char *path, const char *begins) {
    if (!is_a_name(path)) return;
    assert(f->writes < SQ_FILES_MOST);
    f->begins[f->writes] = begins;
    f->option[f->writes] = option;
    f->write[f->writes++] = path;
}

static bool is_same_inode(const struct stat *a, const struct stat *b) {
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Whether the file lies directly in a folder that is read, and squint did not make it: it is then one of the
 * pictures that are read. */
static bool lies_in(const char *path, const struct stat *folder) {
    char whole[PATH_MAX];
    struct stat s;
    if (!S_ISDIR(folder->st_mode) || sq_output_is_ours(path) || !realpath(path, whole)) return false;
    char *slash = strrchr(whole, '/');
    slash[slash == whole] = 0;
    return !stat(whole, &s) && is_same_inode(&s, folder);
}

bool sq_files_are_one(const char *a, const char *b) {
    char folder[2][PATH_MAX];
    const char *path[] = {a, b}, *name[2];
    struct stat s[2];
    if (!stat(a, &s[0]) && !stat(b, &s[1])) return is_same_inode(&s[0], &s[1]);
    for (int i = 0; i < 2; i++) {
        const char *slash = strrchr(path[i], '/');
        name[i] = slash ? slash + 1 : path[i];
        int n = slash ? (int)(slash - path[i]) + (slash == path[i]) : 1;
        snprintf(folder[i], PATH_MAX, "%.*s", n, slash ? path[i] : ".");
        if (stat(folder[i], &s[i])) return false;
    }
    return is_same_inode(&s[0], &s[1]) && !strcmp(name[0], name[1]);
}

/* The file that is read and would be lost if path were written; null: none. */
static const char *replaced_input(const sq_files *f, const char *path, const struct stat *out) {
    struct stat in;
    for (int i = 0; i < f->reads + f->more_count; i++) {
        const char *read = i < f->reads ? f->read[i] : f->more[i - f->reads];
        if (!stat(read, &in) && (is_same_inode(out, &in) || lies_in(path, &in))) return read;
    }
    return NULL;
}

/* Whether the file begins so, or is empty. */
static bool begins_with(const char *path, const char *begins) {
    enum { MOST = 16 };
    char text[MOST + 1] = "";
    size_t n = strnlen(begins, MOST);
    FILE *f = fopen(path, "re");
    size_t read = f ? fread(text, 1, n, f) : 0;
    if (f) fclose(f);
    return !read || (read == n && !memcmp(text, begins, n));
}

static sq_code may_write(const sq_files *f, const char *option, const char *path, const char *begins,
                         sq_diag *d) {
    struct stat out;
    if (stat(path, &out) || !S_ISREG(out.st_mode)) return SQ_OK; /* nothing is there to lose */
    const char *read = replaced_input(f, path, &out);
    if (read)
        return sq_fail(d, SQ_E_ARGUMENT, "%s %.200s: would replace what is read (%.200s); give another name",
                       option, path, read);
    if (sq_game_holds(path))
        return sq_fail(d, SQ_E_ARGUMENT, "%s %.300s: is a part of a kept game; give another name", option,
                       path);
    bool ours = sq_output_is_ours(path), same_kind = !begins || begins_with(path, begins);
    if (f->force || (ours && same_kind)) return SQ_OK;
    return sq_fail(d, SQ_E_ARGUMENT,
                   "%s %.300s: is there already, and %s; give another name, or --force to replace it", option,
                   path, ours ? "is another kind of file" : "squint cannot tell that it made it");
}

sq_code sq_files_may_write(const sq_files *f, const char *option, const char *path, sq_diag *d) {
    return may_write(f, option, path, NULL, d);
}

/* Whether the first line of a text that says something begins a game, or none does. */
static bool begins_game(FILE *text) {
    static sq_record_line first; /* large */
    char why[SQ_RECORD_WHY_MAX], *line = NULL;
    size_t room = 0;
    ssize_t n;
    while ((n = sq_text_line(&line, &room, text)) > 0 && sq_record_is_blank(line, (size_t)n)) {
    }
    bool is = n <= 0 ? !ferror(text)
                     : sq_record_read(&first, line, (size_t)n, why) && first.event.kind == SQ_EVENT_GAME;
    free(line);
    return is;
}

/* Whether a file is a game's record, or empty. Of a film, whose "lines" may be gigabytes long, only as much
 * is read as an event's line takes. */
static bool is_record(const char *path) {
    static char begin[SQ_EVENT_LINE_MAX];
    FILE *from = fopen(path, "re");
    if (!from) return false;
    size_t n = fread(begin, 1, sizeof begin, from);
    bool is = !n && !ferror(from);
    FILE *text = n ? fmemopen(begin, n, "r") : NULL;
    fclose(from);
    if (!text) return is;
    is = begins_game(text);
    fclose(text);
    return is;
}

sq_code sq_files_may_keep(const sq_files *f, const char *option, const char *path, sq_diag *d) {
    struct stat out;
    bool there = !stat(path, &out);
    const char *read = there ? replaced_input(f, path, &out) : NULL;
    for (int i = 0; i < f->writes; i++)
        if (sq_files_are_one(path, f->write[i])) read = f->write[i];
    if (read)
        return sq_fail(d, SQ_E_ARGUMENT, "%s %.200s: is %.200s, which is read or written; give another name",
                       option, path, read);
    if (sq_game_holds(path))
        return sq_fail(d, SQ_E_ARGUMENT, "%s %.300s: is a part of a kept game; give another name", option,
                       path);
    if (!there || !S_ISREG(out.st_mode) || is_record(path)) return SQ_OK;
    return sq_fail(d, SQ_E_ARGUMENT,
                   "%s %.300s: is there already, and is no game's record; give another name", option, path);
}

sq_code sq_files_make_folder_of(const char *path, sq_diag *d) {
    char folder[PATH_MAX];
    struct stat s;
    const char *slash = strrchr(path, '/');
    if (!slash || slash == path || (size_t)(slash - path) >= sizeof folder) return SQ_OK;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
    return stat(folder, &s) || !S_ISDIR(s.st_mode) ? sq_make_folders(folder, NULL, d) : SQ_OK;
}

sq_code sq_files_check(const sq_files *f, sq_diag *d) {
    sq_code code = SQ_OK;
    for (int i = 0; i < f->writes && !code; i++) {
        code = may_write(f, f->option[i], f->write[i], f->begins[i], d);
        for (int j = 0; j < i && !code; j++)
            if (sq_files_are_one(f->write[i], f->write[j]))
                code = sq_fail(d, SQ_E_ARGUMENT, "%s and %s: both would be written to %.300s; give two names",
                               f->option[j], f->option[i], f->write[i]);
    }
    for (int i = 0; i < f->writes && !code; i++)
        code = sq_files_make_folder_of(f->write[i], d);
    return code;
}

/* One entry of a folder in which a game is to begin. */
static sq_code check_entry(const sq_files *f, const char *folder, const char *name, bool game, sq_diag *d) {
    char path[PATH_MAX];
    struct stat out;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= PATH_MAX || stat(path, &out)) return SQ_OK;
    const char *read = S_ISREG(out.st_mode) ? replaced_input(f, path, &out) : NULL;
    if (read)
        return sq_fail(d, SQ_E_ARGUMENT,
                       "--out %.200s: the game would replace what is read (%.200s); give another folder",
                       folder, read);
    if (game || f->force || !S_ISREG(out.st_mode) || sq_output_is_ours(path)) return SQ_OK;
    return sq_fail(
        d, SQ_E_ARGUMENT,
        "--out %.200s: a game would replace %.200s, and squint cannot tell that it made it; give another "
        "folder, or --force to replace it",
        folder, name);
}

sq_code sq_files_check_game_folder(const sq_files *f, const char *folder, sq_diag *d) {
    DIR *dir = opendir(folder);
    const struct dirent *entry;
    bool game = sq_game_lies_in(folder);
    sq_code code = SQ_OK;
    while (dir && !code && (entry = readdir(dir)))
        if (sq_game_is_its_file(entry->d_name)) code = check_entry(f, folder, entry->d_name, game, d);
    if (dir) closedir(dir);
    return code;
}
