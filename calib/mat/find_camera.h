/* Finds the camera from one picture of the mat itself, by its sides, its baselines and its pot.
 *
 *   sq_mat_fit fit;
 *   sq_diag d;
 *   if (sq_camera_from_mat(&frame, &(sq_mat_settings){0}, &fit, &d)) puts(d.text);
 *   else sq_mm where = sq_mm_from_px(&fit.camera, pixel, 0);
 *
 * The way: long straight lines of a thumbnail (hough_lines.h) → poses of the mat that they allow
 * (pose_guess.h) → strips of the picture along the lines of the mat, straightened by the guess (edge_strip.h)
 * → edges to hundredths of a pixel (edge_fit.h) → one robust least squares over pose and lens (camera_fit.h).
 * If a side is not in the picture, the rims of winks (rim_ruler.h), whose sizes are known, are measured too.
 * If no side is, these and the pot suffice (camera_from_closeup.h).
 *
 * Orientation: +x runs along the long side to the right in the picture, and +y then upwards in the picture
 * (if the long side is upright in the picture, +x is the direction that points more to the right). The two
 * ends of the mat look the same; a camera turned by 180° fits as well.
 *
 * Limits of one view: only the ratio of focal length and height is known, which is nearly enough for points
 * on the mat. A tape measure or a lens file determines both. */
#ifndef SQ_CALIB_MAT_FIND_CAMERA_H
#define SQ_CALIB_MAT_FIND_CAMERA_H

#include <stddef.h>

#include "calib/camera/camera_fit.h"
#include "calib/measure/mat_lines.h"
#include "rules/terms/wink.h"
#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/geometry/camera_doubt.h"
#include "vision/system/failure.h"

/* All zero is the usual case. */
typedef struct {
    double length_mm, width_mm; /* of the mat; 0: the rule book's 1828.8 x 914.4 */
    double height_mm;           /* of the camera above the mat by tape measure; 0: not known */
    const sq_camera *lens;      /* known focal length, principal point and distortion; null: not known */
    const double *lens_sigma;   /* their standard deviations (sq_lens.sigma); null: SQ_PRIOR_LENS */
    /* The mat's four corners in the picture, in any order, as a person has touched them; null: nobody has.
     * The search for the mat then begins there and nowhere else, and if the lines show nothing better, these
     * corners decide. */
    const sq_px *corners;
} sq_mat_settings;

/* The settings for a mat of this size; one as the rule book has it is not told, so that it can be measured.
 */
sq_mat_settings sq_mat_settings_for(const sq_mat_size *size);

/* A wink that lies flat on the felt, as a ruler: where its middle is seen, and how large it is. */
typedef struct {
    sq_px middle;
    double radius_mm;
} sq_mat_ruler;

/* What the direction of the mat was found from. */
typedef enum {
    SQ_TURN_BY_SIDES,
    SQ_TURN_BY_CREASES, /* no side is in the picture, but folds of the mat, which run along its sides */
    SQ_TURN_SUPPOSED /* assumed to be parallel to the picture; distances and gaps are right, but places may be
                        turned about the pot */
} sq_mat_turn;

/* Where the size of the mat, and with it the scale of everything, comes from. */
typedef enum {
    SQ_SIZE_BY_RULES,    /* the rule book */
    SQ_SIZE_TOLD,        /* the settings */
    SQ_SIZE_BY_BASELINES /* measured: the sides do not lie where the rule book has them */
} sq_mat_size_by;

/* Where the focal length comes from. */
typedef enum {
    SQ_FOCAL_SUPPOSED, /* assumed, as lenses usually are; it hardly matters on the mat, only for heights */
    SQ_FOCAL_BY_HEIGHT,
    SQ_FOCAL_BY_LENS
} sq_mat_focal;

typedef struct {
    sq_camera camera;                                              /* with the frame's width and height */
    double rms_px;                                                 /* of the residuals */
    double covariance[SQ_CAMERA_PARAMETERS][SQ_CAMERA_PARAMETERS]; /* of the fit's parameters */
    sq_mat_size size;
    struct {
        double seen;   /* share of the line that was measured and kept its weight, 0..1 */
        double inside; /* share of the line that lies in the picture, 0..1 */
        double rms_px; /* residual of the part that was seen; NaN if none was */
    } line[SQ_MAT_LINES];
    sq_px corner[SQ_MAT_CORNERS];       /* of the mat, in sq_mat_corner_at's order */
    bool corner_inside[SQ_MAT_CORNERS]; /* lies in the picture */
    bool pot;                           /* the pot's rim was seen where it must be */
    bool corners_told;                  /* a person has touched the corners: the settings' */
    int winks;                          /* how many winks' rims were used */
    sq_mat_ruler ruler[SQ_SIZES_CAP];
    sq_mat_turn turn;
    sq_mat_size_by size_by;
    sq_mat_focal focal_by;
} sq_mat_fit;

/* Finds the camera. SQ_E_CAMERA with a sentence for people where the picture shows no mat or too little of
 * it; SQ_E_SIZE for a picture that is too small; SQ_E_SIGHT for one that is too dark. */
sq_code sq_camera_from_mat(const sq_frame *f, const sq_mat_settings *s, sq_mat_fit *out, sq_diag *d);

/* Whether enough of that line was seen and kept its weight to count it. */
bool sq_mat_line_seen(const sq_mat_fit *fit, sq_mat_line line);

/* The standard deviation, mm, of x (and of y) of the place that this camera gives for a point at p of known
 * height. */
double sq_mat_sigma_mm(const sq_mat_fit *fit, sq_mm3 p);

/* The same for places relative to one another: without the error of the mat's direction where that is only
 * assumed. */
double sq_mat_shape_sigma_mm(const sq_mat_fit *fit, sq_mm3 p);

/* The uncertainty of the camera, for sq_sight_doubt_camera. */
void sq_mat_doubt(const sq_mat_fit *fit, sq_camera_doubt *out);

/* The largest sq_mat_shape_sigma_mm at 150 mm from the pot, where distances matter most. */
double sq_mat_near_sigma_mm(const sq_mat_fit *fit);

/* The largest sq_mat_sigma_mm over the part of the mat that is in the picture, at the height of a wink. */
double sq_mat_worst_sigma_mm(const sq_mat_fit *fit);

/* Writes sentences for people: what the camera was found from, how sure it is, and what would make it surer,
 * such as a corner that lies outside the picture and how to bring it in. The text is cut to size bytes with
 * its final 0. */
void sq_mat_describe(const sq_mat_fit *fit, char *text, size_t size);

#endif
