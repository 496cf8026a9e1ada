/* The Levenberg–Marquardt solver: each round builds the weighted normal equations, tries a damped step and
 * keeps it where the robust cost falls. */
#include "vision/math/levenberg_marquardt.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "vision/math/cholesky.h"
#include "vision/math/tunable_number.h"

/* The damping's factors after a good and a bad step. */
SQ_NUMBER(DAMPING_GOOD, 0.3);
SQ_NUMBER(DAMPING_BAD, 4.0);

/* Cauchy's weight ρ' and the loss itself. */
static double weight_of(double r, double c) {
    return 1 / (1 + r * r / (c * c));
}

static double cost_of(const sq_lm_problem *p, const double *r) {
    double sum = 0, c2 = p->robust_width * p->robust_width;
    for (int i = 0; i < p->residuals; i++)
        sum += i < p->robust ? c2 * log1p(r[i] * r[i] / c2) : r[i] * r[i];
    return sum / 2;
}

static void differentiate(const sq_lm_problem *p, double *x, sq_lm_work *w) {
    if (p->derivatives) {
        p->derivatives(x, w->jacobian, p->context);
        return;
    }
    for (int j = 0; j < p->parameters; j++) {
        if (p->step[j] == 0) {
            memset(w->jacobian[j], 0, sizeof(double) * (size_t)p->residuals);
            continue;
        }
        double at = x[j];
        x[j] = at + p->step[j];
        p->function(x, w->jacobian[j], p->context);
        x[j] = at - p->step[j];
        p->function(x, w->trial, p->context);
        x[j] = at;
        for (int i = 0; i < p->residuals; i++)
            w->jacobian[j][i] = (w->jacobian[j][i] - w->trial[i]) / (2 * p->step[j]);
    }
}

/* normal = JᵀWJ, gradient = JᵀWr. */
static void accumulate(const sq_lm_problem *p, sq_lm_work *w, double *gradient) {
    int n = p->parameters;
    for (int i = 0; i < p->residuals; i++)
        w->weight[i] = i < p->robust ? weight_of(w->residual[i], p->robust_width) : 1;
    double *weighted = w->trial; /* row j of JᵀW */
    for (int j = 0; j < n; j++) {
        gradient[j] = 0;
        for (int i = 0; i < p->residuals; i++) {
            weighted[i] = w->jacobian[j][i] * w->weight[i];
            gradient[j] += weighted[i] * w->residual[i];
        }
        for (int k = 0; k <= j; k++) {
            const double *row = w->jacobian[k];
            double sum = 0;
            for (int i = 0; i < p->residuals; i++)
                sum += weighted[i] * row[i];
            w->normal[j * n + k] = w->normal[k * n + j] = sum;
        }
    }
}

/* A parameter that is held has a row and a column of zeros: with 1 on the diagonal it keeps out of the
 * others' way. */
static bool factor(double *a, int n) {
    for (int j = 0; j < n; j++)
        if (a[j * n + j] == 0) a[j * n + j] = 1;
    return sq_cholesky(a, n, n);
}

bool sq_lm_invert(const double *a, int n, double *inverse) {
    assert(n <= SQ_LM_PARAMETERS);
    double l[SQ_LM_PARAMETERS * SQ_LM_PARAMETERS], column[SQ_LM_PARAMETERS];
    memcpy(l, a, sizeof *l * (size_t)(n * n));
    if (!factor(l, n)) return false;
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++)
            column[i] = i == j && a[j * n + j] != 0;
        sq_cholesky_forward(l, n, n, column);
        sq_cholesky_back(l, n, n, column);
        for (int i = 0; i < n; i++)
            inverse[i * n + j] = column[i];
    }
    return true;
}

/* One damped step from x: true where it lowers the cost; x and the residuals are then the new ones. */
static bool step(const sq_lm_problem *p, double damping, const double *gradient, double *x, sq_lm_work *w) {
    int n = p->parameters;
    double a[SQ_LM_PARAMETERS * SQ_LM_PARAMETERS], b[SQ_LM_PARAMETERS], to[SQ_LM_PARAMETERS];
    memcpy(a, w->normal, sizeof *a * (size_t)(n * n));
    for (int j = 0; j < n; j++) {
        a[j * n + j] *= 1 + damping;
        b[j] = -gradient[j];
    }
    if (!factor(a, n)) return false;
    sq_cholesky_forward(a, n, n, b);
    sq_cholesky_back(a, n, n, b);
    for (int j = 0; j < n; j++)
        to[j] = x[j] + b[j];
    p->function(to, w->trial, p->context);
    double cost = cost_of(p, w->trial);
    if (!(cost < w->cost)) return false;
    memcpy(x, to, sizeof *to * (size_t)n);
    memcpy(w->residual, w->trial, sizeof *w->trial * (size_t)p->residuals);
    w->cost = cost;
    return true;
}

bool sq_lm_solve(const sq_lm_problem *p, double *x, sq_lm_work *w) {
    assert(p->parameters > 0 && p->parameters <= SQ_LM_PARAMETERS && p->residuals <= SQ_LM_RESIDUALS);
    double gradient[SQ_LM_PARAMETERS], damping = SQ_LM_DAMPING;
    p->function(x, w->residual, p->context);
    w->cost = cost_of(p, w->residual);
    if (!isfinite(w->cost)) return false;
    bool moved = true;
    for (w->iterations = 0; w->iterations < p->iterations && moved; w->iterations++) {
        differentiate(p, x, w);
        accumulate(p, w, gradient);
        double before = w->cost;
        moved = false;
        while (!moved && damping < SQ_LM_DAMPING_MOST) {
            moved = step(p, damping, gradient, x, w);
            damping *= moved ? DAMPING_GOOD : DAMPING_BAD;
        }
        if (before - w->cost <= p->enough * before) break;
    }
    differentiate(p, x, w);
    accumulate(p, w, gradient);
    for (int j = 0; j < p->parameters; j++)
        if (!isfinite(gradient[j])) return false;
    return true;
}
