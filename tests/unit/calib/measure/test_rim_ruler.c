/* One wink's rim as a ruler: circles that are drawn in light, with a blur like the lens's. */
#include "calib/measure/rim_ruler.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 64, H = 60 };

static uint8_t pixels[3 * W * H];

typedef struct {
    sq_px middle;
    double radius;
    uint8_t wink[3], felt[3]; /* blue, green, red */
    double noise;
    int hidden; /* of 8 directions around, from +x on: so many are covered by winks of other colours */
} picture;

static const picture usual = {
    .middle = {31.3, 29.6}, .radius = 12.4, .wink = {50, 44, 186}, .felt = {170, 182, 176}};

/* Light mixes, is blurred by 0.42 pixels, and is coded by the power 1 / 2.2. */
static sq_frame draw(const picture *p, unsigned seed) {
    static const uint8_t others[][3] = {{74, 134, 38}, {176, 84, 40}, {42, 184, 214}};
    for (int i = 0; i < W * H; i++) {
        double x = i % W - p->middle.x, y = i / W - p->middle.y, r = hypot(x, y);
        double cover = 0.5 * erfc((r - p->radius) / (0.42 * M_SQRT2));
        int direction = (int)((atan2(y, x) + 2 * M_PI) / (M_PI / 4)) % 8;
        const uint8_t *other = others[direction % 3];
        for (int k = 0; k < 3; k++) {
            double wink = pow(p->wink[k] / 255.0, 2.2), felt = pow(p->felt[k] / 255.0, 2.2);
            if (direction < p->hidden && r > p->radius - 3) felt = pow(other[k] / 255.0, 2.2), cover = 0;
            double v =
                255 * pow(cover * wink + (1 - cover) * felt, 1 / 2.2) + p->noise * sq_naive_normal(&seed);
            pixels[3 * i + k] = (uint8_t)fmin(255, fmax(0, v + 0.5));
        }
    }
    return (sq_frame){.width = W,
                      .height = H,
                      .format = SQ_FRAME_BGR,
                      .plane = {pixels},
                      .stride = {3 * W},
                      .full_range = true};
}

/* From a start that is off by a twentieth of the radius. */
static bool measure(const picture *p, unsigned seed, sq_wink_sight *w) {
    sq_frame f = draw(p, seed);
    *w = (sq_wink_sight){.middle = {p->middle.x + 0.05 * p->radius, p->middle.y - 0.04 * p->radius},
                         .radius_px = 1.05 * p->radius};
    return sq_mat_rim_measure(w, &f);
}

static void a_wink_is_measured_to_a_twentieth_of_a_pixel_whatever_its_colour(void **state) {
    (void)state;
    static const uint8_t colours[][3] = {
        {50, 44, 186}, {176, 84, 40}, {42, 184, 214}, {74, 134, 38}, {30, 24, 70}};
    for (size_t c = 0; c < sizeof colours / sizeof *colours; c++)
        for (double radius = 8; radius < 14; radius += 1.3) {
            picture p = usual;
            memcpy(p.wink, colours[c], 3);
            p.radius = radius;
            p.middle.x += radius / 7;
            sq_wink_sight w;
            assert_true(measure(&p, 1, &w));
            assert_near(w.radius_px, radius, 0.06);
            assert_near(sq_px_distance(w.middle, p.middle), 0, 0.05);
        }
}

/* The claimed deviation holds against what noise does to the radius. */
static void the_deviation_covers_the_scatter(void **state) {
    (void)state;
    enum { TRIALS = 100 };
    picture p = usual;
    p.noise = 4;
    double square = 0, claimed = 0;
    for (unsigned t = 0; t < TRIALS; t++) {
        sq_wink_sight w;
        assert_true(measure(&p, t + 1, &w));
        square += (w.radius_px - p.radius) * (w.radius_px - p.radius) / TRIALS;
        claimed += w.sigma_px / TRIALS;
    }
    assert_true(sqrt(square) < claimed);
    assert_true(claimed < 0.2);
}

static void what_covers_less_than_half_of_the_rim_does_not_move_it(void **state) {
    (void)state;
    picture p = usual;
    sq_wink_sight w;
    p.hidden = 3;
    assert_true(measure(&p, 1, &w));
    assert_near(w.radius_px, p.radius, 0.08);
    assert_near(sq_px_distance(w.middle, p.middle), 0, 0.1);
    p.hidden = 6;
    assert_false(measure(&p, 1, &w));
}

static void a_disc_of_the_grounds_colour_is_no_ruler(void **state) {
    (void)state;
    picture p = usual;
    sq_wink_sight w;
    p.felt[0] = p.felt[1] = p.felt[2] = 175;
    p.wink[0] = p.wink[1] = p.wink[2] = 80;
    assert_false(measure(&p, 1, &w));
}

static void a_wink_at_the_pictures_border_is_refused(void **state) {
    (void)state;
    picture p = usual;
    sq_wink_sight w;
    p.middle.x = p.radius;
    assert_false(measure(&p, 1, &w));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wink_is_measured_to_a_twentieth_of_a_pixel_whatever_its_colour),
        cmocka_unit_test(the_deviation_covers_the_scatter),
        cmocka_unit_test(what_covers_less_than_half_of_the_rim_does_not_move_it),
        cmocka_unit_test(a_disc_of_the_grounds_colour_is_no_ruler),
        cmocka_unit_test(a_wink_at_the_pictures_border_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
