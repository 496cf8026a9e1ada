/* How sharp a picture is, measured at its steepest edges, and how few pixels it may have, so that a message
 * can say why nothing is recognised in it. */
#ifndef SQ_CALIB_MEASURE_SHARPNESS_H
#define SQ_CALIB_MEASURE_SHARPNESS_H

#include "vision/frame/frame.h"
#include "vision/position/position.h"
#include "vision/system/failure.h"

/* Pixels on the picture's shorter side: below, a small wink is under 3 pixels wide, and a board's disc
 * under 9. */
#define SQ_PICTURE_LEAST_PX 180

/* SQ_E_SIZE, with a sentence, if the picture has too few pixels "to measure a mat", say; else SQ_OK. */
sq_code sq_picture_refuse_small(const sq_frame *f, const char *for_what, sq_diag *d);

/* The blur of edges, as a Gaussian's standard deviation in pixels. Edges of things are soft themselves, and
 * seen aslant: the sharper ones tell what the picture blurs. */
typedef struct {
    double usual_px;   /* of the median edge: 0.6 to 1.5 in focus */
    double sharper_px; /* of the sharper half of them, the median: what was blurred by 1.5 has 1.4 to 1.6 */
} sq_edge_blur;

/* False where the picture has too few edges to tell. Takes some milliseconds. */
bool sq_sharpness_measure(const sq_frame *f, sq_edge_blur *out);

/* SQ_E_SIGHT, with a sentence, if a picture with this blur is too blurred to be judged; else SQ_OK. The
 * second measures it. */
sq_code sq_blur_refuse(const sq_edge_blur *blur, sq_diag *d);
sq_code sq_sharpness_refuse(const sq_frame *f, sq_diag *d);

/* The same, but only if much of the mat was not judged or more winks are seen than the set has; measures only
 * then. */
sq_code sq_doubt_sharpness(const sq_frame *f, const sq_position *p, sq_diag *d);

#endif
