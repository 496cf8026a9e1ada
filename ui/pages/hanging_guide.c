/* One slot for the newest picture, one for what was seen, and a thread between them. */
#include "ui/pages/hanging_guide.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "calib/picture_quality.h"
#include "ui/pages/hanging_advice.h"
#include "ui/pages/one_slot_worker.h"
#include "vision/frame/jpeg.h"
#include "vision/system/clock.h"

/* Seconds after the last question during which somebody is taken to look on: twice what a page takes from one
 * to the next. Longer: the first looks of the game go without a processor. */
#define ASKED_S 1.5
/* The points of the outline, on each side of the mat: lenses bend it. */
enum { SIDE_POINTS = 6 };
/* Edges of which a Gaussian is wider, in pixels of a picture 1080 high, and felt that is darker (of 255):
 * such pictures are judged, but more is asked (calib/picture_quality.h says so during the game). */
#define SHARP_PX 1.8
#define LIGHT_LEVEL 50.0

struct sq_hanging_guide {
    sq_slot_worker worker; /* its slot holds the picture */
    double asked_s;
    long long seen;
    uint8_t *bytes;
    size_t size, room;
    sq_jpeg *jpeg; /* the thread's */
    char text[SQ_HANGING_TEXT];
};

/* ---- Looking ---- */

static json_t *outline_of(const sq_mat_fit *fit) {
    json_t *list = json_array();
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        for (int i = 0; i < SIDE_POINTS; i++) {
            sq_mm a = sq_mat_corner_at(&fit->size, k),
                  b = sq_mat_corner_at(&fit->size, (k + 1) % SQ_MAT_CORNERS);
            double on = (double)i / SIDE_POINTS;
            sq_mm3 at = {a.x + on * (b.x - a.x), a.y + on * (b.y - a.y), 0};
            sq_px p = sq_px_from_mm3(&fit->camera, at);
            if (isfinite(p.x) && isfinite(p.y))
                json_array_append_new(list, json_pack("[f,f]", round(p.x), round(p.y)));
        }
    return list;
}

static json_t *say_found(const sq_frame *f, const sq_mat_fit *fit) {
    sq_hanging_advice a;
    sq_picture_quality q;
    sq_hanging_advise(&a, &fit->camera, &fit->size);
    sq_picture_quality_measure(&q, f, NULL, 1, &fit->camera);
    bool sharp = !(q.blur_px > SHARP_PX * fmax(1, f->height / 1080.0)), light = !(q.felt_level < LIGHT_LEVEL);
    bool well = sq_hanging_is_well(&a) && sharp && light;
    return json_pack("{s:b,s:i,s:i,s:o,s:f,s:f,s:f,s:[f,f],s:[f,f],s:f,s:f,s:b,s:b,s:b}", "found", 1, "width",
                     f->width, "height", f->height, "outline", outline_of(fit), "height_mm",
                     round(a.height_mm), "turn_deg", round(a.turn_deg), "tilt_deg", round(a.tilt_deg),
                     "raise", a.raise_x, a.raise_y, "move_mm", round(a.right_mm), round(a.down_mm),
                     "raise_mm", round(a.raise_mm), "blur_px", isfinite(q.blur_px) ? q.blur_px : 0.0, "sharp",
                     sharp, "light", light, "well", well);
}

/* Without the lock. Null where memory is out. */
static json_t *look(sq_jpeg *jpeg, const uint8_t *bytes, size_t size) {
    sq_frame f;
    sq_diag d;
    static _Thread_local sq_mat_fit fit; /* too large for a small stack */
    sq_code code = sq_jpeg_decode(jpeg, bytes, size, &f, &d);
    if (!code) code = sq_camera_from_mat(&f, &(sq_mat_settings){0}, &fit, &d);
    return code ? json_pack("{s:b,s:s}", "found", 0, "why", d.text) : say_found(&f, &fit);
}

/* With the lock held; looks without it. The slot is the thread's while a picture waits in it. */
static void look_at_slot(void *owner) {
    sq_hanging_guide *g = owner;
    pthread_mutex_unlock(&g->worker.lock);
    json_t *seen = look(g->jpeg, g->bytes, g->size);
    pthread_mutex_lock(&g->worker.lock);
    json_object_set_new(seen, "seen", json_integer(++g->seen));
    char *text = seen ? json_dumps(seen, JSON_COMPACT | JSON_REAL_PRECISION(6)) : NULL;
    if (text && strlen(text) < SQ_HANGING_TEXT) strcpy(g->text, text);
    free(text);
    json_decref(seen);
    g->worker.waiting = false;
}

/* ---- Opening, closing, asking ---- */

sq_code sq_hanging_guide_new(sq_hanging_guide **out, sq_diag *d) {
    sq_hanging_guide *g = *out = calloc(1, sizeof *g);
    if (!g) return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    strcpy(g->text, "{}");
    g->asked_s = -ASKED_S;
    g->jpeg = sq_jpeg_new();
    sq_code code = sq_slot_worker_begin(&g->worker, look_at_slot, g, d);
    if (!code && !g->jpeg) code = sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    if (!code) return SQ_OK;
    sq_hanging_guide_free(g);
    *out = NULL;
    return code;
}

void sq_hanging_guide_free(sq_hanging_guide *g) {
    if (!g) return;
    sq_slot_worker_end(&g->worker);
    sq_jpeg_free(g->jpeg);
    free(g->bytes);
    free(g);
}

/* With the lock held. */
static bool copy(sq_hanging_guide *g, const uint8_t *jpeg, size_t size) {
    uint8_t *larger = g->room >= size ? g->bytes : realloc(g->bytes, size);
    if (!larger) return false;
    g->bytes = larger;
    if (g->room < size) g->room = size;
    memcpy(g->bytes, jpeg, g->size = size);
    return true;
}

void sq_hanging_guide_offer(sq_hanging_guide *g, const uint8_t *jpeg, size_t size) {
    double now = sq_monotonic_s();
    pthread_mutex_lock(&g->worker.lock);
    if (now - g->asked_s < ASKED_S && !g->worker.waiting && copy(g, jpeg, size))
        sq_slot_worker_wake(&g->worker);
    pthread_mutex_unlock(&g->worker.lock);
}

void sq_hanging_guide_ask(sq_hanging_guide *g, char text[SQ_HANGING_TEXT]) {
    pthread_mutex_lock(&g->worker.lock);
    g->asked_s = sq_monotonic_s();
    strcpy(text, g->text);
    pthread_mutex_unlock(&g->worker.lock);
}
