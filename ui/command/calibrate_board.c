/* squint calibrate --board: collects views of a printed board from pictures and videos, fits the lens to
 * them, and reports what is left over. */
#include "ui/command/calibrate_board.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/lens/lens_fit.h"
#include "ui/canvas/letters.h"
#include "vision/capture/capture.h"
#include "vision/frame/opencv.h"
#include "vision/system/output_file.h"

/* Seconds between two looks at a video; a board that moves farther than this share of the picture's
 * longer side in between is blurred, and one that has moved less than that since a view was taken
 * tells nothing new. */
#define LOOK_EVERY_S 0.25
#define STILL_SHARE 0.001
#define FRESH_SHARE 0.04

/* Cells of the picture, for its coverage. */
enum { CELLS_X = 16, CELLS_Y = 9, NAME_CAP = 256 };

/* The picture of the residuals: how many times too long they are, and of which quality. */
#define MAGNIFIED 200
enum { OVERLAY_QUALITY = 92 };

typedef struct {
    const sq_board_wish *wish;
    int width, height; /* of the first picture; all have it */
    int count, looked, truncated;
    sq_board_view view[SQ_LENS_VIEWS];
    char name[SQ_LENS_VIEWS][NAME_CAP];
    bool covered[CELLS_Y][CELLS_X];
    sq_board_view last; /* of a video */
    double t_last;
    sq_lens_fit fit;
} calibration;

/* ---- Views ---- */

/* The mean way, pixels, of the crossings that both views have; infinite where there are none. */
static double way_between(const sq_board_view *a, const sq_board_view *b) {
    double sum = 0;
    int n = 0;
    for (int i = 0, k = 0; i < a->count && k < b->count;) {
        if (a->corner[i] == b->corner[k]) {
            sum += sq_px_distance(a->at[i++], b->at[k++]);
            n++;
        } else if (a->corner[i] < b->corner[k])
            i++;
        else
            k++;
    }
    return n ? sum / n : INFINITY;
}

static bool fresh(const calibration *c, const sq_board_view *v) {
    for (int i = 0; i < c->count; i++)
        if (way_between(&c->view[i], v) < FRESH_SHARE * fmax(c->width, c->height)) return false;
    return true;
}

static int cover(calibration *c, const sq_board_view *v) {
    int cells = 0;
    for (int i = 0; i < v->count; i++) {
        int x = (int)(v->at[i].x * CELLS_X / c->width), y = (int)(v->at[i].y * CELLS_Y / c->height);
        if (x >= 0 && y >= 0 && x < CELLS_X && y < CELLS_Y) c->covered[y][x] = true;
    }
    for (int k = 0; k < CELLS_X * CELLS_Y; k++)
        cells += c->covered[k / CELLS_X][k % CELLS_X];
    return 100 * cells / (CELLS_X * CELLS_Y);
}

static void take(calibration *c, const sq_board_view *v, const char *name) {
    if (c->count == SQ_LENS_VIEWS) {
        c->truncated++;
        return;
    }
    c->view[c->count] = *v;
    snprintf(c->name[c->count++], NAME_CAP, "%s", name);
    printf("%s: %d crossings; %d view%s %d %% of the picture\n", name, v->count, c->count,
           c->count == 1 ? " covers" : "s cover", cover(c, v));
    fflush(stdout);
}

static sq_code check_size(calibration *c, const sq_frame *f, const char *name, sq_diag *d) {
    if (!c->width) {
        c->width = f->width;
        c->height = f->height;
    }
    if (c->width == f->width && c->height == f->height) return SQ_OK;
    return sq_fail(
        d, SQ_E_SIZE,
        "%.200s: has %d x %d pixels and the pictures before it %d x %d; a lens is found at one size", name,
        f->width, f->height, c->width, c->height);
}

static sq_code look_at_picture(calibration *c, const sq_frame *f, const char *name, sq_diag *d) {
    sq_board_view v;
    sq_code code = check_size(c, f, name, d);
    if (code) return code;
    c->looked++;
    if (sq_board_detect(f, &c->wish->board, &v, d))
        fprintf(stderr, "squint: %s: %s\n", name, d->text);
    else
        take(c, &v, name);
    return SQ_OK;
}

/* Only where the board is held still, and elsewhere than before. */
static sq_code look_at_video(calibration *c, const sq_frame *f, const char *name, sq_diag *d) {
    sq_board_view v;
    char at[NAME_CAP];
    if (f->t < c->t_last + LOOK_EVERY_S) return SQ_OK;
    c->t_last = f->t;
    sq_code code = check_size(c, f, name, d);
    if (code) return code;
    c->looked++;
    if (sq_board_detect(f, &c->wish->board, &v, d)) v.count = 0;
    bool still = way_between(&v, &c->last) < STILL_SHARE * fmax(c->width, c->height);
    snprintf(at, sizeof at, "%.200s at %.2f s", name, f->t);
    if (still && fresh(c, &v)) take(c, &v, at);
    c->last = v;
    return SQ_OK;
}

static sq_code look_at_source(calibration *c, const char *source, sq_diag *d) {
    sq_capture *capture;
    sq_frame f;
    sq_code code = sq_capture_open(&capture, source, NULL, d);
    if (code) return code;
    bool pictures = !strcmp(sq_capture_about(capture).kind, "pictures");
    c->last.count = 0;
    c->t_last = -INFINITY;
    while (!code) {
        sq_code next = sq_capture_next(capture, &f, d);
        if (next == SQ_END) break;
        if (next)
            fprintf(stderr, "squint: %s\n", d->text);
        else
            code = (pictures ? look_at_picture : look_at_video)(c, &f, sq_capture_frame_name(capture), d);
    }
    sq_capture_close(capture);
    return code;
}

/* ---- What is written ---- */

/* mrcal's corners.vnl: every crossing of every picture, those that are not seen with the level "-". */
static sq_code write_corners(const calibration *c, sq_diag *d) {
    sq_output_file o;
    sq_code code = sq_output_begin(&o, c->wish->corners, d);
    if (code) return code;
    FILE *out = fopen(o.path, "we");
    if (out) fputs("# filename x y level\n", out);
    for (int v = 0; out && v < c->count; v++)
        for (int k = 0, i = 0; k < sq_board_corners(&c->wish->board); k++) {
            const sq_board_view *view = &c->view[v];
            bool seen = i < view->count && view->corner[i] == k;
            if (seen && !c->fit.stray[v][i])
                fprintf(out, "%s %.6f %.6f 0\n", c->name[v], view->at[i].x, view->at[i].y);
            else
                fprintf(out, "%s 0 0 -\n", c->name[v]);
            i += seen;
        }
    return sq_output_close(&o, out, d);
}

static sq_code draw_residuals(const calibration *c, sq_diag *d) {
    static const sq_paint dot = {200, 200, 200, 1}, arrow = {80, 200, 80, 1}, stray = {60, 60, 240, 1},
                          ink = {230, 230, 230, 1}, ground = {0, 0, 0, 1};
    sq_picture *p;
    char words[128];
    sq_code code = sq_picture_new(&p, c->width, c->height, d);
    if (code) return code;
    for (int v = 0; v < c->count; v++)
        for (int i = 0; i < c->view[v].count; i++) {
            sq_px at = c->view[v].at[i], r = sq_lens_residual(&c->fit, &c->wish->board, c->view, v, i);
            sq_px to = {at.x + MAGNIFIED * r.x, at.y + MAGNIFIED * r.y};
            sq_draw_circle(p, at, 2, 0, dot);
            sq_draw_line(p, at, to, 1, c->fit.stray[v][i] ? stray : arrow);
        }
    snprintf(words, sizeof words, "residuals x %d; rms %.3f px", MAGNIFIED, c->fit.lens.rms_px);
    sq_letters_draw(p, (sq_px){20, c->height - 20}, c->height / 50.0, words, ink, ground);
    code = sq_picture_write(p, c->wish->overlay, OVERLAY_QUALITY, d);
    sq_picture_free(p);
    return code;
}

static void say_coverage(const calibration *c) {
    puts("Where crossings were seen (#):");
    for (int y = 0; y < CELLS_Y; y++) {
        fputs("  ", stdout);
        for (int x = 0; x < CELLS_X; x++)
            fputs(c->covered[y][x] ? " #" : " .", stdout);
        putchar('\n');
    }
}

/* The part of the picture that has seen least of the board. */
static void say_gap(const calibration *c) {
    static const char *const parts[2][2] = {{"upper left", "upper right"}, {"lower left", "lower right"}};
    int least = 100, at = 0;
    for (int k = 0; k < 4; k++) {
        int n = 0, y0 = k / 2 * (CELLS_Y - CELLS_Y / 2), x0 = k % 2 * (CELLS_X / 2);
        for (int y = y0; y < y0 + CELLS_Y / 2; y++)
            for (int x = x0; x < x0 + CELLS_X / 2; x++)
                n += c->covered[y][x];
        if (n >= least) continue;
        least = n;
        at = k;
    }
    if (2 * least < CELLS_Y / 2 * (CELLS_X / 2))
        printf("More views with the board in the %s of the picture would make it surer.\n",
               parts[at / 2][at % 2]);
}

static void say(const calibration *c) {
    const sq_lens *l = &c->fit.lens;
    const sq_camera *m = &l->camera;
    const double *s = l->sigma;
    say_coverage(c);
    printf("The lens is found from %d crossings in %d views; residual %.3f pixels%s.\n", l->corners, l->views,
           l->rms_px, c->truncated ? " (more views than can be held: the others are left out)" : "");
    if (c->fit.strays) printf("Left out as strays: %d crossings.\n", c->fit.strays);
    printf("  focal length  %.2f ± %.2f x %.2f ± %.2f pixels\n", m->fx, s[0] * m->fx, m->fy,
           hypot(s[0], s[1]) * m->fy);
    printf("  middle        %.2f ± %.2f, %.2f ± %.2f\n", m->cx, s[2], m->cy, s[3]);
    printf("  distortion    k1 %.5f ± %.5f, k2 %.5f ± %.5f, p1 %.6f ± %.6f, p2 %.6f ± %.6f\n", m->dist[0],
           s[4], m->dist[1], s[5], m->dist[2], s[6], m->dist[3], s[7]);
    say_gap(c);
}

static sq_code run(calibration *c, sq_diag *d) {
    sq_code code = SQ_OK;
    for (int i = 0; i < c->wish->count && !code; i++)
        code = look_at_source(c, c->wish->sources[i], d);
    if (!code) code = sq_lens_solve(&c->fit, &c->wish->board, c->view, c->count, c->width, c->height, d);
    if (code) return code;
    say(c);
    if (c->wish->out) code = sq_lens_write(&c->fit.lens, c->wish->out, d);
    if (!code && c->wish->overlay) code = draw_residuals(c, d);
    if (!code && c->wish->corners) code = write_corners(c, d);
    return code;
}

sq_code sq_calibrate_board(const sq_board_wish *w, sq_diag *d) {
    calibration *c = calloc(1, sizeof *c);
    if (!c) return sq_fail(d, SQ_E_MEMORY, "not enough memory to look for a board; close other programs");
    c->wish = w;
    sq_code code = run(c, d);
    free(c);
    return code;
}
