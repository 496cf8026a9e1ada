/* Learns what light does along the rims of a frame: accumulates the normal equations over the pixels
 * beside open rims, and solves for the shares at each distance. */
#include "vision/review/rim_photometry.h"

#include <string.h>

#include "vision/frame/simd.h"
#include "vision/geometry/blurred_edge.h"
#include "vision/math/cholesky.h"
#include "vision/math/median.h"

enum {
    INSIDE = 4,                             /* knots inside of the rim; the fifth lies on it */
    AT_KNOT = SQ_RIM_SHARES * SQ_RIM_TURNS, /* unknowns of one knot */
    TOUCHED = 2 * AT_KNOT                   /* a pixel lies between two knots */
};

/* Where a distance lies among the knots: between `first` and the next, by `part` of the way. */
typedef struct {
    int first;
    double part;
} place;

static place place_of(const sq_rim_photometry *l, double away) {
    double t = fmin(fmax(away / l->step_px + INSIDE, 0), SQ_RIM_KNOTS - 1);
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

/* Unknowns of one wink: where it lies, mm; the light of its face, and of the felt about it. */
enum { AT_X, AT_Y, FACE, FELT, PLACED_BY };

/* Four numbers side by side, as many as one wink has unknowns. What lies above the diagonal of a symmetric
 * matrix is then added to as well; nobody reads it. */
typedef double four __attribute__((vector_size(PLACED_BY * sizeof(double))));
_Static_assert((int)TOUCHED % (int)PLACED_BY == 0, "a row is so many fours");

/* Adds one pixel beside the rim of a wink whose face has that light. */
SQ_WIDE_PART void add_pixel(sq_rim_photometry *l, double light, double face, double away, double dx,
                            double dy) {
    place p = place_of(l, away);
    const double own[SQ_RIM_SHARES] = {face, 1}, turn[SQ_RIM_TURNS] = {1, dx, dy};
    double row[TOUCHED];
    for (int i = 0; i < TOUCHED; i++) {
        double hat = i < AT_KNOT ? 1 - p.part : p.part;
        row[i] = hat * own[i / SQ_RIM_TURNS % SQ_RIM_SHARES] * turn[i % SQ_RIM_TURNS];
    }
    int at = p.first * AT_KNOT;
    for (int i = 0; i < TOUCHED; i++) {
        l->b[at + i] += row[i] * light;
        for (int j = 0; j <= i; j += PLACED_BY) {
            four sum, other;
            memcpy(&sum, &l->A[at + i][at + j], sizeof sum);
            memcpy(&other, row + j, sizeof other);
            sum += row[i] * other;
            memcpy(&l->A[at + i][at + j], &sum, sizeof sum);
        }
    }
    l->pixels++;
}

static void keep_pixel(sq_open_rim *rim, double light, double away, double dx, double dy) {
    if (rim->count == SQ_OPEN_RIM_CAP) return;
    int i = rim->count++;
    rim->pixel[i].light = (float)light;
    rim->pixel[i].away = (float)away;
    rim->pixel[i].dx = (float)dx;
    rim->pixel[i].dy = (float)dy;
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
    rim->face = faces < SQ_SAMPLES_ENOUGH ? 0 : sum / faces;
}

SQ_WIDE void sq_rim_photometry_add(sq_rim_photometry *l, const sq_open_rim *rim) {
    for (int i = 0; i < rim->count && rim->face > 0; i++)
        add_pixel(l, (double)rim->pixel[i].light, rim->face, (double)rim->pixel[i].away,
                  (double)rim->pixel[i].dx, (double)rim->pixel[i].dy);
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

/* Both shares side by side. */
typedef double both __attribute__((vector_size(SQ_RIM_SHARES * sizeof(double))));

/* At each knot both shares, and how they change from there to the next one. */
typedef struct {
    both share[SQ_RIM_KNOTS][SQ_RIM_TURNS], slope[SQ_RIM_KNOTS - 1][SQ_RIM_TURNS];
} knots;

static void find_slopes(knots *k, const sq_rim_photometry *l) {
    for (int i = 0; i < SQ_RIM_KNOTS; i++)
        for (int t = 0; t < SQ_RIM_TURNS; t++)
            k->share[i][t] = (both){(double)l->share[i][0][t], (double)l->share[i][1][t]};
    for (int i = 0; i + 1 < SQ_RIM_KNOTS; i++)
        for (int t = 0; t < SQ_RIM_TURNS; t++)
            k->slope[i][t] = (k->share[i + 1][t] - k->share[i][t]) / l->step_px;
}

typedef struct {
    double squares, weights, absolute;
    double A[PLACED_BY][PLACED_BY], b[PLACED_BY];
} placing;

/* What the pixels beside a rim ask of the unknowns x; those that err by more than `usual` count less
 * (Cauchy). */
SQ_WIDE static void ask(placing *s, const double x[PLACED_BY], const sq_open_rim *rim,
                        const sq_rim_photometry *l, const knots *k, double usual) {
    four A[PLACED_BY] = {{0}}, b = {0};
    *s = (placing){0};
    for (int i = 0; i < rim->count; i++) {
        double dx = (double)rim->pixel[i].dx, dy = (double)rim->pixel[i].dy;
        place p = place_of(l, (double)rim->pixel[i].away - (x[AT_X] * dx + x[AT_Y] * dy) * rim->px_per_mm);
        const double turn[SQ_RIM_TURNS] = {1, dx, dy};
        both share = {0}, slope = {0};
        for (int t = 0; t < SQ_RIM_TURNS; t++) {
            share += ((1 - p.part) * k->share[p.first][t] + p.part * k->share[p.first + 1][t]) * turn[t];
            slope += k->slope[p.first][t] * turn[t];
        }
        double inwards = -(slope[0] * x[FACE] + slope[1] * x[FELT]) * rim->px_per_mm;
        double left = (double)rim->pixel[i].light - share[0] * x[FACE] - share[1] * x[FELT];
        double weight = 1 / (1 + left * left / (usual * usual));
        const four row = {inwards * dx, inwards * dy, share[0], share[1]}, weighed = weight * row;
        s->squares += weight * left * left;
        s->weights += weight;
        s->absolute += fabs(left);
        b += weighed * left;
        for (int j = 0; j < PLACED_BY; j++)
            A[j] += weighed[j] * row;
    }
    memcpy(s->A, A, sizeof s->A);
    memcpy(s->b, &b, sizeof s->b);
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
