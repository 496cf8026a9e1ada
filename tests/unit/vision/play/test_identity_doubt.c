/* Which is which of two that look alike: remembered where it was doubtful. */
#include "vision/play/identity_doubt.h"

#include "tests/fixture/game/play_fixture.h"

static sq_tracked now;

/* One of two that look alike was played, and nobody knows which: that is remembered. */
static void readings_that_exchange_names_leave_them_in_doubt(void **state) {
    (void)state;
    sq_position p = hand_made_start(), q = p;
    track_by_hand(&p);
    sq_track_next(&now, &then, &q);
    now.naming_count = 2;
    now.naming[1] = now.naming[0];
    now.naming[1].index[W("b2")] = now.naming[0].index[W("b3")];
    now.naming[1].index[W("b3")] = now.naming[0].index[W("b2")];
    sq_play told = {.reading_count = 2, .reading = {{.probability = 0.6}, {.probability = 0.2, .naming = 1}}};
    sq_play_doubt_names(&now, &told);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        bool doubtful = w == W("b2") || w == W("b3");
        assert_true(fabs(now.wink[w].misnamed - (doubtful ? 0.25 : 0)) < 1e-9);
    }
}

/* The names that an event tells: who was played, potted, sent off, and who newly lies over whom. */
static void an_event_tells_the_names_of_what_changed(void **state) {
    (void)state;
    sq_play_reading r = {.kind = SQ_PLAY_SHOT, .has_event = true, .moved = BIT("b1")};
    r.event.kind = SQ_EVENT_SHOT;
    r.event.shot = (sq_event_shot){.wink = W("b1"), .colour = SQ_BLUE, .potted = BIT("g2"), .off = BIT("y3")};
    assert_int_equal(sq_play_names_told(&r), BIT("b1") | BIT("g2") | BIT("y3"));
    r.event.shot.over.above[W("r1")] = BIT("b1") | BIT("y4"); /* y4 lay over it before */
    assert_int_equal(sq_play_names_told(&r), BIT("b1") | BIT("g2") | BIT("y3") | BIT("r1"));
    r.moved |= BIT("r1");
    assert_int_equal(sq_play_names_told(&r), BIT("b1") | BIT("g2") | BIT("y3") | BIT("r1") | BIT("y4"));
    r.has_event = false;
    assert_int_equal(sq_play_names_told(&r), 0);
}

/* Names change in pairs: the least sure one counts, not the product. */
static void a_reading_is_as_well_named_as_its_least_sure_wink(void **state) {
    (void)state;
    sq_play_reading r = {.kind = SQ_PLAY_SHOT, .has_event = true};
    r.event.kind = SQ_EVENT_SHOT;
    r.event.shot = (sq_event_shot){.wink = W("b1"), .potted = BIT("b2")};
    sq_position p = hand_made_start();
    track_by_hand(&p);
    assert_near(sq_play_named_right(&r, &then), 1, 0);
    then.wink[W("b1")].misnamed = 0.2;
    then.wink[W("b2")].misnamed = 0.3;
    then.wink[W("b3")].misnamed = 0.9; /* is not told of */
    assert_near(sq_play_named_right(&r, &then), 0.7, 1e-12);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(readings_that_exchange_names_leave_them_in_doubt),
        cmocka_unit_test(an_event_tells_the_names_of_what_changed),
        cmocka_unit_test(a_reading_is_as_well_named_as_its_least_sure_wink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
