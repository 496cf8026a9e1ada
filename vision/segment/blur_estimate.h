/* The blur of the picture, measured in the picture: lens, focus, motion, demosaicing and the chroma of the
 * codec together, as one Gaussian.
 *
 * Across the rim of a wink that lies alone, the share s of its colour falls from 1 to 0 as a step that is
 * blurred by σ. For such a step ∫ s (1 − s) = σ / √π, wherever exactly the rim lies. */
#ifndef SQ_VISION_SEGMENT_BLUR_ESTIMATE_H
#define SQ_VISION_SEGMENT_BLUR_ESTIMATE_H

#include "rules/terms/equipment_sizes.h"
#include "vision/math/tunable_number.h"
#include "vision/position/position.h"
#include "vision/segment/felt_window.h"

/* Edge blur (px, standard deviation) of a rim: lens, demosaicing and JPEG's chroma together. */
SQ_NUMBER(SQ_BLUR_PX, 1.1);

/* mm of blur from which on a picture counts as blurred: the thickness of a wink. The seam of a wink on
 * another of its colour is then invisible. Higher: squops are called that no eye can see. */
#define SQ_BLURRED_MM SQ_WINK_THICKNESS_MM

/* Measures the blur at the winks of p that lie alone on the mat and are seen whole: *blur_px is its
 * standard deviation, and before that what it was taken for, which says how far it is looked for. False, and
 * *blur_px unchanged, where there are too few. w: scratch memory. */
bool sq_blur_measure(double *blur_px, sq_window *w, const sq_frame *f, const sq_outline *o,
                     const sq_background *s, const sq_camera *c, const sq_position *p);

/* px over which the errors of neighbouring pixels of a window are alike: the blur; more where a codec
 * rounded mean chroma to whole steps of coded_step levels (0: not), a JPEG or a video, and where the camera
 * clipped the felt. */
double sq_errors_alike_px(const sq_window *w, const sq_background *s, double blur_px, double coded_step,
                          bool is_jpeg);

/* By how much more of a deviation's length the errors of neighbouring pixels are alike than in a picture of
 * the usual blur: they are over as many pixels as the blur is wide. */
double sq_errors_alike(double alike_px);

#endif
