/* The pages: a small web server inside the program, in a thread of its own, on libevent.
 *
 *   GET  /                   the umpire's page                      everybody may look
 *   GET  /board, /overlay    the audience's pages
 *   GET  /NAME               what pages consist of (page_files.h)
 *   GET  /events             what happens, as server-sent events (event_log.h); one stream a page
 *   GET  /record             the record of the game, as it is on the disk
 *   GET  /picture/NAME.jpg   a picture of a ruling from the game's folder
 *   GET  /me                 {"umpire": whether this browser may act}
 *   POST /login              {"code": "K7QM-4ZTA"}                   gives the cookie
 *   POST /say                a word of the umpire (ui/overrule/word_event.h); needs the cookie
 *
 * The game never waits for a page: a page that does not read is cut off, and comes back by itself. Requests
 * that name another host, or come from another origin's page, get nothing done (DNS rebinding, cross-site
 * requests). Only what is listed above can be read. */
#ifndef SQ_UI_SERVE_HTTP_SERVER_H
#define SQ_UI_SERVE_HTTP_SERVER_H

#include "ui/serve/event_log.h"

/* What the user sets, and what the pages show. All of it must outlive the server. */
typedef struct {
    const char *address; /* "8080" (this machine alone), "0.0.0.0:8080", "[::1]:8080"; port 0: a free one */
    sq_event_log *log;
    const char *folder; /* the game's, for pictures and for the door of the umpire's words */
    const char *record; /* the file of the game's record */
} sq_server_settings;

/* Whether a text is such an address: a port, or a numeric address or "localhost" and a port. */
bool sq_server_is_address(const char *text);

typedef struct sq_server sq_server;

/* Opens the port and starts the thread. The caller closes with sq_server_close. SQ_E_ARGUMENT: no such
 * address; SQ_E_DEVICE: it is in use, or not this machine's. */
sq_code sq_server_open(sq_server **out, const sq_server_settings *settings, sq_diag *d);

/* Ends the thread and all connections. Null is allowed. */
void sq_server_close(sq_server *s);

/* For the terminal; valid until it is closed: where the pages are ("http://127.0.0.1:8080/"), and the code.
 */
const char *sq_server_url(const sq_server *s);
const char *sq_server_code(const sq_server *s);

#endif
