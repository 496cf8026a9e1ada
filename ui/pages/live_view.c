/* One slot for the newest frame, one for the newest JPEG, and a thread between them. */
#include "ui/pages/live_view.h"

#include <stdlib.h>
#include <string.h>

#include "ui/pages/one_slot_worker.h"
#include "vision/frame/frame_copy.h"
#include "vision/frame/opencv.h"
#include "vision/system/clock.h"

/* Seconds from one picture to the next; seconds after the last question during which somebody is taken to
 * look on. */
#define EVERY_S 0.5
#define ASKED_S 5.0
/* Of the JPEGs: some 60 kB at 960 x 540. */
enum { LIVE_QUALITY = 75 };

struct sq_live_view {
    sq_slot_worker worker; /* its slot holds the frame */
    double asked_s, copied_s;
    sq_frame frame;
    size_t frame_bytes;
    unsigned char *jpeg;
    size_t jpeg_bytes;
};

/* With the lock held; encodes without it. */
static void encode(void *owner) {
    sq_live_view *v = owner;
    sq_picture *p = NULL;
    unsigned char *jpeg = NULL;
    size_t n = 0;
    sq_diag d;
    sq_code code = sq_picture_from_frame(&p, &v->frame, &d);
    v->worker.waiting = false;
    pthread_mutex_unlock(&v->worker.lock);
    if (!code) code = sq_picture_encode_jpeg(p, LIVE_QUALITY, &jpeg, &n, &d);
    sq_picture_free(p);
    pthread_mutex_lock(&v->worker.lock);
    if (code) return; /* the one before stays */
    free(v->jpeg);
    v->jpeg = jpeg;
    v->jpeg_bytes = n;
}

sq_code sq_live_view_new(sq_live_view **out, sq_diag *d) {
    sq_live_view *v = *out = calloc(1, sizeof *v);
    if (!v) return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    v->asked_s = -ASKED_S;
    sq_code code = sq_slot_worker_begin(&v->worker, encode, v, d);
    if (!code) return SQ_OK;
    sq_live_view_free(v);
    *out = NULL;
    return code;
}

void sq_live_view_free(sq_live_view *v) {
    if (!v) return;
    sq_slot_worker_end(&v->worker);
    sq_frame_free(&v->frame);
    free(v->jpeg);
    free(v);
}

void sq_live_view_offer(sq_live_view *v, const sq_frame *f) {
    sq_diag d;
    if (!v || f->width < 2 || f->height < 2) return;
    double now = sq_monotonic_s();
    pthread_mutex_lock(&v->worker.lock);
    bool wanted = now - v->asked_s < ASKED_S && now - v->copied_s >= EVERY_S && !v->worker.waiting;
    if (wanted && !sq_frame_copy_half(&v->frame, &v->frame_bytes, f, &d)) {
        v->copied_s = now;
        sq_slot_worker_wake(&v->worker);
    }
    pthread_mutex_unlock(&v->worker.lock);
}

unsigned char *sq_live_view_take(sq_live_view *v, size_t *size) {
    pthread_mutex_lock(&v->worker.lock);
    v->asked_s = sq_monotonic_s();
    unsigned char *copy = v->jpeg ? malloc(v->jpeg_bytes) : NULL;
    if (copy) memcpy(copy, v->jpeg, *size = v->jpeg_bytes);
    pthread_mutex_unlock(&v->worker.lock);
    return copy;
}
