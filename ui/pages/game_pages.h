/* The pages of a game: they bring the event stream (ui/stream/event_stream.h) to browsers, and the umpire's
 * words from browsers to the game, by the web server (ui/serve/http_server.h).
 *
 *   GET  /                   the umpire's page                      everybody may look
 *   GET  /board, /overlay    the audience's pages
 *   GET  /record, /rests     the game's record, and what was seen at each rest, as they are on the disk
 *   GET  /picture/NAME.jpg   a picture from the game's folder; 0007.jpg: that of the ruling in line 7
 *   GET  /passage/LINE       the pictures that are kept of that line's passage:
 *                            {"pictures": [{"t": 12.3, "name": "000012.jpg"}]}
 *   GET  /evidence/NAME.jpg  one of these pictures
 *   GET  /live.jpg           what the camera sees now
 *   GET  /phone              the page of a phone that is the camera (ui/pages/phone_camera.h)
 *
 * These need the cookie:
 *
 *   GET  /bundle/LINE        the passage for others to judge (ui/files/game_bundle.h)
 *   POST /say                a word of the umpire (ui/overrule/umpire_word_json.h)
 *   POST /settings           {"hold": true}: the audience goes on seeing the present score
 *   POST /camera/look        tests the camera, or finds it anew (ui/pages/camera_section.h)
 *   GET  /camera/result      the state of that
 *   GET  /camera/picture.jpg the picture that it looked at
 *   GET  /camera/check.jpg   the same with what was found
 *   POST /camera/confirm     {"number": 3}: that result is used from now on
 *
 * Where several games are played one after another, lines are those of the present one. */
#ifndef SQ_UI_PAGES_GAME_PAGES_H
#define SQ_UI_PAGES_GAME_PAGES_H

#include <pthread.h>

#include "ui/pages/camera_section.h"
#include "ui/pages/live_view.h"
#include "ui/pages/open_browser.h"
#include "ui/pages/phone_camera.h"
#include "ui/pages/say_from_page.h"
#include "ui/serve/http_server.h"
#include "ui/stream/event_stream.h"

/* The state of the source, for the heartbeat of the pages, so that a dead source is not mistaken for a quiet
 * game. */
typedef struct {
    bool live;          /* the source is a camera, phone or stream */
    bool ended;         /* the source has ended; its pages stay */
    long long frames;   /* how many came */
    double t;           /* of the last one, on the source's clock */
    double came_s;      /* when the last one came, on our own clock; 0: none has */
    int unjudged_rests; /* that could not be judged */
} sq_pages_health;

/* What the user sets; all of it must outlive the pages. */
typedef struct {
    const char *address, *certificate, *key; /* as in sq_server_settings */
    const char *folder;     /* the game's: for pictures, and for the door that takes the umpire's words */
    const char *record;     /* the file of the first game's record */
    sq_phone_camera *phone; /* null: no phone is the camera */
    FILE *err;              /* gets the address of the pages */
    bool opens; /* open the umpire's page in the desktop's browser; err is told if there is none */
    void (*held)(void *who, bool holds); /* is told when the umpire holds the score back or lets it go; null:
                                            nobody */
    void *who;
} sq_pages_settings;

/* All zero: there are none. */
typedef struct {
    sq_event_log *log;
    sq_server *server;
    sq_pages_settings set;
    sq_browser_way way; /* of the desktop's browser to the umpire's page */
    sq_live_view *live;
    sq_camera_section *section;
    sq_word_errands errands; /* the server's thread alone, as `holds` */
    bool holds;              /* the audience goes on seeing the score as it was */
    pthread_mutex_t lock;    /* of the next two */
    sq_pages_health health;
    int game; /* the number of the present one, from 1 */
} sq_pages;

/* Call it before the stream is opened, so that the pages get its first line. holds: the audience sees no
 * score until the umpire lets it go. SQ_E_MEMORY, SQ_E_LIBRARY. */
sq_code sq_pages_prepare(sq_pages *p, bool holds, sq_diag *d);

/* Takes the lines of the stream (an sq_stream_hear). who: the sq_pages. */
void sq_pages_hear(void *who, sq_stream_type type, const json_t *line, const char *text);

/* Opens the pages, and writes their address to err. Fails as sq_server_open; close them after a failure too.
 */
sq_code sq_pages_open(sq_pages *p, const sq_pages_settings *settings, sq_diag *d);

/* The state of the source; from any thread; p may be null. f: the newest frame; frames: how many have come;
 * unjudged: how many more rests could not be judged. */
void sq_pages_frame(sq_pages *p, const sq_frame *f, bool live, long long frames);
void sq_pages_unjudged(sq_pages *p, int unjudged);
void sq_pages_source_ended(sq_pages *p);

/* The end in two steps, from any state: shut ends the server, so that no more words come; close frees the
 * rest. */
void sq_pages_shut(sq_pages *p);
void sq_pages_close(sq_pages *p);

#endif
