/* A square window that a test draws itself: its memory, and the window made of it. */
#ifndef SQ_TESTS_DRAWN_WINDOW_H
#define SQ_TESTS_DRAWN_WINDOW_H

#include "vision/window.h"

/* In pixels: how wide it is, and where it lies in its frame. */
enum { SIDE = 64, X0 = 300, Y0 = 200 };

static sq_chroma chroma[SIDE * SIDE], ground[SIDE * SIDE];
static float light[SIDE * SIDE], believed[SIDE * SIDE];

static inline sq_window drawn_window(void) {
    return (sq_window){.x0 = X0,
                       .y0 = Y0,
                       .w = SIDE,
                       .h = SIDE,
                       .chroma = chroma,
                       .ground = ground,
                       .light = light,
                       .believed = believed};
}

#endif
