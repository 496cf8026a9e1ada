/* The umpire of crokinole in drawn rounds, by position: what he tells for certain is so, and he tells most of
 * it. SQ_ROUNDS=400 plays so many; SQ_ROUNDS_SAY tells what was wrong. */
#include "ui/umpire/crokinole/board_umpire.h"

#include <stdlib.h>

#include "datasets/crokinole/round_score.h"
#include "rules/other/other_game.h"
#include "rules/record.h"
#include "tests/fixture/game/seen_round.h"
#include "tests/fixture/unit.h"

enum { ROUNDS = 8, WIDTH = 1920, HEIGHT = 1080 };

typedef struct {
    const sq_drawn_round *round;
    sq_round_score score;
    int shots;
    bool asked;
    sq_state last;
} listener;

static void say_wrong(const listener *l, const sq_told *told) {
    char text[SQ_STATE_LINE_MAX];
    sq_rulings none = {.count = 0};
    printf("shot %d (gap %.2f mm, moved %.2f mm), told with %.3f:\n", l->shots, l->round->gap_mm[l->shots],
           l->round->moved_mm[l->shots], told->probability);
    sq_record_write_state(text, sizeof text, 0, "played", &l->round->after[l->shots], &none, NULL);
    printf("  %s\n", text);
    sq_record_write_state(text, sizeof text, 0, "told", told->after, &none, NULL);
    printf("  %s\n", text);
}

static const sq_state *before(const sq_drawn_round *r, int shot) {
    return shot ? &r->after[shot - 1] : &r->begun;
}

static sq_code hear(void *who, const sq_told *told, sq_diag *d) {
    listener *l = who;
    (void)d;
    assert_int_not_equal(told->kind, SQ_TOLD_REFUSED);
    if (told->kind != SQ_TOLD_EVENT || told->event->kind != SQ_EVENT_OTHER ||
        told->event->other.what != SQ_CROKINOLE_SHOT)
        return SQ_OK;
    int wrong = l->score.wrong;
    bool is_played = l->shots < l->round->shots;
    sq_scored_shot played = {before(l->round, l->shots), &l->round->after[l->shots]};
    sq_scored_shot as_told = {told->before, told->after};
    sq_round_score_shot(&l->score, is_played ? &played : NULL, &as_told, told->held);
    if (l->score.wrong > wrong && getenv("SQ_ROUNDS_SAY")) say_wrong(l, told);
    l->shots++;
    l->asked |= told->held;
    l->last = *told->after;
    return SQ_OK;
}

static void referee(listener *l, const sq_drawn_round *round, double sigma_mm, uint64_t seed) {
    static sq_board_position seen;
    sq_random noise = sq_random_for(seed, "eye");
    sq_diag d;
    sq_board_umpire *u;
    l->round = round;
    l->shots = 0;
    l->asked = false;
    assert_int_equal(sq_board_umpire_new(&u, &round->game, hear, l, &d), SQ_OK);
    for (int i = 0; i < round->rests; i++) {
        sq_board_rest_as_seen(&seen, round, i, sigma_mm, &noise);
        assert_int_equal(sq_board_umpire_look(u, &seen, 2 * i - 1, 2 * i, &d), SQ_OK);
    }
    assert_int_equal(sq_board_umpire_end(u, &d), SQ_OK);
    sq_board_umpire_free(u);
    for (; l->shots < round->shots; l->shots++)
        sq_round_score_shot(&l->score, &(sq_scored_shot){before(round, l->shots), &round->after[l->shots]},
                            NULL, false);
    sq_round_score_end(&l->score, &round->after[round->shots - 1], &l->last, l->asked);
}

static void rounds_by_position(void **state) {
    (void)state;
    static sq_drawn_round round;
    const char *more = getenv("SQ_ROUNDS");
    int rounds = more ? atoi(more) : ROUNDS;
    static const double sigmas[] = {0.15, 0.35, 0.7}, least[] = {0.94, 0.88, 0.8};
    for (size_t k = 0; k < sizeof sigmas / sizeof *sigmas; k++) {
        listener l = {.shots = 0};
        for (int seed = 1; seed <= rounds; seed++) {
            sq_drawn_round_make(&round, (uint64_t)seed, seed % 2, WIDTH, HEIGHT);
            referee(&l, &round, sigmas[k], (uint64_t)seed);
        }
        const sq_round_score *s = &l.score;
        printf("± %.2f mm: %d shots, %d right, %d asked (%d held rightly), %d wrong, %d missed, %d invented; "
               "scores of %d rounds: %d right, %d asked\n",
               sigmas[k], s->shots, s->right, s->held, s->held_right, s->wrong, s->missed, s->invented,
               s->rounds, s->scores_right, s->scores_held);
        assert_int_equal(s->missed + s->invented, 0);
        if (!more) assert_true(s->right >= least[k] * s->shots);
        assert_true(s->wrong <= 0.015 * s->shots);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rounds_by_position),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
