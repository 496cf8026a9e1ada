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

/* What of the camera one picture of circles can tell comes first, the parameters of the lens last of it. */
enum {
    TURN_X,
    TURN_Y,
    SHIFT_X,
    SHIFT_Y,
    SCALE,
    FOCAL,
    CX,
    CY,
    K1,
    CAMERA,
    TEN = CAMERA,
    FIFTEEN,
    TEN_X,
    TEN_Y,
    FIFTEEN_X,
    FIFTEEN_Y,
    ALL
};

static const int of_camera[CAMERA] = {
    [TURN_X] = SQ_CAMERA_TURN_X,   [TURN_Y] = SQ_CAMERA_TURN_Y,   [SHIFT_X] = SQ_CAMERA_SHIFT_X,
    [SHIFT_Y] = SQ_CAMERA_SHIFT_Y, [SCALE] = SQ_CAMERA_LOG_SCALE, [FOCAL] = SQ_CAMERA_LOG_FOCAL,
    [CX] = SQ_CAMERA_CX,           [CY] = SQ_CAMERA_CY,           [K1] = SQ_CAMERA_K1};

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

static sq_camera camera_of(const sq_camera *base, const double *x) {
    double all[SQ_CAMERA_PARAMETERS];
    sq_camera_parameters(base, all);
    for (int i = 0; i < CAMERA; i++)
        all[of_camera[i]] = x[i];
    return sq_camera_from_parameters(base, all);
}

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
        double off = x[CX + i] - middle[i], side = 2 * (middle[i] + fabs(off)) + 1;
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
    sq_camera c = camera_of(p->base, x);
    for (int i = 0; i < p->count; i++)
        *r++ = off_line(&c, x, p->sighting[i].ring, sq_px_without_lens(&c, p->sighting[i].at)).beyond /
               p->sigma_mm;
    r[PRIOR_CX] = (x[CX] - p->middle.x) / p->middle_sigma_px;
    r[PRIOR_CY] = (x[CY] - p->middle.y) / p->middle_sigma_px;
    r[PRIOR_FOCAL] = (x[FOCAL] - p->log_focal - uncut(p, x, by)) / FOCAL_LOG_SIGMA;
    r[PRIOR_K1] = (x[K1] - K1_MEAN) / K1_SIGMA;
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

/* What a parameter of the camera, growing, does to the rays of all pixels: how the board's frame turns about
 * the eye, and how the eye moves. */
typedef struct {
    double turns[3][3], eye[3];
} camera_motion;

/* By differences: lenses apart, the camera is the same for all places. */
static camera_motion motion_by(const problem *p, const double *x, int k) {
    camera_motion by;
    double moved[ALL], step = sq_camera_steps[of_camera[k]];
    sq_camera side[2];
    sq_mm3 eye[2];
    memcpy(moved, x, sizeof moved);
    for (int i = 0; i < 2; i++) {
        moved[k] = x[k] + (i ? step : -step);
        side[i] = camera_of(p->base, moved);
        eye[i] = sq_camera_position(&side[i]);
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            by.turns[i][j] = (side[1].R[j][i] - side[0].R[j][i]) / (2 * step);
    by.eye[0] = (eye[1].x - eye[0].x) / (2 * step);
    by.eye[1] = (eye[1].y - eye[0].y) / (2 * step);
    by.eye[2] = (eye[1].z - eye[0].z) / (2 * step);
    return by;
}

/* How a place that is seen moves in the picture without the lens, by each parameter of the lens: it is where
 * the lens shows the place that is seen. */
static void lens_motion(const sq_camera *c, sq_px seen, sq_px straight, sq_px by[CAMERA - FOCAL]) {
    double u = straight.x, v = straight.y, r2 = u * u + v * v, k1 = c->dist[0], k2 = c->dist[1];
    double radial = 1 + r2 * (k1 + r2 * k2), slope = 2 * (k1 + 2 * k2 * r2);
    double a = radial + slope * u * u, b = slope * u * v, e = radial + slope * v * v, det = a * e - b * b;
    const sq_px asks[CAMERA - FOCAL] = {[0] = {(c->cx - seen.x) / c->fx, (c->cy - seen.y) / c->fy},
                                        [CX - FOCAL] = {-1 / c->fx, 0},
                                        [CY - FOCAL] = {0, -1 / c->fy},
                                        [K1 - FOCAL] = {-u * r2, -v * r2}};
    for (int k = 0; k < CAMERA - FOCAL; k++)
        by[k] = (sq_px){(e * asks[k].x - b * asks[k].y) / det, (a * asks[k].y - b * asks[k].x) / det};
}

/* Of one place, by all parameters of the camera. outwards: from its line, on the board. */
static void by_camera(const sq_camera *c, const camera_motion motion[CAMERA], sq_px seen, sq_px straight,
                      sq_mm outwards, double by[CAMERA]) {
    double n[3] = {straight.x, straight.y, 1}, ray[3], out[3] = {outwards.x, outwards.y, 0};
    sq_px lens[CAMERA - FOCAL];
    for (int i = 0; i < 3; i++)
        ray[i] = c->R[0][i] * n[0] + c->R[1][i] * n[1] + c->R[2][i] * n[2];
    double along = -sq_camera_position(c).z / ray[2];
    out[2] = -(out[0] * ray[0] + out[1] * ray[1]) / ray[2]; /* the ray ends on the board */
    lens_motion(c, seen, straight, lens);
    for (int k = 0; k < CAMERA; k++) {
        by[k] = 0;
        for (int i = 0; i < 3; i++) {
            const double *turns = motion[k].turns[i];
            double turn = turns[0] * n[0] + turns[1] * n[1] + turns[2] * n[2];
            if (k >= FOCAL) turn += c->R[0][i] * lens[k - FOCAL].x + c->R[1][i] * lens[k - FOCAL].y;
            by[k] += out[i] * (motion[k].eye[i] + along * turn);
        }
    }
}

static void derivatives(const double *x, double (*jacobian)[SQ_LM_RESIDUALS], const void *context) {
    const problem *p = context;
    sq_camera c = camera_of(p->base, x);
    camera_motion motion[CAMERA];
    int prior = p->count;
    for (int k = 0; k < CAMERA; k++)
        motion[k] = motion_by(p, x, k);
    for (int k = 0; k < ALL; k++)
        memset(jacobian[k], 0, (size_t)(p->count + PRIORS) * sizeof **jacobian);
    for (int i = 0; i < p->count; i++) {
        sq_ring ring = p->sighting[i].ring;
        sq_px seen = p->sighting[i].at, straight = sq_px_without_lens(&c, seen);
        place_off off = off_line(&c, x, ring, straight);
        double by[CAMERA];
        by_camera(&c, motion, seen, straight, off.outwards, by);
        for (int k = 0; k < CAMERA; k++)
            jacobian[k][i] = by[k] / p->sigma_mm;
        if (ring == SQ_RING_OUTER) continue;
        int which = ring == SQ_RING_TEN ? 0 : 1;
        jacobian[TEN + which][i] = -1 / p->sigma_mm;
        jacobian[TEN_X + 2 * which][i] = -off.outwards.x / p->sigma_mm;
        jacobian[TEN_Y + 2 * which][i] = -off.outwards.y / p->sigma_mm;
    }
    jacobian[CX][prior + PRIOR_CX] = 1 / p->middle_sigma_px;
    jacobian[CY][prior + PRIOR_CY] = 1 / p->middle_sigma_px;
    double by[2];
    uncut(p, x, by);
    jacobian[CX][prior + PRIOR_FOCAL] = -by[0] / FOCAL_LOG_SIGMA;
    jacobian[CY][prior + PRIOR_FOCAL] = -by[1] / FOCAL_LOG_SIGMA;
    jacobian[FOCAL][prior + PRIOR_FOCAL] = 1 / FOCAL_LOG_SIGMA;
    jacobian[K1][prior + PRIOR_K1] = 1 / K1_SIGMA;
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
    sq_camera c = camera_of(p->base, x);
    sq_mm3 eye = sq_camera_position(&c);
    view[0] = eye.x / eye.z;
    view[1] = eye.y / eye.z;
    view[2] = 1 / eye.z;
}

/* How surely that is known. */
static void doubt_view(const problem *p, const double *x, const double *inverse, sq_seen_board *b) {
    double by[CAMERA][3], moved[ALL];
    memcpy(moved, x, sizeof moved);
    for (int k = 0; k < CAMERA; k++) {
        double step = sq_camera_steps[of_camera[k]], side[2][3];
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
            for (int k = 0; k < CAMERA; k++)
                for (int m = 0; m < CAMERA; m++)
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
    double camera[SQ_CAMERA_PARAMETERS], x[ALL], inverse[ALL * ALL], alike = places_alike(board);
    p.prior_weight = sqrt(alike);
    sq_camera_parameters(&board->camera, camera);
    for (int i = 0; i < CAMERA; i++)
        x[i] = camera[of_camera[i]];
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
    board->camera = camera_of(&base, x);
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
