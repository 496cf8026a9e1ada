/* The standard deviations of a camera from the mat, in millimetres: carries the fit's covariance to points
 * on the mat. */
#include "calib/camera/camera_fit.h"
#include "calib/mat/camera_priors.h"
#include "calib/mat/find_camera.h"
#include "calib/mat/find_camera_parts.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/math/tunable_number.h"

/* Millimetres from the pot within which distances are argued about; a claim is made for them. */
SQ_NUMBER(SQ_NEAR_POT_MM, 150.0);

bool sq_mat_line_seen(const sq_mat_fit *fit, sq_mat_line line) {
    return fit->line[line].seen >= SQ_MAT_SEEN_LEAST;
}

/* d mm / d parameter of the place where one pixel is put. */
static void derive(const sq_camera *c, sq_px px, double z, double jx[], double jy[]) {
    double x[SQ_CAMERA_PARAMETERS];
    sq_camera_parameters(c, x);
    for (int i = 0; i < SQ_CAMERA_PARAMETERS; i++) {
        double at = x[i], h = sq_camera_steps[i];
        x[i] = at + h;
        sq_camera hi = sq_camera_from_parameters(c, x);
        x[i] = at - h;
        sq_camera lo = sq_camera_from_parameters(c, x);
        x[i] = at;
        sq_mm a = sq_mm_from_px(&hi, px, z), b = sq_mm_from_px(&lo, px, z);
        jx[i] = (a.x - b.x) / (2 * h);
        jy[i] = (a.y - b.y) / (2 * h);
    }
}

double sq_mat_sigma_mm(const sq_mat_fit *fit, sq_mm3 p) {
    double jx[SQ_CAMERA_PARAMETERS], jy[SQ_CAMERA_PARAMETERS], sum = 0;
    derive(&fit->camera, sq_px_from_mm3(&fit->camera, p), p.z, jx, jy);
    for (int i = 0; i < SQ_CAMERA_PARAMETERS; i++)
        for (int j = 0; j < SQ_CAMERA_PARAMETERS; j++)
            sum += fit->covariance[i][j] * (jx[i] * jx[j] + jy[i] * jy[j]);
    return hypot(sqrt(sum / 2), SQ_CAMERA_FLOOR_MM);
}

void sq_mat_doubt(const sq_mat_fit *fit, sq_camera_doubt *out) {
    sq_camera_doubt_from(out, &fit->camera, fit->covariance);
}

double sq_mat_shape_sigma_mm(const sq_mat_fit *fit, sq_mm3 p) {
    double sigma = sq_mat_sigma_mm(fit, p);
    if (fit->turn != SQ_TURN_SUPPOSED) return sigma;
    double turned = SQ_TURN_SUPPOSED_SIGMA * hypot(p.x, p.y);
    double square = sigma * sigma - turned * turned / 2, least = SQ_CAMERA_FLOOR_MM * SQ_CAMERA_FLOOR_MM;
    return sqrt(square < least ? least : square); /* not a number stays none */
}

double sq_mat_near_sigma_mm(const sq_mat_fit *fit) {
    enum { PLACES = 12 };
    double worst = 0;
    for (int i = 0; i < PLACES; i++) {
        double angle = 2 * M_PI * i / PLACES;
        sq_mm3 p = {SQ_NEAR_POT_MM * cos(angle), SQ_NEAR_POT_MM * sin(angle), SQ_WINK_THICKNESS_MM / 2};
        double sigma = sq_mat_shape_sigma_mm(fit, p);
        worst = sigma > worst || isnan(sigma) ? sigma : worst;
    }
    return worst;
}

double sq_mat_worst_sigma_mm(const sq_mat_fit *fit) {
    enum { STEPS = 8 };
    double worst = 0;
    for (int i = 0; i <= STEPS; i++)
        for (int k = 0; k <= STEPS; k++) {
            sq_mm3 p = {fit->size.length_mm * ((double)i / STEPS - 0.5),
                        fit->size.width_mm * ((double)k / STEPS - 0.5), SQ_WINK_THICKNESS_MM / 2};
            sq_px q = sq_px_from_mm3(&fit->camera, p);
            if (!(q.x >= 0 && q.y >= 0 && q.x < fit->camera.width && q.y < fit->camera.height)) continue;
            double sigma = sq_mat_sigma_mm(fit, p);
            worst = sigma > worst || isnan(sigma) ? sigma : worst;
        }
    return worst;
}
