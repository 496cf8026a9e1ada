/* The options of squint referee, for tiddlywinks and for other games. */
#ifndef SQ_UI_TERMINAL_REFEREE_OPTIONS_H
#define SQ_UI_TERMINAL_REFEREE_OPTIONS_H

#include "ui/files/inputs_and_outputs.h"
#include "ui/referee/referee_other_game.h"
#include "ui/session/session.h"

enum { SQ_SETTLED_MAX = 256 };

/* Room for the names of one kind, as options give them. */
enum { SQ_NAMES_MAX = 16 * SQ_DETAIL_MAX };

/* The texts belong to the command line. Some settings point to other members, so it must not be copied. */
typedef struct {
    sq_session_settings session;
    sq_capture_settings capture;
    const char *out, *record; /* the game's folder; the file of the record alone; null: not asked for */
    bool overlay, resume, verbose, serves, encrypts, automates, keeps_evidence;
    sq_files files;
    char players[SQ_NAMES_MAX],
        sides[SQ_NAMES_MAX];      /* as they were given, of several options one after the other */
    const char *form, *other;     /* as they were given; other: an option that a second game does not take */
    int first, games;             /* sq_event_game.option of a second game */
    const sq_refereed_game *game; /* null: tiddlywinks */
    char settled[SQ_SETTLED_MAX]; /* options that a game which goes on does not take, as "--rules, --form" */
    const char *publish, *password;
    sq_publish_settings hall;
} sq_referee_wish;

/* Sets *out to the defaults and reads the command line. Ends the program with status 2 if an option is wrong
 * or two do not go together, and with status 0 after --help and --version. */
void sq_referee_options_read(sq_referee_wish *out, int argc, char **argv);

/* If the source is a phone: turns on the pages, open to the network, and encrypted unless they are for this
 * machine only, because browsers give their camera only to encrypted pages. */
void sq_referee_open_for_phone(sq_referee_wish *w);

#endif
