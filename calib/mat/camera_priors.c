/* Fills in the priors of the camera fit, from general knowledge of lenses or from the user's lens and
 * height. */
#include "calib/mat/camera_priors.h"

#include "calib/camera/camera_file.h"
#include "calib/camera/lens_file.h"
#include "vision/math/tunable_number.h"

/* Weak priors: what is believed of a camera before it has looked (standard deviations).
 * Focal length, logarithm: 28 %, from wide webcams to lenses on a stand. */
SQ_NUMBER(SQ_PRIOR_LOG_FOCAL, 0.2);

/* Square pixels, to a thousandth. */
SQ_NUMBER(SQ_PRIOR_ASPECT, 0.001);

/* The optical axis meets the picture's middle to this share of the longer side (13 px at 1080p). */
SQ_NUMBER(SQ_PRIOR_MIDDLE, 0.007);

/* Distortion: mostly barrel; k2 bends back; tangential terms of a lens set well. */
SQ_NUMBER(SQ_PRIOR_K1_MEAN, -0.08);
SQ_NUMBER(SQ_PRIOR_K1, 0.12);
SQ_NUMBER(SQ_PRIOR_K2, 0.03);
SQ_NUMBER(SQ_PRIOR_TANGENTIAL, 0.0008);

/* A tape measure's height, as a share. */
SQ_NUMBER(SQ_PRIOR_HEIGHT, 0.01);

/* A lens from a file: its numbers are believed to half a thousandth, its middle to a fifth of a pixel. */
SQ_NUMBER(SQ_PRIOR_LENS, 5e-4);
SQ_NUMBER(SQ_PRIOR_LENS_PX, 0.2);

static void believe_any_lens(sq_camera_prior *p, int width, int height) {
    int longer = width > height ? width : height;
    p->mean[SQ_CAMERA_LOG_FOCAL] = log(SQ_GUESS_FOCAL * longer / 2);
    p->sigma[SQ_CAMERA_LOG_FOCAL] = SQ_PRIOR_LOG_FOCAL;
    p->sigma[SQ_CAMERA_LOG_ASPECT] = SQ_PRIOR_ASPECT;
    p->mean[SQ_CAMERA_CX] = (width - 1) / 2.0;
    p->mean[SQ_CAMERA_CY] = (height - 1) / 2.0;
    p->sigma[SQ_CAMERA_CX] = p->sigma[SQ_CAMERA_CY] = SQ_PRIOR_MIDDLE * longer;
    p->mean[SQ_CAMERA_K1] = SQ_PRIOR_K1_MEAN;
    p->sigma[SQ_CAMERA_K1] = SQ_PRIOR_K1;
    p->sigma[SQ_CAMERA_K2] = SQ_PRIOR_K2;
    p->sigma[SQ_CAMERA_P1] = p->sigma[SQ_CAMERA_P2] = SQ_PRIOR_TANGENTIAL;
}

/* scale: pixels of this lens for one of the pictures that it was measured in. */
static void believe_lens(sq_camera_prior *p, const sq_camera *lens, const double *sigma, double scale) {
    double at[SQ_CAMERA_PARAMETERS];
    sq_camera c = *lens;
    c.t[2] = 1; /* the place is not asked for */
    sq_camera_parameters(&c, at);
    for (int i = SQ_CAMERA_LOG_FOCAL; i < SQ_CAMERA_PARAMETERS; i++) {
        p->mean[i] = at[i];
        bool middle = i == SQ_CAMERA_CX || i == SQ_CAMERA_CY;
        p->sigma[i] = sigma    ? sigma[i - SQ_CAMERA_LOG_FOCAL] * (middle ? scale : 1)
                      : middle ? SQ_PRIOR_LENS_PX
                               : SQ_PRIOR_LENS;
    }
}

sq_code sq_mat_believe(sq_camera_prior *p, const sq_frame *f, const sq_mat_settings *s, sq_diag *d) {
    *p = (sq_camera_prior){.height_mm = s->height_mm, .height_sigma_mm = SQ_PRIOR_HEIGHT * s->height_mm};
    if (!s->lens) {
        believe_any_lens(p, f->width, f->height);
        return SQ_OK;
    }
    sq_camera lens = *s->lens;
    sq_code code = sq_camera_for_size(&lens, f->width, f->height, d);
    double scale = s->lens->width > 0 ? (double)f->width / s->lens->width : 1;
    if (!code) believe_lens(p, &lens, s->lens_sigma, scale);
    return code;
}
