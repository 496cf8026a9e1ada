/* Measures the blur of the picture at the rims of winks that lie alone, from the integral of s (1 - s)
 * over the rim, where s is the share of the wink's colour. */
#include "vision/segment/blur_estimate.h"

#include "vision/geometry/disc.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"
#include "vision/position/rim_gap.h"
#include "vision/position/wink_discs.h"

/* How the blur is measured. px on either side of a rim in which it is found, and of felt beyond; mm from
 * other winks, whose colour would lie there. */
SQ_NUMBER(SQ_BLUR_REACH_PX, 4.0);
SQ_NUMBER(SQ_BLUR_FELT_PX, 2.0);
SQ_NUMBER(SQ_BLUR_ALONE_MM, 10.0);

/* The parts of a wink's surroundings: its face, the rim with what blur makes of it, and the felt beyond. */
typedef enum { FACE, RIM, FELT, PARTS } part;

static part part_at(const sq_disc *d, int x, int y) {
    double px = sq_disc_distance(d, x, y, 0, 0) * d->px_per_mm;
    return px < -SQ_BLUR_REACH_PX ? FACE : px < SQ_BLUR_REACH_PX ? RIM : FELT;
}

static sq_chroma face_of(const sq_window *w, const sq_disc *d) {
    sq_chroma sum = {0, 0};
    int n = 0;
    for (int i = 0; i < w->w * w->h; i++) {
        if (part_at(d, w->x0 + i % w->w, w->y0 + i / w->w) != FACE) continue;
        sum = (sq_chroma){sum.x + w->chroma[i].x, sum.y + w->chroma[i].y};
        n++;
    }
    return n ? (sq_chroma){sum.x / (float)n, sum.y / (float)n} : sum;
}

/* The blur at one wink's rim, px; NaN where it shows no colour. What s (1 − s) comes to on the face and on
 * the felt is noise, and taken off. */
static double blur_at(const sq_window *w, const sq_disc *d) {
    sq_chroma face = face_of(w, d);
    double square = (double)face.x * face.x + (double)face.y * face.y, sum[PARTS] = {0};
    int n[PARTS] = {0};
    if (!(square > 0)) return NAN;
    for (int i = 0; i < w->w * w->h; i++) {
        part at = part_at(d, w->x0 + i % w->w, w->y0 + i / w->w);
        double share = ((double)w->chroma[i].x * face.x + (double)w->chroma[i].y * face.y) / square;
        sum[at] += share * (1 - share);
        n[at]++;
    }
    if (!n[FACE] || !n[FELT]) return NAN;
    double noise = n[RIM] * (sum[FACE] / n[FACE] + sum[FELT] / n[FELT]) / 2;
    double rim_px = 2 * M_PI * d->radius_mm * d->px_per_mm;
    return sqrt(M_PI) * (sum[RIM] - noise) / rim_px;
}

static bool lies_alone(const sq_position *p, int i) {
    const sq_seen_wink *w = &p->winks[i];
    bool alone = w->seen > SQ_WHOLE_SEEN && w->place != SQ_PLACE_OFF && w->place != SQ_PLACE_POT &&
                 w->place != SQ_PLACE_RIM && !w->pot_supported;
    for (int j = 0; j < p->wink_count && alone; j++)
        alone = j == i || sq_gap_between(w, &p->winks[j]).mm > SQ_BLUR_ALONE_MM;
    return alone;
}

bool sq_blur_measure(double *blur_px, sq_window *w, const sq_frame *f, const sq_outline *o,
                     const sq_background *s, const sq_camera *c, const sq_position *p) {
    float blur[SQ_SEEN_CAP];
    int n = 0;
    for (int i = 0; i < p->wink_count; i++) {
        if (!lies_alone(p, i)) continue;
        sq_disc d = sq_disc_of_wink(&p->winks[i], c);
        sq_window_read_box(w, sq_disc_box(&d, (SQ_BLUR_REACH_PX + SQ_BLUR_FELT_PX) / d.px_per_mm), f, o, s);
        double px = blur_at(w, &d);
        if (px > 0) blur[n++] = (float)px;
    }
    if (n < SQ_MEDIAN_LEAST) return false;
    *blur_px = (double)sq_median(blur, n);
    return true;
}
