/* Where exactly a block of a strip has its line: to some hundredths of a pixel where the contrast is fair.
 *
 * A side is a step from felt to table, blurred by the lens, with the mat's shadow on the table beyond it:
 *   I(o) = mat + (table − mat) Φ((o − e)/b) + shadow · [exp(−u/d) ∗ Gauss(b)],  u = o − e > 0
 * The shadow is what makes a gradient's maximum wrong by up to half a pixel, and all there is to see on a
 * table of the mat's colour. A baseline is a dark Gaussian on a sloping ground, symmetrical and therefore
 * unbiased. */
#ifndef SQ_CALIB_MAT_EDGE_H
#define SQ_CALIB_MAT_EDGE_H

#include "calib/lm.h"
#include "calib/mat_strip.h"

typedef struct {
    double offset_px; /* of the line from the strip's middle, outwards */
    double sigma_px;  /* from the profile's own residuals */
    double contrast;  /* grey levels */
    double blur_px;
} sq_edge;

/* Looks near the course. False where there is no such line, or it leaves the window. */
bool sq_edge_measure(const sq_strip *s, int block, const sq_strip_course *c, sq_edge *out, sq_lm_work *w);

#endif
