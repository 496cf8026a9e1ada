/* The game writer writes down the umpire's reports. An event goes into the journal first, and to the terminal
 * only when it is on the disk. */
#ifndef SQ_UI_GAME_GAME_WRITER_H
#define SQ_UI_GAME_GAME_WRITER_H

#include <stdio.h>

#include "rules/game.h"
#include "ui/game/looks_file.h"
#include "ui/umpire/umpire.h"

/* A line of the record: it is written now, is repeated after a restart, or was added by hand. */
typedef struct {
    int n;                    /* its number */
    const char *line, *state; /* as in the record, and the state line after it; both without their ends */
    size_t length, state_length;
    const char *words;   /* what it says, in sentences */
    const sq_game *game; /* of which it is the last line */
} sq_written;

/* Callbacks for what is written, for the event stream; arguments are valid only during the call. */
typedef struct {
    void (*line)(void *who, const sq_written *w); /* null: nobody */
    void (*rest)(void *who, const char *line);    /* a line of rests.jsonl; null: nobody */
    /* That the disk is full, or has room again (ui/game/journal.h: sq_full_disk); null: err gets it. */
    void (*disk)(void *who, bool is_full, const char *sentence);
    void *who;
} sq_game_listener;

/* What the user sets. */
typedef struct {
    const char *record; /* path of the journal; null: none. A further game in the source gets NAME-2 ... */
    const char *looks;  /* a journal of what the umpire was given (ui/game/looks_file.h); null: none */
    const char *rests;  /* a file that gets each rest, a line each (ui/game/rests_file.h); null: none */
    bool goes_on;       /* the files hold a game that goes on; their lines must be repeated first */
    bool quiet;         /* writes only what the umpire must decide */
    bool json;          /* writes no sentences; the listener prints */
    sq_game_listener listener;
    const char *zero; /* the camera's zero test, a JSON object, for the game's first line; null or "": none */
    const char *name; /* by which commands call the game (squint answer NAME ...); null: none */
    FILE *out, *err;
} sq_game_writer_settings;

typedef struct sq_game_writer sq_game_writer;

/* Opens the journals. Unless the game goes on, an old record is kept under another name, which is written to
 * err. */
sq_code sq_game_writer_open(sq_game_writer **out, const sq_game_writer_settings *settings, sq_diag *d);

/* Says which observation the umpire is given next. It is written before the umpire's first report about it,
 * or when sq_game_writer_rest says that it was kept. `look` must stay valid until then; null: it was not
 * kept. */
void sq_game_writer_look(sq_game_writer *s, const sq_observation *look);

/* Says that the observations of an earlier run are being given to the umpire again: then only events that are
 * not yet in the record are shown. */
void sq_game_writer_replay(sq_game_writer *s, bool replaying);

/* Writes an event into the record and shows it. A line that is there already is compared instead and not
 * shown; SQ_E_FORMAT if it differs. A full disk is no failure: a sentence goes to err, and the game goes
 * on. */
sq_code sq_game_writer_hear(sq_game_writer *s, const sq_said *said, sq_diag *d);

/* The umpire has kept the observation; p: the rest with the winks' names. */
sq_code sq_game_writer_rest(sq_game_writer *s, const sq_observation *look, const sq_position *p, sq_diag *d);

/* Carries out the next old line if a person has entered it (an amend ...) after `given` looks, or typed it
 * into the record; given -1: only if it was typed. *state gets the game after it, *event what it says. False
 * if there is none. */
bool sq_game_writer_by_hand(sq_game_writer *s, int given, sq_event *event, sq_state *state);

/* An entry of the umpire (ui/overrule/try_umpires_word.h): writes its line into the record, takes it into the
 * game, and shows it. t: seconds on the source's clock. */
sq_code sq_game_writer_word(sq_game_writer *s, const sq_record_line *word, const char *line, double t,
                            sq_diag *d);

/* The game of the present record with all its lines, valid until the next call; the record's path, null if
 * there is none; its number, 1 for the first game of the source; how many looks were written. */
const sq_game *sq_game_writer_game(const sq_game_writer *s);
const char *sq_game_writer_record(const sq_game_writer *s);
/* The bytes of the record's lines that wait for room on the disk, valid until the next call. */
size_t sq_game_writer_waiting(const sq_game_writer *s, const char **text);
int sq_game_writer_number(const sq_game_writer *s);
int sq_game_writer_looks(const sq_game_writer *s);

/* Whether there are lines of an earlier run that have not been repeated yet. */
bool sq_game_writer_expects(const sq_game_writer *s);

/* Whether there is any line, also one that waits for room on the disk. */
bool sq_game_writer_has_begun(const sq_game_writer *s);

/* How many lines of an earlier run have been repeated, in all records. */
int sq_game_writer_known(const sq_game_writer *s);

/* How many questions were left open after the last line of a record, which no remark mentions. */
int sq_game_writer_left_open(const sq_game_writer *s);

/* How many shots were carried out, in all games. */
int sq_game_writer_shots(const sq_game_writer *s);

/* Writes what is still waiting and frees the writer. If this fails, the lines that the record lacks go to
 * err. Null is allowed. */
sq_code sq_game_writer_close(sq_game_writer *s, sq_diag *d);

#endif
