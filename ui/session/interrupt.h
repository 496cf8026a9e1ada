/* Ctrl-C and SIGTERM while a source is watched. The first signal ends the source, and what was begun is
 * finished and closed. A second one ends the program at once. Only for one source at a time. */
#ifndef SQ_UI_SESSION_INTERRUPT_H
#define SQ_UI_SESSION_INTERRUPT_H

#include "vision/capture/capture.h"

/* Lets the first signal from now on stop this source. Null: there is none, and the call that the main thread
 * waits in is broken off (EINTR). */
void sq_interrupt_begin(sq_capture *c);
/* Restores both signals; call it before the source is closed. */
void sq_interrupt_end(void);
/* Whether a signal has come since the last begin. */
bool sq_interrupted(void);

/* Waits this many seconds for a signal; INFINITY: for ever. False if one has come. */
bool sq_interrupt_wait(double seconds);

#endif
