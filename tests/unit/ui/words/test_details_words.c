/* Who plays, and where: what people type, and what stands on the sheets. */
#include "ui/words/details_words.h"

#include <stdlib.h>
#include <time.h>

#include "tests/fixture/unit.h"

static void names_are_read(void **state) {
    (void)state;
    static sq_details a;
    sq_diag d;
    assert_int_equal(sq_details_parse(&a, "players", " blue = Ann Åberg ,red=Bob", &d), SQ_OK);
    assert_string_equal(sq_details_player(&a, SQ_BLUE), "Ann Åberg");
    assert_string_equal(sq_details_player(&a, SQ_RED), "Bob");
    assert_string_equal(sq_details_player(&a, SQ_GREEN), "");
    assert_int_equal(sq_details_parse(&a, "sides", "green-yellow=London", &d), SQ_OK);
    assert_string_equal(sq_details_player(&a, SQ_GREEN), "London"); /* where no player is told */
    assert_int_equal(sq_details_parse(&a, "players", "green=Cy", &d), SQ_OK);
    assert_string_equal(sq_details_player(&a, SQ_YELLOW),
                        ""); /* the side's name would be taken for a partner's */
}

static void the_sides_of_a_board_have_their_own_names(void **state) {
    (void)state;
    static sq_details a;
    sq_diag d;
    assert_int_equal(sq_details_parse(&a, "board", "light=Ann, dark=Bob", &d), SQ_OK);
    assert_string_equal(a.text[SQ_DETAIL_BLUE_RED], "Ann");
    assert_string_equal(a.text[SQ_DETAIL_GREEN_YELLOW], "Bob");
    assert_int_equal(sq_details_parse(&a, "board", "blue-red=Cy", &d), SQ_E_ARGUMENT);
    assert_int_equal(sq_details_parse(&a, "board", "blue=Ann", &d), SQ_E_ARGUMENT);
    assert_non_null(strstr(d.text, "light=Ann,dark=Bob"));
    assert_int_equal(sq_details_parse(&a, "players", "light=Ann", &d), SQ_E_ARGUMENT);
}

static void what_is_no_name_is_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "Ann",
        "black=Ann",
        "blue=Ann,",
        "blue=Ann,,red=Bob",
        "blue=Ann,blue=Bob",
        "",
        "blue=a name that is so long that no sheet of paper has room enough for it",
        "blue=Ann\nBob"};
    static sq_details a;
    sq_diag d;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (sq_details_parse(&a, "players", bad[i], &d) != SQ_E_ARGUMENT) fail_msg("taken: %s", bad[i]);
    assert_int_equal(sq_details_parse(&a, "sides", "blue=Ann", &d), SQ_E_ARGUMENT);
    assert_non_null(strstr(d.text, "blue-red=Cambridge"));
}

static void dates_are_days_that_are(void **state) {
    (void)state;
    static const char *const bad[] = {"2026-02-30",         "22.11.2026", "2026-11-22 25:00",
                                      "2026-11-22 19:30 h", "today",      ""};
    static sq_details a;
    char text[SQ_DATE_TEXT_MAX];
    sq_diag d;
    assert_int_equal(sq_details_parse_date(&a, "2026-11-22", &d), SQ_OK);
    assert_string_equal(sq_date_text(text, a.text[SQ_DETAIL_DATE]), "22 November 2026");
    assert_int_equal(sq_details_parse_date(&a, "2026-01-02 09:05", &d), SQ_OK);
    assert_string_equal(sq_date_text(text, a.text[SQ_DETAIL_DATE]), "2 January 2026, 09:05");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (sq_details_parse_date(&a, bad[i], &d) != SQ_E_ARGUMENT) fail_msg("taken: %s", bad[i]);
    assert_string_equal(sq_date_text(text, "some day in May"),
                        "some day in May"); /* a record by hand may say so */
}

static void instants_are_told_in_local_time(void **state) {
    (void)state;
    char text[SQ_DATE_TEXT_MAX];
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    assert_string_equal(sq_local_time_text(text, "2026-11-22T18:30:00Z"), "22 November 2026, 19:30 CET");
    assert_string_equal(sq_local_time_short(text, "2026-07-31T22:30:59Z"), "2026-08-01 00:30");
    assert_string_equal(sq_local_time_text(text, ""), "");
}

static void a_heading_says_what_is_known(void **state) {
    (void)state;
    static sq_details a;
    char text[SQ_DETAILS_TEXT_MAX];
    setenv("TZ", "UTC", 1);
    tzset();
    assert_string_equal(sq_details_heading(text, &a, ""), "");
    assert_string_equal(sq_details_heading(text, &a, "2026-11-22T18:30:00Z"), "22 November 2026, 18:30 UTC");
    sq_details_name(&a, SQ_DETAIL_EVENT, "Open");
    sq_details_name(&a, SQ_DETAIL_ROUND, "2");
    sq_details_name(&a, SQ_DETAIL_TABLE, "centre table");
    sq_details_name(&a, SQ_DETAIL_DATE, "2026-11-21");
    assert_string_equal(sq_details_heading(text, &a, "2026-11-22T18:30:00Z"),
                        "Open, round 2, centre table, 21 November 2026");
}

static void a_side_is_its_name_and_its_players(void **state) {
    (void)state;
    static sq_details a;
    char text[SQ_DETAILS_TEXT_MAX];
    assert_string_equal(sq_details_side(text, &a, SQ_BLUE_RED), "");
    sq_details_name(&a, SQ_DETAIL_BLUE, "Ann");
    sq_details_name(&a, SQ_DETAIL_RED, "Ann");
    assert_string_equal(sq_details_side(text, &a, SQ_BLUE_RED), "Ann"); /* singles */
    sq_details_name(&a, SQ_DETAIL_RED, "Bob");
    assert_string_equal(sq_details_side(text, &a, SQ_BLUE_RED), "Ann and Bob");
    sq_details_name(&a, SQ_DETAIL_BLUE_RED, "Cambridge");
    assert_string_equal(sq_details_side(text, &a, SQ_BLUE_RED), "Cambridge (Ann and Bob)");
    sq_details_name(&a, SQ_DETAIL_GREEN_YELLOW, "London");
    assert_string_equal(sq_details_side(text, &a, SQ_GREEN_YELLOW), "London");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(the_sides_of_a_board_have_their_own_names),
        cmocka_unit_test(what_is_no_name_is_refused),
        cmocka_unit_test(dates_are_days_that_are),
        cmocka_unit_test(instants_are_told_in_local_time),
        cmocka_unit_test(a_heading_says_what_is_known),
        cmocka_unit_test(a_side_is_its_name_and_its_players),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
