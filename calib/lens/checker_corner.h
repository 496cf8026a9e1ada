/* Measures where two edges of a chessboard cross, to a few hundredths of a pixel.
 *
 * The neighbourhood of a crossing, in linear light, is
 *   I(p) = m + c E(s/b) E(t/b) + g·(p − p₀),   s, t the distances from the two edges, E(z) = erf (z/√2)
 * with the blur b of the lens. It looks the same when turned by 180°, so blur, spreading ink and gamma do not
 * shift p₀. The markers in the white squares are left out. */
#ifndef SQ_CALIB_LENS_CHECKER_CORNER_H
#define SQ_CALIB_LENS_CHECKER_CORNER_H

#include "vision/frame/frame.h"
#include "vision/math/levenberg_marquardt.h"
#include "vision/math/tunable_number.h"
#include "vision/math/units.h"

/* The least width of a square in pixels: in a smaller one the marker cannot be read (7 cells of at least 2
 * pixels). */
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

/* Measures a crossing. False where none is seen within a quarter of a square from the guess, or where the
 * squares are smaller than SQ_CHECKER_CORNER_LEAST_PX. */
bool sq_checker_corner_measure(const sq_frame *f, const sq_checker_corner_guess *g, sq_checker_corner *out,
                               sq_lm_work *w);

#endif
