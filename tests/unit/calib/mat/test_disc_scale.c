/* Winks and pot on a small picture, and the scale that they tell. */
#include "calib/mat/disc_scale.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 440, H = 330, SPOTS = 7 };

static uint8_t pixels[3 * W * H];
static sq_thumbnail small;
static sq_edge_pixels edges;
static uint8_t mask[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE];
static float votes[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE];

typedef struct {
    double x, y, mm; /* pixels; radius */
    uint8_t bgr[3];
} spot;

/* The usual winks, the pot first: a cup seen from above, its rim 24 mm from its middle. */
static const spot usual[SPOTS] = {
    {230, 150, 24, {40, 40, 180}}, {60, 50, 11, {176, 84, 40}},   {120, 260, 11, {50, 44, 186}},
    {360, 80, 8, {74, 134, 38}},   {300, 270, 8, {42, 184, 214}}, {390, 200, 8, {176, 84, 40}},
    {150, 110, 8, {50, 44, 186}},
};

static void draw(const spot *s, int n, double px_per_mm, unsigned seed) {
    static const double felt[3] = {170, 182, 176};
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double v[3] = {felt[0] - 0.02 * x, felt[1] - 0.02 * x, felt[2] - 0.02 * x};
            for (int i = 0; i < n; i++) {
                double away = hypot(x - s[i].x, y - s[i].y) - s[i].mm * px_per_mm;
                double cover = away > 3 ? 0 : 0.5 * erfc(away / (0.7 * M_SQRT2));
                for (int k = 0; k < 3; k++)
                    v[k] += (s[i].bgr[k] - v[k]) * cover;
            }
            for (int k = 0; k < 3; k++)
                pixels[3 * (y * W + x) + k] = (uint8_t)fmin(255, fmax(0, v[k] + 4 * sq_naive_uniform(&seed)));
        }
    sq_frame f = {.width = W, .height = H, .format = SQ_FRAME_BGR, .plane = {pixels}, .stride = {3 * W}};
    sq_thumbnail_make(&small, &f);
    sq_edge_pixels_find(&edges, &small);
}

static void scale_pot_and_winks_are_found(void **state) {
    (void)state;
    for (double scale = 0.5; scale < 1.1; scale += 0.25) {
        sq_mat_discs d;
        draw(usual, SPOTS, scale, 1);
        assert_true(sq_mat_discs_find(&d, &small, &edges, mask, votes));
        assert_near(d.px_per_mm, scale, 0.06 * scale);
        assert_near(sq_px_distance(d.pot, (sq_px){usual[0].x, usual[0].y}), 0, 1.5);
        assert_int_equal(d.count, SPOTS - 1);
        for (int i = 0; i < d.count; i++) {
            int k = 1;
            while (k < SPOTS && hypot(usual[k].x - d.disc[i].middle.x, usual[k].y - d.disc[i].middle.y) > 1)
                k++;
            assert_true(k < SPOTS);
            assert_near(d.disc[i].radius_px, usual[k].mm * scale, 0.1 * usual[k].mm * scale);
            assert_int_equal(d.disc[i].size, usual[k].mm > 10 ? SQ_LARGE : SQ_SMALL);
        }
    }
}

/* The camera that stands for it: level, with the pot and the scale where they are. */
static void the_camera_sees_the_pot_where_it_is(void **state) {
    (void)state;
    sq_mat_discs d;
    draw(usual, SPOTS, 0.8, 2);
    assert_true(sq_mat_discs_find(&d, &small, &edges, mask, votes));
    assert_near(sq_px_distance(sq_px_from_mm3(&d.camera, (sq_mm3){0, 0, SQ_POT_HEIGHT_MM}), d.pot), 0, 1e-6);
    assert_near(sq_px_per_mm(&d.camera, (sq_mm3){0, 0, 0}), d.px_per_mm, 0.001);
    assert_near(d.camera.R[2][2], -1, 0);
}

static void a_pair_that_overlaps_is_no_disc(void **state) {
    (void)state;
    spot s[SPOTS + 1];
    sq_mat_discs d;
    memcpy(s, usual, sizeof usual);
    s[SPOTS] = s[1];
    s[SPOTS].x += 11;
    draw(s, SPOTS + 1, 0.8, 3);
    assert_true(sq_mat_discs_find(&d, &small, &edges, mask, votes));
    assert_int_equal(d.count, SPOTS - 2);
}

static void without_winks_colour_or_pot_nothing_is_told(void **state) {
    (void)state;
    sq_mat_discs d;
    draw(usual, 1, 0.8, 4);
    assert_false(sq_mat_discs_find(&d, &small, &edges, mask, votes));
    draw(usual + 1, SPOTS - 1, 0.8, 5);
    assert_false(sq_mat_discs_find(&d, &small, &edges, mask, votes));
    draw(usual, 0, 0.8, 6);
    assert_false(sq_mat_discs_find(&d, &small, &edges, mask, votes));
    assert_int_equal(d.count, 0);
    draw(usual, SPOTS, 0.8, 7);
    small.channels = 1; /* a grey frame */
    assert_false(sq_mat_discs_find(&d, &small, &edges, mask, votes));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scale_pot_and_winks_are_found),
        cmocka_unit_test(the_camera_sees_the_pot_where_it_is),
        cmocka_unit_test(a_pair_that_overlaps_is_no_disc),
        cmocka_unit_test(without_winks_colour_or_pot_nothing_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
