/* The camera that explains a set of sightings best: pose, focal length, middle and distortion in one robust
 * least squares, with what one view cannot tell held by weak priors instead of being fixed. */
#ifndef SQ_CALIB_CAMERA_CAMERA_FIT_H
#define SQ_CALIB_CAMERA_CAMERA_FIT_H

#include "calib/measure/mat_shape.h"
#include "vision/geometry/camera.h"
#include "vision/math/levenberg_marquardt.h"
#include "vision/math/number.h"

/* Standard deviations at which a sighting begins to lose its vote (Cauchy's c). */
SQ_NUMBER(SQ_CAMERA_FIT_ROBUST, 2.5);
#define SQ_CAMERA_FIT_ITERATIONS 30
SQ_NUMBER(SQ_CAMERA_FIT_ENOUGH, 1e-6);

/* Parameters of a camera in the fit: a small turn, t/tz·…, logarithms of focal length and of tz over focal
 * length, and the lens as it is. See sq_camera_from_parameters. */
enum {
    SQ_CAMERA_TURN_X,
    SQ_CAMERA_TURN_Y,
    SQ_CAMERA_TURN_Z,
    SQ_CAMERA_SHIFT_X, /* tx / tz */
    SQ_CAMERA_SHIFT_Y,
    SQ_CAMERA_LOG_SCALE,  /* log (tz / fx): this, not tz, is what a view from above settles */
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

/* A point of the mat's frame lies on a line in the picture: through `seen`, square to `normal` (unit). */
typedef struct {
    sq_mm3 point;
    sq_px seen, normal;
    double sigma_px;
    int line; /* of sq_mat_line, -1: none; sightings of one line share an unknown offset along their normals
               */
} sq_sighting;

/* A level disc of known radius at a known height is seen at `middle` with that radius (the root of the
 * product of its ellipse's half axes): it tells the scale there. */
typedef struct {
    sq_px middle;
    double height_mm, radius_mm, radius_px, sigma_px;
} sq_size_sighting;

typedef struct {
    int count;
    sq_sighting sighting[SQ_SIGHTINGS_CAP];
    int sizes;
    sq_size_sighting size[SQ_SIZES_CAP];
    double size_bias_px;                  /* deviation of what all radii are measured too large by */
    double offset_sigma_px[SQ_MAT_LINES]; /* of the shared offsets; 0 for a line that has none */
} sq_sightings;

/* What is believed before looking; sigma 0 holds a value, INFINITY leaves it free. */
typedef struct {
    double mean[SQ_CAMERA_PARAMETERS], sigma[SQ_CAMERA_PARAMETERS]; /* from SQ_CAMERA_LOG_FOCAL on */
    double height_mm, height_sigma_mm;                              /* of the camera; 0: not known */
    /* Radians; sigma 0: not known. Of the mat's x axis from the picture's, and of the camera's tilt against
     * the plumb line, for x and y alike. */
    double turn, turn_sigma, tilt_sigma;
} sq_camera_prior;

typedef struct {
    sq_camera camera; /* in: the start; out: the best */
    /* Inverse of the normal matrix for the camera's parameters, the shared offsets accounted for. */
    double covariance[SQ_CAMERA_PARAMETERS][SQ_CAMERA_PARAMETERS];
    double rms_px;                   /* of the sightings that kept their vote */
    double weight[SQ_SIGHTINGS_CAP]; /* that each sighting kept, 0..1 */
    double offset_px[SQ_MAT_LINES];
} sq_camera_fit;

/* False where the sightings do not fix a camera. */
bool sq_camera_fit_solve(sq_camera_fit *fit, const sq_sightings *s, const sq_camera_prior *prior,
                         sq_lm_work *w);

/* The camera that lies `x` away from base: the meaning of the parameters above, turn about the
 * camera's axes. */
sq_camera sq_camera_from_parameters(const sq_camera *base, const double *x);
/* Radians from the picture's x axis to the mat's, as the camera sees it. */
double sq_camera_turn(const sq_camera *c);
/* Turns the mat under the camera about its own centre, counterclockwise as seen from above. */
void sq_camera_turn_mat(sq_camera *c, double angle);
/* Differences for derivatives by these parameters. */
extern const double sq_camera_steps[SQ_CAMERA_PARAMETERS];

/* The parameters of base itself: no turn. */
void sq_camera_parameters(const sq_camera *base, double *x);

#endif
