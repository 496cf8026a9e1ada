/* Linear least squares over a few terms, by taking one term after another out of the data (Gram and Schmidt).
 */
#ifndef SQ_VISION_MATH_LEAST_SQUARES_H
#define SQ_VISION_MATH_LEAST_SQUARES_H

/* Takes out of v what of it lies along term; both have n values. A term that is zero takes nothing out. */
static inline void sq_take_out(double *v, const double *term, int n) {
    double along = 0, length = 0;
    for (int i = 0; i < n; i++) {
        along += v[i] * term[i];
        length += term[i] * term[i];
    }
    for (int i = 0; i < n && length > 0; i++)
        v[i] -= along / length * term[i];
}

#endif
