/* The scribe hears the umpire: an event goes into the journal, and only when it is on the disk onto the
 * console. */
#ifndef SQ_UI_SCRIBE_H
#define SQ_UI_SCRIBE_H

#include <stdio.h>

#include "ui/umpire.h"

/* What the user sets. */
typedef struct {
    const char *record; /* the journal's path; null: none. Another game in the same source gets NAME-2 ... */
    const char *rests;  /* a file that gets the position of each rest, a line each; null: none */
    bool json;          /* the record's and the state's lines on out; else sentences */
    FILE *out, *err;    /* err: with json, what has no line in the record is told there */
} sq_scribe_settings;

typedef struct sq_scribe sq_scribe;

/* Opens the journal; an old one is kept under another name, which err is told. */
sq_code sq_scribe_open(sq_scribe **out, const sq_scribe_settings *settings, sq_diag *d);
/* A failure to write what was still to be written is told; null is allowed. */
sq_code sq_scribe_close(sq_scribe *s, sq_diag *d);

sq_code sq_scribe_hear(sq_scribe *s, const sq_said *said, sq_diag *d);

/* A rest as it was seen, with the winks' names. */
sq_code sq_scribe_rest(sq_scribe *s, const sq_position *p, sq_diag *d);

/* Shots that were carried out, in all games. */
int sq_scribe_shots(const sq_scribe *s);

#endif
