/* Two discs of one side look alike: states are compared by how many discs of each side are in each place. */
#include "datasets/crokinole/round_score.h"

#include <string.h>

typedef struct {
    int at[SQ_BOARD_SIDES][SQ_BOARD_PLACES], removed[SQ_BOARD_SIDES];
} tally;

/* What the shot has changed, and what the rules have removed. In a new round all discs are in hand again. */
static tally tally_of(const sq_scored_shot *shot) {
    sq_crokinole from = sq_crokinole_of(shot->before), to = sq_crokinole_of(shot->after);
    bool new_round = from.now.phase == SQ_BOARD_COUNTED;
    tally t = {0};
    for (sq_board_disc d = 0; d < SQ_DISCS; d++) {
        sq_board_disc_set bit = sq_board_disc_bit(d);
        sq_board_side side = sq_board_disc_side(d);
        if (to.in_game & bit) t.at[side][to.now.place[d]]++;
        if (from.in_game & bit) t.at[side][new_round ? SQ_IN_HAND : from.now.place[d]]--;
        if (to.now.removed & bit) t.removed[side]++;
    }
    return t;
}

/* The board as it is told is the board as it is: also where the shot has put right what was believed before.
 */
static bool lie_alike(const sq_board_standing *a, const sq_board_standing *b) {
    int more[SQ_BOARD_SIDES][SQ_BOARD_PLACES] = {{0}}, none[SQ_BOARD_SIDES][SQ_BOARD_PLACES] = {{0}};
    for (sq_board_disc d = 0; d < SQ_DISCS; d++) {
        more[sq_board_disc_side(d)][a->place[d]]++;
        more[sq_board_disc_side(d)][b->place[d]]--;
    }
    return !memcmp(more, none, sizeof more);
}

static bool is_right(const sq_scored_shot *played, const sq_scored_shot *told) {
    sq_crokinole a = sq_crokinole_of(played->after), b = sq_crokinole_of(told->after);
    tally one = tally_of(played), other = tally_of(told);
    return sq_board_disc_side(a.disc) == sq_board_disc_side(b.disc) && a.now.valid == b.now.valid &&
           !memcmp(one.removed, other.removed, sizeof one.removed) &&
           (!memcmp(one.at, other.at, sizeof one.at) || lie_alike(&a.now, &b.now));
}

void sq_round_score_shot(sq_round_score *score, const sq_scored_shot *played, const sq_scored_shot *told,
                         bool held) {
    score->shots += played != NULL;
    score->missed += played && !told;
    score->invented += told && !played;
    if (!played || !told) return;
    bool right = is_right(played, told);
    score->held += held;
    score->held_right += held && right;
    score->right += !held && right;
    score->wrong += !held && !right;
}

void sq_round_score_end(sq_round_score *score, const sq_state *played, const sq_state *told, bool held) {
    sq_crokinole a = sq_crokinole_of(played), b = sq_crokinole_of(told);
    bool same = true;
    for (int side = 0; side < SQ_BOARD_SIDES; side++)
        same &= sq_board_score(&a.now, (sq_board_side)side) == sq_board_score(&b.now, (sq_board_side)side);
    score->rounds++;
    score->scores_held += held;
    score->scores_right += !held && same;
}
