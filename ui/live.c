#include "ui/live.h"

#include <inttypes.h>
#include <signal.h>
#include <stdatomic.h>

/* The one that Ctrl-C ends. */
static sq_capture *_Atomic watched;

static struct sigaction before_int, before_term;

static void end_game(int signal) {
    (void)signal;
    sq_capture *c = atomic_load(&watched);
    if (c) sq_capture_stop(c);
}

void sq_live_begin(sq_live *l, sq_capture *c, FILE *err, const char *erase) {
    sq_capture_info about = sq_capture_about(c);
    if (!about.live) return;
    *l = (sq_live){.capture = c, .err = err, .erase = erase};
    atomic_store(&watched, c);
    struct sigaction ends = {.sa_handler = end_game, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigaction(SIGINT, &ends, &before_int);
    sigaction(SIGTERM, &ends, &before_term);
    fprintf(err, "%ssquint: watching %s; Ctrl-C ends the game\n", erase, about.text);
}

void sq_live_frame(sq_live *l, const sq_frame *f) {
    if (!l->capture) return;
    sq_capture_counts n = sq_capture_count(l->capture);
    if (n.recovered != l->recovered)
        fprintf(l->err, "%ssquint: the source is back after %.0f s; the game goes on\n", l->erase,
                f->t - l->t);
    l->recovered = n.recovered;
    l->t = f->t;
}

void sq_live_end(sq_live *l) {
    if (!l->capture) return;
    sq_capture_counts n = sq_capture_count(l->capture);
    fprintf(l->err,
            "%ssquint: %" PRIu64 " frames watched, %" PRIu64 " lost on the way, %" PRIu64
            " too late, %" PRIu64 " damaged; the source failed %" PRIu64 " times and came back %" PRIu64
            " times\n",
            l->erase, n.delivered, n.lost, n.late, n.damaged, n.losses, n.recovered);
    sigaction(SIGINT, &before_int, NULL);
    sigaction(SIGTERM, &before_term, NULL);
    atomic_store(&watched, NULL);
    l->capture = NULL;
}
