/* Measures the blur of the picture at the rims of winks that lie alone, from the integral of s (1 - s)
 * over the rim, where s is the share of the wink's colour. */
#include "vision/segment/blur_estimate.h"

#include "vision/geometry/disc.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"
#include "vision/position/rim_gap.h"
#include "vision/position/winks_in_reach.h"
#include "vision/restore/subsampled_chroma.h"

/* px over which the errors of restored chroma are alike where a video's mean chroma was rounded to whole
 * steps of one level: the blur of a rim. Less: ± are claimed too small. */
#define SQ_JPEG_ALIKE_PX SQ_BLUR_PX

/* The same where the felt is clipped: a rim then is no blurred step any more, and all of it errs one way. */
SQ_NUMBER(SQ_CLIPPED_ALIKE_PX, 2.8);

/* How the blur is measured. px on either side of a rim in which it is found, and of felt beyond; mm from
 * other winks, whose colour would lie there. What is out of focus reaches farther: twice its blur, up to a
 * quarter of a small wink, which still leaves a face. */
SQ_NUMBER(SQ_BLUR_REACH_PX, 4.0);
#define SQ_BLUR_FELT_PX (SQ_BLUR_REACH_PX / 2)
SQ_NUMBER(SQ_BLUR_ALONE_MM, 10.0);

/* The parts of a wink's surroundings: its face, the rim with what blur makes of it, and the felt beyond. */
typedef enum { FACE, RIM, FELT, PARTS } part;

static part part_at(const sq_disc *d, double reach_px, int x, int y) {
    double px = sq_disc_distance(d, x, y, 0, 0) * d->px_per_mm;
    return px < -reach_px ? FACE : px < reach_px ? RIM : FELT;
}

/* Sums over the pixels of a part: of their chroma, and of its squares. */
typedef struct {
    double n, x, y, xx, xy, yy;
} sums;

static void sum_up(sums of[PARTS], const sq_window *w, const sq_disc *d, double reach_px) {
    for (int i = 0, y = w->y0; y < w->y0 + w->h; y++)
        for (int x = w->x0; x < w->x0 + w->w; x++, i++) {
            sums *s = &of[part_at(d, reach_px, x, y)];
            double u = w->chroma[i].x, v = w->chroma[i].y;
            s->n++;
            s->x += u;
            s->y += v;
            s->xx += u * u;
            s->xy += u * v;
            s->yy += v * v;
        }
}

/* The sum of s (1 - s) over a part, where s is the share of the face's chroma (x, y). */
static double blurred(const sums *s, double x, double y) {
    double square = x * x + y * y;
    return (x * s->x + y * s->y) / square -
           (x * x * s->xx + 2 * x * y * s->xy + y * y * s->yy) / (square * square);
}

/* The blur at one wink's rim, px; NaN where it shows no colour. What s (1 − s) comes to on the face and on
 * the felt is noise, and taken off. */
static double blur_at(const sq_window *w, const sq_disc *d, double reach_px) {
    sums of[PARTS] = {{0}}, *face = &of[FACE], *felt = &of[FELT];
    sum_up(of, w, d, reach_px);
    double x = face->x / face->n, y = face->y / face->n;
    if (!(face->n > 0 && felt->n > 0 && x * x + y * y > 0)) return NAN;
    double noise = of[RIM].n * (blurred(face, x, y) / face->n + blurred(felt, x, y) / felt->n) / 2;
    double rim_px = 2 * M_PI * d->radius_mm * d->px_per_mm;
    return sqrt(M_PI) * (blurred(&of[RIM], x, y) - noise) / rim_px;
}

static bool lies_alone(const sq_position *p, int i) {
    const sq_seen_wink *w = &p->winks[i];
    bool alone = w->seen > SQ_WHOLE_SEEN && w->place != SQ_PLACE_OFF && !sq_place_is_potted(w->place) &&
                 !w->pot_supported;
    for (int j = 0; j < p->wink_count && alone; j++)
        alone = j == i || sq_gap_between(w, &p->winks[j]).mm > SQ_BLUR_ALONE_MM;
    return alone;
}

/* So many winks tell it, spread over the mat, as a lens blurs its corners otherwise: three by three. More: it
 * takes longer. */
enum { BLUR_WINKS = SQ_MEDIAN_LEAST * SQ_MEDIAN_LEAST };

/* That which is farthest from those before; -1 where none is left. apart[i]: from the nearest of them. */
static int farthest(const double apart[SQ_SEEN_CAP], int n) {
    int best = -1;
    for (int i = 0; i < n; i++)
        if (apart[i] > (best < 0 ? 0 : apart[best])) best = i;
    return best;
}

bool sq_blur_measure(double *blur_px, sq_window *w, const sq_frame *f, const sq_outline *o,
                     const sq_background *s, const sq_camera *c, const sq_position *p) {
    double most_px = SQ_SMALL_MM / 4 * sq_px_per_mm(c, (sq_mm3){0, 0, 0});
    double reach_px = fmax(SQ_BLUR_REACH_PX, fmin(2 * *blur_px, most_px));
    float blur[SQ_SEEN_CAP];
    int n = 0;
    double apart[SQ_SEEN_CAP];
    for (int i = 0; i < p->wink_count; i++)
        apart[i] = lies_alone(p, i) ? INFINITY : 0;
    for (int i; n < BLUR_WINKS && (i = farthest(apart, p->wink_count)) >= 0;) {
        for (int k = 0; k < p->wink_count; k++)
            apart[k] = fmin(apart[k], sq_mm_distance(p->winks[i].at, p->winks[k].at));
        sq_disc d = sq_disc_of_wink(&p->winks[i], c);
        sq_window_read_box(w, sq_disc_box(&d, (reach_px + SQ_BLUR_FELT_PX) / d.px_per_mm), f, o, s);
        double px = blur_at(w, &d, reach_px);
        if (px > 0) blur[n++] = (float)px;
    }
    if (n < SQ_MEDIAN_LEAST) return false;
    *blur_px = (double)sq_median(blur, n);
    return true;
}

/* What coding adds to it. Of a JPEG of any quality the errors are alike over half a block's side, and coarse
 * steps add half as much as a video's: with 2.1 levels errors over ± were at 95 % 4.0 where all was in
 * proportion to the steps, with 7.1 levels 1.4. */
static double coded_px(double step, bool is_jpeg) {
    double px = SQ_JPEG_ALIKE_PX * step;
    return is_jpeg && step > 0 ? hypot(SQ_BLOCK_SIDE, px) / 2 : px;
}

double sq_errors_alike_px(const sq_window *w, const sq_background *s, double blur_px, double coded_step,
                          bool is_jpeg) {
    float level[3];
    sq_felt_at(s, (float)w->x0 + (float)w->w / 2, (float)w->y0 + (float)w->h / 2, level);
    double clipped_px = sq_is_clipped(level) ? SQ_CLIPPED_ALIKE_PX : 0;
    return hypot(hypot(blur_px, coded_px(coded_step, is_jpeg)), clipped_px);
}

double sq_errors_alike(double alike_px) {
    return fmax(alike_px / SQ_BLUR_PX, 1);
}
