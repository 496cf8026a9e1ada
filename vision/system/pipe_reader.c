/* Asks the kernel whether a pipe has a reader. */
#include "vision/system/pipe_reader.h"

#include <poll.h>

bool sq_reader_has_left(FILE *to) {
    struct pollfd p = {.fd = fileno(to), .events = POLLOUT};
    return poll(&p, 1, 0) > 0 && p.revents & (POLLERR | POLLHUP);
}
