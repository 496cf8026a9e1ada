/* Reports on a live source: what it is, when it is back after a break, and how many frames came. */
#ifndef SQ_UI_SESSION_LIVE_REPORT_H
#define SQ_UI_SESSION_LIVE_REPORT_H

#include <stdio.h>

#include "ui/stream/stream_lines.h"
#include "vision/capture/capture.h"

/* Zero-initialised: there is no live source, and all calls do nothing. */
typedef struct {
    const sq_capture *capture;
    FILE *err;
    sq_stream *stream;  /* gets the same reports; null: none */
    const char *erase;  /* clears the line of progress; written before a sentence */
    uint64_t recovered; /* how often the source had come back at the last report */
    double t;           /* the time of the last frame */
} sq_live;

/* Does nothing for a source that is not live. */
void sq_live_begin(sq_live *l, const sq_capture *c, FILE *err, const char *erase, sq_stream *stream);
/* Call it after each frame. Says when a source is back. */
void sq_live_frame(sq_live *l, const sq_frame *f);
/* Says how many frames came; call it before the capture is closed. */
void sq_live_end(sq_live *l);

#endif
