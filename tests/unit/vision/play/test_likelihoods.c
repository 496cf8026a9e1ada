/* The weights of play's causes, against what they are made from. */
#include "vision/play/likelihoods.h"

#include "tests/fixture/unit.h"
#include "vision/play/play_priors.h"

static sq_change slide(sq_mm from, double angle, double mm) {
    sq_mm to = {from.x + mm * cos(angle), from.y + mm * sin(angle)};
    return (sq_change){.kind = SQ_CHANGE_MOVED, .from = from, .to = to, .mm = mm, .was = SQ_PLACE_MAT};
}

/* From far away on the left, to a place beside the struck wink. */
static const sq_mm struck_at = {100, 50};
static const sq_change played = {
    .kind = SQ_CHANGE_MOVED, .from = {-400, 50}, .to = {90, 50}, .mm = 490, .was = SQ_PLACE_MAT};

static double weight(double angle, const sq_change *by) {
    sq_change c = slide(struck_at, angle, 20);
    return sq_play_as_struck(&c, 0, by, &(sq_play_prior){0});
}

static void a_struck_wink_goes_on_ahead(void **state) {
    (void)state;
    double aside = weight(M_PI / 2, &played);
    assert_near(weight(0, &played) / aside, 1 + SQ_PLAY_PUSHED_AHEAD, 1e-9);
    assert_near(weight(M_PI, &played) / aside, 1 - SQ_PLAY_PUSHED_AHEAD, 1e-9);
    for (double angle = 0.1; angle < M_PI; angle += 0.2) {
        assert_true(weight(angle, &played) < weight(angle - 0.1, &played));
        assert_near(weight(angle, &played), weight(-angle, &played), 1e-15);
    }
}

/* Averaged over all directions it is what it was: a density still. */
static void directions_only_share_what_there_is(void **state) {
    (void)state;
    double mean = 0;
    enum { N = 360 };
    for (int i = 0; i < N; i++)
        mean += weight(2 * M_PI * i / N, &played) / N;
    assert_near(mean / weight(M_PI / 2, &played), 1, 1e-9);
}

static void beside_the_squidger_all_directions_are_alike(void **state) {
    (void)state;
    sq_change from_near = played;
    from_near.from = (sq_mm){110, 60};
    from_near.to = (sq_mm){600, 60};
    assert_near(weight(0, &from_near), weight(M_PI, &from_near), 1e-15);
    assert_near(weight(0, 0), weight(M_PI, 0), 1e-15);
}

/* A large wink covers more of the pot's floor than a heap that glitters changes. */
static void what_falls_into_the_pot_shows_by_its_size(void **state) {
    (void)state;
    assert_true(sq_play_pot_speaks(0.4, 0.01, SQ_SMALL, 0) > 20);
    assert_true(sq_play_pot_speaks(0.7, 0.01, SQ_LARGE, 0) > 20);
    assert_true(sq_play_pot_speaks(0.68, 0.01, SQ_SMALL, 0) >
                20); /* blurred: cells that it reaches change, too */
    assert_true(sq_play_pot_speaks(0.95, 0.01, SQ_SMALL, 0) < 1);
    assert_true(sq_play_pot_speaks(0.16, 0.05, SQ_LARGE, 0) < 1);
    assert_true(sq_play_pot_speaks(0, 0.01, SQ_SMALL, 0) < 1);
    assert_true(sq_play_pot_speaks(0.4, 0.3, SQ_SMALL, 0) < sq_play_pot_speaks(0.4, 0.01, SQ_SMALL, 0) / 5);
    /* A small one in a film whose changes are wide. */
    assert_true(sq_play_pot_speaks(0.75, 0.01, SQ_SMALL, 0) < 10);
    assert_true(sq_play_pot_speaks(0.75, 0.01, SQ_SMALL, 2) > 20);
    assert_near(sq_play_pot_speaks(NAN, 0.01, SQ_SMALL, 0), 1, 0);
}

/* Of 24 winks, ten lie about on the mat, w is played and u is out of sight. */
enum { W = 0, U = 11 };

static const sq_tracked *with_one_astray(bool struck) {
    static sq_tracked t;
    t = (sq_tracked){.position.pot_found = true};
    for (sq_wink v = 0; v < 10; v++)
        t.wink[v] = (sq_tracked_wink){
            .how = SQ_TRACK_SEEN, .last = {.at = {90 * v - 400, -200 - 10 * (v % 3)}, .place = SQ_PLACE_MAT}};
    t.wink[U] = (sq_tracked_wink){.how = SQ_TRACK_MISSING,
                                  .last = {.at = {800, 400}, .place = SQ_PLACE_BASELINE},
                                  .astray = true,
                                  .struck = struck,
                                  .struck_at = struck_at};
    return &t;
}

static sq_change landing(sq_mm at) {
    sq_mm from = {-400, -200};
    return (sq_change){.kind = SQ_CHANGE_MOVED, .from = from, .to = at, .mm = sq_mm_distance(from, at)};
}

static void one_out_of_sight_may_lie_where_it_struck_another(void **state) {
    (void)state;
    sq_change there = landing((sq_mm){108, 56}), farther = landing((sq_mm){160, 50});
    double near_it = sq_play_lies_upon_astray(&there, W, U, with_one_astray(true));
    assert_true(near_it > 0.2);
    assert_true(sq_play_lies_upon_astray(&farther, W, U, with_one_astray(true)) < near_it / 2);
    assert_near(sq_play_lies_upon_astray(&there, W, U, with_one_astray(false)), 0, 0);
    there.kind = SQ_CHANGE_POTTED;
    assert_near(sq_play_lies_upon_astray(&there, W, U, with_one_astray(true)), 0, 0);
}

/* It is hardly what lies far from where it struck another one, but may be what covers that place. */
static void what_shows_one_out_of_sight_is_near_where_it_struck(void **state) {
    (void)state;
    const sq_tracked_wink *u = &with_one_astray(true)->wink[U];
    const sq_region there = {struck_at, 8}, coin = {{struck_at.x + 300, struck_at.y}, 8},
                    hand = {{struck_at.x + 300, struck_at.y}, 300};
    assert_near(sq_play_astray_may_be(u, &there), 1, 1e-9);
    assert_near(sq_play_astray_may_be(u, &hand), 1, 1e-9);
    assert_true(sq_play_astray_may_be(u, &coin) < 0.2);
    assert_true(sq_play_astray_may_be(u, &coin) > 0);
    assert_near(sq_play_astray_may_be(&with_one_astray(false)->wink[U], &coin), 1, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_struck_wink_goes_on_ahead),
        cmocka_unit_test(directions_only_share_what_there_is),
        cmocka_unit_test(beside_the_squidger_all_directions_are_alike),
        cmocka_unit_test(what_falls_into_the_pot_shows_by_its_size),
        cmocka_unit_test(one_out_of_sight_may_lie_where_it_struck_another),
        cmocka_unit_test(what_shows_one_out_of_sight_is_near_where_it_struck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
