/* The events that pages get: numbered lines of JSON, the newest of them in a ring. Any thread puts lines in;
 * the server's thread reads them and sends them on. Whoever puts a line in never waits for a page.
 *
 * Some lines are kept under a name; a newer line replaces an older one of the same name. A page that comes
 * late first gets the kept lines, in order, and then new ones. A page that was disconnected gives the last
 * number that it has, and gets the lines after it; if the ring no longer holds them, it begins anew. */
#ifndef SQ_UI_SERVE_EVENT_LOG_H
#define SQ_UI_SERVE_EVENT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vision/system/failure.h"

enum { SQ_EVENT_KIND = 24 }; /* bytes of a kind's name with the final 0 */

typedef struct sq_event_log sq_event_log;

/* capacity: lines in the ring. The caller frees; after a failure (SQ_E_MEMORY, SQ_E_LIBRARY) *out is null. */
sq_code sq_event_log_new(sq_event_log **out, int capacity, sq_diag *d);
void sq_event_log_free(sq_event_log *log); /* null is allowed; nobody may use it any more */

/* A file descriptor that can be read (poll) when a line has come; the log owns it. */
int sq_event_log_news(const sq_event_log *log);

/* Puts a line in; it is copied. keep: the name under which it is kept; null: it is not kept. After some
 * thousand names the oldest is forgotten. If memory runs out, the line is lost, and pages begin anew. */
void sq_event_log_put(sq_event_log *log, const char *kind, const char *line, const char *keep);

/* Forgets the kept lines of a kind, but not those that are held. */
void sq_event_log_forget(sq_event_log *log, const char *kind);

/* Holds the line that is kept under a name: until all are let go, a page that comes late gets it as it is
 * now, and then, in order, what has come since. */
void sq_event_log_hold(sq_event_log *log, const char *name);
void sq_event_log_let_go(sq_event_log *log);

/* How far a page has got. All 0: it has no lines yet. For a page that comes back, `heard` is the last number
 * that it has. */
typedef struct {
    uint64_t heard;
    uint64_t begun_at; /* set by the log: the page gets the kept lines up to this number; 0: it has them */
    bool anew;         /* set by the log: the page begins anew with the next line */
} sq_event_place;

typedef struct {
    uint64_t number;
    char kind[SQ_EVENT_KIND];
    char *text; /* the caller frees it */
    bool anew;  /* the page begins anew with it: earlier lines no longer count */
} sq_event_line;

/* The next line for a page; advances its place. False if there is none, or memory runs out. */
bool sq_event_log_next(sq_event_log *log, sq_event_place *place, sq_event_line *line);

#endif
