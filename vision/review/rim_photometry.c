/* Learns what light does along the rims of a frame: accumulates the normal equations over the pixels
 * beside open rims, and solves for the shares at each distance. */
#include "vision/review/rim_photometry.h"

#include <string.h>

#include "vision/frame/simd.h"
#include "vision/geometry/blurred_edge.h"
#include "vision/math/cholesky.h"
#include "vision/math/median.h"

enum {
    INSIDE = 4,                            /* knots inside of the rim; the fifth lies on it */
    AT_KNOT = SQ_RIM_SHARES * SQ_RIM_TURNS /* unknowns of one knot */
};

/* Where a distance lies among the knots: between `first` and the next, by `part` of the way. */
typedef struct {
    int first;
    double part;
} place;

SQ_WIDE_PART place place_of(const sq_rim_photometry *l, double away) {
    double t = away / l->step_px + INSIDE;
    t = t > 0 ? t < SQ_RIM_KNOTS - 1 ? t : SQ_RIM_KNOTS - 1 : 0;
    int first = t < SQ_RIM_KNOTS - 1 ? (int)t : SQ_RIM_KNOTS - 2;
    return (place){first, t - first};
}

void sq_rim_photometry_begin(sq_rim_photometry *l, double px_per_mm, double blur_px) {
    memset(l, 0, sizeof *l);
    /* A wink's shadow is two to three mm long; nearer, and the few rims of a frame no longer fill the knots.
     */
    l->step_px = fmax(SQ_EDGE_STEP_BLURS * blur_px, SQ_RIM_STEP_MM * px_per_mm);
    for (int k = 0; k < SQ_RIM_KNOTS; k++) {
        double beyond = erf((k - INSIDE) * l->step_px / (blur_px * M_SQRT2));
        l->share[k][0][0] = (float)(0.5 - 0.5 * beyond);
        l->share[k][1][0] = (float)(0.5 + 0.5 * beyond);
    }
    /* One pixel's worth is believed beforehand, since where winks are of one brightness only, what is theirs
     * and what is the felt's would else be told apart by noise. */
    for (int i = 0; i < SQ_RIM_UNKNOWNS; i++) {
        l->A[i][i] = 1;
        l->b[i] = (double)(&l->share[0][0][0])[i];
    }
}

/* ---- Learning ---- */

/* Nothing is told finer than from knot to knot. */
static int rows_apart(const sq_rim_photometry *l) {
    return (int)fmax(1, l->step_px);
}

/* Where a pixel lies on disc k; false where it is nearer to another, or beyond the last knot. */
static bool is_open(const sq_rim_photometry *l, const sq_disc *disc, int n, int k, double x, double y,
                    double *away, double *dx, double *dy) {
    *away = sq_disc_distance(&disc[k], x, y, dx, dy) * disc[k].px_per_mm;
    if (*away > (SQ_RIM_KNOTS - 1 - INSIDE) * l->step_px) return false;
    double clear = fmax(*away, 0) / disc[k].px_per_mm;
    for (int j = 0; j < n; j++)
        if (j != k && sq_disc_distance(&disc[j], x, y, 0, 0) < clear) return false;
    return true;
}

static void keep_pixel(sq_open_rim *rim, double light, double away, double dx, double dy) {
    if (rim->count == SQ_OPEN_RIM_CAP) return;
    int i = rim->count++;
    rim->light[i] = (float)light;
    rim->away[i] = (float)away;
    rim->dx[i] = (float)dx;
    rim->dy[i] = (float)dy;
}

void sq_open_rim_read(sq_open_rim *rim, const sq_rim_photometry *l, const sq_window *w, const sq_disc *disc,
                      int n, int k) {
    double sum = 0, away, dx, dy;
    int faces = 0;
    rim->count = 0;
    rim->px_per_mm = disc[k].px_per_mm;
    for (int y = 0; y < w->h; y += rows_apart(l))
        for (int x = 0; x < w->w; x++) {
            int i = y * w->w + x;
            if (!(w->believed[i] > 0) || !is_open(l, disc, n, k, w->x0 + x, w->y0 + y, &away, &dx, &dy))
                continue;
            double light = sq_window_luminance(w, i);
            if (away > -INSIDE * l->step_px) keep_pixel(rim, light, away, dx, dy);
            if (away > (1 - INSIDE) * l->step_px) continue;
            sum += light;
            faces++;
        }
    for (int i = rim->count; i % SQ_LANES; i++) /* what fills up the last group */
        rim->light[i] = rim->away[i] = rim->dx[i] = rim->dy[i] = 0;
    rim->face = faces < SQ_SAMPLES_ENOUGH ? 0 : sum / faces;
}

/* Of the pixels between two knots: what each of a pixel's six weights (of both knots, by turns) is with the
 * others, and with its light. The seventh and eighth are 0. */
enum { WEIGHTS = 2 * SQ_RIM_TURNS };
typedef struct {
    sq_group with[WEIGHTS], light;
} between_knots;

/* Whose of both shares a weight is multiplied by tells the wink's unknown. */
static int unknown_of(int first, int weight, int share) {
    return (first + weight / SQ_RIM_TURNS) * AT_KNOT + share * SQ_RIM_TURNS + weight % SQ_RIM_TURNS;
}

/* Adds the sums of a wink whose face has that light. */
static void add_between(sq_rim_photometry *l, const between_knots *sum, int first, double face) {
    const double own[SQ_RIM_SHARES] = {face, 1};
    for (int i = 0; i < WEIGHTS * SQ_RIM_SHARES; i++) {
        int at = unknown_of(first, i / SQ_RIM_SHARES, i % SQ_RIM_SHARES);
        l->b[at] += own[i % SQ_RIM_SHARES] * (double)sum->light[i / SQ_RIM_SHARES];
        for (int j = 0; j < WEIGHTS * SQ_RIM_SHARES; j++)
            l->A[at][unknown_of(first, j / SQ_RIM_SHARES, j % SQ_RIM_SHARES)] +=
                own[i % SQ_RIM_SHARES] * own[j % SQ_RIM_SHARES] *
                (double)sum->with[i / SQ_RIM_SHARES][j / SQ_RIM_SHARES];
    }
}

SQ_WIDE void sq_rim_photometry_add(sq_rim_photometry *l, const sq_open_rim *rim) {
    between_knots sum[SQ_RIM_KNOTS - 1] = {0};
    if (!(rim->face > 0)) return;
    for (int i = 0; i < rim->count; i++) {
        place p = place_of(l, (double)rim->away[i]);
        float after = (float)p.part, before = 1 - after, dx = rim->dx[i], dy = rim->dy[i];
        const sq_group weight = {before, before * dx, before * dy, after, after * dx, after * dy, 0, 0};
        between_knots *s = &sum[p.first];
        s->light += weight * rim->light[i];
        for (int k = 0; k < WEIGHTS; k++)
            s->with[k] += weight * weight[k];
    }
    l->pixels += rim->count;
    for (int i = 0; i < SQ_RIM_KNOTS - 1; i++)
        add_between(l, &sum[i], i, rim->face);
}

void sq_rim_photometry_solve(sq_rim_photometry *l) {
    if (!sq_cholesky_solve(l->A[0], SQ_RIM_UNKNOWNS, SQ_RIM_UNKNOWNS, l->b)) return;
    for (int i = 0; i < SQ_RIM_UNKNOWNS; i++)
        (&l->share[0][0][0])[i] = (float)l->b[i];
}

/* ---- What was learned ---- */

sq_rim_look sq_rim_photometry_at(const sq_rim_photometry *l, double away, double dx, double dy) {
    place p = place_of(l, away);
    double turn[SQ_RIM_TURNS] = {1, dx, dy}, share[SQ_RIM_SHARES] = {0}, line = -1;
    for (int s = 0; s < SQ_RIM_SHARES; s++)
        for (int t = 0; t < SQ_RIM_TURNS; t++) {
            double here =
                (1 - p.part) * (double)l->share[p.first][s][t] + p.part * (double)l->share[p.first + 1][s][t];
            share[s] += here * turn[t];
            line += t ? 0 : here;
        }
    double whole = share[0] + share[1];
    return (sq_rim_look){.upper = whole > 0 ? fmin(fmax(share[0] / whole, 0), 1) : away < 0,
                         .line = line,
                         .turn = whole - 1 - line};
}

/* ---- Where a rim lies ---- */

/* Unknowns of one wink: where it lies, mm; the light of its face, and of the felt about it. */
enum { AT_X, AT_Y, FACE, FELT, PLACED_BY };

/* Of each knot but the last: both shares, and how they change from there to the next one, side by side. */
typedef float four __attribute__((vector_size(4 * sizeof(float))));
enum { SLOPE = SQ_RIM_SHARES };
typedef struct {
    four turn[SQ_RIM_KNOTS - 1][SQ_RIM_TURNS];
} knots;

static void find_slopes(knots *k, const sq_rim_photometry *l) {
    for (int i = 0; i < SQ_RIM_KNOTS - 1; i++)
        for (int t = 0; t < SQ_RIM_TURNS; t++)
            for (int s = 0; s < SQ_RIM_SHARES; s++) {
                k->turn[i][t][s] = l->share[i][s][t];
                k->turn[i][t][SLOPE + s] = l->share[i + 1][s][t] - l->share[i][s][t];
            }
}

typedef struct {
    double squares, weights, absolute;
    double A[PLACED_BY][PLACED_BY], b[PLACED_BY];
} placing;

/* Of a group of pixels what the wink's unknowns ask, and by how much each errs. */
typedef struct {
    sq_group row[PLACED_BY], left;
} asked;

SQ_WIDE_PART void ask_group(asked *a, const float x[PLACED_BY], const sq_open_rim *rim, const knots *k, int g,
                            float per_step) {
    float look[4][SQ_LANES];
    sq_group dx, dy, away, light, part = {0};
    memcpy(&dx, rim->dx + g * SQ_LANES, sizeof dx);
    memcpy(&dy, rim->dy + g * SQ_LANES, sizeof dy);
    memcpy(&away, rim->away + g * SQ_LANES, sizeof away);
    memcpy(&light, rim->light + g * SQ_LANES, sizeof light);
    sq_group at = (away - (x[AT_X] * dx + x[AT_Y] * dy) * (float)rim->px_per_mm) * per_step;
    for (int l = 0; l < SQ_LANES; l++) {
        float t = at[l] + INSIDE;
        t = t > 0 ? t < SQ_RIM_KNOTS - 1 ? t : SQ_RIM_KNOTS - 1 : 0;
        int first = t < SQ_RIM_KNOTS - 1 ? (int)t : SQ_RIM_KNOTS - 2;
        part[l] = t - (float)first;
        four v = k->turn[first][0] + k->turn[first][1] * dx[l] + k->turn[first][2] * dy[l];
        for (int i = 0; i < 4; i++)
            look[i][l] = v[i];
    }
    sq_group v[4];
    memcpy(v, look, sizeof v);
    sq_group inwards = (v[SLOPE] * x[FACE] + v[SLOPE + 1] * x[FELT]) * (-per_step * (float)rim->px_per_mm);
    a->row[AT_X] = inwards * dx;
    a->row[AT_Y] = inwards * dy;
    a->row[FACE] = v[0] + part * v[SLOPE];
    a->row[FELT] = v[1] + part * v[SLOPE + 1];
    a->left = light - a->row[FACE] * x[FACE] - a->row[FELT] * x[FELT];
}

/* What the pixels beside a rim ask of the unknowns x; those that err by more than `usual` count less
 * (Cauchy). */
SQ_WIDE static void ask(placing *s, const double x[PLACED_BY], const sq_open_rim *rim,
                        const sq_rim_photometry *l, const knots *k, double usual) {
    sq_group A[PLACED_BY][PLACED_BY] = {{{0}}}, b[PLACED_BY] = {{0}}, squares = {0}, weights = {0}, off = {0};
    const float at[PLACED_BY] = {(float)x[AT_X], (float)x[AT_Y], (float)x[FACE], (float)x[FELT]};
    const float per_square = (float)(1 / (usual * usual)), per_step = (float)(1 / l->step_px);
    for (int g = 0; g * SQ_LANES < rim->count; g++) {
        asked a;
        ask_group(&a, at, rim, k, g, per_step);
        sq_group square = a.left * a.left, weight = 1 / (1 + square * per_square);
        for (int i = 0; i < SQ_LANES; i++) {
            if (g * SQ_LANES + i >= rim->count) weight[i] = a.left[i] = 0;
            off[i] += fabsf(a.left[i]);
        }
        squares += weight * square;
        weights += weight;
        for (int i = 0; i < PLACED_BY; i++) {
            sq_group weighed = weight * a.row[i];
            b[i] += weighed * a.left;
            for (int j = 0; j <= i; j++)
                A[i][j] += weighed * a.row[j];
        }
    }
    *s = (placing){sq_group_total(&squares), sq_group_total(&weights), sq_group_total(&off), {{0}}, {0}};
    for (int i = 0; i < PLACED_BY; i++) {
        s->b[i] = sq_group_total(&b[i]);
        for (int j = 0; j <= i; j++)
            s->A[i][j] = sq_group_total(&A[i][j]);
    }
}

static void solve(const placing *s, double b[PLACED_BY]) {
    sq_cholesky_forward(s->A[0], PLACED_BY, PLACED_BY, b);
    sq_cholesky_back(s->A[0], PLACED_BY, PLACED_BY, b);
}

bool sq_rim_photometry_place(sq_mm *by, sq_mm *sigma, const sq_rim_photometry *l, const sq_open_rim *rim) {
    static const int steps = 4;
    double x[PLACED_BY] = {[FACE] = rim->face, [FELT] = 1}, usual = INFINITY;
    if (!(rim->face > 0) || rim->count < SQ_SAMPLES_ENOUGH || rim->count == SQ_OPEN_RIM_CAP) return false;
    placing s;
    knots k;
    find_slopes(&k, l);
    for (int i = 0; i < steps; i++) {
        ask(&s, x, rim, l, &k, usual);
        usual = 3 * s.absolute / rim->count;
        if (!sq_cholesky(s.A[0], PLACED_BY, PLACED_BY)) return false;
        solve(&s, s.b);
        for (int j = 0; j < PLACED_BY; j++)
            x[j] += s.b[j];
    }
    double along_x[PLACED_BY] = {[AT_X] = 1}, along_y[PLACED_BY] = {[AT_Y] = 1};
    solve(&s, along_x);
    solve(&s, along_y);
    double square = s.squares / s.weights;
    *by = (sq_mm){x[AT_X], x[AT_Y]};
    *sigma = (sq_mm){sqrt(square * along_x[AT_X]), sqrt(square * along_y[AT_Y])};
    return isfinite(x[AT_X] / sigma->x) && isfinite(x[AT_Y] / sigma->y);
}
