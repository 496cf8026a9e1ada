/* Times that were taken: their median, their slow end, and more of them than are kept. */
#include "ui/session/latency.h"

#include "tests/fixture/unit.h"

static void none_has_no_median(void **state) {
    (void)state;
    sq_latency l = {0};
    assert_true(isnan(sq_latency_within(&l, 0.5)));
    sq_latency_add(&l, 0.25);
    assert_near(sq_latency_within(&l, 0.5), 0.25, 0);
    assert_near(sq_latency_within(&l, 0), 0.25, 0);
}

static void a_share_was_done_within(void **state) {
    (void)state;
    sq_latency l = {0};
    for (int i = 0; i < 100; i++)
        sq_latency_add(&l, (i * 37 % 100 + 1) / 128.0);
    assert_near(sq_latency_within(&l, 0.5), 50 / 128.0, 0);
    assert_near(sq_latency_within(&l, 0.95), 95 / 128.0, 0);
    assert_near(sq_latency_within(&l, 1), 100 / 128.0, 0);
}

static void the_oldest_are_forgotten(void **state) {
    (void)state;
    static sq_latency l;
    for (int i = 0; i < SQ_LATENCY_CAP; i++)
        sq_latency_add(&l, 9);
    for (int i = 0; i < SQ_LATENCY_CAP; i++)
        sq_latency_add(&l, 1);
    assert_int_equal(l.count, 2 * SQ_LATENCY_CAP);
    assert_near(sq_latency_within(&l, 1), 1, 0);
}

static void it_is_said(void **state) {
    (void)state;
    static sq_latency video, work;
    char text[SQ_LATENCY_TEXT];
    assert_string_equal(sq_latency_say(text, &video, &work), "");
    for (int i = 0; i < 20; i++) {
        sq_latency_add(&video, i < 18 ? 0.27 : 0.33);
        sq_latency_add(&work, i < 18 ? 0.020 : 0.031);
    }
    assert_string_equal(
        sq_latency_say(text, &video, &work),
        "0.27 s of the video after all lay still (95 %: 0.33 s), then 20 ms of work to be on the "
        "disk (95 %: 31 ms)");
    video = (sq_latency){.count = 20}; /* a folder of pictures */
    assert_string_equal(sq_latency_say(text, &video, &work), "20 ms of work to be on the disk (95 %: 31 ms)");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(none_has_no_median),
        cmocka_unit_test(a_share_was_done_within),
        cmocka_unit_test(the_oldest_are_forgotten),
        cmocka_unit_test(it_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
