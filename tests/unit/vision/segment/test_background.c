/* The surface's colour under uneven light, under winks, under a sleeve; and its noise. */
#include "vision/segment/background.h"

#include "tests/fixture/picture/segment_fixture.h"
#include "vision/frame/frame_row.h"

enum { W = 480, H = 288 };

/* Felt alone, half a metre of it. */
static sq_naive_scene felt_scene(void) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.rays = 1; /* nothing is measured to a pixel */
    return s;
}

/* The felt's levels where nothing lies on it: drawn without winks, sheets and noise. */
static sq_naive_picture bare(sq_naive_scene s) {
    s.disc_count = s.sheet_count = 0;
    s.noise = 0;
    return sq_naive_draw(&s);
}

static double worst_felt(const stages *st, const sq_naive_picture *truth) {
    double worst = 0;
    for (int y = 0; y < H; y += 5)
        for (int x = 0; x < W; x += 5) {
            float level[3];
            sq_felt_at(&st->surface, (float)x, (float)y, level);
            for (int k = 0; k < 3; k++)
                worst = fmax(worst, fabs(level[k] - truth->memory[0][3 * (y * W + x) + 2 - k]));
        }
    return worst;
}

static double judge(const sq_naive_scene *s, sq_frame_format format) {
    sq_naive_picture truth = bare(*s), bgr = sq_naive_draw(s);
    sq_naive_picture p = sq_naive_convert(&bgr, format, SQ_CHROMA_LEFT, SQ_MATRIX_BT709, false, 7);
    stages *st = stages_new(&p.frame, &s->camera);
    assert_true(st->surface.known[SQ_BACKGROUND_FELT]);
    assert_false(st->surface.known[SQ_BACKGROUND_TABLE]);
    double worst = worst_felt(st, &truth);
    stages_free(st);
    sq_naive_free(&p);
    sq_naive_free(&bgr);
    sq_naive_free(&truth);
    return worst;
}

static void bare_felt_is_its_own_colour(void **state) {
    (void)state;
    sq_naive_scene s = felt_scene();
    assert_true(judge(&s, SQ_FRAME_BGR) <= 0.5);
    assert_true(judge(&s, SQ_FRAME_NV12) <= 2); /* rounded twice */
}

/* Light that grows by a tenth over the picture: bilinear between tiles, level at the borders. */
static void uneven_light_is_followed(void **state) {
    (void)state;
    sq_naive_scene s = felt_scene();
    s.light_x = 0.2;
    s.light_y = -0.15;
    assert_true(judge(&s, SQ_FRAME_BGR) <= 1.5);
}

/* A row of winks takes a third of a tile. */
static void winks_do_not_colour_the_felt(void **state) {
    (void)state;
    sq_naive_scene s = felt_scene();
    s.noise = 2;
    s.seed = 5;
    for (int i = 0; i < 60; i++)
        sq_naive_wink(&s, (sq_colour)(i % 4), i % 3 ? SQ_LARGE : SQ_SMALL, -225 + i % 12 * 40 + i / 12 * 7,
                      -110 + i / 12 * 55, SQ_NAIVE_FLAT_MM);
    assert_true(judge(&s, SQ_FRAME_BGR) <= 2);
    assert_true(judge(&s, SQ_FRAME_I420) <= 3);
}

/* A sleeve over several tiles: they take their neighbours' colour. */
static void a_covered_tile_is_filled_from_its_neighbours(void **state) {
    (void)state;
    sq_naive_scene s = felt_scene();
    s.light_x = 0.1;
    s.sheet[s.sheet_count++] = (sq_naive_sheet){{-140, -80}, {0, 70}, {40, 60, 150}, 0};
    sq_naive_picture p = sq_naive_draw(&s);
    stages *st = stages_new(&p.frame, &s.camera);
    int unmeasured = 0;
    for (int i = 0; i < st->surface.cols * st->surface.rows; i++)
        unmeasured += st->surface.tile[SQ_BACKGROUND_FELT][i].samples == 0;
    assert_in_range(unmeasured, 2, 6);
    sq_naive_picture truth = bare(s);
    assert_true(worst_felt(st, &truth) <= 3);
    stages_free(st);
    sq_naive_free(&truth);
    sq_naive_free(&p);
}

/* A lamp at one end and a window at the other: from end to end the felt's colour changes by more than a
 * sleeve differs from it, but from tile to tile by little. */
static void felt_between_two_lamps_is_felt(void **state) {
    (void)state;
    enum { LONG = 1190, NARROW = 140 }; /* whole tiles */
    sq_naive_scene s = sq_naive_scene_of(LONG, NARROW, (sq_mm){0, 0}, 1);
    s.rays = 1;
    sq_naive_picture p = sq_naive_draw(&s);
    for (int i = 0; i < LONG * NARROW; i++) {
        double warmth = 0.4 * (2.0 * (i % LONG) / LONG - 1);
        p.memory[0][3 * i] = (uint8_t)lround(p.memory[0][3 * i] * exp(-warmth - 0.2));
        p.memory[0][3 * i + 2] = (uint8_t)lround(p.memory[0][3 * i + 2] * exp(warmth - 0.2));
    }
    stages *st = stages_new(&p.frame, &s.camera);
    for (int i = 0; i < st->surface.cols * st->surface.rows; i++)
        assert_true(st->surface.tile[SQ_BACKGROUND_FELT][i].samples > 0);
    stages_free(st);
    sq_naive_free(&p);
}

/* Contrast added to luma, which ends at white, and to chroma apart makes colours beyond every screen's. They
 * are the felt's all the same: a pixel of it differs from its tile by nothing. */
static void felt_beyond_white_is_felt(void **state) {
    (void)state;
    enum { WHITE = 235, BLUISH = 150, GREY = 128 };
    static uint8_t luma[W * H], u[W * H / 4], v[W * H / 4];
    memset(luma, WHITE, sizeof luma);
    memset(u, BLUISH, sizeof u);
    memset(v, GREY, sizeof v);
    sq_naive_scene s = felt_scene();
    sq_frame f = {
        .width = W, .height = H, .format = SQ_FRAME_I420, .plane = {luma, u, v}, .stride = {W, W / 2, W / 2}};
    stages *st = stages_new(&f, &s.camera);
    const sq_row row = sq_row_of(&f, H / 2);
    const sq_rgb_matrix m = sq_rgb_matrix_of(&f);
    float rgb[3], d[2];
    sq_row_rgb(&row, &m, W / 2, rgb);
    assert_true(rgb[2] > 255);
    sq_chroma_difference(&st->surface.tile[SQ_BACKGROUND_FELT][0], rgb, d);
    assert_near(d[0], 0, 0.01);
    assert_near(d[1], 0, 0.01);
    stages_free(st);
}

/* Independent noise of s levels in each channel scatters r/R - g/G by s √(1/R² + 1/G²). */
static void noise_is_measured(void **state) {
    (void)state;
    for (int noise = 2; noise <= 6; noise += 2) {
        sq_naive_scene s = felt_scene();
        s.noise = noise;
        s.soft_px = 0;
        s.seed = (unsigned)noise;
        sq_naive_picture p = sq_naive_draw(&s);
        stages *st = stages_new(&p.frame, &s.camera);
        double g = 1.0 / s.felt[1];
        for (int i = 0; i < 2; i++)
            assert_near(
                sq_tile_noise(&st->surface, SQ_BACKGROUND_FELT, st->surface.tile[SQ_BACKGROUND_FELT], i) /
                    (noise * hypot(1.0 / s.felt[2 * i], g)),
                1, 0.15);
        stages_free(st);
        sq_naive_free(&p);
    }
}

/* Most of the felt is clipped, where no noise is seen: the rest tells what it is. */
static void noise_is_not_measured_where_light_is_clipped(void **state) {
    (void)state;
    enum { NOISE = 4, LIT = 255, DIM = 210 };
    sq_naive_scene s = felt_scene();
    s.noise = NOISE;
    s.soft_px = 0;
    s.felt[0] = s.felt[1] = s.felt[2] = DIM;
    sq_naive_picture p = sq_naive_draw(&s);
    for (int y = 0; y < H; y++)
        memset(p.memory[0] + (ptrdiff_t)3 * W * y, LIT, (size_t)3 * W * 4 / 5);
    stages *st = stages_new(&p.frame, &s.camera);
    assert_true(sq_tile_noise(&st->surface, SQ_BACKGROUND_FELT,
                              &st->surface.tile[SQ_BACKGROUND_FELT][st->surface.cols - 1],
                              0) > 0.7 * NOISE * sqrt(2) / DIM);
    stages_free(st);
    sq_naive_free(&p);
}

/* As many levels of it are more of what there is in the shade. */
static void noise_is_measured_where_light_falls_off(void **state) {
    (void)state;
    sq_naive_scene s = felt_scene();
    s.noise = 3;
    s.soft_px = 0;
    s.light_x = -2.4; /* over a picture of a third of a metre */
    sq_naive_picture p = sq_naive_draw(&s);
    stages *st = stages_new(&p.frame, &s.camera);
    double least = INFINITY, most = 0;
    for (int t = 0; t < st->surface.cols * st->surface.rows; t++) {
        const sq_tile *tile = &st->surface.tile[SQ_BACKGROUND_FELT][t];
        double true_noise = 3 * hypot(1 / tile->level[0], 1 / tile->level[1]);
        assert_near(sq_tile_noise(&st->surface, SQ_BACKGROUND_FELT, tile, 0) / true_noise, 1, 0.2);
        least = fmin(least, true_noise);
        most = fmax(most, true_noise);
    }
    assert_true(most > 1.5 * least);
    stages_free(st);
    sq_naive_free(&p);
}

static void the_table_is_a_surface_of_its_own(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){SQ_MAT_LENGTH_MM / 2, 0}, 1);
    s.rays = 1; /* nothing is measured to a pixel */
    sq_naive_picture p = sq_naive_draw(&s);
    stages *st = stages_new(&p.frame, &s.camera);
    assert_true(st->surface.known[SQ_BACKGROUND_TABLE]);
    sq_px on = sq_px_from_mm3(&s.camera, (sq_mm3){SQ_MAT_LENGTH_MM / 2 + 30, 0, 0});
    int tile = (int)on.y / st->surface.tile_px * st->surface.cols + (int)on.x / st->surface.tile_px;
    for (int k = 0; k < 3; k++)
        assert_near(st->surface.tile[SQ_BACKGROUND_TABLE][tile].level[k], s.table[k], 1);
    float felt[3];
    sq_felt_at(&st->surface, 60, H / 2.0f, felt);
    for (int k = 0; k < 3; k++)
        assert_near(felt[k], s.felt[k], 1);
    stages_free(st);
    sq_naive_free(&p);
}

/* Whole rows, and rows that begin and end anywhere, tell of each pixel what is told of it alone. */
static void a_row_of_felt_is_its_pixels(void **state) {
    (void)state;
    sq_naive_scene s = felt_scene();
    s.rays = 1;
    s.light_x = 0.4;
    s.light_y = -0.3;
    sq_naive_picture p = sq_naive_draw(&s);
    stages *st = stages_new(&p.frame, &s.camera);
    static sq_rgb_row row;
    for (int y = 0; y < H; y += 7)
        for (int x0 = 0; x0 < W; x0 += 53)
            for (int n = 1; x0 + n <= W; n += 41) {
                sq_felt_row(&st->surface, y, x0, n, &row);
                for (int i = 0; i < n; i++) {
                    float level[3];
                    sq_felt_at(&st->surface, (float)(x0 + i), (float)y, level);
                    for (int k = 0; k < 3; k++)
                        assert_near(row.level[k][i], level[k], 1e-3);
                }
            }
    stages_free(st);
    sq_naive_free(&p);
}

static void no_mat_no_felt(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){4000, 0}, 1);
    sq_naive_picture p = sq_naive_draw(&s);
    stages *st = stages_new(&p.frame, &s.camera);
    assert_false(st->surface.known[SQ_BACKGROUND_FELT]);
    stages_free(st);
    sq_naive_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bare_felt_is_its_own_colour),
        cmocka_unit_test(uneven_light_is_followed),
        cmocka_unit_test(winks_do_not_colour_the_felt),
        cmocka_unit_test(a_covered_tile_is_filled_from_its_neighbours),
        cmocka_unit_test(felt_between_two_lamps_is_felt),
        cmocka_unit_test(felt_beyond_white_is_felt),
        cmocka_unit_test(noise_is_measured),
        cmocka_unit_test(noise_is_measured_where_light_falls_off),
        cmocka_unit_test(noise_is_not_measured_where_light_is_clipped),
        cmocka_unit_test(the_table_is_a_surface_of_its_own),
        cmocka_unit_test(a_row_of_felt_is_its_pixels),
        cmocka_unit_test(no_mat_no_felt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
