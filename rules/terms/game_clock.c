/* The game's time: it runs from the first shot, stands still while it is stopped, and never goes back. */
#include "rules/terms/state.h"

sq_us sq_clock_at(const sq_clock *c, sq_us t) {
    return c->counted + (c->started && !c->stopped ? t - c->since : 0);
}

sq_us sq_state_elapsed(const sq_state *s) {
    return sq_clock_at(&s->clock, s->clock.latest);
}

bool sq_clock_go_to(sq_clock *c, sq_us t) {
    if (c->any_time && t < c->latest) return false;
    c->latest = t;
    c->any_time = true;
    return true;
}

int32_t sq_whole_seconds(sq_us t) {
    sq_us s = t / SQ_US_PER_S;
    return s > INT32_MAX ? INT32_MAX : s < INT32_MIN ? INT32_MIN : (int32_t)s;
}

bool sq_clock_begin(sq_clock *c) {
    if (c->started) return false;
    c->started = true;
    c->since = c->latest;
    return true;
}

static void count_from(sq_clock *c, sq_us elapsed) {
    c->counted = elapsed;
    c->since = c->latest;
}

void sq_clock_set_elapsed(sq_clock *c, sq_us elapsed) {
    c->unknown = elapsed == SQ_ELAPSED_UNKNOWN;
    if (!c->unknown) count_from(c, elapsed);
}

void sq_clock_stop(sq_clock *c, bool stop) {
    count_from(c, sq_clock_at(c, c->latest));
    c->stopped = stop;
}
