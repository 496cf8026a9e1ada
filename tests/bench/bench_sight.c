/* A look, stage by stage, beside the peer that finds circles in the same frame: OpenCV's HoughCircles.
 *
 * Both get the same planes (I420, as a camera's decoder gives them) on one processor, in turns, so that what
 * else the machine does hits both. Times are milliseconds: the median of all turns, and the least. The two
 * are compared by the processor's time, in which others' work does not count; the ratio is the median of the
 * turns' own. The stages' times are the clock's, from within the look. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "calib/camera/camera_file.h"
#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "vision/frame/opencv.h"
#include "vision/judge_frame.h"

enum { TURNS = 21 };

/* Hough's settings: Canny's upper threshold and the votes at which it still finds most winks of a rendered
 * mat. */
#define HOUGH_EDGE 80
#define HOUGH_VOTES 14

typedef struct {
    double at[TURNS];
} times;

typedef struct {
    sq_naive_picture picture; /* I420 */
    sq_camera camera;
} subject;

typedef struct {
    times sight, stage[SQ_STAGES], hough, ratio;
    int winks, circles;
} figures;

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double least(times *t) {
    qsort(t->at, TURNS, sizeof *t->at, by_value);
    return t->at[0];
}

static double median(times *t) {
    qsort(t->at, TURNS, sizeof *t->at, by_value);
    return t->at[TURNS / 2];
}

/* ---- Subjects ---- */

/* A scene of the shared data or, where that is absent, of the samples. False, with a word, where neither has
 * it. */
static bool find_scene(const char *name, sq_picture **picture, sq_camera *camera) {
    static const char *const folders[] = {SQ_SHARED_DIR "/scenes", SQ_SOURCE_DIR "/datasets/scenes"};
    sq_diag d;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s.json", folders[i], name);
        if (sq_camera_read(camera, path, &d)) continue;
        snprintf(path, sizeof path, "%s/%s.jpg", folders[i], name);
        if (sq_picture_read(picture, path, &d) == SQ_OK) return true;
    }
    printf("%s: not here, left out\n\n", name);
    return false;
}

static sq_naive_picture i420_of(sq_frame bgr) {
    sq_naive_picture from = {.frame = bgr};
    return sq_naive_convert(&from, SQ_FRAME_I420, SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, true, 0);
}

/* The picture at half its size: the mean of four pixels each. */
static sq_picture *halved(const sq_picture *p) {
    sq_frame f = sq_picture_frame(p);
    sq_picture *half;
    sq_diag d;
    if (sq_picture_new(&half, f.width / 2, f.height / 2, &d)) return 0;
    int stride;
    unsigned char *out = sq_picture_pixels(half, &stride);
    for (int y = 0; y < f.height / 2; y++)
        for (int i = 0; i < f.width / 2 * 3; i++) {
            const uint8_t *a = f.plane[0] + (ptrdiff_t)(2 * y) * f.stride[0] + 2 * (i - i % 3) + i % 3;
            int sum = a[0] + a[3] + a[f.stride[0]] + a[f.stride[0] + 3];
            out[(ptrdiff_t)y * stride + i] = (unsigned char)((sum + 2) / 4);
        }
    return half;
}

/* ---- Timing ---- */

/* Of the whole process: OpenCV may have threads. */
static double processor_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static bool time_hough(const sq_naive_picture *p, const sq_camera *c, int *circles, double *ms) {
    double px_per_mm = sq_px_per_mm(c, (sq_mm3){0, 0, 0});
    int low = (int)(0.8 * px_per_mm * SQ_SMALL_MM / 2), high = (int)(1.2 * px_per_mm * SQ_LARGE_MM / 2 + 1);
    sq_diag d;
    double start = processor_ms();
    if (sq_cv_hough_circles(&p->frame, low, HOUGH_EDGE, HOUGH_VOTES, low, high, circles, &d)) {
        fprintf(stderr, "%s\n", d.text);
        return false;
    }
    *ms = processor_ms() - start;
    return true;
}

/* In turns; the first turn warms the memory and is not counted. */
static bool measure(const subject *s, figures *out) {
    static sq_position seen;
    sq_diag d;
    sq_sight *sight = sq_sight_new(&d);
    if (!sight) fprintf(stderr, "%s\n", d.text);
    bool well = sight;
    for (int turn = -1; turn < TURNS && well; turn++) {
        double hough = 0;
        well = time_hough(&s->picture, &s->camera, &out->circles, &hough);
        double start = processor_ms();
        if (well && sq_sight_look(sight, &s->picture.frame, &s->camera, &seen, &d)) {
            fprintf(stderr, "%s\n", d.text);
            well = false;
        }
        if (turn < 0 || !well) continue;
        out->hough.at[turn] = hough;
        out->sight.at[turn] = processor_ms() - start;
        out->ratio.at[turn] = out->sight.at[turn] / hough;
        for (int k = 0; k < SQ_STAGES; k++)
            out->stage[k].at[turn] = sq_sight_stage_ms(sight, (sq_stage)k);
    }
    out->winks = seen.wink_count;
    sq_sight_free(sight);
    return well;
}

static void report(const char *name, const subject *s, figures *f) {
    printf("%s, %d x %d\n", name, s->picture.frame.width, s->picture.frame.height);
    printf("                            median   least\n");
    for (int k = 0; k < SQ_STAGES; k++) {
        const sq_stage_entry *e = sq_stage_of((sq_stage)k);
        printf("    %s%-*s %7.2f %7.2f\n", e->how & SQ_PART ? "  " : "", e->how & SQ_PART ? 20 : 22, e->name,
               median(&f->stage[k]), least(&f->stage[k]));
    }
    printf("  sight                    %7.2f %7.2f   %d winks\n", median(&f->sight), least(&f->sight),
           f->winks);
    printf("  HoughCircles             %7.2f %7.2f   %d circles\n", median(&f->hough), least(&f->hough),
           f->circles);
    double ratio = median(&f->ratio); /* sorts them */
    printf("  ratio                    %7.2f           (%.2f to %.2f; aim: at most 1.00)\n\n", ratio,
           f->ratio.at[0], f->ratio.at[TURNS - 1]);
}

/* Measures and reports one picture; its median time, or NaN. */
static double judge(const char *name, const sq_picture *p, sq_camera camera) {
    figures f = {0};
    subject s = {i420_of(sq_picture_frame(p)), camera};
    double ms = NAN;
    if (measure(&s, &f)) {
        report(name, &s, &f);
        ms = median(&f.sight);
    }
    sq_naive_free(&s.picture);
    return ms;
}

static bool judge_scene(const char *name) {
    sq_picture *p;
    sq_camera camera;
    if (!find_scene(name, &p, &camera)) return true;
    double ms = judge(name, p, camera);
    sq_picture_free(p);
    return isfinite(ms);
}

/* The same scene at 4K and at half that: what pixels cost. */
static bool judge_sizes(const char *name) {
    sq_picture *p;
    sq_camera camera;
    sq_diag d;
    if (!find_scene(name, &p, &camera)) return true;
    sq_picture *half = halved(p);
    sq_frame f = sq_picture_frame(p);
    camera.width = f.width;
    camera.height = f.height;
    sq_camera small = camera;
    bool well = half && sq_camera_for_size(&small, f.width / 2, f.height / 2, &d) == SQ_OK;
    if (well) {
        double large_ms = judge(name, p, camera), small_ms = judge("the same, halved", half, small);
        printf("%s: 4K, to 1080p: %.2f\n", name, large_ms / small_ms);
        well = isfinite(large_ms / small_ms);
    }
    sq_picture_free(half);
    sq_picture_free(p);
    return well;
}

int main(void) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    if (sched_setaffinity(0, sizeof one, &one)) puts("not bound to one processor: OpenCV may use several");
    static const char *const scenes[] = {"isolated_001", "start_003", "piles_005", "pot_004", "hand_006"};
    bool well = true;
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        well = judge_scene(scenes[i]) && well;
    return judge_sizes("piles_101_4k") && well ? 0 : 1;
}
