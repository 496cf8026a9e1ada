/* The centre of a rim that a lamp paints: where it is seen, how sure that is, and when nothing is. */
#include "calib/measure/pot_rim_by_light.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"
#include "vision/frame/light_sample.h"

enum { SIDE = 100 };

static sq_lm_work work;

static uint8_t pixels[SIDE][SIDE];

/* Code values of what is seen of a pot, on the lamp's side and on the other. */
typedef struct {
    double felt, rim[2], wall[2], floor, unsure_mm; /* what may be claimed at most */
} look;

static double code_at(const look *k, sq_mm centre, sq_mm at) {
    double x = at.x - centre.x, y = at.y - centre.y, r = hypot(x, y), top = SQ_POT_TOP_MM / 2;
    int side = x > 0;
    return r > top ? k->felt : r > top - 2 ? k->rim[side] : r > top - 6 ? k->wall[side] : k->floor;
}

/* The pot with its rim's centre at a place, seen from straight above; each pixel is the mean light of what
 * lies within a pixel. */
static sq_frame draw(const look *k, const sq_camera *c, sq_mm centre) {
    enum { PARTS = 9 };
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            double light = 0;
            for (int i = 0; i < PARTS * PARTS; i++) {
                sq_px p = {x + 2 * ((i % PARTS + 0.5) / PARTS - 0.5),
                           y + 2 * ((i / PARTS + 0.5) / PARTS - 0.5)};
                light +=
                    pow(code_at(k, centre, sq_mm_from_px(c, p, SQ_POT_HEIGHT_MM)) / 255, SQ_LIGHT_EXPONENT);
            }
            pixels[y][x] = (uint8_t)lround(255 * pow(light / (PARTS * PARTS), 1 / SQ_LIGHT_EXPONENT));
        }
    return (sq_frame){
        .width = SIDE, .height = SIDE, .format = SQ_FRAME_GREY, .plane = {pixels[0]}, .stride = {SIDE}};
}

static sq_camera camera_of(double px_per_mm) {
    return sq_naive_camera(SIDE, SIDE, (sq_mm){0, 0}, px_per_mm);
}

/* Evenly lit; dark down to its foot, so that there is no inner edge; and lit from one side, where the rim is
 * as light as the wall below it on one side and as the felt on the other: each side then shows one edge. */
static const look looks[] = {{150, {210, 210}, {100, 100}, 90, 0.05},
                             {150, {35, 35}, {35, 35}, 70, 0.5},
                             {150, {215, 156}, {205, 85}, 100, 0.9}};

static sq_px rim_px(const sq_camera *c, sq_mm centre) {
    return sq_px_from_mm3(c, sq_mm_at_height(centre, SQ_POT_HEIGHT_MM));
}

static void the_centre_is_found_however_the_rim_is_lit(void **state) {
    (void)state;
    for (size_t n = 0; n < sizeof looks / sizeof *looks; n++)
        for (int k = 0; k < 2; k++) {
            sq_camera c = camera_of(k ? 1.3 : 0.9);
            sq_mm centre = {0.3, -0.2};
            sq_frame f = draw(&looks[n], &c, centre);
            sq_px is = rim_px(&c, centre);
            sq_mat_pot_sight rim = {.rim = is};
            assert_true(sq_pot_rim_fit(&f, &c, &rim, &work));
            double px_per_mm = sq_px_per_mm(&c, sq_mm_at_height(centre, SQ_POT_HEIGHT_MM));
            assert_near(sq_px_distance(rim.rim, is), 0, 0.1 + 2 * rim.sigma_mm * px_per_mm);
            assert_true(rim.sigma_mm < looks[n].unsure_mm);
        }
}

/* What the steps in colour tell lies a wall aside, where a lamp leaves one edge on either side. */
static void a_centre_that_lies_aside_is_drawn_back_and_doubted(void **state) {
    (void)state;
    sq_camera c = camera_of(1);
    sq_mm centre = {0, 0};
    sq_frame f = draw(&looks[0], &c, centre);
    sq_px is = rim_px(&c, centre);
    sq_mat_pot_sight rim = {.rim = rim_px(&c, (sq_mm){1.5, 0})};
    assert_true(sq_pot_rim_fit(&f, &c, &rim, &work));
    double px_per_mm = sq_px_per_mm(&c, sq_mm_at_height(centre, SQ_POT_HEIGHT_MM));
    assert_near(sq_px_distance(rim.rim, is), 0.5 * px_per_mm, 0.1);
    assert_near(rim.sigma_mm, 1.5 / sqrt(6), 0.05); /* of 1.5, 0 and 0, on either axis */
}

static void what_shows_no_rim_is_none_or_unsure(void **state) {
    (void)state;
    static const look bare = {150, {150, 150}, {150, 150}, 150, 0};
    sq_camera c = camera_of(1);
    sq_frame f = draw(&bare, &c, (sq_mm){0, 0});
    sq_mat_pot_sight rim = {.rim = sq_px_from_mm3(&c, (sq_mm3){0, 0, SQ_POT_HEIGHT_MM})};
    assert_true(!sq_pot_rim_fit(&f, &c, &rim, &work) || rim.sigma_mm > 0.5);
}

static void a_rim_beyond_the_pictures_border_is_refused(void **state) {
    (void)state;
    sq_camera c = camera_of(1);
    sq_frame f = draw(&looks[0], &c, (sq_mm){0, 0});
    sq_mat_pot_sight rim = {.rim = {15, 50}};
    assert_false(sq_pot_rim_fit(&f, &c, &rim, &work));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_centre_is_found_however_the_rim_is_lit),
        cmocka_unit_test(a_centre_that_lies_aside_is_drawn_back_and_doubted),
        cmocka_unit_test(what_shows_no_rim_is_none_or_unsure),
        cmocka_unit_test(a_rim_beyond_the_pictures_border_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
