/* Output files are written beside their names, synced, marked as squint's own, and renamed. */
#include "vision/system/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

static const char mark_name[] = "user.squint";
enum { MARK_TEXT = 96 };

/* What the mark of a file says while nobody else changes it. */
static void mark_of(char to[MARK_TEXT], const struct stat *s) {
    snprintf(to, MARK_TEXT, "%jd %jd.%09ld", (intmax_t)s->st_size, (intmax_t)s->st_mtim.tv_sec,
             s->st_mtim.tv_nsec);
}

/* The name of the file beside: hidden, and with the same ending, by which writers choose the form. */
static bool name_beside(sq_output_file *o) {
    const char *slash = strrchr(o->place, '/'), *name = slash ? slash + 1 : o->place;
    const char *dot = strrchr(name, '.');
    int folder = (int)(name - o->place);
    int n = snprintf(o->path, sizeof o->path, "%.*s.%s.part%s", folder, o->place, name,
                     dot && dot > name ? dot : "");
    return n < (int)sizeof o->path;
}

/* Takes away so many folders, the lowest first. */
static void remove_folders(char *path, int levels) {
    for (; levels > 0; levels--) {
        rmdir(path);
        char *slash = strrchr(path, '/');
        if (slash) *slash = 0;
    }
}

sq_code sq_make_folders(const char *path, int *levels, sq_diag *d) {
    char at[PATH_MAX];
    struct stat s;
    int made = 0, reason = ENAMETOOLONG;
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    bool well = n < sizeof at;
    for (size_t i = 1; i <= n && well; i++) {
        if (i < n && path[i] != '/') continue;
        snprintf(at, sizeof at, "%.*s", (int)i, path);
        if (!mkdir(at, 0777)) {
            made++;
            continue;
        }
        reason = errno; /* why it was not made, unless something is there */
        bool there = !stat(at, &s);
        well = there && S_ISDIR(s.st_mode);
        if (there && !well) reason = ENOTDIR;
    }
    if (levels) *levels = well ? made : 0;
    if (well) return SQ_OK;
    char *slash = n < sizeof at ? strrchr(at, '/') : NULL;
    if (slash) *slash = 0;
    if (slash) remove_folders(at, made);
    return sq_fail(d, SQ_E_FILE, "%.300s: the folder cannot be made (%s); give another", path,
                   strerror(reason));
}

sq_code sq_output_begin(sq_output_file *o, const char *path, sq_diag *d) {
    struct stat s;
    bool there = !stat(path, &s);
    o->unmarked = false;
    o->direct = o->special = there && !S_ISREG(s.st_mode);
    if (there && S_ISDIR(s.st_mode)) {
        errno = EISDIR;
        return sq_fail(d, SQ_E_FILE, "%.300s: is a folder; give a file's name", path);
    }
    bool fits = strlen(path) < sizeof o->place;
    if (fits && (!there || o->direct || !realpath(path, o->place))) strcpy(o->place, path);
    if (fits && o->direct) strcpy(o->path, path);
    if (!fits || (!o->direct && !name_beside(o)))
        return sq_fail(d, SQ_E_FILE, "%.100s...: cannot be written; give a shorter name", path);
    if (there && !o->direct && access(o->place, W_OK))
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be written (%s); check the file's rights", path,
                       strerror(errno));
    if (!o->direct) remove(o->path); /* of a run that broke off */
    return SQ_OK;
}

sq_code sq_output_begin_stream(sq_output_file *o, const char *path, sq_diag *d) {
    sq_code code = sq_output_begin(o, path, d);
    if (code || !access(path, F_OK)) return code;
    o->direct = true;
    strcpy(o->path, o->place);
    return SQ_OK;
}

/* Syncs the file, gives it no more rights than the one had that it replaces, and marks it. */
static bool finish(const sq_output_file *o) {
    struct stat s, old;
    char mark[MARK_TEXT];
    int file = open(o->path, O_RDWR | O_CLOEXEC);
    bool well = file >= 0 && !fsync(file);
    well = well && !fstat(file, &s);
    if (well && !stat(o->place, &old)) well = !fchmod(file, s.st_mode & old.st_mode & 07777);
    if (well && !o->unmarked) {
        mark_of(mark, &s);
        (void)fsetxattr(file, mark_name, mark, strlen(mark), 0); /* not all file systems keep it */
    }
    if (file >= 0) close(file);
    return well;
}

sq_code sq_output_commit(const sq_output_file *o, sq_diag *d) {
    if (o->special || (finish(o) && (o->direct || !rename(o->path, o->place)))) return SQ_OK;
    int reason = errno;
    sq_output_drop(o);
    return sq_fail(d, SQ_E_FILE, "%.300s: cannot be written (%s); check the folder and the disk's room",
                   o->place, strerror(reason));
}

sq_code sq_output_close(const sq_output_file *o, FILE *stream, sq_diag *d) {
    bool failed = !stream || fflush(stream) || ferror(stream);
    int reason = errno;
    if (stream && fclose(stream) && !failed) {
        failed = true;
        reason = errno;
    }
    if (!failed) return sq_output_commit(o, d);
    sq_output_drop(o);
    return sq_fail(d, SQ_E_FILE, "%.300s: cannot be written (%s); check the folder and the disk's room",
                   o->place, strerror(reason));
}

void sq_output_drop(const sq_output_file *o) {
    int reason = errno;
    if (!o->direct) remove(o->path);
    errno = reason;
}

bool sq_output_is_ours(const char *path) {
    struct stat s;
    char now[MARK_TEXT], then[MARK_TEXT];
    ssize_t n = getxattr(path, mark_name, then, sizeof then - 1);
    if (n <= 0 || stat(path, &s)) return false;
    then[n] = 0;
    mark_of(now, &s);
    return !strcmp(now, then);
}
