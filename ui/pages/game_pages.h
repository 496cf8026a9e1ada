/* The pages of a game: what listeners are told (ui/stream/event_stream.h) reaches browsers, and their words
 * the game (ui/serve/http_server.h).
 *
 *   GET  /                   the umpire's page                      everybody may look
 *   GET  /board, /overlay    the audience's pages
 *   GET  /record, /rests     the game's record, and what was seen at each rest, as they are on the disk
 *   GET  /picture/NAME.jpg   a picture of a ruling from the game's folder
 *   GET  /passage/LINE       what is kept of that line's passage:
 *                            {"pictures": [{"t": 12.3, "name": "000012.jpg"}]}
 *   GET  /evidence/NAME.jpg  one of these pictures
 *   GET  /live.jpg           what the camera sees now
 *   GET  /phone              the page of a phone that is the camera (ui/pages/phone_camera.h)
 *
 * These need the cookie:
 *
 *   GET  /bundle/LINE        the passage for others to judge (ui/files/bundle.h)
 *   POST /say                a word of the umpire (ui/overrule/word_event.h)
 *   POST /settings           {"hold": true}: the audience sees the score as it is now
 *   POST /camera/look        the camera is tested, or looked for (ui/pages/camera_bench.h)
 *   GET  /camera/result      how that goes
 *   GET  /camera/picture.jpg what was looked at
 *   GET  /camera/check.jpg   the same with what was found
 *   POST /camera/confirm     {"number": 3}: that result holds from now on */
#ifndef SQ_UI_PAGES_GAME_PAGES_H
#define SQ_UI_PAGES_GAME_PAGES_H

#include <pthread.h>

#include "ui/pages/browser.h"
#include "ui/pages/camera_bench.h"
#include "ui/pages/live_view.h"
#include "ui/pages/phone_camera.h"
#include "ui/pages/say_from_page.h"
#include "ui/serve/http_server.h"
#include "ui/stream/event_stream.h"

/* How the watching goes, for the heartbeat of the pages: nobody takes silence for peace. */
typedef struct {
    bool live;
    long long frames;   /* that came */
    double came_s;      /* when the last one came, on our own clock; 0: none has */
    int unjudged_rests; /* that could not be judged */
} sq_pages_health;

/* What the user sets; all of it must outlive the pages. */
typedef struct {
    const char *address, *certificate, *key; /* as in sq_server_settings */
    const char *folder;     /* the game's, for pictures and for the door of the umpire's words */
    const char *record;     /* the file of the game's record */
    sq_phone_camera *phone; /* null: no phone is the camera */
    FILE *err;              /* is told where the pages are */
    bool opens;             /* the umpire's page in the desktop's browser; where there is none, err is told */
} sq_pages_settings;

/* All zero: there are none. */
typedef struct {
    sq_event_log *log;
    sq_server *server;
    sq_pages_settings set;
    sq_browser_way way; /* of the desktop's browser to the umpire's page */
    sq_live_view *live;
    sq_camera_bench *bench;
    sq_word_errands errands; /* the server's thread alone */
    pthread_mutex_t lock;    /* of health */
    sq_pages_health health;
} sq_pages;

/* Before the stream is opened: somebody then hears its first line. */
sq_code sq_pages_prepare(sq_pages *p, sq_diag *d);

/* Hears the stream (sq_stream_hear). who: the sq_pages. */
void sq_pages_hear(void *who, sq_stream_type type, const json_t *line, const char *text);

/* Opens the pages, and says on err where they are. */
sq_code sq_pages_open(sq_pages *p, const sq_pages_settings *settings, sq_diag *d);

/* How the watching goes; from any thread. p null: nothing happens. f: the frame that came, of so many;
 * unjudged: that many more. */
void sq_pages_frame(sq_pages *p, const sq_frame *f, bool live, long long frames);
void sq_pages_unjudged(sq_pages *p, int unjudged);

/* From any state. The server goes first, so that no word comes any more. */
void sq_pages_shut(sq_pages *p);
void sq_pages_close(sq_pages *p);

#endif
