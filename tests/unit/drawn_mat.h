/* A mat drawn by simple code through a known camera: flat colours, soft edges, noise of a stated seed. What
 * it draws has nothing in common with what is tested but the camera model. */
#ifndef SQ_TESTS_DRAWN_MAT_H
#define SQ_TESTS_DRAWN_MAT_H

#include <stdlib.h>

#include "rules/gear.h"
#include "tests/unit/unit.h"
#include "vision/camera.h"
#include "vision/frame.h"

typedef struct {
    double length_mm, width_mm;
    double felt[3], table[3], pot[3]; /* blue, green, red: 0..255 */
    bool no_baselines, no_pot;
    double table_right, table_below; /* mm of table beyond those sides, then a dark floor; 0: no end */
    double hand_x, hand_y, hand_mm;  /* a skin-coloured disc over the mat; hand_mm 0: none */
    sq_mm pot_at;
    double noise; /* grey levels */
    unsigned seed;
} drawn_mat;

static const drawn_mat usual_mat = {.length_mm = SQ_MAT_LENGTH_MM,
                                    .width_mm = SQ_MAT_WIDTH_MM,
                                    .felt = {170, 190, 195},
                                    .table = {60, 90, 120},
                                    .pot = {40, 40, 180},
                                    .noise = 2,
                                    .seed = 20120801};

/* Normally distributed, from a generator of its own (Numerical Recipes' constants; twelve uniform ones). */
static inline double drawn_noise(unsigned *seed) {
    double sum = -6;
    for (int i = 0; i < 12; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        sum += (*seed >> 8) / 16777216.0;
    }
    return sum;
}

/* How much of a pixel is covered by what begins `inside_mm` behind its edge: the edge is half a
 * pixel soft. */
static inline double drawn_cover(double inside_mm, double px_per_mm) {
    return 0.5 * erfc(-inside_mm * px_per_mm / (0.7 * M_SQRT2));
}

static inline void drawn_mix(double c[3], const double with[3], double share) {
    for (int k = 0; k < 3; k++)
        c[k] += share * (with[k] - c[k]);
}

static inline void drawn_felt(const drawn_mat *m, sq_mm p, double scale, double c[3]) {
    static const double dark[3] = {0.06, 0.06, 0.06};
    double inside = fmin(m->length_mm / 2 - fabs(p.x), m->width_mm / 2 - fabs(p.y));
    double cover = drawn_cover(inside, scale);
    drawn_mix(c, m->felt, cover);
    if (m->no_baselines) return;
    double diagonal = hypot(m->length_mm, m->width_mm);
    double off = fabs((fabs(p.x) * m->length_mm + fabs(p.y) * m->width_mm) / diagonal - SQ_BASELINE_MM);
    drawn_mix(c, dark, cover * drawn_cover(0.8 - off, scale));
}

/* Colours are mixed as light and coded as sRGB is, nearly. */
static inline void drawn_pixel(const drawn_mat *m, const sq_camera *c, int x, int y, double scale,
                               double light[3]) {
    static const double floor_light[3] = {0.02, 0.02, 0.02};
    sq_mm ground = sq_mm_from_px(c, (sq_px){x, y}, 0);
    for (int k = 0; k < 3; k++)
        light[k] = m->table[k];
    if (m->table_right > 0)
        drawn_mix(light, floor_light, drawn_cover(ground.x - m->length_mm / 2 - m->table_right, scale));
    if (m->table_below > 0)
        drawn_mix(light, floor_light, drawn_cover(-ground.y - m->width_mm / 2 - m->table_below, scale));
    drawn_felt(m, ground, scale, light);
    if (!m->no_pot && sq_mm_distance(ground, m->pot_at) < 100) {
        double r = sq_mm_distance(sq_mm_from_px(c, (sq_px){x, y}, SQ_POT_HEIGHT_MM), m->pot_at);
        double wall[3] = {m->pot[0], m->pot[1], m->pot[2]},
               hollow[3] = {wall[0] / 2, wall[1] / 2, wall[2] / 2};
        drawn_mix(light, wall, drawn_cover(SQ_POT_TOP_MM / 2 - r, scale));
        drawn_mix(light, hollow, drawn_cover(SQ_POT_TOP_MM / 2 - 2 - r, scale));
    }
    if (m->hand_mm > 0) {
        static const double skin[3] = {0.16, 0.27, 0.59};
        drawn_mix(light, skin,
                  drawn_cover(m->hand_mm - hypot(ground.x - m->hand_x, ground.y - m->hand_y), scale));
    }
}

/* A BGR picture of c->width × c->height; drawn_free frees it. */
static inline sq_frame draw_mat(const drawn_mat *m, const sq_camera *c) {
    sq_frame f = {.width = c->width, .height = c->height, .format = SQ_FRAME_BGR, .full_range = true};
    f.stride[0] = 3 * f.width;
    uint8_t *pixels = malloc((size_t)f.stride[0] * (size_t)f.height);
    assert_non_null(pixels);
    drawn_mat lit = *m;
    for (int k = 0; k < 3; k++) {
        lit.felt[k] = pow(m->felt[k] / 255, 2.2);
        lit.table[k] = pow(m->table[k] / 255, 2.2);
        lit.pot[k] = pow(m->pot[k] / 255, 2.2);
    }
    unsigned seed = m->seed;
    double scale = sq_px_per_mm(c, (sq_mm3){0, 0, 0});
    for (int y = 0; y < f.height; y++)
        for (int x = 0; x < f.width; x++) {
            double light[3];
            drawn_pixel(&lit, c, x, y, scale, light);
            for (int k = 0; k < 3; k++) {
                double v = 255 * pow(fmin(fmax(light[k], 0), 1), 1 / 2.2) + m->noise * drawn_noise(&seed);
                pixels[y * f.stride[0] + 3 * x + k] = (uint8_t)fmin(255, fmax(0, v + 0.5));
            }
        }
    f.plane[0] = pixels;
    return f;
}

static inline void drawn_free(sq_frame *f) {
    void *pixels;
    memcpy(&pixels, &f->plane[0], sizeof pixels); /* the frame's pointer is to const */
    free(pixels);
    f->plane[0] = NULL;
}

/* A camera at `eye` over the mat that looks at `at`, turned by `roll` about its axis (all that a
 * hand does). */
static inline sq_camera drawn_camera(int width, int height, double f, sq_mm3 eye, sq_mm at, double roll) {
    double z[3] = {at.x - eye.x, at.y - eye.y, -eye.z}, n = sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
    for (int i = 0; i < 3; i++)
        z[i] /= n;
    double x[3] = {cos(roll), sin(roll), 0}, dot = x[0] * z[0] + x[1] * z[1], y[3];
    for (int i = 0; i < 3; i++)
        x[i] -= dot * z[i];
    n = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    for (int i = 0; i < 3; i++)
        x[i] /= n;
    for (int i = 0; i < 3; i++)
        y[i] = z[(i + 1) % 3] * x[(i + 2) % 3] - z[(i + 2) % 3] * x[(i + 1) % 3];
    sq_camera c = {.fx = f,
                   .fy = f,
                   .cx = (width - 1) / 2.0,
                   .cy = (height - 1) / 2.0,
                   .width = width,
                   .height = height};
    for (int i = 0; i < 3; i++) {
        c.R[0][i] = x[i];
        c.R[1][i] = y[i];
        c.R[2][i] = z[i];
    }
    for (int i = 0; i < 3; i++)
        c.t[i] = -(c.R[i][0] * eye.x + c.R[i][1] * eye.y + c.R[i][2] * eye.z);
    return c;
}

#endif
