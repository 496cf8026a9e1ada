/* A ladder of troubles: how well the eye sees scenes whose pictures are made worse, one way at a time.
 *
 *     ladder [--rungs NAME[AMOUNT],...] [--write DIR] FOLDER...
 *
 * looks at the pictures of all folders (NAME.jpg beside its truth NAME.json) on each rung and prints a table,
 * one row a rung. A number behind a rung's name says how bad it is, else it is as bad as usual: noise14.
 * --write keeps the pictures, with their truths, as DIR/RUNG/NAME.png, for `squint look` and `squint score`.
 * ./dev ablate --ladder runs it. Each look is the first of its source. */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "datasets/scene/random.h"
#include "datasets/score/scene_score.h"
#include "tests/bench/claim_of_look.h"
#include "vision/frame/opencv.h"
#include "vision/judge_frame.h"

enum { CHANNELS = 3, BELL = 1 << 14, PATH_CAP = 4096 };

/* The picture at hand, as levels: blue, green and red of each pixel. */
typedef struct {
    int w, h;
    double *level, *other; /* the same room twice */
    sq_random random;
} canvas;

static size_t at(const canvas *k, int x, int y, int c) {
    return ((size_t)y * (size_t)k->w + (size_t)x) * CHANNELS + (size_t)c;
}

static int within(int v, int count) {
    return v < 0 ? 0 : v >= count ? count - 1 : v;
}

/* ---- The rungs ---- */

/* Each level times a gain of its channel (blue, green, red), at the picture's left and right side. */
static void gain(canvas *k, const double left[CHANNELS], const double right[CHANNELS]) {
    for (int y = 0; y < k->h; y++)
        for (int x = 0; x < k->w; x++)
            for (int c = 0; c < CHANNELS; c++)
                k->level[at(k, x, y, c)] *= left[c] + (right[c] - left[c]) * x / (k->w - 1);
}

static void gain_evenly(canvas *k, double by) {
    gain(k, (double[CHANNELS]){by, by, by}, (double[CHANNELS]){by, by, by});
}

/* Blue times `by`, red times more than 1 by 5/8 of what blue has less. */
static void warm(canvas *k, double by) {
    double red = 1 + (1 - by) * 5 / 8;
    gain(k, (double[CHANNELS]){by, 1, red}, (double[CHANNELS]){by, 1, red});
}

/* The same the other way round. */
static void cool(canvas *k, double by) {
    double blue = 1 + (1 - by) * 5 / 8;
    gain(k, (double[CHANNELS]){blue, 1, by}, (double[CHANNELS]){blue, 1, by});
}

static void shade(canvas *k, double by) {
    gain(k, (double[CHANNELS]){by, by, by}, (double[CHANNELS]){1.25, 1.25, 1.25});
}

static void bend(canvas *k, double power) {
    for (size_t i = 0; i < (size_t)k->w * (size_t)k->h * CHANNELS; i++)
        k->level[i] = 255 * pow(k->level[i] / 255, power);
}

static void pale(canvas *k, double by) {
    for (size_t i = 0; i < (size_t)k->w * (size_t)k->h; i++) {
        double *p = k->level + i * CHANNELS, grey = 0.114 * p[0] + 0.587 * p[1] + 0.299 * p[2];
        for (int c = 0; c < CHANNELS; c++)
            p[c] = grey + by * (p[c] - grey);
    }
}

static void add_noise(canvas *k, double levels) {
    static float bell[BELL];
    for (int i = 0; i < BELL; i++)
        bell[i] = (float)(levels * sq_random_normal(&k->random));
    for (size_t i = 0; i < (size_t)k->w * (size_t)k->h * CHANNELS; i++)
        k->level[i] += (double)bell[sq_random_next(&k->random) % BELL];
}

/* A row (0) or column (1) of weights, -reach … reach, over the whole picture. */
static void convolve(canvas *k, const double *weight, int reach, int axis) {
    for (int y = 0; y < k->h; y++)
        for (int x = 0; x < k->w; x++)
            for (int c = 0; c < CHANNELS; c++) {
                double sum = 0;
                for (int i = -reach; i <= reach; i++)
                    sum +=
                        weight[i + reach] *
                        k->level[axis ? at(k, x, within(y + i, k->h), c) : at(k, within(x + i, k->w), y, c)];
                k->other[at(k, x, y, c)] = sum;
            }
    double *result = k->other;
    k->other = k->level;
    k->level = result;
}

static void blur(canvas *k, double px) {
    enum { REACH = 12 };
    double weight[2 * REACH + 1], sum = 0;
    for (int i = -REACH; i <= REACH; i++)
        sum += weight[i + REACH] = exp(-i * i / (2 * px * px));
    for (int i = 0; i <= 2 * REACH; i++)
        weight[i] /= sum;
    convolve(k, weight, REACH, 0);
    convolve(k, weight, REACH, 1);
}

/* By an odd number of pixels. */
static void move(canvas *k, double px) {
    enum { REACH = 12 };
    double weight[2 * REACH + 1];
    for (int i = -REACH; i <= REACH; i++)
        weight[i + REACH] = abs(i) <= (px - 1) / 2 ? 1 / px : 0;
    convolve(k, weight, REACH, 0);
}

/* Lanczos's kernel of three lobes. */
static double lanczos(double x) {
    x = fabs(x);
    return x < 1e-9 ? 1 : x < 3 ? 3 * sin(M_PI * x) * sin(M_PI * x / 3) / (M_PI * M_PI * x * x) : 0;
}

/* Makes one side of the picture smaller; `from` and `to` are its lengths. */
static void shrink_side(canvas *k, int axis, int from, int to) {
    double scale = (double)from / to;
    int w = axis ? k->w : to, h = axis ? to : k->h;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            double middle = ((axis ? y : x) + 0.5) * scale - 0.5, sum[CHANNELS] = {0}, all = 0;
            for (int i = (int)ceil(middle - 3 * scale); i <= middle + 3 * scale; i++) {
                double weight = lanczos((i - middle) / scale);
                int s = within(i, from);
                all += weight;
                for (int c = 0; c < CHANNELS; c++)
                    sum[c] += weight * k->level[axis ? at(k, x, s, c) : at(k, s, y, c)];
            }
            for (int c = 0; c < CHANNELS; c++)
                k->other[((size_t)y * (size_t)w + (size_t)x) * CHANNELS + (size_t)c] = sum[c] / all;
        }
    double *result = k->other;
    k->other = k->level;
    k->level = result;
    k->w = w;
    k->h = h;
}

static void shrink(canvas *k, double by) {
    int w = (int)lround(k->w / by), h = (int)lround(k->h / by);
    shrink_side(k, 0, k->w, w);
    shrink_side(k, 1, k->h, h);
}

/* Name, what is done to the levels, and by how much; 0: through a JPEG of that quality. */
typedef struct {
    const char *name;
    void (*change)(canvas *k, double amount);
    double amount;
} rung;

static void leave(canvas *k, double amount) {
    (void)k;
    (void)amount;
}

static const rung rungs[] = {
    {"plain", leave, 1}, {"jpeg", 0, 25},        {"noise", add_noise, 10},   {"blur", blur, 1.5},
    {"motion", move, 7}, {"small", shrink, 1.5}, {"dark", gain_evenly, .35}, {"warm", warm, .6},
    {"pale", pale, .45}, {"shade", shade, .45},  {"gamma", bend, .7},        {"bright", gain_evenly, 1.5},
    {"cool", cool, .6},
};
enum { RUNGS = sizeof rungs / sizeof *rungs };

/* ---- A picture on a rung ---- */

static void take_levels(canvas *k, const sq_picture *p) {
    sq_frame f = sq_picture_frame(p);
    k->w = f.width;
    k->h = f.height;
    for (int y = 0; y < k->h; y++)
        for (int i = 0; i < k->w * CHANNELS; i++)
            k->level[at(k, 0, y, 0) + (size_t)i] = f.plane[0][(ptrdiff_t)y * f.stride[0] + i];
}

static void give_levels(const canvas *k, sq_picture *p) {
    int stride;
    unsigned char *pixels = sq_picture_pixels(p, &stride);
    for (int y = 0; y < k->h; y++)
        for (int i = 0; i < k->w * CHANNELS; i++) {
            double v = k->level[at(k, 0, y, 0) + (size_t)i];
            pixels[(ptrdiff_t)y * stride + i] = (unsigned char)(v < 0 ? 0 : v > 255 ? 255 : v);
        }
}

static sq_code make_canvas(canvas *k, const sq_picture *p, sq_diag *d) {
    sq_frame f = sq_picture_frame(p);
    size_t n = (size_t)f.width * (size_t)f.height * CHANNELS;
    k->level = malloc(n * sizeof *k->level);
    k->other = malloc(n * sizeof *k->other);
    k->random = sq_random_for(5, "noise of a ladder");
    if (!k->level || !k->other) return sq_fail(d, SQ_E_MEMORY, "the ladder: not enough memory");
    take_levels(k, p);
    return SQ_OK;
}

/* Through a file, as pictures come. */
static sq_code through_jpeg(sq_picture **p, int quality, sq_diag *d) {
    char path[] = "/tmp/ladder-XXXXXX.jpg";
    int fd = mkstemps(path, 4);
    if (fd < 0) return sq_fail(d, SQ_E_FILE, "%s: cannot be made; make room in /tmp", path);
    close(fd);
    sq_code code = sq_picture_write(*p, path, quality, d);
    sq_picture *read = 0;
    if (!code) code = sq_picture_read(&read, path, d);
    unlink(path);
    if (code) return code;
    sq_picture_free(*p);
    *p = read;
    return SQ_OK;
}

/* The picture on the rung, and its camera there. The caller frees *out. */
static sq_code climb(sq_picture **out, sq_camera *c, const sq_picture *from, const rung *r, sq_diag *d) {
    canvas k = {0};
    *out = 0;
    sq_code code = make_canvas(&k, from, d);
    if (!code) {
        int whole = k.w;
        if (r->change) r->change(&k, r->amount);
        double scale = (double)k.w / whole;
        if (k.w != whole) {
            c->fx *= scale;
            c->fy *= scale;
            c->cx = (c->cx + 0.5) * scale - 0.5;
            c->cy = (c->cy + 0.5) * scale - 0.5;
            if (c->width) c->width = k.w;
            if (c->height) c->height = k.h;
        }
        code = sq_picture_new(out, k.w, k.h, d);
    }
    if (!code) give_levels(&k, *out);
    if (!code && !r->change) code = through_jpeg(out, (int)r->amount, d);
    free(k.level);
    free(k.other);
    return code;
}

/* The same truth for the picture that was written, with the camera that it has now. */
static sq_code write_truth(const char *from, const char *to, const char *name, const sq_camera *c,
                           sq_diag *d) {
    char image[PATH_CAP];
    json_t *o = json_load_file(from, 0, 0), *camera = json_object_get(o, "camera");
    snprintf(image, sizeof image, "%s.png", name);
    json_object_set_new(o, "image", json_string(image));
    json_object_set_new(camera, "fx", json_real(c->fx));
    json_object_set_new(camera, "fy", json_real(c->fy));
    json_object_set_new(camera, "cx", json_real(c->cx));
    json_object_set_new(camera, "cy", json_real(c->cy));
    int failed = json_dump_file(o, to, 0);
    json_decref(o);
    return failed ? sq_fail(d, SQ_E_FILE, "%s: cannot be written", to) : SQ_OK;
}

static sq_code keep(const char *folder, const char *rung_name, const char *truth, const sq_picture *p,
                    const sq_camera *c, sq_diag *d) {
    char name[256], path[PATH_CAP];
    sq_picture_name(name, sizeof name, truth);
    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/%s", folder, rung_name);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/%s/%s.png", folder, rung_name, name);
    sq_code code = sq_picture_write(p, path, 0, d);
    snprintf(path, sizeof path, "%s/%s/%s.json", folder, rung_name, name);
    return code ? code : write_truth(truth, path, name, c, d);
}

/* ---- Looking, and the table ---- */

typedef struct {
    sq_tally tally;
    double ms;
} step;

static sq_code look(step *s, const sq_picture *p, const sq_camera *c, const sq_truth *t, sq_diag *d) {
    static sq_position seen;
    static sq_claim_memory memory;
    sq_sight *eye = sq_sight_new(d);
    if (!eye) return SQ_E_MEMORY;
    sq_frame f = sq_picture_frame(p);
    sq_code code = sq_sight_look(eye, &f, c, &seen, d);
    sq_sight_free(eye);
    if (code) return code;
    sq_prediction claim = sq_claim_of_look(&seen, &memory);
    sq_tally_add(&s->tally, t, &claim);
    s->ms += seen.sight_ms;
    return SQ_OK;
}

static void print_step(const char *name, step *s) {
    double r[SQ_SCORE_ROWS];
    sq_tally_rows(&s->tally, r);
    printf("%-10s %6.2f %6.2f  %5.3f %5.3f  %5.3f %5.3f %5.0f %5.0f %6.0f %5.0f %5.2f %5.2f %5.2f %6.3f "
           "%5.0f %5.0f %7.1f\n",
           name, 100 * r[SQ_ROW_recall], 100 * r[SQ_ROW_precision], r[SQ_ROW_mm_median], r[SQ_ROW_mm_p95],
           r[SQ_ROW_covered_mm_median], r[SQ_ROW_covered_mm_p95], r[SQ_ROW_squops_right],
           r[SQ_ROW_squops_look], r[SQ_ROW_squops_missed], r[SQ_ROW_squops_false], r[SQ_ROW_z_p95],
           sq_quantile(&s->tally.z_whole, 0.95), sq_quantile(&s->tally.z_covered, 0.95), r[SQ_ROW_brier],
           r[SQ_ROW_tiddlies_right], r[SQ_ROW_tiddlies_wrong], s->ms / fmax(r[SQ_ROW_scenes], 1));
    fflush(stdout);
}

static void print_head(void) {
    printf("%-10s %13s  %11s  %11s %24s %17s %6s %11s %7s\n", "", "winks, %", "whole, mm", "covered, mm",
           "squops", "error/sigma, 95 %", "", "tiddlies", "");
    printf("%-10s %6s %6s  %5s %5s  %5s %5s %5s %5s %6s %5s %5s %5s %5s %6s %5s %5s %7s\n", "rung", "found",
           "true", "half", "95 %", "half", "95 %", "right", "asked", "missed", "false", "all", "whole",
           "cover", "Brier", "right", "wrong", "ms");
}

static sq_code try_picture(step *s, const rung *r, const char *name, const char *path, const char *folder,
                           sq_diag *d) {
    static sq_truth truth;
    char json[PATH_CAP];
    sq_picture *whole = 0, *changed = 0;
    snprintf(json, sizeof json, "%.*s.json", (int)(strlen(path) - 4), path);
    sq_code code = sq_truth_read(&truth, json, d);
    sq_camera camera = truth.camera;
    if (!code) code = sq_picture_read(&whole, path, d);
    if (!code) code = climb(&changed, &camera, whole, r, d);
    if (!code && folder) code = keep(folder, name, json, changed, &camera, d);
    if (!code) code = look(s, changed, &camera, &truth, d);
    sq_picture_free(whole);
    sq_picture_free(changed);
    return code;
}

static bool try_rung(const rung *r, const char *name, const glob_t *found, const char *folder) {
    step s = {0};
    sq_diag d;
    bool well = true;
    for (size_t i = 0; i < found->gl_pathc; i++)
        if (try_picture(&s, r, name, found->gl_pathv[i], folder, &d)) {
            fprintf(stderr, "%s, %s: %s\n", found->gl_pathv[i], name, d.text);
            well = false;
        }
    print_step(name, &s);
    sq_tally_free(&s.tally);
    return well;
}

/* The rung of a name, with the amount behind it where one is told: noise14. Null name: there is none. */
static rung rung_of(const char *word) {
    for (int k = 0; k < RUNGS; k++) {
        size_t n = strlen(rungs[k].name);
        if (strncmp(word, rungs[k].name, n)) continue;
        rung r = rungs[k];
        if (word[n]) r.amount = strtod(word + n, 0);
        return r;
    }
    return (rung){0};
}

static bool try_named(char *names, const glob_t *found, const char *folder) {
    bool well = true;
    for (char *rest, *word = strtok_r(names, ",", &rest); word; word = strtok_r(0, ",", &rest)) {
        rung r = rung_of(word);
        if (r.name)
            well = try_rung(&r, word, found, folder) && well;
        else
            fprintf(stderr, "%s: there is no such rung\n", word);
        well = well && r.name;
    }
    return well;
}

int main(int argc, char **argv) {
    const char *folder = 0;
    char usual[] = "plain,jpeg25,noise10,blur1.5,bright1.5,motion7,small1.5,dark.35,warm.6,pale.45,shade.45",
         *names = usual;
    int first = 1;
    for (; first + 1 < argc && argv[first][0] == '-'; first += 2)
        if (!strcmp(argv[first], "--rungs"))
            names = argv[first + 1];
        else if (!strcmp(argv[first], "--write"))
            folder = argv[first + 1];
    glob_t found = {0};
    for (int i = first; i < argc; i++) {
        char pattern[PATH_CAP];
        snprintf(pattern, sizeof pattern, "%s/*.jpg", argv[i]);
        glob(pattern, i > first ? GLOB_APPEND : 0, 0, &found);
    }
    if (!found.gl_pathc) {
        fprintf(stderr,
                "usage: ladder [--rungs NAME,...] [--write DIR] FOLDER... (with NAME.jpg and NAME.json)\n");
        return 2;
    }
    printf("%zu pictures\n", found.gl_pathc);
    print_head();
    bool well = try_named(names, &found, folder);
    globfree(&found);
    return well ? 0 : 2;
}
