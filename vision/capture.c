#include "vision/capture.h"

#include <assert.h>
#include <stdlib.h>

#include "vision/capture_backend.h"

struct sq_capture {
    const sq_capture_backend *backend;
    void *self;
    sq_capture_info about;
};

static const sq_capture_backend *const backends[] = {
#define X(name) &sq_capture_##name,
    SQ_CAPTURE_BACKEND_LIST(X)
#undef X
};

/* Four frames let the decoder run ahead over a look at the mat, and are 12 MB at 1080p. */
static sq_capture_settings filled(const sq_capture_settings *s) {
    sq_capture_settings all = s ? *s : (sq_capture_settings){0};
    if (!all.queue_frames) all.queue_frames = 4;
    if (!(all.picture_gap_s > 0)) all.picture_gap_s = 1;
    return all;
}

sq_code sq_capture_open(sq_capture **out, const char *source, const sq_capture_settings *settings,
                        sq_diag *d) {
    *out = NULL;
    sq_capture *c = calloc(1, sizeof *c);
    if (!c) return sq_fail(d, SQ_E_MEMORY, "%s: out of memory; close other programs", source);
    for (size_t i = 0; i < sizeof backends / sizeof *backends && !c->backend; i++)
        if (backends[i]->takes(source)) c->backend = backends[i];
    assert(c->backend); /* the last one takes whatever the others leave */
    sq_capture_settings all = filled(settings);
    sq_code code = c->backend->open(&c->self, source, &all, &c->about, d);
    if (code)
        free(c);
    else
        *out = c;
    return code;
}

sq_code sq_capture_next(sq_capture *c, sq_frame *frame, sq_diag *d) {
    return c->backend->next(c->self, frame, d);
}

const char *sq_capture_frame_name(const sq_capture *c) {
    return c->backend->frame_name(c->self);
}

sq_capture_info sq_capture_about(const sq_capture *c) {
    return c->about;
}

void sq_capture_close(sq_capture *c) {
    if (!c) return;
    c->backend->close(c->self);
    free(c);
}
