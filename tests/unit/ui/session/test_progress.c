/* The line of progress: bar, share, times. */
#include "ui/session/progress.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

static void it_tells_the_time_left(void **state) {
    (void)state;
    char text[SQ_PROGRESS_TEXT];
    sq_progress_text(text, 25, 100, 6);
    assert_string_equal(text, "[======                  ]  25 %   0:25 of 1:40 judged   0:18 left");
    sq_progress_text(text, 3900, 7800, 600);
    assert_string_equal(text, "[============            ]  50 %   1:05:00 of 2:10:00 judged   10:00 left");
}

/* A container's length is a promise. */
static void it_never_passes_the_end(void **state) {
    (void)state;
    char text[SQ_PROGRESS_TEXT];
    sq_progress_text(text, 101, 100, 6);
    assert_string_equal(text, "[========================] 100 %   1:41 of 1:40 judged   0:00 left");
}

static void without_a_length_it_tells_how_far_it_is(void **state) {
    (void)state;
    char text[SQ_PROGRESS_TEXT];
    sq_progress_text(text, 61, NAN, 6);
    assert_string_equal(text, "1:01 judged");
    sq_progress_text(text, 0, 100, 6);
    assert_string_equal(text, "0:00 judged");
}

static void nobody_is_told_without_a_terminal(void **state) {
    (void)state;
    sq_progress p;
    sq_progress_begin(&p, NULL);
    sq_progress_show(&p, 1, 2);
    assert_string_equal(sq_progress_erase(&p), "");
}

/* Nothing in the first two seconds, then four lines a second at most. */
static void people_are_told_after_a_while(void **state) {
    (void)state;
    char *text;
    size_t n;
    sq_progress p;
    FILE *f = open_memstream(&text, &n);
    sq_progress_begin(&p, f);
    sq_progress_show(&p, 1, 2);
    fflush(f);
    assert_int_equal(n, 0);
    p.started_s -= 10;
    sq_progress_show(&p, 1, 2);
    sq_progress_show(&p, 1, 2);
    fclose(f);
    assert_non_null(strstr(text, "50 %"));
    assert_null(strstr(strstr(text, "50 %") + 1, "50 %"));
    assert_int_equal(strncmp(text, sq_progress_erase(&p), strlen(sq_progress_erase(&p))), 0);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_tells_the_time_left),
        cmocka_unit_test(it_never_passes_the_end),
        cmocka_unit_test(without_a_length_it_tells_how_far_it_is),
        cmocka_unit_test(nobody_is_told_without_a_terminal),
        cmocka_unit_test(people_are_told_after_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
