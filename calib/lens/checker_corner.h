/* Where exactly two edges of a chessboard cross: to some hundredths of a pixel.
 *
 * The neighbourhood of a crossing, in linear light, is
 *   I(p) = m + c E(s/b) E(t/b) + g·(p − p₀),   s, t the distances from the two edges, E(z) = erf (z/√2)
 * with the lens's blur b. It looks the same turned by 180°, so blur, ink that runs and the code's gamma leave
 * p₀ where it is. The markers within the white squares are left out. */
#ifndef SQ_CALIB_LENS_CHECKER_CORNER_H
#define SQ_CALIB_LENS_CHECKER_CORNER_H

#include "vision/frame/frame.h"
#include "vision/math/levenberg_marquardt.h"
#include "vision/math/number.h"
#include "vision/math/units.h"

/* Pixels: a square of less has markers that no dictionary reads (7 cells, of 2 pixels at least). */
SQ_NUMBER(SQ_CHECKER_CORNER_LEAST_PX, 16.0);

typedef struct {
    sq_px at;
    sq_px right, down; /* to the next crossings, along the board's rows and columns */
    bool black;        /* the square up to the left is black */
} sq_checker_corner_guess;

typedef struct {
    sq_px at;
    double sigma_px; /* from its own residuals */
} sq_checker_corner;

/* False where no crossing is to be seen within a quarter of a square from the guess, or it is too small:
 * squares need SQ_CHECKER_CORNER_LEAST_PX. */
bool sq_checker_corner_measure(const sq_frame *f, const sq_checker_corner_guess *g, sq_checker_corner *out,
                               sq_lm_work *w);

#endif
