/* A group's window, and the camera of what was read into it last, for tests that look at a small drawn
 * picture. */
#ifndef SQ_TESTS_WINDOW_FIXTURE_H
#define SQ_TESTS_WINDOW_FIXTURE_H

#include "tests/unit/stages.h"
#include "vision/window.h"

static sq_window window;
static sq_camera camera;

static int lend_memory(void **state) {
    (void)state;
    return !sq_window_new(&window);
}

static int take_memory_back(void **state) {
    (void)state;
    sq_window_free(&window);
    return 0;
}

/* Draws the scene, and reads it into the window, but for a margin of pixels. */
static void read_scene(const sq_naive_scene *s) {
    enum { MARGIN = 4 };
    sq_naive_picture p = sq_naive_draw(s);
    stages *st = stages_new(&p.frame, &s->camera);
    camera = s->camera;
    window.x0 = window.y0 = MARGIN;
    window.w = s->width - 2 * MARGIN;
    window.h = s->height - 2 * MARGIN;
    sq_window_read(&window, &p.frame, &st->outline, &st->surface);
    stages_free(st);
    sq_naive_free(&p);
}

/* What is seen at a place, at a height. */
static sq_chroma chroma_at(sq_mm at, double z) {
    sq_px p = sq_px_from_mm3(&camera, sq_mm_at_height(at, z));
    int x = (int)lround(p.x) - window.x0, y = (int)lround(p.y) - window.y0;
    return window.chroma[y * window.w + x];
}

#endif
