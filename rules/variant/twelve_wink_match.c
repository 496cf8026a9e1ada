/* The twelve-wink match: two teams, and in each round one wink of each. Both are squidged in; the nearer has
 * a point and the first try at the pot. Then turn and turn about until both are in: one miss fewer is a
 * point, more are two. After twelve rounds the most points win; level, two more rounds at a time. */
#include <math.h>

#include "rules/variant/variants.h"

enum {
    ROUNDS = 12,
    EXTRA_ROUNDS = 2,
    /* In SQUIDGED: 0 not yet, 1 in the pot, else 2 and tenths of a millimetre. */
    NOT_YET = 0,
    OFF = 99999 /* farther than all on the mat */
};

static bool squidged(const sq_standing *p, sq_colour player) {
    return SQ_NOTES_EACH(p, SQUIDGED)[player] != NOT_YET;
}

static bool is_potting(const sq_standing *p) {
    return squidged(p, SQ_BLUE) && squidged(p, SQ_GREEN);
}

static sq_wink_set in_round(const sq_standing *p, sq_colour player) {
    return (sq_wink_set)SQ_NOTE(p, WINKS) & sq_winks_of_side(player);
}

/* To begin with a wink that has not been played; then that wink until it is in. */
static sq_wink_set allowed(const sq_standing *p) {
    if (p->turn == SQ_NO_COLOUR) return p->in_play;
    sq_colour player = sq_player_of(p->turn);
    return squidged(p, player) ? in_round(p, player) : p->unplayed & sq_winks_of_side(player);
}

static sq_refusal_kind lacks(const sq_standing *p, const sq_event_shot *e) {
    bool told = e->mm_known || (e->potted | e->off) & sq_wink_bit(e->wink);
    bool squidges = p->turn != SQ_NO_COLOUR && !squidged(p, sq_player_of(p->turn));
    return squidges && !told ? SQ_NOT_NEEDS_MM : SQ_REFUSAL_KINDS;
}

/* Both lie on the mat or in the pot: the nearer has a point, unless it went off. */
static void nearer(sq_step *st) {
    sq_standing *p = &st->s->now;
    const sq_noted_value *mm = SQ_NOTES_EACH(p, SQUIDGED);
    sq_colour first = (sq_colour)(SQ_NOTE(p, FIRST) - 1);
    if (mm[SQ_BLUE] != mm[SQ_GREEN]) {
        first = mm[SQ_BLUE] < mm[SQ_GREEN] ? SQ_BLUE : SQ_GREEN;
        SQ_SAY(st, NEARER, .colour = (uint8_t)first);
        if (mm[first] < OFF) sq_give_points(st, first, 1);
    }
    p->turn = sq_other_player(first); /* the turn passes on to the nearer */
    p->shots = 0;
}

static void missed(sq_step *st, sq_colour player) {
    sq_noted_value *misses = &SQ_NOTES_EACH(&st->s->now, MISSES)[player];
    SQ_SAY(st, MISS, .colour = (uint8_t)player, .n = (int32_t)++ * misses);
}

static void begin_round(sq_standing *p, sq_colour first) {
    SQ_NOTE(p, ROUND)++;
    SQ_NOTE(p, FIRST) = (int32_t)first + 1;
    SQ_NOTE(p, WINKS) = SQ_NOTE(p, LOSES_TURN) = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        SQ_NOTES_EACH(p, SQUIDGED)[c] = SQ_NOTES_EACH(p, MISSES)[c] = 0;
}

static void end_round(sq_step *st) {
    sq_standing *p = &st->s->now;
    const sq_noted_value *misses = SQ_NOTES_EACH(p, MISSES);
    int fewer = (int)(misses[SQ_GREEN] - misses[SQ_BLUE]), round = (int)SQ_NOTE(p, ROUND);
    SQ_SAY(st, PAIR_OVER, .n = round);
    if (fewer) sq_give_points(st, fewer > 0 ? SQ_BLUE : SQ_GREEN, fewer == 1 || fewer == -1 ? 1 : 2);
    bool enough = round >= ROUNDS && (round - ROUNDS) % EXTRA_ROUNDS == 0;
    if (enough && p->tally[SQ_BLUE] != p->tally[SQ_GREEN]) {
        sq_variant_won(st, sq_colour_bit(p->tally[SQ_BLUE] > p->tally[SQ_GREEN] ? SQ_BLUE : SQ_GREEN));
        return;
    }
    if (p->potted == p->in_play) { /* the winks are used up: all begin anew */
        p->unplayed = p->in_play;
        p->potted = 0;
    }
    sq_colour first = sq_other_player((sq_colour)(SQ_NOTE(p, FIRST) - 1));
    begin_round(p, first);
    p->turn = sq_other_player(first);
    p->shots = 0;
}

/* Whatever distance was written, a wink on the mat is nearer than one off it. */
static sq_noted_value how_near(const sq_event_shot *e) {
    if (e->potted & sq_wink_bit(e->wink)) return 1;
    if (e->off & sq_wink_bit(e->wink) || !e->mm_known) return OFF;
    return (sq_noted_value)fmin(2 + e->mm * 10, OFF - 1);
}

/* A wink off the mat is a miss more, and a turn lost. A wink potted from the line is a miss less. */
static void shot_stands(sq_step *st, const sq_event_shot *e) {
    sq_standing *p = &st->s->now;
    sq_colour player = sq_player_of(e ? st->s->last.before.turn : p->turn);
    if (!e) return;
    bool squidges = !squidged(p, player), in = e->potted & sq_wink_bit(e->wink),
         off = e->off & sq_wink_bit(e->wink);
    if (squidges) {
        SQ_NOTES_EACH(p, SQUIDGED)[player] = how_near(e);
        SQ_NOTE(p, WINKS) |= (sq_noted_value)sq_wink_bit(e->wink);
        if (in) SQ_NOTES_EACH(p, MISSES)[player]--;
    } else if (!in)
        missed(st, player);
    if (off) {
        missed(st, player);
        SQ_NOTE(p, LOSES_TURN) |= (int32_t)sq_colour_bit(player);
    }
    bool over = is_potting(p) && !((sq_wink_set)SQ_NOTE(p, WINKS) & ~p->potted);
    if (squidges && is_potting(p)) nearer(st);
    if (over) end_round(st);
}

static bool has_to_play(const sq_standing *p, sq_colour player) {
    return !squidged(p, player) || in_round(p, player) & ~p->potted;
}

/* Who is in waits for the other; a turn that is lost is one at the pot. */
static void next_turn(sq_step *st) {
    sq_standing *p = &st->s->now;
    p->turn = sq_player_of(p->turn);
    if (!SQ_NOTE(p, ROUND)) begin_round(p, p->turn);
    for (int i = 0; i < 2 * SQ_PARTNERSHIPS; i++, p->turn = sq_other_player(p->turn)) {
        sq_colour_set bit = sq_colour_bit(p->turn);
        if (!has_to_play(p, p->turn)) continue;
        if (!is_potting(p) || !((sq_colour_set)SQ_NOTE(p, LOSES_TURN) & bit)) return;
        SQ_NOTE(p, LOSES_TURN) &= ~(int32_t)bit;
        SQ_SAY(st, TURN_MISSED, .colour = (uint8_t)p->turn);
    }
}

const sq_variant sq_variant_match = {
    .notes = 1u << SQ_NOTE_ROUND | 1u << SQ_NOTE_FIRST | 1u << SQ_NOTE_WINKS | 1u << SQ_NOTE_SQUIDGED |
             1u << SQ_NOTE_MISSES | 1u << SQ_NOTE_LOSES_TURN,
    .allowed = allowed,
    .round = shot_stands,
    .next_turn = next_turn,
    .lacks = lacks,
};
