/* Cameras from straight lines: the lines are those in which a known camera sees a mat's sides. */
#include "calib/mat/pose_guess.h"

#include "calib/camera/lens_file.h"
#include "calib/measure/mat_lines.h"
#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/unit.h"

enum { W = 480, H = 270 };

static const sq_mat_size mat = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};
static const sq_thumbnail small = {.width = W, .height = H, .factor = 1};
static sq_lines lines;
static sq_mat_guesses guesses;

/* The guess's own focal length, so that its pose can be held against the true one. */
static sq_camera camera_at(double x, double y, double height, sq_mm towards, double roll) {
    return drawn_camera(W, H, SQ_GUESS_FOCAL * W / 2, (sq_mm3){x, y, height}, towards, roll);
}

/* The line through two places of the picture, seen whole: all of it in the picture is evidence. */
static void add_line(sq_px p, sq_px q) {
    sq_line_guess *l = &lines.line[lines.count++];
    sq_px a = sq_flat_from_small(&small, p, 0), b = sq_flat_from_small(&small, q, 0);
    l->angle = fmod(atan2(b.y - a.y, b.x - a.x) + M_PI / 2 + 2 * M_PI, M_PI);
    l->rho = a.x * cos(l->angle) + a.y * sin(l->angle);
    for (int i = 0; i < SQ_LINE_SAMPLES; i++) {
        double along = -1.3 + i * 2.6 / SQ_LINE_SAMPLES;
        sq_px u = {l->rho * cos(l->angle) - along * sin(l->angle),
                   l->rho * sin(l->angle) + along * cos(l->angle)};
        sq_px s = sq_small_from_flat(&small, u, 0);
        bool inside = s.x >= 2 && s.y >= 2 && s.x < W - 3 && s.y < H - 3;
        double share = ((u.x - a.x) * (b.x - a.x) + (u.y - a.y) * (b.y - a.y)) /
                       ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
        bool on = inside && share >= 0 && share <= 1;
        l->inside[i + 1] = l->inside[i] + (inside ? 1.0f : 0.0f);
        l->evidence[i + 1] = l->evidence[i] + (on ? 1.0f : 0.0f);
    }
}

/* The sides of the mask as that camera sees them. */
static void see_sides(const sq_camera *c, unsigned which) {
    lines = (sq_lines){0};
    for (int l = 0; l < SQ_MAT_SIDES; l++) {
        if (!(which & 1u << l)) continue;
        sq_mm a = sq_mat_line_at(&mat, (sq_mat_line)l, 0).at, b = sq_mat_line_at(&mat, (sq_mat_line)l, 1).at;
        add_line(sq_px_from_mm3(c, sq_mm_at_height(a, 0)), sq_px_from_mm3(c, sq_mm_at_height(b, 0)));
    }
    guesses.four.count = guesses.three.count = 0;
    sq_mat_guesses_add(&guesses, &small, &lines, mat.length_mm, mat.width_mm);
}

/* How far, in pixels, the worst corner of the mat is from where the true camera sees it. */
static double worst_corner(const sq_camera *c, const sq_mat_guess *g) {
    double worst = 0;
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        worst = fmax(worst, sq_px_distance(g->corner[k],
                                           sq_px_from_mm3(c, sq_mm_at_height(sq_mat_corner_at(&mat, k), 0))));
    return worst;
}

static void the_pose_is_the_one_that_saw_the_four_sides(void **state) {
    (void)state;
    static const struct {
        double x, y, height;
        sq_mm towards;
        double roll;
    } known[] = {{0, 0, 1800, {0, 0}, 0},
                 {150, -300, 1900, {20, -10}, 0.1},
                 {-500, 200, 2000, {-50, 30}, -0.3},
                 {100, 600, 1900, {0, 40}, 0.05}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        sq_camera c = camera_at(known[k].x, known[k].y, known[k].height, known[k].towards, known[k].roll);
        see_sides(&c, 0xf);
        assert_true(guesses.four.count > 0);
        const sq_mat_guess *g = &guesses.four.guess[0];
        assert_near(worst_corner(&c, g), 0, 0.01);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++)
                assert_near(g->camera.R[i][j], c.R[i][j], 1e-4);
            assert_near(g->camera.t[i], c.t[i], 0.5);
        }
    }
}

/* Another lens than the guessed one: corners are where the lines cross all the same. */
static void corners_do_not_rest_on_the_guessed_focal_length(void **state) {
    (void)state;
    for (double share = 0.75; share < 1.4; share += 0.2) {
        sq_camera c = drawn_camera(W, H, share * SQ_GUESS_FOCAL * W / 2, (sq_mm3){60, -90, 1850 * share},
                                   (sq_mm){0, 0}, 0.02);
        see_sides(&c, 0xf);
        assert_true(guesses.four.count > 0);
        assert_near(worst_corner(&c, &guesses.four.guess[0]), 0, 0.5);
    }
}

/* Three sides tell where the fourth lies, also outside of the picture. */
static void three_sides_tell_the_fourth(void **state) {
    (void)state;
    for (unsigned missing = 0; missing < SQ_MAT_SIDES; missing++) {
        sq_camera c = camera_at(120, -150, 1900, (sq_mm){30, 10}, 0.04);
        see_sides(&c, 0xfu & ~(1u << missing));
        assert_int_equal(guesses.four.count, 0);
        double best = INFINITY;
        for (int i = 0; i < guesses.three.count; i++)
            best = fmin(best, worst_corner(&c, &guesses.three.guess[i]));
        assert_near(best, 0, 0.5);
    }
}

static void lists_are_in_the_order_of_their_scores(void **state) {
    (void)state;
    sq_camera c = camera_at(120, -150, 1900, (sq_mm){30, 10}, 0.04);
    see_sides(&c, 0xf);
    assert_in_range(guesses.four.count, 1, SQ_MAT_GUESSES_CAP);
    assert_in_range(guesses.three.count, 1, SQ_MAT_GUESSES_CAP);
    for (int i = 1; i < guesses.four.count; i++)
        assert_true(guesses.four.guess[i - 1].score >= guesses.four.guess[i].score);
    for (int i = 1; i < guesses.three.count; i++)
        assert_true(guesses.three.guess[i - 1].score >= guesses.three.guess[i].score);
}

/* A line across the table, one through the mat: the mat's own sides still win. */
static void stray_lines_do_not_win(void **state) {
    (void)state;
    sq_camera c = camera_at(80, -120, 1900, (sq_mm){0, 0}, 0.02);
    see_sides(&c, 0xf);
    add_line((sq_px){20, 10}, (sq_px){460, 40});
    add_line((sq_px){100, 5}, (sq_px){110, 265});
    add_line((sq_px){30, 140}, (sq_px){450, 150});
    guesses.four.count = guesses.three.count = 0;
    sq_mat_guesses_add(&guesses, &small, &lines, mat.length_mm, mat.width_mm);
    assert_near(worst_corner(&c, &guesses.four.guess[0]), 0, 0.5);
}

static void two_lines_and_a_camera_that_leans_over_tell_nothing(void **state) {
    (void)state;
    sq_camera c = camera_at(0, 0, 1800, (sq_mm){0, 0}, 0);
    see_sides(&c, 1u << SQ_SIDE_LOWER | 1u << SQ_SIDE_UPPER);
    assert_int_equal(guesses.four.count + guesses.three.count, 0);
    see_sides(&c, 1u << SQ_SIDE_LOWER | 1u << SQ_SIDE_LEFT);
    assert_int_equal(guesses.four.count + guesses.three.count, 0);
    sq_camera low = camera_at(0, -2600, 1500, (sq_mm){0, 0}, 0); /* 60° off the plumb line */
    see_sides(&low, 0xf);
    assert_int_equal(guesses.four.count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pose_is_the_one_that_saw_the_four_sides),
        cmocka_unit_test(corners_do_not_rest_on_the_guessed_focal_length),
        cmocka_unit_test(three_sides_tell_the_fourth),
        cmocka_unit_test(lists_are_in_the_order_of_their_scores),
        cmocka_unit_test(stray_lines_do_not_win),
        cmocka_unit_test(two_lines_and_a_camera_that_leans_over_tell_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
