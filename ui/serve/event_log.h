/* What the pages hear: lines of JSON, each with a number, in a ring of the newest. Any thread puts lines in;
 * the server's thread reads them and sends them on. Nobody who puts a line in waits for a page.
 *
 * Some lines are kept under a name; a newer line takes the place of an older one of its name. A page that
 * comes late first gets what is kept, in order, and then what follows. A page that was away says the last
 * number that it has heard, and gets what it has missed; where the ring no longer holds that, it begins anew.
 */
#ifndef SQ_UI_SERVE_EVENT_LOG_H
#define SQ_UI_SERVE_EVENT_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vision/system/failure.h"

enum { SQ_EVENT_KIND = 24 }; /* bytes of a kind's name with the final 0 */

typedef struct sq_event_log sq_event_log;

/* The ring holds so many lines. The caller frees with sq_event_log_free. */
sq_code sq_event_log_new(sq_event_log **out, int capacity, sq_diag *d);
void sq_event_log_free(sq_event_log *log); /* null is allowed; nobody may use it any more */

/* A file that can be read (poll) when a line has come; the log's own. */
int sq_event_log_news(const sq_event_log *log);

/* Puts a line in; it is copied. keep: the name under which it is kept; null: it is not. Of names beyond some
 * thousands the oldest is forgotten. A line for which there is no memory is lost; pages then begin anew. */
void sq_event_log_put(sq_event_log *log, const char *kind, const char *line, const char *keep);

/* Forgets what is kept: another game begins. */
void sq_event_log_forget(sq_event_log *log);

/* How many lines have been put in: the number of the newest. */
uint64_t sq_event_log_newest(const sq_event_log *log);

/* Where a page stands. All 0: it has heard nothing. A page that comes back has the last number that it heard.
 */
typedef struct {
    uint64_t heard;
    uint64_t begun_at; /* the log's own: it gets the kept lines up to this number; 0: it has them */
    bool anew;         /* the log's own: the next line is the first of a fresh start */
} sq_event_place;

typedef struct {
    uint64_t number;
    char kind[SQ_EVENT_KIND];
    char *text; /* the caller frees it */
    bool anew;  /* it is the first of a fresh start: what was heard before no longer counts */
} sq_event_line;

/* The next line for a page at this place, which is moved on. False where there is none, or no memory. */
bool sq_event_log_next(sq_event_log *log, sq_event_place *place, sq_event_line *line);

#endif
