/* Which phone is the camera, and its pictures on their way to the game and to the guide. */
#include "ui/pages/phone_camera.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/pages/hanging_guide.h"
#include "ui/serve/http_answer.h"
#include "vision/system/clock.h"
#include "vision/system/random_id.h"

/* Seconds for which a phone that sends nothing keeps its place: a page that is loaded anew comes back sooner.
 */
#define PLACE_KEPT_S 5.0
/* Bytes of a phone's name, in hexadecimal digits, with the final 0. */
enum { NAME_MAX_BYTES = 33 };

struct sq_phone_camera {
    sq_picture_inbox *inbox;
    sq_hanging_guide *guide;
    char name[NAME_MAX_BYTES]; /* of the phone that is the camera; "": none is */
    double heard_s;            /* when it was last heard */
};

sq_code sq_phone_camera_new(sq_phone_camera **out, sq_diag *d) {
    sq_phone_camera *c = *out = calloc(1, sizeof *c);
    if (!c) return sq_fail(d, SQ_E_MEMORY, "no memory for a phone's pictures; close other programs");
    sq_code code = sq_picture_inbox_new(&c->inbox, d);
    if (!code) code = sq_hanging_guide_new(&c->guide, d);
    if (!code) return SQ_OK;
    sq_phone_camera_free(c);
    *out = NULL;
    return code;
}

void sq_phone_camera_free(sq_phone_camera *c) {
    if (!c) return;
    sq_hanging_guide_free(c->guide);
    sq_picture_inbox_free(c->inbox);
    free(c);
}

sq_picture_inbox *sq_phone_camera_inbox(sq_phone_camera *c) {
    return c->inbox;
}

/* ---- Who is the camera ---- */

static bool is_taken_by_another(const sq_phone_camera *c, const char *name) {
    bool same = name && !strcmp(name, c->name);
    return *c->name && !same && sq_monotonic_s() - c->heard_s < PLACE_KEPT_S;
}

static bool refuse_without_phone(const sq_phone_camera *c, struct evhttp_request *r) {
    if (!c) sq_answer_refuse(r, 404, "this game is not watched by a phone; start squint referee phone");
    return !c;
}

void sq_phone_camera_begin(sq_phone_camera *c, struct evhttp_request *r) {
    char text[128];
    if (refuse_without_phone(c, r)) return;
    json_t *o = sq_request_json(r);
    const char *name = json_string_value(json_object_get(o, "phone"));
    bool instead = json_is_true(json_object_get(o, "instead")), same = name && !strcmp(name, c->name);
    bool taken = !instead && is_taken_by_another(c, name);
    json_decref(o);
    if (taken) {
        sq_answer_refuse(r, 409, "another phone is the camera");
    } else if (!(same && *c->name) && !sq_random_id(c->name, NAME_MAX_BYTES - 1)) {
        sq_answer_refuse(r, 503, "the system gives no random numbers; try again");
    } else {
        sq_picture_inbox_begin(c->inbox);
        c->heard_s = sq_monotonic_s();
        snprintf(text, sizeof text, "{\"phone\":\"%s\",\"played\":%s}\n", c->name,
                 sq_picture_inbox_fetched(c->inbox) ? "true" : "false");
        sq_answer_json(r, 200, text);
    }
}

/* ---- Its pictures ---- */

typedef struct {
    char name[NAME_MAX_BYTES];
    uint64_t n;
    double t;
    bool play;
} picture_line;

static bool read_numbers(picture_line *p, const char *n, const char *t, const char *play) {
    char *end_n, *end_t;
    if (!n || *n < '0' || *n > '9' || !t || !*t || !play) return false;
    errno = 0;
    p->n = strtoull(n, &end_n, 10);
    p->t = strtod(t, &end_t);
    p->play = !strcmp(play, "1");
    return !*end_n && !*end_t && !errno;
}

/* What stands behind the question mark. */
static bool read_line(picture_line *p, struct evhttp_request *r) {
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(r);
    const char *query = uri ? evhttp_uri_get_query(uri) : NULL;
    struct evkeyvalq list;
    if (!query || evhttp_parse_query_str(query, &list)) return false;
    const char *name = evhttp_find_header(&list, "phone");
    bool well = name && strlen(name) < NAME_MAX_BYTES &&
                read_numbers(p, evhttp_find_header(&list, "n"), evhttp_find_header(&list, "t"),
                             evhttp_find_header(&list, "play"));
    if (well) strcpy(p->name, name);
    evhttp_clear_headers(&list);
    return well;
}

static void take(sq_phone_camera *c, struct evhttp_request *r, const picture_line *p) {
    struct evbuffer *body = evhttp_request_get_input_buffer(r);
    size_t size = evbuffer_get_length(body);
    const uint8_t *jpeg = evbuffer_pullup(body, -1);
    sq_diag d;
    sq_code code = SQ_OK;
    if (p->play) code = sq_picture_inbox_put(c->inbox, jpeg, size, p->t, p->n, &d);
    if (code) {
        sq_answer_refuse(r, code == SQ_E_SIZE ? 413 : 400, "this picture cannot be taken");
        return;
    }
    sq_hanging_guide_offer(c->guide, jpeg, size);
    c->heard_s = sq_monotonic_s();
    sq_answer_json(r, 200, "{\"taken\":true}\n");
}

void sq_phone_camera_picture(sq_phone_camera *c, struct evhttp_request *r) {
    picture_line p;
    if (refuse_without_phone(c, r)) return;
    if (!read_line(&p, r))
        sq_answer_refuse(r, 400, "a picture needs phone, n, t and play");
    else if (!*c->name || strcmp(p.name, c->name) != 0)
        sq_answer_refuse(r, 409, "another phone is the camera");
    else
        take(c, r, &p);
}

void sq_phone_camera_hanging(sq_phone_camera *c, struct evhttp_request *r) {
    char text[SQ_HANGING_TEXT];
    if (refuse_without_phone(c, r)) return;
    sq_hanging_guide_ask(c->guide, text);
    sq_answer_json(r, 200, text);
}
