/* The rim of the pot as a robust least-squares problem over its centre, its wall and the blur; the levels of
 * each ray follow from these. Solved twice, with the inside level and falling off. */
#include "calib/measure/pot_rim_by_light.h"

#include <math.h>
#include <string.h>

#include "calib/measure/edge_fit.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/frame/light_sample.h"
#include "vision/geometry/blurred_edge.h"
#include "vision/math/least_squares.h"
#include "vision/math/levenberg_marquardt.h"

/* Of a ray: outside, on the rim, inside, and how it falls off inside. */
enum { OUTSIDE, RIM, INSIDE, SLOPE, LEVELS };
enum { CENTRE_X, CENTRE_Y, WALL, LOG_BLUR, PARAMETERS };
enum { PRIOR_WALL, PRIOR_BLUR, PRIORS };
enum { STARTS = 7 }; /* along x, and along y */
enum { BY_STEPS, BY_LEVEL, BY_SLOPE, OPINIONS };
/* As many along a ray as the solver has room for. */
enum { RAYS = SQ_POT_RAYS, SAMPLES = (SQ_LM_RESIDUALS - PRIORS) / RAYS };

typedef struct {
    double cosine[RAYS], sine[RAYS], px_per_mm[RAYS];
    double radius_mm[SAMPLES];
    int levels;                                        /* how many a ray has */
    double light[RAYS][SAMPLES], sigma[RAYS][SAMPLES]; /* the deviation: of one code value */
} rays;

/* The mean of three profiles beside one another. False where they leave the picture. */
static bool cast_ray(rays *y, const sq_frame *f, const sq_camera *c, sq_mm centre, int ray) {
    for (int i = 0; i < SAMPLES; i++) {
        double sum = 0;
        for (int k = 0; k < SQ_POT_RAYS_BESIDE; k++) {
            double angle = 2 * M_PI * (ray + (k + 0.5) / SQ_POT_RAYS_BESIDE) / RAYS, r = y->radius_mm[i];
            sq_mm3 at = {centre.x + r * cos(angle), centre.y + r * sin(angle), SQ_POT_HEIGHT_MM};
            sum += (double)sq_light_between(f, sq_px_from_mm3(c, at));
        }
        if (isnan(sum)) return false;
        y->light[ray][i] = sum / SQ_POT_RAYS_BESIDE;
        y->sigma[ray][i] = sq_light_step(sum / SQ_POT_RAYS_BESIDE);
    }
    double angle = 2 * M_PI * (ray + 0.5) / RAYS, r = SQ_POT_TOP_MM / 2;
    y->cosine[ray] = cos(angle);
    y->sine[ray] = sin(angle);
    sq_mm3 rim = {centre.x + r * y->cosine[ray], centre.y + r * y->sine[ray], SQ_POT_HEIGHT_MM};
    sq_mm3 beyond = {rim.x + y->cosine[ray], rim.y + y->sine[ray], SQ_POT_HEIGHT_MM};
    y->px_per_mm[ray] = sq_px_distance(sq_px_from_mm3(c, rim), sq_px_from_mm3(c, beyond));
    return true;
}

static bool cast(rays *y, const sq_frame *f, const sq_camera *c, sq_mm centre) {
    double px_per_mm = sq_px_per_mm(c, sq_mm_at_height(centre, SQ_POT_HEIGHT_MM));
    /* Farther in lies the foot of a wall that a lamp lights: taken for the rim's inner edge, it would move
     * the centre by half a millimetre. */
    double reach = 2 * SQ_EDGE_BLUR_PX / px_per_mm;
    double first = SQ_POT_TOP_MM / 2 - SQ_MAT_POT_WALL_MOST_MM - reach, last = SQ_POT_TOP_MM / 2 + reach;
    for (int i = 0; i < SAMPLES; i++)
        y->radius_mm[i] = first + (last - first) * i / (SAMPLES - 1);
    for (int ray = 0; ray < RAYS; ray++)
        if (!cast_ray(y, f, c, centre, ray)) return false;
    return true;
}

/* What the best levels leave of one ray, in standard deviations. */
static void ray_residuals(const rays *y, int ray, const double *x, double *r) {
    double basis[LEVELS][SAMPLES];
    double outer = SQ_POT_TOP_MM / 2 + x[CENTRE_X] * y->cosine[ray] + x[CENTRE_Y] * y->sine[ray];
    double blur_mm = exp(x[LOG_BLUR]) / y->px_per_mm[ray];
    for (int i = 0; i < SAMPLES; i++) {
        float slope;
        double at = y->radius_mm[i], sigma = y->sigma[ray][i];
        basis[OUTSIDE][i] = 1 / sigma;
        basis[RIM][i] = (double)sq_edge_cover((float)((at - outer) / blur_mm), &slope) / sigma;
        basis[INSIDE][i] = (double)sq_edge_cover((float)((at - outer + x[WALL]) / blur_mm), &slope) / sigma;
        basis[SLOPE][i] = fmax(0, outer - x[WALL] - at) / sigma;
        r[i] = y->light[ray][i] / sigma;
    }
    for (int k = 0; k < y->levels; k++) {
        for (int m = 0; m < k; m++)
            sq_take_out(basis[k], basis[m], SAMPLES);
        sq_take_out(r, basis[k], SAMPLES);
    }
}

static void residuals(const double *x, double *r, const void *context) {
    const double sigma = SQ_CUP_WALL_SPREAD_MM / 2;
    for (int ray = 0; ray < RAYS; ray++)
        ray_residuals(context, ray, x, r + ray * SAMPLES);
    double *prior = r + RAYS * SAMPLES;
    prior[PRIOR_WALL] = (x[WALL] - SQ_CUP_WALL_MM) / sigma;
    prior[PRIOR_BLUR] = (x[LOG_BLUR] - log(SQ_EDGE_BLUR_PX)) / SQ_EDGE_BLUR_LOG_SIGMA;
}

/* Where lamp and shadow leave one edge on either side, it may be the rim's outer or its inner one, and the
 * centre seems to lie a wall aside: what is faint decides, among centres all around. */
static void find_start(const rays *y, double best[PARAMETERS], sq_lm_work *w) {
    double least = INFINITY;
    for (int k = 0; k < STARTS * STARTS; k++) {
        double cost = 0, x[PARAMETERS] = {[CENTRE_X] = (k % STARTS * 2.0 / (STARTS - 1) - 1) * SQ_CUP_WALL_MM,
                                          [CENTRE_Y] = (k / STARTS * 2.0 / (STARTS - 1) - 1) * SQ_CUP_WALL_MM,
                                          [WALL] = SQ_CUP_WALL_MM,
                                          [LOG_BLUR] = log(SQ_EDGE_BLUR_PX)};
        residuals(x, w->residual, y);
        for (int i = 0; i < RAYS * SAMPLES; i++)
            cost +=
                log1p(w->residual[i] * w->residual[i] / (SQ_EDGE_LEAST_CONTRAST * SQ_EDGE_LEAST_CONTRAST));
        if (cost >= least) continue;
        least = cost;
        memcpy(best, x, sizeof x);
    }
}

/* The centre if a ray has so many levels, relative to that from which the rays were cast. */
static bool solve(rays *y, int levels, sq_mm *out, sq_lm_work *w) {
    static const double step[PARAMETERS] = {1e-3, 1e-3, 1e-3, 1e-3};
    double x[PARAMETERS] = {0};
    sq_lm_problem lm = {.parameters = PARAMETERS,
                        .residuals = RAYS * SAMPLES + PRIORS,
                        .robust = RAYS * SAMPLES,
                        .robust_width = SQ_EDGE_LEAST_CONTRAST,
                        .function = residuals,
                        .context = y,
                        .step = step,
                        .iterations = SQ_EDGE_ITERATIONS,
                        .enough = SQ_EDGE_ENOUGH};
    y->levels = levels;
    find_start(y, x, w);
    if (!sq_lm_solve(&lm, x, w)) return false;
    *out = (sq_mm){x[CENTRE_X], x[CENTRE_Y]};
    return true;
}

/* Each way is led astray by another light; how far they part tells how far. */
bool sq_pot_rim_fit(const sq_frame *f, const sq_camera *c, sq_mat_pot_sight *pot, sq_lm_work *w) {
    rays y;
    sq_mm from = sq_mm_from_px(c, pot->rim, SQ_POT_HEIGHT_MM), seen[OPINIONS] = {[BY_STEPS] = {0, 0}},
          sum = {0, 0};
    if (isnan(from.x) || !cast(&y, f, c, from) || !solve(&y, SLOPE, &seen[BY_LEVEL], w) ||
        !solve(&y, LEVELS, &seen[BY_SLOPE], w))
        return false;
    double squares = 0;
    for (int i = 0; i < OPINIONS; i++) {
        sum.x += seen[i].x;
        sum.y += seen[i].y;
        squares += seen[i].x * seen[i].x + seen[i].y * seen[i].y;
    }
    sq_mm mean = {sum.x / OPINIONS, sum.y / OPINIONS};
    double strayed = fmax(0, squares - sum.x * mean.x - sum.y * mean.y);
    pot->sigma_mm = sqrt(strayed / (2 * (OPINIONS - 1)));
    pot->rim = sq_px_from_mm3(c, (sq_mm3){from.x + mean.x, from.y + mean.y, SQ_POT_HEIGHT_MM});
    return true;
}
