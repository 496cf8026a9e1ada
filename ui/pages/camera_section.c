/* One slot for the picture that is looked at, and a thread that looks. */
#include "ui/pages/camera_section.h"

#include <stdlib.h>
#include <string.h>

#include "calib/known_lengths_json.h"
#include "ui/draw/calibrate_overlay.h"
#include "ui/pages/one_slot_worker.h"
#include "ui/words/json_text.h"
#include "vision/frame/frame_copy.h"
#include "vision/frame/opencv.h"
#include "vision/judge_frame.h"

/* Of the JPEGs: a finger finds the mat's corner to a pixel. */
enum { BENCH_QUALITY = 88 };
/* Bytes of the sentences about a camera. */
enum { SENTENCES = 1024 };

typedef struct {
    unsigned char *bytes;
    size_t size;
} jpeg;

struct sq_camera_section {
    sq_slot_worker worker; /* its slot holds the frame */
    long long number;      /* of what was asked last; 0: nothing yet */
    bool zero;             /* it is a zero test; else a camera */
    bool by_corners;
    sq_px corners[SQ_MAT_CORNERS];
    bool waits;             /* for a frame */
    bool confirmed, is_new; /* the umpire has confirmed it; and nobody has been told yet */
    json_t *found;          /* what was found, or why nothing; null: not yet */
    bool is_found;
    jpeg picture, check;

    bool has_camera;
    sq_camera camera;
    sq_camera_doubt doubt;

    sq_frame frame; /* the thread's while a picture waits in the slot */
    size_t frame_bytes;
    sq_mat_fit fit;
    sq_sight *sight; /* the thread's; null: not yet needed */
    sq_position seen;
};

/* ---- Looking: the thread, without the lock ---- */

/* What the thread works with: a copy, so that a new wish does not change it. */
typedef struct {
    bool zero, by_corners, has_camera;
    sq_px corners[SQ_MAT_CORNERS];
    sq_camera camera;
    sq_camera_doubt doubt;
    sq_mat_fit fit;
    json_t *found;
    jpeg picture, check;
} work;

static void encode(jpeg *to, const sq_picture *p) {
    sq_diag d;
    if (p && sq_picture_encode_jpeg(p, BENCH_QUALITY, &to->bytes, &to->size, &d)) *to = (jpeg){0};
}

static json_t *say_found(const sq_mat_fit *fit) {
    char text[SENTENCES];
    json_t *corners = json_array();
    sq_mat_describe(fit, text, sizeof text);
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        json_array_append_new(corners, json_pack("[f,f]", fit->corner[k].x, fit->corner[k].y));
    return json_pack("{s:o,s:i,s:i,s:o}", "text", sq_json_text(text), "width", fit->camera.width, "height",
                     fit->camera.height, "corners", corners);
}

static sq_code find_camera(work *w, const sq_frame *f, sq_diag *d) {
    sq_mat_settings told = {.corners = w->by_corners ? w->corners : NULL};
    sq_code code = sq_camera_from_mat(f, &told, &w->fit, d);
    if (!code) w->found = say_found(&w->fit);
    return code;
}

/* The check is a plate of what was found, or says why nothing was. */
static void draw_check(work *w, const sq_frame *f, const char *fault) {
    sq_picture *p = NULL;
    sq_diag d;
    if (!sq_picture_from_frame(&p, f, &d)) encode(&w->picture, p);
    if (p && !sq_calibrate_plate(p, &w->fit, fault, &d)) encode(&w->check, p);
    sq_picture_free(p);
}

static sq_code test_zero(sq_camera_section *b, work *w, const sq_frame *f, sq_diag *d) {
    sq_zero zero = {.count = 0};
    sq_code code = SQ_OK;
    if (!w->has_camera || w->camera.width != f->width || w->camera.height != f->height) {
        code = sq_camera_from_mat(f, &(sq_mat_settings){0}, &w->fit, d);
        w->camera = w->fit.camera;
        if (!code) sq_mat_doubt(&w->fit, &w->doubt);
    }
    if (!code && !b->sight && !(b->sight = sq_sight_new(d))) code = d->code;
    if (code) return code;
    sq_sight_doubt_camera(b->sight, &w->doubt);
    code = sq_sight_look(b->sight, f, &w->camera, &b->seen, d);
    if (!code) sq_zero_add_position(&zero, &b->seen);
    if (!code) code = sq_zero_enough(&zero, false, d);
    if (!code) w->found = sq_zero_to_json(&zero, SQ_ZERO_LIMIT_MM, false);
    return code;
}

static void look(sq_camera_section *b, work *w, const sq_frame *f) {
    sq_diag d;
    sq_code code = w->zero ? test_zero(b, w, f, &d) : find_camera(w, f, &d);
    if (!w->zero) draw_check(w, f, code ? d.text : NULL);
    if (code)
        w->found =
            json_pack("{s:o,s:i,s:i}", "why", sq_json_text(d.text), "width", f->width, "height", f->height);
    /* Who waits for it is told in any case. */
    if (!w->found) w->found = json_pack("{s:s}", "why", "there was no memory to look; try again");
}

static void replace(jpeg *old, jpeg *new) {
    free(old->bytes);
    *old = *new;
}

/* With the lock held. */
static void forget_found(sq_camera_section *b) {
    json_decref(b->found);
    b->found = NULL;
    b->is_found = b->confirmed = b->is_new = false;
}

/* With the lock held; looks without it. What was asked anew meanwhile makes this look worth nothing. */
static void look_at_slot(void *owner) {
    static _Thread_local work w; /* large */
    sq_camera_section *b = owner;
    long long number = b->number;
    w = (work){.zero = b->zero,
               .by_corners = b->by_corners,
               .has_camera = b->has_camera,
               .camera = b->camera,
               .doubt = b->doubt};
    memcpy(w.corners, b->corners, sizeof w.corners);
    pthread_mutex_unlock(&b->worker.lock);
    look(b, &w, &b->frame);
    pthread_mutex_lock(&b->worker.lock);
    b->worker.waiting = b->number != number && !b->waits;
    if (b->number != number || !w.found) {
        json_decref(w.found);
        free(w.picture.bytes);
        free(w.check.bytes);
        return;
    }
    forget_found(b);
    b->found = w.found;
    b->is_found = !json_object_get(w.found, "why");
    b->fit = w.fit;
    if (w.zero) return;
    replace(&b->picture, &w.picture);
    replace(&b->check, &w.check);
}

/* ---- Opening, closing ---- */

sq_code sq_camera_section_new(sq_camera_section **out, sq_diag *d) {
    sq_camera_section *b = *out = calloc(1, sizeof *b);
    if (!b) return sq_fail(d, SQ_E_MEMORY, "no memory for the pages; close other programs");
    sq_code code = sq_slot_worker_begin(&b->worker, look_at_slot, b, d);
    if (!code) return SQ_OK;
    sq_camera_section_free(b);
    *out = NULL;
    return code;
}

void sq_camera_section_free(sq_camera_section *b) {
    if (!b) return;
    sq_slot_worker_end(&b->worker);
    json_decref(b->found);
    sq_sight_free(b->sight);
    sq_frame_free(&b->frame);
    free(b->picture.bytes);
    free(b->check.bytes);
    free(b);
}

/* ---- The game's threads ---- */

void sq_camera_section_offer(sq_camera_section *b, const sq_frame *f) {
    sq_diag d;
    if (!b) return;
    pthread_mutex_lock(&b->worker.lock);
    if (b->waits && !b->worker.waiting && !sq_frame_copy(&b->frame, &b->frame_bytes, f, &d)) {
        b->waits = false;
        sq_slot_worker_wake(&b->worker);
    }
    pthread_mutex_unlock(&b->worker.lock);
}

void sq_camera_section_camera(sq_camera_section *b, const sq_camera *c, const sq_camera_doubt *doubt) {
    if (!b) return;
    pthread_mutex_lock(&b->worker.lock);
    b->has_camera = true;
    b->camera = *c;
    b->doubt = *doubt;
    pthread_mutex_unlock(&b->worker.lock);
}

sq_camera_confirmed sq_camera_section_confirmed(sq_camera_section *b, sq_mat_fit *fit, json_t **zero) {
    if (!b) return SQ_CONFIRMED_NOTHING;
    pthread_mutex_lock(&b->worker.lock);
    sq_camera_confirmed what = !b->is_new ? SQ_CONFIRMED_NOTHING
                               : b->zero  ? SQ_CONFIRMED_ZERO
                                          : SQ_CONFIRMED_CAMERA;
    b->is_new = false;
    if (what == SQ_CONFIRMED_CAMERA) *fit = b->fit;
    if (what == SQ_CONFIRMED_ZERO) *zero = json_deep_copy(json_object_get(b->found, "zero"));
    pthread_mutex_unlock(&b->worker.lock);
    return what;
}

/* ---- The server's thread ---- */

static bool read_corners(sq_px out[SQ_MAT_CORNERS], const json_t *list) {
    if (json_array_size(list) != SQ_MAT_CORNERS) return false;
    for (size_t k = 0; k < SQ_MAT_CORNERS; k++) {
        const json_t *p = json_array_get(list, k), *x = json_array_get(p, 0), *y = json_array_get(p, 1);
        if (!json_is_number(x) || !json_is_number(y)) return false;
        out[k] = (sq_px){json_number_value(x), json_number_value(y)};
    }
    return true;
}

long long sq_camera_section_ask(sq_camera_section *b, const json_t *wish) {
    const char *what = json_string_value(json_object_get(wish, "look"));
    const json_t *list = json_object_get(wish, "corners");
    bool zero = what && !strcmp(what, "zero");
    sq_px corners[SQ_MAT_CORNERS];
    if (!b || !what || (!zero && strcmp(what, "camera") != 0)) return 0;
    if (list && (zero || !read_corners(corners, list))) return 0;
    pthread_mutex_lock(&b->worker.lock);
    bool seen = b->frame.plane[0] && (!b->waits || b->number);
    long long number = list && !seen ? 0 : ++b->number;
    if (number) {
        b->zero = zero;
        b->by_corners = list;
        if (list) memcpy(b->corners, corners, sizeof corners);
        forget_found(b);
        b->waits = !list;
        if (list) sq_slot_worker_wake(&b->worker);
    }
    pthread_mutex_unlock(&b->worker.lock);
    return number;
}

json_t *sq_camera_section_result(sq_camera_section *b) {
    if (!b) return json_object();
    pthread_mutex_lock(&b->worker.lock);
    json_t *o = b->found ? json_deep_copy(b->found) : json_object();
    json_object_set_new(o, "number", json_integer(b->number));
    if (b->number) json_object_set_new(o, "look", json_string(b->zero ? "zero" : "camera"));
    if (b->number && !b->found) json_object_set_new(o, b->waits ? "waits" : "busy", json_true());
    if (b->confirmed) json_object_set_new(o, "confirmed", json_true());
    pthread_mutex_unlock(&b->worker.lock);
    return o;
}

unsigned char *sq_camera_section_jpeg(sq_camera_section *b, bool check, size_t *size) {
    if (!b) return NULL;
    pthread_mutex_lock(&b->worker.lock);
    const jpeg *of = check ? &b->check : &b->picture;
    unsigned char *copy = of->size ? malloc(of->size) : NULL;
    if (copy) memcpy(copy, of->bytes, *size = of->size);
    pthread_mutex_unlock(&b->worker.lock);
    return copy;
}

bool sq_camera_section_confirm(sq_camera_section *b, long long number) {
    if (!b) return false;
    pthread_mutex_lock(&b->worker.lock);
    bool well = b->is_found && b->number == number;
    if (well && !b->confirmed) b->confirmed = b->is_new = true;
    pthread_mutex_unlock(&b->worker.lock);
    return well;
}
