/* Compares a camera with the picture: sights the mat's lines where it says, or finds the camera anew, and
 * tests the difference against both covariances. */
#include "calib/camera_file_check.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/camera/camera_fit.h"
#include "calib/camera_drift.h"
#include "calib/mat/find_camera_parts.h"
#include "calib/mat/mat_edge_sightings.h"
#include "calib/measure/edge_fit.h"
#include "calib/measure/edge_strip.h"
#include "calib/measure/pot_rim_by_colour.h"
#include "calib/measure/pot_rim_by_light.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/math/cholesky.h"
#include "vision/math/levenberg_marquardt.h"
#include "vision/math/tunable_number.h"

/* The probability below which a difference is no chance: of ten thousand right cameras one is refused.
 * Higher: more of them; lower: the smallest of the wrong ones pass. */
SQ_NUMBER(SQ_CHECK_CHANCE, 1e-4);

/* The deviations of a camera that is found anew count so many times where no line has its say: its errors
 * have a longer tail than a normal one, under a window's light. Lower: right files are refused; higher: what
 * is wrong by a centimetre passes where a hand lies over the sides. */
SQ_NUMBER(SQ_CHECK_ALONE, 2.0);

/* At a glance a line has few profiles, and every third block: it is known less than by a camera's own search,
 * by this; and so is the pot alone. Lower: right files are looked at twice, and some refused; higher: a
 * millimetre passes. */
enum { COLUMNS = 3, EVERY_BLOCK = 3 };
SQ_NUMBER(SQ_CHECK_COARSER, 1.3);

/* Millimetres: a glance that knows the mat's places less surely could take for right what matters. It settles
 * nothing then, and the camera is found anew, which takes a tenth of a second. */
static double glance_mm(void) {
    return SQ_CAMERA_MATTERS_MM / 2;
}

/* How a place of the mat is displaced: shift, the four linear ways, perspective in two, and the lens's bulge
 * in two orders. Unit: mm, with places in metres. */
enum { MOTION = 10, GRID_X = 7, GRID_Y = 5, GRID = GRID_X * GRID_Y };
#define METRE_MM 1000.0 /* also how far what is not measured stays open */

enum { OFFSETS_CAP = SQ_MAT_LINES * SQ_STRIP_BLOCKS, ALL = MOTION + SQ_MAT_LINES };

typedef double matrix[MOTION][MOTION];

/* A block that lies `mm` further out, along `out`, than the camera says. */
typedef struct {
    sq_mm at, out;
    double mm, sigma_mm;
    int line;
} offset;

struct sq_camera_check {
    sq_mat_size size;
    sq_strip strip;
    int count;
    offset offsets[OFFSETS_CAP];
    double line_sigma_mm[SQ_MAT_LINES]; /* 0: not seen */
    int places;                         /* of the mat that are in the picture */
    sq_mm place[GRID];
    double x[MOTION];
    matrix covariance;
    sq_lm_work work;
};

sq_camera_check *sq_camera_check_new(sq_diag *d) {
    sq_camera_check *k = calloc(1, sizeof *k);
    if (!k) sq_fail(d, SQ_E_MEMORY, "not enough memory to check the camera; close other programs");
    return k;
}

void sq_camera_check_free(sq_camera_check *k) {
    free(k);
}

/* ---- Displacements over the mat ---- */

/* The displacement of a place by each of the ways alone. */
static void ways_at(sq_mm p, double dx[MOTION], double dy[MOTION]) {
    double u = p.x / METRE_MM, v = p.y / METRE_MM, r2 = u * u + v * v;
    const double x[MOTION] = {1, 0, u, v, 0, 0, u * u, u * v, r2 * u, r2 * r2 * u};
    const double y[MOTION] = {0, 1, 0, 0, u, v, u * v, v * v, r2 * v, r2 * r2 * v};
    memcpy(dx, x, sizeof x);
    memcpy(dy, y, sizeof y);
}

static sq_mm displaced(const double x[MOTION], sq_mm p) {
    double dx[MOTION], dy[MOTION];
    sq_mm sum = {0, 0};
    ways_at(p, dx, dy);
    for (int i = 0; i < MOTION; i++)
        sum = (sq_mm){sum.x + dx[i] * x[i], sum.y + dy[i] * x[i]};
    return sum;
}

static bool in_picture(const sq_frame *f, sq_px p) {
    return p.x >= 0 && p.y >= 0 && p.x <= f->width - 1 && p.y <= f->height - 1;
}

/* Where on the mat the picture can tell anything by that camera. */
static void choose_places(sq_camera_check *k, const sq_frame *f, const sq_camera *c) {
    k->places = 0;
    for (int i = 0; i < GRID; i++) {
        sq_mm p = {k->size.length_mm * ((double)(i % GRID_X) / (GRID_X - 1) - 0.5),
                   k->size.width_mm * ((double)(i / GRID_X) / (GRID_Y - 1) - 0.5)};
        if (in_picture(f, sq_px_from_mm3(c, sq_mm_at_height(p, 0)))) k->place[k->places++] = p;
    }
}

/* Where `other` puts the place that `c` sees at p, relative to p. */
static sq_mm between(const sq_camera *c, const sq_camera *other, sq_mm p) {
    sq_mm q = sq_mm_from_px(other, sq_px_from_mm3(c, sq_mm_at_height(p, 0)), 0);
    return (sq_mm){q.x - p.x, q.y - p.y};
}

/* The ways by which `other` differs from c, by least squares over the places; false where it does not see
 * them. */
static bool ways_between(const sq_camera_check *k, const sq_camera *c, const sq_camera *other,
                         double x[MOTION]) {
    double normal[MOTION * MOTION] = {0}, dx[MOTION], dy[MOTION];
    memset(x, 0, sizeof(double[MOTION]));
    for (int n = 0; n < k->places; n++) {
        sq_mm d = between(c, other, k->place[n]);
        if (!isfinite(d.x) || !isfinite(d.y)) return false;
        ways_at(k->place[n], dx, dy);
        for (int i = 0; i < MOTION; i++) {
            x[i] += dx[i] * d.x + dy[i] * d.y;
            for (int j = 0; j <= i; j++)
                normal[i * MOTION + j] += dx[i] * dx[j] + dy[i] * dy[j];
        }
    }
    for (int i = 0; i < MOTION; i++)
        normal[i * MOTION + i] += 1 / (METRE_MM * METRE_MM);
    return sq_cholesky_solve(normal, MOTION, MOTION, x);
}

/* Adds what is not known of a camera, as ways, its deviations so many times. */
static void add_doubt(sq_camera_check *k, const sq_camera *c, const sq_camera_doubt *doubt, double times) {
    for (int n = 0; n < doubt->count; n++) {
        double x[MOTION];
        if (!ways_between(k, c, &doubt->other[n], x)) continue;
        for (int i = 0; i < MOTION; i++)
            for (int j = 0; j < MOTION; j++)
                k->covariance[i][j] += x[i] * x[j] * times * times / (doubt->part * doubt->part);
    }
    for (int i = 0; i < MOTION; i++)
        k->covariance[i][i] += SQ_CAMERA_FLOOR_MM * SQ_CAMERA_FLOOR_MM;
}

/* ---- The test ---- */

/* The probability that a chi-square of MOTION (even) degrees of freedom is at least t. */
static double tail(double t) {
    double h = t / 2, term = 1, sum = 1;
    for (int i = 1; i < MOTION / 2; i++) {
        term *= h / i;
        sum += term;
    }
    return exp(-h) * sum;
}

/* x' C⁻¹ x; infinite where C is no covariance. */
static double mahalanobis(const sq_camera_check *k) {
    double l[MOTION * MOTION], y[MOTION], sum = 0;
    memcpy(l, k->covariance, sizeof l);
    memcpy(y, k->x, sizeof y);
    if (!sq_cholesky(l, MOTION, MOTION)) return INFINITY;
    sq_cholesky_forward(l, MOTION, MOTION, y);
    for (int i = 0; i < MOTION; i++)
        sum += y[i] * y[i];
    return sum;
}

/* The deviation of a displacement at p, along its own direction. */
static double sigma_at(const sq_camera_check *k, sq_mm p, sq_mm d) {
    double dx[MOTION], dy[MOTION], var = 0, n = hypot(d.x, d.y);
    sq_mm e = n > 0 ? (sq_mm){d.x / n, d.y / n} : (sq_mm){1, 0};
    ways_at(p, dx, dy);
    for (int i = 0; i < MOTION; i++)
        for (int j = 0; j < MOTION; j++)
            var += k->covariance[i][j] * (dx[i] * e.x + dy[i] * e.y) * (dx[j] * e.x + dy[j] * e.y);
    return sqrt(fmax(0, var));
}

/* Tells the field in k->x, with k->covariance, in the places' own millimetres. */
static void tell(const sq_camera_check *k, sq_camera_checked *out) {
    const double *x = k->x;
    out->p = tail(mahalanobis(k));
    out->shift = (sq_mm){x[0], x[1]};
    out->turn_deg = (x[4] - x[3]) / 2 / METRE_MM * 180 / M_PI;
    out->worst_mm = out->sigma_mm = 0;
    for (int n = 0; n < k->places; n++) {
        sq_mm d = displaced(x, k->place[n]);
        double mm = hypot(d.x, d.y);
        if (mm < out->worst_mm) continue;
        out->worst_mm = mm;
        out->sigma_mm = sigma_at(k, k->place[n], d);
    }
    bool differs = out->p < SQ_CHECK_CHANCE && out->worst_mm > SQ_CAMERA_MATTERS_MM;
    out->answer = differs ? SQ_CHECK_DIFFERS : SQ_CHECK_AGREES;
}

/* ---- At a glance: the lines where the camera says ---- */

/* Measures some blocks of a line; true where it is seen. *expected: half of it is in the picture. */
static bool glance_at(sq_camera_check *k, const sq_frame *f, const sq_camera *c, sq_mat_line line,
                      bool *expected) {
    sq_edge_shape shape;
    sq_strip *s = &k->strip;
    int inside = 0, before = k->count;
    double block_px, line_px;
    sq_strip_make(s, f, c, &k->size, line, SQ_FINE_STEP_PX, COLUMNS);
    if (sq_mat_line_is_side(line)) sq_strip_colour(s, f, c, &k->size, COLUMNS);
    for (int b = 0; b < s->blocks; b++)
        inside += s->inside[b];
    *expected = 2 * inside >= s->blocks;
    sq_strip_course course = sq_strip_find(s, SQ_FINE_BEND);
    if (course.evidence < 2 * SQ_LINE_EVIDENCE || !sq_edge_shape_find(s, &course, &shape, &k->work))
        return false;
    sq_line_sigmas(s, &block_px, &line_px);
    for (int b = EVERY_BLOCK / 2; b < s->blocks; b += EVERY_BLOCK) {
        sq_edge e;
        if (!sq_edge_measure(s, b, &course, &shape, &e, &k->work)) continue;
        sq_mat_line_place p = sq_mat_line_at(&k->size, line, (b + 0.5) / s->blocks);
        double scale = sq_px_per_mm(c, sq_mm_at_height(p.at, 0));
        k->offsets[k->count++] = (offset){p.at, p.out, e.offset_px / scale,
                                          hypot(e.sigma_px, SQ_CHECK_COARSER * block_px) / scale, (int)line};
        k->line_sigma_mm[line] = hypot(shape.sigma_px, SQ_CHECK_COARSER * line_px) / scale;
    }
    return k->count > before;
}

/* First the blocks', then the lines' own, then what keeps the ways from running away. */
static void residuals(const double *x, double *r, const void *context) {
    const sq_camera_check *k = context;
    for (int i = 0; i < k->count; i++) {
        const offset *o = &k->offsets[i];
        sq_mm d = displaced(x, o->at);
        *r++ = (d.x * o->out.x + d.y * o->out.y + x[MOTION + o->line] - o->mm) / o->sigma_mm;
    }
    for (int l = 0; l < SQ_MAT_LINES; l++)
        *r++ = k->line_sigma_mm[l] > 0 ? x[MOTION + l] / k->line_sigma_mm[l] : x[MOTION + l];
    for (int i = 0; i < MOTION; i++)
        *r++ = x[i] / METRE_MM;
}

static void derivatives(const double *x, double (*j)[SQ_LM_RESIDUALS], const void *context) {
    const sq_camera_check *k = context;
    (void)x;
    for (int c = 0; c < ALL; c++)
        memset(j[c], 0, sizeof(double) * (size_t)(k->count + ALL));
    for (int i = 0; i < k->count; i++) {
        const offset *o = &k->offsets[i];
        double dx[MOTION], dy[MOTION];
        ways_at(o->at, dx, dy);
        for (int c = 0; c < MOTION; c++)
            j[c][i] = (dx[c] * o->out.x + dy[c] * o->out.y) / o->sigma_mm;
        j[MOTION + o->line][i] = 1 / o->sigma_mm;
    }
    for (int l = 0; l < SQ_MAT_LINES; l++)
        j[MOTION + l][k->count + l] = k->line_sigma_mm[l] > 0 ? 1 / k->line_sigma_mm[l] : 1;
    for (int c = 0; c < MOTION; c++)
        j[c][k->count + SQ_MAT_LINES + c] = 1 / METRE_MM;
}

/* Blocks that disagree with one another make all less sure (Birge 1932). */
static double disagreement(const sq_camera_check *k) {
    double sum = 0, weight = 0;
    for (int i = 0; i < k->count; i++) {
        sum += k->work.weight[i] * k->work.residual[i] * k->work.residual[i];
        weight += k->work.weight[i];
    }
    return weight > ALL ? fmax(1, sum / (weight - ALL)) : 1;
}

/* The field that the offsets show: k->x, k->covariance. */
static bool fit_offsets(sq_camera_check *k) {
    double x[ALL] = {0}, inverse[SQ_LM_PARAMETERS * SQ_LM_PARAMETERS];
    sq_lm_problem p = {.parameters = ALL,
                       .residuals = k->count + ALL,
                       .robust = k->count + SQ_MAT_LINES, /* a side in a window's light may be off by more */
                       .robust_width = SQ_CAMERA_FIT_ROBUST,
                       .function = residuals,
                       .derivatives = derivatives,
                       .context = k,
                       .iterations = SQ_LM_ITERATIONS,
                       .enough = SQ_CAMERA_FIT_ENOUGH};
    if (!sq_lm_solve(&p, x, &k->work) || !sq_lm_invert(k->work.normal, ALL, inverse)) return false;
    double scale = disagreement(k);
    memcpy(k->x, x, sizeof k->x);
    for (int i = 0; i < MOTION; i++)
        for (int j = 0; j < MOTION; j++)
            k->covariance[i][j] = scale * inverse[i * ALL + j];
    return true;
}

/* Sights the lines. True where that settles it: the camera is right, and few of its lines are missing.
 * *expected: the lines that the picture must show. */
static bool glance(sq_camera_check *k, const sq_frame *f, const sq_camera *c, const sq_camera_doubt *doubt,
                   sq_camera_checked *out, int *expected) {
    *expected = k->count = 0;
    memset(k->line_sigma_mm, 0, sizeof k->line_sigma_mm);
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        bool is_expected;
        out->lines += glance_at(k, f, c, (sq_mat_line)l, &is_expected);
        *expected += is_expected;
    }
    choose_places(k, f, c);
    if (out->lines < SQ_MOTION_LINES || !fit_offsets(k)) return false;
    add_doubt(k, c, doubt, 1);
    tell(k, out);
    return out->answer == SQ_CHECK_AGREES && 2 * out->lines > *expected && out->sigma_mm < glance_mm();
}

/* ---- By a camera that is found anew ---- */

void sq_camera_turn_ends(sq_camera *c) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            c->R[i][k] = -c->R[i][k];
}

void sq_camera_keep_ends(sq_camera *c, const sq_camera *before) {
    double same = 0;
    for (int i = 0; i < 3; i++)
        same += c->R[i][0] * before->R[i][0];
    if (same < 0) sq_camera_turn_ends(c);
    c->blue = before->blue;
}

/* It does not even see the mat's places. */
static void differ_by_all(sq_camera_checked *out) {
    out->answer = SQ_CHECK_DIFFERS;
    out->p = 0;
    out->worst_mm = out->sigma_mm = INFINITY;
}

/* How many pixels the mat is long. */
static double length_px(const sq_camera *c, const sq_mat_size *size) {
    sq_px left = sq_px_from_mm3(c, (sq_mm3){-size->length_mm / 2, 0, 0}),
          right = sq_px_from_mm3(c, (sq_mm3){size->length_mm / 2, 0, 0});
    return hypot(right.x - left.x, right.y - left.y);
}

/* The camera differs from the one that was found by what neither leaves open. */
static void compare(sq_camera_check *k, const sq_frame *f, const sq_camera *c, const sq_camera_doubt *doubt,
                    sq_camera_checked *out) {
    sq_camera_doubt of_fit;
    sq_mat_doubt(&out->fit, &of_fit);
    sq_camera_keep_ends(&out->fit.camera, c);
    for (int i = 0; i < of_fit.count; i++)
        sq_camera_keep_ends(&of_fit.other[i], c);
    out->larger = length_px(&out->fit.camera, &k->size) / length_px(c, &k->size);
    choose_places(k, f, &out->fit.camera);
    memset(k->covariance, 0, sizeof k->covariance);
    if (!ways_between(k, &out->fit.camera, c, k->x)) {
        differ_by_all(out);
        return;
    }
    add_doubt(k, &out->fit.camera, &of_fit, out->lines < SQ_MOTION_LINES ? SQ_CHECK_ALONE : 1);
    add_doubt(k, c, doubt, 1);
    tell(k, out);
}

/* The whole of its rim is in the picture, with what is searched around it. */
static bool pot_must_show(const sq_frame *f, const sq_camera *c) {
    double r = SQ_POT_TOP_MM / 2 + SQ_MAT_POT_REACH_ROUGH_MM;
    const sq_mm around[] = {{r, 0}, {0, r}, {-r, 0}, {0, -r}};
    bool inside = true;
    for (int i = 0; i < 4; i++)
        inside &= in_picture(f, sq_px_from_mm3(c, sq_mm_at_height(around[i], SQ_POT_HEIGHT_MM)));
    return inside;
}

static bool pot_is_there(const sq_frame *f, const sq_camera *c) {
    sq_mat_pot_sight pot;
    return sq_mat_pot_find(f, c, SQ_MAT_POT_REACH_ROUGH_MM, &pot);
}

/* Whether any place of the mat is in the picture by that camera. */
static bool sees_mat(const sq_camera_check *k, const sq_frame *f, const sq_camera *c) {
    for (int i = 0; i < GRID; i++) {
        sq_px px = {(f->width - 1.0) * (i % GRID_X) / (GRID_X - 1),
                    (f->height - 1.0) * (i / GRID_X) / (GRID_Y - 1)};
        sq_mm p = sq_mm_from_px(c, px, 0);
        if (fabs(p.x) <= k->size.length_mm / 2 && fabs(p.y) <= k->size.width_mm / 2) return true;
    }
    return k->places > 0;
}

/* Where the pot's rim is seen, relative to its place; the variance of each coordinate; and the probability of
 * so much, or more, by chance. */
typedef struct {
    sq_mm at;
    double off_mm, var, p;
} pot_place;

static bool see_pot(sq_camera_check *k, const sq_frame *f, const sq_camera *c, const sq_camera_doubt *doubt,
                    pot_place *out) {
    sq_mat_pot_sight pot;
    if (!pot_must_show(f, c) || !sq_mat_pot_find(f, c, SQ_MAT_POT_REACH_ROUGH_MM, &pot)) return false;
    sq_pot_rim_fit(f, c, &pot, &k->work);
    sq_mm3 rim = {0, 0, SQ_POT_HEIGHT_MM};
    double sigma = SQ_CHECK_COARSER * sq_pot_sigma_mm(&pot);
    out->at = sq_mm_from_px(c, pot.rim, SQ_POT_HEIGHT_MM);
    out->off_mm = hypot(out->at.x, out->at.y);
    out->var = sigma * sigma;
    sq_mm way = {out->at.x / fmax(out->off_mm, DBL_MIN), out->at.y / fmax(out->off_mm, DBL_MIN)};
    for (int n = 0; n < doubt->count; n++) {
        sq_mm by = sq_mm_from_px(&doubt->other[n], sq_px_from_mm3(c, rim), SQ_POT_HEIGHT_MM);
        double along = (by.x * way.x + by.y * way.y) / doubt->part; /* that way alone it can be off by it */
        out->var += along * along;
    }
    out->p = exp(-out->off_mm * out->off_mm / out->var / 2);
    return true;
}

/* Where no line tells, the pot does: its rim is seen beside the place where it must be. */
static void compare_pot(sq_camera_check *k, const sq_frame *f, const sq_camera *c,
                        const sq_camera_doubt *doubt, sq_camera_checked *out) {
    pot_place pot;
    if (!see_pot(k, f, c, doubt, &pot) || pot.p >= SQ_CHECK_CHANCE || pot.off_mm <= SQ_CAMERA_MATTERS_MM)
        return;
    out->answer = SQ_CHECK_DIFFERS;
    out->p = pot.p;
    out->shift = pot.at;
    out->turn_deg = 0;
    out->worst_mm = pot.off_mm;
    out->sigma_mm = sqrt(pot.var);
}

/* What the winks' rims alone say against a camera by which the pot stands in its place: much of it is the
 * light on a few rims. Only a difference that is large in itself counts then. */
static bool only_rims_differ(sq_camera_check *k, const sq_frame *f, const sq_camera *c,
                             const sq_camera_doubt *doubt, const sq_camera_checked *m) {
    pot_place pot;
    double z = m->worst_mm / (SQ_CHECK_COARSER * m->sigma_mm);
    if (m->fit.turn == SQ_TURN_BY_SIDES || m->lines || exp(-z * z / 2) < SQ_CHECK_CHANCE) return false;
    return see_pot(k, f, c, doubt, &pot) && pot.p >= SQ_CHECK_CHANCE;
}

/* How the blocks of a baseline lie on average, outwards: as they are seen, and as they would be seen under c
 * if `other` were right; in deviations of what is seen. False where it is not seen. */
static bool mean_of_line(const sq_camera_check *k, const sq_camera *c, const sq_camera *other, int line,
                         double *seen, double *foretold) {
    double blocks = 0;
    int n = 0;
    *seen = *foretold = 0;
    for (int i = 0; i < k->count; i++) {
        const offset *o = &k->offsets[i];
        if (o->line != line) continue;
        sq_mm d = between(other, c, o->at);
        *seen += o->mm;
        *foretold += d.x * o->out.x + d.y * o->out.y;
        blocks += o->sigma_mm * o->sigma_mm;
        n++;
    }
    double sigma = n * hypot(k->line_sigma_mm[line], sqrt(blocks) / n);
    *seen /= sigma;
    *foretold /= sigma;
    return n > 0;
}

/* Whether the baselines speak for c, rather than for another camera: a dark line stays where it is, but blur,
 * a shadow and felt that the camera clips move a side, and the pot's rim. What is wrong moves all. */
static bool baselines_speak_for(const sq_camera_check *k, const sq_camera *c, const sq_camera *other) {
    double against = 0, against_other = 0, seen, foretold;
    int lines = 0;
    for (int l = SQ_MAT_SIDES; l < SQ_MAT_LINES; l++) {
        if (!mean_of_line(k, c, other, l, &seen, &foretold)) continue;
        if (exp(-seen * seen / 2) < sqrt(SQ_CHECK_CHANCE)) return false;
        against += seen * seen;
        against_other += (seen - foretold) * (seen - foretold);
        lines++;
    }
    return lines > 1 && against <= against_other;
}

void sq_camera_check_look(sq_camera_check *k, const sq_frame *f, const sq_camera *c,
                          const sq_camera_doubt *doubt, const sq_mat_size *size, sq_camera_checked *out) {
    int expected;
    *out = (sq_camera_checked){
        .answer = SQ_CHECK_UNSEEN, .p = NAN, .larger = 1, .worst_mm = NAN, .sigma_mm = NAN};
    k->size = *size;
    if (glance(k, f, c, doubt, out, &expected)) return;
    sq_mat_settings how = sq_mat_settings_for(size);
    bool doubted = out->answer == SQ_CHECK_DIFFERS,
         likely = out->p > sqrt(SQ_CHECK_CHANCE); /* by the lines; not where there are none */
    out->found = !sq_camera_from_mat(f, &how, &out->fit, &out->why);
    /* Pot and winks alone may leave a camera too unsure to be used, and not to be compared. */
    bool loose = !out->found && out->fit.turn != SQ_TURN_BY_SIDES && out->fit.camera.width;
    if (out->found || loose) compare(k, f, c, doubt, out);
    if (out->found && likely) out->answer = SQ_CHECK_AGREES;
    if (out->answer == SQ_CHECK_DIFFERS && (out->found || loose) &&
        baselines_speak_for(k, c, &out->fit.camera))
        out->answer = SQ_CHECK_AGREES;
    if (out->answer == SQ_CHECK_DIFFERS && !doubted && only_rims_differ(k, f, c, doubt, out))
        out->answer = SQ_CHECK_UNSEEN;
    if (loose && out->worst_mm < SQ_CHECK_ALONE * out->sigma_mm) out->answer = SQ_CHECK_UNSEEN;
    /* One line falls into place by chance. */
    bool must_show = expected >= SQ_MOTION_LINES || pot_must_show(f, c);
    if (!out->found && !doubted && out->answer != SQ_CHECK_DIFFERS)
        out->answer = must_show && 2 * out->lines < SQ_MOTION_LINES && !pot_is_there(f, c) ? SQ_CHECK_NOWHERE
                                                                                           : SQ_CHECK_UNSEEN;
    bool open = out->answer == SQ_CHECK_UNSEEN || (out->answer == SQ_CHECK_AGREES && !out->lines);
    choose_places(k, f, c);
    if (open && !sees_mat(k, f, c)) differ_by_all(out);
    if (open && !baselines_speak_for(k, c, c)) compare_pot(k, f, c, doubt, out);
}

/* ---- In words ---- */

static void say_chance(double p, char text[40]) {
    if (p < 1e-6)
        snprintf(text, 40, "less than one in a million");
    else
        snprintf(text, 40, "one in %.0f", 1 / p);
}

/* Where another size shows in the digits that are told, it is the cause: the shift would be that of the
 * pictures' corners, and would send people to move a camera that hangs where it should. */
static void say_where(const sq_camera_checked *m, char text[200]) {
    if (fabs(m->larger - 1) * 100 < 0.5)
        snprintf(text, 200, "%.1f mm to the %s and %.1f mm %s of it, turned by %.2f° %s", fabs(m->shift.x),
                 m->shift.x < 0 ? "left" : "right", fabs(m->shift.y), m->shift.y < 0 ? "down" : "up",
                 fabs(m->turn_deg), m->turn_deg < 0 ? "clockwise" : "anticlockwise");
    else
        snprintf(text, 200,
                 "%.2f times as large (the file is of pictures of another size, of another zoom, or of a "
                 "camera at another height)",
                 m->larger);
}

void sq_camera_checked_say(const sq_camera_checked *m, const char *camera, char *text, size_t size) {
    char chance[40], where[200];
    *text = 0;
    say_chance(m->p, chance);
    say_where(m, where);
    if (m->answer == SQ_CHECK_DIFFERS && isfinite(m->worst_mm))
        snprintf(
            text, size,
            "the mat is not seen where %.200s says, but %s: places would be up to %.1f ± %.1f mm wrong (by "
            "chance: %s)",
            camera, where, m->worst_mm, m->sigma_mm, chance);
    else if (m->answer == SQ_CHECK_DIFFERS)
        snprintf(text, size, "the mat lies where %.200s sees nothing of it", camera);
    else if (m->answer == SQ_CHECK_NOWHERE)
        snprintf(text, size,
                 "the mat is not seen where %.200s says, nor found anywhere else in the picture (%.250s)",
                 camera, m->why.text);
    else if (m->answer == SQ_CHECK_UNSEEN)
        snprintf(text, size,
                 "too little of the mat is in sight to tell whether %.200s is this picture's camera", camera);
}
