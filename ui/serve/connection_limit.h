/* How many connections may be open, so that guests use up neither the program's files nor each other's
 * places. */
#ifndef SQ_UI_SERVE_CONNECTION_LIMIT_H
#define SQ_UI_SERVE_CONNECTION_LIMIT_H

#include <stdbool.h>

/* Files have the lowest number that is free: it tells how many are open. */
typedef struct {
    int files; /* the highest number of a guest's connection: the game's own files must never be refused */
    int own;   /* so many more for this machine: the umpire's browser is mostly here */
    int each;  /* the connections of one other machine */
} sq_connection_limit;

/* Whether a connection that was taken just now may stay. file: its socket. */
bool sq_connection_may_stay(const sq_connection_limit *limit, int file);

/* Whether the file is a connection to that port of this machine. */
bool sq_connection_is_to(int file, int port);

#endif
