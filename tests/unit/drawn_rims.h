/* Discs with lit rims, drawn by hand into a window: a bevel that is blurred alone, and beyond it a shadow
 * whose strength turns with the direction. */
#ifndef SQ_TESTS_DRAWN_RIMS_H
#define SQ_TESTS_DRAWN_RIMS_H

#include <string.h>

#include "tests/unit/drawn_window.h"
#include "tests/unit/naive.h"
#include "tests/unit/unit.h"
#include "vision/disc.h"
#include "vision/rim_light.h"

#define BLUR_PX 1.0

/* How the lamp shades: the share of light that a rim takes from what is just beyond it, as a mean, and with
 * the direction. */
typedef struct {
    double dark, east, north;
} lamp;

static inline sq_disc disc_at(const sq_camera *c, double dx, double dy, double radius) {
    sq_mm m = sq_mm_from_px(c, (sq_px){X0 + SIDE / 2, Y0 + SIDE / 2}, SQ_NAIVE_FLAT_MM);
    sq_disc d = {.at = {m.x + dx, m.y + dy}, .z = SQ_NAIVE_FLAT_MM, .radius_mm = radius};
    sq_disc_place(&d, c);
    return d;
}

static inline double shade_at(const lamp *l, double away, double dx, double dy) {
    double t = (away - 0.8) / 0.9;
    return 1 - (l->dark + l->east * dx + l->north * dy) * exp(-t * t / 2);
}

/* n discs, bottom first, whose faces have those luminances; pixel noise in levels. */
static inline sq_window draw_rims(const sq_disc *disc, const double *face, int n, const lamp *l, double noise,
                                  unsigned seed) {
    for (int i = 0; i < SIDE * SIDE; i++) {
        double seen = 1;
        for (int k = 0; k < n; k++) {
            double dx, dy, away = sq_disc_distance(&disc[k], X0 + i % SIDE, Y0 + i / SIDE, &dx, &dy);
            double cover = 0.5 * erfc(away / (BLUR_PX * M_SQRT2));
            seen = cover * face[k] + (1 - cover) * seen * shade_at(l, away, dx, dy);
        }
        light[i] = (float)(sqrt(seen) + noise * sq_naive_uniform(&seed));
        chroma[i] = (sq_chroma){0, 0};
        believed[i] = 1;
    }
    return drawn_window();
}

/* What such a frame's single winks teach: four faces of unlike brightness. */
static inline void learn_rims(sq_rim_light *out, const sq_camera *c, const lamp *l, double noise) {
    static const double face[] = {0.15, 0.3, 0.6, 1.3};
    sq_rim_light_begin(out, 1, BLUR_PX);
    for (int k = 0; k < 4; k++) {
        sq_disc d = disc_at(c, 0.3 * k, -0.2 * k, k % 2 ? 8 : 11);
        sq_window w = draw_rims(&d, &face[k], 1, l, noise, (unsigned)k + 1);
        sq_rim_light_add(out, &w, &d, 1, 0);
    }
    sq_rim_light_solve(out);
}

#endif
