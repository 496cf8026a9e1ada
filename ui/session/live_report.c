/* Says of a live source what it is, when it is back after a break, and how many frames came. */
#include "ui/session/live_report.h"

#include <inttypes.h>

void sq_live_begin(sq_live *l, const sq_capture *c, FILE *err, const char *erase, sq_stream *stream) {
    sq_capture_info about = sq_capture_about(c);
    if (!about.live) return;
    *l = (sq_live){.capture = c, .err = err, .erase = erase, .stream = stream};
    fprintf(err, "%ssquint: watching %s; Ctrl-C ends the game\n", erase, about.text);
}

void sq_live_frame(sq_live *l, const sq_frame *f) {
    if (!l->capture) return;
    sq_capture_counts n = sq_capture_count(l->capture);
    if (n.recovered != l->recovered) {
        char text[128];
        snprintf(text, sizeof text, "the source is back after %.0f s; the game goes on", f->t - l->t);
        fprintf(l->err, "%ssquint: %s\n", l->erase, text);
        if (l->stream)
            sq_stream_put(l->stream, SQ_STREAM_NOTICE, sq_stream_notice(SQ_NOTICE_SOURCE_BACK, text, f->t));
    }
    l->recovered = n.recovered;
    l->t = f->t;
}

static const char *times(uint64_t n) {
    return n == 1 ? "time" : "times";
}

void sq_live_end(sq_live *l) {
    if (!l->capture) return;
    sq_capture_counts n = sq_capture_count(l->capture);
    fprintf(l->err,
            "%ssquint: %" PRIu64 " frames watched, %" PRIu64 " lost on the way, %" PRIu64
            " too late, %" PRIu64 " damaged; the source failed %" PRIu64 " %s and came back %" PRIu64 " %s\n",
            l->erase, n.delivered, n.lost, n.late, n.damaged, n.losses, times(n.losses), n.recovered,
            times(n.recovered));
    l->capture = NULL;
}
