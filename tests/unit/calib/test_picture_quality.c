/* What is wrong with a picture is measured, and said once with its remedy. */
#include "calib/picture_quality.h"

#include <stdlib.h>
#include <string.h>

#include "tests/fixture/unit.h"

enum { W = 960, H = 540, BLOCK = 8 };

static uint8_t luma[2][W * H], chroma[W * H / 4];

static sq_frame frame_of(int i) {
    return (sq_frame){.width = W,
                      .height = H,
                      .format = SQ_FRAME_I420,
                      .plane = {luma[i], chroma, chroma},
                      .stride = {W, W / 2, W / 2}};
}

/* It looks straight down on the mat's middle. */
static sq_camera above(double px_per_mm) {
    const double height = 1000;
    return (sq_camera){.fx = height * px_per_mm,
                       .fy = height * px_per_mm,
                       .cx = W / 2.0,
                       .cy = H / 2.0,
                       .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                       .t = {0, 0, height},
                       .width = W,
                       .height = H};
}

/* Uniform noise of that deviation on felt of a fine grain. */
static void draw(int felt, double noise) {
    srand(3);
    for (int i = 0; i < W * H; i++)
        for (int k = 0; k < 2; k++)
            luma[k][i] = (uint8_t)lround(felt + (int)((unsigned)i * 2654435761u >> 30) +
                                         noise * sqrt(12) * (rand() / (double)RAND_MAX - 0.5));
}

static sq_picture_quality measured(int frames) {
    sq_frame f = frame_of(0), before = frame_of(1);
    sq_camera c = above(1);
    sq_picture_quality q;
    sq_picture_quality_measure(&q, &f, frames ? &before : NULL, frames, &c);
    return q;
}

static void a_good_picture_needs_no_word(void **state) {
    (void)state;
    unsigned said = 0;
    char text[SQ_QUALITY_TEXT];
    draw(150, 1.5);
    sq_picture_quality q = measured(1);
    assert_near(q.felt_level, 255 * (151.5 - 16) / 219, 3);
    assert_false(sq_picture_quality_say(&q, &said, text));
}

static void noise_is_measured_and_said_once(void **state) {
    (void)state;
    unsigned said = 0;
    char text[SQ_QUALITY_TEXT];
    draw(150, 9);
    sq_picture_quality q = measured(1);
    assert_near(q.noise_levels, 9, 2.5); /* uniform: its median says more than a bell's */
    assert_true(sq_picture_quality_say(&q, &said, text));
    assert_non_null(strstr(text, "noisy"));
    assert_non_null(strstr(text, "lamp"));
    assert_false(sq_picture_quality_say(&q, &said, text));
    q = measured(0);
    assert_true(isnan(q.noise_levels));
}

static void darkness_is_said(void **state) {
    (void)state;
    unsigned said = 0;
    char text[SQ_QUALITY_TEXT];
    draw(40, 1);
    sq_picture_quality q = measured(1);
    assert_true(sq_picture_quality_say(&q, &said, text));
    assert_non_null(strstr(text, "dark"));
}

static void blocks_are_said(void **state) {
    (void)state;
    unsigned said = 0;
    char text[SQ_QUALITY_TEXT];
    draw(150, 0);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < W * H; i++)
            luma[k][i] = (uint8_t)(150 + i % W / BLOCK % 2 * 6 + i % 2);
    sq_picture_quality q = measured(1);
    assert_true(q.block_steps > 4);
    assert_true(sq_picture_quality_say(&q, &said, text));
    assert_non_null(strstr(text, "bit rate"));
}

/* One red wink tells that the camera films in colour; what a codec leaves in the chroma of a grey film does
 * not. */
static void a_film_without_colours_is_said(void **state) {
    (void)state;
    unsigned said = 0;
    char text[SQ_QUALITY_TEXT];
    draw(150, 1.5);
    for (int i = 0; i < W * H / 4; i++)
        chroma[i] = (uint8_t)(127 + i % 3);
    sq_picture_quality q = measured(1);
    assert_true(sq_picture_quality_say(&q, &said, text));
    assert_non_null(strstr(text, "no colours"));
    for (int i = 0; i < 20 * W / 2; i++)
        chroma[i] = 160;
    q = measured(1);
    said = 0;
    assert_false(sq_picture_quality_say(&q, &said, text));
}

static void a_picture_of_few_pixels_is_said(void **state) {
    (void)state;
    unsigned said = 0;
    char text[SQ_QUALITY_TEXT];
    draw(150, 1);
    memset(chroma, 160, sizeof chroma);
    sq_frame f = frame_of(0);
    sq_camera c = above(0.65); /* as 1280 x 720 shows the mat */
    sq_picture_quality q;
    sq_picture_quality_measure(&q, &f, NULL, 1, &c);
    assert_near(q.wink_px, 0.65 * 16, 0.1);
    assert_true(sq_picture_quality_say(&q, &said, text));
    assert_non_null(strstr(text, "only 10 pixels wide"));
    assert_false(sq_picture_quality_say(&q, &said, text));
}

/* Soft edges let the blocks of a codec stand out: what helps is the focus, not the bit rate. */
static void a_soft_picture_is_said_for_its_cause(void **state) {
    (void)state;
    unsigned said = 0;
    char text[SQ_QUALITY_TEXT];
    sq_picture_quality q = {
        .felt_level = 170, .blur_px = 1.75, .block_steps = 2.3, .colour_levels = 100, .wink_px = 16};
    assert_true(sq_picture_quality_say(&q, &said, text));
    assert_non_null(strstr(text, "focus"));
    assert_false(sq_picture_quality_say(&q, &said, text));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_picture_needs_no_word),
        cmocka_unit_test(noise_is_measured_and_said_once),
        cmocka_unit_test(darkness_is_said),
        cmocka_unit_test(blocks_are_said),
        cmocka_unit_test(a_film_without_colours_is_said),
        cmocka_unit_test(a_picture_of_few_pixels_is_said),
        cmocka_unit_test(a_soft_picture_is_said_for_its_cause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
