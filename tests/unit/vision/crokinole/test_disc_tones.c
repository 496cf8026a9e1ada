/* Two tones from round things that are made up: discs of two colours, the hole, a figure. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "vision/crokinole/disc_tones.h"

static const float light[] = {226, 190, 140}, dark[] = {60, 58, 56}, wood[] = {150, 110, 80},
                   green[] = {60, 150, 70};

static sq_round_things things;
static sq_disc_tones tones;

static void add(double x, double y, const float colour[3], double support) {
    sq_round_thing *t = &things.thing[things.count++];
    *t = (sq_round_thing){.at = {x, y}, .radius_mm = 16, .support = support, .spread = 2, .light = 1};
    for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
        t->face[k] = colour[k];
        t->around[k] = wood[k];
        t->contrast = hypotf(t->contrast, colour[k] - wood[k]);
    }
}

/* The same where this share of the light falls. */
static void add_in_shade(double x, double y, const float colour[3], float light_share) {
    add(x, y, colour, 0.9);
    sq_round_thing *t = &things.thing[things.count - 1];
    t->light = light_share;
    t->contrast *= light_share;
    for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
        t->face[k] *= light_share;
        t->around[k] *= light_share;
    }
}

static int begin(void **state) {
    (void)state;
    things = (sq_round_things){.disc_radius_mm = 16};
    return 0;
}

/* Learns the tones of the things added, on a board of which nothing is known. */
static void learn(void) {
    static sq_seen_board b;
    sq_disc_tones_learn(&tones, &things, &b, NULL);
}

static void discs_are_told_by_two_colours(void **state) {
    (void)state;
    add(100, 0, light, 0.9);
    add(150, 0, light, 0.8);
    add(0, 150, dark, 0.9);
    add(0, 200, wood, 0.55); /* a ring of scratches */
    learn();
    assert_int_equal(tones.side.known, 2);
    for (int i = 0; i < 3; i++) {
        assert_true(tones.is_disc[i]);
        assert_int_equal(tones.tone[i], i < 2 ? SQ_LIGHT : SQ_DARK);
        assert_true(tones.sure[i] > 0.99);
    }
    assert_false(tones.is_disc[3]);
}

static void one_colour_alone_is_light_where_it_is_lighter_than_the_board(void **state) {
    (void)state;
    add(100, 0, light, 0.9);
    add(-100, 0, light, 0.9);
    learn();
    assert_int_equal(tones.side.known, 1);
    assert_true(tones.is_disc[0] && tones.tone[0] == SQ_LIGHT);
}

/* Red discs on a dark blue board are brighter than it, and may be either side's. */
static void one_colour_between_light_and_dark_is_in_doubt_until_both_were_seen(void **state) {
    (void)state;
    static sq_seen_board b;
    static const float red[] = {185, 45, 40}, blue[] = {36, 70, 118};
    sq_side_tones before = {.known = 2, .seen = {true, true}};
    for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
        before.colour[SQ_LIGHT][k] = light[k];
        before.colour[SQ_DARK][k] = red[k];
    }
    add(100, 0, red, 0.9);
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        things.thing[0].around[k] = blue[k];
    learn();
    assert_int_equal(tones.side.known, 1);
    assert_true(tones.is_disc[0] && tones.swapped > 0.015);
    sq_disc_tones_learn(&tones, &things, &b, &before);
    assert_int_equal(tones.side.known, 2);
    assert_true(tones.is_disc[0] && tones.tone[0] == SQ_DARK && tones.swapped == 0);
}

static const float red[] = {184, 40, 44}, black[] = {32, 31, 30}, pale[] = {130, 150, 130};

/* It is lighter than either, but hardly as round. */
static void a_patch_of_light_turns_no_sides(void **state) {
    (void)state;
    for (int i = 0; i < 3; i++) {
        add(100, -100 + 100 * i, red, 1);
        add(-100, -100 + 100 * i, black, 1);
    }
    add(0, 180, pale, 0.75);
    add(0, -180, pale, 0.75);
    learn();
    for (int i = 0; i < 6; i++) {
        assert_true(tones.is_disc[i]);
        assert_int_equal(tones.tone[i], i % 2 ? SQ_DARK : SQ_LIGHT);
    }
}

/* Of nearly the light discs' colour, as mirrored light is, and its end as round as its corners are. The discs
 * themselves are all alike, or differ by as much: then it may be one of them. */
static void what_is_off_its_sides_colour_is_hardly_a_disc_where_discs_are_alike(void **state) {
    double sure[2];
    for (int differ = 0; differ < 2; differ++) {
        begin(state);
        for (int i = 0; i < 4; i++) {
            float off = differ ? (float)(i % 2 ? 36 : -36) : 0, wooden[SQ_PLANE_COLOURS];
            for (int k = 0; k < SQ_PLANE_COLOURS; k++)
                wooden[k] = light[k] + off * (float)(k - 1);
            add(100, -120 + 60 * i, wooden, 1);
            add(-100, -120 + 60 * i, dark, 1);
        }
        add(0, 180, (float[]){light[0] - 18, light[1], light[2] + 18}, 0.5);
        things.thing[8].contrast = 20; /* to where it fades away */
        learn();
        sure[differ] = tones.sure[8];
    }
    assert_true(sure[1] > 0.8);
    assert_true(sure[0] < sure[1] / 2);
}

/* They are light ones beside black discs, and dark ones beside pale discs. */
static void red_discs_alone_are_in_doubt(void **state) {
    (void)state;
    add(100, 0, red, 1);
    add(0, 150, red, 1);
    learn();
    assert_int_equal(tones.side.known, 1);
    assert_true(tones.swapped > 0.1);
}

static void discs_in_the_ditch_tell_the_other_colour(void **state) {
    (void)state;
    add(100, 0, red, 1);
    add(0, 150, red, 1);
    add(345, 0, black, 1);
    add(0, 345, black, 1);
    learn();
    assert_int_equal(tones.side.known, 2);
    assert_int_equal(tones.tone[0], SQ_LIGHT);
    assert_true(tones.sure[0] > 0.97);
}

static void two_discs_do_not_lie_in_one_place(void **state) {
    (void)state;
    add(100, 0, light, 0.9);
    add(110, 0, light, 0.7);
    add(0, 150, dark, 0.9);
    learn();
    assert_true(tones.is_disc[0]);
    assert_false(tones.is_disc[1]);
}

/* In its shadow a light disc is darker than a dark one in the light. */
static void a_shadow_over_half_of_the_board_changes_no_side(void **state) {
    (void)state;
    static const float pale_dark[] = {130, 125, 120};
    for (int i = 0; i < 4; i++) {
        add_in_shade(-100, -120 + 60 * i, light, 1);
        add_in_shade(-200, -120 + 60 * i, pale_dark, 1);
        add_in_shade(100, -120 + 60 * i, light, 0.5f);
        add_in_shade(200, -120 + 60 * i, pale_dark, 0.5f);
    }
    learn();
    for (int i = 0; i < things.count; i++) {
        assert_true(tones.is_disc[i]);
        assert_int_equal(tones.tone[i], i % 2 ? SQ_DARK : SQ_LIGHT);
        assert_true(tones.sure[i] > 0.97);
    }
}

/* What looks like light is a picture on the board; its discs are as they are seen. */
static void a_picture_on_the_board_changes_no_side(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        add(-100, -120 + 60 * i, light, 0.9);
        add(-200, -120 + 60 * i, dark, 0.9);
        add(100, -120 + 60 * i, light, 0.9);
        things.thing[things.count - 1].light = 0.4f;
        add(200, -120 + 60 * i, dark, 0.9);
        things.thing[things.count - 1].light = 0.4f;
    }
    learn();
    for (int i = 0; i < things.count; i++) {
        assert_true(tones.is_disc[i]);
        assert_int_equal(tones.tone[i], i % 2 ? SQ_DARK : SQ_LIGHT);
        assert_true(tones.sure[i] > 0.97);
    }
}

/* One in the light and one in a shadow: of two sides, or of one? */
static void two_discs_in_different_light_are_asked_about(void **state) {
    (void)state;
    add_in_shade(-100, 0, light, 1);
    add_in_shade(100, 0, light, 0.4f);
    learn();
    assert_true(tones.is_disc[0] && tones.tone[0] == SQ_LIGHT);
    assert_true(tones.is_disc[1] && tones.sure[1] < 0.9 && tones.other[1] > 0.1);
    assert_true(fabs(tones.sure[1] + tones.other[1] - 1) < 0.05);
}

static void no_round_thing_tells_no_colour(void **state) {
    (void)state;
    learn();
    assert_int_equal(tones.side.known, 0);
}

static void shade_counts_less_than_tint(void **state) {
    (void)state;
    float shaded[SQ_PLANE_COLOURS];
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        shaded[k] = light[k] - 40;
    assert_true(sq_disc_tone_apart(light, shaded) < 30);
    assert_true(sq_disc_tone_apart(light, green) > 2 * sq_disc_tone_tolerance(light));
    assert_true(sq_disc_tone_apart(light, light) == 0);
}

/* Discs of the unseen side that are like the board are lost in noise; those beyond the seen ones are not.
 * What counts is noise against the light: darker pictures with as much less noise tell the same. */
static void what_may_hide_in_noise_is_the_same_in_any_light(void **state) {
    (void)state;
    static const float *const seen[SQ_BOARD_SIDES] = {[SQ_LIGHT] = light, [SQ_DARK] = dark};
    for (float share = 1; share >= 0.25f; share /= 2)
        for (int side = 0; side < SQ_BOARD_SIDES; side++) {
            sq_board_side other = sq_board_other_side((sq_board_side)side);
            tones = (sq_disc_tones){.side = {.known = 1}};
            tones.side.seen[side] = true;
            for (int k = 0; k < SQ_PLANE_COLOURS; k++)
                tones.side.colour[side][k] = share * seen[side][k];
            things = (sq_round_things){.brightness = share * 120, .pixel_noise = (double)share * 22};
            assert_false(sq_disc_tones_may_hide(&tones, &things, (sq_board_side)side));
            assert_true(sq_disc_tones_may_hide(&tones, &things, other));
            things.pixel_noise = (double)share * 10;
            assert_false(sq_disc_tones_may_hide(&tones, &things, other));
            things = (sq_round_things){.brightness = side == SQ_LIGHT ? 250 : 10, .pixel_noise = 60};
            assert_false(sq_disc_tones_may_hide(&tones, &things, other)); /* these are like the board */
        }
}

/* A dark board is dark in good light too: light discs on it tell that. */
static void a_dark_board_is_not_taken_for_dim_light(void **state) {
    (void)state;
    tones = (sq_disc_tones){.side = {.known = 1, .seen = {[SQ_LIGHT] = true}}};
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        tones.side.colour[SQ_LIGHT][k] = light[k];
    things = (sq_round_things){.brightness = 40, .pixel_noise = 8};
    assert_false(sq_disc_tones_may_hide(&tones, &things, SQ_DARK));
}

/* There is not as much more room for lighter discs as there is more light. */
static void noise_hides_light_discs_on_a_pale_board_too(void **state) {
    (void)state;
    tones = (sq_disc_tones){.side = {.known = 1, .seen = {[SQ_DARK] = true}}};
    things = (sq_round_things){.brightness = 200, .pixel_noise = 14};
    assert_true(sq_disc_tones_may_hide(&tones, &things, SQ_LIGHT));
}

static void where_no_disc_is_seen_either_sides_may_hide(void **state) {
    (void)state;
    tones = (sq_disc_tones){.side = {.known = 0}};
    things = (sq_round_things){.brightness = 120, .pixel_noise = 14};
    assert_true(sq_disc_tones_may_hide(&tones, &things, SQ_LIGHT));
    assert_true(sq_disc_tones_may_hide(&tones, &things, SQ_DARK));
}

/* A rest that showed one colour alone was the other side's: whoever asks what was seen of a side is told so.
 */
static void what_was_seen_of_a_side_goes_with_its_discs(void **state) {
    (void)state;
    sq_board_position p = {.count = 2, .disc = {{.side = SQ_DARK}, {.side = SQ_DARK}}};
    p.tones = (sq_side_tones){.known = 1, .seen = {[SQ_DARK] = true}, .colour = {[SQ_DARK] = {30, 40, 50}}};
    p.score[SQ_DARK] = 25;
    sq_board_swap_sides(&p);
    assert_int_equal(p.disc[0].side, SQ_LIGHT);
    assert_int_equal(p.disc[1].side, SQ_LIGHT);
    assert_true(p.tones.seen[SQ_LIGHT]);
    assert_false(p.tones.seen[SQ_DARK]);
    assert_true(p.tones.colour[SQ_LIGHT][2] == 50);
    assert_int_equal(p.score[SQ_LIGHT], 25);
    assert_int_equal(p.score[SQ_DARK], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(discs_are_told_by_two_colours, begin),
        cmocka_unit_test_setup(one_colour_alone_is_light_where_it_is_lighter_than_the_board, begin),
        cmocka_unit_test_setup(one_colour_between_light_and_dark_is_in_doubt_until_both_were_seen, begin),
        cmocka_unit_test_setup(a_patch_of_light_turns_no_sides, begin),
        cmocka_unit_test(what_is_off_its_sides_colour_is_hardly_a_disc_where_discs_are_alike),
        cmocka_unit_test_setup(red_discs_alone_are_in_doubt, begin),
        cmocka_unit_test_setup(discs_in_the_ditch_tell_the_other_colour, begin),
        cmocka_unit_test_setup(two_discs_do_not_lie_in_one_place, begin),
        cmocka_unit_test_setup(a_shadow_over_half_of_the_board_changes_no_side, begin),
        cmocka_unit_test_setup(a_picture_on_the_board_changes_no_side, begin),
        cmocka_unit_test_setup(two_discs_in_different_light_are_asked_about, begin),
        cmocka_unit_test_setup(no_round_thing_tells_no_colour, begin),
        cmocka_unit_test(shade_counts_less_than_tint),
        cmocka_unit_test(what_may_hide_in_noise_is_the_same_in_any_light),
        cmocka_unit_test(a_dark_board_is_not_taken_for_dim_light),
        cmocka_unit_test(noise_hides_light_discs_on_a_pale_board_too),
        cmocka_unit_test(where_no_disc_is_seen_either_sides_may_hide),
        cmocka_unit_test(what_was_seen_of_a_side_goes_with_its_discs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
