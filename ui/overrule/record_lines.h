/* The lines of a record as they were written, with those that wait in memory because the disk is full: they
 * too are part of the game. */
#ifndef SQ_UI_OVERRULE_RECORD_LINES_H
#define SQ_UI_OVERRULE_RECORD_LINES_H

#include <stdio.h>

#include "ui/overrule/umpire_word_json.h"

typedef struct {
    FILE *from[2]; /* the file, and what waits; null where there is none */
    char *text;    /* of the last line; getline's */
    size_t room;
} sq_record_lines;

/* Those of a game about which words are said. */
sq_record_lines sq_record_lines_of(const sq_word_ground *ground);

/* The next one, with its end; null after the last one. */
const char *sq_record_lines_next(sq_record_lines *l);

void sq_record_lines_close(sq_record_lines *l);

#endif
