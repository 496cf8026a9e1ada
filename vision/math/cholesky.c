/* Cholesky factorisation of a small symmetric matrix in place, and forward and back substitution with the
 * factor. */
#include "vision/math/cholesky.h"

#include <math.h>
#include <stddef.h>

bool sq_cholesky(double *a, int n, int stride) {
    for (int i = 0; i < n; i++) {
        double *row = a + (ptrdiff_t)i * stride;
        for (int j = 0; j <= i; j++) {
            const double *other = a + (ptrdiff_t)j * stride;
            double s = row[j];
            for (int k = 0; k < j; k++)
                s -= row[k] * other[k];
            if (i == j && !(s > 0)) return false;
            row[j] = i == j ? sqrt(s) : s / other[j];
        }
    }
    return true;
}

void sq_cholesky_forward(const double *l, int n, int stride, double *b) {
    for (int i = 0; i < n; i++) {
        const double *row = l + (ptrdiff_t)i * stride;
        double s = b[i];
        for (int k = 0; k < i; k++)
            s -= row[k] * b[k];
        b[i] = s / row[i];
    }
}

void sq_cholesky_back(const double *l, int n, int stride, double *x) {
    for (int i = n - 1; i >= 0; i--) {
        double s = x[i];
        for (int k = i + 1; k < n; k++)
            s -= l[(ptrdiff_t)k * stride + i] * x[k];
        x[i] = s / l[(ptrdiff_t)i * stride + i];
    }
}

bool sq_cholesky_solve(double *a, int n, int stride, double *b) {
    if (!sq_cholesky(a, n, stride)) return false;
    sq_cholesky_forward(a, n, stride, b);
    sq_cholesky_back(a, n, stride, b);
    return true;
}
