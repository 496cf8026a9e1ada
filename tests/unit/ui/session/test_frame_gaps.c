/* Gaps: frames that are missing are counted, and said once; a source that is slow by nature has none. */
#include "ui/session/frame_gaps.h"

#include "tests/fixture/unit.h"

typedef struct {
    sq_frame_gaps gaps;
    double t, last_gap;
    uint64_t number;
    int said;
    char text[SQ_GAPS_TEXT]; /* what was said last */
} watch;

static void frame(watch *w, double dt, uint64_t numbers) {
    char say[SQ_GAPS_TEXT];
    sq_frame f = {.t = w->t += dt, .number = w->number += numbers};
    w->last_gap = sq_frame_gaps_add(&w->gaps, &f, say);
    if (!*say) return;
    w->said++;
    snprintf(w->text, sizeof w->text, "%s", say);
}

static void frames(watch *w, int n, double dt) {
    for (int i = 0; i < n; i++)
        frame(w, dt, 1);
}

static void nothing_is_missing(void **state) {
    (void)state;
    static const double rates[] = {60, 30, 12, 3, 0.5};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        watch w = {0};
        frames(&w, 300, 1 / rates[i]);
        assert_int_equal(w.said, 0);
        assert_false(sq_frame_gaps_sum(&w.gaps, w.text));
        assert_string_equal(w.text, "");
    }
}

static void a_hole_is_said_at_once(void **state) {
    (void)state;
    watch w = {0};
    frames(&w, 60, 1 / 30.0);
    frame(&w, 60, 1);
    assert_near(w.last_gap, 60, 1e-9);
    assert_int_equal(w.said, 1);
    assert_non_null(strstr(w.text, "no pictures for 60.0 s up to 1:02.0; if anything was played meanwhile"));
    char sum[SQ_GAPS_TEXT];
    assert_false(sq_frame_gaps_sum(&w.gaps, sum)); /* it is not told twice */
    frames(&w, 60, 1 / 30.0);
    assert_near(w.last_gap, 0, 0);
    frame(&w, 1, 1); /* no news so soon */
    assert_near(w.last_gap, 1, 1e-9);
    assert_int_equal(w.said, 1);
    frames(&w, 70 * 30, 1 / 30.0);
    frame(&w, 1, 1);
    assert_int_equal(w.said, 2);
    assert_true(sq_frame_gaps_sum(&w.gaps, w.text));
    assert_non_null(strstr(w.text, "3 gaps, the longest 60.0 s up to 1:02.0"));
}

/* By the source's own count, and by the clock where it does not count. */
static void losses_are_said_once_until_they_are_over(void **state) {
    (void)state;
    for (uint64_t numbers = 1; numbers <= 2; numbers++) {
        watch w = {0};
        frames(&w, 60, 1 / 30.0);
        for (int i = 0; i < 300; i++)
            frame(&w, (i % 4 ? 1 : 2) / 30.0, i % 4 ? 1 : numbers);
        assert_int_equal(w.said, 1);
        assert_non_null(strstr(w.text, "frames are missing"));
        assert_int_equal(w.gaps.lost, 75);
        frames(&w, 900, 1 / 30.0);
        for (int i = 0; i < 300; i++)
            frame(&w, (i % 4 ? 1 : 2) / 30.0, i % 4 ? 1 : numbers);
        assert_int_equal(w.said, 2);
        assert_true(sq_frame_gaps_sum(&w.gaps, w.text));
        assert_non_null(strstr(w.text, "150 of 1710 frames were missing"));
    }
}

/* In the dark a camera may give a tenth of the pictures: that is a gap only at first. */
static void a_camera_that_slows_down_is_followed(void **state) {
    (void)state;
    watch w = {0};
    frames(&w, 60, 1 / 30.0);
    frames(&w, SQ_GAPS_FRAMES, 1);
    assert_near(w.last_gap, 0, 0);
    int holes = w.gaps.holes;
    frames(&w, 60, 1);
    assert_int_equal(w.gaps.holes, holes);
    assert_int_equal(w.said, 1);
}

static void a_jump_is_shorter_than_any_shot(void **state) {
    (void)state;
    assert_true(sq_frame_gaps_is_jump(10, 10 + 2 / 30.0));
    assert_true(sq_frame_gaps_is_jump(10, 10 + 2 / 12.0));
    assert_false(sq_frame_gaps_is_jump(10, 10.3));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_missing),
        cmocka_unit_test(a_hole_is_said_at_once),
        cmocka_unit_test(losses_are_said_once_until_they_are_over),
        cmocka_unit_test(a_camera_that_slows_down_is_followed),
        cmocka_unit_test(a_jump_is_shorter_than_any_shot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
