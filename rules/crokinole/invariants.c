/* What must hold in every state of a game of crokinole, each condition by its name. */
#include <stddef.h>

#include "rules/crokinole/game.h"

static bool discs_are_somewhere(const sq_crokinole *c) {
    for (sq_board_disc d = 0; d < SQ_DISCS; d++)
        if (c->now.place[d] >= SQ_BOARD_PLACES) return false;
    return true;
}

static bool discs_of_no_game_are_out(const sq_crokinole *c) {
    return !(~sq_board_discs_at(&c->now, SQ_AT_OUT) & ~c->in_game & ((1u << SQ_DISCS) - 1));
}

static bool who_is_due_has_a_seat(const sq_crokinole *c) {
    return c->now.due == SQ_NO_SEAT || sq_crokinole_side(c, (sq_board_seat)c->now.due) != SQ_BOARD_SIDES;
}

static bool who_is_due_has_a_disc(const sq_crokinole *c) {
    if (c->now.due == SQ_NO_SEAT || c->now.phase != SQ_BOARD_PLAY || c->foul) return true;
    sq_board_side side = sq_crokinole_side(c, (sq_board_seat)c->now.due);
    return sq_board_discs_at(&c->now, SQ_IN_HAND) & c->in_game & sq_board_discs_of(side);
}

static bool nobody_is_due_at_the_end(const sq_crokinole *c) {
    return c->now.phase != SQ_BOARD_ENDED || c->now.due == SQ_NO_SEAT;
}

static bool a_round_in_play_is_not_counted(const sq_crokinole *c) {
    const int16_t *score = c->now.score[c->now.round - 1];
    return c->now.phase != SQ_BOARD_PLAY || score[SQ_LIGHT] == SQ_NOT_COUNTED;
}

static bool rounds_are_counted_for_both(const sq_crokinole *c) {
    for (int round = 0; round < SQ_BOARD_ROUNDS; round++)
        if ((c->now.score[round][SQ_LIGHT] == SQ_NOT_COUNTED) !=
            (c->now.score[round][SQ_DARK] == SQ_NOT_COUNTED))
            return false;
    return true;
}

static bool two_points_a_round(const sq_crokinole *c) {
    int counted = 0;
    for (int round = 0; round < SQ_BOARD_ROUNDS; round++)
        counted += c->now.score[round][SQ_LIGHT] != SQ_NOT_COUNTED;
    return sq_board_game_points(&c->now, SQ_LIGHT) + sq_board_game_points(&c->now, SQ_DARK) == 2 * counted;
}

static bool rounds_and_games_in_range(const sq_crokinole *c) {
    return c->now.round >= 1 && c->now.round <= SQ_BOARD_ROUNDS && c->now.game >= 1 &&
           c->now.game <= c->games;
}

/* 3b: what was removed is out. */
static bool removed_discs_are_out(const sq_crokinole *c) {
    return !(c->now.removed & ~sq_board_discs_at(&c->now, SQ_AT_OUT));
}

static bool a_valid_shot_removes_nothing(const sq_crokinole *c) {
    return !c->now.valid || !c->now.removed;
}

static bool an_open_foul_has_a_side(const sq_crokinole *c) {
    return c->foul == (c->foul_by < SQ_BOARD_SIDES) && (c->foul || !c->pending);
}

#define INVARIANTS(X)                 \
    X(discs_are_somewhere)            \
    X(discs_of_no_game_are_out)       \
    X(who_is_due_has_a_seat)          \
    X(who_is_due_has_a_disc)          \
    X(nobody_is_due_at_the_end)       \
    X(a_round_in_play_is_not_counted) \
    X(rounds_are_counted_for_both)    \
    X(two_points_a_round)             \
    X(rounds_and_games_in_range)      \
    X(removed_discs_are_out)          \
    X(a_valid_shot_removes_nothing)   \
    X(an_open_foul_has_a_side)

const char *sq_crokinole_broken(const sq_state *s) {
    static const struct {
        const char *name;
        bool (*holds)(const sq_crokinole *c);
    } invariants[] = {
#define X(name) {#name, name},
        INVARIANTS(X)
#undef X
    };
    sq_crokinole c = sq_crokinole_of(s);
    for (size_t i = 0; i < sizeof invariants / sizeof *invariants; i++)
        if (!invariants[i].holds(&c)) return invariants[i].name;
    return NULL;
}
