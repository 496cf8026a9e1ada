/* The width of a line: whatever the blur may be, a line that is seen so wide has one width. Each blur counts
 * by how well it explains the profile, and by what edges say of it. */
#include "calib/crokinole/line_width.h"

#include <math.h>
#include <string.h>

#include "vision/crokinole/colour_planes.h"
#include "vision/frame/light_sample.h"
#include "vision/math/cholesky.h"
#include "vision/math/normal_distribution.h"

/* Samples from the middle to where the profile falls to half of what it differs from the ground on that side.
 */
static double to_half(const sq_line_profile *p, float sign, int way) {
    const float *from_middle = p->value + p->middle;
    float level = sign * (from_middle[0] + from_middle[way * p->middle]) / 2;
    int i = 0;
    while (i < p->middle - 1 && sign * from_middle[way * (i + 1)] > level)
        i++;
    float a = sign * from_middle[way * i], c = sign * from_middle[way * (i + 1)];
    return i + (a > c ? (double)((a - level) / (a - c)) : 0);
}

sq_seen_width sq_seen_width_of(const sq_line_profile *p) {
    float sign = 2 * p->value[p->middle] > p->value[0] + p->value[2 * p->middle] ? 1 : -1;
    double before = to_half(p, sign, -1) / p->fine, after = to_half(p, sign, 1) / p->fine;
    return (sq_seen_width){(before + after) / 2, (after - before) / 2};
}

/* How much of a line, were it 1, a normal blur leaves at so many pixels from its middle. */
static double blurred(double wide, double blur, double at) {
    return sq_normal_below((wide / 2 - at) / blur) - sq_normal_below((-wide / 2 - at) / blur);
}

/* The width of a line that, blurred, seems so wide at half of its height. */
static double sharp_width(double seen, double blur) {
    double least = 0.05 * seen, most = seen;
    for (int i = 0; i < 20; i++) {
        double wide = (least + most) / 2;
        if (blurred(wide, blur, seen / 2) > blurred(wide, blur, 0) / 2)
            most = wide; /* it would seem wider */
        else
            least = wide;
    }
    return most;
}

/* By how much a line of that width, blurred so, between two grounds, differs from the profile as far as the
 * line's width to either side: the mean square, in parts of its height. */
static double unexplained(const sq_line_profile *p, const sq_seen_width *look, double wide, double blur) {
    enum { LINE, BEFORE, AFTER, UNKNOWNS };
    double a[UNKNOWNS * UNKNOWNS] = {0}, b[UNKNOWNS] = {0}, square = 0, solved[UNKNOWNS];
    int n = 0;
    for (int i = 0; i <= 2 * p->middle; i++) {
        double at = (double)(i - p->middle) / p->fine - look->off_px, value = (double)p->value[i];
        if (fabs(at) > 3 * look->half_px) continue;
        double after = sq_normal_below(at / blur),
               row[UNKNOWNS] = {blurred(wide, blur, at), 1 - after, after};
        square += value * value;
        n++;
        for (int j = 0; j < UNKNOWNS; j++) {
            b[j] += row[j] * value;
            for (int k = 0; k <= j; k++)
                a[UNKNOWNS * j + k] += row[j] * row[k];
        }
    }
    memcpy(solved, b, sizeof solved);
    if (!sq_cholesky_solve(a, UNKNOWNS, UNKNOWNS, solved)) return INFINITY;
    for (int j = 0; j < UNKNOWNS; j++)
        square -= solved[j] * b[j];
    double height = solved[LINE] * blurred(wide, blur, 0);
    return fmax(square, 0) / n / (height * height);
}

/* Widths, weighted. */
typedef struct {
    double weight, sum, square;
} widths;

/* Adds what a profile of light, or of its levels, tells, if that is what was blurred. likely: how likely that
 * is. Edges tell the blur to a tenth of a pixel and to a tenth of it: of drawn and ray-traced boards in focus
 * they have 0.2 to 0.9, of the same that were blurred by 1.5 pixels 1.4 to 1.6. No profile is explained to
 * better than a hundredth, for grain, noise and codecs. */
static void add_widths(widths *w, const sq_line_profile *p, double edges_px, double likely) {
    const sq_seen_width look = sq_seen_width_of(p);
    const double edges = hypot(SQ_BETWEEN_PX, edges_px), sigma = 0.1 * hypot(1, edges), floor = 0.01 * 0.01,
                 pixels = 6 * look.half_px,
                 most = look.half_px / sqrt(2 * M_LN2); /* of which a line without any width seems so wide */
    for (double blur = SQ_BETWEEN_PX; blur < fmax(most, 2 * SQ_BETWEEN_PX); blur += SQ_BETWEEN_PX / 10) {
        double wide = sharp_width(2 * look.half_px, blur),
               may = isfinite(edges) ? sq_normal_below((edges - blur) / sigma) : 1,
               weight = likely * may * pow(floor / (floor + unexplained(p, &look, wide, blur)), pixels / 2);
        w->weight += weight;
        w->sum += weight * wide;
        w->square += weight * wide * wide;
    }
}

/* A lens blurs light; who makes a picture smaller or softer by software blurs levels, in which a bright line
 * is wider and a dark one narrower. The latter is unlikely of pictures whose edges are sharp, within a pixel.
 */
sq_line_width sq_line_width_of(const sq_line_profile *p, double edges_px) {
    widths w = {0};
    const double seen = 2 * sq_seen_width_of(p).half_px;
    add_widths(&w, p, edges_px, 1);
    for (int i = 0; i <= 2 * p->middle; i++)
        p->value[i] = powf(p->value[i], (float)(1 / SQ_LIGHT_EXPONENT));
    add_widths(&w, p, edges_px, 1 / (1 + pow(edges_px, -8)));
    if (!(w.weight > 0)) return (sq_line_width){seen, seen};
    double mean = w.sum / w.weight;
    return (sq_line_width){mean, sqrt(fmax(w.square / w.weight - mean * mean, 0))};
}
