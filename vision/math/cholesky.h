/* Symmetric positive definite equations A x = b by Cholesky's A = L Lᵀ.
 *
 * Matrices lie row by row, `stride` numbers from row to row; only the lower triangle is read and written. */
#ifndef SQ_VISION_MATH_CHOLESKY_H
#define SQ_VISION_MATH_CHOLESKY_H

#include <stdbool.h>

/* Replaces the n x n matrix by L. False where it is not positive definite; its content is then of no use. */
bool sq_cholesky(double *a, int n, int stride);

/* Solves A x = b: b becomes x, a becomes L. False, with b as it was, where A is not positive definite. */
bool sq_cholesky_solve(double *a, int n, int stride, double *b);

/* b := L⁻¹ b, and x := L⁻ᵀ x: one after the other they solve A x = b. */
void sq_cholesky_forward(const double *l, int n, int stride, double *b);
void sq_cholesky_back(const double *l, int n, int stride, double *x);

#endif
