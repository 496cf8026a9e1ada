/* A small web server inside the program, in a thread of its own, on libevent. The caller gives a list of
 * routes; these are built in:
 *
 *   GET  /NAME               the files of pages (page_files.h)
 *   GET  /events             what happens, as server-sent events (event_log.h); one stream for each page
 *   GET  /me                 {"umpire": whether this browser may act}
 *   POST /login              {"code": "K7QM-4ZTA"}                   gives the cookie
 *
 * The game never waits for a page: a page that does not read is disconnected, and comes back by itself.
 * Requests that name another host, or come from a page of another origin, are refused (DNS rebinding,
 * cross-site requests). HEAD is answered as GET, without the body. Clients that post, or ask what costs, too
 * fast have to wait. Only what is listed can be read. */
#ifndef SQ_UI_SERVE_HTTP_SERVER_H
#define SQ_UI_SERVE_HTTP_SERVER_H

#include "ui/serve/page_streams.h"

struct evhttp_request;

/* How a path is answered. `answer` runs in the server's thread, which all pages share: it must not take
 * long. */
typedef struct {
    const char *path; /* "/record"; a path that ends with "/" (except "/" itself) stands for all below it */
    bool post;        /* POST; else GET and HEAD */
    bool umpire;      /* only for those who have typed the code */
    bool pictures;    /* POST: a camera's pictures, of up to body_max bytes, without a limit on their rate */
    bool costs;       /* GET: it reads many files, and counts as a post */
    const char *page; /* a file of page_files.h; null: `answer` is called */
    /* below: the rest of the path after one that ends with "/". It must answer (ui/serve/http_answer.h), now
     * or later. */
    void (*answer)(void *who, struct evhttp_request *r, const char *below);
} sq_route;

/* The settings. All of it must outlive the server. */
typedef struct {
    const char *address; /* "8080" (this machine alone), "0.0.0.0:8080", "[::1]:8080"; port 0: a free one */
    const char *certificate, *key; /* PEM files: the pages are encrypted; null: they are not */
    size_t body_max;               /* bytes of the largest picture that can be posted; 0: no pictures */
    sq_event_log *log;
    const sq_route *routes; /* the last one's path is null */
    sq_page_alive alive;    /* writes what the heartbeats say; null: nothing */
    void (*closing)(
        void *who); /* called at the end, to give up requests that are not answered yet; may be null */
    void *who;      /* for routes, alive and closing */
} sq_server_settings;

/* Whether a text is such an address: a port, or a numeric address or "localhost" and a port. */
bool sq_server_is_address(const char *text);

typedef struct sq_server sq_server;

/* Opens the port and starts the thread. The caller closes with sq_server_close. SQ_E_ARGUMENT: no such
 * address; SQ_E_DEVICE: it is in use, or not this machine's; SQ_E_FILE: the certificate cannot be used. */
sq_code sq_server_open(sq_server **out, const sq_server_settings *settings, sq_diag *d);

/* Ends the thread and all connections. Null is allowed. */
void sq_server_close(sq_server *s);

/* Whether a page is open in a browser now. From any thread. */
bool sq_server_is_watched(const sq_server *s);

/* For the terminal, valid until the server is closed: the address of the pages ("http://127.0.0.1:8080/"),
 * the code, and whether other machines can open them. */
const char *sq_server_url(const sq_server *s);
const char *sq_server_code(const sq_server *s);
bool sq_server_is_open_to_others(const sq_server *s);

#endif
