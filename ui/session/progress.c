/* Writes the line of progress on a terminal. */
#include "ui/session/progress.h"

#include <math.h>
#include <string.h>

#include "ui/words/terminal_text.h"
#include "vision/system/clock.h"

/* Seconds after which people are told how far it is, and how often. */
#define PATIENCE_S 2.0
#define EVERY_S 0.25

enum { BAR = 24, CLOCK_TEXT = 24 };

void sq_progress_begin(sq_progress *p, FILE *to) {
    *p = (sq_progress){.to = to, .started_s = sq_monotonic_s()};
}

/* "1:03", or "2:01:03" from an hour on. */
static void put_clock(char to[CLOCK_TEXT], double seconds) {
    long s = lround(seconds);
    if (s < 3600)
        snprintf(to, CLOCK_TEXT, "%ld:%02ld", s / 60, s % 60);
    else
        snprintf(to, CLOCK_TEXT, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

void sq_progress_text(char to[SQ_PROGRESS_TEXT], double t, double duration, double elapsed) {
    char bar[BAR + 1], done[CLOCK_TEXT], all[CLOCK_TEXT], left[CLOCK_TEXT];
    put_clock(done, t);
    if (!(duration > 0 && t > 0)) { /* NaN is no duration */
        snprintf(to, SQ_PROGRESS_TEXT, "%s judged", done);
        return;
    }
    double share = fmin(t / duration, 1);
    memset(bar, ' ', BAR);
    memset(bar, '=', (size_t)(share * BAR));
    bar[BAR] = 0;
    put_clock(all, duration);
    put_clock(left, elapsed * (1 - share) / share);
    snprintf(to, SQ_PROGRESS_TEXT, "[%s] %3d %%   %s of %s judged   %s left", bar, (int)(100 * share), done,
             all, left);
}

void sq_progress_show(sq_progress *p, double t, double duration) {
    char text[SQ_PROGRESS_TEXT];
    double now = sq_monotonic_s();
    if (!p->to || now - p->started_s < PATIENCE_S || now - p->told_s < EVERY_S) return;
    p->told_s = now;
    sq_progress_text(text, t, duration, now - p->started_s);
    fprintf(p->to, SQ_ERASE_LINE "%s", text);
    fflush(p->to);
}

const char *sq_progress_erase(const sq_progress *p) {
    return p->to ? SQ_ERASE_LINE : "";
}
