/* The pages of a game: what listeners are told (ui/stream/event_stream.h) reaches browsers
 * (ui/serve/http_server.h). */
#ifndef SQ_UI_SERVE_GAME_PAGES_H
#define SQ_UI_SERVE_GAME_PAGES_H

#include "ui/serve/http_server.h"
#include "ui/stream/event_stream.h"

/* All null: there are none. */
typedef struct {
    sq_event_log *log;
    sq_server *server;
} sq_pages;

/* Before the stream is opened: somebody then hears its first line. */
sq_code sq_pages_prepare(sq_pages *p, sq_diag *d);

/* Hears the stream (sq_stream_hear). who: the sq_pages. */
void sq_pages_hear(void *who, sq_stream_type type, const json_t *line, const char *text);

/* Opens the pages (sq_server_settings), and says on err where they are. */
sq_code sq_pages_open(sq_pages *p, const char *address, const char *folder, const char *record, FILE *err,
                      sq_diag *d);

/* From any state. */
void sq_pages_close(sq_pages *p);

#endif
