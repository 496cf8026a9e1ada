/* Finds missing frames from the source's count or from time stamps, and says so when it is news. */
#include "ui/session/frame_gaps.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "ui/words/event_words.h"
#include "vision/math/median.h"

/* A distance of more than so many usual ones is a loss even where the source does not count. Half a one more
 * is a clock that trembles. */
#define LOSS_STEPS 1.5

/* Seconds that a hole has at least: what players need between one wink's coming to rest and the next hand's
 * coming in. In less, what moves before it and after it is one shot. A camera that gives three pictures a
 * second has holes only where frames are missing. */
#define HOLE_S 0.5
#define HOLE_STEPS 2.5

/* Seconds over which losses fade from memory; the shares of lost frames above which they are said, and below
 * which they are over. Every twentieth frame is what a good network loses at worst. */
#define FADE_S 5.0
#define LOSS_SHARE 0.05
#define WELL_SHARE 0.01

/* Seconds without a hole after which the next one is news. */
#define NEWS_S 60.0

/* Seconds in which no hand comes and plays: a squidged wink alone is longer in the air and sliding. */
#define JUMP_S 0.2

/* Frames that must have come before anything is said of a share. */
enum { SHARE_FRAMES = 20 };

static double usual_step(const sq_frame_gaps *g) {
    float sorted[SQ_GAPS_FRAMES];
    int n = 0;
    for (int i = 0; i < SQ_GAPS_FRAMES; i++)
        if (g->step[i] > 0) sorted[n++] = (float)g->step[i];
    return n ? (double)sq_median(sorted, n) : 0;
}

/* Lost before this frame: by the source's own count, else by the clock. */
static uint64_t lost_before(const sq_frame_gaps *g, const sq_frame *f, double usual) {
    uint64_t counted = f->number > g->number ? f->number - g->number - 1 : 0;
    double steps = usual > 0 ? (f->t - g->t) / usual : 1;
    uint64_t missed = steps > LOSS_STEPS ? (uint64_t)llround(steps) - 1 : 0;
    return counted > missed ? counted : missed;
}

/* The distance from frame to frame, as if the lost ones had come. */
static void remember(sq_frame_gaps *g, const sq_frame *f) {
    uint64_t steps = f->number > g->number ? f->number - g->number : 1;
    g->step[g->seen % SQ_GAPS_FRAMES] = (f->t - g->t) / (double)steps;
}

/* "25.0 s up to 1:25.0" */
static void put_hole(char to[SQ_GAPS_TEXT / 2], double hole_s, double t) {
    char when[SQ_VIDEO_TEXT_MAX];
    snprintf(to, SQ_GAPS_TEXT / 2, "%.1f s up to %s", hole_s, sq_video_time_text(when, t));
}

static void note_hole(sq_frame_gaps *g, double t, double hole_s, char say[SQ_GAPS_TEXT]) {
    char hole[SQ_GAPS_TEXT / 2];
    bool news = !g->holes++ || t - g->hole_t > NEWS_S + hole_s;
    g->hole_t = t;
    if (hole_s > g->longest_s) g->longest_s = hole_s, g->longest_t = t;
    if (!news) return;
    put_hole(hole, hole_s, t);
    snprintf(say, SQ_GAPS_TEXT, "there are no pictures for %s; if anything was played meanwhile, it is asked",
             hole);
}

static void say_loss(sq_frame_gaps *g, char say[SQ_GAPS_TEXT]) {
    double share = g->lost_lately / (g->seen_lately + g->lost_lately);
    if (share < WELL_SHARE) g->loss_told = false;
    if (share < LOSS_SHARE || g->loss_told || g->seen < SHARE_FRAMES) return;
    g->loss_told = true;
    snprintf(say, SQ_GAPS_TEXT, "%.0f of 100 frames are missing; the game is judged from those that are left",
             100 * share);
}

double sq_frame_gaps_add(sq_frame_gaps *g, const sq_frame *f, char say[SQ_GAPS_TEXT]) {
    double dt = f->t - g->t, usual = usual_step(g);
    bool first = !g->seen++;
    *say = 0;
    bool hole = usual > 0 && dt >= fmax(HOLE_S, HOLE_STEPS * usual);
    uint64_t lost = first || hole ? 0 : lost_before(g, f, usual);
    if (!first) remember(g, f);
    double fade = exp(-fmax(dt, 0) / FADE_S);
    g->seen_lately = g->seen_lately * fade + 1;
    g->lost_lately = g->lost_lately * fade + (double)lost;
    g->lost += lost;
    g->t = f->t;
    g->number = f->number;
    if (hole)
        note_hole(g, f->t, dt, say);
    else
        say_loss(g, say);
    return hole ? dt : 0;
}

bool sq_frame_gaps_sum(const sq_frame_gaps *g, char say[SQ_GAPS_TEXT]) {
    char lost[SQ_GAPS_TEXT / 2] = "", hole[SQ_GAPS_TEXT / 2] = "", holes[SQ_GAPS_TEXT / 2] = "";
    bool several = g->holes > 1;
    if (g->lost)
        snprintf(lost, sizeof lost, "%" PRIu64 " of %" PRIu64 " frames were missing%s", g->lost,
                 g->lost + g->seen, several ? "; " : "");
    put_hole(hole, g->longest_s, g->longest_t);
    if (several) snprintf(holes, sizeof holes, "there were %d gaps, the longest %.60s", g->holes, hole);
    snprintf(say, SQ_GAPS_TEXT, "%s%s", lost, holes);
    return g->lost || several;
}

bool sq_frame_gaps_is_jump(double left_s, double rest_s) {
    return rest_s - left_s < JUMP_S;
}
