/* What is rather no disc is told apart from the discs. */
#include "ui/crokinole/board_json.h"

#include "tests/fixture/unit.h"

static size_t listed(json_t *line, const char *list) {
    return json_array_size(json_object_get(line, list));
}

static void what_is_hardly_a_disc_stands_apart(void **state) {
    (void)state;
    static sq_board_position p = {.count = 4};
    p.disc[0].side_sure = 0.9;
    p.disc[1].side_sure = 0.2, p.disc[1].other_sure = 0.2; /* one of either side */
    p.disc[2].side_sure = p.disc[3].side_sure = 0.2;       /* the last one in the hole */
    for (int i = 0; i < p.count; i++)
        p.disc[i].probability[p.disc[i].region = i < 3 ? SQ_REGION_5 : SQ_REGION_HOLE] = 1;
    json_t *line = sq_board_json(&p, "board.jpg");
    assert_int_equal(listed(line, "discs"), 3);
    assert_int_equal(listed(line, "perhaps"), 1);
    json_t *one = json_array_get(json_object_get(line, "perhaps"), 0);
    assert_true(fabs(json_real_value(json_object_get(one, "colour_probability")) - 0.2) < 1e-9);
    json_decref(line);
}

/* The score has one probability, in both places. */
static void a_line_tells_its_type_and_one_probability_of_its_score(void **state) {
    (void)state;
    static sq_board_position p = {.count = 1, .score_probability = 0.9992};
    p.disc[0] = (sq_board_disc_seen){.side_sure = 0.9992, .region = SQ_REGION_5};
    p.disc[0].probability[SQ_REGION_5] = 1;
    p.score[SQ_LIGHT] = 5;
    json_t *line = sq_board_json(&p, "board.jpg");
    assert_string_equal(json_string_value(json_object_get(line, "type")), "board");
    assert_int_equal(json_integer_value(json_object_get(line, "version")), 1);
    json_t *first = json_array_get(json_object_get(line, "readings"), 0);
    assert_true(fabs(json_real_value(json_object_get(line, "score_probability")) -
                     json_real_value(json_object_get(first, "probability"))) < 1e-12);
    json_decref(line);
    snprintf(p.refusal, sizeof p.refusal, "a hand");
    line = sq_board_json(&p, "board.jpg");
    assert_string_equal(json_string_value(json_object_get(line, "type")), "board");
    json_decref(line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_hardly_a_disc_stands_apart),
        cmocka_unit_test(a_line_tells_its_type_and_one_probability_of_its_score)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
