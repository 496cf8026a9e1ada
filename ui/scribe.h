/* The scribe hears the umpire: an event goes into the journal, and only when it is on the disk onto the
 * console. */
#ifndef SQ_UI_SCRIBE_H
#define SQ_UI_SCRIBE_H

#include <stdio.h>

#include "ui/looks.h"
#include "ui/umpire.h"

/* What the user sets. */
typedef struct {
    const char *record; /* the journal's path; null: none. Another game in the same source gets NAME-2 ... */
    const char *looks;  /* a journal of what the umpire was given (ui/looks.h); null: none */
    const char *rests;  /* a file that gets each rest, a line each (ui/rest_line.h); null: none */
    bool goes_on;       /* the files hold a game that goes on: what is there already must come again */
    bool json;          /* the record's and the state's lines on out; else sentences */
    const char *zero; /* the camera's zero test, a JSON object, for the game's first line; null or "": none */
    FILE *out, *err;  /* err: with json, what has no line in the record is told there; also a full disk */
} sq_scribe_settings;

typedef struct sq_scribe sq_scribe;

/* Opens the journals. Unless the game goes on an old record is kept under another name, which err is told. */
sq_code sq_scribe_open(sq_scribe **out, const sq_scribe_settings *settings, sq_diag *d);

/* What the umpire is given next. It is written before the first thing that he says of it, or when
 * sq_scribe_rest says that he kept it; look is borrowed until then. */
void sq_scribe_look(sq_scribe *s, const sq_look *look);

/* While the looks of an earlier run are given to the umpire again only events that were not yet in the record
 * are shown. */
void sq_scribe_replay(sq_scribe *s, bool replaying);

/* An event goes into the record. A line that is there already is compared instead, and nothing is shown:
 * SQ_E_FORMAT where it reads otherwise. A full disk is no failure: err is told, and the game goes on. */
sq_code sq_scribe_hear(sq_scribe *s, const sq_said *said, sq_diag *d);

/* The umpire has kept the look; p: the rest as it was seen, with the winks' names. */
sq_code sq_scribe_rest(sq_scribe *s, const sq_look *look, const sq_position *p, sq_diag *d);

/* Lines of the record that an umpire has put there by hand (an amend ...), and that stand next; each is
 * carried out on the game. Returns false where there is none; state is the game after it. */
bool sq_scribe_by_hand(sq_scribe *s, sq_state *state);

/* There are lines that have not come again yet. */
bool sq_scribe_expects(const sq_scribe *s);

/* Lines that were there and have come again, in all records. */
int sq_scribe_known(const sq_scribe *s);

/* Shots that were carried out, in all games. */
int sq_scribe_shots(const sq_scribe *s);

/* A failure to write what was still to be written is told, and the lines that the record lacks with it; null
 * is allowed. */
sq_code sq_scribe_close(sq_scribe *s, sq_diag *d);

#endif
