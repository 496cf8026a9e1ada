/* Finds long lines in the thumbnail by Hough voting over angle and distance, and refines each by
 * regression. */
#include "calib/mat/hough_lines.h"
#include "vision/math/tunable_number.h"

#include <string.h>

/* The least evidence of a line that is looked at, as a share of the small picture's longer side: a short side
 * of a mat that takes half the picture is 0.25 long; half of it may be hidden, and half as clear as can be.
 * Lower: more lines to try; higher: weak short sides are lost. */
SQ_NUMBER(SQ_LINE_LEAST, 0.03);

/* A line is sampled over ±HALF_LENGTH (half longer sides): a diagonal of a 4:3 picture is 1.25. */
SQ_NUMBER(HALF_LENGTH, 1.3);
#define SAMPLE_STEP (2 * HALF_LENGTH / SQ_LINE_SAMPLES)
#define RHO_STEP (2 * HALF_LENGTH / SQ_VOTE_RHOS)

/* An edge pixel votes for lines within so many degrees of its own direction. */
enum { VOTE_SPREAD = 4 };
/* Peaks nearer than this in both are one line: so far do the votes of one reach. */
enum { PEAK_ANGLES = VOTE_SPREAD, PEAK_RHOS = VOTE_SPREAD };
/* Pixels so near (half longer sides) and so parallel (cosine) belong to a line. */
SQ_NUMBER(NEAR_LINE, 0.012);
SQ_NUMBER(PARALLEL, 0.94);

static double half_longer(const sq_thumbnail *s) {
    return (s->width > s->height ? s->width : s->height) / 2.0;
}

/* Where a lens bends inwards, d = u (1 + bend u²) comes back from where 1 + 3 bend u² is 0: no place of the
 * mat is seen beyond, and none of the picture shows it. */
sq_px sq_small_from_flat(const sq_thumbnail *s, sq_px u, double bend) {
    double bent = bend * (u.x * u.x + u.y * u.y), k = (1 + bent) * half_longer(s);
    if (1 + 3 * bent < 0) return (sq_px){NAN, NAN};
    return (sq_px){u.x * k + (s->width - 1) / 2.0, u.y * k + (s->height - 1) / 2.0};
}

sq_px sq_flat_from_small(const sq_thumbnail *s, sq_px p, double bend) {
    double h = half_longer(s);
    double x = (p.x - (s->width - 1) / 2.0) / h, y = (p.y - (s->height - 1) / 2.0) / h;
    double b = bend * (x * x + y * y), k = 1, step = 1;
    if (27 * b < -4) return (sq_px){NAN, NAN};
    for (int i = 0; i < 4 || (i < 32 && fabs(step) > 1e-6); i++) { /* Newton on k + b k³ = 1, for u = k d */
        step = (k + b * k * k * k - 1) / (1 + 3 * b * k * k);
        k -= step;
    }
    return (sq_px){x * k, y * k};
}

static bool is_ridge(const sq_thumbnail *s, int x, int y) {
    int i = y * s->width + x;
    int sx = s->dx[i] > 0.38f ? 1 : s->dx[i] < -0.38f ? -1 : 0; /* sin 22.5° */
    int sy = s->dy[i] > 0.38f ? 1 : s->dy[i] < -0.38f ? -1 : 0;
    int step = sy * s->width + sx;
    return s->slope[i] > s->slope[i - step] && s->slope[i] >= s->slope[i + step];
}

void sq_edge_pixels_find(sq_edge_pixels *e, const sq_thumbnail *s) {
    e->count = 0;
    int room = (int)(sizeof e->pixel / sizeof *e->pixel);
    for (int y = 1; y < s->height - 1; y++)
        for (int x = 1; x < s->width - 1 && e->count < room; x++) {
            float weight = sq_small_evidence(s, x, y);
            if (weight <= 0 || !is_ridge(s, x, y)) continue;
            int i = y * s->width + x;
            e->pixel[e->count++] = (sq_edge_pixel){(float)x, (float)y, s->dx[i], s->dy[i], weight};
        }
}

/* The direction across an edge becomes that of the edge's image: two points of it are mapped. What the lens
 * cannot show there tells nothing. */
static void flatten(sq_edge_pixels *e, const sq_thumbnail *s, double bend) {
    for (int i = 0; i < e->count; i++) {
        const sq_edge_pixel *p = &e->pixel[i];
        sq_px at = sq_flat_from_small(s, (sq_px){p->x, p->y}, bend);
        sq_px on = sq_flat_from_small(s, (sq_px){p->x - p->dy, p->y + p->dx}, bend);
        double tx = on.x - at.x, ty = on.y - at.y, n = sqrt(tx * tx + ty * ty);
        e->flat[i] =
            n > 0 ? (sq_edge_pixel){(float)at.x, (float)at.y, (float)(ty / n), (float)(-tx / n), p->weight}
                  : (sq_edge_pixel){0};
    }
}

static void vote(const sq_edge_pixels *e, float *votes) {
    static const double degree = M_PI / SQ_VOTE_ANGLES;
    memset(votes, 0, sizeof *votes * SQ_VOTES);
    double cosine[SQ_VOTE_ANGLES], sine[SQ_VOTE_ANGLES];
    for (int a = 0; a < SQ_VOTE_ANGLES; a++) {
        cosine[a] = cos(a * degree);
        sine[a] = sin(a * degree);
    }
    for (int i = 0; i < e->count; i++) {
        const sq_edge_pixel *p = &e->flat[i];
        int middle = (int)lround(atan2((double)p->dy, (double)p->dx) / degree);
        for (int k = -VOTE_SPREAD; k <= VOTE_SPREAD; k++) {
            int a = ((middle + k) % SQ_VOTE_ANGLES + SQ_VOTE_ANGLES) % SQ_VOTE_ANGLES;
            double rho = p->x * cosine[a] + p->y * sine[a];
            int bin = (int)lround(rho / RHO_STEP) + SQ_VOTE_RHOS / 2;
            if (bin >= 0 && bin < SQ_VOTE_RHOS) votes[a * SQ_VOTE_RHOS + bin] += p->weight;
        }
    }
}

/* The highest place of one angle's row: two neighbouring bins together, since a line lies between two as
 * often as in one. */
typedef struct {
    double height;
    int bin;
} row_peak;

static row_peak peak_of_row(const float *votes, int a) {
    const float *row = votes + a * SQ_VOTE_RHOS;
    row_peak best = {0, 0};
    for (int b = 0; b < SQ_VOTE_RHOS - 1; b++) {
        double h = row[b] + row[b + 1];
        if (h > best.height) best = (row_peak){h, b};
    }
    return best;
}

/* Removes what lies around a peak; an angle past 180° is the same line from the other side. */
static void erase_peak(float *votes, row_peak *rows, int a0, int bin0) {
    for (int k = -PEAK_ANGLES; k <= PEAK_ANGLES; k++) {
        int a = a0 + k, middle = bin0;
        if (a < 0 || a >= SQ_VOTE_ANGLES) {
            a = (a + SQ_VOTE_ANGLES) % SQ_VOTE_ANGLES;
            middle = SQ_VOTE_RHOS - bin0;
        }
        for (int b = middle - PEAK_RHOS; b <= middle + PEAK_RHOS; b++)
            if (b >= 0 && b < SQ_VOTE_RHOS) votes[a * SQ_VOTE_RHOS + b] = 0;
        rows[a] = peak_of_row(votes, a);
    }
}

static bool take_peak(float *votes, row_peak *rows, sq_line_guess *l) {
    int best = 0;
    for (int a = 1; a < SQ_VOTE_ANGLES; a++)
        if (rows[a].height > rows[best].height) best = a;
    if (rows[best].height < SQ_LINE_LEAST * SQ_THUMBNAIL_SIDE) return false;
    l->angle = best * M_PI / SQ_VOTE_ANGLES;
    l->rho = (rows[best].bin + 0.5 - SQ_VOTE_RHOS / 2) * RHO_STEP;
    erase_peak(votes, rows, best, rows[best].bin);
    return true;
}

/* Least squares through the pixels near the line: total regression about their weighted middle. */
static void refine_line(const sq_edge_pixels *e, sq_line_guess *l) {
    double c = cos(l->angle), n = sin(l->angle), w = 0, mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < e->count; i++) {
        const sq_edge_pixel *p = &e->flat[i];
        if (fabs(p->x * c + p->y * n - l->rho) > NEAR_LINE) continue;
        if (fabs(p->dx * c + p->dy * n) < PARALLEL) continue;
        double k = p->weight;
        w += k;
        mx += k * p->x;
        my += k * p->y;
        xx += k * p->x * p->x;
        xy += k * p->x * p->y;
        yy += k * p->y * p->y;
    }
    if (!(w > 0)) return;
    mx /= w;
    my /= w;
    xx = xx / w - mx * mx;
    xy = xy / w - mx * my;
    yy = yy / w - my * my;
    double along = atan2(2 * xy, xx - yy) / 2; /* the greater axis */
    double angle = along + M_PI / 2;
    if (angle >= M_PI) angle -= M_PI;
    if (angle < 0) angle += M_PI;
    l->angle = angle;
    l->rho = mx * cos(angle) + my * sin(angle);
}

static sq_px line_at(const sq_line_guess *l, double along) {
    double c = cos(l->angle), n = sin(l->angle);
    return (sq_px){l->rho * c - along * n, l->rho * n + along * c};
}

/* The best evidence at a place of the line or one small pixel beside it, if the edge runs with the line. */
static float evidence_at(const sq_thumbnail *s, sq_px p, sq_px across, bool *inside) {
    float best = 0;
    *inside = p.x >= 2 && p.y >= 2 && p.x < s->width - 3 && p.y < s->height - 3 && isfinite(across.x);
    if (!*inside) return 0;
    for (int k = -1; k <= 1; k++) {
        int x = (int)lround(p.x + k * across.x), y = (int)lround(p.y + k * across.y);
        int i = y * s->width + x;
        if (fabs(s->dx[i] * across.x + s->dy[i] * across.y) < PARALLEL) continue;
        best = fmaxf(best, sq_small_evidence(s, x, y));
    }
    return best;
}

static void sum_evidence(const sq_thumbnail *s, double bend, sq_line_guess *l) {
    l->evidence[0] = l->inside[0] = 0;
    sq_px before = sq_small_from_flat(s, line_at(l, -HALF_LENGTH - SAMPLE_STEP), bend);
    for (int i = 0; i < SQ_LINE_SAMPLES; i++) {
        sq_px p = sq_small_from_flat(s, line_at(l, -HALF_LENGTH + i * SAMPLE_STEP), bend);
        double tx = p.x - before.x, ty = p.y - before.y, n = hypot(tx, ty);
        bool inside;
        float v = evidence_at(s, p, (sq_px){ty / n, -tx / n}, &inside);
        l->evidence[i + 1] = l->evidence[i] + v;
        l->inside[i + 1] = l->inside[i] + (inside ? 1.0f : 0.0f);
        before = p;
    }
    l->support = l->evidence[SQ_LINE_SAMPLES];
}

void sq_lines_find(sq_lines *l, const sq_thumbnail *s, sq_edge_pixels *e, double bend, float *votes) {
    l->bend = bend;
    l->count = 0;
    flatten(e, s, bend);
    vote(e, votes);
    row_peak rows[SQ_VOTE_ANGLES];
    for (int a = 0; a < SQ_VOTE_ANGLES; a++)
        rows[a] = peak_of_row(votes, a);
    while (l->count < SQ_LINES_CAP && take_peak(votes, rows, &l->line[l->count])) {
        sq_line_guess *g = &l->line[l->count++];
        for (int i = 0; i < 2; i++)
            refine_line(e, g);
        sum_evidence(s, bend, g);
    }
}

static int sample_of(const sq_line_guess *l, sq_px p) {
    double along = -p.x * sin(l->angle) + p.y * cos(l->angle);
    double i = (along + HALF_LENGTH) / SAMPLE_STEP;
    return i < 0 ? 0 : i > SQ_LINE_SAMPLES ? SQ_LINE_SAMPLES : (int)i;
}

double sq_line_evidence(const sq_line_guess *l, sq_px p, sq_px q, double *inside) {
    int a = sample_of(l, p), b = sample_of(l, q);
    if (a > b) {
        int swap = a;
        a = b;
        b = swap;
    }
    *inside = l->inside[b] - l->inside[a];
    return l->evidence[b] - l->evidence[a];
}
