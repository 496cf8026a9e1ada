/* Finds the middles of whole winks by where luma crosses their rims, and compares them with their places. */
#include "vision/review/luma_rims.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/frame/light_sample.h"
#include "vision/math/cholesky.h"
#include "vision/math/median.h"
#include "vision/position/winks_in_reach.h"
#include "vision/segment/chroma_siting.h"

/* ---- One rim ---- */

typedef struct {
    double cosine, sine; /* of its direction */
    double beyond_mm;    /* of the rim as it was taken */
} edge;

static double mean_of(const double *v, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += v[i];
    return sum / n;
}

/* mm beyond the rim where luma is midway between face and felt along a ray; the middle of the first and the
 * last such place, where noise or a shadow makes several. NaN where the two differ too little. */
static double luma_beyond(const sq_frame *f, const sq_disc *d, double cosine, double sine) {
    double v[SQ_RIM_POINTS] = {0}; /* from half a radius within to as far beyond, where nothing else is yet */
    int half = (int)(d->radius_mm / 2 / SQ_RIM_STEP_MM), n = 2 * half + 1, end = n / 5, first = -1;
    double first_at = NAN, last_at = NAN;
    if (n > SQ_RIM_POINTS) return NAN;
    sq_px along = sq_disc_point_along(d, cosine, sine, SQ_RIM_STEP_MM);
    double dx = along.x - d->centre.x, dy = along.y - d->centre.y,
           middle = d->radius_mm / SQ_RIM_STEP_MM - half;
    for (int i = 0; i < n; i++)
        v[i] = sq_luma_between(f, (sq_px){d->centre.x + (middle + i) * dx, d->centre.y + (middle + i) * dy});
    double face = mean_of(v, end), felt = mean_of(v + n - end, end), level = (face + felt) / 2;
    if (!(fabs(face - felt) > (double)SQ_SITING_STEP)) return NAN;
    for (int i = 0; i + 1 < n; i++) {
        if ((v[i] - level) * (v[i + 1] - level) > 0 || v[i] == v[i + 1]) continue;
        last_at = i + (level - v[i]) / (v[i + 1] - v[i]);
        if (first++ < 0) first_at = last_at;
    }
    return ((first_at + last_at) / 2 - half) * SQ_RIM_STEP_MM;
}

/* By how much an edge lies farther out than a rim that is moved by (fit[1], fit[2]) and wider by fit[0]. */
static double left_over(const edge *e, const double fit[3]) {
    return e->beyond_mm - fit[0] - fit[1] * e->cosine - fit[2] * e->sine;
}

/* One step of least squares with Cauchy's weights: a wink that lies beside draws a piece of the rim away. */
static bool refit(double fit[3], const edge *e, int n) {
    double a[3][3] = {{0}}, b[3] = {0}, off = 0;
    for (int i = 0; i < n; i++)
        off += fabs(left_over(&e[i], fit)) / n;
    for (int i = 0; i < n; i++) {
        double row[3] = {1, e[i].cosine, e[i].sine}, left = left_over(&e[i], fit);
        double weight = off > 0 ? 1 / (1 + left * left / (off * off)) : 1;
        for (int j = 0; j < 3; j++) {
            b[j] += weight * row[j] * left;
            for (int k = 0; k <= j; k++)
                a[j][k] += weight * row[j] * row[k];
        }
    }
    if (!sq_cholesky_solve(a[0], 3, 3, b)) return false;
    for (int j = 0; j < 3; j++)
        fit[j] += b[j];
    return true;
}

/* By how much luma puts a wink elsewhere; false where less than half of its rim tells. */
static bool luma_moves(sq_mm *by, const sq_frame *f, const sq_disc *d) {
    static const int steps = 5;
    const sq_direction *to = sq_rim_directions();
    edge e[SQ_RIM_POINTS];
    int n = 0;
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        e[n] = (edge){.cosine = to[i].cosine, .sine = to[i].sine};
        e[n].beyond_mm = luma_beyond(f, d, e[n].cosine, e[n].sine);
        n += isfinite(e[n].beyond_mm);
    }
    double fit[3] = {0};
    if (n <= SQ_RIM_POINTS / 2) return false;
    for (int i = 0; i < steps; i++)
        if (!refit(fit, e, n)) return false;
    *by = (sq_mm){fit[1], fit[2]};
    return true;
}

/* ---- All of them ---- */

typedef struct {
    int count, wink[SQ_SEEN_CAP]; /* indices into the position's winks */
    sq_mm by[SQ_SEEN_CAP];
} moves;

static bool is_whole(const sq_seen_wink *w) {
    return w->seen > SQ_WHOLE_SEEN && !w->pot_supported && !w->aslant;
}

static void measure(moves *m, const sq_position *p, const sq_frame *f, const sq_camera *c) {
    m->count = 0;
    for (int i = 0; i < p->wink_count; i++) {
        if (!is_whole(&p->winks[i])) continue;
        sq_disc d = sq_disc_of_wink(&p->winks[i], c);
        m->wink[m->count] = i;
        if (isfinite(d.centre.x) && luma_moves(&m->by[m->count], f, &d)) m->count++;
    }
}

/* Takes from the moves of a colour's winks what they have in common, and from the list those of a colour that
 * has too few. Their own mean is drawn towards each of them: what is left is stretched by as much. */
static void take_common(moves *m, const sq_position *p) {
    moves kept = {0};
    for (int c = 0; c < SQ_COLOURS; c++) {
        float x[SQ_SEEN_CAP], y[SQ_SEEN_CAP];
        int n = 0;
        for (int i = 0; i < m->count; i++)
            if ((int)p->winks[m->wink[i]].colour == c) {
                x[n] = (float)m->by[i].x;
                y[n++] = (float)m->by[i].y;
            }
        if (n < SQ_MEDIAN_LEAST) continue;
        double stretch = sqrt(n / (n - 1.0)), mx = (double)sq_median(x, n), my = (double)sq_median(y, n);
        for (int i = 0; i < m->count; i++)
            if ((int)p->winks[m->wink[i]].colour == c) {
                kept.wink[kept.count] = m->wink[i];
                kept.by[kept.count++] = (sq_mm){stretch * (m->by[i].x - mx), stretch * (m->by[i].y - my)};
            }
    }
    *m = kept;
}

static double deviation_of(const moves *m) {
    float off[2 * SQ_SEEN_CAP];
    for (int i = 0; i < m->count; i++) {
        off[2 * i] = (float)m->by[i].x;
        off[2 * i + 1] = (float)m->by[i].y;
    }
    return (double)sq_robust_deviation(off, 2 * m->count, 0);
}

void sq_luma_rims_doubt(sq_position *p, const sq_frame *f, bool halved, const sq_camera *c) {
    moves m;
    if (!halved) return;
    measure(&m, p, f, c);
    take_common(&m, p);
    if (m.count < SQ_LUMA_RIM_WINKS) return;
    double all = deviation_of(&m), own[SQ_SEEN_CAP] = {0};
    for (int i = 0; i < m.count; i++)
        own[m.wink[i]] = sq_mm_distance(m.by[i], (sq_mm){0, 0}) / M_SQRT2;
    for (int i = 0; i < p->wink_count; i++)
        if (is_whole(&p->winks[i])) p->winks[i].sigma_mm = hypot(p->winks[i].sigma_mm, hypot(all, own[i]));
}
