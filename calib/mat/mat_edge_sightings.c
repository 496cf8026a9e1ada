/* Measures the mat's lines and the pot under a given camera, roughly or finely, and collects them as
 * sightings. */
#include "calib/mat/mat_edge_sightings.h"

#include <string.h>

#include "calib/mat/find_camera_parts.h"
#include "calib/measure/edge_fit.h"
#include "calib/measure/pot_rim_by_light.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/math/least_squares.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* Deviation of the rim's centre from the mat's, mm, x and y alike: light on the rim and the hand that put the
 * pot there. Smaller pulls the mat after a pot that stands a little off; larger leaves the mat's middle to
 * the lens's decentring, 0.5 mm. */
SQ_NUMBER(SQ_MAT_POT_SIGMA_MM, 0.15);

/* The rough look: profiles for each block, columns by which a course may bend, and the deviation of its
 * course in steps. */
#define SQ_ROUGH_COLUMNS 6
#define SQ_ROUGH_BEND_SIDE 6
#define SQ_ROUGH_BEND_BASELINE 3
SQ_NUMBER(SQ_ROUGH_SIGMA, 3.0);

/* Pixels by which a whole line is off: light and shadow on a side, colour fringes on a baseline. A block of a
 * baseline is hardly off by more, and not beside it. */
SQ_NUMBER(SQ_SIDE_OFFSET_PX, 0.15);
SQ_NUMBER(SQ_BASELINE_OFFSET_PX, 0.04);

/* All this times so much for a side that is measured in colour, coded at half the picture's width. */
SQ_NUMBER(SQ_COLOUR_COARSE, 2.0);

/* Pixels by which all rims of winks are measured too large or too small alike: of 30 rendered and drawn
 * pictures' mean rims, 0.1. Smaller: the scale is believed to be better than the lens's blur is known. */
SQ_NUMBER(SQ_WINK_BIAS_PX, 0.1);

void sq_sighting_add(sq_sightings *s, sq_mm3 point, sq_px seen, sq_px normal, double sigma_px, int line) {
    if (s->count < SQ_SIGHTINGS_CAP)
        s->sighting[s->count++] = (sq_sighting){point, seen, normal, sigma_px, line};
}

void sq_sighting_add_point(sq_sightings *s, sq_mm3 point, sq_px seen, double sigma_px) {
    sq_sighting_add(s, point, seen, (sq_px){1, 0}, sigma_px, -1);
    sq_sighting_add(s, point, seen, (sq_px){0, 1}, sigma_px, -1);
}

void sq_sighting_add_rim(sq_sightings *s, const sq_wink_sight *w) {
    s->size_bias_px = SQ_WINK_BIAS_PX;
    if (s->sizes < SQ_SIZES_CAP)
        s->size[s->sizes++] = (sq_size_sighting){w->middle, SQ_WINK_THICKNESS_MM / 2,
                                                 sq_wink_radius_mm(w->size), w->radius_px, w->sigma_px};
}

void sq_sightings_rulers(const sq_sightings *s, sq_mat_fit *out) {
    out->winks = s->sizes;
    for (int i = 0; i < s->sizes; i++)
        out->ruler[i] = (sq_mat_ruler){s->size[i].middle, s->size[i].radius_mm};
}

static void add_block(const sq_measure *m, int block, double offset_px, double sigma_px, int line,
                      sq_sightings *s) {
    sq_px at = m->strip.px[block], out = m->strip.out[block];
    sq_px seen = {at.x + offset_px * out.x, at.y + offset_px * out.y};
    sq_sighting_add(s, sq_mm_at_height(m->strip.at[block], 0), seen, out, sigma_px, line);
}

static sq_strip_course find_course(const sq_measure *m, int bend, sq_line_look *look) {
    sq_strip_course course = sq_strip_find(&m->strip, bend);
    int inside = 0;
    for (int b = 0; b < m->strip.blocks; b++)
        inside += m->strip.inside[b];
    *look = (sq_line_look){course.evidence, (double)inside / m->strip.blocks, course.noise};
    return course;
}

double sq_pot_sigma_mm(const sq_mat_pot_sight *pot) {
    return hypot(SQ_MAT_POT_SIGMA_MM, pot->sigma_mm);
}

void sq_take_pot(const sq_mat_pot_sight *pot, const sq_camera *c, sq_sightings *s, sq_mat_look *look) {
    sq_mm3 rim = {0, 0, SQ_POT_HEIGHT_MM};
    look->pot = *pot;
    look->pot_seen = true;
    sq_sighting_add_point(s, rim, pot->rim, sq_pot_sigma_mm(pot) * sq_px_per_mm(c, rim));
}

void sq_measure_pot(sq_measure *m, const sq_camera *c, double reach_mm, sq_sightings *s, sq_mat_look *look) {
    sq_mat_pot_sight pot;
    look->pot_seen = sq_mat_pot_find(m->frame, c, reach_mm, &pot);
    if (!look->pot_seen) return;
    if (reach_mm <= SQ_MAT_POT_REACH_MM) sq_pot_rim_fit(m->frame, c, &pot, m->work);
    sq_take_pot(&pot, c, s, look);
}

void sq_measure_roughly(sq_measure *m, const sq_camera *c, double step_px, sq_sightings *s,
                        sq_mat_look *look) {
    memset(s, 0, sizeof *s);
    *look = (sq_mat_look){0};
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        if (m->leave_out & 1u << l) continue;
        bool side = sq_mat_line_is_side((sq_mat_line)l);
        sq_strip_make(&m->strip, m->frame, c, &m->size, (sq_mat_line)l, step_px, SQ_ROUGH_COLUMNS);
        if (side) sq_strip_colour(&m->strip, m->frame, c, &m->size, SQ_ROUGH_COLUMNS);
        sq_strip_course course =
            find_course(m, side ? SQ_ROUGH_BEND_SIDE : SQ_ROUGH_BEND_BASELINE, &look->line[l]);
        if (course.evidence < SQ_LINE_EVIDENCE) continue;
        for (int b = 0; b < m->strip.blocks; b++)
            if (m->strip.inside[b])
                add_block(m, b, sq_strip_course_at(&m->strip, &course, b) * step_px, SQ_ROUGH_SIGMA * step_px,
                          m->by_line ? l : -1, s);
    }
}

void sq_line_sigmas(const sq_strip *s, double *block_px, double *line_px) {
    bool side = sq_mat_line_is_side(s->line);
    double coarse = s->coloured ? SQ_COLOUR_COARSE : 1;
    *block_px = coarse * (side ? SQ_SIDE_SIGMA_PX : SQ_BASELINE_OFFSET_PX);
    *line_px = coarse * (side ? SQ_SIDE_OFFSET_PX : SQ_BASELINE_OFFSET_PX);
}

enum { LEVEL, SLOPE, BEND, TERMS }; /* of the course that a lens gives a line */

/* The edges of one line. */
typedef struct {
    int n;
    double at[SQ_STRIP_BLOCKS]; /* −1 … 1 along it */
    double left_px[SQ_STRIP_BLOCKS];
} line_edges;

/* Leaves of the edges' offsets by how far they stray from a bent line. */
static void straighten(line_edges *e) {
    double term[TERMS][SQ_STRIP_BLOCKS];
    for (int i = 0; i < e->n; i++)
        for (int k = 0; k < TERMS; k++)
            term[k][i] = pow(e->at[i], k);
    for (int k = 0; k < TERMS; k++) {
        for (int m = 0; m < k; m++)
            sq_take_out(term[k], term[m], e->n);
        sq_take_out(e->left_px, term[k], e->n);
    }
}

/* What the edges are worth together: their number over the variance with which they stray. */
static double worth(const line_edges *e) {
    double sum = 0;
    for (int i = 0; i < e->n; i++)
        sum += e->left_px[i] * e->left_px[i];
    return e->n > TERMS ? (e->n - TERMS) * e->n / sum : 0;
}

/* With what deviation the edges stray, each taken to do so by itself. Where many neighbours stray alike, it
 * is that of their means, times the root of how many; what has gone astray counts as little as in the fit. */
static double stray_px(const line_edges *e) {
    float off[SQ_STRIP_BLOCKS];
    for (int i = 0; i < e->n; i++)
        off[i] = (float)e->left_px[i];
    double alone = (double)sq_robust_deviation(off, e->n, 0), most = SQ_CAMERA_FIT_ROBUST * alone, sum = 0;
    int many = (int)sqrt(e->n), runs = e->n / many;
    for (int run = 0; run < runs; run++) {
        double of_run = 0;
        for (int i = run * many; i < (run + 1) * many; i++)
            of_run += fmin(fmax(e->left_px[i], -most), most);
        sum += of_run * of_run / many;
    }
    return runs > TERMS ? fmax(alone, sqrt(sum / (runs - TERMS))) : alone;
}

/* A codec moves pieces of an edge, many blocks alike. Where edges stray farther than their deviations say,
 * the excess is added to each one's variance, and the line's own deviation grows by the same ratio. */
static void widen(const line_edges *e, sq_sighting *of, double *line_px) {
    double said = 0;
    for (int i = 0; i < e->n; i++)
        said += of[i].sigma_px * of[i].sigma_px / e->n;
    if (e->n <= TERMS) return;
    double stray = stray_px(e), more = stray * stray - said;
    if (!(more > 0)) return;
    for (int i = 0; i < e->n; i++)
        of[i].sigma_px = sqrt(of[i].sigma_px * of[i].sigma_px + more);
    *line_px *= stray / sqrt(said);
}

/* Adds what the strip shows of its line; says what that is worth. */
static double measure_line(const sq_measure *m, const sq_strip_course *course, sq_sightings *s) {
    sq_edge_shape shape;
    int l = (int)m->strip.line, first = s->count;
    double block_px, line_px;
    line_edges all = {.n = 0};
    if (!sq_edge_shape_find(&m->strip, course, &shape, m->work)) return 0;
    sq_line_sigmas(&m->strip, &block_px, &line_px);
    for (int b = 0; b < m->strip.blocks; b++) {
        sq_edge e;
        if (!sq_edge_measure(&m->strip, b, course, &shape, &e, m->work)) continue;
        add_block(m, b, e.offset_px, hypot(e.sigma_px, block_px), l, s);
        all.at[all.n] = (2 * b + 1.0) / m->strip.blocks - 1;
        all.left_px[all.n++] = e.offset_px;
    }
    straighten(&all);
    if (s->count < SQ_SIGHTINGS_CAP) /* none was left out */
        widen(&all, s->sighting + first, &line_px);
    s->offset_sigma_px[l] = hypot(shape.sigma_px, line_px);
    return worth(&all);
}

/* Measures a side in colour too, where that may tell more than light, and takes the better of both: a codec
 * leaves little of colour in one film and enough in another. */
static void measure_in_colour(sq_measure *m, const sq_camera *c, double in_light, int first, sq_sightings *s,
                              sq_line_look *look) {
    if (!sq_strip_colour(&m->strip, m->frame, c, &m->size, SQ_STRIP_COLUMNS)) return;
    int l = (int)m->strip.line, between = s->count;
    double offset_sigma_px = s->offset_sigma_px[l];
    sq_line_look colour;
    sq_strip_course course = find_course(m, SQ_FINE_BEND, &colour);
    double in_colour = course.evidence >= SQ_LINE_EVIDENCE ? measure_line(m, &course, s) : 0;
    if (in_colour > in_light) {
        int n = s->count - between;
        memmove(s->sighting + first, s->sighting + between, sizeof *s->sighting * (size_t)n);
        s->count = first + n;
        *look = colour;
    } else {
        s->count = between;
        s->offset_sigma_px[l] = offset_sigma_px;
    }
}

void sq_measure_finely(sq_measure *m, const sq_camera *c, sq_sightings *s, sq_mat_look *look) {
    memset(s, 0, sizeof *s);
    *look = (sq_mat_look){0};
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        int first = s->count;
        sq_strip_make(&m->strip, m->frame, c, &m->size, (sq_mat_line)l, SQ_FINE_STEP_PX, SQ_STRIP_COLUMNS);
        sq_strip_course course = find_course(m, SQ_FINE_BEND, &look->line[l]);
        double in_light = course.evidence >= SQ_LINE_EVIDENCE ? measure_line(m, &course, s) : 0;
        if (sq_mat_line_is_side((sq_mat_line)l)) measure_in_colour(m, c, in_light, first, s, &look->line[l]);
    }
}
