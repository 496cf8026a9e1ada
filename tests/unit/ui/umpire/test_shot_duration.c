/* How long shots take in a game, and what twice as long tells. */
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"
#include "ui/umpire/umpire_state.h"
#include "vision/play/play_priors.h"

/* A game whose shots took about so long: their logarithms are off by a normal deviation. */
static sq_umpire_pace pace_of(double seconds, double sigma, int shots) {
    sq_umpire_pace p = {0};
    unsigned seed = 7;
    for (int i = 0; i < shots; i++)
        sq_umpire_note_pace(&p, seconds * exp(sigma * sq_naive_normal(&seed)));
    return p;
}

/* The ratio of two normal densities of log seconds, one about twice the usual length. */
static void the_odds_are_those_of_twice_the_usual_length(void **state) {
    (void)state;
    sq_umpire_pace p = pace_of(1.4, 0.4, 60);
    double mean = p.sum / p.shots, variance = p.sum_of_squares / p.shots - mean * mean;
    assert_true(variance > SQ_PLAY_PACE_SIGMA * SQ_PLAY_PACE_SIGMA);
    for (double s = 1; s < 4; s *= 1.2) {
        double once = exp(-pow(log(s) - mean, 2) / (2 * variance)),
               twice = exp(-pow(log(s / 2) - mean, 2) / (2 * variance)), ratio = twice / once;
        if (ratio > SQ_PLAY_PACE_MOST || ratio < 1 / SQ_PLAY_PACE_MOST) continue;
        assert_near(sq_umpire_twice_over(&p, s), ratio, 1e-9 * ratio);
    }
}

static void a_longer_motion_is_the_likelier_two(void **state) {
    (void)state;
    sq_umpire_pace p = pace_of(1.4, 0.2, 30);
    double before = 0;
    for (double s = 0.2; s < 20; s *= 1.1) {
        double odds = sq_umpire_twice_over(&p, s);
        assert_true(odds >= before);
        assert_true(odds >= 1 / SQ_PLAY_PACE_MOST && odds <= SQ_PLAY_PACE_MOST);
        before = odds;
    }
    assert_true(sq_umpire_twice_over(&p, 1.4) < 1);
    assert_true(sq_umpire_twice_over(&p, 2.8) > 1);
    assert_near(before, SQ_PLAY_PACE_MOST, 0);
}

/* Half and twice as long as the middle of the two tell the same against each other. */
static void the_middle_tells_nothing(void **state) {
    (void)state;
    sq_umpire_pace p = pace_of(1, 0.5, 40);
    double middle = exp(p.sum / p.shots) * M_SQRT2;
    assert_near(sq_umpire_twice_over(&p, middle), 1, 1e-9);
    assert_near(sq_umpire_twice_over(&p, middle * 1.1) * sq_umpire_twice_over(&p, middle / 1.1), 1, 1e-9);
}

static void few_shots_and_unknown_times_tell_nothing(void **state) {
    (void)state;
    sq_umpire_pace p = pace_of(1.4, 0.2, SQ_PLAY_PACE_SHOTS - 1);
    assert_near(sq_umpire_twice_over(&p, 9), 1, 0);
    sq_umpire_note_pace(&p, 0);
    sq_umpire_note_pace(&p, -1);
    sq_umpire_note_pace(&p, NAN);
    assert_int_equal(p.shots, SQ_PLAY_PACE_SHOTS - 1);
    sq_umpire_note_pace(&p, 1.4);
    assert_true(sq_umpire_twice_over(&p, 9) > 1);
    assert_near(sq_umpire_twice_over(&p, 0), 1, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_odds_are_those_of_twice_the_usual_length),
        cmocka_unit_test(a_longer_motion_is_the_likelier_two),
        cmocka_unit_test(the_middle_tells_nothing),
        cmocka_unit_test(few_shots_and_unknown_times_tell_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
