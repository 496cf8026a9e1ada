/* Spoils well drawn frames as bad videos are spoiled: it drops, shifts, darkens, blurs or halves them, or
 * changes their times. */
#include "datasets/film/video_faults.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/scene/random.h"

#define DROPPED 0.25
#define PAUSE_S 60.0
#define FLICKER_SHARE (1.0 / 12)
#define FLICKER_HZ 5.0
/* Of the code, of which the light is the power 2.2: a seventh of the light is left. */
#define LAMP_OUT (-0.6)
/* Pixels to each side that a picture out of focus is a mean of; even, for the chroma's sake. */
enum { REFOCUS_PX = 4 };
/* The shift of a push; even, for the chroma's sake. While it is pushed the picture swings. */
enum { BUMP_X = 14, BUMP_Y = -8 };
#define BUMP_S 0.2

static const struct {
    const char *name;
} kinds[SQ_VIDEO_FAULTS] = {
#define X(kind, name, what) [kind] = {name},
    SQ_VIDEO_FAULT_LIST(X)
#undef X
};

const char *sq_video_fault_name(sq_video_fault_kind k) {
    return k < SQ_VIDEO_FAULTS ? kinds[k].name : "?";
}

sq_video_fault_kind sq_video_fault_from_name(const char *name) {
    unsigned k = 0;
    while (k < SQ_VIDEO_FAULTS && strcmp(name, kinds[k].name))
        k++;
    return (sq_video_fault_kind)k;
}

void sq_video_fault_free(sq_video_fault *t) {
    free(t->pixels);
    t->pixels = NULL;
    t->room = 0;
}

/* ---- Frames made otherwise ---- */

/* Planes of that size in the filter's memory; null when there is none. */
static uint8_t *room_for(sq_video_fault *t, size_t bytes) {
    if (bytes > t->room) {
        free(t->pixels);
        t->pixels = malloc(bytes);
        t->room = t->pixels ? bytes : 0;
    }
    return t->pixels;
}

typedef void plane_maker(uint8_t *to, int width, int height, const uint8_t *from, int stride, const int *how);

/* Makes all three planes anew; how: for the luma plane, halved for the others where it is a length. */
static sq_code remake(sq_video_fault *t, sq_frame *f, int width, int height, plane_maker *make,
                      const int how[2], bool lengths, sq_diag *d) {
    uint8_t *to = room_for(t, (size_t)width * (size_t)height * 3 / 2);
    if (!to) return sq_fail(d, SQ_E_MEMORY, "a troubled frame: not enough memory; close other programs");
    for (int i = 0; i < 3; i++) {
        int w = i ? width / 2 : width, h = i ? height / 2 : height;
        int own[2] = {i && lengths ? how[0] / 2 : how[0], i && lengths ? how[1] / 2 : i ? 0 : how[1]};
        make(to, w, h, f->plane[i], f->stride[i], own);
        f->plane[i] = to;
        f->stride[i] = w;
        to += (size_t)w * (size_t)h;
    }
    f->width = width;
    f->height = height;
    return SQ_OK;
}

/* The mean of four. */
static void halve(uint8_t *to, int width, int height, const uint8_t *from, int stride, const int *how) {
    (void)how;
    for (int y = 0; y < height; y++) {
        const uint8_t *a = from + 2 * (size_t)y * (size_t)stride, *b = a + stride;
        for (int x = 0; x < width; x++)
            *to++ = (uint8_t)((a[2 * x] + a[2 * x + 1] + b[2 * x] + b[2 * x + 1] + 2) / 4);
    }
}

static int within(int v, int count) {
    return v < 0 ? 0 : v >= count ? count - 1 : v;
}

/* Past the picture its edge goes on. */
static void shift(uint8_t *to, int width, int height, const uint8_t *from, int stride, const int *how) {
    for (int y = 0; y < height; y++) {
        const uint8_t *row = from + (size_t)within(y - how[1], height) * (size_t)stride;
        for (int x = 0; x < width; x++)
            *to++ = row[within(x - how[0], width)];
    }
}

/* Luma alone, by how[1] thousandths; chroma stays (how[1] 0). */
static void lighten(uint8_t *to, int width, int height, const uint8_t *from, int stride, const int *how) {
    for (int y = 0; y < height; y++, from += stride)
        for (int x = 0; x < width; x++)
            *to++ = (uint8_t)within(from[x] + (from[x] - 16) * how[1] / 1000, 256);
}

/* The mean of 2 how + 1 places in a row, then of as many rows. */
static void soften(uint8_t *to, int width, int height, const uint8_t *from, int stride, const int *how) {
    int n = how[0], all = (2 * n + 1) * (2 * n + 1);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int sum = 0;
            for (int j = -n; j <= n; j++) {
                const uint8_t *row = from + (size_t)within(y + j, height) * (size_t)stride;
                for (int i = -n; i <= n; i++)
                    sum += row[within(x + i, width)];
            }
            *to++ = (uint8_t)((sum + all / 2) / all);
        }
}

/* Turned by 180 degrees. */
static void turn(uint8_t *to, int width, int height, const uint8_t *from, int stride, const int *how) {
    (void)how;
    for (int y = height - 1; y >= 0; y--)
        for (int x = width - 1; x >= 0; x--)
            *to++ = from[(size_t)y * (size_t)stride + (size_t)x];
}

/* ---- The troubles ---- */

static bool is_between(const sq_video_fault *t, double time) {
    return time >= t->from && time < t->until;
}

/* Whether the frame never arrives. */
static bool is_lost(const sq_video_fault *t, const sq_frame *f) {
    sq_random r = sq_random_for(f->number, "drops");
    switch (t->kind) {
    case SQ_VIDEO_FAULT_DROPS: return sq_random_chance(&r, DROPPED);
    case SQ_VIDEO_FAULT_CUT: return is_between(t, f->t);
    case SQ_VIDEO_FAULT_LATE: return f->t < t->from;
    default: return false;
    }
}

/* What the source's clock says, past the trouble. */
static double told_time(const sq_video_fault *t, double time) {
    if (t->kind == SQ_VIDEO_FAULT_PAUSE && time >= t->from) return time + PAUSE_S;
    if (t->kind == SQ_VIDEO_FAULT_CUT && time >= t->until) return time - (t->until - t->from);
    if (t->kind == SQ_VIDEO_FAULT_LATE) return time - t->from;
    return time;
}

double sq_video_fault_true_time(const sq_video_fault *t, double time) {
    if (t->kind == SQ_VIDEO_FAULT_PAUSE && time >= t->from + PAUSE_S) return time - PAUSE_S;
    if (t->kind == SQ_VIDEO_FAULT_CUT && time >= t->from) return time + (t->until - t->from);
    if (t->kind == SQ_VIDEO_FAULT_LATE) return time + t->from;
    return time;
}

static sq_code change(sq_video_fault *t, sq_frame *f, sq_diag *d) {
    double since = f->t - t->from, swing = since < BUMP_S ? sin(since / BUMP_S * M_PI / 2) : 1;
    const int push[2] = {2 * (int)lround(BUMP_X * swing / 2), 2 * (int)lround(BUMP_Y * swing / 2)},
              light[2] = {0, (int)lround(1000 * FLICKER_SHARE * sin(2 * M_PI * FLICKER_HZ * since))};
    const int out[2] = {0, (int)lround(1000 * LAMP_OUT)}, soft[2] = {REFOCUS_PX, REFOCUS_PX};
    if (since < 0) return SQ_OK;
    if (t->kind == SQ_VIDEO_FAULT_LAMP && is_between(t, f->t))
        return remake(t, f, f->width, f->height, lighten, out, false, d);
    if (t->kind == SQ_VIDEO_FAULT_REFOCUS) return remake(t, f, f->width, f->height, soften, soft, true, d);
    if (t->kind == SQ_VIDEO_FAULT_RESOLUTION)
        return remake(t, f, f->width / 4 * 2, f->height / 4 * 2, halve, push, false, d);
    if (t->kind == SQ_VIDEO_FAULT_TURNED) return remake(t, f, f->width, f->height, turn, out, false, d);
    if (t->kind == SQ_VIDEO_FAULT_BUMP) return remake(t, f, f->width, f->height, shift, push, true, d);
    if (t->kind == SQ_VIDEO_FAULT_FLICKER && is_between(t, f->t))
        return remake(t, f, f->width, f->height, lighten, light, false, d);
    return SQ_OK;
}

sq_code sq_video_fault_next(sq_video_fault *t, sq_frame *frame, sq_diag *d) {
    sq_code code;
    do
        code = t->source(t->who, frame, d);
    while (!code && is_lost(t, frame));
    if (code) return code;
    assert(frame->format == SQ_FRAME_I420);
    code = change(t, frame, d);
    frame->t = told_time(t, frame->t);
    if (t->kind != SQ_VIDEO_FAULT_DROPS) frame->number = t->given++; /* who cuts a video leaves no gap */
    return code;
}
