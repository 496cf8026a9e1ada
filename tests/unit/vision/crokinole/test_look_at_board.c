/* The eye on drawn boards: every disc is found, on its side, within its region or asked; a hand is no board.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "datasets/scene/random.h"
#include "tests/fixture/picture/seen_board.h"
#include "vision/crokinole/board_regions.h"
#include "vision/crokinole/look_at_board.h"

enum { WIDTH = 800, HEIGHT = 680, SEED = 3 };

static void look_remembering(const sq_board_scene *s, const sq_board_memory *memory, sq_board_position *p) {
    static seen_board b;
    sq_diag d;
    b.scene = *s;
    seen_board_draw(&b);
    assert_int_equal(sq_look_at_board(&b.planes, &b.board, memory, p, &d), SQ_OK);
    seen_board_free(&b);
}

static void look_again(const sq_board_scene *s, const sq_side_tones *before, sq_board_position *p) {
    sq_board_memory memory = {.tones = *before};
    look_remembering(s, &memory, p);
}

static void look_at(const sq_board_scene *s, sq_board_position *p) {
    look_remembering(s, NULL, p);
}

static void look(sq_board_family family, sq_board_scene *s, sq_board_position *p) {
    sq_board_scene_make(s, family, SEED, 1, WIDTH, HEIGHT);
    look_at(s, p);
}

/* The disc that is seen where this one is; null: none. */
static const sq_board_disc_seen *seen_at(const sq_board_position *p, const sq_board_scene *s,
                                         const sq_drawn_disc *d) {
    sq_px at = sq_px_from_mm3(&s->camera, (sq_mm3){d->at.x, d->at.y, d->z + s->disc_height_mm});
    for (int i = 0; i < p->count; i++)
        if (sq_px_distance(p->disc[i].px, at) < p->disc[i].radius_px / 4) return &p->disc[i];
    return NULL;
}

static void discs_in_play_are_seen_with_side_and_region(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position p;
    look(SQ_BOARDS_FEW, &s, &p);
    int called = 0;
    assert_string_equal(p.refusal, "");
    assert_int_equal(p.count, s.discs);
    for (int i = 0; i < s.discs; i++) {
        double clearance;
        sq_ring ring;
        const sq_board_disc_seen *d = seen_at(&p, &s, &s.disc_at[i]);
        assert_non_null(d);
        assert_int_equal(d->side, s.disc_at[i].side);
        sq_board_region region = sq_board_scene_region(&s, &s.disc_at[i], &clearance, &ring);
        if (d->sure) assert_int_equal(d->region, region);
        called += d->sure;
    }
    assert_true(called >= s.discs - 1);
}

/* What is blurred by three pixels may lie one and a half off. */
static void in_a_blurred_picture_places_are_less_sure(void **state) {
    (void)state;
    static seen_board b;
    static sq_board_position sharp, soft;
    sq_diag d;
    sq_board_scene_make(&b.scene, SQ_BOARDS_FEW, SEED, 1, WIDTH, HEIGHT);
    seen_board_draw(&b);
    assert_int_equal(sq_look_at_board(&b.planes, &b.board, NULL, &sharp, &d), SQ_OK);
    b.board.blur_px = 3;
    assert_int_equal(sq_look_at_board(&b.planes, &b.board, NULL, &soft, &d), SQ_OK);
    assert_true(sharp.count > 0);
    assert_int_equal(soft.count, sharp.count);
    for (int i = 0; i < sharp.count; i++) {
        double half_mm = 1.5 * sharp.disc_radius_mm / sharp.disc[i].radius_px;
        assert_true(soft.disc[i].sigma_mm > half_mm && sharp.disc[i].sigma_mm < half_mm);
        assert_true(soft.disc[i].clearance_sigma_mm > 1.4 * half_mm); /* its radius is off as well */
    }
    seen_board_free(&b);
}

/* The first 20 of a round: no colour is known yet, but the hole was seen empty before. */
static void a_disc_alone_in_the_hole_is_known_by_the_empty_hole(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position empty, p;
    int number = 0;
    do /* until a light disc lies in it: holes are dark */
        sq_board_scene_make(&s, SQ_BOARDS_HOLE, SEED, ++number, WIDTH, HEIGHT);
    while (s.disc_at[0].z >= 0 || s.disc_at[0].side != SQ_LIGHT);
    s.discs = 0;
    look_at(&s, &empty);
    assert_int_equal(empty.count, 0);
    assert_true(empty.tones.hole_seen);
    s.discs = 1;
    look_again(&s, &empty.tones, &p);
    assert_int_equal(p.count, 1);
    assert_int_equal(p.disc[0].region, SQ_REGION_HOLE);
    assert_false(p.tones.hole_seen);
    assert_int_equal(p.tones.known, 1);
    assert_true(p.sides_doubt > 0.4); /* whose it is, the second colour tells */
}

/* Without an earlier picture it may be the hole's ground, and anybody's disc: an umpire is asked. Where a
 * disc shows little of a rim in the hole, it is missed. */
static void a_disc_alone_in_the_hole_of_a_single_picture_is_asked_about(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position p;
    int asked = 0, all = 0;
    for (int number = 1; number <= 12; number++) {
        sq_board_scene_make(&s, SQ_BOARDS_HOLE, SEED, number, WIDTH, HEIGHT);
        if (s.disc_at[0].z >= 0) continue;
        s.discs = 1;
        look_at(&s, &p);
        all++;
        asked += p.count == 1 && p.disc[0].region == SQ_REGION_HOLE && p.disc[0].other_sure > 0;
        assert_true(p.count == 0 || !p.disc[0].sure);
        assert_int_equal(p.score[SQ_LIGHT] + p.score[SQ_DARK], 0);
    }
    if (3 * asked < 2 * all) fail_msg("%d of %d are asked about", asked, all);
}

/* No other disc tells its side's colour; it must not be passed over in silence. */
static void the_only_disc_of_a_side_is_asked_about_in_the_hole(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position p;
    int kept = 0, number = 0;
    do /* until a disc lies in the hole, and not half over it */
        sq_board_scene_make(&s, SQ_BOARDS_HOLE, SEED, ++number, WIDTH, HEIGHT);
    while (s.disc_at[0].z >= 0);
    sq_drawn_disc alone = s.disc_at[0];
    for (int i = 0; i < s.discs; i++)
        if (!i || s.disc_at[i].side != alone.side) s.disc_at[kept++] = s.disc_at[i];
    s.discs = kept;
    assert_true(kept > 1);
    look_at(&s, &p);
    const sq_board_disc_seen *d = seen_at(&p, &s, &alone);
    assert_non_null(d);
    assert_int_equal(d->region, SQ_REGION_HOLE);
    assert_int_equal(d->side, alone.side);
}

/* Its rim is not found in the hole, as if it were far wider than discs are: its colour tells all the same,
 * also where no disc of the other side is seen. */
static void a_disc_in_the_hole_is_asked_about_by_its_sides_very_colour(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position plain, p;
    static sq_board_memory memory;
    int kept = 0, number = 0;
    do
        sq_board_scene_make(&s, SQ_BOARDS_HOLE, SEED, ++number, WIDTH, HEIGHT);
    while (s.disc_at[0].z >= 0);
    for (int i = 0; i < s.discs; i++)
        if (s.disc_at[i].side == s.disc_at[0].side) s.disc_at[kept++] = s.disc_at[i];
    s.discs = kept;
    assert_true(kept > 1);
    look_at(&s, &plain);
    memory.rulers.count = SQ_BOARD_DISC_CAP;
    for (int i = 0; i < SQ_BOARD_DISC_CAP; i++) {
        memory.rulers.radius_mm[i] = (float)(0.88 * plain.disc_radius_mm);
        memory.rulers.support[i] = 1;
    }
    look_remembering(&s, &memory, &p);
    const sq_board_disc_seen *d = seen_at(&p, &s, &s.disc_at[0]);
    assert_non_null(d);
    assert_int_equal(d->region, SQ_REGION_HOLE);
    assert_int_equal(d->side, s.disc_at[0].side);
    assert_false(d->sure);
}

/* Half over the board's edge: its ground is of two colours. */
static void a_disc_on_the_outer_line_is_seen(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position p;
    sq_board_scene_make(&s, SQ_BOARDS_FEW, SEED, 1, WIDTH, HEIGHT);
    for (int i = 0; i < 6; i++) {
        sq_drawn_disc *d = &s.disc_at[0];
        d->at = (sq_mm){s.ring_mm[SQ_RING_OUTER] * cos(i), s.ring_mm[SQ_RING_OUTER] * sin(i)};
        look_at(&s, &p);
        const sq_board_disc_seen *seen = seen_at(&p, &s, d);
        assert_non_null(seen);
        assert_int_equal(seen->side, d->side);
    }
}

/* A light disc that differs little from a light board hides as much of its line as any, and is no hand. */
static void a_pale_disc_on_the_outer_line_is_no_hand(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position p;
    sq_board_scene_make(&s, SQ_BOARDS_FEW, SEED, 1, WIDTH, HEIGHT);
    sq_drawn_disc *d = &s.disc_at[0];
    d->side = SQ_LIGHT;
    d->at = (sq_mm){s.ring_mm[SQ_RING_OUTER], 0};
    for (int k = 0; k < 3; k++)
        s.disc[SQ_LIGHT][k] = s.surface[k] * 1.1f;
    look_at(&s, &p);
    assert_string_equal(p.refusal, "");
}

/* With noise of so many levels in every pixel. */
static void look_through_noise(const sq_board_scene *s, double levels, sq_board_position *p) {
    static seen_board b;
    sq_diag d;
    sq_random noise = sq_random_for(SEED, "noise");
    b.scene = *s;
    seen_board_draw(&b);
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        for (int i = 0; i < s->width * s->height; i++) {
            double level = b.planes.level[k][i] + levels * sq_random_normal(&noise);
            b.planes.level[k][i] = (uint8_t)fmin(fmax(level, 0), 255);
        }
    assert_int_equal(sq_look_at_board(&b.planes, &b.board, NULL, p, &d), SQ_OK);
    seen_board_free(&b);
}

/* Noise moves the circle that is found at the hole, and what ends where a disc does is looked for beside it.
 */
static void a_brown_disc_in_the_hole_of_a_brown_board_is_asked_about_through_noise(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position p;
    sq_board_scene_make(&s, SQ_BOARDS_HOLE, 8220, 1, 1920, 1080); /* the only dark disc there */
    for (int levels = 4; levels <= 6; levels += 2) {
        int asked = 0;
        look_through_noise(&s, levels, &p);
        for (int i = 0; i < p.count; i++)
            asked += p.disc[i].region == SQ_REGION_HOLE && sq_board_must_look(&p, i);
        assert_int_equal(asked, 1);
    }
}

static void a_noisy_picture_gets_no_ruling(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position p;
    sq_board_scene_make(&s, SQ_BOARDS_FEW, SEED, 1, WIDTH, HEIGHT);
    look_through_noise(&s, 40, &p);
    assert_non_null(strstr(p.refusal, "noisy"));
}

/* Dark discs alone on a light board: light ones would be lost in noise that dark ones stand out of. Where
 * both sides are seen, the same noise hides neither. */
static void noise_in_which_one_side_would_be_lost_gets_no_ruling(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position p;
    sq_board_scene_make(&s, SQ_BOARDS_FEW, SEED, 1, WIDTH, HEIGHT);
    for (int i = 0; i < s.discs; i++)
        s.disc_at[i].side = SQ_DARK;
    for (int k = 0; k < 3; k++) {
        s.surface[k] = 0.5f;
        s.line[k] = s.disc[SQ_DARK][k] = 0.04f;
    }
    look_through_noise(&s, 2, &p);
    assert_string_equal(p.refusal, "");
    look_through_noise(&s, 11, &p);
    assert_non_null(strstr(p.refusal, "light discs"));
    for (int i = 0; i < s.discs; i++)
        s.disc_at[i].side = (sq_board_side)(i % SQ_BOARD_SIDES);
    for (int k = 0; k < 3; k++)
        s.disc[SQ_LIGHT][k] = 0.9f;
    look_through_noise(&s, 11, &p);
    assert_string_equal(p.refusal, "");
}

/* White discs on a board that is as white as a picture can be do not show. */
static void an_overexposed_picture_gets_no_ruling(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position p;
    sq_board_scene_make(&s, SQ_BOARDS_FEW, SEED, 1, WIDTH, HEIGHT);
    s.grain = 0;
    for (int k = 0; k < 3; k++) {
        s.surface[k] = 1.5f;
        s.line[k] = 0.1f;
    }
    look_at(&s, &p);
    assert_non_null(strstr(p.refusal, "overexposed"));
}

/* Half as bright, and with half the contrast: the same discs are called. */
static void a_dark_picture_is_told_like_a_bright_one(void **state) {
    (void)state;
    static seen_board b;
    static sq_board_position bright, dark;
    sq_diag d;
    sq_board_scene_make(&b.scene, SQ_BOARDS_FEW, SEED, 1, WIDTH, HEIGHT);
    seen_board_draw(&b);
    assert_int_equal(sq_look_at_board(&b.planes, &b.board, NULL, &bright, &d), SQ_OK);
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        for (int i = 0; i < WIDTH * HEIGHT; i++)
            b.planes.level[k][i] /= 2;
    assert_int_equal(sq_look_at_board(&b.planes, &b.board, NULL, &dark, &d), SQ_OK);
    assert_string_equal(dark.refusal, "");
    assert_int_equal(dark.score[SQ_LIGHT], bright.score[SQ_LIGHT]);
    assert_int_equal(dark.score[SQ_DARK], bright.score[SQ_DARK]);
    seen_board_free(&b);
}

static void a_hand_over_the_board_gets_no_ruling(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position p;
    look(SQ_BOARDS_HAND, &s, &p);
    assert_string_not_equal(p.refusal, "");
}

/* The part of the outer line that is not seen lies outside of the picture: no hand is blamed. */
static void a_board_that_is_cut_off_is_said_to_be(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position p;
    sq_board_scene_make(&s, SQ_BOARDS_FEW, SEED, 1, WIDTH, HEIGHT);
    s.camera.cx += WIDTH / 3.5;
    look_at(&s, &p);
    assert_string_equal(p.refusal, "the board is cut off at the picture's right edge; show the whole board");
}

/* How far a drawn board reaches to the right in its picture, pixels. */
static double right_end(const sq_board_scene *s) {
    const double r = s->ring_mm[SQ_RING_OUTER];
    double end = 0;
    for (int i = 0; i < 360; i++) {
        sq_mm3 at = {r * cos(i * M_PI / 180), r * sin(i * M_PI / 180), 0};
        end = fmax(end, sq_px_from_mm3(&s->camera, at).x);
    }
    return end;
}

/* An arm over the outer line, and elsewhere the board is two pixels out of the picture. */
static void an_arm_over_a_board_at_the_edge_is_to_blame(void **state) {
    (void)state;
    static sq_board_scene s;
    static sq_board_position p;
    sq_board_scene_make(&s, SQ_BOARDS_FEW, SEED, 1, WIDTH, HEIGHT);
    s.camera.cx += WIDTH + 1 - right_end(&s);
    look_at(&s, &p);
    assert_non_null(strstr(p.refusal, "right edge"));
    s.hand = true;
    s.hand_angle = M_PI;
    s.hand_reach = 0.8;
    look_at(&s, &p);
    assert_non_null(strstr(p.refusal, "something lies over the board's outer line"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_that_is_cut_off_is_said_to_be),
        cmocka_unit_test(an_arm_over_a_board_at_the_edge_is_to_blame),
        cmocka_unit_test(discs_in_play_are_seen_with_side_and_region),
        cmocka_unit_test(in_a_blurred_picture_places_are_less_sure),
        cmocka_unit_test(a_disc_alone_in_the_hole_is_known_by_the_empty_hole),
        cmocka_unit_test(a_disc_alone_in_the_hole_of_a_single_picture_is_asked_about),
        cmocka_unit_test(the_only_disc_of_a_side_is_asked_about_in_the_hole),
        cmocka_unit_test(a_disc_in_the_hole_is_asked_about_by_its_sides_very_colour),
        cmocka_unit_test(a_disc_on_the_outer_line_is_seen),
        cmocka_unit_test(a_pale_disc_on_the_outer_line_is_no_hand),
        cmocka_unit_test(a_brown_disc_in_the_hole_of_a_brown_board_is_asked_about_through_noise),
        cmocka_unit_test(a_noisy_picture_gets_no_ruling),
        cmocka_unit_test(noise_in_which_one_side_would_be_lost_gets_no_ruling),
        cmocka_unit_test(an_overexposed_picture_gets_no_ruling),
        cmocka_unit_test(a_dark_picture_is_told_like_a_bright_one),
        cmocka_unit_test(a_hand_over_the_board_gets_no_ruling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
