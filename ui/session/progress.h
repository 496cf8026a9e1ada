/* A line of progress on a terminal, updated four times a second:
 *
 *   [==========              ]  42 %   0:26 of 1:03 judged   0:09 left */
#ifndef SQ_UI_SESSION_PROGRESS_H
#define SQ_UI_SESSION_PROGRESS_H

#include <stdio.h>

/* Zero-initialised: nothing is written. */
typedef struct {
    FILE *to;         /* a terminal; null: nothing is written */
    double started_s; /* on our own clock (vision/system/clock.h) */
    double told_s;    /* when the line was last written */
} sq_progress;

/* to may be null. */
void sq_progress_begin(sq_progress *p, FILE *to);

/* t: seconds of the source that are done; duration: its length, NaN where unknown. Nothing is written in the
 * first two seconds. */
void sq_progress_show(sq_progress *p, double t, double duration);

/* The text that erases the line; write it before anything else. "" if nothing is written. */
const char *sq_progress_erase(const sq_progress *p);

/* The line. elapsed: seconds of work so far. */
enum { SQ_PROGRESS_TEXT = 160 };
void sq_progress_text(char to[SQ_PROGRESS_TEXT], double t, double duration, double elapsed);

#endif
