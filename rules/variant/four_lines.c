/* Four lines: two players, each with three winks on each of four lines. A point a wink, until a miss or a
 * pass; until all one's own have been tried, only from the farthest line where one is left. To 25, with a
 * turn to catch up. The winks of a side stand on the lines in the order B1 B2 b1 b2 b3 b4 R1 R2 r1 r2 r3 r4
 * (green and yellow alike), three on each, the farthest line first. */
#include "rules/variant/variants.h"

enum { LINES = 4, ON_A_LINE = 3, GAME_POINTS = 25, MARGIN = 3 };

/* The side's winks on a line, 0 the farthest. */
static sq_wink_set line_of(sq_colour player, int line) {
    sq_wink_set six = line % 2 ? 0x38 : 0x07;
    unsigned colour = (unsigned)player + (line >= 2 ? 2 : 0);
    return six << (SQ_WINKS_PER_COLOUR * colour);
}

static sq_wink_set allowed(const sq_standing *p) {
    sq_wink_set left = p->in_play & ~p->potted & ~(sq_wink_set)SQ_NOTE(p, TRIED);
    if (p->turn == SQ_NO_COLOUR) return p->in_play;
    for (int line = 0; line < LINES && !SQ_NOTE(p, OFFERED); line++) {
        sq_wink_set untried = line_of(sq_player_of(p->turn), line) & left;
        if (untried) return untried;
    }
    return p->in_play & ~p->potted;
}

static void set_up(sq_step *st, sq_colour begins) {
    sq_standing *p = &st->s->now;
    p->unplayed = p->in_play;
    p->potted = 0;
    p->squops = (sq_squops){0};
    SQ_NOTE(p, TRIED) = SQ_NOTE(p, OFFERED) = 0;
    SQ_NOTE(p, SET_UP)++;
    p->turn = sq_other_player(begins); /* the turn passes to the other one */
    p->shots = 0;
    SQ_SAY(st, BREAK_OVER, .colour = (uint8_t)begins);
}

/* A pass gives up as many points as winks are left; they are then the other's to try. */
static void passed(sq_step *st) {
    sq_standing *p = &st->s->now;
    sq_colour player = sq_player_of(p->turn);
    sq_give_points(st, player, -sq_wink_count(p->in_play & ~p->potted));
    SQ_NOTE(p, OFFERED) = (int32_t)player + 1;
}

static void shot_stands(sq_step *st, const sq_event_shot *e) {
    sq_standing *p = &st->s->now;
    if (!e) {
        passed(st);
        return;
    }
    sq_colour player = sq_player_of(st->s->last.before.turn);
    int potted = sq_wink_count(e->potted);
    sq_give_points(st, player, potted);
    SQ_NOTE(p, TRIED) |= (sq_noted_value)(sq_wink_bit(e->wink) & sq_winks_of_side(player));
    bool first = !st->s->last.before.played; /* of this turn */
    if (SQ_NOTE(p, OFFERED) && !potted)
        set_up(st, first ? sq_other_player(player) : player);
    else if (p->potted == p->in_play)
        set_up(st, SQ_NOTE(p, OFFERED) ? player : sq_other_player(player));
}

/* Whether this player's points would win if the other cannot catch up. */
static bool leads(const sq_standing *p, sq_colour player) {
    int own = p->tally[player], others = p->tally[sq_other_player(player)];
    return own >= GAME_POINTS && (others >= GAME_POINTS ? own - others >= MARGIN : own > others);
}

/* The turn of `player` is over. */
static void count(sq_step *st, sq_colour player) {
    sq_standing *p = &st->s->now;
    sq_colour other = sq_other_player(player);
    if (SQ_NOTE(p, REACHED) == (int32_t)other + 1) {
        if (leads(p, other)) {
            sq_variant_won(st, sq_colour_bit(other));
            return;
        }
        SQ_NOTE(p, REACHED) = 0;
    }
    if (!leads(p, player)) return;
    SQ_NOTE(p, REACHED) = (int32_t)player + 1;
    SQ_SAY(st, CATCH_UP, .colour = (uint8_t)player, .other = (uint8_t)other);
}

/* Turns go by blue and green, each with both colours of its side. The first turn of a game follows none. */
static void next_turn(sq_step *st) {
    sq_standing *p = &st->s->now;
    sq_colour taken = st->s->start.turn;
    p->turn = sq_player_of(p->turn);
    if (taken != SQ_NO_COLOUR) count(st, sq_player_of(taken));
}

const sq_variant sq_variant_four_lines = {
    .notes = 1u << SQ_NOTE_TRIED | 1u << SQ_NOTE_OFFERED | 1u << SQ_NOTE_REACHED | 1u << SQ_NOTE_SET_UP,
    .allowed = allowed,
    .round = shot_stands,
    .next_turn = next_turn,
};
