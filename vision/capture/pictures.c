/* One picture, or a folder of them, as a source of frames. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "vision/capture/source_interface.h"
#include "vision/frame/opencv.h"
#include "vision/system/folder.h"

typedef struct {
    struct dirent **names; /* of a folder, sorted; null for one picture */
    int count, next;
    double gap_s;
    sq_picture *picture;  /* the one that the last frame borrows */
    char path[PATH_MAX];  /* the picture; of a folder: the folder, and behind it the last frame's name */
    size_t folder_length; /* that part of path */
} pictures;

static bool has_ending(const char *name, const char *ending) {
    size_t n = strlen(name), e = strlen(ending);
    return n > e && !strcasecmp(name + n - e, ending);
}

/* By its name: other things lie beside pictures (truth files, notes), and hidden files are nobody's pictures.
 * Kinds that are not decoded are here too, so that they are refused by their name instead of passed over. */
bool sq_capture_is_picture(const char *name) {
    static const char *const endings[] = {".jpg", ".jpeg", ".png",  ".webp", ".tif",  ".tiff", ".bmp",
                                          ".pgm", ".ppm",  ".heic", ".heif", ".avif", ".gif"};
    if (*name == '.') return false;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (has_ending(name, endings[i])) return true;
    return false;
}

static int keep_pictures(const struct dirent *e) {
    return sq_capture_is_picture(e->d_name);
}

static bool takes(const char *source) {
    const char *slash = strrchr(source, '/');
    return sq_is_folder(source) || sq_capture_is_picture(slash ? slash + 1 : source);
}

static void close_pictures(void *self) {
    pictures *p = self;
    for (int i = 0; p->names && i < p->count; i++)
        free(p->names[i]);
    free(p->names);
    sq_picture_free(p->picture);
    free(p);
}

static sq_code list_folder(pictures *p, sq_diag *d) {
    p->folder_length = strlen(p->path);
    int count = scandir(p->path, &p->names, keep_pictures, versionsort);
    if (count < 0 && errno == ENOMEM)
        return sq_fail(d, SQ_E_MEMORY, "%s: no memory for its list of pictures; close other programs",
                       p->path);
    if (count < 0)
        return sq_fail(d, SQ_E_FILE, "%s: the folder cannot be read (%s); check its rights", p->path,
                       strerror(errno));
    p->count = count;
    if (!count) return sq_fail(d, SQ_E_FILE, "%s: the folder holds no picture; name one that does", p->path);
    return SQ_OK;
}

static sq_code list_one(pictures *p, sq_diag *d) {
    if (access(p->path, R_OK))
        return sq_fail(d, SQ_E_FILE, "%s: cannot be read (%s); check the name and the rights", p->path,
                       strerror(errno));
    p->count = 1;
    return SQ_OK;
}

static sq_code open_pictures(void **out, const char *source, const sq_capture_settings *settings,
                             sq_capture_shared *shared, sq_capture_info *about, sq_diag *d) {
    (void)shared;
    pictures *p = calloc(1, sizeof *p);
    if (!p) return sq_fail(d, SQ_E_MEMORY, "%s: out of memory; close other programs", source);
    p->gap_s = settings->picture_gap_s;
    snprintf(p->path, sizeof p->path, "%s", source); /* a longer one names no file that can be opened */
    sq_code code = sq_is_folder(source) ? list_folder(p, d) : list_one(p, d);
    if (code) {
        close_pictures(p);
        return code;
    }
    *about = (sq_capture_info){.kind = "pictures", .duration_s = p->count * p->gap_s, .frames = p->count};
    *out = p;
    return SQ_OK;
}

static sq_code next_picture(void *self, sq_frame *frame, sq_diag *d) {
    pictures *p = self;
    sq_picture_free(p->picture);
    p->picture = NULL;
    if (p->next == p->count) return SQ_END;
    int i = p->next++;
    if (p->names)
        snprintf(p->path + p->folder_length, sizeof p->path - p->folder_length, "/%s", p->names[i]->d_name);
    sq_code code = sq_picture_read(&p->picture, p->path, d);
    if (code) return code;
    *frame = sq_picture_frame(p->picture);
    frame->number = (uint64_t)i;
    frame->t = i * p->gap_s;
    return SQ_OK;
}

static const char *frame_name(const void *self) {
    return ((const pictures *)self)->path;
}

const sq_capture_backend sq_capture_pictures = {
    .takes = takes,
    .open = open_pictures,
    .next = next_picture,
    .frame_name = frame_name,
    .close = close_pictures,
};
