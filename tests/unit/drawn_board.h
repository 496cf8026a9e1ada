/* A board drawn by simple code through a known camera: a few samples a pixel, noise of a stated seed. */
#ifndef SQ_TESTS_DRAWN_BOARD_H
#define SQ_TESTS_DRAWN_BOARD_H

#include "calib/board.h"
#include "tests/unit/drawn_mat.h"
#include "vision/cv.h"

/* White paper 1, ink 0, outside of the page −1. */
static inline double board_ink(const sq_board *b, sq_mm p) {
    double u = p.x / b->square_mm, v = p.y / b->square_mm;
    int c = (int)floor(u), r = (int)floor(v);
    if (u < -0.5 || v < -0.5 || u > b->columns + 0.5 || v > b->rows + 0.5) return -1;
    if (c < 0 || r < 0 || c >= b->columns || r >= b->rows) return 1;
    if (sq_board_black(c, r)) return 0;
    bool bits[SQ_CV_MARKER_BITS][SQ_CV_MARKER_BITS];
    int number = 0;
    for (int i = 0; i < r * b->columns + c; i++)
        number += !sq_board_black(i % b->columns, i / b->columns);
    double edge = (1 - SQ_BOARD_MARKER_SHARE) / 2, cell = SQ_BOARD_MARKER_SHARE / (SQ_CV_MARKER_BITS + 2);
    double x = (u - c - edge) / cell - 1, y = (v - r - edge) / cell - 1;
    if (x < -1 || y < -1 || x > SQ_CV_MARKER_BITS + 1 || y > SQ_CV_MARKER_BITS + 1) return 1;
    if (x < 0 || y < 0 || x >= SQ_CV_MARKER_BITS || y >= SQ_CV_MARKER_BITS) return 0;
    assert_int_equal(sq_cv_marker_bits(number, bits, NULL), SQ_OK);
    return bits[(int)y][(int)x];
}

/* A grey frame; drawn_free frees it. c is in the board's frame. */
static inline sq_frame draw_board(const sq_board *b, const sq_camera *c, double noise, unsigned seed) {
    enum { N = 3 };
    sq_frame f = {.width = c->width,
                  .height = c->height,
                  .format = SQ_FRAME_GREY,
                  .stride = {c->width},
                  .full_range = true};
    uint8_t *pixels = malloc((size_t)f.width * (size_t)f.height);
    assert_non_null(pixels);
    for (int y = 0; y < f.height; y++)
        for (int x = 0; x < f.width; x++) {
            double light = 0;
            for (int k = 0; k < N * N; k++) {
                sq_px q = {x + (k % N + 0.5) / N - 0.5, y + (k / N + 0.5) / N - 0.5};
                double ink = board_ink(b, sq_mm_from_px(c, q, 0));
                light += (ink < 0 ? 0.25 : 0.06 + 0.7 * ink) / (N * N);
            }
            double v = 255 * pow(light, 1 / 2.2) + noise * drawn_noise(&seed);
            pixels[y * f.width + x] = (uint8_t)fmin(255, fmax(0, v + 0.5));
        }
    f.plane[0] = pixels;
    return f;
}

/* A camera before the board: `far` mm from its middle, turned about the board's x and y axes and its own. */
static inline sq_camera before_board(const sq_board *b, const sq_camera *lens, double far, double tilt_x,
                                     double tilt_y, double roll, sq_mm aside) {
    double cx = cos(tilt_x), sx = sin(tilt_x), cy = cos(tilt_y), sy = sin(tilt_y), cr = cos(roll),
           sr = sin(roll);
    double X[3][3] = {{1, 0, 0}, {0, cx, -sx}, {0, sx, cx}}, Y[3][3] = {{cy, 0, sy}, {0, 1, 0}, {-sy, 0, cy}},
           Z[3][3] = {{cr, -sr, 0}, {sr, cr, 0}, {0, 0, 1}}, XY[3][3];
    sq_camera c = *lens;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            XY[i][k] = 0;
            for (int m = 0; m < 3; m++)
                XY[i][k] += X[i][m] * Y[m][k];
        }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            c.R[i][k] = 0;
            for (int m = 0; m < 3; m++)
                c.R[i][k] += Z[i][m] * XY[m][k];
        }
    double mx = b->columns * b->square_mm / 2, my = b->rows * b->square_mm / 2;
    for (int i = 0; i < 3; i++)
        c.t[i] = -c.R[i][0] * mx - c.R[i][1] * my;
    c.t[0] += aside.x;
    c.t[1] += aside.y;
    c.t[2] += far;
    return c;
}

#endif
