/* How surely a wrong camera is noticed, and how often a right one is doubted (calib/camera_file_check.h).
 *
 * bench_camera_check FOLDER... [--wrong N] [--seed N]: each folder holds pictures NAME.jpg or NAME.png with
 * their cameras NAME.json, as squint synth scenes draws them. Each picture is compared with its own file, and
 * with N (4) that are not its own: the same camera moved by 2 mm to 2 m (log-uniform, any direction) and
 * turned by as much as that moves the mat, and every fourth time another picture's. Nothing on a mat tells
 * its two ends apart, so half a turn is no error. Prints the counts, a line for each fault, and exits with 1
 * where too many wrong ones pass or right ones do not. Without a folder the scenes of datasets/ are taken. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/camera/camera_file.h"
#include "calib/camera/camera_fit.h"
#include "calib/camera_file_check.h"
#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "vision/frame/opencv.h"
#include "vision/system/clock.h"

enum { WRONG = 4, SCENES_CAP = 20000, PATH_CAP = 1024, GRID_X = 9, GRID_Y = 5 };
#define LEAST_MM 2.0
#define MOST_MM 2000.0
#define MATTERS_MM 1.0 /* a wrong file must be noticed where places of the mat are wrong by more */
#define NOTICED_LEAST 0.99
#define DOUBTED_MOST 0.001

static const sq_mat_size mat = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};

typedef struct {
    int right, doubted;         /* own files, and those that were said to differ */
    int wrong, noticed, unsure; /* files that matter; said to differ; said not to be comparable */
    double ms, ms_most;         /* of own files that agree */
    int slow;                   /* of these, those that needed the camera found anew */
} tally;

static char *names[SCENES_CAP];
static int name_count;

/* By how much, mm, places of the mat that are in the picture are wrong under c, at most; half a turn is no
 * error. */
static double wrong_by(const sq_camera *truth, const sq_camera *c) {
    sq_camera same = *c;
    sq_camera_keep_ends(&same, truth);
    double most = 0;
    for (int i = 0; i < GRID_X * GRID_Y; i++) {
        sq_mm p = {mat.length_mm * ((double)(i % GRID_X) / (GRID_X - 1) - 0.5),
                   mat.width_mm * ((double)(i / GRID_X) / (GRID_Y - 1) - 0.5)};
        sq_px px = sq_px_from_mm3(truth, sq_mm_at_height(p, 0));
        if (!(px.x >= 0 && px.y >= 0 && px.x < truth->width && px.y < truth->height)) continue;
        sq_mm q = sq_mm_from_px(&same, px, 0);
        most = fmax(most, isfinite(q.x) ? sq_mm_distance(p, q) : INFINITY);
    }
    return most;
}

/* The camera moved by mm in any direction, and turned about any axis by up to what that is at its height. */
static sq_camera moved(const sq_camera *c, double mm, unsigned *seed) {
    double x[SQ_CAMERA_PARAMETERS], v[3], n = 0;
    sq_camera_parameters(c, x);
    for (int i = 0; i < 3; i++)
        x[SQ_CAMERA_TURN_X + i] = sq_naive_normal(seed) / 2 * mm / c->t[2];
    sq_camera out = sq_camera_from_parameters(c, x);
    for (int i = 0; i < 3; i++) {
        v[i] = sq_naive_normal(seed);
        n += v[i] * v[i];
    }
    for (int i = 0; i < 3; i++)
        out.t[i] += mm * v[i] / sqrt(n);
    return out;
}

static bool read_camera(sq_camera *c, const char *picture, int width, int height) {
    char path[PATH_CAP];
    sq_diag d;
    snprintf(path, sizeof path, "%.*s.json", (int)(strlen(picture) - strlen(".jpg")), picture);
    if (!sq_camera_read(c, path, &d) && !sq_camera_for_size(c, width, height, &d)) {
        c->width = width;
        c->height = height;
        return true;
    }
    return false;
}

static void try_right(sq_camera_check *k, const char *name, const sq_frame *f, const sq_camera *c, tally *t) {
    static sq_camera_checked m;
    double start = sq_monotonic_s();
    sq_camera_check_look(k, f, c, &(sq_camera_doubt){0}, &mat, &m);
    double ms = 1e3 * (sq_monotonic_s() - start);
    t->right++;
    t->ms += ms;
    t->ms_most = fmax(t->ms_most, ms);
    t->slow += m.found || m.why.code;
    if (m.answer == SQ_CHECK_AGREES || m.answer == SQ_CHECK_UNSEEN) return;
    t->doubted++;
    printf("doubted: %s: its own file (%.2f ± %.2f mm, p %.1g, answer %d)\n", name, m.worst_mm, m.sigma_mm,
           m.p, (int)m.answer);
}

static void try_wrong(sq_camera_check *k, const char *name, const sq_frame *f, const sq_camera *truth,
                      const sq_camera *c, tally *t) {
    static sq_camera_checked m;
    double off = wrong_by(truth, c);
    if (!sq_camera_ok(c) || off <= MATTERS_MM) return;
    sq_camera_check_look(k, f, c, &(sq_camera_doubt){0}, &mat, &m);
    t->wrong++;
    if (m.answer == SQ_CHECK_DIFFERS || m.answer == SQ_CHECK_NOWHERE) {
        t->noticed++;
        return;
    }
    t->unsure += m.answer == SQ_CHECK_UNSEEN;
    printf("passed: %s: a file that is %.1f mm wrong (%s; %.2f ± %.2f mm, p %.1g, %d lines)\n", name, off,
           m.answer == SQ_CHECK_UNSEEN ? "cannot be compared" : "taken as right", m.worst_mm, m.sigma_mm, m.p,
           m.lines);
}

static void try_picture(sq_camera_check *k, const char *name, int wrong, unsigned *seed, tally *t) {
    sq_picture *p;
    sq_diag d;
    sq_camera truth;
    if (sq_picture_read(&p, name, &d)) {
        puts(d.text);
        return;
    }
    sq_frame f = sq_picture_frame(p);
    if (read_camera(&truth, name, f.width, f.height)) {
        try_right(k, name, &f, &truth, t);
        for (int i = 0; i < wrong; i++) {
            double mm = LEAST_MM * pow(MOST_MM / LEAST_MM, sq_naive_uniform(seed));
            sq_camera c = moved(&truth, mm, seed);
            int other = (int)(sq_naive_uniform(seed) * name_count);
            if (i % 4 == 3 && !read_camera(&c, names[other], f.width, f.height)) continue;
            try_wrong(k, name, &f, &truth, &c, t);
        }
    }
    sq_picture_free(p);
}

static void take_folder(const char *folder) {
    char pattern[PATH_CAP];
    glob_t g;
    snprintf(pattern, sizeof pattern, "%s/*.[jp][pn]g", folder);
    if (glob(pattern, 0, NULL, &g)) return;
    for (size_t i = 0; i < g.gl_pathc && name_count < SCENES_CAP; i++)
        names[name_count++] = strdup(g.gl_pathv[i]);
    globfree(&g);
}

int main(int argc, char **argv) {
    int wrong = WRONG;
    unsigned seed = 1;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--wrong") && i + 1 < argc)
            wrong = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--seed") && i + 1 < argc)
            seed = (unsigned)atoi(argv[++i]);
        else
            take_folder(argv[i]);
    if (!name_count) take_folder(SQ_SOURCE_DIR "/datasets/scenes");
    tally t = {0};
    sq_diag d;
    sq_camera_check *k = sq_camera_check_new(&d);
    for (int i = 0; k && i < name_count; i++)
        try_picture(k, names[i], wrong, &seed, &t);
    sq_camera_check_free(k);
    for (int i = 0; i < name_count; i++)
        free(names[i]);
    printf("wrong files: %d of %d noticed, %d not comparable; own files: %d of %d doubted, %.1f ms each "
           "(%.0f at most; "
           "%d found the camera anew)\n",
           t.noticed, t.wrong, t.unsure, t.doubted, t.right, t.ms / fmax(1, t.right), t.ms_most, t.slow);
    return !t.right || t.noticed < NOTICED_LEAST * t.wrong || t.doubted > DOUBTED_MOST * t.right;
}
