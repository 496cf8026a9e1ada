/* What lies in the pot: drawn cups with winks on their floor. */
#include "vision/pot/winks_in_pot.h"

#include "tests/fixture/picture/window_fixture.h"

enum { W = 130, H = 120 };

static sq_proposal_scratch scratch;
static sq_palette palette;
static sq_pot pot;
static sq_span rows[H];
static int unseen[SQ_USUAL_COLOURS][SQ_SIZES], shown[SQ_USUAL_COLOURS];
static sq_seen_wink out[SQ_USUAL_WINKS];

static const uint8_t white[3] = {236, 236, 230}, red_cup[3] = {200, 40, 40};

static int begin(void **state) {
    return lend_memory(state) || !sq_proposal_scratch_new(&scratch);
}

static int end(void **state) {
    sq_proposal_scratch_free(&scratch);
    return take_memory_back(state);
}

/* The colours that the plastics have on this felt. */
static void learn(const sq_naive_scene *s) {
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        uint8_t rgb[3];
        float level[3], felt[3];
        sq_naive_plastic((sq_colour)c, rgb);
        for (int k = 0; k < 3; k++) {
            level[k] = rgb[k];
            felt[k] = s->felt[k];
        }
        sq_chroma v = sq_chroma_from_rgb(level, felt);
        palette.colour[c] = (sq_palette_colour){sq_chroma_angle(v), 4, sq_chroma_length(v), 50};
    }
}

static sq_naive_scene scene_of(const uint8_t cup[3]) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1.8);
    s.rays = 3;
    sq_naive_pot(&s, (sq_mm){0, 0}, cup);
    learn(&s);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        unseen[c][SQ_LARGE] = SQ_LARGE_PER_COLOUR;
        unseen[c][SQ_SMALL] = SQ_SMALL_PER_COLOUR;
    }
    return s;
}

static int look(const sq_naive_scene *s) {
    read_scene(s);
    pot = (sq_pot){.found = true, .row = rows};
    sq_pot_stand(&pot, (sq_mm){0, 0}, &camera, W, H);
    sq_pot_measure_tint(&pot, &window, &camera, &scratch);
    return sq_pot_contents(out, SQ_USUAL_WINKS, shown, unseen, &window, &pot, &camera, &palette, &scratch);
}

static void an_empty_cup_holds_nothing(void **state) {
    (void)state;
    sq_naive_scene s = scene_of(white), t = scene_of(red_cup);
    assert_int_equal(look(&s), 0);
    assert_near(sq_chroma_length(pot.tint), 0, 0.08);
    assert_int_equal(look(&t), 0);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        assert_int_equal(shown[c], 0);
    assert_true(sq_chroma_length(pot.tint) > SQ_POT_TINT); /* its own colour, as its inside shows it */
}

static void a_wink_on_the_floor_is_told_with_colour_and_size(void **state) {
    (void)state;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        for (int k = 0; k < SQ_SIZES; k++) {
            sq_naive_scene s = scene_of(white);
            sq_naive_wink(&s, (sq_colour)c, (sq_size)k, 3, -2, SQ_POTTED_Z_MM);
            assert_int_equal(look(&s), 1);
            assert_int_equal(out[0].colour, c);
            assert_int_equal(out[0].size, k);
            assert_int_equal(out[0].place, SQ_PLACE_POT);
            assert_near(sq_mm_distance(out[0].at, (sq_mm){3, -2}), 0, 2 * SQ_POTTED_SIGMA_MM);
            assert_true(out[0].seen > 0.8);
        }
}

/* What the mat has shown already cannot lie in the pot; and no more are told than are asked for. */
static void no_more_are_told_than_the_mat_has_not_shown(void **state) {
    (void)state;
    sq_naive_scene s = scene_of(white);
    sq_naive_wink(&s, SQ_BLUE, SQ_SMALL, 3, -2, SQ_POTTED_Z_MM);
    unseen[SQ_BLUE][SQ_SMALL] = unseen[SQ_BLUE][SQ_LARGE] = 0;
    assert_int_equal(look(&s), 0);
    unseen[SQ_BLUE][SQ_LARGE] = 1; /* it must be a large one then, half under others */
    assert_int_equal(look(&s), 1);
    assert_int_equal(out[0].size, SQ_LARGE);
    unseen[SQ_BLUE][SQ_SMALL] = 1;
    unseen[SQ_BLUE][SQ_LARGE] = 0;
    assert_int_equal(look(&s), 1);
    assert_int_equal(out[0].size, SQ_SMALL);
    assert_int_equal(sq_pot_contents(out, 0, shown, unseen, &window, &pot, &camera, &palette, &scratch), 0);
}

/* Of two that look alike only so many are told as the mat has not shown. */
static void of_two_alike_one_is_told_where_one_is_unseen(void **state) {
    (void)state;
    for (int left = 1; left <= 2; left++) {
        sq_naive_scene s = scene_of(white);
        sq_naive_wink(&s, SQ_BLUE, SQ_SMALL, -9, 0, SQ_POTTED_Z_MM);
        sq_naive_wink(&s, SQ_BLUE, SQ_SMALL, 9, 1, SQ_POTTED_Z_MM);
        unseen[SQ_BLUE][SQ_SMALL] = left;
        unseen[SQ_BLUE][SQ_LARGE] = 0;
        assert_int_equal(look(&s), left);
    }
}

/* Of a wink that others cover for the most part neither place nor size is told, but that it is there. */
static void what_shows_but_a_part_is_counted(void **state) {
    (void)state;
    sq_naive_scene s = scene_of(white);
    sq_naive_wink(&s, SQ_RED, SQ_SMALL, -6, 0, SQ_POTTED_Z_MM);
    sq_naive_wink(&s, SQ_BLUE, SQ_LARGE, 4, 0, SQ_POTTED_Z_MM + SQ_WINK_THICKNESS_MM);
    assert_int_equal(look(&s), 1);
    assert_int_equal(out[0].colour, SQ_BLUE);
    assert_int_equal(shown[SQ_BLUE], 1);
    assert_int_equal(shown[SQ_RED], 1);
    assert_int_equal(shown[SQ_GREEN] + shown[SQ_YELLOW], 0);
    unseen[SQ_RED][SQ_SMALL] = unseen[SQ_RED][SQ_LARGE] = 0; /* all of them lie on the mat */
    look(&s);
    assert_int_equal(shown[SQ_RED], 0);
}

/* A bottom that mirrors a colour of the room, at half of what a wink has in there, is none. */
static void what_is_too_pale_is_no_wink(void **state) {
    (void)state;
    for (int pale = 0; pale < 2; pale++) {
        sq_naive_scene s = scene_of(white);
        sq_naive_wink(&s, SQ_BLUE, SQ_LARGE, 0, 0, SQ_POTTED_Z_MM);
        for (int c = 0; c < SQ_USUAL_COLOURS; c++)
            palette.colour[c].length *= pale ? 4 : 1;
        assert_int_equal(look(&s), !pale);
        assert_int_equal(shown[SQ_BLUE], !pale);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_cup_holds_nothing),
        cmocka_unit_test(a_wink_on_the_floor_is_told_with_colour_and_size),
        cmocka_unit_test(no_more_are_told_than_the_mat_has_not_shown),
        cmocka_unit_test(of_two_alike_one_is_told_where_one_is_unseen),
        cmocka_unit_test(what_shows_but_a_part_is_counted),
        cmocka_unit_test(what_is_too_pale_is_no_wink),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
