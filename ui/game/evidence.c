/* Keeps pictures of rests and of the motion before them in a folder, and deletes the oldest when its room is
 * used up. */
#include "ui/game/evidence.h"

#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "calib/camera/camera_file.h"
#include "vision/frame/frame_copy.h"
#include "vision/frame/opencv.h"

/* Motion is remembered as so many pictures, so many seconds apart: a hand, a flight and its bounces. */
enum { REMEMBERED = 16 };
#define EVERY_S 0.2

/* JPEG: a rim stays where it was to a tenth of a pixel. Motion is blurred anyway. */
enum { REST_QUALITY = 88, MOTION_QUALITY = 75 };

/* Room is made for so much of the limit at once, so that not every picture costs a search. */
#define THIN_TO 0.9

typedef struct {
    sq_frame frame; /* its planes are its own */
    size_t bytes;
} owned;

struct sq_evidence {
    pthread_mutex_t lock; /* of remembered and next */
    owned remembered[REMEMBERED];
    int next;
    owned chosen[SQ_EVIDENCE_MOTION]; /* the judging thread's copies */
    sq_picture *picture;
    long long limit, used;
    bool thinned;
    char folder[PATH_MAX];
};

/* ---- Names ---- */

void sq_evidence_rest(char picture[PATH_MAX], char camera[PATH_MAX], const char *folder, int rest) {
    snprintf(picture, PATH_MAX, "%.4000s/%06d.jpg", folder, rest);
    snprintf(camera, PATH_MAX, "%.4000s/%06d.json", folder, rest);
}

static bool is_motion(const char *name) {
    return strchr(name, '-');
}

static int is_picture(const struct dirent *entry) {
    const char *dot = strrchr(entry->d_name, '.');
    return dot && (!strcmp(dot, ".jpg") || !strcmp(dot, ".json"));
}

static long long bytes_of(const char *path) {
    struct stat s;
    return stat(path, &s) ? 0 : (long long)s.st_size;
}

static void path_of(char path[PATH_MAX], const char *folder, const char *name) {
    snprintf(path, PATH_MAX, "%.3800s/%.255s", folder, name);
}

/* ---- Opening and closing ---- */

static long long measure(const char *folder) {
    char path[PATH_MAX];
    struct dirent **list;
    long long sum = 0;
    int n = scandir(folder, &list, is_picture, NULL);
    for (int i = 0; i < n; i++) {
        path_of(path, folder, list[i]->d_name);
        sum += bytes_of(path);
        free(list[i]);
    }
    if (n >= 0) free(list);
    return sum;
}

sq_code sq_evidence_open(sq_evidence **out, const char *folder, long long limit_bytes, sq_diag *d) {
    sq_evidence *e = *out = calloc(1, sizeof *e);
    if (!e) return sq_fail(d, SQ_E_MEMORY, "no memory for evidence; close other programs");
    pthread_mutex_init(&e->lock, NULL);
    e->limit = limit_bytes;
    sq_code code = sq_picture_new(&e->picture, 1, 1, d);
    if (!code && (mkdir(folder, 0777) && errno != EEXIST))
        code = sq_fail(d, SQ_E_FILE, "%.300s: the folder cannot be made (%s); check the folder above it",
                       folder, strerror(errno));
    snprintf(e->folder, sizeof e->folder, "%s", folder);
    e->used = measure(folder);
    if (!code) return SQ_OK;
    sq_evidence_close(e);
    *out = NULL;
    return code;
}

static void free_owned(owned *list, int n) {
    for (int i = 0; i < n; i++)
        sq_frame_free(&list[i].frame);
}

void sq_evidence_close(sq_evidence *e) {
    if (!e) return;
    free_owned(e->remembered, REMEMBERED);
    free_owned(e->chosen, SQ_EVIDENCE_MOTION);
    sq_picture_free(e->picture);
    pthread_mutex_destroy(&e->lock);
    free(e);
}

/* ---- The last seconds ---- */

sq_code sq_evidence_watch(sq_evidence *e, const sq_frame *f, sq_diag *d) {
    const owned *newest = &e->remembered[(e->next + REMEMBERED - 1) % REMEMBERED];
    if (newest->bytes && f->t >= newest->frame.t && f->t - newest->frame.t < EVERY_S) return SQ_OK;
    pthread_mutex_lock(&e->lock);
    owned *o = &e->remembered[e->next];
    sq_code code = sq_frame_copy_half(&o->frame, &o->bytes, f, d);
    e->next = (e->next + 1) % REMEMBERED;
    pthread_mutex_unlock(&e->lock);
    return code;
}

/* Copies of what is remembered of that time, evenly spread; how many. */
static int choose(sq_evidence *e, double from, double to) {
    const sq_frame *fit[REMEMBERED];
    int n = 0, chosen = 0;
    sq_diag d;
    pthread_mutex_lock(&e->lock);
    for (int i = 0; i < REMEMBERED; i++) {
        const owned *o = &e->remembered[(e->next + i) % REMEMBERED];
        if (o->bytes && o->frame.t >= from && o->frame.t <= to) fit[n++] = &o->frame;
    }
    int want = n < SQ_EVIDENCE_MOTION ? n : SQ_EVIDENCE_MOTION;
    for (int i = 0; i < want; i++) {
        owned *o = &e->chosen[chosen];
        const sq_frame *f = fit[want > 1 ? i * (n - 1) / (want - 1) : n - 1];
        chosen += !sq_frame_copy(&o->frame, &o->bytes, f, &d);
    }
    pthread_mutex_unlock(&e->lock);
    return chosen;
}

/* ---- Making room ---- */

static long long drop(sq_evidence *e, const char *name) {
    char path[PATH_MAX];
    path_of(path, e->folder, name);
    long long bytes = bytes_of(path);
    if (remove(path)) return 0;
    e->used -= bytes;
    return bytes;
}

static long long bytes_in_motion(const sq_evidence *e, struct dirent **list, int n) {
    char path[PATH_MAX];
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        path_of(path, e->folder, list[i]->d_name);
        if (is_motion(list[i]->d_name)) sum += bytes_of(path);
    }
    return sum;
}

/* Names sort by rest. */
static void thin(sq_evidence *e) {
    struct dirent **list;
    int n = scandir(e->folder, &list, is_picture, alphasort);
    long long before = e->used, enough = (long long)((double)e->limit * THIN_TO),
              motion = bytes_in_motion(e, list, n);
    for (int i = 0; i < n && e->used > enough && motion > enough / 2; i++)
        if (is_motion(list[i]->d_name)) motion -= drop(e, list[i]->d_name);
    for (int i = 0; i < n && e->used > enough; i++)
        if (!is_motion(list[i]->d_name)) drop(e, list[i]->d_name);
    for (int i = 0; i < n; i++)
        free(list[i]);
    if (n >= 0) free(list);
    if (e->used < before) e->thinned = true;
}

/* ---- Writing ---- */

static sq_code write_picture(sq_evidence *e, const char *path, const sq_frame *f, int quality, sq_diag *d) {
    e->used -= bytes_of(path);
    sq_code code = sq_picture_set_frame(e->picture, f, d);
    if (!code) code = sq_picture_write(e->picture, path, quality, d);
    e->used += bytes_of(path);
    return code;
}

static sq_code write_camera(sq_evidence *e, const char *path, const sq_camera *c, sq_diag *d) {
    e->used -= bytes_of(path);
    sq_code code = sq_camera_write(c, path, d);
    e->used += bytes_of(path);
    return code;
}

sq_code sq_evidence_put(sq_evidence *e, int rest, const sq_frame *f, const sq_camera *c, double from,
                        double to, sq_diag *d) {
    char picture[PATH_MAX], camera[PATH_MAX];
    sq_evidence_rest(picture, camera, e->folder, rest);
    sq_code code = write_picture(e, picture, f, REST_QUALITY, d);
    if (!code) code = write_camera(e, camera, c, d);
    int n = choose(e, from, to);
    for (int i = 0; i < n && !code; i++) {
        const sq_frame *moment = &e->chosen[i].frame;
        snprintf(picture, sizeof picture, "%.4000s/%06d-%08.3f.jpg", e->folder, rest, moment->t);
        code = write_picture(e, picture, moment, MOTION_QUALITY, d);
    }
    if (e->used > e->limit) thin(e);
    return code;
}

bool sq_evidence_thinned(const sq_evidence *e) {
    return e->thinned;
}

/* ---- For readers ---- */

static bool is_motion_before(const char *name, int first, int last, sq_evidence_moment *out) {
    int used = 0;
    return sscanf(name, "%d-%lf%n", &out->rest, &out->t, &used) == 2 && !strcmp(name + used, ".jpg") &&
           out->rest >= first && out->rest <= last;
}

int sq_evidence_motion(sq_evidence_moment **out, const char *folder, int first, int last) {
    struct dirent **list;
    sq_evidence_moment m;
    int n = scandir(folder, &list, is_picture, alphasort), fit = 0, found = 0;
    for (int i = 0; i < n; i++)
        fit += is_motion_before(list[i]->d_name, first, last, &m);
    *out = fit ? calloc((size_t)fit, sizeof **out) : NULL;
    for (int i = 0; i < n; i++) {
        if (*out && is_motion_before(list[i]->d_name, first, last, &m)) {
            path_of(m.path, folder, list[i]->d_name);
            (*out)[found++] = m;
        }
        free(list[i]);
    }
    if (n >= 0) free(list);
    return found;
}
