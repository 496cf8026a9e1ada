/* How sharp a picture is, measured at its steepest edges: for the sentence that says why nothing can be seen
 * in it. */
#ifndef SQ_CALIB_MEASURE_SHARPNESS_H
#define SQ_CALIB_MEASURE_SHARPNESS_H

#include "vision/frame/frame.h"
#include "vision/position/position.h"
#include "vision/system/failure.h"

/* The blur of the sharper edges, as a Gaussian's standard deviation in pixels: 0.6 to 1.5 in focus. False
 * where the picture has too few edges to tell. Takes some milliseconds. */
bool sq_sharpness_measure(const sq_frame *f, double *blur_px);

/* Whether the picture is too soft to be judged; then d has the sentence, and the code is SQ_E_SIGHT. */
sq_code sq_sharpness_refuse(const sq_frame *f, sq_diag *d);

/* The same, where much of the mat was not judged, or more winks are seen than there are; measures only then.
 */
sq_code sq_doubt_sharpness(const sq_frame *f, const sq_position *p, sq_diag *d);

#endif
