/* What a shot did to the piles, in sentences: squops that came, that ended, and winks that are free again. */
#include "ui/words/event_words.h"

#include "tests/fixture/unit.h"

#define W(name) sq_wink_from_name(name)

static sq_state before, after;

static int nothing_played(void **state) {
    (void)state;
    before = (sq_state){.playing = true, .now = {.in_play = SQ_USUAL_SET, .turn = SQ_RED, .shots = 1}};
    after = before;
    return 0;
}

static void lies(sq_state *s, const char *over, const char *under) {
    s->now.squops.above[W(under)] |= sq_wink_bit(W(over));
}

static void assert_words(const char *wink, const char *words) {
    char text[SQ_EVENT_WORDS_MAX];
    sq_event e = {.kind = SQ_EVENT_SHOT, .shot = {.colour = SQ_RED, .wink = W(wink)}};
    assert_string_equal(sq_event_words(text, &e, NULL, &before, &after), words);
}

static void squops_that_came_and_winks_that_came_free(void **state) {
    (void)state;
    lies(&before, "r4", "Y1");
    lies(&after, "r4", "y3");
    assert_words("r4", "Red plays r4. Now r4 lies over y3. Y1 is free again.");
}

/* Whether r4 lies over Y1 still is all that two answers to a question may differ in. */
static void a_squop_that_ended_where_others_stay(void **state) {
    (void)state;
    lies(&before, "r4", "Y1");
    lies(&before, "g2", "Y1");
    lies(&after, "g2", "Y1");
    lies(&after, "r4", "y3");
    assert_words("r4", "Red plays r4. Now r4 lies over y3. r4 no longer lies over Y1.");
    lies(&after, "r4", "Y1");
    assert_words("r4", "Red plays r4. Now r4 lies over y3.");
}

static void of_a_potted_wink_it_goes_without_saying(void **state) {
    (void)state;
    lies(&before, "r4", "Y1");
    lies(&before, "g2", "Y1");
    lies(&after, "g2", "Y1");
    after.now.potted = sq_wink_bit(W("r4"));
    assert_words("r4", "Red plays r4.");
}

static void a_time_is_rounded_and_then_cut_into_minutes(void **state) {
    char to[SQ_VIDEO_TEXT_MAX];
    (void)state;
    assert_string_equal(sq_video_time_text(to, 46.9), "0:46.9");
    assert_string_equal(sq_video_time_text(to, 59.97), "1:00.0");
    assert_string_equal(sq_video_time_text(to, 125.04), "2:05.0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(squops_that_came_and_winks_that_came_free, nothing_played),
        cmocka_unit_test_setup(a_squop_that_ended_where_others_stay, nothing_played),
        cmocka_unit_test_setup(of_a_potted_wink_it_goes_without_saying, nothing_played),
        cmocka_unit_test(a_time_is_rounded_and_then_cut_into_minutes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
