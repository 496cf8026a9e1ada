/* The synth: its frames are those of the careful film but for the noise's own course, and what was laid over
 * leaves no trace. */
#include "datasets/render/frame_synth.h"

#include <stdlib.h>

#include "datasets/scene/scene_families.h"
#include "tests/fixture/unit.h"
#include "vision/frame/yuv.h"

enum { WIDTH = 480, HEIGHT = 270, PIXELS = WIDTH * HEIGHT };

typedef struct {
    sq_scene with, without; /* a hand */
    sq_canvas *canvas;
    sq_frame_synth *synth;
    sq_frame frame;
} studio;

static int set_up(void **state) {
    studio *t = *state = calloc(1, sizeof *t);
    sq_family_scene(&t->with, SQ_FAMILY_hand, 4, WIDTH, HEIGHT, SQ_PANELS);
    t->with.sensor.smoothed = t->with.sensor.sharpen = 0;
    t->without = t->with;
    sq_hand_remove(&t->without);
    assert_int_equal(sq_canvas_new(&t->canvas, &t->with, NULL), SQ_OK);
    assert_int_equal(sq_frame_synth_new(&t->synth, t->canvas, NULL), SQ_OK);
    sq_draw(t->canvas, &t->without);
    return 0;
}

static int tear_down(void **state) {
    studio *t = *state;
    sq_frame_synth_free(t->synth);
    sq_canvas_free(t->canvas);
    free(t);
    return 0;
}

static void take(studio *t, const sq_laid *laid, int count, uint64_t seed) {
    sq_frame_synth_next(t->synth, &t->with.sensor, laid, count, 1, seed, &t->frame);
}

/* Mean and variance of a picture, taken often. */
typedef struct {
    double mean[PIXELS], variance[PIXELS];
} statistics;

enum { TAKES = 24 };

static void note_take(statistics *s, int x, double v) {
    s->mean[x] += v / TAKES;
    s->variance[x] += v * v / TAKES;
}

/* Luma by the numbers of limited range BT.709. */
static double luma_of(const unsigned char *bgr) {
    return 16 + 219 * (0.2126 * bgr[2] + 0.7152 * bgr[1] + 0.0722 * bgr[0]) / 255;
}

static double mean_of(const double *v) {
    double sum = 0;
    for (int i = 0; i < PIXELS; i++)
        sum += v[i] / PIXELS;
    return sum;
}

static void frames_are_those_of_the_film(void **state) {
    studio *t = *state;
    statistics *film = calloc(1, sizeof *film), *synth = calloc(1, sizeof *synth);
    sq_exposure *careful;
    sq_picture *p;
    assert_int_equal(sq_exposure_new(&careful, t->canvas, NULL), SQ_OK);
    assert_int_equal(sq_picture_new(&p, WIDTH, HEIGHT, NULL), SQ_OK);
    int stride;
    const unsigned char *bgr = sq_picture_pixels(p, &stride);
    for (int k = 0; k < TAKES; k++) {
        sq_expose(careful, p, &t->with.sensor, (uint64_t)k);
        take(t, NULL, 0, (uint64_t)k);
        for (int i = 0; i < PIXELS; i++) {
            note_take(film, i, luma_of(bgr + i / WIDTH * stride + 3 * (i % WIDTH)));
            note_take(synth, i, t->frame.plane[0][i]);
        }
    }
    double apart = 0;
    for (int i = 0; i < PIXELS; i++) {
        apart += fabs(film->mean[i] - synth->mean[i]) / PIXELS;
        film->variance[i] -= film->mean[i] * film->mean[i];
        synth->variance[i] -= synth->mean[i] * synth->mean[i];
    }
    double noise = sqrt(mean_of(film->variance));
    assert_near(mean_of(synth->mean), mean_of(film->mean), 0.1);
    assert_true(apart < 2 * noise / sqrt(TAKES) + 0.3); /* what noise and rounding leave */
    /* Rounding to 8 bits adds 1/12 to each. */
    assert_near(sqrt(mean_of(synth->variance)), noise, 0.15 * noise + 0.1);
    free(film);
    free(synth);
    sq_exposure_free(careful);
    sq_picture_free(p);
}

static void colours_are_those_of_the_scene(void **state) {
    studio *t = *state;
    sq_exposure *careful;
    sq_picture *p;
    assert_int_equal(sq_exposure_new(&careful, t->canvas, NULL), SQ_OK);
    assert_int_equal(sq_picture_new(&p, WIDTH, HEIGHT, NULL), SQ_OK);
    sq_expose(careful, p, &t->with.sensor, 1);
    take(t, NULL, 0, 1);
    unsigned char *bgr = malloc(3 * PIXELS);
    sq_bgr_from_frame(&t->frame, bgr, 3 * WIDTH);
    int stride;
    const unsigned char *like = sq_picture_pixels(p, &stride);
    double apart = 0;
    for (int i = 0; i < 3 * PIXELS; i++)
        apart += fabs((double)bgr[i] - like[i / (3 * WIDTH) * stride + i % (3 * WIDTH)]) / (3 * PIXELS);
    assert_true(apart < 4); /* two noises, and chroma of half the size */
    free(bgr);
    sq_exposure_free(careful);
    sq_picture_free(p);
}

static void what_was_laid_over_leaves_no_trace(void **state) {
    studio *t = *state;
    uint8_t *before = malloc(PIXELS), *hand = malloc(PIXELS);
    take(t, NULL, 0, 7);
    memcpy(before, t->frame.plane[0], PIXELS);
    sq_cutout c = {.light = NULL};
    sq_handshade shade = {.share = NULL};
    assert_int_equal(sq_cutout_hand(&c, &shade, &t->with, NULL), SQ_OK);
    for (int dx = -60; dx <= 60; dx += 30) {
        sq_laid laid = {&c, &shade, dx, dx / 2};
        take(t, &laid, 1, 7);
        memcpy(hand, t->frame.plane[0], PIXELS);
        assert_memory_not_equal(hand, before, PIXELS);
    }
    take(t, NULL, 0, 7);
    assert_memory_equal(t->frame.plane[0], before, PIXELS);
    take(t, NULL, 0, 8);
    assert_memory_not_equal(t->frame.plane[0], before, PIXELS);
    sq_cutout_free(&c);
    sq_handshade_free(&shade);
    free(before);
    free(hand);
}

/* Laid where it was drawn, a hand is where the careful drawing has it. */
static void a_hand_lies_where_it_was_drawn(void **state) {
    studio *t = *state;
    uint8_t *cut = malloc(PIXELS), *bare = malloc(PIXELS);
    sq_cutout c = {.light = NULL};
    sq_handshade shade = {.share = NULL};
    take(t, NULL, 0, 7);
    memcpy(bare, t->frame.plane[0], PIXELS);
    assert_int_equal(sq_cutout_hand(&c, &shade, &t->with, NULL), SQ_OK);
    sq_laid laid = {&c, &shade, 0, 0};
    take(t, &laid, 1, 7);
    memcpy(cut, t->frame.plane[0], PIXELS);
    sq_draw(t->canvas, &t->with);
    take(t, NULL, 0, 7);
    int differ = 0, covered = 0;
    for (int i = 0; i < PIXELS; i++) {
        bool there = abs(t->frame.plane[0][i] - bare[i]) > 25;
        covered += there;
        differ += there && abs(t->frame.plane[0][i] - cut[i]) > 25;
    }
    assert_true(covered > PIXELS / 50);
    assert_true(differ < covered / 10);
    sq_cutout_free(&c);
    sq_handshade_free(&shade);
    free(cut);
    free(bare);
}

/* A flying piece covers its area, half of it in each of two places. */
static void a_piece_in_flight_is_blurred(void **state) {
    studio *t = *state;
    sq_cutout c = {.light = NULL};
    sq_solid_disc at[2] = {t->without.pieces[0].disc, t->without.pieces[0].disc};
    at[0].at = (sq_mm3){100, 50, 60};
    at[1].at = (sq_mm3){160, 50, 60};
    assert_int_equal(sq_cutout_piece(&c, &t->without, 0, at, 2, NULL), SQ_OK);
    double sum = 0, most = 0;
    for (int i = 0; i < (c.box.x1 - c.box.x0) * (c.box.y1 - c.box.y0); i++) {
        sum += (double)c.light[4 * i + 3];
        most = fmax(most, (double)c.light[4 * i + 3]);
    }
    double per_mm = sq_px_per_mm(&t->without.camera, (sq_mm3){130, 50, 60}), r = at[0].radius * per_mm;
    assert_near(most, 0.5, 1e-3);
    assert_near(sum, M_PI * r * r, 0.15 * M_PI * r * r);
    sq_cutout_free(&c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(frames_are_those_of_the_film, set_up, tear_down),
        cmocka_unit_test_setup_teardown(colours_are_those_of_the_scene, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_laid_over_leaves_no_trace, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_hand_lies_where_it_was_drawn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_piece_in_flight_is_blurred, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
