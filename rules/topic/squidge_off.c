/* Rule 5.4: the squidge-off, from the distances to the winner or to a tie that is played again. */
#include "rules/topic/engine_step.h"

/* Smaller is nearer: the pot, then millimetres, then off the mat (5.4.1). */
static int compare(const sq_event_squidge_off *e, unsigned a, unsigned b) {
    static const int rank[] = {[SQ_SQUIDGED_POT] = 0, [SQ_SQUIDGED_ON_MAT] = 1, [SQ_SQUIDGED_OFF] = 2};
    if (e->where[a] != e->where[b]) return rank[e->where[a]] - rank[e->where[b]];
    if (e->where[a] != SQ_SQUIDGED_ON_MAT) return 0;
    return (e->mm[a] > e->mm[b]) - (e->mm[a] < e->mm[b]);
}

static sq_colour_set nearest(const sq_event_squidge_off *e) {
    sq_colour_set best = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        if (!(e->played & sq_colour_bit((sq_colour)c))) continue;
        int d = best ? compare(e, c, (unsigned)__builtin_ctz(best)) : -1;
        if (d < 0) best = 0;
        if (d <= 0) best |= sq_colour_bit((sq_colour)c);
    }
    return best;
}

void sq_squidge_off_won(sq_step *st, sq_colour c) {
    sq_standing *p = &st->s->now;
    p->phase = SQ_PHASE_TIMED;
    p->among = 0;
    p->winner = c;
    p->round_ends = sq_round_last(st->rules, p);
}

bool sq_step_squidge_off(sq_step *st, const sq_event_squidge_off *e) {
    sq_standing *p = &st->s->now;
    if (p->phase == SQ_PHASE_ENDED) return SQ_REFUSE(st, GAME_ENDED);
    if (p->phase != SQ_PHASE_SQUIDGE_OFF) return SQ_REFUSE(st, NO_SQUIDGE_OFF);
    if (e->played != p->among) return SQ_REFUSE(st, NOT_AMONG, .n = (int32_t)p->among);
    sq_colour_set best = nearest(e);
    for (unsigned c = 0, said = 0; c < SQ_COLOURS && !said; c++)
        if (e->played & sq_colour_bit((sq_colour)c) && e->where[c] != SQ_SQUIDGED_ON_MAT) {
            SQ_SAY(st, SQUIDGE_RANKED);
            said = 1;
        }
    if (best & (best - 1)) {
        p->among = best;
        SQ_SAY(st, SQUIDGE_TIED, .n = (int32_t)best);
        return true;
    }
    sq_colour winner = (sq_colour)__builtin_ctz(best);
    SQ_SAY(st, SQUIDGE_WON, .colour = (uint8_t)winner);
    SQ_SAY(st, SQUIDGE_REPLACED);
    SQ_SAY(st, BEGINS, .colour = (uint8_t)winner);
    sq_squidge_off_won(st, winner);
    sq_turn_begin(st, winner);
    return true;
}
