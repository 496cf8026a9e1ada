/* The umpire sets the position by hand (26.1). What is named changes, the rest stays, and the rules are
 * applied to the result. */
#include <stddef.h>
#include <string.h>

#include "rules/topic/engine_step.h"

enum { SHOTS_MAX = SQ_USUAL_WINKS };

static bool named(const sq_event_set *e, unsigned key) {
    return e->named & key;
}

static bool check_values(sq_step *st, const sq_event_set *e) {
    bool other =
        e->phase != SQ_PHASE_TIMED && e->phase != SQ_PHASE_ROUND_LIMIT && e->phase != SQ_PHASE_POT_OUT;
    if (named(e, SQ_SET_PHASE) && other) return SQ_REFUSE(st, SET_PHASE);
    bool rounds_named =
        named(e, SQ_SET_ROUNDS_LEFT) || (named(e, SQ_SET_PHASE) && e->phase == SQ_PHASE_ROUND_LIMIT);
    if (rounds_named && !st->s->clock.limit) return SQ_REFUSE(st, NO_LIMIT);
    if (named(e, SQ_SET_SHOTS) && (e->shots < 1 || e->shots > SHOTS_MAX)) return SQ_REFUSE(st, SET_SHOTS);
    if (named(e, SQ_SET_ELAPSED) && e->elapsed < 0 && e->elapsed != SQ_ELAPSED_UNKNOWN)
        return SQ_REFUSE(st, SET_ELAPSED);
    const sq_variant *game = sq_variant_of(st->rules);
    const unsigned may = (game ? game->notes : 0) | 1u << SQ_NOTE_TALLY;
    if (e->noted & ~may) return SQ_REFUSE(st, NO_NOTE);
    bool turns = st->rules->set.off_price == SQ_OFF_TURN;
    if (named(e, turns ? SQ_SET_FORFEIT : SQ_SET_MISS_TURN)) return SQ_REFUSE(st, SET_OTHER_PRICE);
    bool rounds = e->rounds_left >= 1 && e->rounds_left <= st->rules->set.rounds;
    sq_wink_set winks = (named(e, SQ_SET_POT) ? e->pot : 0) | (named(e, SQ_SET_BASELINE) ? e->baseline : 0);
    if (winks & ~st->s->now.in_play) return SQ_REFUSE(st, NOT_IN_PLAY, .winks = winks & ~st->s->now.in_play);
    sq_colour_set named_colours = (named(e, SQ_SET_TURN) ? sq_colour_bit(e->turn) : 0) |
                                  (named(e, SQ_SET_SQUIDGE_OFF) ? sq_colour_bit(e->squidge_off) : 0) |
                                  (named(e, SQ_SET_FORFEIT | SQ_SET_MISS_TURN) ? e->forfeit : 0);
    if (named_colours & ~sq_colours_in_play(&st->s->now))
        return SQ_REFUSE(st, COLOUR_NOT_IN_PLAY,
                         .colour = (uint8_t)__builtin_ctz(named_colours & ~sq_colours_in_play(&st->s->now)));
    return !named(e, SQ_SET_ROUNDS_LEFT) || rounds || SQ_REFUSE(st, SET_ROUNDS, .n = st->rules->set.rounds);
}

static bool check_named(sq_step *st, const sq_event_set *e) {
    sq_phase phase = st->s->now.phase;
    bool of_turn = named(e, SQ_SET_PHASE | SQ_SET_SHOTS | SQ_SET_ROUNDS_LEFT) && !named(e, SQ_SET_TURN);
    if (st->s->foul.open && of_turn) return SQ_REFUSE(st, SET_NEEDS_TURN);
    if (phase == SQ_PHASE_SQUIDGE_OFF && !named(e, SQ_SET_SQUIDGE_OFF | SQ_SET_TURN))
        return SQ_REFUSE(st, SET_WINNER);
    bool both = named(e, SQ_SET_PHASE) && named(e, SQ_SET_TURN);
    return phase != SQ_PHASE_ENDED || both || SQ_REFUSE(st, SET_AFTER_END);
}

static bool set_winks(sq_step *st, const sq_event_set *e, sq_standing *p) {
    if (named(e, SQ_SET_POT | SQ_SET_BASELINE)) {
        p->potted = named(e, SQ_SET_POT) ? e->pot : 0;
        p->unplayed = named(e, SQ_SET_BASELINE) ? e->baseline : 0;
        if (p->potted & p->unplayed) return SQ_REFUSE(st, SET_TWO_PLACES, .winks = p->potted & p->unplayed);
    }
    sq_wink_set on_mat = sq_winks_on_mat(p);
    if (named(e, SQ_SET_OVER)) {
        if (!sq_squops_fit(st, &e->over, on_mat)) return false;
        p->squops = e->over;
    }
    sq_squops_keep(&p->squops, on_mat);
    return true;
}

/* Colours that have potted out: those that still are, in their order, then the new ones together. */
static void set_pot_outs(const sq_step *st, sq_standing *p) {
    if (!sq_pot_out_counts(st->rules)) return;
    sq_colour_set complete = sq_pot_out_complete(p), old = 0;
    int n = 0;
    for (int i = 0; i < p->pot_outs; i++) {
        sq_colour_set still = p->pot_out[i] & complete;
        old |= still;
        if (still) p->pot_out[n++] = still;
    }
    if (complete & ~old) p->pot_out[n++] = complete & ~old;
    for (int i = n; i < SQ_COLOURS; i++)
        p->pot_out[i] = 0;
    p->pot_outs = n;
}

static bool set_phase(sq_step *st, const sq_event_set *e, sq_standing *p) {
    if (named(e, SQ_SET_PHASE))
        p->phase = e->phase;
    else if (p->pot_outs)
        p->phase = SQ_PHASE_POT_OUT;
    else if (p->phase == SQ_PHASE_SQUIDGE_OFF)
        p->phase = SQ_PHASE_TIMED;
    if (p->pot_outs && p->phase != SQ_PHASE_POT_OUT)
        return SQ_REFUSE(st, SET_POTTED_OUT, .colour = (uint8_t)__builtin_ctz(p->pot_out[0]));
    if (!p->pot_outs && p->phase == SQ_PHASE_POT_OUT) return SQ_REFUSE(st, SET_NOT_POTTED_OUT);
    if (named(e, SQ_SET_ROUNDS_LEFT) && p->phase != SQ_PHASE_ROUND_LIMIT)
        return SQ_REFUSE(st, SET_ROUNDS, .n = st->rules->set.rounds);
    return true;
}

/* Rule 18's count. Five rounds left: the running one is not over. */
static void set_rounds(sq_step *st, const sq_event_set *e, sq_standing *p) {
    if (named(e, SQ_SET_ROUNDS_LEFT) || (named(e, SQ_SET_PHASE) && p->phase == SQ_PHASE_ROUND_LIMIT)) {
        p->rounds_left = named(e, SQ_SET_ROUNDS_LEFT) ? e->rounds_left : st->rules->set.rounds;
        p->running_round = st->rules->set.running_round && p->rounds_left == st->rules->set.rounds;
        p->extra_turn = false;
    }
    if (p->phase == SQ_PHASE_ROUND_LIMIT) return;
    p->rounds_left = 0;
    p->running_round = p->extra_turn = false;
}

/* 23.3: the colours between the winner of the squidge-off and the one in turn have played in this round. */
static void set_had_turn(sq_standing *p) {
    p->had_turn = 0;
    for (sq_colour c = sq_next_in_play(p, p->round_ends); c != p->turn; c = sq_next_in_play(p, c))
        p->had_turn |= sq_colour_bit(c);
}

/* The winner of the squidge-off ends the rounds; but without a running round the umpire who sets a round lets
 * it begin with the colour in turn. */
static void set_round_ends(sq_step *st, const sq_event_set *e, sq_standing *p) {
    bool own = p->phase == SQ_PHASE_ROUND_LIMIT && !st->rules->set.running_round;
    if (!own)
        p->round_ends = sq_round_last(st->rules, p);
    else if (named(e, SQ_SET_ROUNDS_LEFT | SQ_SET_PHASE))
        p->round_ends = sq_before_in_play(p, p->turn);
}

static void set_winner(sq_step *st, const sq_event_set *e, sq_standing *p) {
    p->winner = e->squidge_off;
    set_round_ends(st, e, p);
    set_had_turn(p);
}

static void set_turn(sq_step *st, const sq_event_set *e, sq_standing *p) {
    bool begins = p->turn == SQ_NO_COLOUR;
    if (named(e, SQ_SET_SQUIDGE_OFF)) p->winner = e->squidge_off;
    if (p->winner == SQ_NO_COLOUR) p->winner = e->turn;
    if (named(e, SQ_SET_TURN) || begins) {
        p->turn = named(e, SQ_SET_TURN) ? e->turn : p->winner;
        p->shots = st->rules->set.turn_shots;
        p->put_back = 0;
        p->begun = p->played = p->uncounted = false;
        sq_free_shot_clear(p);
    }
    if (named(e, SQ_SET_SHOTS)) p->shots = e->shots;
    if (named(e, SQ_SET_FORFEIT | SQ_SET_MISS_TURN)) p->forfeits = e->forfeit;
    sq_colour ended = p->round_ends;
    set_round_ends(st, e, p);
    if (named(e, SQ_SET_TURN | SQ_SET_SQUIDGE_OFF) || begins || p->round_ends != ended) set_had_turn(p);
    p->among = p->aside = 0;
}

/* What a club's game counts. */
static void set_notes(const sq_event_set *e, sq_standing *p) {
    for (unsigned n = 0; n < SQ_NOTES; n++) {
        int at = sq_note_place((sq_note)n), many = sq_note_kind((sq_note)n) == SQ_NOTED_EACH ? SQ_COLOURS : 1;
        for (int i = at; e->noted >> n & 1 && i < at + many; i++)
            if (i < SQ_NOTE_PLACES)
                p->note[i] = e->note[i];
            else
                p->tally[i - SQ_NOTE_PLACES] = (int32_t)e->note[i];
    }
}

static bool set_position(sq_step *st, const sq_event_set *e, sq_standing *p) {
    if (!set_winks(st, e, p)) return false;
    set_pot_outs(st, p);
    if (!set_phase(st, e, p)) return false;
    set_rounds(st, e, p);
    set_turn(st, e, p);
    set_notes(e, p);
    return true;
}

/* What a position set by hand brings about by itself. */
static void follow(sq_step *st, const sq_standing *before, bool fresh) {
    sq_state *s = st->s;
    sq_standing *p = &s->now;
    sq_standing from = *before;
    if (p->nominated_wink != SQ_NO_WINK && !(sq_free_winks(p) & sq_wink_bit((sq_wink)p->nominated_wink)))
        sq_free_shot_due(p);
    from.squop_up_by = from.owed = SQ_NO_SIDE; /* a set frees, but it is no freeing shot */
    sq_score_clear(p);
    if (p->pot_outs) sq_pot_out_check(st, p);
    if (p->phase != SQ_PHASE_ENDED && sq_squop_up_ends_game(st, p)) sq_score_tiddlies(st, p);
    sq_shot_say_outcome(st, &from, p);
    if (p->phase == SQ_PHASE_ENDED) return;
    sq_squop_up_after_shot(st, p, SQ_NO_SIDE);
    p->seen_free = sq_squop_up_free_colours(p);
    if (p->phase != SQ_PHASE_TIMED) p->time_waits_for = SQ_NO_SIDE;
    if (!p->begun) sq_clock_between_turns(st, p->turn);
    if (fresh)
        sq_turn_open(st);
    else
        s->start = *p;
    sq_turn_go_on(st);
}

/* The foul shot has potted a colour out or ended the game, and the umpire's winks may say otherwise: all
 * stands as before it, but for what the shot has spent and earned. */
static void take_back_end(sq_last_shot *last) {
    sq_standing shot = last->after, *after = &last->after;
    *after = last->before;
    after->forfeits |= last->forfeits;
    after->put_back = 0;
    after->played = true;
    memcpy(after->tally, shot.tally, sizeof after->tally);
    memcpy(after->note, shot.note, sizeof after->note);
    sq_free_shot_clear(after);
}

/* While the opponents are to choose: the winks lie where the umpire put them if the foul is accepted, with
 * what follows from that. A winner of the squidge-off and forfeitures hold whatever they choose. */
static bool set_under_foul(sq_step *st, const sq_event_set *e) {
    sq_state *s = st->s;
    sq_standing *after = &s->last.after, *all[] = {&s->now, &s->start, &s->last.before, after};
    if (!set_winks(st, e, &s->now)) return false;
    if (s->now.phase == SQ_PHASE_POT_OUT && st->rules->set.squops_cease) sq_squops_keep(&s->now.squops, 0);
    if (after->phase != s->last.before.phase) take_back_end(&s->last);
    after->potted = s->now.potted;
    after->unplayed = s->now.unplayed;
    after->squops = s->now.squops;
    set_pot_outs(st, after);
    if (!after->pot_outs && after->phase == SQ_PHASE_POT_OUT) return SQ_REFUSE(st, SET_NOT_POTTED_OUT);
    if (after->pot_outs) sq_pot_out_check(st, after);
    if (after->phase != SQ_PHASE_ENDED && sq_squop_up_ends_game(st, after)) sq_score_tiddlies(st, after);
    if (after->phase != SQ_PHASE_ENDED) sq_squop_up_after_shot(st, after, SQ_NO_SIDE);
    if (named(e, SQ_SET_FORFEIT | SQ_SET_MISS_TURN)) s->last.forfeits = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i]->phase == SQ_PHASE_ENDED) continue;
        if (named(e, SQ_SET_FORFEIT | SQ_SET_MISS_TURN)) all[i]->forfeits = e->forfeit;
        if (named(e, SQ_SET_SQUIDGE_OFF)) set_winner(st, e, all[i]);
    }
    return true;
}

/* Whether the timed period is over is looked at anew. */
static void set_time(sq_state *s, const sq_event_set *e) {
    if (named(e, SQ_SET_ELAPSED)) sq_clock_set_elapsed(&s->clock, e->elapsed);
    bool timed = named(e, SQ_SET_PHASE) && e->phase == SQ_PHASE_TIMED;
    if (!named(e, SQ_SET_ELAPSED) && !timed) return;
    s->clock.over = false;
    sq_clock_changed(s);
}

bool sq_step_set(sq_step *st, const sq_event_set *e) {
    sq_state *s = st->s;
    if (!check_values(st, e) || !check_named(st, e)) return false;
    bool fresh = named(e, SQ_SET_TURN) || s->now.turn == SQ_NO_COLOUR;
    SQ_SAY(st, UMPIRE_SETS);
    set_time(s, e);
    if (s->foul.open && !fresh) return set_under_foul(st, e);
    sq_standing before = s->now;
    bool stuck = sq_state_await(s) == SQ_AWAIT_UMPIRE;
    if (!set_position(st, e, &s->now)) return false;
    if (stuck && !s->now.played) s->now.begun = false; /* nobody could play: no foul has begun this turn */
    sq_foul_close(s);
    follow(st, &before, fresh);
    return true;
}
