/* Measures the brightness in rings around a wink, and compares it with the rings of the other winks, as
 * they are and stretched to twice the width, for the wink's height. */
#include "vision/review/rim_shadow.h"

#include <float.h>

#include "vision/frame/light_sample.h"
#include "vision/frame/yuv.h"
#include "vision/geometry/blurred_edge.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* Squared light of all rings together from which a shadow can tell anything: a thousandth of the felt's in
 * each. */
SQ_NUMBER(SQ_SHADOW_LEAST, 2e-5);

enum {
    DIRECTIONS = 16,
    BEYOND = 4, /* rings of felt beyond those that are compared */
    READ = SQ_SHADOW_RINGS + BEYOND,
};

/* ---- Measuring ---- */

/* Whether a place lies between four pixels of the frame. */
static bool is_in_frame(const sq_frame *f, sq_px p) {
    return p.x >= 0 && p.y >= 0 && p.x < f->width - 1 && p.y < f->height - 1;
}

/* Linear light there: levels are about its root. Beyond the frame it is dark. */
static double light_at(const sq_frame *f, double black, sq_px p) {
    if (!is_in_frame(f, p)) return 0;
    double level = fmax(sq_luma_between(f, p) - black, 0);
    return level * level;
}

/* Whether felt of the mat is seen there, and no other wink is nearer than this one. */
static bool is_open(const sq_rim_shadow_view *v, const sq_disc *disc, int n, int k, sq_px p, double away) {
    if (!is_in_frame(v->frame, p)) return false;
    for (int j = 0; j < n; j++)
        if (j != k && sq_disc_distance(&disc[j], p.x, p.y, 0, 0) < away) return false;
    return sq_span_has(v->outline->inner[(int)p.y], (int)p.x);
}

/* The samples about one rim; NaN where something else lies. */
typedef struct {
    float light[READ][DIRECTIONS], face;
    double turn[DIRECTIONS][2]; /* cosine and sine */
} samples;

/* What is seen in direction i, `away` from the rim: over a wink's width the perspective is affine. */
typedef struct {
    const sq_disc *disc;
    double cosine, sine;
    sq_px radius; /* from the centre to the rim, seen */
} ray;

static ray ray_of(const sq_disc *d, int i) {
    double angle = 2 * M_PI * i / DIRECTIONS;
    sq_px rim = sq_disc_point(d, angle, d->radius_mm);
    return (ray){d, cos(angle), sin(angle), {rim.x - d->centre.x, rim.y - d->centre.y}};
}

static sq_px px_along(const ray *r, double away) {
    double far = 1 + away / r->disc->radius_mm;
    return (sq_px){r->disc->centre.x + r->radius.x * far, r->disc->centre.y + r->radius.y * far};
}

static void read_samples(samples *s, const sq_rim_shadow_view *v, const sq_disc *disc, int n, int k) {
    const double black = v->frame->format == SQ_FRAME_BGR ? 0 : sq_yuv_of(v->frame).y_offset;
    float face[SQ_SHADOW_RINGS * DIRECTIONS];
    for (int i = 0; i < DIRECTIONS; i++) {
        ray along = ray_of(&disc[k], i);
        s->turn[i][0] = along.cosine;
        s->turn[i][1] = along.sine;
        for (int r = 0; r < SQ_SHADOW_RINGS; r++) {
            double away = -r * SQ_RIM_STEP_MM;
            face[i * SQ_SHADOW_RINGS + r] = (float)light_at(v->frame, black, px_along(&along, away));
        }
        for (int r = 0; r < READ; r++) {
            double away = r * SQ_RIM_STEP_MM;
            sq_px p = px_along(&along, away);
            s->light[r][i] = is_open(v, disc, n, k, p, away) ? (float)light_at(v->frame, black, p) : NAN;
        }
    }
    s->face = sq_median(face, SQ_SHADOW_RINGS * DIRECTIONS);
}

/* The light of the felt beside it; 0 where too little of it is open. */
static double felt_beside(const samples *s) {
    float felt[READ * DIRECTIONS];
    int n = 0;
    for (int r = SQ_SHADOW_RINGS; r < READ; r++)
        for (int i = 0; i < DIRECTIONS; i++)
            if (!isnan(s->light[r][i])) felt[n++] = s->light[r][i];
    return n < SQ_SAMPLES_ENOUGH ? 0 : (double)sq_median(felt, n);
}

static void sum_ring(sq_rim_shadow *out, int ring, const samples *s, double felt, double step) {
    double sum[SQ_SHADOW_TURNS] = {0};
    int n = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        if (isnan(s->light[ring][i])) continue;
        double brighter = (double)s->light[ring][i] / felt - step;
        sum[0] += brighter;
        sum[1] += 2 * brighter * s->turn[i][0];
        sum[2] += 2 * brighter * s->turn[i][1];
        n++;
    }
    for (int t = 0; t < SQ_SHADOW_TURNS; t++)
        out->ring[t][ring] = n ? sum[t] / n : 0;
}

bool sq_rim_shadow_measure(sq_rim_shadow *out, const sq_rim_shadow_view *v, const sq_disc *disc, int n,
                           int k) {
    samples s;
    read_samples(&s, v, disc, n, k);
    double felt = felt_beside(&s), blur_mm = v->blur_px / disc[k].px_per_mm;
    if (!(felt > 0)) return false;
    out->face = (double)s.face / felt;
    for (int r = 0; r < SQ_SHADOW_RINGS; r++) {
        float slope, covered = sq_edge_cover((float)(r * SQ_RIM_STEP_MM / blur_mm), &slope);
        sum_ring(out, r, &s, felt, 1 + (out->face - 1) * (double)covered);
    }
    return true;
}

/* ---- Comparing ---- */

/* Sums over winks, from which each ring's line over the face's brightness follows. */
typedef struct {
    double weight, x, xx;
    double y[SQ_SHADOW_TURNS][SQ_SHADOW_RINGS], xy[SQ_SHADOW_TURNS][SQ_SHADOW_RINGS];
} line_sums;

static void add(line_sums *sum, const sq_rim_shadow *s, double weight) {
    double x = s->face;
    sum->weight += weight;
    sum->x += weight * x;
    sum->xx += weight * x * x;
    for (int t = 0; t < SQ_SHADOW_TURNS; t++)
        for (int r = 0; r < SQ_SHADOW_RINGS; r++) {
            sum->y[t][r] += weight * s->ring[t][r];
            sum->xy[t][r] += weight * x * s->ring[t][r];
        }
}

/* What the rings of a wink on the felt with such a face look like, by the others; one wink's worth is
 * believed beforehand, that the face's brightness changes nothing. */
static void expect(double ring[SQ_SHADOW_RINGS], const line_sums *sum, int turn, double x) {
    double n = fmax(sum->weight, DBL_EPSILON), xx = sum->xx + 1;
    double det = n * xx - sum->x * sum->x;
    for (int r = 0; r < SQ_SHADOW_RINGS; r++) {
        double y = sum->y[turn][r], xy = sum->xy[turn][r];
        ring[r] = (xx * y - sum->x * xy + (n * xy - sum->x * y) * x) / det;
    }
}

/* The ring of a shadow that is half as wide: at half the distance. */
static double at_half(const double ring[SQ_SHADOW_RINGS], int r) {
    return (ring[r / 2] + ring[(r + 1) / 2]) / 2;
}

/* The height that accounts best for what the rings show: least squares over all samples. */
static double height_by(const line_sums *others, const sq_rim_shadow *s) {
    double along = 0, length = SQ_SHADOW_LEAST;
    for (int t = 0; t < SQ_SHADOW_TURNS; t++) {
        double flat[SQ_SHADOW_RINGS], share = t ? 0.5 : 1; /* a cosine's mean square */
        expect(flat, others, t, s->face);
        for (int r = 0; r < SQ_SHADOW_RINGS; r++) {
            double more = at_half(flat, r) - flat[r];
            along += share * more * (s->ring[t][r] - flat[r]);
            length += share * more * more;
        }
    }
    return along / length;
}

void sq_rim_shadow_compare(double raised[], const sq_rim_shadow *shadow, const double *flat, int n) {
    line_sums all = {0};
    for (int i = 0; i < n; i++)
        add(&all, &shadow[i], flat[i]);
    for (int i = 0; i < n; i++) {
        line_sums others = all;
        add(&others, &shadow[i], -flat[i]);
        raised[i] = height_by(&others, &shadow[i]);
    }
}
