/* The umpire of crokinole: takes what is seen of the board at one rest after another, and reports what was
 * played and what the rules make of it. It knows no picture, no file and no clock.
 *
 *   certain    The rules carry out the shot, and the umpire reports it.
 *   question   If the readings differ in their consequences, and none is sure, it asks. The way the game
 *              goes on changes their probabilities: if discs are taken off, the rules asked for it. If the
 *              next shot comes first, the likeliest reading is carried out and marked as held.
 *   a hand     A picture that cannot be judged is skipped. What it may hide is asked: two shots, of which the
 *              first may have done a part of what is seen after both.
 *   the middle If discs lie on the board in the first picture that can be judged, the game begins in the
 *              middle of a round. The next disc shows whose turn it is. */
#ifndef SQ_UI_UMPIRE_CROKINOLE_BOARD_UMPIRE_H
#define SQ_UI_UMPIRE_CROKINOLE_BOARD_UMPIRE_H

#include "ui/umpire/crokinole/board_story.h"
#include "ui/umpire/other_game_told.h"

typedef struct sq_board_umpire sq_board_umpire;

/* game: its line in the record. The caller frees. SQ_E_MEMORY. */
sq_code sq_board_umpire_new(sq_board_umpire **out, const sq_event_game *game, sq_hear_told hear, void *who,
                            sq_diag *d);
void sq_board_umpire_free(sq_board_umpire *u); /* null is allowed */

/* A rest: what is seen of it, when the motion before it began, and when all was at rest (seconds). Fails only
 * where `hear` does. */
sq_code sq_board_umpire_look(sq_board_umpire *u, const sq_board_position *seen, double t_start, double t_rest,
                             sq_diag *d);

/* Reports that a rest cannot be judged yet, and why; only once until a rest is judged again. */
sq_code sq_board_umpire_wait(sq_board_umpire *u, const char *why, double t_rest, sq_diag *d);

/* Says that for a while before the next rest nothing was seen: there are no pictures, or they do not show the
 * board. Shots that this rest shows are then a question. */
void sq_board_umpire_unseen(sq_board_umpire *u);

/* There are no more rests: an open question is carried out as held. */
sq_code sq_board_umpire_end(sq_board_umpire *u, sq_diag *d);

/* How the game stands; the umpire's own, valid until the next call. */
const sq_state *sq_board_umpire_state(const sq_board_umpire *u);
/* How many events were carried out as held, or refused. */
int sq_board_umpire_questions(const sq_board_umpire *u);

#endif
