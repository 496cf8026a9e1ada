/* A round of crokinole that is made up: discs slide, strike others, fall into the hole and off the board, and
 * players remove what the rules ask for. It is the truth for testing the referee: what was played, and how
 * the board lay at each rest. */
#ifndef SQ_DATASETS_CROKINOLE_DRAWN_ROUND_H
#define SQ_DATASETS_CROKINOLE_DRAWN_ROUND_H

#include "datasets/crokinole/board_scene.h"
#include "rules/crokinole/game.h"

enum { SQ_ROUND_SHOTS = SQ_DISCS, SQ_ROUND_RESTS = 2 * SQ_ROUND_SHOTS + 1 };

/* How the board lies at a rest. */
typedef struct {
    int shots; /* how many have been played before it */
    int discs; /* how many lie on the board, in the hole and in the ditch */
    sq_drawn_disc disc_at[SQ_DRAWN_DISCS];
} sq_round_rest;

typedef struct {
    sq_event_game game;   /* its line: form, and who begins */
    sq_board_scene board; /* an empty one */
    int shots, rests;
    sq_crokinole_event shot[SQ_ROUND_SHOTS]; /* with the discs that were struck, however softly */
    double
        gap_mm[SQ_ROUND_SHOTS]; /* the least gap between a disc that the shot moved and the edge of a line */
    double
        moved_mm[SQ_ROUND_SHOTS]; /* the least distance that a struck disc moved; INFINITY: none was struck */
    sq_state begun, after[SQ_ROUND_SHOTS]; /* before the first shot, and after each */
    sq_round_rest rest[SQ_ROUND_RESTS];    /* the first is the empty board */
} sq_drawn_round;

/* Makes a round up: the seed decides everything. width, height: pixels of the pictures that are drawn of it.
 */
void sq_drawn_round_make(sq_drawn_round *out, uint64_t seed, bool doubles, int width, int height);

/* The scene of a rest, to be drawn (datasets/crokinole/draw_board.h). */
void sq_drawn_round_scene(const sq_drawn_round *r, int rest, sq_board_scene *out);

#endif
