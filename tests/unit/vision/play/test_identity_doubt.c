/* Which is which of two that look alike: remembered where it was doubtful. */
#include "vision/play/identity_doubt.h"

#include "tests/fixture/game/play_fixture.h"
#include "vision/play/hypotheses.h"

static sq_tracked now;

/* A rest with two namings: in the other one b2 and b3 have exchanged their names. */
static void name_twice(void) {
    sq_position p = hand_made_start(), q = p;
    track_by_hand(&p);
    sq_track_next(&now, &then, &q);
    now.naming_count = 2;
    now.naming[1] = now.naming[0];
    now.naming[1].index[W("b2")] = now.naming[0].index[W("b3")];
    now.naming[1].index[W("b3")] = now.naming[0].index[W("b2")];
}

/* One of two that look alike was played, and nobody knows which: that is remembered. */
static void readings_that_exchange_names_leave_them_in_doubt(void **state) {
    (void)state;
    name_twice();
    sq_play told = {.reading_count = 2, .reading = {{.probability = 0.6}, {.probability = 0.2, .naming = 1}}};
    sq_play_doubt_names(&now, &told, 0);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        bool doubtful = w == W("b2") || w == W("b3");
        assert_true(fabs(now.wink[w].misnamed - (doubtful ? 0.25 : 0)) < 1e-9);
    }
}

/* After a jolt one story holds, whatever the names: each naming has its share in it. */
static void a_reading_of_several_namings_leaves_names_in_doubt(void **state) {
    (void)state;
    name_twice();
    sq_stories s = {0};
    sq_story_add(&s, &(sq_play_reading){.kind = SQ_PLAY_UNEXPLAINED, .probability = 2, .naming = 1});
    sq_story_add(&s, &(sq_play_reading){.kind = SQ_PLAY_UNEXPLAINED, .probability = 3});
    sq_story_add(&s, &(sq_play_reading){.kind = SQ_PLAY_NOTHING, .probability = 5});
    sq_play told = {.reading_count = s.count};
    memcpy(told.reading, s.reading, sizeof told.reading);
    assert_int_equal(told.reading_count, 2);
    for (int i = 0; i < 2; i++) {
        bool jolt = told.reading[i].kind == SQ_PLAY_UNEXPLAINED;
        assert_int_equal(told.reading[i].naming, 0); /* the likelier one's */
        assert_near(sq_play_share_of_naming(&told.reading[i], 1), jolt ? 0.4 : 0, 1e-12);
        assert_near(sq_play_share_of_naming(&told.reading[i], 0), jolt ? 0.6 : 1, 1e-12);
    }
    sq_play_doubt_names(&now, &told, 0);
    assert_near(now.wink[W("b2")].misnamed, 0.2, 1e-9);
    assert_near(now.wink[W("b3")].misnamed, 0.2, 1e-9);
    assert_near(now.wink[W("b4")].misnamed, 0, 1e-9);
    sq_play_doubt_names(&now, &told, BIT("b2")); /* b3 was told of */
    assert_near(now.wink[W("b2")].misnamed, 1 - 0.8 * 0.8, 1e-9);
    sq_play_doubt_names(&now, &told, BIT("b2") | BIT("b3"));
    assert_near(now.wink[W("b2")].misnamed, 1 - 0.8 * 0.8, 1e-9);
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
        cmocka_unit_test(a_reading_of_several_namings_leaves_names_in_doubt),
        cmocka_unit_test(an_event_tells_the_names_of_what_changed),
        cmocka_unit_test(a_reading_is_as_well_named_as_its_least_sure_wink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
