/* Umpire's words on their way to the judging thread, and its answers on their way back: a few slots of fixed
 * size behind one lock. Whoever has a word puts it in and does not wait; the judge takes it between two
 * rests. The door (game_socket.h) and the pages use the same queue. */
#ifndef SQ_UI_OVERRULE_UMPIRE_WORD_QUEUE_H
#define SQ_UI_OVERRULE_UMPIRE_WORD_QUEUE_H

#include <stdbool.h>
#include <stddef.h>

#include "ui/overrule/umpire_word_json.h"
#include "vision/system/failure.h"

typedef struct sq_word_queue sq_word_queue;

/* wake is called, by the thread that put a word in, when there is one to take. The caller frees;
 * after a failure (SQ_E_MEMORY) *out is null. */
sq_code sq_word_queue_new(sq_word_queue **out, void (*wake)(void *who), void *who, sq_diag *d);
void sq_word_queue_free(sq_word_queue *q); /* null is allowed; nobody may use it any more */

/* A file descriptor that can be read (poll) when an answer may have come; the queue owns it. */
int sq_word_queue_news(const sq_word_queue *q);

/* Puts a word in, at most SQ_WORD_MAX bytes. Returns its ticket; -1 where all slots are taken, -2 where the
 * queue is closed. */
int sq_word_queue_put(sq_word_queue *q, const char *word, size_t length);
/* The answer, which the caller frees, and the ticket ends; null: there is none yet. */
char *sq_word_queue_collect(sq_word_queue *q, int ticket);
/* Nobody waits for this answer any more. The word may still be carried out. */
void sq_word_queue_forget(sq_word_queue *q, int ticket);

/* For the judge: the oldest word, with a final 0; false where there is none. It must be answered before the
 * next is taken. `word` has room for SQ_WORD_MAX + 1 bytes. */
bool sq_word_queue_take(sq_word_queue *q, char *word, size_t *length);
/* Answers the word that was taken last. reply: malloc'ed, and owned by the queue from now on; null: memory
 * has run out. */
void sq_word_queue_answer(sq_word_queue *q, char *reply);

/* A reply that refuses a word; ended: because the game is over. malloc'ed; null when memory runs out. */
char *sq_word_refused(bool ended, const char *why);
#define SQ_WORD_TOO_LATE "the game has just ended; say it again"

/* Ends the queue: no more words are taken, and those that wait get an answer that says so. */
void sq_word_queue_close(sq_word_queue *q);

#endif
