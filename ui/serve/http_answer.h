/* Answers to a request of a page, on libevent's HTTP. For the server's thread alone. */
#ifndef SQ_UI_SERVE_HTTP_ANSWER_H
#define SQ_UI_SERVE_HTTP_ANSWER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

struct evhttp_request;

/* A header of the request; null if it has none. Valid as long as the request. */
const char *sq_request_header(struct evhttp_request *r, const char *name);

/* The request's body as JSON without a key that comes twice; null for anything else. The caller decrefs. */
json_t *sq_request_json(struct evhttp_request *r);

/* Adds a header to the answer; both texts are copied. */
void sq_answer_header(struct evhttp_request *r, const char *name, const char *value);

/* Adds the headers that every answer has: they forbid a page to load, run or send anything from or to other
 * hosts. */
void sq_answer_common(struct evhttp_request *r, const char *type);

/* Each of these ends the request. type: for the header Content-Type; the bytes are copied. */
void sq_answer_bytes(struct evhttp_request *r, int status, const char *type, const void *bytes, size_t n);
/* The same for a document that brings its style with it, as a sheet does: it may load nothing at all. */
void sq_answer_document(struct evhttp_request *r, const char *type, const void *bytes, size_t n);
void sq_answer_json(struct evhttp_request *r, int status, const char *json);
/* why: one sentence without its full stop and without quotation marks: JSON, or a page for a person who opens
 * an address in a browser. */
void sq_answer_refuse(struct evhttp_request *r, int status, const char *why);
/* Sends a file of the pages (page_files.h). False, and nothing is sent, if there is none of this name. */
bool sq_answer_page(struct evhttp_request *r, const char *name);
/* Sends an ordinary file, or 404; a link counts as no file. */
void sq_answer_file(struct evhttp_request *r, const char *path, const char *type);

/* For a request that was kept while its connection has closed: frees it if libevent leaves that to us. Null
 * is allowed. */
void sq_request_drop(struct evhttp_request *r);

#endif
