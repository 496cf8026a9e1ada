/* The front door of the sources: finds the back end for a name, opens a lost live source again after
 * growing pauses, and keeps times and frame numbers going. */
#include "vision/capture/capture.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "vision/capture/source_interface.h"
#include "vision/system/clock.h"

/* Seconds between attempts to open a lost source: the first pause, and what doubling it stops at. A cable
 * that is pulled and put back is there again after one or two; a phone that is restarted after minutes. */
#define SQ_CAPTURE_PAUSE_S 0.25
#define SQ_CAPTURE_PAUSE_MOST_S 5.0

/* Seconds that a network stream may take to its first frame (connecting, and waiting for a whole picture).
 * Longer only delays the sentence; phones' encoders send a whole picture every one to five. */
#define SQ_STREAM_START_S 10.0

struct sq_capture {
    const sq_capture_backend *backend;
    void *self; /* null while a live source is lost */
    char *source;
    sq_capture_settings settings;
    sq_capture_shared shared;
    sq_capture_info about;

    /* Of a live source. */
    double pause_s; /* before the next attempt; 0 where it is not lost */
    double t0, t;   /* the first frame's time on the machine's clock, the last one's on the source's */
    uint64_t number0, number;
    bool reopened; /* since the last frame */

    sq_turning turning; /* of each frame: as the source says, then as the settings do */
    sq_frame turned;    /* the last frame, where it is turned */
    size_t turned_bytes;
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
    if (!(all.retry_s > 0)) all.retry_s = SQ_CAPTURE_PAUSE_S;
    if (!(all.start_s > 0)) all.start_s = SQ_STREAM_START_S;
    return all;
}

static sq_code open_source(sq_capture *c, sq_diag *d) {
    sq_code code = c->backend->open(&c->self, c->source, &c->settings, &c->shared, &c->about, d);
    if (code) c->self = NULL;
    c->turning = sq_turning_both(c->about.held, c->settings.turning);
    return code;
}

sq_code sq_capture_open(sq_capture **out, const char *source, const sq_capture_settings *settings,
                        sq_diag *d) {
    *out = NULL;
    sq_capture *c = calloc(1, sizeof *c);
    if (c) c->source = strdup(source);
    if (!c || !c->source) {
        free(c);
        return sq_fail(d, SQ_E_MEMORY, "%s: out of memory; close other programs", source);
    }
    c->settings = filled(settings);
    if (c->settings.maker.next) c->backend = &sq_capture_made;
    for (size_t i = 0; i < sizeof backends / sizeof *backends && !c->backend; i++)
        if (backends[i]->takes(source)) c->backend = backends[i];
    assert(c->backend); /* the last one takes whatever the others leave */
    sq_code code = open_source(c, d);
    if (code)
        sq_capture_close(c);
    else
        *out = c;
    return code;
}

/* ---- Live sources ---- */

/* Sleeps before the next attempt, longer each time; false where the source was stopped meanwhile. */
static bool pause_again(sq_capture *c) {
    double most_s = fmin(c->pause_s, SQ_CAPTURE_POLL_MS / 1e3);
    const struct timespec poll = {.tv_nsec = (long)(most_s * 1e9)};
    double until = sq_monotonic_s() + c->pause_s;
    c->pause_s = c->pause_s < SQ_CAPTURE_PAUSE_MOST_S / 2 ? 2 * c->pause_s : SQ_CAPTURE_PAUSE_MOST_S;
    while (!atomic_load(&c->shared.stop) && sq_monotonic_s() < until)
        nanosleep(&poll, NULL);
    return !atomic_load(&c->shared.stop);
}

/* Times and numbers go on over a loss; at least one frame is missing there. */
static void count_on(sq_capture *c, sq_frame *f) {
    sq_capture_counts *n = &c->shared.counts;
    if (!n->delivered) c->t0 = f->t;
    if (!n->delivered || c->reopened) c->number0 = f->number - (n->delivered ? c->number + 2 : 0);
    f->number -= c->number0;
    f->t -= c->t0;
    if (n->delivered && f->t <= c->t) f->t = c->t + 1e-3; /* a stamp that does not go on */
    c->t = f->t;
    c->number = f->number;
    n->delivered++;
    n->recovered += c->pause_s > 0;
    c->pause_s = 0;
    c->reopened = false;
}

static sq_code next_live(sq_capture *c, sq_frame *frame, sq_diag *d) {
    sq_diag unheard; /* what is said of a source that is known to be lost */
    for (;;) {
        bool lost = c->pause_s > 0;
        if (!c->self && !pause_again(c)) return SQ_END;
        if (!c->self && open_source(c, &unheard)) continue;
        c->reopened |= lost;
        sq_code code = c->backend->next(c->self, frame, lost ? &unheard : d);
        if (!code) count_on(c, frame);
        if (!code || code == SQ_END) return code;
        c->backend->close(c->self);
        c->self = NULL;
        if (lost) continue;
        c->pause_s = c->settings.retry_s;
        c->shared.counts.losses++;
        return code;
    }
}

sq_code sq_capture_next(sq_capture *c, sq_frame *frame, sq_diag *d) {
    if (atomic_load(&c->shared.stop)) return SQ_END;
    sq_code code = c->about.live ? next_live(c, frame, d) : c->backend->next(c->self, frame, d);
    if (code || sq_turning_is_none(c->turning)) return code;
    code = sq_turn_frame(&c->turned, &c->turned_bytes, frame, c->turning, d);
    *frame = c->turned;
    return code;
}

const char *sq_capture_frame_name(const sq_capture *c) {
    return c->self ? c->backend->frame_name(c->self) : c->source;
}

const uint8_t *sq_capture_jpeg(const sq_capture *c, size_t *size) {
    return c->self && c->backend->jpeg && sq_turning_is_none(c->turning) ? c->backend->jpeg(c->self, size)
                                                                         : NULL;
}

sq_capture_info sq_capture_about(const sq_capture *c) {
    return c->about;
}

sq_capture_counts sq_capture_count(const sq_capture *c) {
    return c->shared.counts;
}

void sq_capture_stop(sq_capture *c) {
    atomic_store(&c->shared.stop, true);
}

void sq_capture_close(sq_capture *c) {
    if (!c) return;
    if (c->self) c->backend->close(c->self);
    sq_frame_free(&c->turned);
    free(c->source);
    free(c);
}
