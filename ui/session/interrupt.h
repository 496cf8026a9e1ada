/* Ctrl-C and SIGTERM while a source is watched. The first one ends the source, and all that was begun is
 * finished and closed. A second one ends the program at once. Only one source at a time. */
#ifndef SQ_UI_SESSION_INTERRUPT_H
#define SQ_UI_SESSION_INTERRUPT_H

#include "vision/capture/capture.h"

/* From now on the first signal stops this source. */
void sq_interrupt_begin(sq_capture *c);
/* Restores both signals; call it before the source is closed. */
void sq_interrupt_end(void);
/* Whether a signal has come since the last begin. */
bool sq_interrupted(void);

/* Waits so many seconds for one; INFINITY: for ever. False where one has come. */
bool sq_interrupt_wait(double seconds);

#endif
