/* The colours and shapes of drawings. Text has a contrast of 4.5 to its ground at least (WCAG AA). */
#include "ui/canvas/theme.h"

#include <math.h>

#define RGB(red, green, blue) \
    { .r = (red), .g = (green), .b = (blue), .alpha = 1 }

const sq_theme sq_theme_screen = {
    .ground = RGB(16, 20, 24),
    .card = RGB(30, 36, 42),
    .ink = RGB(245, 247, 248),
    .quiet = RGB(172, 182, 190),
    .rule = RGB(84, 94, 104),
    .look = RGB(255, 128, 244),
    .colour = {RGB(88, 152, 255), RGB(66, 190, 92), RGB(244, 88, 80), RGB(250, 208, 52), RGB(238, 240, 242),
               RGB(190, 120, 240)},
    .letter = {RGB(0, 0, 0), RGB(0, 0, 0), RGB(0, 0, 0), RGB(0, 0, 0), RGB(0, 0, 0), RGB(0, 0, 0)}};

const sq_theme sq_theme_paper = {.ground = RGB(255, 255, 255),
                                 .card = RGB(243, 244, 245),
                                 .ink = RGB(17, 20, 23),
                                 .quiet = RGB(86, 94, 102),
                                 .rule = RGB(170, 176, 182),
                                 .look = RGB(168, 0, 150),
                                 .colour = {RGB(30, 90, 200), RGB(20, 120, 50), RGB(200, 40, 36),
                                            RGB(240, 190, 0), RGB(250, 250, 248), RGB(74, 16, 102)},
                                 .letter = {RGB(255, 255, 255), RGB(255, 255, 255), RGB(255, 255, 255),
                                            RGB(0, 0, 0), RGB(0, 0, 0), RGB(255, 255, 255)}};

const sq_paint sq_paint_look = RGB(255, 40, 235), sq_paint_dark = {.r = 8, .g = 10, .b = 12, .alpha = 0.85},
               sq_paint_light = RGB(255, 255, 255),
               sq_paint_line[SQ_COLOURS] = {RGB(120, 190, 255), RGB(110, 235, 120), RGB(255, 125, 120),
                                            RGB(255, 236, 90),  RGB(245, 247, 248), RGB(205, 150, 255)};

/* Corners of a shape, of which the first points up or, for the square, to the upper right; for white's
 * triangle, down. */
static const struct {
    int corners;
    double turn, stretch; /* radians; so that all look as large as each other */
} shapes[SQ_COLOURS] = {{4, M_PI / 4, 1.25}, {3, -M_PI / 2, 1.3}, {SQ_SHAPE_POINTS, 0, 1},
                        {4, 0, 1.25},        {3, M_PI / 2, 1.3},  {5, -M_PI / 2, 1.1}};

int sq_theme_shape(sq_px out[SQ_SHAPE_POINTS], sq_colour c, sq_px centre, double radius) {
    if (c >= SQ_COLOURS) return 0;
    int n = shapes[c].corners;
    double r = radius * shapes[c].stretch;
    double down =
        n == 3 ? -sin(shapes[c].turn) * radius / 5 : 0; /* a triangle's middle is off its height's */
    for (int i = 0; i < n; i++) {
        double a = shapes[c].turn + 2 * M_PI * i / n;
        out[i] = (sq_px){centre.x + r * cos(a), centre.y + down + r * sin(a)};
    }
    return n;
}
