/* The score of crokinole: what the discs count in a round (6a), and the points of the rounds (2a iv). */
#include "rules/crokinole/game.h"

enum { WON = 2, TIED = 1 }; /* points of a round (2a iv) */

int sq_board_score(const sq_board_standing *p, sq_board_side side) {
    int sum = 0;
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        if (sq_board_disc_side(d) == side) sum += sq_board_place_value((sq_board_place)p->place[d]);
    return sum;
}

int sq_board_game_points(const sq_board_standing *p, sq_board_side side) {
    int points = 0;
    for (int round = 0; round < SQ_BOARD_ROUNDS; round++) {
        int own = p->score[round][side], theirs = p->score[round][sq_board_other_side(side)];
        if (own != SQ_NOT_COUNTED) points += own > theirs ? WON : own == theirs ? TIED : 0;
    }
    return points;
}
