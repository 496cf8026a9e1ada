/* Levenberg–Marquardt for small dense problems (Marquardt 1963; Moré 1978 for the scaling).
 *
 * Minimises Σ ρ(rᵢ(x)²) over x. The first `robust` residuals pass through Cauchy's ρ(s) = c² log(1 + s/c²),
 * so that gross errors (a hand, or a wink on an edge) lose their weight. The others, which are priors, are
 * plain squares. Residuals come divided by their standard deviation, so the normal matrix at the end is the
 * inverse covariance. The caller gives the derivatives, or the steps for central differences. */
#ifndef SQ_VISION_MATH_LEVENBERG_MARQUARDT_H
#define SQ_VISION_MATH_LEVENBERG_MARQUARDT_H

#include <stdbool.h>

#include "vision/math/tunable_number.h"

/* Marquardt's damping at the start, and where trying ends. */
SQ_NUMBER(SQ_LM_DAMPING, 1e-3);
SQ_NUMBER(SQ_LM_DAMPING_MOST, 1e12);

/* Steps after which a fit ends in any case: five to ten are usual. */
#define SQ_LM_ITERATIONS 30

enum { SQ_LM_PARAMETERS = 32, SQ_LM_RESIDUALS = 1024 };

/* Writes all residuals for x. May write NaN where x makes no sense: the solver then refuses that step. */
typedef void sq_lm_function(const double *x, double *r, const void *context);

/* Writes d residual / d parameter for x, by columns. */
typedef void sq_lm_derivatives(const double *x, double (*jacobian)[SQ_LM_RESIDUALS], const void *context);

typedef struct {
    int parameters, residuals; /* at most the capacities above */
    int robust;                /* how many of the residuals, from the first on, are robust */
    double robust_width;       /* c, in standard deviations */
    sq_lm_function *function;
    sq_lm_derivatives *derivatives; /* null: central differences */
    const void *context;
    const double *step; /* for each parameter: the step of the central difference, > 0; 0 holds the parameter
                           fixed (only with central differences) */
    int iterations;     /* at most */
    double enough;      /* ends when a step lowers the cost by less than this share */
} sq_lm_problem;

/* Working memory, lent by the caller (about 300 kB). Afterwards it holds: */
typedef struct {
    double residual[SQ_LM_RESIDUALS];                   /* at the solution */
    double weight[SQ_LM_RESIDUALS];                     /* of the robust ones, 0..1 */
    double normal[SQ_LM_PARAMETERS * SQ_LM_PARAMETERS]; /* JᵀWJ, row by row, `parameters` wide */
    double cost;                                        /* Σ ρ / 2 */
    int iterations;                                     /* used */
    double jacobian[SQ_LM_PARAMETERS][SQ_LM_RESIDUALS]; /* by columns */
    double trial[SQ_LM_RESIDUALS];
} sq_lm_work;

/* Improves x in place. False where the start itself is not finite or no direction can be computed; x is then
 * unchanged. Otherwise x is the best point met, whether or not it converged before the last iteration. */
bool sq_lm_solve(const sq_lm_problem *p, double *x, sq_lm_work *w);

/* The inverse of a symmetric positive definite n × n matrix, row by row; rows and columns that are zero (a
 * parameter held fixed) stay zero. False where it is not positive definite. */
bool sq_lm_invert(const double *a, int n, double *inverse);

#endif
