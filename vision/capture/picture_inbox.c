/* The inbox of brought pictures, and the source that reads them. */
#include "vision/capture/picture_inbox.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "vision/capture/source_interface.h"
#include "vision/frame/image_header.h"
#include "vision/frame/jpeg.h"
#include "vision/system/clock.h"

/* Pictures that may wait: at ten a second as long as none of them is late. */
enum { SLOTS = 3 };

/* Seconds after which the quickest picture is forgotten: two clocks drift apart by some milliseconds
 * meanwhile. */
#define QUICKEST_S 30.0

typedef struct {
    uint8_t *bytes;
    size_t size, room;
    double t; /* when it was taken, on this machine's clock */
    uint64_t number;
} letter;

struct sq_picture_inbox {
    pthread_mutex_t lock;
    pthread_cond_t news;
    letter slot[SLOTS];
    int first, count;
    bool begun; /* a picture has come since the last begin */
    uint64_t theirs, number;
    double theirs_s;
    double least_s, least_before_s; /* from their clock to ours: in these seconds, and in those before */
    double since_s;
    uint64_t overtaken, fetched; /* overtaken: made room unread */
};

bool sq_picture_inbox_is_named(const char *source) {
    return !strcmp(source, "phone") && access(source, F_OK);
}

sq_code sq_picture_inbox_new(sq_picture_inbox **out, sq_diag *d) {
    pthread_condattr_t clock;
    sq_picture_inbox *b = *out = calloc(1, sizeof *b);
    if (!b) return sq_fail(d, SQ_E_MEMORY, "phone: out of memory; close other programs");
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&b->lock, NULL);
    pthread_cond_init(&b->news, &clock);
    pthread_condattr_destroy(&clock);
    return SQ_OK;
}

void sq_picture_inbox_free(sq_picture_inbox *b) {
    if (!b) return;
    for (int i = 0; i < SLOTS; i++)
        free(b->slot[i].bytes);
    pthread_cond_destroy(&b->news);
    pthread_mutex_destroy(&b->lock);
    free(b);
}

void sq_picture_inbox_begin(sq_picture_inbox *b) {
    pthread_mutex_lock(&b->lock);
    b->begun = false;
    pthread_mutex_unlock(&b->lock);
}

uint64_t sq_picture_inbox_fetched(sq_picture_inbox *b) {
    pthread_mutex_lock(&b->lock);
    uint64_t n = b->fetched;
    pthread_mutex_unlock(&b->lock);
    return n;
}

/* ---- Putting ---- */

/* Only what claims to be a JPEG of a size that sight can use is kept. */
static sq_code check(const uint8_t *jpeg, size_t size, sq_diag *d) {
    sq_picture_head head;
    if (size > SQ_INBOX_BYTES_MAX)
        return sq_fail(d, SQ_E_SIZE, "phone: a picture of %zu bytes is too large; send smaller ones", size);
    sq_code code = sq_picture_head_read(&head, jpeg, size, "phone", d);
    if (code) return code;
    if (head.kind != SQ_KIND_JPEG) return sq_fail(d, SQ_E_FORMAT, "phone: a picture is no JPEG; send JPEGs");
    if ((int64_t)head.width * head.height > SQ_INBOX_BYTES_MAX / 3 * 8)
        return sq_fail(d, SQ_E_SIZE, "phone: a picture of %d x %d is too large; send 1920 x 1080", head.width,
                       head.height);
    return SQ_OK;
}

/* The clock of whoever took it, by the quickest picture: its way takes no time by definition. */
static double on_our_clock(sq_picture_inbox *b, double t_s) {
    double now = sq_monotonic_s(), apart = now - t_s;
    if (!b->begun) {
        b->least_s = b->least_before_s = apart;
        b->since_s = now;
    } else if (now - b->since_s > QUICKEST_S) {
        b->least_before_s = b->least_s;
        b->least_s = apart;
        b->since_s = now;
    }
    b->least_s = fmin(b->least_s, apart);
    return t_s + fmin(b->least_s, b->least_before_s);
}

/* A slot for the next picture, of so many bytes; null where there is no memory. */
static letter *make_room(sq_picture_inbox *b, size_t size) {
    if (b->count == SLOTS) {
        b->first = (b->first + 1) % SLOTS;
        b->count--;
        b->overtaken++;
    }
    letter *at = &b->slot[(b->first + b->count) % SLOTS];
    if (at->room >= size) return at;
    uint8_t *larger = realloc(at->bytes, size);
    if (!larger) return NULL;
    at->bytes = larger;
    at->room = size;
    return at;
}

/* With the lock held. */
static sq_code keep(sq_picture_inbox *b, const uint8_t *jpeg, size_t size, double t_s, uint64_t number,
                    sq_diag *d) {
    if (b->begun && (number <= b->theirs || number - b->theirs > INT32_MAX || t_s <= b->theirs_s))
        return sq_fail(d, SQ_E_ARGUMENT, "phone: a picture came after a later one; send them in order");
    letter *at = make_room(b, size);
    if (!at) return sq_fail(d, SQ_E_MEMORY, "phone: out of memory; close other programs");
    b->number += b->begun ? number - b->theirs : 1;
    memcpy(at->bytes, jpeg, at->size = size);
    at->t = on_our_clock(b, t_s);
    at->number = b->number;
    b->theirs = number;
    b->theirs_s = t_s;
    b->begun = true;
    b->count++;
    pthread_cond_signal(&b->news);
    return SQ_OK;
}

sq_code sq_picture_inbox_put(sq_picture_inbox *b, const uint8_t *jpeg, size_t size, double t_s,
                             uint64_t number, sq_diag *d) {
    if (!isfinite(t_s) || number > INT64_MAX)
        return sq_fail(d, SQ_E_ARGUMENT, "phone: a picture has no time; give seconds");
    sq_code code = check(jpeg, size, d);
    if (code) return code;
    pthread_mutex_lock(&b->lock);
    code = keep(b, jpeg, size, t_s, number, d);
    pthread_mutex_unlock(&b->lock);
    return code;
}

/* ---- The source ---- */

typedef struct {
    sq_picture_inbox *inbox;
    sq_capture_shared *shared;
    sq_jpeg *jpeg;
    letter taken; /* swapped with a slot: what the frame is decoded from */
    bool begun;   /* a frame has come since it was opened */
    uint64_t number, overtaken;
} phone;

static void close_phone(void *self) {
    phone *p = self;
    sq_jpeg_free(p->jpeg);
    free(p->taken.bytes);
    free(p);
}

/* What waits is the first that is read: by its number nothing is lost before it. */
static void begin_with_next(phone *p) {
    pthread_mutex_lock(&p->inbox->lock);
    const sq_picture_inbox *b = p->inbox;
    p->number = b->count ? b->slot[b->first].number - 1 : b->number;
    p->overtaken = p->inbox->overtaken;
    pthread_mutex_unlock(&p->inbox->lock);
}

/* A phone may come whenever it likes: opening waits for nothing. */
static sq_code open_phone(void **out, const char *source, const sq_capture_settings *settings,
                          sq_capture_shared *shared, sq_capture_info *about, sq_diag *d) {
    if (!settings->inbox)
        return sq_fail(d, SQ_E_ARGUMENT,
                       "%.300s: a phone's pictures come by a page; use squint referee phone", source);
    phone *p = calloc(1, sizeof *p);
    if (p) p->jpeg = sq_jpeg_new();
    if (!p || !p->jpeg) {
        free(p);
        return sq_fail(d, SQ_E_MEMORY, "%.300s: out of memory; close other programs", source);
    }
    p->inbox = settings->inbox;
    p->shared = shared;
    begin_with_next(p);
    *about = (sq_capture_info){.kind = "phone",
                               .live = true,
                               .duration_s = NAN,
                               .frames = -1,
                               .text = "the phone that opens the page"};
    *out = p;
    return SQ_OK;
}

static struct timespec after_ms(int ms) {
    double until = sq_monotonic_s() + 1e-3 * ms;
    return (struct timespec){.tv_sec = (time_t)until, .tv_nsec = (long)(1e9 * (until - floor(until)))};
}

/* Takes the oldest picture that waits; false where none came in SQ_CAPTURE_POLL_MS. */
static bool fetch(phone *p) {
    sq_picture_inbox *b = p->inbox;
    const struct timespec until = after_ms(SQ_CAPTURE_POLL_MS);
    pthread_mutex_lock(&b->lock);
    while (!b->count && !pthread_cond_timedwait(&b->news, &b->lock, &until))
        ;
    bool any = b->count;
    if (any) {
        letter empty = p->taken;
        p->taken = b->slot[b->first];
        b->slot[b->first] = empty;
        b->first = (b->first + 1) % SLOTS;
        b->count--;
        b->fetched++;
        p->shared->counts.late += b->overtaken - p->overtaken;
        p->shared->counts.lost += p->taken.number - p->number - 1 - (b->overtaken - p->overtaken);
        p->overtaken = b->overtaken;
        p->number = p->taken.number;
    }
    pthread_mutex_unlock(&b->lock);
    return any;
}

/* Silence counts from the first frame on: nobody knows when a phone is hung up. */
static sq_code wait_for_picture(phone *p, sq_diag *d) {
    double until = sq_monotonic_s() + SQ_CAPTURE_SILENCE_S;
    while (!atomic_load(&p->shared->stop)) {
        if (fetch(p)) return SQ_OK;
        if (p->begun && sq_monotonic_s() > until)
            return sq_fail(d, SQ_E_DEVICE,
                           "phone: no picture has come for %.0f s; wake its screen, open its page again, and "
                           "look at its network",
                           SQ_CAPTURE_SILENCE_S);
    }
    return SQ_END;
}

static sq_code next_picture(void *self, sq_frame *frame, sq_diag *d) {
    phone *p = self;
    sq_diag unread;
    double until = sq_monotonic_s() + SQ_CAPTURE_SILENCE_S;
    for (;;) {
        sq_code code = wait_for_picture(p, d);
        if (code) return code;
        if (sq_monotonic_s() - p->taken.t > SQ_CAPTURE_LATE_S) {
            p->shared->counts.late++;
            continue;
        }
        p->begun = true;
        if (!sq_jpeg_decode(p->jpeg, p->taken.bytes, p->taken.size, frame, &unread)) break;
        p->shared->counts.damaged++;
        if (sq_monotonic_s() > until)
            return sq_fail(d, SQ_E_DEVICE,
                           "phone: it sends damaged pictures alone; open its page in another browser");
    }
    frame->t = p->taken.t;
    frame->number = p->taken.number;
    return SQ_OK;
}

static const char *frame_name(const void *self) {
    (void)self;
    return "phone";
}

static const uint8_t *jpeg_of(const void *self, size_t *size) {
    const phone *p = self;
    *size = p->taken.size;
    return p->taken.bytes;
}

const sq_capture_backend sq_capture_phone = {
    .takes = sq_picture_inbox_is_named,
    .open = open_phone,
    .next = next_picture,
    .frame_name = frame_name,
    .jpeg = jpeg_of,
    .close = close_phone,
};
