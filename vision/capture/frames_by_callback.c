/* The source whose frames the program makes itself, for drawn games and for tests. */
#include <math.h>
#include <stdlib.h>

#include "vision/capture/source_interface.h"

typedef struct {
    sq_capture_maker maker;
    const char *name;
} made;

static bool takes(const char *source) {
    (void)source;
    return false; /* it is asked for in the settings */
}

static sq_code open_made(void **out, const char *source, const sq_capture_settings *settings,
                         sq_capture_shared *shared, sq_capture_info *about, sq_diag *d) {
    (void)shared;
    made *m = malloc(sizeof *m);
    if (!m) return sq_fail(d, SQ_E_MEMORY, "%s: out of memory; close other programs", source);
    *m = (made){settings->maker, source};
    double fps = settings->maker.fps;
    int64_t frames = settings->maker.frames;
    *about = (sq_capture_info){.kind = "video",
                               .fps = fps,
                               .duration_s = fps > 0 ? (double)frames / fps : NAN,
                               .frames = frames,
                               .live = settings->maker.live};
    *out = m;
    return SQ_OK;
}

static sq_code next(void *self, sq_frame *frame, sq_diag *d) {
    made *m = self;
    return m->maker.next(m->maker.who, frame, d);
}

static const char *frame_name(const void *self) {
    return ((const made *)self)->name;
}

const sq_capture_backend sq_capture_made = {
    .takes = takes, .open = open_made, .next = next, .frame_name = frame_name, .close = free};
