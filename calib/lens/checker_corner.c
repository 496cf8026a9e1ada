/* Fits the model of two crossing blurred edges to the pixels around a crossing. */
#include "calib/lens/checker_corner.h"

#include <assert.h>

#include "calib/camera/camera_fit.h"
#include "calib/lens/charuco_board.h"
#include "calib/measure/edge_fit.h"
#include "vision/frame/light_sample.h"
#include "vision/math/tunable_number.h"

/* A crossing's window: pixels and squares to each side. Wider: the lens bends its edges; narrower: noise. */
#define SQ_CHECKER_CORNER_REACH_PX 14
SQ_NUMBER(SQ_CHECKER_CORNER_REACH_SQUARES, 0.6);

/* Pixels by which the lens's blur carries a marker's black towards the crossing. */
SQ_NUMBER(SQ_CHECKER_CORNER_BLUR_PX, 1.2);

/* Code values of noise in one pixel; it only scales what the residuals tell. */
SQ_NUMBER(SQ_CHECKER_CORNER_NOISE, 1.5);

/* Shares of the contrast: the least that a fit may leave of what the window's extremes promise, and the most
 * that its residuals may have. A marker's bit or a finger is no crossing. */
SQ_NUMBER(SQ_CHECKER_CORNER_CONTRAST, 0.3);
SQ_NUMBER(SQ_CHECKER_CORNER_MISFIT, 0.25);

enum { X, Y, ROW, COLUMN, LEVEL, CONTRAST, SLOPE_X, SLOPE_Y, BLUR, PARAMETERS };
enum { SIDE_MOST = 2 * SQ_CHECKER_CORNER_REACH_PX + 1, PIXELS = SIDE_MOST * SIDE_MOST };

typedef struct {
    int n;
    sq_px middle; /* of the window: the parameters X, Y are relative to it */
    double x[PIXELS], y[PIXELS], level[PIXELS], noise;
} window;
static_assert((int)PIXELS <= (int)SQ_LM_RESIDUALS, "the solver has room for a window");

/* E, and its derivative by z. */
static double step_at(double z, double *slope) {
    *slope = M_2_SQRTPI * M_SQRT1_2 * exp(-z * z / 2);
    return erf(z * M_SQRT1_2);
}

typedef struct {
    double u, v, s, t, b; /* from the crossing; from the two edges; blur */
    double es, et, ds, dt;
} terms;

/* ROW and COLUMN are the angles of the edges that run along a row and a column. */
static terms terms_at(const double *p, double x, double y) {
    terms k = {.u = x - p[X], .v = y - p[Y], .b = exp(p[BLUR])};
    k.s = -sin(p[COLUMN]) * k.u + cos(p[COLUMN]) * k.v;
    k.t = -sin(p[ROW]) * k.u + cos(p[ROW]) * k.v;
    k.es = step_at(k.s / k.b, &k.ds);
    k.et = step_at(k.t / k.b, &k.dt);
    return k;
}

static void residuals(const double *p, double *r, const void *context) {
    const window *w = context;
    for (int i = 0; i < w->n; i++) {
        terms k = terms_at(p, w->x[i], w->y[i]);
        r[i] = (p[LEVEL] + p[CONTRAST] * k.es * k.et + p[SLOPE_X] * k.u + p[SLOPE_Y] * k.v - w->level[i]) /
               w->noise;
    }
}

static void derivatives(const double *p, double (*j)[SQ_LM_RESIDUALS], const void *context) {
    const window *w = context;
    for (int i = 0; i < w->n; i++) {
        terms k = terms_at(p, w->x[i], w->y[i]);
        double by_s = p[CONTRAST] * k.ds * k.et / k.b, by_t = p[CONTRAST] * k.es * k.dt / k.b;
        double sc = sin(p[COLUMN]), cc = cos(p[COLUMN]), sr = sin(p[ROW]), cr = cos(p[ROW]);
        j[X][i] = (by_s * sc + by_t * sr - p[SLOPE_X]) / w->noise;
        j[Y][i] = (-by_s * cc - by_t * cr - p[SLOPE_Y]) / w->noise;
        j[COLUMN][i] = by_s * (-cc * k.u - sc * k.v) / w->noise;
        j[ROW][i] = by_t * (-cr * k.u - sr * k.v) / w->noise;
        j[LEVEL][i] = 1 / w->noise;
        j[CONTRAST][i] = k.es * k.et / w->noise;
        j[SLOPE_X][i] = k.u / w->noise;
        j[SLOPE_Y][i] = k.v / w->noise;
        j[BLUR][i] = -(by_s * k.s + by_t * k.t) / w->noise;
    }
}

/* Is this place, in squares from the crossing, free of markers and of other crossings? */
static bool usable(double a, double b, bool black, double blur_squares) {
    double near = fmin(fabs(a), fabs(b)), far = fmax(fabs(a), fabs(b));
    if (far > SQ_CHECKER_CORNER_REACH_SQUARES) return false;
    bool on_black = (a * b > 0) == black;
    return on_black || near < (1 - SQ_BOARD_MARKER_SHARE) / 2 - blur_squares;
}

/* Fills the window; the levels' extremes tell the contrast to start from. False at the picture's border. */
static bool cut(const sq_frame *f, const sq_checker_corner_guess *g, window *w, double *low, double *high) {
    int cx = (int)lround(g->at.x), cy = (int)lround(g->at.y), reach = SQ_CHECKER_CORNER_REACH_PX;
    double det = g->right.x * g->down.y - g->right.y * g->down.x;
    double size = fmin(hypot(g->right.x, g->right.y), hypot(g->down.x, g->down.y));
    w->middle = (sq_px){cx, cy};
    w->n = 0;
    *low = INFINITY, *high = 0;
    for (int y = cy - reach; y <= cy + reach; y++)
        for (int x = cx - reach; x <= cx + reach; x++) {
            double u = x - g->at.x, v = y - g->at.y;
            double a = (u * g->down.y - v * g->down.x) / det, b = (v * g->right.x - u * g->right.y) / det;
            if (!usable(a, b, g->black, SQ_CHECKER_CORNER_BLUR_PX / size)) continue;
            if (x < 0 || y < 0 || x >= f->width || y >= f->height) return false;
            double level = (double)sq_light_at(f, x, y);
            w->x[w->n] = x - cx;
            w->y[w->n] = y - cy;
            w->level[w->n++] = level;
            *low = fmin(*low, level);
            *high = fmax(*high, level);
        }
    w->noise = SQ_CHECKER_CORNER_NOISE * sq_light_step((*low + *high) / 2);
    return w->n > 4 * PARAMETERS;
}

static void start_at(const sq_checker_corner_guess *g, const window *w, double low, double high, double *p) {
    p[X] = g->at.x - w->middle.x;
    p[Y] = g->at.y - w->middle.y;
    p[ROW] = atan2(g->right.y, g->right.x);
    p[COLUMN] = atan2(g->down.y, g->down.x);
    p[LEVEL] = (low + high) / 2;
    /* s grows against the row's direction, t along the column's: up to the left is s > 0, t < 0. */
    p[CONTRAST] = (g->black ? 1 : -1) * (high - low) / 2;
    p[SLOPE_X] = p[SLOPE_Y] = 0;
    p[BLUR] = log(SQ_EDGE_BLUR_PX);
}

bool sq_checker_corner_measure(const sq_frame *f, const sq_checker_corner_guess *g, sq_checker_corner *out,
                               sq_lm_work *lm) {
    window w;
    double low, high, p[PARAMETERS], inverse[SQ_LM_PARAMETERS * SQ_LM_PARAMETERS], sum = 0;
    double size = fmin(hypot(g->right.x, g->right.y), hypot(g->down.x, g->down.y));
    if (!(size >= SQ_CHECKER_CORNER_LEAST_PX) || !cut(f, g, &w, &low, &high)) return false;
    start_at(g, &w, low, high, p);
    double contrast = p[CONTRAST];
    sq_lm_problem problem = {.parameters = PARAMETERS,
                             .residuals = w.n,
                             .function = residuals,
                             .derivatives = derivatives,
                             .context = &w,
                             .iterations = SQ_LM_ITERATIONS,
                             .enough = SQ_EDGE_ENOUGH};
    if (!sq_lm_solve(&problem, p, lm) || !sq_lm_invert(lm->normal, PARAMETERS, inverse)) return false;
    for (int i = 0; i < w.n; i++)
        sum += lm->residual[i] * lm->residual[i] * w.noise * w.noise;
    double rms = sqrt(sum / (w.n - PARAMETERS));
    out->at = (sq_px){p[X] + w.middle.x, p[Y] + w.middle.y};
    out->sigma_px = rms / w.noise * sqrt((inverse[0] + inverse[PARAMETERS + 1]) / 2);
    return p[CONTRAST] / contrast > SQ_CHECKER_CORNER_CONTRAST &&
           rms < SQ_CHECKER_CORNER_MISFIT * fabs(p[CONTRAST]) && sq_px_distance(out->at, g->at) < size / 4;
}
