/* A lens: the part of a camera that does not depend on where it hangs. */
#ifndef SQ_CALIB_CAMERA_LENS_FILE_H
#define SQ_CALIB_CAMERA_LENS_FILE_H

#include "calib/camera/camera_fit.h"
#include "vision/math/tunable_number.h"
#include "vision/system/failure.h"

/* The focal length of the first guess, relative to half the longer side of the picture: 61° of view, between
 * webcams (78°), phones' main cameras (66°) and lenses on a stand (50°). */
SQ_NUMBER(SQ_GUESS_FOCAL, 1.7);

enum { SQ_LENS_PARAMETERS = SQ_CAMERA_PARAMETERS - SQ_CAMERA_LOG_FOCAL };

typedef struct {
    sq_camera camera; /* its R and t are not used */
    /* Standard deviations of camera_fit.h's parameters from SQ_CAMERA_LOG_FOCAL on; all 0: not known. */
    double sigma[SQ_LENS_PARAMETERS];
    double rms_px;      /* per coordinate; 0: not known */
    int views, corners; /* how many it was measured from */
} sq_lens;

/* Reads a lens file, or a camera file, whose R and t are ignored. */
sq_code sq_lens_read(sq_lens *out, const char *path, sq_diag *d);

/* Writes "camera" without R and t, and "deviation" with the same keys. */
sq_code sq_lens_write(const sq_lens *l, const char *path, sq_diag *d);

#endif
