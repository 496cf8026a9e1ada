/* What must hold in every state, each condition by its name. A broken one is a fault of the engine. */
#include <stddef.h>

#include "rules/book/ruleset.h"
#include "rules/other/game_registry.h"
#include "rules/topic/engine_step.h"

typedef struct {
    const sq_state *s;
    const sq_standing *p;
} view;

static const sq_settings *settings(view v) {
    return &sq_ruleset_at(v.s->rules)->set;
}

static bool side_or_none(sq_partnership side) {
    return side <= SQ_NO_SIDE;
}

static bool colour_or_none(sq_colour c) {
    return c <= SQ_NO_COLOUR;
}

static bool colours_in_range(view v) {
    return colour_or_none(v.p->turn) && colour_or_none(v.p->winner) && colour_or_none(v.p->nominated) &&
           side_or_none(v.p->squop_up_by) && side_or_none(v.p->owed) && side_or_none(v.p->time_waits_for);
}

static bool winks_in_one_place(view v) {
    return !(v.p->potted & v.p->unplayed) && !((v.p->potted | v.p->unplayed) & ~v.p->in_play);
}

static bool squops_on_the_mat(view v) {
    return !((sq_squopped_winks(v.p) | sq_squopping_winks(v.p)) & ~sq_winks_on_mat(v.p));
}

static bool no_wink_over_itself(view v) {
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (v.p->squops.above[w] & sq_wink_bit(w)) return false;
    return true;
}

static bool no_pair_over_each_other(view v) {
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        for (sq_wink_set over = v.p->squops.above[w]; over; over &= over - 1)
            if (v.p->squops.above[sq_wink_first(over)] & sq_wink_bit(w)) return false;
    return true;
}

static bool someone_is_due(view v) {
    bool play = v.p->phase != SQ_PHASE_SQUIDGE_OFF && v.p->phase != SQ_PHASE_ENDED;
    return play == (v.p->turn != SQ_NO_COLOUR) && (play && !v.p->aside) == (v.p->shots > 0);
}

static bool nobody_can_play(view v) {
    sq_standing p = *v.p;
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        p.turn = (sq_colour)c;
        if (sq_colours_in_play(&p) >> c & 1 && sq_turn_playable(sq_ruleset_at(v.s->rules), &p)) return false;
    }
    return true;
}

/* Turns that nobody can play have passed (11.1), but for a foul's sake. Clubs' games say themselves who plays
 * next. */
static bool who_is_due_can_play(view v) {
    if (v.p->turn == SQ_NO_COLOUR || v.s->foul.open || v.p->free_shot != SQ_FREE_SHOT_NONE) return true;
    if (v.p->aside) return true;
    if (sq_state_await(v.s) == SQ_AWAIT_UMPIRE)
        return sq_variant_of(sq_ruleset_at(v.s->rules)) || nobody_can_play(v);
    bool later = settings(v)->off_price == SQ_OFF_TURN && v.p->begun; /* it is the next turn that is missed */
    return sq_turn_playable(sq_ruleset_at(v.s->rules), v.p) &&
           (later || !(v.p->forfeits & sq_colour_bit(v.p->turn)));
}

static bool winner_once_the_squidge_off_is_over(view v) {
    bool over = v.p->phase != SQ_PHASE_SQUIDGE_OFF && v.p->phase != SQ_PHASE_ENDED;
    return !over || v.p->winner != SQ_NO_COLOUR;
}

static bool among_in_the_squidge_off_alone(view v) {
    return (v.p->phase == SQ_PHASE_SQUIDGE_OFF) == (v.p->among != 0);
}

static bool rounds_in_the_round_limit_alone(view v) {
    if (v.p->phase != SQ_PHASE_ROUND_LIMIT) {
        bool extra = v.p->extra_turn && (v.p->phase != SQ_PHASE_TIMED || !settings(v)->turns);
        return !v.p->rounds_left && !v.p->running_round && !extra;
    }
    int most = settings(v)->rounds;
    if (v.p->extra_turn) return !v.p->rounds_left && !v.p->running_round;
    return v.p->rounds_left >= 1 && v.p->rounds_left <= most &&
           (!v.p->running_round || v.p->rounds_left == most);
}

static bool who_ends_the_round_has_had_no_turn_in_it(view v) {
    return v.p->round_ends == SQ_NO_COLOUR || !(v.p->had_turn & sq_colour_bit(v.p->round_ends));
}

static bool pot_outs_are_the_complete_colours(view v) {
    sq_colour_set seen = 0;
    for (int i = 0; i < v.p->pot_outs; i++) {
        if (!v.p->pot_out[i] || seen & v.p->pot_out[i]) return false;
        seen |= v.p->pot_out[i];
    }
    /* A shot whose foul is open, or was when the game was ended by 24.4, has potted nobody out. */
    bool pending = v.s->foul.open || (v.p->phase == SQ_PHASE_ENDED && !v.p->points_known);
    return pending || !sq_pot_out_counts(sq_ruleset_at(v.s->rules)) || seen == sq_pot_out_complete(v.p);
}

static bool pot_out_phase(view v) {
    if (v.p->phase == SQ_PHASE_ENDED) return true;
    return (v.p->phase == SQ_PHASE_POT_OUT) == (v.p->pot_outs > 0);
}

static bool nothing_squopped_in_a_pot_out(view v) {
    return v.p->phase != SQ_PHASE_POT_OUT || !settings(v)->squops_cease || !sq_squopped_winks(v.p);
}

static bool squop_up_turns_go_with_a_side(view v) {
    bool none = v.p->squop_up_by == SQ_NO_SIDE, later = settings(v)->free_due == SQ_DUE_WITH_NEXT_SHOT;
    if (none) return !v.p->squop_up_turns && !v.p->counted && !v.p->uncounted;
    return v.p->squop_up_turns > 0 || (later && !v.p->squop_up_turns);
}

static bool squopped_up_side_has_no_free_wink(view v) {
    if (v.p->squop_up_by == SQ_NO_SIDE || v.s->foul.open) return true;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (sq_partnership_of((sq_colour)c) != v.p->squop_up_by && sq_free_count(v.p, (sq_colour)c))
            return false;
    return true;
}

static bool nobody_is_owed_who_is_squopped_up(view v) {
    return v.p->owed == SQ_NO_SIDE || v.p->squop_up_by != sq_opponents(v.p->owed);
}

static bool time_waits_in_the_timed_period(view v) {
    return v.p->time_waits_for == SQ_NO_SIDE || v.p->phase == SQ_PHASE_TIMED;
}

static bool nominated_colour_in_a_free_shot(view v) {
    return (v.p->free_shot == SQ_FREE_SHOT_NOMINATED) == (v.p->nominated != SQ_NO_COLOUR);
}

static bool nothing_due_after_the_end(view v) {
    return v.p->phase != SQ_PHASE_ENDED ||
           (!v.p->forfeits && v.p->squop_up_by == SQ_NO_SIDE && v.p->owed == SQ_NO_SIDE && !v.s->foul.open);
}

static bool all_points_at_the_end(view v) {
    int sum = v.p->score[SQ_BLUE_RED] + v.p->score[SQ_GREEN_YELLOW];
    bool points = v.p->phase == SQ_PHASE_ENDED && settings(v)->result == SQ_RESULT_POINTS;
    if (!points) return !sum;
    int places = 0;
    for (int place = 0; place < SQ_COLOURS; place++)
        places += sq_ruleset_place(sq_ruleset_at(v.s->rules), place);
    return sum == places || sum == settings(v)->disrupted * SQ_POINT;
}

static bool open_foul_has_a_side(view v) {
    return v.s->foul.open == (v.s->foul.by != SQ_NO_SIDE) && (!v.s->foul.open || !v.s->can_call);
}

static bool fouls_put_back_below_the_limit(view v) {
    int limit = settings(v)->put_back_limit;
    return v.p->put_back >= 0 && (limit ? v.p->put_back < limit : true);
}

static bool colours_or_a_side_are_owed(view v) {
    bool each = settings(v)->freed == SQ_FREED_EACH;
    return each ? v.p->owed == SQ_NO_SIDE && !(v.p->owed_colours & ~sq_colours_in_play(v.p))
                : !v.p->owed_colours;
}

static bool no_colour_is_owed_that_is_squopped_up(view v) {
    if (v.p->squop_up_by == SQ_NO_SIDE) return true;
    return !(v.p->owed_colours & sq_colours_of(sq_opponents(v.p->squop_up_by)));
}

static bool counted_winks_are_in_play(view v) {
    return !(v.p->counted & ~v.p->in_play) && !(v.p->potted & ~v.p->in_play) &&
           !(v.p->unplayed & ~v.p->in_play);
}

static bool nominated_wink_is_free_and_of_its_colour(view v) {
    if (v.p->nominated_wink == SQ_NO_WINK)
        return v.p->nominated == SQ_NO_COLOUR || settings(v)->remedy != SQ_NOMINATE_WINK;
    sq_wink w = (sq_wink)v.p->nominated_wink;
    return sq_wink_colour(w) == v.p->nominated && (v.s->foul.open || sq_free_winks(v.p) & sq_wink_bit(w));
}

static bool aside_only_where_the_book_moves_winks(view v) {
    return !v.p->aside ||
           (settings(v)->remedy == SQ_MOVE_ASIDE && v.p->phase == SQ_PHASE_TIMED && !v.s->foul.open);
}

static bool winners_at_the_end_of_a_game_without_points(view v) {
    bool won = v.p->phase == SQ_PHASE_ENDED && settings(v)->result == SQ_RESULT_WINNER;
    return won ? v.p->winners != 0 : !v.p->winners || (settings(v)->control && v.p->phase == SQ_PHASE_ENDED);
}

static bool no_foul_stays_open_that_is_put_back_at_once(view v) {
    return !v.s->foul.open || settings(v)->fouls == SQ_FOULS_CHOSEN;
}

static bool no_free_turns_where_the_book_has_none(view v) {
    return settings(v)->free_turns != SQ_NEVER || (v.p->squop_up_by == SQ_NO_SIDE && v.p->owed == SQ_NO_SIDE);
}

#define INVARIANTS(X)                              \
    X(colours_in_range)                            \
    X(winks_in_one_place)                          \
    X(squops_on_the_mat)                           \
    X(no_wink_over_itself)                         \
    X(no_pair_over_each_other)                     \
    X(someone_is_due)                              \
    X(who_is_due_can_play)                         \
    X(winner_once_the_squidge_off_is_over)         \
    X(among_in_the_squidge_off_alone)              \
    X(rounds_in_the_round_limit_alone)             \
    X(who_ends_the_round_has_had_no_turn_in_it)    \
    X(pot_outs_are_the_complete_colours)           \
    X(pot_out_phase)                               \
    X(nothing_squopped_in_a_pot_out)               \
    X(squop_up_turns_go_with_a_side)               \
    X(squopped_up_side_has_no_free_wink)           \
    X(nobody_is_owed_who_is_squopped_up)           \
    X(time_waits_in_the_timed_period)              \
    X(nominated_colour_in_a_free_shot)             \
    X(nothing_due_after_the_end)                   \
    X(all_points_at_the_end)                       \
    X(open_foul_has_a_side)                        \
    X(fouls_put_back_below_the_limit)              \
    X(colours_or_a_side_are_owed)                  \
    X(no_colour_is_owed_that_is_squopped_up)       \
    X(counted_winks_are_in_play)                   \
    X(nominated_wink_is_free_and_of_its_colour)    \
    X(aside_only_where_the_book_moves_winks)       \
    X(winners_at_the_end_of_a_game_without_points) \
    X(no_foul_stays_open_that_is_put_back_at_once) \
    X(no_free_turns_where_the_book_has_none)

const char *sq_state_broken(const sq_state *s) {
    static const struct {
        const char *name;
        bool (*holds)(view v);
    } invariants[] = {
#define X(name) {#name, name},
        INVARIANTS(X)
#undef X
    };
    if (!s->playing) return NULL;
    const sq_other_game *other = sq_other_game_at(s->rules);
    if (other) return other->broken(s);
    for (size_t i = 0; i < sizeof invariants / sizeof *invariants; i++)
        if (!invariants[i].holds((view){s, &s->now})) return invariants[i].name;
    return NULL;
}
