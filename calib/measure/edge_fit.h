/* Measures where a line of the mat lies in a block of a strip, to a few hundredths of a pixel if the contrast
 * is fair.
 *
 * A side is a step from felt to table, blurred by the lens, with the shadow of the mat on the table beyond
 * it:
 *   I(o) = mat + (table − mat) Φ((o − e)/b) − shadow · [exp(−u/d) ∗ Gauss(b)],  u = o − e > 0
 * The shadow makes the maximum of the gradient wrong by up to half a pixel; on a table of the colour of the
 * mat it is all that is seen. A baseline is a dark Gaussian on a sloping ground, symmetric and therefore
 * unbiased. */
#ifndef SQ_CALIB_MEASURE_EDGE_FIT_H
#define SQ_CALIB_MEASURE_EDGE_FIT_H

#include "calib/measure/edge_strip.h"
#include "vision/math/levenberg_marquardt.h"
#include "vision/math/tunable_number.h"

/* mm from the middle of a baseline to plain felt: half of its width (drawn lines are 1 to 2.5 mm wide). */
SQ_NUMBER(SQ_BASELINE_HALF_MM, 1.25);

/* The priors of a whole line. BLUR: standard deviation in pixels, of a lens in focus and the width of a pixel
 * together; known to a factor of 1.35. SHADOW_PX: width of the shadow, known to a factor of 2.7. DEPTH: the
 * share of the table's light that the shadow takes, and its standard deviation; on a dark table a deep shadow
 * looks almost like an edge farther in. */
SQ_NUMBER(SQ_EDGE_BLUR_PX, 0.8);
SQ_NUMBER(SQ_EDGE_BLUR_LOG_SIGMA, 0.3);
SQ_NUMBER(SQ_EDGE_SHADOW_PX, 1.5);
SQ_NUMBER(SQ_EDGE_SHADOW_LOG_SIGMA, 1.0);
SQ_NUMBER(SQ_EDGE_SHADOW_DEPTH, 0.15);
SQ_NUMBER(SQ_EDGE_SHADOW_SIGMA, 0.3);

/* If a step lowers the cost by less than this share, further steps move the edge by less than a hundredth of
 * its standard deviation, and the fit ends. */
SQ_NUMBER(SQ_EDGE_ENOUGH, 1e-4);
/* Where a pot's rim says little, more steps wander along a valley: the focal length was 2 % farther off. */
#define SQ_EDGE_ITERATIONS 12

/* Code values below which a profile is taken for texture. */
SQ_NUMBER(SQ_EDGE_LEAST_CONTRAST, 2.5);

/* What the blocks of one line have in common, measured over all of them. A light table with a dark shadow has
 * two edges side by side, and a single block cannot show which is the mat's. */
typedef struct {
    double offset_px; /* of the line from the course, outwards */
    double sigma_px;  /* of that: from the fit, or the distance to another place that fits nearly as well */
    double blur_px, shadow_px, shadow_depth; /* b and d above; share of the table's light, 0..1 */
} sq_edge_shape;

/* Finds the common shape; false where the line shows nowhere. */
bool sq_edge_shape_find(const sq_strip *s, const sq_strip_course *c, sq_edge_shape *out, sq_lm_work *w);

typedef struct {
    double offset_px; /* of the line from the strip's middle, outwards */
    double sigma_px;  /* from the profile's own residuals */
} sq_edge;

/* Measures one block, near the course and the common offset. False where the line does not show, or lies too
 * far off. */
bool sq_edge_measure(const sq_strip *s, int block, const sq_strip_course *c, const sq_edge_shape *shape,
                     sq_edge *out, sq_lm_work *w);

#endif
