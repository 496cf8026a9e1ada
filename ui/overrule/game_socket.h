/* The door of a running game: a socket in its folder that takes the umpire's words (umpire_word_json.h), one
 * JSON object a line, each answered by one line (try_umpires_word.h). Only its owner can use it: its file has
 * mode 0600, and a client of another user is refused. It has a thread of its own, which only passes the words
 * to the queue. A client's words are taken one after another, each when the one before it is answered. A
 * client that is slow, or whose word is too long, is disconnected, so that nobody else waits for it. */
#ifndef SQ_UI_OVERRULE_GAME_SOCKET_H
#define SQ_UI_OVERRULE_GAME_SOCKET_H

#include "ui/overrule/umpire_word_queue.h"

typedef struct sq_word_door sq_word_door;

/* Opens the door `name` in the folder; a door that a squint left behind is replaced. The queue must outlive
 * it. The caller closes; after a failure (SQ_E_FILE, SQ_E_MEMORY) *out is null. */
sq_code sq_word_door_open(sq_word_door **out, const char *folder, sq_word_queue *queue, sq_diag *d);

/* Sends the last answers, closes the door and removes it. Null is allowed. */
void sq_word_door_close(sq_word_door *door);

/* Connects to the door of a game; returns the socket, or -1 with errno. waits: for as long as it takes, where
 * many knock at once, and the socket's calls wait too; else it fails with EAGAIN. */
int sq_word_door_knock(const char *folder, bool waits);

#endif
