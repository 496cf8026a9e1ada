/* The score sheet's rows: each wink is counted in one of them. */
#include "ui/words/score_sheet.h"

#include "rules/book/ruleset.h"
#include "tests/fixture/unit.h"

static int row(const char *name, const sq_state *s, sq_colour c) {
    for (int i = 0; i < SQ_SHEET_ROWS; i++)
        if (!strcmp(sq_sheet_rows[i].name, name)) return sq_sheet_rows[i].count(s, c);
    fail_msg("no row %s", name);
    return -1;
}

static void a_mat_by_hand_is_counted_by_hand(void **state) {
    (void)state;
    sq_state s = {.now = {.in_play = SQ_USUAL_SET}};
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
static void assert_columns(const char *book, int columns) {
    const sq_state s = {.playing = true, .rules = sq_ruleset_find(book)};
    sq_colour column[SQ_COLOURS];
    unsigned all = 0;
    assert_int_equal(sq_sheet_columns(column, &s), columns);
    for (int i = 0; i < columns; i++)
        all |= 1u << column[i];
    assert_int_equal(all, sq_state_colours(&s));
    for (int i = 0; i < columns; i++)
        assert_int_equal(sq_partnership_of(column[i]), i < (columns + 1) / 2 ? SQ_BLUE_RED : SQ_GREEN_YELLOW);
}

static void the_columns_are_the_colours_by_side(void **state) {
    (void)state;
    assert_columns("etwa-2012", 4);
    assert_columns("five-way-pot-squop", 5);
    assert_columns("six-colours", 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mat_by_hand_is_counted_by_hand),
        cmocka_unit_test(the_columns_are_the_colours_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
