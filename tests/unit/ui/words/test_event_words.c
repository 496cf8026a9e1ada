/* What a shot did to the piles, in sentences: squops that came, that ended, and winks that are free again. */
#include "ui/words/event_words.h"

#include <string.h>

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
    assert_string_equal(sq_event_words(text, &e, &before, &after), words);
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

static void take(sq_game *g, int n, const char *text) {
    char name[SQ_RECORD_NAME_MAX];
    sq_game_answer a;
    assert_true(sq_game_read(g, n, text, strlen(text), name, &a));
    if (!a.taken) fail_msg("%s: %s", text, a.why);
}

static void assert_last(sq_game *g, int n, const char *text, const char *words) {
    char is[SQ_EVENT_WORDS_MAX];
    take(g, n, text);
    assert_string_equal(sq_last_line_words(is, g, false), words);
}

/* A line that is gone is told by what it was, also where an inserted one goes, or an undo. */
static void what_acts_on_a_line_says_what_it_was(void **state) {
    (void)state;
    char is[SQ_EVENT_WORDS_MAX];
    sq_game *g = sq_game_new();
    assert_non_null(g);
    take(g, 1, "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\"}");
    take(g, 2, "{\"event\":\"squidge-off\",\"mm\":{\"blue\":1,\"green\":2,\"red\":3,\"yellow\":4}}");
    take(g, 3, "{\"event\":\"shot\",\"t\":1,\"colour\":\"blue\",\"wink\":\"b1\"}");
    take(g, 4, "{\"event\":\"pass\",\"t\":2,\"colour\":\"green\"}");
    assert_last(g, 5, "{\"event\":\"undo\"}", "Line 4 is taken back: Green passes.");
    assert_string_equal(sq_last_line_words(is, g, true), "Line 4 is taken back.");
    assert_last(g, 6, "{\"event\":\"amend\",\"n\":5,\"with\":null}", "Line 4 counts again: Green passes.");
    assert_last(g, 7, "{\"event\":\"amend\",\"n\":4,\"with\":null}", "Line 4 is removed: Green passes.");
    assert_last(
        g, 8,
        "{\"event\":\"amend\",\"n\":3,\"with\":{\"event\":\"shot\",\"t\":1,\"colour\":\"blue\",\"wink\":"
        "\"b2\"}}",
        "Line 3 now reads: Blue plays b2.");
    assert_last(g, 9, "{\"event\":\"undo\"}", "Line 8 is taken back: Line 3 now reads: Blue plays b2.");
    assert_last(g, 10, "{\"event\":\"pass\",\"t\":3,\"colour\":\"green\"}", "Green passes.");
    assert_last(
        g, 11,
        "{\"event\":\"amend\",\"n\":10,\"with\":null,\"without\":[3],\"before\":{\"event\":\"pass\",\"t\":1,"
        "\"colour\":\"blue\"}}",
        "Inserted before line 10: Blue passes. Line 10 is removed: Green passes. Line 3 is removed: Blue "
        "plays "
        "b1 from behind the baseline.");
    sq_game_line inserted = sq_game_line_at(g, 10);
    assert_string_equal(sq_line_words(is, g, &inserted), "Blue passes.");
    sq_game_free(g);
}

/* An undo that was refused has taken nothing back, also where it is made to read otherwise and then removed.
 */
static void a_refused_undo_acts_on_nothing(void **state) {
    (void)state;
    char name[SQ_RECORD_NAME_MAX];
    const char *undo = "{\"event\":\"undo\"}";
    sq_game_answer a;
    sq_game *g = sq_game_new();
    assert_non_null(g);
    take(g, 1, "{\"event\":\"game\",\"rules\":\"etwa-2012\",\"form\":\"pairs\"}");
    assert_true(sq_game_read(g, 2, undo, strlen(undo), name, &a));
    assert_false(a.taken);
    take(g, 3, "{\"event\":\"set\",\"squidge_off\":\"blue\",\"turn\":\"blue\"}");
    take(g, 4, "{\"event\":\"amend\",\"n\":2,\"with\":{\"event\":\"clock\",\"limit_s\":90}}");
    assert_last(g, 5, "{\"event\":\"amend\",\"n\":2,\"with\":null}",
                "Line 2 is removed: The limit is now 1:30 min.");
    sq_game_free(g);
}

static void a_time_is_rounded_and_then_cut_into_minutes(void **state) {
    char to[SQ_VIDEO_TEXT_MAX];
    (void)state;
    assert_string_equal(sq_video_time_text(to, 46.9), "0:46.9");
    assert_string_equal(sq_video_time_text(to, 59.97), "1:00.0");
    assert_string_equal(sq_video_time_text(to, 125.04), "2:05.0");
}

/* JSON would take no half of one. */
static void words_are_not_cut_within_a_letter(void **state) {
    (void)state;
    char to[SQ_EVENT_WORDS_MAX];
    for (int odd = 0; odd < 2; odd++) {
        FILE *f = sq_open_words(to);
        assert_non_null(f);
        fputs(odd ? "b" : "", f);
        for (int i = 0; i < SQ_EVENT_WORDS_MAX; i++)
            fputs("\xc3\xa4", f);
        sq_close_words(f, to);
        size_t n = strlen(to);
        assert_in_range(n, SQ_EVENT_WORDS_MAX - 4, SQ_EVENT_WORDS_MAX - 2);
        assert_int_equal(n % 2, odd);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(squops_that_came_and_winks_that_came_free, nothing_played),
        cmocka_unit_test_setup(a_squop_that_ended_where_others_stay, nothing_played),
        cmocka_unit_test_setup(of_a_potted_wink_it_goes_without_saying, nothing_played),
        cmocka_unit_test(what_acts_on_a_line_says_what_it_was),
        cmocka_unit_test(a_refused_undo_acts_on_nothing),
        cmocka_unit_test(a_time_is_rounded_and_then_cut_into_minutes),
        cmocka_unit_test(words_are_not_cut_within_a_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
