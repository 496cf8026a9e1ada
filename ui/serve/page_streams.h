/* The streams of events of all pages that listen (event_log.h): each line is sent to each page once, and a
 * heartbeat a second. A page that does not read is cut off. For the server's thread alone. */
#ifndef SQ_UI_SERVE_PAGE_STREAMS_H
#define SQ_UI_SERVE_PAGE_STREAMS_H

#include "ui/serve/event_log.h"

struct event_base;
struct evhttp_request;

typedef struct sq_page_streams sq_page_streams;

/* Writes what a heartbeat tells, an object of JSON, with a final 0. */
typedef void (*sq_page_alive)(void *who, char *text, size_t size);

/* alive may be null: a heartbeat then tells nothing. The caller frees *out, also after a failure. */
sq_code sq_page_streams_new(sq_page_streams **out, struct event_base *base, sq_event_log *log,
                            sq_page_alive alive, void *who, sq_diag *d);

/* A page begins to listen. */
void sq_page_streams_open(sq_page_streams *s, struct evhttp_request *r);

/* The end, in two steps: no more lines are sent, before the connections are closed; and after that. Null is
 * allowed. */
void sq_page_streams_silence(sq_page_streams *s);
void sq_page_streams_free(sq_page_streams *s);

/* How many pages listen now. From any thread. */
int sq_page_streams_count(const sq_page_streams *s);

#endif
