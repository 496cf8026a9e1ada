/* What a film has shown of the eye makes stories of overlooked winks likelier, by colour, and never less
 * likely than they are believed to be. */
#include "vision/play/eye_reliability.h"

#include "tests/fixture/game/play_fixture.h"
#include "tests/fixture/unit.h"
#include "vision/play/play_priors.h"

static const sq_play_reading nothing = {.kind = SQ_PLAY_NOTHING};

static sq_tracked start(void) {
    sq_tracked t;
    sq_position p = hand_made_start();
    sq_track_start(&t, &p);
    return t;
}

static void nothing_is_known_of_no_film(void **state) {
    (void)state;
    assert_near(sq_film_missed(NULL, SQ_RED), SQ_PLAY_MISSED, 1e-9);
    assert_near(sq_film_missed_where_it_landed(NULL, SQ_RED), SQ_PLAY_MISSED_WHERE_IT_LANDED, 1e-9);
    assert_near(sq_film_traceless(NULL), 1 - SQ_TRACE_LEFT_BY_WINK, 1e-9);
    assert_near(sq_film_pot_by_itself(NULL), SQ_TRACE_POT_FALSE, 1e-9);
}

static void a_good_film_changes_nothing(void **state) {
    (void)state;
    sq_film_odds f = {0};
    sq_tracked t = start();
    sq_film_learn_start(&f, &t);
    for (int i = 0; i < 20; i++)
        sq_film_learn(&f, &t, &t, &nothing);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        assert_near(sq_film_missed(&f, (sq_colour)c), SQ_PLAY_MISSED, 1e-9);
}

/* Two red winks drop out of sight at one rest in four. */
static void what_drops_out_of_sight_is_a_colours(void **state) {
    (void)state;
    sq_film_odds f = {0};
    sq_tracked t = start(), later = t;
    later.wink[W("r1")].how = later.wink[W("R2")].how = SQ_TRACK_MISSING;
    for (int i = 0; i < 20; i++) {
        sq_film_learn(&f, &t, i % 4 ? &t : &later, &nothing);
        if (i % 4 == 0) sq_film_learn(&f, &later, &t, &nothing);
    }
    assert_near(sq_film_missed(&f, SQ_RED), 10.0 / 140, 0.02);
    assert_near(sq_film_missed(&f, SQ_BLUE), SQ_PLAY_MISSED, 1e-9);
    assert_true(sq_film_missed_where_it_landed(&f, SQ_RED) > 4 * sq_film_missed(&f, SQ_RED));
}

static void what_was_sent_off_was_not_overlooked(void **state) {
    (void)state;
    sq_film_odds f = {0};
    sq_tracked t = start(), later = t;
    later.wink[W("r1")].how = SQ_TRACK_MISSING;
    sq_play_reading off = {.kind = SQ_PLAY_SHOT, .gone = sq_wink_bit((sq_wink)W("r1"))};
    for (int i = 0; i < 20; i++)
        sq_film_learn(&f, &t, &later, &off);
    assert_near(sq_film_missed(&f, SQ_RED), SQ_PLAY_MISSED, 1e-9);
}

static void winks_unseen_at_the_start_are_overlooked(void **state) {
    (void)state;
    sq_film_odds f = {0};
    sq_tracked t = start();
    t.wink[W("g1")].how = t.wink[W("g2")].how = SQ_TRACK_UNKNOWN;
    sq_film_learn_start(&f, &t);
    assert_true(sq_film_missed(&f, SQ_GREEN) > 0.05);
    assert_near(sq_film_missed(&f, SQ_YELLOW), SQ_PLAY_MISSED, 1e-9);
}

static void a_pot_that_changes_by_itself_is_no_witness(void **state) {
    (void)state;
    sq_film_odds f = {0};
    sq_tracked t = start(), later = t;
    later.pot_changed_share = 0.5;
    for (int i = 0; i < 20; i++)
        sq_film_learn(&f, &t, &later, &nothing);
    assert_near(sq_film_pot_by_itself(&f), 0.23, 0.01); /* of 0.5, and of what is believed before */
    later.changed_by_itself = NAN;
    assert_near(sq_film_pot_by_itself_at(&f, &later), 0.23, 0.01);
    later.changed_by_itself = 0.4; /* as all has at this rest */
    assert_near(sq_film_pot_by_itself_at(&f, &later), 0.4, 1e-9);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_of_no_film),
        cmocka_unit_test(a_good_film_changes_nothing),
        cmocka_unit_test(what_drops_out_of_sight_is_a_colours),
        cmocka_unit_test(what_was_sent_off_was_not_overlooked),
        cmocka_unit_test(winks_unseen_at_the_start_are_overlooked),
        cmocka_unit_test(a_pot_that_changes_by_itself_is_no_witness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
