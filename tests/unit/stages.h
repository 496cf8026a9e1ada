/* The eye's first stages with their memory, for tests that judge one of them on a drawn picture. */
#ifndef SQ_TESTS_STAGES_H
#define SQ_TESTS_STAGES_H

#include <stdlib.h>

#include "tests/unit/naive.h"
#include "tests/unit/unit.h"
#include "vision/segment.h"
#include "vision/tolerance.h"

typedef struct {
    sq_outline outline;
    sq_span *none; /* for each row: nothing is hidden */
    sq_surface surface;
    sq_segments segments;
} stages;

static inline sq_span *stages_spans(int rows) {
    sq_span *s = calloc((size_t)rows, sizeof *s);
    assert_non_null(s);
    return s;
}

/* Outline and surface of a frame. */
static inline stages *stages_new(const sq_frame *f, const sq_camera *c) {
    stages *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->outline.inner = stages_spans(f->height);
    s->outline.outer = stages_spans(f->height);
    s->outline.reach = stages_spans(f->height);
    s->none = stages_spans(f->height);
    sq_outline_make(&s->outline, c, f->width, f->height);
    sq_surface_measure(&s->surface, f, &s->outline,
                       (int)ceil(SQ_TILE_MM * sq_px_per_mm(c, (sq_mm3){0, 0, 0})));
    return s;
}

static inline void stages_free(stages *s) {
    free(s->outline.inner);
    free(s->outline.outer);
    free(s->outline.reach);
    free(s->none);
    free(s);
}

#endif
