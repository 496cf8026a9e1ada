/* The looks of a random game by position: played by the rules on a mat that is all geometry
 * (fixture/game/table.h), seen by an eye with small deviations. No picture is drawn. */
#ifndef SQ_TESTS_HALL_SIMULATED_LOOKS_H
#define SQ_TESTS_HALL_SIMULATED_LOOKS_H

#include "tests/fixture/game/simulated_game.h"
#include "ui/game/looks_file.h"

enum { LOOKS_MOST = 1024 };

typedef struct {
    int count;
    sq_observation look[LOOKS_MOST];
} simulated_looks;

/* Millimetres of deviation; seconds from a rest to the next. */
#define DRAWN_SIGMA 0.12
#define DRAWN_PAUSE_S 9.0

static inline void drawn_pairs(sq_position *p, const table *t) {
    for (int a = 0; a < p->wink_count; a++)
        for (int b = a + 1; b < p->wink_count; b++) {
            if (!on_mat(&p->winks[a]) || !on_mat(&p->winks[b])) continue;
            double gap = gap_between(p, a, b), sigma = 1.5 * DRAWN_SIGMA;
            double overlap = 0.5 * erfc(gap / (sigma * M_SQRT2));
            if (overlap <= 0.01) continue;
            double above = t->squops.above[p->winks[b].id] & sq_wink_bit(p->winks[a].id) ? 0.97 : 0.03;
            p->squops[p->squop_count++] = (sq_squop){a, b, overlap * above, gap, sigma, SQ_CALL_LOOK};
            p->squops[p->squop_count++] = (sq_squop){b, a, overlap * (1 - above), gap, sigma, SQ_CALL_LOOK};
        }
}

static inline void drawn_look(simulated_looks *l, table *t) {
    t->t += DRAWN_PAUSE_S;
    if (l->count == LOOKS_MOST) return;
    sq_position p = t->lies;
    p.t = t->t;
    for (int i = 0; i < p.wink_count; i++) {
        p.winks[i].id = (sq_wink)i;
        p.winks[i].at.x += DRAWN_SIGMA * hand_made_normal();
        p.winks[i].at.y += DRAWN_SIGMA * hand_made_normal();
        p.winks[i].sigma_mm = DRAWN_SIGMA;
    }
    drawn_pairs(&p, t);
    hand_made_shake(&p, 0);
    for (int i = 0; i < p.wink_count; i++)
        p.winks[i].sigma_mm = DRAWN_SIGMA;
    l->look[l->count] = (sq_observation){
        .position = p, .t_start = t->t - 2, .t_rest = t->t - 1, .rest = l->count, .last = true};
    l->count++;
}

static inline void drawn_squidge_off(simulated_looks *l, table *t) {
    table start = *t;
    drawn_look(l, t);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w += SQ_WINKS_PER_COLOUR) {
        place_at(t, w, 100 + 15 * w, 100, SQ_PLACE_MAT);
        drawn_look(l, t);
    }
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w += SQ_WINKS_PER_COLOUR) {
        t->lies.winks[w] = start.lies.winks[w];
        drawn_look(l, t);
    }
    sq_rulings r;
    sq_event game = {.kind = SQ_EVENT_GAME}, off = {.kind = SQ_EVENT_SQUIDGE_OFF};
    off.squidge_off = (sq_event_squidge_off){.played = SQ_USUAL_COLOUR_SET, .mm = {1, 2, 3, 4}};
    t->game = sq_state_none();
    assert_true(sq_engine_step(&t->game, &game, &t->game, &r));
    assert_true(sq_engine_step(&t->game, &off, &t->game, &r));
}

/* A game of so many shots at most. */
static inline void draw_looks(simulated_looks *l, unsigned seed, int shots) {
    static table t;
    srand(seed);
    l->count = 0;
    t = (table){.lies = hand_made_start()};
    drawn_squidge_off(l, &t);
    for (int i = 0; i < shots && t.game.now.turn != SQ_NO_COLOUR; i++) {
        sq_rulings r;
        bool pot_out = t.game.now.phase == SQ_PHASE_POT_OUT;
        sq_event shot = shoot(&t);
        if (pot_out) shot.shot.over = (sq_squops){0};
        assert_true(sq_engine_step(&t.game, &shot, &t.game, &r));
        drawn_look(l, &t);
        if (shot.shot.off) {
            put_back(&t, shot.shot.wink);
            drawn_look(l, &t);
        }
        if (t.game.now.phase == SQ_PHASE_POT_OUT && move_apart(&t)) drawn_look(l, &t);
    }
}

#endif
