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

/* What the blocks of one line have in common, from all of them together: a light table with a dark shadow has
 * two edges side by side, and which of them is the mat's no single block can be trusted to tell. */
typedef struct {
    double offset_px; /* of the line from the course, outwards */
    double sigma_px;  /* of that: its fit's own, or the way to another place that fits nearly as well */
    double blur_px, shadow_px, shadow_depth;
} sq_edge_shape;

/* False where the line shows nowhere. */
bool sq_edge_shape_find(const sq_strip *s, const sq_strip_course *c, sq_edge_shape *out, sq_lm_work *w);

typedef struct {
    double offset_px; /* of the line from the strip's middle, outwards */
    double sigma_px;  /* from the profile's own residuals */
} sq_edge;

/* Looks near the course and the common offset from it. False where there is no such line, or it strays. */
bool sq_edge_measure(const sq_strip *s, int block, const sq_strip_course *c, const sq_edge_shape *shape,
                     sq_edge *out, sq_lm_work *w);

#endif
