/* Measures one wink's rim along 64 rays by its colour, corrects for blur and coding, and fits a circle. */
#include "calib/measure/rim_ruler.h"

#include "calib/measure/pot_rim_by_colour.h"
#include "vision/frame/light_sample.h"
#include "vision/math/levenberg_marquardt.h"
#include "vision/math/median.h"
#include "vision/math/normal_distribution.h"
#include "vision/math/tunable_number.h"

/* Code values of Cb and Cr from ground to wink: fewer, and the coding's blocks are the edge. */
SQ_NUMBER(SQ_RIM_TINT, 12.0);

/* Shares of that step by which a colour may be off the way from wink to ground: more is something else. */
SQ_NUMBER(SQ_RIM_STRAY, 0.3);

/* Pixels (Gaussian): the blur of the light before it is coded. Of 30 pictures' mean rims 0.42 leaves none; a
 * lens that is out of focus has more, and its rims come out smaller alike (SQ_WINK_BIAS_PX). */
SQ_NUMBER(SQ_RIM_BLUR_PX, 0.42);

/* Of 64 rays, so many must cross the rim; and pixels by which one may be off the circle. */
#define SQ_RIM_LEAST_RAYS 28
SQ_NUMBER(SQ_RIM_STRAY_PX, 0.5);

/* Pixels by which one radius is off beyond its rays' own scatter: light on the bevel, chroma coded in
 * blocks. What all winks share is found along with the camera (SQ_WINK_BIAS_PX). */
SQ_NUMBER(SQ_RIM_SIGMA_PX, 0.08);

/* Rays around the middle, and places on each, as shares of the radius. */
enum { RAYS = SQ_POT_RAYS, PLACES = RAYS + 1 };
enum { RADIUS, MIDDLE_X, MIDDLE_Y, UNKNOWNS }; /* of a circle */
/* How far from the rim, on either side and as shares of the radius, it is looked at; and from which share on
 * the wink alone is seen there, or what lies around it. */
SQ_NUMBER(REACH, 0.55);
SQ_NUMBER(CLEAR, 0.3);

static double place(int k) {
    return 1 - REACH + 2 * REACH * k / (PLACES - 1);
}

/* Y, Cb and Cr along all rays. */
typedef struct {
    double v[RAYS][PLACES][SQ_CHANNELS];
} fan;

static bool look(fan *u, const sq_wink_sight *w, const sq_frame *f) {
    for (int ray = 0; ray < RAYS; ray++) {
        double angle = 2 * M_PI * ray / RAYS, x = cos(angle) * w->radius_px, y = sin(angle) * w->radius_px;
        for (int k = 0; k < PLACES; k++) {
            float c[SQ_CHANNELS];
            sq_px at = {w->middle.x + place(k) * x, w->middle.y + place(k) * y};
            if (!sq_colour_between(f, at, c)) return false;
            for (int n = 0; n < SQ_CHANNELS; n++)
                u->v[ray][k][n] = (double)c[n];
        }
    }
    return true;
}

/* The median of all places between two shares. */
static double median_between(const fan *u, int channel, double from, double to) {
    float v[RAYS * PLACES];
    int n = 0;
    for (int ray = 0; ray < RAYS; ray++)
        for (int k = 0; k < PLACES; k++)
            if (place(k) >= from && place(k) <= to) v[n++] = (float)u->v[ray][k][channel];
    return (double)sq_median(v, n);
}

/* How a colour lies between the ground's and the wink's, 0 and 1, by Cb and Cr. */
typedef struct {
    double ground[SQ_CHANNELS], wink[SQ_CHANNELS];
    double blue, red, size; /* of the step, code values */
} step;

static double share(const step *s, const double v[SQ_CHANNELS]) {
    return ((v[1] - s->ground[1]) * s->blue + (v[2] - s->ground[2]) * s->red) / (s->size * s->size);
}

/* How far a colour is off the way from the one to the other, as a share of it. */
static double astray(const step *s, const double v[SQ_CHANNELS]) {
    return fabs((v[1] - s->ground[1]) * s->red - (v[2] - s->ground[2]) * s->blue) / (s->size * s->size);
}

static bool find_step(step *s, const fan *u) {
    for (int c = 0; c < SQ_CHANNELS; c++) {
        s->ground[c] = median_between(u, c, 1 + CLEAR, 1 + REACH);
        s->wink[c] = median_between(u, c, 0, 1 - CLEAR);
    }
    s->blue = s->wink[1] - s->ground[1];
    s->red = s->wink[2] - s->ground[2];
    s->size = hypot(s->blue, s->red);
    return s->size > SQ_RIM_TINT;
}

/* ---- What coding does to a rim ---- */

/* Rec. 601; `grey` is the code of no colour. Light 0..1. */
static void light_from_code(const double c[SQ_CHANNELS], double grey, double rgb[3]) {
    double blue = c[1] - grey, red = c[2] - grey;
    const double code[3] = {c[0] + 1.402 * red, c[0] - 0.344 * blue - 0.714 * red, c[0] + 1.772 * blue};
    for (int k = 0; k < 3; k++)
        rgb[k] = pow(fmin(fmax(code[k], 0), 255) / 255, SQ_LIGHT_EXPONENT);
}

static void code_from_light(const double rgb[3], double grey, double c[SQ_CHANNELS]) {
    double v[3];
    for (int k = 0; k < 3; k++)
        v[k] = 255 * pow(rgb[k], 1 / SQ_LIGHT_EXPONENT);
    c[0] = 0.299 * v[0] + 0.587 * v[1] + 0.114 * v[2];
    c[1] = grey + 0.564 * (v[2] - c[0]);
    c[2] = grey + 0.713 * (v[0] - c[0]);
}

/* How far outside of a blurred rim, in blurs, its code is half-way: a lens blurs light, and half of the light
 * is more than half of the code, so that a dark wink seems the smaller. */
static double half_way(const step *s, double grey) {
    double wink[3], ground[3], low = -3, high = 3;
    light_from_code(s->wink, grey, wink);
    light_from_code(s->ground, grey, ground);
    for (int i = 0; i < 20; i++) {
        double x = (low + high) / 2, p = sq_normal_below(x), mixed[3], code[SQ_CHANNELS];
        for (int k = 0; k < 3; k++)
            mixed[k] = (1 - p) * wink[k] + p * ground[k];
        code_from_light(mixed, grey, code);
        *(share(s, code) > 0.5 ? &low : &high) = x;
    }
    return (low + high) / 2;
}

/* ---- The rim ---- */

/* Where one ray leaves the wink, as a share of the radius; NaN where it does not meet plain ground then. */
static double crossing(const fan *u, const step *s, int ray) {
    double before = 1, at = NAN;
    for (int k = 0; k < PLACES; k++) {
        const double *v = u->v[ray][k];
        double now = share(s, v);
        if (astray(s, v) > SQ_RIM_STRAY) return NAN; /* a wink of another colour */
        if (place(k) > 1 + CLEAR && fabs(now) > SQ_RIM_STRAY) return NAN;
        if (isnan(at) && now < 0.5 && before >= 0.5)
            at = place(k) - (0.5 - now) / (before - now) * (place(k) - place(k - 1));
        before = now;
    }
    return at;
}

/* r(angle) = radius + x cos + y sin by least squares over the kept rays; its residuals' deviation. */
static bool fit_circle(const double r[RAYS], const bool keep[RAYS], double out[UNKNOWNS], double *sigma,
                       double *radius_sigma) {
    double a[UNKNOWNS * UNKNOWNS] = {0}, b[UNKNOWNS] = {0}, inverse[UNKNOWNS * UNKNOWNS], sum = 0;
    int n = 0;
    for (int ray = 0; ray < RAYS; ray++) {
        if (!keep[ray]) continue;
        const double row[UNKNOWNS] = {
            [RADIUS] = 1, [MIDDLE_X] = cos(2 * M_PI * ray / RAYS), [MIDDLE_Y] = sin(2 * M_PI * ray / RAYS)};
        for (int i = 0; i < UNKNOWNS; i++) {
            b[i] += row[i] * r[ray];
            for (int j = 0; j < UNKNOWNS; j++)
                a[i * UNKNOWNS + j] += row[i] * row[j];
        }
        n++;
    }
    if (n < SQ_RIM_LEAST_RAYS || !sq_lm_invert(a, UNKNOWNS, inverse)) return false;
    for (int i = 0; i < UNKNOWNS; i++) {
        out[i] = 0;
        for (int j = 0; j < UNKNOWNS; j++)
            out[i] += inverse[i * UNKNOWNS + j] * b[j];
    }
    for (int ray = 0; ray < RAYS; ray++) {
        double angle = 2 * M_PI * ray / RAYS,
               off = r[ray] - out[RADIUS] - out[MIDDLE_X] * cos(angle) - out[MIDDLE_Y] * sin(angle);
        if (keep[ray]) sum += off * off;
    }
    *sigma = sqrt(sum / (n - UNKNOWNS));
    *radius_sigma = *sigma * sqrt(inverse[RADIUS]);
    return true;
}

bool sq_mat_rim_measure(sq_wink_sight *w, const sq_frame *f) {
    static _Thread_local fan u;
    step s;
    double r[RAYS], circle[UNKNOWNS], sigma, radius_sigma;
    bool keep[RAYS];
    if (!look(&u, w, f) || !find_step(&s, &u)) return false;
    for (int ray = 0; ray < RAYS; ray++) {
        r[ray] = crossing(&u, &s, ray) * w->radius_px;
        keep[ray] = isfinite(r[ray]);
    }
    if (!fit_circle(r, keep, circle, &sigma, &radius_sigma)) return false;
    for (int ray = 0; ray < RAYS; ray++) {
        double angle = 2 * M_PI * ray / RAYS;
        double off = r[ray] - circle[RADIUS] - circle[MIDDLE_X] * cos(angle) - circle[MIDDLE_Y] * sin(angle);
        keep[ray] = keep[ray] && fabs(off) < fmax(SQ_RIM_STRAY_PX, 2 * sigma);
    }
    if (!fit_circle(r, keep, circle, &sigma, &radius_sigma)) return false;
    w->middle.x += circle[MIDDLE_X];
    w->middle.y += circle[MIDDLE_Y];
    w->radius_px = circle[RADIUS] - half_way(&s, f->format == SQ_FRAME_BGR ? 0 : 128) * SQ_RIM_BLUR_PX;
    w->sigma_px = hypot(radius_sigma, SQ_RIM_SIGMA_PX);
    return sigma < SQ_RIM_STRAY_PX * 2;
}
