/* Answers to a request of a page, on libevent's HTTP. For the server's thread alone. */
#ifndef SQ_UI_SERVE_ANSWER_H
#define SQ_UI_SERVE_ANSWER_H

#include <stddef.h>

struct evhttp_request;

/* A header of the request; null where it has none. Valid as long as the request. */
const char *sq_request_header(struct evhttp_request *r, const char *name);

/* Adds a header to the answer; both texts are copied. */
void sq_answer_header(struct evhttp_request *r, const char *name, const char *value);

/* The headers that every answer has: nothing of a page comes from elsewhere, runs from elsewhere or sends
 * elsewhere. */
void sq_answer_common(struct evhttp_request *r, const char *type);

/* Each of these ends the request. type: for the header Content-Type; the bytes are copied. */
void sq_answer_bytes(struct evhttp_request *r, int status, const char *type, const void *bytes, size_t n);
void sq_answer_json(struct evhttp_request *r, int status, const char *json);
/* why: one sentence without quotation marks. */
void sq_answer_refuse(struct evhttp_request *r, int status, const char *why);
/* An ordinary file as it is now, or 404; a link is none. */
void sq_answer_file(struct evhttp_request *r, const char *path, const char *type);

/* For who has kept a request, when its connection has broken off: it is then ours to free; one that goes with
 * its connection is not. Null is allowed. */
void sq_request_drop(struct evhttp_request *r);

#endif
