/* The score sheet's rows: each wink is counted in one of them. */
#include "ui/words/score_sheet.h"

#include "tests/fixture/unit.h"

static int row(const char *name, const sq_state *s, sq_colour c) {
    for (int i = 0; i < SQ_SHEET_ROWS; i++)
        if (!strcmp(sq_sheet_rows[i].name, name)) return sq_sheet_rows[i].count(s, c);
    fail_msg("no row %s", name);
    return -1;
}

static void a_mat_by_hand_is_counted_by_hand(void **state) {
    (void)state;
    sq_state s = {.now = {.in_play = SQ_ALL_WINKS}};
    const sq_wink b1 = sq_wink_from_name("b1"), b2 = sq_wink_from_name("b2"), r1 = sq_wink_from_name("r1");
    s.now.unplayed = sq_winks_of(SQ_GREEN) | sq_winks_of(SQ_YELLOW) | sq_wink_bit(sq_wink_from_name("B1"));
    s.now.potted = sq_wink_bit(b1);
    s.now.squops.above[b2] = sq_wink_bit(r1);
    assert_int_equal(row("potted", &s, SQ_BLUE), 1);
    assert_int_equal(row("squopped", &s, SQ_BLUE), 1);
    assert_int_equal(row("unplayed", &s, SQ_BLUE), 1);
    assert_int_equal(row("free", &s, SQ_BLUE), 3);
    assert_int_equal(row("free", &s, SQ_RED), 6);
    assert_int_equal(row("unplayed", &s, SQ_GREEN), 6);
    assert_int_equal(row("free", &s, SQ_GREEN), 0);
}

/* Partners stand side by side. */
static void the_columns_are_the_four_colours_by_side(void **state) {
    (void)state;
    unsigned all = 0;
    for (int i = 0; i < SQ_COLOURS; i++)
        all |= 1u << sq_sheet_columns[i];
    assert_int_equal(all, 0xf);
    for (int i = 0; i < SQ_COLOURS; i += 2)
        assert_int_equal(sq_partnership_of(sq_sheet_columns[i]), sq_partnership_of(sq_sheet_columns[i + 1]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mat_by_hand_is_counted_by_hand),
        cmocka_unit_test(the_columns_are_the_four_colours_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
