/* The camera that explains a set of sightings best: pose, focal length, principal point and distortion in one
 * robust least squares fit. Parameters that one view cannot determine are not fixed but have weak priors.
 * vision/README.md states the problem. */
#ifndef SQ_CALIB_CAMERA_CAMERA_FIT_H
#define SQ_CALIB_CAMERA_CAMERA_FIT_H

#include "calib/measure/mat_lines.h"
#include "vision/geometry/camera.h"
#include "vision/geometry/camera_doubt.h"
#include "vision/math/levenberg_marquardt.h"
#include "vision/math/tunable_number.h"

/* The residual, in standard deviations, at which a sighting begins to lose weight (Cauchy's c). */
SQ_NUMBER(SQ_CAMERA_FIT_ROBUST, 2.5);
/* The fit ends when a step lowers the cost by less than this share. */
SQ_NUMBER(SQ_CAMERA_FIT_ENOUGH, 1e-6);

/* The parameters of a camera in the fit: a small rotation (radians), t/tz, logarithms of the focal length and
 * of tz over the focal length, and the lens itself. See sq_camera_from_parameters. */
enum {
    SQ_CAMERA_TURN_X,
    SQ_CAMERA_TURN_Y,
    SQ_CAMERA_TURN_Z,
    SQ_CAMERA_SHIFT_X, /* tx / tz */
    SQ_CAMERA_SHIFT_Y,
    SQ_CAMERA_LOG_SCALE,  /* log (tz / fx): a view from above determines this, not tz */
    SQ_CAMERA_LOG_FOCAL,  /* log fx */
    SQ_CAMERA_LOG_ASPECT, /* log (fy / fx) */
    SQ_CAMERA_CX,
    SQ_CAMERA_CY,
    SQ_CAMERA_K1,
    SQ_CAMERA_K2,
    SQ_CAMERA_P1,
    SQ_CAMERA_P2,
    SQ_CAMERA_PARAMETERS
};

enum { SQ_SIGHTINGS_CAP = 512, SQ_SIZES_CAP = 64 };

/* A sighting: a point of the mat's frame is seen on the line in the picture that passes through `seen` and is
 * perpendicular to `normal` (a unit vector). */
typedef struct {
    sq_mm3 point;
    sq_px seen, normal;
    double sigma_px;
    int line; /* sq_mat_line, or -1; sightings of one line share an unknown offset along their normals */
} sq_sighting;

/* The sighting of a flat disc of known radius at a known height: it is seen at `middle` with radius_px (the
 * root of the product of the half axes of its ellipse), which gives the scale there. sigma_px: of
 * radius_px. */
typedef struct {
    sq_px middle;
    double height_mm, radius_mm, radius_px, sigma_px;
} sq_size_sighting;

typedef struct {
    int count;
    sq_sighting sighting[SQ_SIGHTINGS_CAP];
    int sizes;
    sq_size_sighting size[SQ_SIZES_CAP];
    double size_bias_px;                  /* prior standard deviation of the error that all radii share */
    double offset_sigma_px[SQ_MAT_LINES]; /* the same of each line's shared offset; 0: it has none */
} sq_sightings;

/* The prior of the parameters; sigma 0 fixes a parameter at its mean, INFINITY leaves it free. */
typedef struct {
    double mean[SQ_CAMERA_PARAMETERS], sigma[SQ_CAMERA_PARAMETERS]; /* from SQ_CAMERA_LOG_FOCAL on */
    double height_mm, height_sigma_mm;                              /* of the camera; 0: not known */
    /* In radians; sigma 0: not known. turn: from the x axis of the picture to that of the mat; tilt: of the
     * camera's axis from the vertical, in x and in y. */
    double turn, turn_sigma, tilt_sigma;
} sq_camera_prior;

typedef struct {
    sq_camera camera; /* in: the start; out: the best */
    /* The inverse of the normal matrix for the parameters of the camera, with the shared offsets free. */
    double covariance[SQ_CAMERA_PARAMETERS][SQ_CAMERA_PARAMETERS];
    double rms_px;                   /* of the sightings that kept their weight */
    double weight[SQ_SIGHTINGS_CAP]; /* of each sighting at the end, 0..1 */
    double offset_px[SQ_MAT_LINES];  /* the shared offset of each line */
} sq_camera_fit;

/* Finds the camera, from fit->camera as the start. False where the sightings do not determine one. w: working
 * memory. */
bool sq_camera_fit_solve(sq_camera_fit *fit, const sq_sightings *s, const sq_camera_prior *prior,
                         sq_lm_work *w);

/* The camera with parameters x, relative to base; the rotation is about the camera's axes. */
sq_camera sq_camera_from_parameters(const sq_camera *base, const double *x);
/* The angle in radians from the x axis of the picture to that of the mat, as the camera sees it. */
double sq_camera_turn(const sq_camera *c);
/* Rotates the mat under the camera about its own centre, counterclockwise as seen from above. */
void sq_camera_turn_mat(sq_camera *c, double angle);
/* For each parameter, the step for central differences. */
extern const double sq_camera_steps[SQ_CAMERA_PARAMETERS];

/* The least standard deviation of a place, mm, because a mat is not perfectly flat and square. */
#define SQ_CAMERA_FLOOR_MM 0.03

/* The uncertainty of camera c (camera_doubt.h) from the covariance of its parameters. */
void sq_camera_doubt_from(sq_camera_doubt *out, const sq_camera *c,
                          const double covariance[SQ_CAMERA_PARAMETERS][SQ_CAMERA_PARAMETERS]);

/* The parameters of base itself; the rotation is zero. */
void sq_camera_parameters(const sq_camera *base, double *x);

#endif
