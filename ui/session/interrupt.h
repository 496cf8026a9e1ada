/* Ctrl-C and SIGTERM while a source is watched: it comes to its end, and all that was begun is finished and
 * closed. A second one ends the program at once. One source at a time. */
#ifndef SQ_UI_SESSION_INTERRUPT_H
#define SQ_UI_SESSION_INTERRUPT_H

#include "vision/capture/capture.h"

void sq_interrupt_begin(sq_capture *c);
/* Gives both back; before the source is closed. */
void sq_interrupt_end(void);
/* Whether one came since the last begin. */
bool sq_interrupted(void);

#endif
