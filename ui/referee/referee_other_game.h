/* Referees a game other than tiddlywinks: takes frames of a source, looks at each rest, calls the game's own
 * umpire, and writes its reports to the record, the event stream and the terminal. An event is on the disk
 * before it is shown. One thread does it all. */
#ifndef SQ_UI_REFEREE_REFEREE_OTHER_GAME_H
#define SQ_UI_REFEREE_REFEREE_OTHER_GAME_H

#include <stdio.h>

#include "rules/terms/event.h"
#include "ui/game/refereed_game.h"
#include "vision/capture/capture.h"

/* What the user sets; all of it is borrowed. */
typedef struct {
    const sq_refereed_game *kind;
    sq_event_game game;
    const char *source; /* as in vision/capture/capture.h; each picture of a folder is a rest */
    const sq_capture_settings *capture;
    const char *record;       /* the journal; null: none */
    const char *called;       /* the kept game in commands: its folder or record; null: none */
    const char *looks;        /* a journal of what was seen of each rest, a line each; null: none */
    const char *stream;       /* a file that gets the event stream; null: none */
    const char *evidence;     /* a folder for pictures of the rests; null: none */
    long long evidence_bytes; /* the most that this folder may take */
    const char *overlays;     /* a folder for a picture of each rest, with what was seen; null: none */
    bool json;                /* write the event stream to `out` instead of sentences */
    bool quiet;               /* write only questions */
    FILE *out, *err;
} sq_referee_settings;

typedef struct {
    int rests, unjudged, shots, questions;
    bool begun;   /* there are lines, though perhaps none on the disk */
    int faults;   /* of the source: it broke off, or was lost and came back */
    bool stopped; /* by Ctrl-C */
    bool live;    /* the source was a camera or a stream */
    bool unkept;  /* judged to the end, but not all of it could be written; sq_referee_game has failed */
    double t_end;
    sq_state state;
} sq_referee_result;

/* The game of this name; null where no such game can be refereed. */
const sq_refereed_game *sq_refereed_game_find(const char *name);

/* Referees to the end of the source. Fails where it cannot begin, or where the record cannot be written. */
sq_code sq_referee_game(const sq_referee_settings *settings, sq_referee_result *result, sq_diag *d);

#endif
