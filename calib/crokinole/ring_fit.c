/* One camera for all lines: least squares over pose, focal length, distortion and the radii of the inner
 * lines. */
#include "calib/crokinole/ring_fit.h"

#include <assert.h>
#include <string.h>

#include "calib/camera/camera_fit.h"
#include "calib/crokinole/ring_search.h"
#include "vision/math/tunable_number.h"

/* What one picture of circles cannot tell is held near what lenses of phones and cameras have: the logarithm
 * of the focal length, and the radial distortion. */
SQ_NUMBER(FOCAL_LOG_SIGMA, 0.15);
SQ_NUMBER(K1_MEAN, -0.05);
SQ_NUMBER(K1_SIGMA, 0.1);

/* How far the lens's axis is from the picture's middle, as a share of the picture's longer side, where nobody
 * has cut the picture. Of those that were cut it may be anywhere: the prior loses its weight then, as gross
 * errors do. */
SQ_NUMBER(MIDDLE_SHARE, 0.01);

/* Pixels by which a place of a line is wrong by texture and noise. */
SQ_NUMBER(SIGHTING_SIGMA_PX, 0.3);

/* Millimetres by which a line strays from its circle over some length; counts beside what its place is wrong
 * by alone. */
SQ_NUMBER(LINE_SIGMA_MM, 0.4);

enum { TEN = SQ_CAMERA_PARAMETERS, FIFTEEN, TEN_X, TEN_Y, FIFTEEN_X, FIFTEEN_Y, ALL };

/* The priors' residuals come after those of the sightings, the robust ones first. */
enum {
    PRIOR_CX,
    PRIOR_CY,
    ROBUST_PRIORS,
    PRIOR_FOCAL = ROBUST_PRIORS,
    PRIOR_K1,
    PRIOR_TEN,
    PRIOR_FIFTEEN,
    PRIOR_MIDDLES,
    PRIORS = PRIOR_MIDDLES + ALL - TEN_X
};

typedef struct {
    const sq_camera *base;
    const sq_ring_sighting *sighting;
    int count;
    double sigma_mm;
    double prior_weight;
    double log_focal; /* the prior's mean */
    bool scaled;      /* the outer line is seen; else the usual proportions tell the scale */
    sq_px middle;     /* of the picture */
    double middle_sigma_px;
} problem;

static double radius_of(const double *x, sq_ring ring) {
    return ring == SQ_RING_OUTER ? SQ_BOARD_OUTER_MM : x[ring == SQ_RING_TEN ? TEN : FIFTEEN];
}

static sq_mm middle_of(const double *x, sq_ring ring) {
    return ring == SQ_RING_OUTER ? (sq_mm){0, 0}
           : ring == SQ_RING_TEN ? (sq_mm){x[TEN_X], x[TEN_Y]}
                                 : (sq_mm){x[FIFTEEN_X], x[FIFTEEN_Y]};
}

typedef struct {
    double mean, sigma;
} usual_mm;

/* The radius (mm) of an inner line of boards. */
static usual_mm usual_radius(sq_ring ring) {
    sq_ring_bounds in = sq_ring_proportion(ring);
    return (usual_mm){SQ_BOARD_OUTER_MM * (in.least + in.most) / 2,
                      SQ_BOARD_OUTER_MM * (in.most - in.least) / 2};
}

typedef struct {
    double beyond; /* how far outside its line a place that is seen lies, mm */
    sq_mm outwards;
} place_off;

/* Of a place that is seen at `straight` without the lens. */
static place_off off_line(const sq_camera *c, const double *x, sq_ring ring, sq_px straight) {
    sq_mm at = sq_mm_without_lens(c, straight, 0), middle = middle_of(x, ring);
    double r = sq_mm_distance(at, middle);
    return (place_off){r - radius_of(x, ring), {(at.x - middle.x) / r, (at.y - middle.y) / r}};
}

/* By what part the picture was longer before it was cut, if the axis met its middle then; and how that grows
 * with the axis's place, a pixel: of the usual focal length for its size. */
static double uncut(const problem *p, const double *x, double by[2]) {
    double longer = 2 * fmax(p->middle.x, p->middle.y) + 1, size = longer;
    const double middle[2] = {p->middle.x, p->middle.y};
    by[0] = by[1] = 0;
    for (int i = 0; i < 2; i++) {
        double off = x[SQ_CAMERA_CX + i] - middle[i], side = 2 * (middle[i] + fabs(off)) + 1;
        if (side <= size) continue;
        size = side;
        by[0] = by[1] = 0;
        by[i] = (off > 0 ? 2 : -2) / side;
    }
    return log(size / longer);
}

static void residuals(const double *x, double *r, const void *context) {
    const problem *p = context;
    double by[2];
    sq_camera c = sq_camera_from_parameters(p->base, x);
    for (int i = 0; i < p->count; i++)
        *r++ = off_line(&c, x, p->sighting[i].ring, sq_px_without_lens(&c, p->sighting[i].at)).beyond /
               p->sigma_mm;
    r[PRIOR_CX] = (x[SQ_CAMERA_CX] - p->middle.x) / p->middle_sigma_px;
    r[PRIOR_CY] = (x[SQ_CAMERA_CY] - p->middle.y) / p->middle_sigma_px;
    r[PRIOR_FOCAL] = (x[SQ_CAMERA_LOG_FOCAL] - p->log_focal - uncut(p, x, by)) / FOCAL_LOG_SIGMA;
    r[PRIOR_K1] = (x[SQ_CAMERA_K1] - K1_MEAN) / K1_SIGMA;
    for (int k = SQ_RING_TEN; k < SQ_RINGS; k++) {
        usual_mm usual = usual_radius((sq_ring)k);
        r[PRIOR_TEN + k - SQ_RING_TEN] =
            p->scaled ? 0 : (radius_of(x, (sq_ring)k) - usual.mean) / usual.sigma;
    }
    for (int i = TEN_X; i < ALL; i++)
        r[PRIOR_MIDDLES + i - TEN_X] = x[i] / SQ_RING_MIDDLE_SIGMA_MM;
    for (int i = 0; i < PRIORS; i++)
        r[i] *= p->prior_weight;
}

/* What of the camera one picture of circles can tell. */
static const int free_ones[] = {SQ_CAMERA_TURN_X,  SQ_CAMERA_TURN_Y,    SQ_CAMERA_SHIFT_X,
                                SQ_CAMERA_SHIFT_Y, SQ_CAMERA_LOG_SCALE, SQ_CAMERA_LOG_FOCAL,
                                SQ_CAMERA_CX,      SQ_CAMERA_CY,        SQ_CAMERA_K1};

/* One parameter of the camera: a difference, for lenses have no simple derivative. straight: the places
 * without the lens, which the pose leaves as they are. */
static void by_camera(const problem *p, const double *x, int k, const sq_px *straight, double *column) {
    bool lens = k >= SQ_CAMERA_LOG_FOCAL;
    double moved[ALL], step = sq_camera_steps[k];
    sq_camera side[2];
    memcpy(moved, x, sizeof moved);
    for (int i = 0; i < 2; i++) {
        moved[k] = x[k] + (i ? step : -step);
        side[i] = sq_camera_from_parameters(p->base, moved);
    }
    for (int i = 0; i < p->count; i++) {
        double beyond[2];
        for (int j = 0; j < 2; j++)
            beyond[j] = off_line(&side[j], x, p->sighting[i].ring,
                                 lens ? sq_px_without_lens(&side[j], p->sighting[i].at) : straight[i])
                            .beyond;
        column[i] = (beyond[1] - beyond[0]) / (2 * step * p->sigma_mm);
    }
}

static void derivatives(const double *x, double (*jacobian)[SQ_LM_RESIDUALS], const void *context) {
    const problem *p = context;
    sq_camera c = sq_camera_from_parameters(p->base, x);
    sq_px straight[SQ_RING_SIGHTINGS];
    int prior = p->count;
    for (int i = 0; i < p->count; i++)
        straight[i] = sq_px_without_lens(&c, p->sighting[i].at);
    for (int k = 0; k < ALL; k++)
        memset(jacobian[k], 0, (size_t)(p->count + PRIORS) * sizeof **jacobian);
    for (size_t i = 0; i < sizeof free_ones / sizeof *free_ones; i++)
        by_camera(p, x, free_ones[i], straight, jacobian[free_ones[i]]);
    for (int i = 0; i < p->count; i++) {
        sq_ring ring = p->sighting[i].ring;
        if (ring == SQ_RING_OUTER) continue;
        place_off off = off_line(&c, x, ring, straight[i]);
        int which = ring == SQ_RING_TEN ? 0 : 1;
        jacobian[TEN + which][i] = -1 / p->sigma_mm;
        jacobian[TEN_X + 2 * which][i] = -off.outwards.x / p->sigma_mm;
        jacobian[TEN_Y + 2 * which][i] = -off.outwards.y / p->sigma_mm;
    }
    jacobian[SQ_CAMERA_CX][prior + PRIOR_CX] = 1 / p->middle_sigma_px;
    jacobian[SQ_CAMERA_CY][prior + PRIOR_CY] = 1 / p->middle_sigma_px;
    double by[2];
    uncut(p, x, by);
    jacobian[SQ_CAMERA_CX][prior + PRIOR_FOCAL] = -by[0] / FOCAL_LOG_SIGMA;
    jacobian[SQ_CAMERA_CY][prior + PRIOR_FOCAL] = -by[1] / FOCAL_LOG_SIGMA;
    jacobian[SQ_CAMERA_LOG_FOCAL][prior + PRIOR_FOCAL] = 1 / FOCAL_LOG_SIGMA;
    jacobian[SQ_CAMERA_K1][prior + PRIOR_K1] = 1 / K1_SIGMA;
    for (int i = 0; i < SQ_RINGS - SQ_RING_TEN && !p->scaled; i++)
        jacobian[TEN + i][prior + PRIOR_TEN + i] = 1 / usual_radius((sq_ring)(SQ_RING_TEN + i)).sigma;
    for (int i = TEN_X; i < ALL; i++)
        jacobian[i][prior + PRIOR_MIDDLES + i - TEN_X] = 1 / SQ_RING_MIDDLE_SIGMA_MM;
    for (int k = 0; k < ALL; k++)
        for (int i = 0; i < PRIORS; i++)
            jacobian[k][prior + i] *= p->prior_weight;
}

/* Where the camera stands: that of which sq_seen_board has the covariance. */
static void view_of(const problem *p, const double *x, double view[3]) {
    sq_camera c = sq_camera_from_parameters(p->base, x);
    sq_mm3 eye = sq_camera_position(&c);
    view[0] = eye.x / eye.z;
    view[1] = eye.y / eye.z;
    view[2] = 1 / eye.z;
}

/* How surely that is known. */
static void doubt_view(const problem *p, const double *x, const double *inverse, sq_seen_board *b) {
    double by[SQ_CAMERA_PARAMETERS][3] = {{0}}, moved[ALL];
    memcpy(moved, x, sizeof moved);
    for (size_t i = 0; i < sizeof free_ones / sizeof *free_ones; i++) {
        int k = free_ones[i];
        double step = sq_camera_steps[k], side[2][3];
        for (int way = 0; way < 2; way++) {
            moved[k] = x[k] + (way ? step : -step);
            view_of(p, moved, side[way]);
        }
        moved[k] = x[k];
        for (int j = 0; j < 3; j++)
            by[k][j] = (side[1][j] - side[0][j]) / (2 * step);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int k = 0; k < SQ_CAMERA_PARAMETERS; k++)
                for (int m = 0; m < SQ_CAMERA_PARAMETERS; m++)
                    sum += by[k][i] * inverse[k * ALL + m] * by[m][j];
            b->view_covariance[i][j] = sum;
        }
}

static void note(sq_seen_board *b, const sq_ring_sighting *s, int count, double sigma_mm,
                 const sq_lm_work *w) {
    double sum[SQ_RINGS] = {0}, weight[SQ_RINGS] = {0};
    int shown[SQ_RINGS] = {0};
    for (int k = 0; k < SQ_RINGS; k++)
        memset(b->ring[k].shows, 0, sizeof b->ring[k].shows);
    for (int i = 0; i < count; i++) {
        sq_ring_line *line = &b->ring[s[i].ring];
        double off = w->residual[i] * sigma_mm;
        line->off_mm[s[i].place] = (float)off;
        line->shows[s[i].place] = w->weight[i] > 0.2;
        shown[s[i].ring] += line->shows[s[i].place];
        sum[s[i].ring] += w->weight[i] * off * off;
        weight[s[i].ring] += w->weight[i];
    }
    for (int k = 0; k < SQ_RINGS; k++) {
        b->ring[k].rms_mm = weight[k] > 0 ? sqrt(sum[k] / weight[k]) : NAN;
        b->ring[k].seen = (double)shown[k] / SQ_RING_PLACES;
    }
}

/* The mean product of how far two places of a line, so many places apart, stray from its circle. */
static double stray_together(const sq_ring_line *line, int apart) {
    double sum = 0;
    int n = 0;
    for (int i = 0; i < SQ_RING_PLACES; i++) {
        int other = (i + apart) % SQ_RING_PLACES;
        if (!line->shows[i] || !line->shows[other]) continue;
        sum += (double)(line->off_mm[i] * line->off_mm[other]);
        n++;
    }
    return n ? sum / n : 0;
}

/* How many neighbouring places of a line tell no more than one, since they stray from its circle together:
 * the sum of the correlations of places ever farther apart, as long as they are positive (Geyer 1992). By the
 * board as it was fitted before; 1 where lines do not stray. */
static double places_alike(const sq_seen_board *b) {
    double alike = 1;
    for (int apart = 1; apart < SQ_RING_PLACES / 2; apart++) {
        double correlation = 0;
        for (int k = 0; k < SQ_RINGS; k++) {
            double itself = stray_together(&b->ring[k], 0);
            if (itself > 0) correlation += stray_together(&b->ring[k], apart) / itself / SQ_RINGS;
        }
        if (!(correlation > 0)) break;
        alike += 2 * correlation;
    }
    return alike;
}

/* How unlikely a solution is (a negative logarithm): by what the sightings scatter, whatever that is for this
 * board, and by the priors. The axis of a picture that was cut may be anywhere: a Cauchy distribution. */
static double unlikely(const problem *p, double alike, const sq_lm_work *w) {
    const double wide2 = SQ_CAMERA_FIT_ROBUST * SQ_CAMERA_FIT_ROBUST;
    double in_cost = 0, prior = 0;
    for (int i = 0; i < PRIORS; i++) {
        double square = w->residual[p->count + i] * w->residual[p->count + i];
        bool axis = i < ROBUST_PRIORS;
        in_cost += (axis ? wide2 * log1p(square / wide2) : square) / 2;
        prior += axis ? log1p(square / alike) : square / alike / 2;
    }
    return p->count / alike * log(w->cost - in_cost) / 2 + prior;
}

bool sq_ring_fit(sq_seen_board *board, const sq_ring_sighting *s, int count, double log_focal,
                 sq_lm_work *w) {
    assert(count <= SQ_RING_SIGHTINGS);
    double px_per_mm = sq_px_per_mm(&board->camera, (sq_mm3){0, 0, 0});
    int w_px = board->camera.width, h_px = board->camera.height;
    problem p = {.base = &board->camera,
                 .sighting = s,
                 .count = count,
                 .sigma_mm = hypot(LINE_SIGMA_MM, SIGHTING_SIGMA_PX / px_per_mm),
                 .log_focal = log_focal,
                 .scaled = count && s[0].ring == SQ_RING_OUTER,
                 .middle = {(w_px - 1) / 2.0, (h_px - 1) / 2.0},
                 .middle_sigma_px = MIDDLE_SHARE * (w_px > h_px ? w_px : h_px)};
    double x[ALL], inverse[ALL * ALL], alike = places_alike(board);
    p.prior_weight = sqrt(alike);
    sq_camera_parameters(&board->camera, x);
    x[TEN] = board->ring[SQ_RING_TEN].radius_mm;
    x[FIFTEEN] = board->ring[SQ_RING_FIFTEEN].radius_mm;
    for (int k = SQ_RING_TEN; k < SQ_RINGS; k++) {
        x[TEN_X + 2 * (k - SQ_RING_TEN)] = board->ring[k].middle.x;
        x[TEN_Y + 2 * (k - SQ_RING_TEN)] = board->ring[k].middle.y;
    }
    sq_lm_problem lm = {.parameters = ALL,
                        .residuals = count + PRIORS,
                        .robust = count + ROBUST_PRIORS,
                        .robust_width = SQ_CAMERA_FIT_ROBUST,
                        .function = residuals,
                        .derivatives = derivatives,
                        .context = &p,
                        .iterations = 8,
                        .enough = 1e-4};
    if (!sq_lm_solve(&lm, x, w) || !sq_lm_invert(w->normal, ALL, inverse)) return false;
    for (int i = 0; i < ALL * ALL; i++)
        inverse[i] *= alike;
    sq_camera base = board->camera;
    doubt_view(&p, x, inverse, board);
    board->camera = sq_camera_from_parameters(&base, x);
    const int at[SQ_RINGS] = {-1, TEN, FIFTEEN};
    for (int k = 0; k < SQ_RINGS; k++) {
        board->ring[k].radius_mm = radius_of(x, (sq_ring)k);
        board->ring[k].middle = middle_of(x, (sq_ring)k);
        board->ring[k].sigma_mm = at[k] < 0 ? 0 : sqrt(inverse[at[k] * ALL + at[k]]);
    }
    note(board, s, count, p.sigma_mm, w);
    w->cost = unlikely(&p, alike, w);
    return sq_camera_ok(&board->camera);
}
