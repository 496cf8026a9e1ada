/* Oddities: that each does what it says to the picture, and leaves alone what the scene held. */
#include "datasets/scene/odd_things.h"

#include <stdlib.h>
#include <unistd.h>

#include "datasets/render/camera_sensor.h"
#include "datasets/render/draw_scene.h"
#include "datasets/scene/scene_families.h"
#include "datasets/truth/scene_truth.h"
#include "tests/fixture/unit.h"

enum { WIDTH = 640, HEIGHT = 360 };

static sq_scene before, after;
static float *plain, *odd;

static float *drawn(const sq_scene *s) {
    sq_canvas *c = NULL;
    sq_exposure *film = NULL;
    assert_int_equal(sq_canvas_new(&c, s, NULL), SQ_OK);
    assert_int_equal(sq_exposure_new(&film, c, NULL), SQ_OK);
    sq_draw(c, s);
    size_t bytes = (size_t)WIDTH * HEIGHT * 3 * sizeof(float);
    float *copy = malloc(bytes);
    assert_non_null(copy);
    memcpy(copy, sq_exposure_light(film, &s->sensor, NULL), bytes);
    sq_exposure_free(film);
    sq_canvas_free(c);
    return copy;
}

static void make(sq_family f, sq_lighting l, sq_oddity o) {
    sq_family_scene(&before, f, 61000, WIDTH, HEIGHT, l);
    after = before;
    sq_oddity_put(&after, o);
}

static void draw_both(void) {
    plain = drawn(&before);
    odd = drawn(&after);
}

static int tear_down(void **state) {
    (void)state;
    free(plain);
    free(odd);
    plain = odd = NULL;
    return 0;
}

/* The largest change of any primary at a place of the mat, against the brighter one. */
static double change_at(sq_mm3 p) {
    sq_px at = sq_px_from_mm3(&before.camera, p);
    size_t i = 3 * ((size_t)lround(at.y) * WIDTH + (size_t)lround(at.x));
    double most = 0;
    for (size_t k = i; k < i + 3; k++)
        most = fmax(most, fabs((double)(odd[k] - plain[k])) / fmax((double)odd[k], (double)plain[k]));
    return most;
}

static double share_darkened(double to) {
    int n = 0;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++)
        n += (double)odd[3 * i + 1] < to * (double)plain[3 * i + 1];
    return (double)n / (WIDTH * HEIGHT);
}

static void what_the_scene_held_stays(void **state) {
    (void)state;
    for (sq_oddity o = 0; o < SQ_ODDITIES; o++)
        for (sq_family f = 0; f < SQ_FAMILIES; f++) {
            make(f, SQ_LIGHTINGS, o);
            assert_true(after.piece_count >= before.piece_count);
            assert_memory_equal(after.pieces, before.pieces,
                                (size_t)before.piece_count * sizeof *before.pieces);
            assert_memory_equal(after.flesh, before.flesh, (size_t)before.flesh_count * sizeof *before.flesh);
        }
}

static void a_crowd_is_more_than_the_set(void **state) {
    (void)state;
    static sq_truth truth, read;
    char path[] = "/tmp/squint-oddity-XXXXXX";
    make(SQ_FAMILY_piles, SQ_LIGHTINGS, SQ_ODDITY_CROWD);
    sq_truth_of_scene(&truth, &after, "x.jpg");
    assert_int_equal(truth.wink_count, SQ_USUAL_WINKS + 6);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(sq_truth_write(&truth, path, NULL), SQ_OK);
    sq_code code = sq_truth_read(&read, path, NULL);
    unlink(path);
    assert_int_equal(code, SQ_OK);
    assert_int_equal(read.wink_count, SQ_USUAL_WINKS + 6);
}

static void a_second_pot_is_seen(void **state) {
    (void)state;
    make(SQ_FAMILY_isolated, SQ_PANELS, SQ_ODDITY_TWO_POTS);
    assert_true(after.two_pots);
    draw_both();
    sq_mm at = after.other_pot.at;
    assert_true(change_at((sq_mm3){at.x, at.y, after.pot.floor}) > 0.2);
    assert_true(change_at((sq_mm3){0, 0, after.pot.floor}) < 0.02);
}

static void the_pot_is_gone(void **state) {
    (void)state;
    make(SQ_FAMILY_isolated, SQ_PANELS, SQ_ODDITY_NO_POT);
    draw_both();
    assert_true(change_at((sq_mm3){0, 0, 0}) > 0.2);
}

static void coins_and_paper_lie_about(void **state) {
    (void)state;
    make(SQ_FAMILY_isolated, SQ_PANELS, SQ_ODDITY_CLUTTER);
    draw_both();
    assert_true(after.piece_count > before.piece_count && after.sheet_count > 0);
    for (int i = before.piece_count; i < after.piece_count; i++) {
        assert_int_equal(after.pieces[i].id, SQ_NO_WINK);
        assert_true(change_at(after.pieces[i].disc.at) > 0.05);
    }
    for (int i = 0; i < after.sheet_count; i++)
        assert_true(change_at((sq_mm3){after.sheets[i].at.x, after.sheets[i].at.y, 0}) > 0.05);
    static sq_truth truth;
    sq_truth_of_scene(&truth, &after, "x.jpg");
    assert_int_equal(truth.wink_count, before.piece_count);
    assert_int_equal(truth.thing_count, after.piece_count - before.piece_count + after.sheet_count);
}

static void an_onlooker_throws_a_shadow_and_is_no_hand(void **state) {
    (void)state;
    static sq_truth truth;
    make(SQ_FAMILY_isolated, SQ_SUN, SQ_ODDITY_ONLOOKER);
    draw_both();
    assert_true(share_darkened(0.7) > 0.02);
    sq_truth_of_scene(&truth, &after, "x.jpg");
    assert_false(truth.hand);
}

/* Sum of the steps from pixel to pixel: along the rows, or down the columns. */
static double steps(const float *v, size_t apart) {
    double sum = 0;
    for (size_t i = 0; i + apart < (size_t)WIDTH * HEIGHT * 3; i++)
        sum += fabs((double)(v[i + apart] - v[i]));
    return sum;
}

static void a_trembling_camera_blurs_the_rows_alone(void **state) {
    (void)state;
    make(SQ_FAMILY_isolated, SQ_PANELS, SQ_ODDITY_SHAKEN);
    draw_both();
    assert_true(steps(odd, 3) < 0.7 * steps(plain, 3));
    assert_true(steps(odd, 3 * WIDTH) > 0.7 * steps(plain, 3 * WIDTH));
    double had = 0, has = 0;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT * 3; i++) {
        had += (double)plain[i];
        has += (double)odd[i];
    }
    assert_true(fabs(has / had - 1) < 0.001); /* light is moved, not lost */
}

static void a_lens_out_of_focus_blurs_both_ways(void **state) {
    (void)state;
    make(SQ_FAMILY_isolated, SQ_PANELS, SQ_ODDITY_SOFT);
    draw_both();
    assert_true(steps(odd, 3) < 0.8 * steps(plain, 3));
    assert_true(steps(odd, 3 * WIDTH) < 0.8 * steps(plain, 3 * WIDTH));
}

static void names_go_there_and_back(void **state) {
    (void)state;
    for (sq_oddity o = 0; o < SQ_ODDITIES; o++)
        assert_int_equal(sq_oddity_from_name(sq_oddity_name(o)), o);
    assert_int_equal(sq_oddity_from_name("three-pots"), SQ_ODDITIES);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_the_scene_held_stays),
        cmocka_unit_test(a_crowd_is_more_than_the_set),
        cmocka_unit_test_teardown(a_second_pot_is_seen, tear_down),
        cmocka_unit_test_teardown(the_pot_is_gone, tear_down),
        cmocka_unit_test_teardown(coins_and_paper_lie_about, tear_down),
        cmocka_unit_test_teardown(an_onlooker_throws_a_shadow_and_is_no_hand, tear_down),
        cmocka_unit_test_teardown(a_trembling_camera_blurs_the_rows_alone, tear_down),
        cmocka_unit_test_teardown(a_lens_out_of_focus_blurs_both_ways, tear_down),
        cmocka_unit_test(names_go_there_and_back),
    };
    return cmocka_run_group_tests(tests, 0, 0);
}
