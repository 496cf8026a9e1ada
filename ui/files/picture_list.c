/* Replaces folders by the pictures in them. */
#include "ui/files/picture_list.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "vision/capture/capture.h"

typedef struct {
    char **list;
    int count, room;
} names;

/* name is the list's own from now on; null: there was no memory for it. */
static bool add(names *n, char *name) {
    if (name && n->count == n->room) {
        int room = 2 * n->room + 16;
        char **more = realloc(n->list, (size_t)room * sizeof *more);
        if (!more) {
            free(name);
            return false;
        }
        n->list = more;
        n->room = room;
    }
    if (name) n->list[n->count++] = name;
    return name;
}

static int keep_pictures(const struct dirent *e) {
    return sq_capture_is_picture(e->d_name);
}

static char *joined(const char *folder, const char *name) {
    const char *slash = *folder && folder[strlen(folder) - 1] != '/' ? "/" : "";
    char *path;
    return asprintf(&path, "%s%s%s", folder, slash, name) < 0 ? NULL : path;
}

static sq_code add_folder(names *n, const char *folder, sq_diag *d) {
    struct dirent **found;
    int count = scandir(folder, &found, keep_pictures, versionsort);
    if (count < 0)
        return sq_fail(d, SQ_E_FILE, "%.300s: the folder cannot be read (%s); check its rights", folder,
                       strerror(errno));
    bool well = true;
    for (int i = 0; i < count; i++) {
        well = well && add(n, joined(folder, found[i]->d_name));
        free(found[i]);
    }
    free(found);
    if (!well) return sq_fail(d, SQ_E_MEMORY, "%.300s: no memory for its list; close other programs", folder);
    return count ? SQ_OK
                 : sq_fail(d, SQ_E_FILE, "%.300s: the folder holds no picture; name one that does", folder);
}

sq_code sq_picture_list(char ***out, int *count, char *const *given, int given_count, sq_diag *d) {
    names n = {0};
    struct stat s;
    sq_code code = SQ_OK;
    for (int i = 0; i < given_count && !code; i++) {
        if (!stat(given[i], &s) && S_ISDIR(s.st_mode))
            code = add_folder(&n, given[i], d);
        else if (!add(&n, strdup(given[i])))
            code = sq_fail(d, SQ_E_MEMORY, "no memory for the list of pictures; close other programs");
    }
    if (code) {
        sq_picture_list_free(n.list, n.count);
        n = (names){0};
    }
    *out = n.list;
    *count = n.count;
    return code;
}

void sq_picture_list_free(char **list, int count) {
    for (int i = 0; i < count; i++)
        free(list[i]);
    free(list);
}

bool sq_is_video_name(const char *name) {
    static const char *const endings[] = {".mp4", ".m4v", ".mov",  ".mkv", ".webm", ".avi", ".ts",
                                          ".mts", ".mpg", ".mpeg", ".wmv", ".ogv",  ".3gp"};
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (!strcasecmp(dot, endings[i])) return true;
    return false;
}
