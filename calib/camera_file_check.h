/* Compares a camera that the user gave with what a picture shows, before it is used: a file of another place,
 * lens or day would put winks in wrong places.
 *
 *   sq_camera_check *k = sq_camera_check_new(&d);
 *   sq_camera_checked found;
 *   sq_camera_check_look(k, &frame, &camera, &doubt, &size, &found);
 *   if (found.answer == SQ_CHECK_DIFFERS) ...
 *
 * The mat's sides and baselines are measured where the camera expects them. If that is not conclusive, the
 * camera is found anew from the picture (calib/mat/find_camera.h: sides, baselines, pot, rims of winks), and
 * the two are compared. In both cases the difference is a field of displacements over the mat, whose
 * covariance is the sum of the camera's and the measurement's. The answer is a chi-square test whether the
 * field is zero. */
#ifndef SQ_CALIB_CAMERA_FILE_CHECK_H
#define SQ_CALIB_CAMERA_FILE_CHECK_H

#include <stddef.h>

#include "calib/mat/find_camera.h"
#include "calib/measure/mat_lines.h"
#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/geometry/camera_doubt.h"
#include "vision/system/failure.h"

typedef enum {
    SQ_CHECK_AGREES,
    SQ_CHECK_DIFFERS, /* by more than the errors of both explain */
    SQ_CHECK_NOWHERE, /* by the camera, mat or pot must be in the picture, but they are seen nowhere in it */
    SQ_CHECK_UNSEEN   /* too little of the mat is in the picture to know */
} sq_check_answer;

typedef struct {
    sq_check_answer answer;
    int lines; /* sides and baselines that are seen where the camera says, 0..8 */
    double p;  /* the probability of such a difference, or a larger one, if the camera is right; NaN: none */
    sq_mm shift;     /* where the mat's centre is seen, relative to where the camera says */
    double turn_deg; /* of the mat about its centre, counterclockwise from above */
    double larger; /* size of the mat in the picture relative to that by the camera; 1 if it was not found */
    double worst_mm; /* the largest displacement of a place of the mat that is in the picture; NaN: none */
    double sigma_mm; /* standard deviation of that */
    bool found;      /* the camera was found from the picture: `fit` */
    sq_mat_fit fit;
    sq_diag why; /* if the camera was looked for and not found: why; else its code is SQ_OK */
} sq_camera_checked;

typedef struct sq_camera_check sq_camera_check;

/* Memory for a comparison. Null, with a sentence, where it is short. The caller frees. */
sq_camera_check *sq_camera_check_new(sq_diag *d);
void sq_camera_check_free(sq_camera_check *k);

/* Compares. c must be for frames of this size; doubt is its uncertainty. Takes about 2 ms at 1080p if the
 * camera is right, and about 100 ms if it is not or the mat is hardly seen. */
void sq_camera_check_look(sq_camera_check *k, const sq_frame *f, const sq_camera *c,
                          const sq_camera_doubt *doubt, const sq_mat_size *size, sq_camera_checked *out);

/* Writes one sentence for people that says how the picture and the camera differ: "the mat is seen 3.0 mm to
 * the left of where ... says ...". camera: what to call the camera, such as the file's name. Empty if they
 * agree. At most size bytes with the final 0. */
void sq_camera_checked_say(const sq_camera_checked *m, const char *camera, char *text, size_t size);

/* The two ends of a mat look the same. If c has them the other way round than `before`, an earlier camera of
 * the same mat, this turns c by half a turn; and it copies the corner of blue. */
void sq_camera_keep_ends(sq_camera *c, const sq_camera *before);
/* The same camera, with the mat seen from its other end. */
void sq_camera_turn_ends(sq_camera *c);

#endif
