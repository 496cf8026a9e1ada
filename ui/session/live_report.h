/* A live source in a session: it says what it is, what becomes of it, and how it went. */
#ifndef SQ_UI_SESSION_LIVE_REPORT_H
#define SQ_UI_SESSION_LIVE_REPORT_H

#include <stdio.h>

#include "vision/capture/capture.h"

/* Zero-initialised: no live source, and all calls do nothing. */
typedef struct {
    const sq_capture *capture;
    FILE *err;
    const char *erase; /* what clears the line of progress, before a sentence */
    uint64_t recovered;
    double t; /* the last frame's */
} sq_live;

/* Of a source that is not live: nothing is done. */
void sq_live_begin(sq_live *l, const sq_capture *c, FILE *err, const char *erase);
/* After each frame: tells that a source is back. */
void sq_live_frame(sq_live *l, const sq_frame *f);
/* Tells how many frames came; before the capture is closed. */
void sq_live_end(sq_live *l);

#endif
