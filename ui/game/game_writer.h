/* The scribe hears the umpire: an event goes into the journal, and only when it is on the disk onto the
 * console. */
#ifndef SQ_UI_GAME_GAME_WRITER_H
#define SQ_UI_GAME_GAME_WRITER_H

#include <stdio.h>

#include "ui/game/observations.h"
#include "ui/umpire/umpire.h"

/* What the user sets. */
typedef struct {
    const char *record; /* the journal's path; null: none. Another game in the same source gets NAME-2 ... */
    const char *looks;  /* a journal of what the umpire was given (ui/game/observations.h); null: none */
    const char *rests;  /* a file that gets each rest, a line each (ui/game/rest_json.h); null: none */
    bool goes_on;       /* the files hold a game that goes on: what is there already must come again */
    bool json;          /* the record's and the state's lines on out; else sentences */
    const char *zero; /* the camera's zero test, a JSON object, for the game's first line; null or "": none */
    FILE *out, *err;  /* err: with json, what has no line in the record is told there; also a full disk */
} sq_game_writer_settings;

typedef struct sq_game_writer sq_game_writer;

/* Opens the journals. Unless the game goes on an old record is kept under another name, which err is told. */
sq_code sq_game_writer_open(sq_game_writer **out, const sq_game_writer_settings *settings, sq_diag *d);

/* What the umpire is given next. It is written before the first thing that he says of it, or when
 * sq_game_writer_rest says that he kept it; look is borrowed until then. */
void sq_game_writer_look(sq_game_writer *s, const sq_observation *look);

/* While the looks of an earlier run are given to the umpire again only events that were not yet in the record
 * are shown. */
void sq_game_writer_replay(sq_game_writer *s, bool replaying);

/* An event goes into the record. A line that is there already is compared instead, and nothing is shown:
 * SQ_E_FORMAT where it reads otherwise. A full disk is no failure: err is told, and the game goes on. */
sq_code sq_game_writer_hear(sq_game_writer *s, const sq_said *said, sq_diag *d);

/* The umpire has kept the look; p: the rest as it was seen, with the winks' names. */
sq_code sq_game_writer_rest(sq_game_writer *s, const sq_observation *look, const sq_position *p, sq_diag *d);

/* Lines of the record that an umpire has put there by hand (an amend ...), and that stand next; each is
 * carried out on the game. Returns false where there is none; state is the game after it. */
bool sq_game_writer_by_hand(sq_game_writer *s, sq_state *state);

/* There are lines that have not come again yet. */
bool sq_game_writer_expects(const sq_game_writer *s);

/* Lines that were there and have come again, in all records. */
int sq_game_writer_known(const sq_game_writer *s);

/* Shots that were carried out, in all games. */
int sq_game_writer_shots(const sq_game_writer *s);

/* A failure to write what was still to be written is told, and the lines that the record lacks with it; null
 * is allowed. */
sq_code sq_game_writer_close(sq_game_writer *s, sq_diag *d);

#endif
