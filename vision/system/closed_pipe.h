/* Whether somebody still reads what is written: head closes its pipe when it has read enough, which is no
 * fault of a disk. */
#ifndef SQ_VISION_SYSTEM_CLOSED_PIPE_H
#define SQ_VISION_SYSTEM_CLOSED_PIPE_H

#include <stdbool.h>
#include <stdio.h>

/* True where `to` is a pipe or a socket whose reader has closed it. */
bool sq_reader_has_left(FILE *to);

#endif
