/* Which lines of the stream a page gets that comes late, the routes of a game, and where the pages are. */
#include "ui/pages/game_pages.h"

#include <event2/http.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ui/files/game_bundle.h"
#include "ui/game/evidence.h"
#include "ui/game/game_folder.h"
#include "ui/serve/encryption.h"
#include "ui/serve/http_answer.h"
#include "ui/serve/qr_code.h"
#include "vision/system/clock.h"

/* Lines that a page which was away may catch up with; one that was away longer begins anew. Ten minutes of
 * play. */
enum { LINES = 512 };

static void tell_hold(sq_pages *p, bool holds) {
    p->holds = holds;
    sq_event_log_put(p->log, "settings", holds ? "{\"hold\":true}" : "{\"hold\":false}", "settings");
}

sq_code sq_pages_prepare(sq_pages *p, bool holds, sq_diag *d) {
    pthread_mutex_init(&p->lock, NULL);
    p->game = 1;
    if (sq_event_log_new(&p->log, LINES, d)) return d->code;
    if (holds) tell_hold(p, true);
    sq_code code = sq_live_view_new(&p->live, d);
    return code ? code : sq_camera_section_new(&p->section, d);
}

static const char *const names[] = {
#define X(type, name, again, what) name,
    SQ_STREAM_LIST(X)
#undef X
};

/* Of all that stops rulings the newest is kept, with the word that they go on; of other news the newest of
 * its kind. */
static const char *notice_name(const char *kind, char room[32]) {
    static const char *const stops[] = {"camera-moved", "light-gone", "blurred", "rulings-go-on"};
    if (!kind) return NULL;
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
        if (!strcmp(kind, stops[i])) return "notice rulings";
    snprintf(room, 32, "notice %.20s", kind);
    return room;
}

/* The name under which a line is kept: of the record every line, of questions each one as it was asked last,
 * of all else the newest. Null: it is not kept, it tells of a moment. */
static const char *name_of(sq_stream_type type, const json_t *line, char room[32]) {
    switch (type) {
    case SQ_STREAM_EVENT:
        snprintf(room, 32, "event %lld", json_integer_value(json_object_get(line, "line")));
        return room;
    case SQ_STREAM_QUESTION:
        snprintf(room, 32, "question %lld", json_integer_value(json_object_get(line, "question")));
        return room;
    case SQ_STREAM_START:
    case SQ_STREAM_AUTOMATION:
    case SQ_STREAM_STATE:
    case SQ_STREAM_POSITION:
    case SQ_STREAM_END: return names[type];
    case SQ_STREAM_NOTICE: /* what lasts is known to who comes late; that rulings go on ends what has stopped
                              them */
        return notice_name(json_string_value(json_object_get(line, "kind")), room);
    default: return NULL;
    }
}

/* Another game begins: what is told of the one before it is forgotten, but not how squint is set, nor what is
 * wrong with camera and files. */
static void begin_next_game(sq_pages *p) {
    static const sq_stream_type of_game[] = {SQ_STREAM_EVENT, SQ_STREAM_QUESTION, SQ_STREAM_STATE,
                                             SQ_STREAM_POSITION, SQ_STREAM_END};
    for (size_t i = 0; i < sizeof of_game / sizeof *of_game; i++)
        sq_event_log_forget(p->log, names[of_game[i]]);
    pthread_mutex_lock(&p->lock);
    p->game++;
    pthread_mutex_unlock(&p->lock);
}

static int present_game(sq_pages *p) {
    pthread_mutex_lock(&p->lock);
    int game = p->game;
    pthread_mutex_unlock(&p->lock);
    return game;
}

static void present_record(char record[PATH_MAX], sq_pages *p) {
    sq_game_record_after(record, p->set.record, present_game(p));
}

void sq_pages_hear(void *who, sq_stream_type type, const json_t *line, const char *text) {
    sq_pages *p = who;
    char room[32];
    if (type == SQ_STREAM_NEW_GAME) begin_next_game(p);
    sq_event_log_put(p->log, names[type], text, name_of(type, line, room));
}

/* ---- Routes ---- */

static void give_record(void *who, struct evhttp_request *r, const char *below) {
    char record[PATH_MAX];
    (void)below;
    present_record(record, who);
    sq_answer_file(r, record, "application/x-ndjson");
}

/* What was seen at each rest: where winks are to be put back to. */
static void give_rests(void *who, struct evhttp_request *r, const char *below) {
    const sq_pages *p = who;
    char path[PATH_MAX];
    (void)below;
    snprintf(path, sizeof path, "%.4000s/rests.jsonl", p->set.folder);
    sq_answer_file(r, path, "application/x-ndjson");
}

/* Names of pictures are digits, small letters and hyphens, with dots between them: nothing leads out of the
 * folder. */
static void give_jpeg(struct evhttp_request *r, const char *folder, const char *below, const char *name) {
    char path[PATH_MAX];
    size_t n = strlen(name);
    bool well = n > 4 && n < 100 && *name != '.' && !strcmp(name + n - 4, ".jpg") && !strstr(name, "..") &&
                strspn(name, "0123456789abcdefghijklmnopqrstuvwxyz-.") == n;
    snprintf(path, sizeof path, "%.3900s/%s%.100s", folder, below, name);
    if (well)
        sq_answer_file(r, path, "image/jpeg");
    else
        sq_answer_refuse(r, 404, "there is no such picture");
}

/* Pages know lines alone, and name a picture as the first game's is named. */
static void give_picture(void *who, struct evhttp_request *r, const char *name) {
    sq_pages *p = who;
    char asked[SQ_RULING_FILE_MAX], present[SQ_RULING_FILE_MAX];
    int line = (int)strtol(name, NULL, 10);
    sq_ruling_file(asked, 1, line);
    sq_ruling_file(present, present_game(p), line);
    give_jpeg(r, p->set.folder, "", strcmp(asked, name) ? name : present);
}

static void give_evidence(void *who, struct evhttp_request *r, const char *name) {
    give_jpeg(r, ((const sq_pages *)who)->set.folder, "evidence/", name);
}

static void give_live(void *who, struct evhttp_request *r, const char *below) {
    const sq_pages *p = who;
    size_t n = 0;
    (void)below;
    unsigned char *jpeg = sq_live_view_take(p->live, &n);
    if (jpeg)
        sq_answer_bytes(r, 200, "image/jpeg", jpeg, n);
    else
        sq_answer_bytes(r, 204, "image/jpeg", "", 0);
    free(jpeg);
}

/* ---- The camera ---- */

static void answer_object(struct evhttp_request *r, json_t *o) {
    char *text = json_dumps(o, JSON_COMPACT | JSON_REAL_PRECISION(8));
    sq_answer_json(r, text ? 200 : 503, text ? text : "{}");
    free(text);
    json_decref(o);
}

static void look_at_camera(void *who, struct evhttp_request *r, const char *below) {
    (void)below;
    json_t *wish = sq_request_json(r);
    long long number = sq_camera_section_ask(((const sq_pages *)who)->section, wish);
    json_decref(wish);
    if (number)
        answer_object(r, json_pack("{s:I}", "number", (json_int_t)number));
    else
        sq_answer_refuse(r, 400, "look must be zero or camera; corners are four places of the last picture");
}

static void give_result(void *who, struct evhttp_request *r, const char *below) {
    (void)below;
    answer_object(r, sq_camera_section_result(((const sq_pages *)who)->section));
}

static void give_section_jpeg(void *who, struct evhttp_request *r, bool check) {
    size_t n = 0;
    unsigned char *jpeg = sq_camera_section_jpeg(((const sq_pages *)who)->section, check, &n);
    if (jpeg)
        sq_answer_bytes(r, 200, "image/jpeg", jpeg, n);
    else
        sq_answer_refuse(r, 404, "no picture was looked at yet");
    free(jpeg);
}

static void give_camera_picture(void *who, struct evhttp_request *r, const char *below) {
    (void)below;
    give_section_jpeg(who, r, false);
}

static void give_camera_check(void *who, struct evhttp_request *r, const char *below) {
    (void)below;
    give_section_jpeg(who, r, true);
}

static void confirm_camera(void *who, struct evhttp_request *r, const char *below) {
    (void)below;
    json_t *o = sq_request_json(r);
    bool well = sq_camera_section_confirm(((const sq_pages *)who)->section,
                                          json_integer_value(json_object_get(o, "number")));
    json_decref(o);
    if (well)
        sq_answer_json(r, 200, "{\"done\":true}\n");
    else
        sq_answer_refuse(r, 409, "a newer look has replaced it, or it found nothing; look again");
}

/* A line of the record by the end of a path; 0: it is none. */
static int line_in(const char *below) {
    char *end;
    long n = strtol(below, &end, 10);
    return end != below && !*end && n > 0 && n < INT_MAX ? (int)n : 0;
}

static void add_picture(json_t *list, double t, const char *path) {
    const char *name = strrchr(path, '/');
    if (!access(path, R_OK))
        json_array_append_new(list, json_pack("{s:f,s:s}", "t", t, "name", name ? name + 1 : path));
}

static double last_time(const json_t *list) {
    size_t n = json_array_size(list);
    return n ? json_number_value(json_object_get(json_array_get(list, n - 1), "t")) : 0;
}

/* The pictures of a passage in the order of time: of each rest, the motion before it and then itself. */
static json_t *pictures_of(const char *folder, const sq_passage *passage) {
    char evidence[PATH_MAX], picture[PATH_MAX], camera[PATH_MAX];
    sq_evidence_moment *moments;
    json_t *list = json_array();
    double *times = sq_passage_times(passage, folder);
    snprintf(evidence, sizeof evidence, "%.4000s/evidence", folder);
    int n = sq_evidence_motion(&moments, evidence, passage->first + 1, passage->last), i = 0;
    for (int rest = passage->first; rest <= passage->last; rest++) {
        for (; i < n && moments[i].rest <= rest; i++)
            add_picture(list, moments[i].t, moments[i].path);
        sq_evidence_rest(picture, camera, evidence, rest);
        /* One that could not be judged stands behind what was before it. */
        double t = times ? times[rest - passage->first] : NAN;
        add_picture(list, isfinite(t) ? t : last_time(list), picture);
    }
    free(moments);
    free(times);
    return list;
}

static void give_passage(void *who, struct evhttp_request *r, const char *below) {
    sq_pages *p = who;
    char record[PATH_MAX];
    sq_passage passage;
    sq_diag d;
    int line = line_in(below);
    present_record(record, p);
    if (!line || sq_passage_of(&passage, p->set.folder, record, line, &d)) {
        sq_answer_refuse(r, 404, "nothing was seen of such a line");
        return;
    }
    answer_object(r, json_pack("{s:o}", "pictures", pictures_of(p->set.folder, &passage)));
}

static void give_bundle(void *who, struct evhttp_request *r, const char *below) {
    sq_pages *p = who;
    unsigned char *bytes;
    char name[64], record[PATH_MAX];
    size_t n;
    sq_diag d;
    int line = line_in(below);
    present_record(record, p);
    if (!line || sq_bundle_make(&bytes, &n, p->set.folder, record, line, false, &d)) {
        sq_answer_refuse(r, 404, "nothing was seen of such a line");
        return;
    }
    snprintf(name, sizeof name, "attachment; filename=\"line-%d.tar.gz\"", line);
    sq_answer_header(r, "Content-Disposition", name);
    sq_answer_bytes(r, 200, "application/gzip", bytes, n);
    free(bytes);
}

static void say(void *who, struct evhttp_request *r, const char *below) {
    sq_pages *p = who;
    (void)below;
    sq_word_errand(&p->errands, p->set.folder, r);
}

/* Told to all pages; those that come later see what the audience saw when the hold began. */
static void hold_score(sq_pages *p, bool holds) {
    if (holds == p->holds) return;
    if (holds) {
        sq_event_log_hold(p->log, names[SQ_STREAM_STATE]);
        sq_event_log_hold(p->log, names[SQ_STREAM_POSITION]);
    } else {
        sq_event_log_let_go(p->log);
    }
    tell_hold(p, holds);
    if (p->set.held) p->set.held(p->set.who, holds);
}

static void take_settings(void *who, struct evhttp_request *r, const char *below) {
    (void)below;
    json_t *o = sq_request_json(r);
    const json_t *hold = json_object_get(o, "hold");
    if (json_is_boolean(hold)) {
        hold_score(who, json_is_true(hold));
        sq_answer_json(r, 200, "{\"done\":true}\n");
    } else {
        sq_answer_refuse(r, 400, "hold must be true or false");
    }
    json_decref(o);
}

static void begin_phone(void *who, struct evhttp_request *r, const char *below) {
    (void)below;
    sq_phone_camera_begin(((const sq_pages *)who)->set.phone, r);
}

static void take_phones_picture(void *who, struct evhttp_request *r, const char *below) {
    (void)below;
    sq_phone_camera_picture(((const sq_pages *)who)->set.phone, r);
}

static void give_hanging(void *who, struct evhttp_request *r, const char *below) {
    (void)below;
    sq_phone_camera_hanging(((const sq_pages *)who)->set.phone, r);
}

static const sq_route routes[] = {
    {.path = "/", .page = "console.html"},
    {.path = "/board", .page = "scoreboard.html"},
    {.path = "/overlay", .page = "overlay.html"},
    {.path = "/record", .answer = give_record},
    {.path = "/rests", .answer = give_rests},
    {.path = "/picture/", .answer = give_picture},
    {.path = "/evidence/", .answer = give_evidence},
    {.path = "/passage/", .costs = true, .answer = give_passage},
    {.path = "/live.jpg", .answer = give_live},
    {.path = "/camera/look", .post = true, .umpire = true, .answer = look_at_camera},
    {.path = "/camera/result", .umpire = true, .answer = give_result},
    {.path = "/camera/picture.jpg", .umpire = true, .answer = give_camera_picture},
    {.path = "/camera/check.jpg", .umpire = true, .answer = give_camera_check},
    {.path = "/camera/confirm", .post = true, .umpire = true, .answer = confirm_camera},
    {.path = "/bundle/", .umpire = true, .costs = true, .answer = give_bundle},
    {.path = "/say", .post = true, .umpire = true, .answer = say},
    {.path = "/phone", .page = "phone.html"},
    {.path = "/phone/begin", .post = true, .umpire = true, .answer = begin_phone},
    {.path = "/phone/picture", .post = true, .umpire = true, .pictures = true, .answer = take_phones_picture},
    {.path = "/phone/hanging", .umpire = true, .answer = give_hanging},
    {.path = "/settings", .post = true, .umpire = true, .answer = take_settings},
    {0}};

static void give_up_words(void *who) {
    sq_pages *p = who;
    sq_word_errands_end(&p->errands);
}

/* ---- The heartbeat ---- */

static void tell_alive(void *who, char *text, size_t size) {
    sq_pages *p = who;
    pthread_mutex_lock(&p->lock);
    sq_pages_health h = p->health;
    pthread_mutex_unlock(&p->lock);
    snprintf(text, size, "{\"live\":%s,\"frames\":%lld,\"t\":%.3f,\"age_s\":%.1f,\"unjudged\":%d%s}",
             h.live ? "true" : "false", h.frames, h.t, h.came_s > 0 ? sq_monotonic_s() - h.came_s : -1.0,
             h.unjudged_rests, h.ended ? ",\"ended\":true" : "");
}

void sq_pages_frame(sq_pages *p, const sq_frame *f, bool live, long long frames) {
    if (!p) return;
    sq_live_view_offer(p->live, f);
    sq_camera_section_offer(p->section, f);
    pthread_mutex_lock(&p->lock);
    p->health.live = live;
    p->health.frames = frames;
    p->health.t = f->t;
    p->health.came_s = sq_monotonic_s();
    pthread_mutex_unlock(&p->lock);
}

void sq_pages_unjudged(sq_pages *p, int unjudged) {
    if (!p || !unjudged) return;
    pthread_mutex_lock(&p->lock);
    p->health.unjudged_rests += unjudged;
    pthread_mutex_unlock(&p->lock);
}

void sq_pages_source_ended(sq_pages *p) {
    pthread_mutex_lock(&p->lock);
    p->health.ended = true;
    pthread_mutex_unlock(&p->lock);
}

/* ---- Opening and closing ---- */

static void tell_where(const sq_pages *p) {
    const char *url = sq_server_url(p->server), *code = sq_server_code(p->server);
    char link[256], print[SQ_CERTIFICATE_PRINT];
    FILE *err = p->set.err;
    if (p->set.phone) fprintf(err, "squint: the phone's page       %sphone#%s\n", url, code);
    snprintf(link, sizeof link, "%s#%s", url, code);
    fprintf(err,
            "squint: the umpire's page      %s\n"
            "squint: the audience's pages   %sboard   %soverlay\n"
            "squint: the umpire's code      %s\n",
            link, url, url, code);
    if (p->set.certificate) {
        sq_certificate_print(p->set.certificate, print);
        fprintf(err, "squint: the certificate        %s\n", print);
    }
    if (p->set.phone) snprintf(link, sizeof link, "%sphone#%s", url, code);
    if (sq_server_is_open_to_others(p->server) && isatty(fileno(err))) sq_link_code_print(err, link);
}

static void open_umpires_page(sq_pages *p) {
    char link[256];
    snprintf(link, sizeof link, "%s#%s", sq_server_url(p->server), sq_server_code(p->server));
    if (!sq_browser_open(&p->way, link))
        fputs("squint: no browser could be opened; open the umpire's page in one yourself\n", p->set.err);
}

sq_code sq_pages_open(sq_pages *p, const sq_pages_settings *settings, sq_diag *d) {
    p->set = *settings;
    const sq_server_settings server = {.address = settings->address,
                                       .certificate = settings->certificate,
                                       .key = settings->key,
                                       .body_max = settings->phone ? SQ_INBOX_BYTES_MAX : 0,
                                       .log = p->log,
                                       .routes = routes,
                                       .alive = tell_alive,
                                       .closing = give_up_words,
                                       .who = p};
    sq_code code = sq_server_open(&p->server, &server, d);
    if (!code) tell_where(p);
    if (!code && settings->opens) open_umpires_page(p);
    return code;
}

void sq_pages_shut(sq_pages *p) {
    sq_server_close(p->server);
    p->server = NULL;
}

void sq_pages_close(sq_pages *p) {
    sq_pages_shut(p);
    sq_browser_forget(&p->way);
    if (p->log) pthread_mutex_destroy(&p->lock);
    sq_event_log_free(p->log);
    sq_live_view_free(p->live);
    sq_camera_section_free(p->section);
    *p = (sq_pages){0};
}
