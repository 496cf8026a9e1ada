/* Cuts a straightened strip of the picture along a line of the mat, in light or in the most telling
 * colour, and finds the line's course in it. */
#include "calib/measure/edge_strip.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calib/measure/edge_fit.h"
#include "calib/measure/thumbnail.h"
#include "vision/frame/light_sample.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* Length of a block, mm, and the fewest of a line: a wink or two must not cover half of a block's profiles,
 * so a block is some two winks long. Shorter: noisier profiles; longer: a pile takes the whole block. */
SQ_NUMBER(SQ_STRIP_BLOCK_MM, 38.0);
#define SQ_STRIP_LEAST_BLOCKS 6

/* Code values: the least response of felt that is believed; coding makes flat felt exactly flat. */
SQ_NUMBER(SQ_STRIP_NOISE, 0.15);

/* A step in colour places an edge as well as one in light that is this part of it: half as sharp, and coarser
 * coded; and the least code values that it must have. */
SQ_NUMBER(SQ_COLOUR_WORTH, 0.5);
SQ_NUMBER(SQ_COLOUR_LEAST, 6.0);

/* The lens's blur beyond it, pixels. */
SQ_NUMBER(SQ_STRIP_BLUR_PX, 1.5);

/* Where a place of the line is seen, and the unit normal of the line's image that leads outwards: by places a
 * millimetre from it, along and outside. */
static void see(const sq_camera *c, const sq_mat_line_place *l, sq_px *px, sq_px *out) {
    *px = sq_px_from_mm3(c, sq_mm_at_height(l->at, 0));
    sq_mm3 along = {l->at.x + l->along.x, l->at.y + l->along.y, 0};
    sq_mm3 across = {l->at.x + l->out.x, l->at.y + l->out.y, 0};
    sq_px on = sq_px_from_mm3(c, along), off = sq_px_from_mm3(c, across);
    double tx = on.x - px->x, ty = on.y - px->y, n = hypot(tx, ty);
    *out = (sq_px){ty / n, -tx / n};
    if ((off.x - px->x) * out->x + (off.y - px->y) * out->y < 0) *out = (sq_px){-out->x, -out->y};
}

/* The median by insertion: the list is short and mostly sorted by nature (neighbours look alike). */
static float median_of(float *v, int n) {
    for (int i = 1; i < n; i++) {
        float x = v[i];
        int k = i;
        for (; k > 0 && v[k - 1] > x; k--)
            v[k] = v[k - 1];
        v[k] = x;
    }
    return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

/* What the strip holds of one place. */
static float look_at(const sq_strip *s, const sq_frame *f, sq_px p) {
    if (!s->coloured) return sq_light_between(f, p);
    float v[SQ_CHANNELS];
    if (!sq_colour_between(f, p, v)) return NAN;
    return 128 + (float)s->blue * v[1] + (float)s->red * v[2];
}

double sq_strip_code(const sq_strip *s, double level) {
    return s->coloured ? 1 : sq_light_step(level);
}

/* One block: at each offset the median over its profiles; NaN where one of them leaves the picture. */
static void fill_block(sq_strip *s, const sq_frame *f, const sq_camera *c, const sq_mat_size *m, int block,
                       int columns) {
    sq_px px[SQ_STRIP_COLUMNS], out[SQ_STRIP_COLUMNS];
    for (int k = 0; k < columns; k++) {
        sq_mat_line_place p = sq_mat_line_at(m, s->line, (block + (k + 0.5) / columns) / s->blocks);
        see(c, &p, &px[k], &out[k]);
    }
    int seen = 0;
    for (int o = 0; o < SQ_STRIP_OFFSETS; o++) {
        float v[SQ_STRIP_COLUMNS];
        double off = sq_strip_px(s, o);
        bool whole = true;
        for (int k = 0; k < columns && whole; k++) {
            v[k] = look_at(s, f, (sq_px){px[k].x + off * out[k].x, px[k].y + off * out[k].y});
            whole = !isnan(v[k]);
        }
        s->level[block][o] = whole ? median_of(v, columns) : NAN;
        seen += whole && abs(o - SQ_STRIP_OFFSETS / 2) <= SQ_STRIP_OFFSETS / 4;
    }
    s->inside[block] = seen == 2 * (SQ_STRIP_OFFSETS / 4) + 1;
}

int sq_strip_blocks(const sq_mat_size *m, sq_mat_line line) {
    double n = sq_mat_line_mm(m, line) / SQ_STRIP_BLOCK_MM;
    return (int)fmin(SQ_STRIP_BLOCKS, fmax(SQ_STRIP_LEAST_BLOCKS, n));
}

void sq_strip_make(sq_strip *s, const sq_frame *f, const sq_camera *c, const sq_mat_size *m, sq_mat_line line,
                   double step_px, int columns) {
    assert(columns > 0 && columns <= SQ_STRIP_COLUMNS);
    s->line = line;
    s->step_px = step_px;
    s->coloured = false;
    s->px_per_mm = sq_px_per_mm(c, sq_mm_at_height(sq_mat_line_at(m, line, 0.5).at, 0));
    s->blocks = sq_strip_blocks(m, line);
    for (int b = 0; b < s->blocks; b++) {
        sq_mat_line_place p = sq_mat_line_at(m, line, (b + 0.5) / s->blocks);
        s->at[b] = p.at;
        see(c, &p, &s->px[b], &s->out[b]);
        fill_block(s, f, c, m, b, columns);
    }
}

/* ---- Light or colour ---- */

/* Columns from the middle at which felt and table are compared: beyond blur and shadow. */
enum { APART = 2 * SQ_STRIP_OFFSETS / 5 };

/* The step in light across the line, in code values. */
static double light_step_across(const sq_strip *s) {
    double step[SQ_STRIP_BLOCKS];
    int n = 0;
    for (int b = 0; b < s->blocks; b++) {
        double in = (double)s->level[b][SQ_STRIP_OFFSETS / 2 - APART];
        double out = (double)s->level[b][SQ_STRIP_OFFSETS / 2 + APART];
        if (isfinite(in + out)) step[n++] = (out - in) / sq_light_step((in + out) / 2);
    }
    return n ? fabs(sq_median_of_doubles(step, n)) : 0;
}

/* The step in one channel of colour across the line, in code values. */
static double colour_step_across(const sq_strip *s, const sq_frame *f, int channel) {
    double step[SQ_STRIP_BLOCKS], off = APART * s->step_px;
    int n = 0;
    for (int b = 0; b < s->blocks; b++) {
        float in[SQ_CHANNELS], out[SQ_CHANNELS];
        sq_px at = s->px[b], across = s->out[b];
        if (sq_colour_between(f, (sq_px){at.x - off * across.x, at.y - off * across.y}, in) &&
            sq_colour_between(f, (sq_px){at.x + off * across.x, at.y + off * across.y}, out))
            step[n++] = (double)(out[channel] - in[channel]);
    }
    return n ? sq_median_of_doubles(step, n) : 0;
}

bool sq_strip_colour(sq_strip *s, const sq_frame *f, const sq_camera *c, const sq_mat_size *m, int columns) {
    double blue = colour_step_across(s, f, 1), red = colour_step_across(s, f, 2), step = hypot(blue, red);
    if (!(step * SQ_COLOUR_WORTH > light_step_across(s)) || step < SQ_COLOUR_LEAST) return false;
    s->coloured = true;
    s->blue = blue / step;
    s->red = red / step;
    for (int b = 0; b < s->blocks; b++)
        fill_block(s, f, c, m, b, columns);
    return true;
}

/* ---- The course ---- */

/* How much a place looks like what this line is: a side is a step of either sign, which a lamp may turn along
 * the way; a baseline is a dark line. */
static double response(const sq_strip *s, const float *level, int o) {
    if (sq_mat_line_is_side(s->line)) return (double)fabsf(level[o + 1] - level[o - 1]);
    int reach = (int)ceil((SQ_BASELINE_HALF_MM * s->px_per_mm + SQ_STRIP_BLUR_PX) / s->step_px);
    if (o < reach || o + reach >= SQ_STRIP_OFFSETS) return 0;
    return (double)fmaxf(0, fminf(level[o - reach], level[o + reach]) - level[o]);
}

/* The median response: what felt alone gives, but at least a part of a code value's light. */
static double noise_of(const sq_strip *s) {
    float all[SQ_STRIP_BLOCKS * SQ_STRIP_OFFSETS];
    double light = 0;
    int n = 0;
    for (int b = 0; b < s->blocks; b++)
        for (int o = 1; s->inside[b] && o < SQ_STRIP_OFFSETS - 1; o++) {
            float step = s->level[b][o + 1] - s->level[b][o - 1];
            if (isnan(step)) continue;
            light += (double)s->level[b][o - 1];
            all[n++] = fabsf(step);
        }
    if (!n) return 1;
    return fmax(SQ_STRIP_NOISE * sq_strip_code(s, light / n), (double)sq_median(all, n));
}

double sq_strip_course_at(const sq_strip *s, const sq_strip_course *c, int block) {
    double u = (2 * block + 1.0) / s->blocks - 1;
    return c->a + c->b * u + c->c * u * u;
}

typedef float strip_evidence[SQ_STRIP_BLOCKS][SQ_STRIP_OFFSETS];

/* Mean evidence along a course; blocks whose column leaves the strip count as nothing. */
static double evidence_along(const sq_strip *s, const strip_evidence e, const sq_strip_course *c) {
    double sum = 0;
    int n = 0;
    for (int b = 0; b < s->blocks; b++) {
        if (!s->inside[b]) continue;
        int o = (int)lround(sq_strip_course_at(s, c, b)) + SQ_STRIP_OFFSETS / 2;
        n++;
        if (o >= 0 && o < SQ_STRIP_OFFSETS) sum += (double)e[b][o];
    }
    return n ? sum / n : 0;
}

static void weigh(const sq_strip *s, double noise, strip_evidence e) {
    memset(e, 0, sizeof(strip_evidence));
    for (int b = 0; b < s->blocks; b++)
        for (int o = 1; s->inside[b] && o < SQ_STRIP_OFFSETS - 1; o++) {
            double r =
                (response(s, s->level[b], o) / noise - SQ_SLOPE_NONE) / (SQ_SLOPE_FULL - SQ_SLOPE_NONE);
            e[b][o] = r > 1 ? 1 : r > 0 ? (float)r : 0; /* not a number counts as nothing */
        }
}

/* The greatest of each column and its neighbours: what a search in steps of two must not miss. */
static void widen(const strip_evidence e, strip_evidence wide) {
    memcpy(wide, e, sizeof(strip_evidence));
    for (int b = 0; b < SQ_STRIP_BLOCKS; b++)
        for (int o = 1; o < SQ_STRIP_OFFSETS - 1; o++)
            wide[b][o] = fmaxf(e[b][o], fmaxf(e[b][o - 1], e[b][o + 1]));
}

/* The best course on a grid about `from`: a within ±reach, b and c within ±bend. c turns about the ends'
 * mean, so that a stays what it is. */
static sq_strip_course best_course(const sq_strip *s, const strip_evidence e, const sq_strip_course *from,
                                   int reach, int bend, int step) {
    sq_strip_course best = *from;
    best.evidence = -1;
    for (int a = -reach; a <= reach; a += step)
        for (int b = -bend; b <= bend; b += step)
            for (int c = -bend; c <= bend; c += step) {
                sq_strip_course try = *from;
                try.a += a - c / 2.0;
                try.b += b;
                try.c += c;
                try.evidence = evidence_along(s, e, &try);
                if (try.evidence > best.evidence) best = try;
            }
    return best;
}

sq_strip_course sq_strip_find(const sq_strip *s, int bend) {
    strip_evidence e, wide;
    sq_strip_course middle = {.noise = noise_of(s)};
    weigh(s, middle.noise, e);
    widen(e, wide);
    sq_strip_course near = best_course(s, wide, &middle, SQ_STRIP_OFFSETS / 2, bend, 2);
    return best_course(s, e, &near, 2, 1, 1);
}
