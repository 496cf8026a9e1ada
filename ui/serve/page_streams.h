/* The event streams to all connected pages (event_log.h): each page gets each line once, and a heartbeat
 * every second. A page that does not read is disconnected. Only for the server's thread. */
#ifndef SQ_UI_SERVE_PAGE_STREAMS_H
#define SQ_UI_SERVE_PAGE_STREAMS_H

#include "ui/serve/event_log.h"

struct event_base;
struct evhttp_request;

typedef struct sq_page_streams sq_page_streams;

/* Writes what a heartbeat says: a JSON object, with a final 0. */
typedef void (*sq_page_alive)(void *who, char *text, size_t size);

/* alive may be null: heartbeats are then empty. The caller frees *out, also after a failure
 * (SQ_E_MEMORY). */
sq_code sq_page_streams_new(sq_page_streams **out, struct event_base *base, sq_event_log *log,
                            sq_page_alive alive, void *who, sq_diag *d);

/* Adds the stream of a page. umpire: the page may act; some streams are kept for such pages. */
void sq_page_streams_open(sq_page_streams *s, struct evhttp_request *r, bool umpire);

/* The end in two steps. silence: sends no more lines; call it before the connections are closed. free: call
 * it after that. Null is allowed. */
void sq_page_streams_silence(sq_page_streams *s);
void sq_page_streams_free(sq_page_streams *s);

/* How many pages listen now. From any thread. */
int sq_page_streams_count(const sq_page_streams *s);

#endif
