/* The door of a running game: a socket in its folder through which the umpire's words come in (word_event.h),
 * one JSON object a line, each answered by one line (try_word.h). It is its owner's alone: its file has mode
 * 0600, and a client of another user is turned away. A thread of its own serves it. What it gets, it only
 * hands on to the queue; a client that is slow, or says more than a word, is cut off, and nobody else waits
 * for it. */
#ifndef SQ_UI_OVERRULE_GAME_SOCKET_H
#define SQ_UI_OVERRULE_GAME_SOCKET_H

#include "ui/overrule/word_queue.h"

typedef struct sq_word_door sq_word_door;

/* Opens the door `name` in the folder; a door that a squint left behind is replaced. The queue must outlive
 * it. */
sq_code sq_word_door_open(sq_word_door **out, const char *folder, sq_word_queue *queue, sq_diag *d);

/* Gives the last answers, shuts the door and removes it. Null is allowed. */
void sq_word_door_close(sq_word_door *door);

/* Knocks at the door of a game: a connected socket, or -1 with errno. */
int sq_word_door_knock(const char *folder);

#endif
