/* Answers to requests: headers that all have, bytes, JSON, files, refusals. */
#include "ui/serve/http_answer.h"

#include <ctype.h>
#include <event2/buffer.h>
#include <event2/http.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/serve/page_files.h"

/* Of every policy. */
#define FRAMED "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

void sq_answer_header(struct evhttp_request *r, const char *name, const char *value) {
    evhttp_add_header(evhttp_request_get_output_headers(r), name, value);
}

const char *sq_request_header(struct evhttp_request *r, const char *name) {
    return evhttp_find_header(evhttp_request_get_input_headers(r), name);
}

json_t *sq_request_json(struct evhttp_request *r) {
    struct evbuffer *body = evhttp_request_get_input_buffer(r);
    return json_loadb((const char *)evbuffer_pullup(body, -1), evbuffer_get_length(body),
                      JSON_REJECT_DUPLICATES, NULL);
}

static void add_common(struct evhttp_request *r, const char *type, const char *policy) {
    sq_answer_header(r, "Content-Type", type);
    sq_answer_header(r, "Cache-Control", "no-store");
    sq_answer_header(r, "X-Content-Type-Options", "nosniff");
    sq_answer_header(r, "Referrer-Policy", "no-referrer");
    sq_answer_header(r, "Content-Security-Policy", policy);
}

void sq_answer_common(struct evhttp_request *r, const char *type) {
    add_common(r, type,
               "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src "
               "'self'; " FRAMED);
}

/* Who asks for the head alone gets that of the answer to GET, with the length of a body that is not sent. */
static void send_reply(struct evhttp_request *r, int status, struct evbuffer *out) {
    char length[24];
    if (out && evhttp_request_get_command(r) == EVHTTP_REQ_HEAD) {
        snprintf(length, sizeof length, "%zu", evbuffer_get_length(out));
        sq_answer_header(r, "Content-Length", length);
        evbuffer_drain(out, evbuffer_get_length(out));
    }
    evhttp_send_reply(r, status, NULL, out);
    if (out) evbuffer_free(out);
}

static void reply(struct evhttp_request *r, int status, const void *bytes, size_t n) {
    struct evbuffer *out = evbuffer_new();
    if (out) evbuffer_add(out, bytes, n);
    send_reply(r, status, out);
}

void sq_answer_bytes(struct evhttp_request *r, int status, const char *type, const void *bytes, size_t n) {
    sq_answer_common(r, type);
    reply(r, status, bytes, n);
}

void sq_answer_document(struct evhttp_request *r, const char *type, const void *bytes, size_t n) {
    add_common(r, type, "default-src 'none'; style-src 'unsafe-inline'; " FRAMED);
    reply(r, 200, bytes, n);
}

void sq_answer_json(struct evhttp_request *r, int status, const char *json) {
    sq_answer_bytes(r, status, "application/json", json, strlen(json));
}

/* A browser that was given an address asks for HTML; scripts and pictures do not. */
static bool is_for_person(struct evhttp_request *r) {
    const char *accept = sq_request_header(r, "Accept");
    return evhttp_request_get_command(r) != EVHTTP_REQ_POST && accept && strstr(accept, "text/html");
}

static char *refusal_page(const char *why) {
    char *page = NULL, *text = evhttp_htmlescape(why);
    size_t n = 0;
    FILE *to = text ? open_memstream(&page, &n) : NULL;
    if (to) {
        fprintf(to,
                "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                "<title>squint</title>\n<link rel=\"icon\" href=\"/icon.svg\">\n"
                "<link rel=\"stylesheet\" href=\"/style.css\">\n</head>\n<body class=\"refused\">\n"
                "<h1>%c%s.</h1>\n<p><a href=\"/\">The first page</a> <a href=\"/board\">The audience's "
                "board</a></p>\n</body>\n</html>\n",
                toupper((unsigned char)*text), *text ? text + 1 : "");
        fclose(to);
    }
    free(text);
    return page;
}

void sq_answer_refuse(struct evhttp_request *r, int status, const char *why) {
    char *page = is_for_person(r) ? refusal_page(why) : NULL;
    if (page) {
        sq_answer_bytes(r, status, "text/html; charset=utf-8", page, strlen(page));
        free(page);
        return;
    }
    json_t *refusal = json_pack("{s:s}", "error", why);
    char *text = refusal ? json_dumps(refusal, JSON_COMPACT) : NULL;
    sq_answer_json(r, status, text ? text : "{}");
    free(text);
    json_decref(refusal);
}

bool sq_answer_page(struct evhttp_request *r, const char *name) {
    for (const sq_page_file *f = sq_page_files; f->name; f++)
        if (!strcmp(f->name, name)) {
            sq_answer_bytes(r, 200, f->type, f->bytes, f->size);
            return true;
        }
    return false;
}

void sq_answer_file(struct evhttp_request *r, const char *path, const char *type) {
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0 || fstat(file, &about) || !S_ISREG(about.st_mode)) {
        if (file >= 0) close(file);
        sq_answer_refuse(r, 404, "there is no such file yet");
        return;
    }
    sq_answer_common(r, type);
    struct evbuffer *out = evbuffer_new();
    bool taken = out && about.st_size && !evbuffer_add_file(out, file, 0, about.st_size);
    if (!taken) close(file); /* an empty one too: libevent cannot map it */
    send_reply(r, 200, out);
}

void sq_request_drop(struct evhttp_request *r) {
    if (r && !evhttp_request_get_connection(r)) evhttp_request_free(r);
}
