/* Compares a camera that somebody gave with what a picture shows, before the camera is used: a file of
 * another place, another lens or another day puts winks where they are not.
 *
 *   sq_camera_check *k = sq_camera_check_new(&d);
 *   sq_camera_checked found;
 *   sq_camera_check_look(k, &frame, &camera, &doubt, &size, &found);
 *   if (found.answer == SQ_CHECK_DIFFERS) ...
 *
 * The mat's sides and baselines are sighted where the camera says. Where that does not settle it, the camera
 * is found anew from the picture (calib/mat/find_camera.h: sides, baselines, pot, the winks' rims), and the
 * two are compared. Either way the difference is a field of displacements over the mat, with a covariance
 * that is the sum of the camera's own and the measurement's; the answer is a chi-square test of that field
 * against none. */
#ifndef SQ_CALIB_CAMERA_CHECK_H
#define SQ_CALIB_CAMERA_CHECK_H

#include <stddef.h>

#include "calib/mat/find_camera.h"
#include "calib/measure/mat_shape.h"
#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/geometry/camera_doubt.h"
#include "vision/system/failure.h"

typedef enum {
    SQ_CHECK_AGREES,
    SQ_CHECK_DIFFERS, /* by more than both can be wrong */
    SQ_CHECK_NOWHERE, /* mat or pot must be in sight, and are seen neither where the camera says nor elsewhere
                       */
    SQ_CHECK_UNSEEN   /* too little of the mat is in the picture to tell */
} sq_check_answer;

typedef struct {
    sq_check_answer answer;
    int lines; /* sides and baselines that are seen where the camera says, 0..8 */
    double p;  /* the probability of such a difference, or a larger one, if the camera is right; NaN: none */
    sq_mm shift;     /* where the mat's centre is seen, relative to where the camera says */
    double turn_deg; /* of the mat about its centre, counterclockwise from above */
    double larger;   /* how many times as large as by the camera the mat is seen; 1 where it was not found */
    double worst_mm; /* the largest displacement of a place of the mat that is in the picture; NaN: none */
    double sigma_mm; /* standard deviation of that */
    bool found;      /* the camera was found from the picture: `fit` */
    sq_mat_fit fit;
    sq_diag why; /* why it was not found, where it was looked for; else its code is SQ_OK */
} sq_camera_checked;

typedef struct sq_camera_check sq_camera_check;

/* Memory for a comparison. Null, with a sentence, where it is short. The caller frees. */
sq_camera_check *sq_camera_check_new(sq_diag *d);
void sq_camera_check_free(sq_camera_check *k);

/* Compares. c is for frames of this size; doubt is what is not known of it. Takes about 2 ms at 1080p where
 * the camera is right, and about 100 where it is not, or the mat hardly shows. */
void sq_camera_check_look(sq_camera_check *k, const sq_frame *f, const sq_camera *c,
                          const sq_camera_doubt *doubt, const sq_mat_size *size, sq_camera_checked *out);

/* One sentence for people that says how the picture and the camera differ: "the mat is seen 3.0 mm to the
 * left of where ... says ...". camera: what is to be called so, such as the file's name. Empty where it
 * agrees. */
void sq_camera_checked_say(const sq_camera_checked *m, const char *camera, char *text, size_t size);

/* Of two cameras of one mat, which nothing on it tells apart: turns c by half a turn where it names the mat's
 * ends otherwise than `before`, and gives it that one's corner of blue. */
void sq_camera_keep_ends(sq_camera *c, const sq_camera *before);

#endif
