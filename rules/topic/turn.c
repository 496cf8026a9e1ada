/* Rules 7, 11, 14 and 18.1: whose turn it is, passes, and turns that pass by themselves. */
#include <stddef.h>

#include "rules/topic/engine_step.h"

sq_colour_set sq_turn_colours(const sq_ruleset *rules, const sq_standing *p) {
    switch ((sq_may_play)rules->set.play) {
    case SQ_PLAY_SIDE: return sq_colours_of(sq_partnership_of(p->turn));
    case SQ_PLAY_ANY: return SQ_ALL_COLOURS;
    default: return sq_colour_bit(p->turn);
    }
}

int sq_turn_playable(const sq_ruleset *rules, const sq_standing *p) {
    sq_colour_set may = sq_turn_colours(rules, p);
    bool covered_too = rules->set.squop == SQ_SQUOP_BLOCKS_NOTHING;
    sq_wink_set playable = covered_too ? p->in_play & ~p->potted : sq_free_winks(p);
    if (rules->set.once) playable &= p->unplayed;
    const sq_variant *game = sq_variant_of(rules);
    if (game && game->allowed) playable &= game->allowed(p);
    return sq_wink_count(sq_winks_of_colours(may) & playable);
}

sq_await sq_state_await(const sq_state *s) {
    if (!s->playing) return SQ_AWAIT_NOTHING;
    if (s->foul.open) return SQ_AWAIT_CHOOSE;
    if (s->now.phase == SQ_PHASE_SQUIDGE_OFF) return SQ_AWAIT_SQUIDGE_OFF;
    if (s->now.phase == SQ_PHASE_ENDED) return SQ_AWAIT_NOTHING;
    if (s->now.aside) return SQ_AWAIT_ASIDE;
    if (s->now.free_shot == SQ_FREE_SHOT_DUE) return SQ_AWAIT_NOMINATE;
    if (s->now.free_shot == SQ_FREE_SHOT_NOMINATED && !sq_nothing_playable(&s->now)) return SQ_AWAIT_NOTHING;
    bool stuck = !sq_turn_playable(sq_ruleset_at(s->rules), &s->now);
    return stuck ? SQ_AWAIT_UMPIRE : SQ_AWAIT_NOTHING;
}

void sq_turn_open(sq_step *st) {
    const sq_standing *p = &st->s->now;
    st->turn_began = true;
    sq_squop_up_turn_begins(st);
    if (p->free_shot != SQ_FREE_SHOT_NONE || sq_turn_playable(st->rules, p)) sq_clock_end_wait(st, p->turn);
    st->s->start = *p;
}

void sq_turn_begin(sq_step *st, sq_colour c) {
    sq_standing *p = &st->s->now;
    p->turn = c;
    p->shots = st->rules->set.turn_shots;
    p->put_back = 0;
    p->begun = p->played = p->uncounted = p->failed = false;
    if (st->rules->set.pot_emptied && p->potted) {
        SQ_SAY(st, POT_EMPTIED);
        p->unplayed |= p->potted;
        p->potted = 0;
    }
    const sq_variant *game = sq_variant_of(st->rules);
    if (game && game->next_turn) game->next_turn(st);
    if (p->phase != SQ_PHASE_ENDED) sq_turn_open(st);
}

/* 22.6.1, 22.6.4. Only a side that was to be freed has it; after a wrong turn that its own side played, the
 * other one may go on instead. */
static void award_free_shot(sq_step *st, const sq_turn_end *end, sq_partnership to, bool game_over) {
    sq_standing *p = &st->s->now;
    SQ_SAY(st, FAILED_TO_FREE);
    if (sq_partnership_of(end->next) != to) return;
    sq_free_shot_due(p);
    if (st->rules->set.remedy == SQ_NOMINATE_WINK)
        SQ_SAY(st, FREE_SHOT_WINK, .colour = (uint8_t)end->next);
    else
        SQ_SAY(st, FREE_SHOT, .colour = (uint8_t)end->next);
    if (!game_over) return;
    p->extra_turn = true;
    p->running_round = false; /* where the book's turns are used up before the rounds are */
    p->rounds_left = 0;
    SQ_SAY(st, EXTRA_TURN, .colour = (uint8_t)end->next);
}

static void game_over(sq_step *st, bool extra_turn) {
    sq_standing *p = &st->s->now;
    if (extra_turn)
        SQ_SAY(st, GAME_OVER_EXTRA_TURN);
    else if (st->rules->set.turns && p->rounds_played >= st->rules->set.turns)
        SQ_SAY(st, TURNS_USED, .n = p->rounds_played);
    else
        SQ_SAY(st, GAME_OVER_ROUNDS);
    SQ_SAY(st, ENDED_BY_ROUNDS);
    sq_score_tiddlies(st, p);
    sq_score_say_tiddlies(st, false);
}

void sq_turn_finish(sq_step *st, const sq_turn_end *end) {
    sq_standing *p = &st->s->now;
    bool extra_turn = p->extra_turn;
    if (sq_control_wins(st)) return;
    bool over = sq_round_count(st, end);
    sq_partnership unfreed = extra_turn ? SQ_NO_SIDE : sq_squop_up_turn_over(st, end, over);
    if (p->failed && !extra_turn) unfreed = sq_opponents(sq_partnership_of(p->turn));
    if (unfreed != SQ_NO_SIDE) award_free_shot(st, end, unfreed, over);
    if (over && p->free_shot == SQ_FREE_SHOT_NONE) {
        game_over(st, extra_turn);
        return;
    }
    sq_squop_up_check(st, end->next, unfreed);
    sq_turn_begin(st, end->next);
}

/* 14.3 to 14.5, 22.3.2: the shot that is due is the one forfeited. */
static void forfeit(sq_step *st) {
    sq_standing *p = &st->s->now;
    uint8_t c = (uint8_t)p->turn;
    if (!sq_turn_playable(st->rules, p))
        SQ_SAY(st, FORFEITED_NOTHING, .colour = c);
    else if (p->played)
        SQ_SAY(st, FORFEITED_EXTRA, .colour = c);
    else
        SQ_SAY(st, FORFEITED, .colour = c);
    SQ_SAY(st, DEEMED_PASS, .colour = c);
    if (p->squop_up_by == sq_opponents(sq_partnership_of(p->turn))) SQ_SAY(st, SQUOP_UP_FORFEIT, .colour = c);
    p->forfeits &= ~sq_colour_bit(p->turn);
    p->shots--;
}

/* The whole turn is missed. */
static void miss_turn(sq_step *st) {
    sq_standing *p = &st->s->now;
    SQ_SAY(st, TURN_MISSED, .colour = (uint8_t)p->turn);
    p->forfeits &= ~sq_colour_bit(p->turn);
    p->shots = 0;
}

/* Whether the shot that is due passes by itself (11.1). */
static bool passes(sq_step *st, bool *forfeited) {
    sq_standing *p = &st->s->now;
    bool owes = p->forfeits & sq_colour_bit(p->turn), turns = st->rules->set.off_price == SQ_OFF_TURN;
    if (p->free_shot != SQ_FREE_SHOT_NONE) return false;
    if (owes && turns && !p->begun) {
        miss_turn(st);
        *forfeited = true;
    } else if (owes && !turns) {
        forfeit(st);
        *forfeited = true;
    } else if (!sq_turn_playable(st->rules, p)) {
        if (sq_pot_out_colours(p) & sq_colour_bit(p->turn))
            SQ_SAY(st, NO_WINK_LEFT, .colour = (uint8_t)p->turn);
        else
            SQ_SAY(st, NO_FREE_WINK, .colour = (uint8_t)p->turn);
        p->shots = 0;
    } else
        return false;
    p->begun = true;
    return true;
}

/* So often it can go on by itself; then nobody can play, and the umpire must help. A colour forfeits a shot,
 * has no wink for the next one of that turn, and none in its next turn. */
static int passes_max(const sq_ruleset *rules) {
    enum { OF_A_COLOUR = 3 };
    return OF_A_COLOUR * __builtin_popcount(sq_ruleset_colours(rules));
}

/* Rounds to come after which the game is over, though nobody can play; 0 where no such rounds are counted. */
static int rounds_to_come(const sq_ruleset *rules, const sq_standing *p) {
    int turns = rules->set.turns ? rules->set.turns - p->rounds_played : 0;
    return turns + p->running_round + p->rounds_left;
}

void sq_turn_go_on(sq_step *st) {
    sq_standing *p = &st->s->now;
    bool unplayed = false, forfeited = false;
    int passed = 0, to_come = rounds_to_come(st->rules, p);
    while (p->phase != SQ_PHASE_ENDED && !p->aside) {
        if (p->shots <= 0) {
            sq_turn_end end = {.taken = p->turn,
                               .wrong = SQ_NO_COLOUR,
                               .next = sq_next_in_play(p, p->turn),
                               .unplayed = unplayed,
                               .forfeited = forfeited};
            unplayed = forfeited = false;
            sq_turn_finish(st, &end);
            continue;
        }
        if (rounds_to_come(st->rules, p) != to_come) passed = 0;
        to_come = rounds_to_come(st->rules, p);
        bool nobody = sq_nothing_playable(p) || passed == passes_max(st->rules);
        if (nobody && !sq_turn_playable(st->rules, p)) return;
        bool fresh = !p->begun;
        if (!passes(st, &forfeited)) return;
        unplayed |= fresh;
        passed++;
    }
}

/* Whether a colour can give up the shot that is due. */
static bool check_due(sq_step *st, sq_us t, sq_colour c) {
    sq_standing *p = &st->s->now;
    if (p->phase == SQ_PHASE_ENDED) return SQ_REFUSE(st, GAME_ENDED);
    if (p->phase == SQ_PHASE_SQUIDGE_OFF) return SQ_REFUSE(st, BEFORE_SQUIDGE_OFF);
    if (p->aside) return SQ_REFUSE(st, ASIDE_FIRST);
    if (sq_state_await(st->s) == SQ_AWAIT_UMPIRE) return SQ_REFUSE(st, NOTHING_PLAYABLE);
    if (!sq_clock_reach(st, t)) return false;
    if (st->s->foul.open && !sq_foul_accept_by_playing(st, c)) return false;
    return c == p->turn || SQ_REFUSE(st, PASS_NOT_DUE, .colour = (uint8_t)c);
}

/* The shot that is due is gone, or with `whole` the turn. */
static void give_up(sq_step *st, bool whole) {
    sq_standing *p = &st->s->now;
    if (p->free_shot != SQ_FREE_SHOT_NONE)
        p->forfeits &= ~sq_colour_bit(p->turn); /* this was its next shot */
    sq_free_shot_clear(p);
    p->begun = true;
    p->put_back = 0;
    p->shots = whole ? 0 : p->shots - 1;
    /* a turn that ends without a shot is not tested where each shot is (11 c of the classic book) */
    p->played = p->shots > 0 || st->rules->set.leave_free != SQ_AFTER_SHOT;
    st->s->can_call = false;
    sq_turn_go_on(st);
}

bool sq_step_pass(sq_step *st, const sq_event_pass *e) {
    sq_standing *p = &st->s->now;
    const sq_settings *set = &st->rules->set;
    if (set->pass == SQ_PASS_REFUSED) return SQ_REFUSE(st, NO_PASS);
    if (!check_due(st, e->t, e->colour)) return false;
    if (!p->begun) sq_clock_between_turns(st, p->turn);
    if (set->pass_starts_time) sq_clock_start(st);
    sq_clock_in_turn(st, p);
    SQ_SAY(st, PASSED, .colour = (uint8_t)e->colour);
    const sq_variant *game = sq_variant_of(st->rules);
    if (game && game->round) game->round(st, NULL);
    give_up(st, sq_potter_check(st, p) || set->pass == SQ_PASS_TURN);
    return true;
}

bool sq_step_lost_shot(sq_step *st, const sq_event_lost_shot *e) {
    sq_standing *p = &st->s->now;
    const sq_settings *set = &st->rules->set;
    bool slow = e->why == SQ_LOST_IN_TIME;
    if (slow ? set->slow_shot == SQ_SLOW_REFUSED : set->in_flight == SQ_FLIGHT_REFUSED)
        return SQ_REFUSE(st, NO_LOST_SHOT);
    if (st->s->foul.open) return SQ_REFUSE(st, FOUL_OPEN);
    if (!check_due(st, e->t, e->colour)) return false;
    if (!p->begun) sq_clock_between_turns(st, p->turn);
    bool further = p->phase == SQ_PHASE_ROUND_LIMIT && !p->running_round && !p->extra_turn;
    if (slow && !further) return SQ_REFUSE(st, NOT_IN_ROUNDS);
    sq_clock_in_turn(st, p);
    if (slow)
        SQ_SAY(st, LOST_IN_TIME, .colour = (uint8_t)e->colour);
    else
        SQ_SAY(st, LOST_IN_FLIGHT, .colour = (uint8_t)e->colour);
    give_up(st, !slow && set->in_flight == SQ_FLIGHT_TURN);
    return true;
}
