/* Whether somebody still reads what is written: head closes its pipe when it has read enough, which is no
 * fault of a disk. */
#ifndef SQ_VISION_SYSTEM_PIPE_READER_H
#define SQ_VISION_SYSTEM_PIPE_READER_H

#include <stdbool.h>
#include <stdio.h>

/* True where `to` is a pipe or a socket whose reader has closed it. */
bool sq_reader_has_left(FILE *to);

#endif
