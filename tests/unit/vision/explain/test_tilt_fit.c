/* Tilt: winks that lean as they like, found by their outline alone. */
#include "vision/explain/tilt_fit.h"

#include "tests/fixture/picture/window_fixture.h"
#include "vision/explain/disc_fit.h"
#include "vision/segment/blur_estimate.h"

enum { W = 120, H = 110 };

/* Reads a picture of one blue wink into the window. */
static void draw(const sq_naive_disc *d) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1.5);
    s.noise = 1;
    s.disc[s.disc_count++] = *d;
    read_scene(&s);
}

/* Its middle 5 mm high, leaning to an azimuth. */
static sq_naive_disc leaning(sq_size size, double azimuth, double lean) {
    sq_naive_disc d = {.at = {2, -1}, .radius_mm = sq_wink_radius_mm(size), .z = 5};
    d.rise = (sq_mm){-tan(lean) * cos(azimuth), -tan(lean) * sin(azimuth)};
    sq_naive_plastic(SQ_BLUE, d.rgb);
    return d;
}

/* The same taken as flat, and off by some millimetres; its chroma is that in its middle. */
static sq_disc taken_as_flat(const sq_naive_disc *truth, double off_mm) {
    sq_disc d = {
        .at = {truth->at.x + off_mm, truth->at.y - off_mm / 2}, .z = truth->z, .radius_mm = truth->radius_mm};
    d.chroma = d.usual = chroma_at(truth->at, truth->z);
    sq_disc_place(&d, &camera);
    return d;
}

static double angle_to(sq_mm3 n, double azimuth, double lean) {
    double cosine = n.x * sin(lean) * cos(azimuth) + n.y * sin(lean) * sin(azimuth) + n.z * cos(lean);
    return acos(fmin(cosine, 1));
}

static void outlines_tell_leans(void **state) {
    (void)state;
    for (int size = 0; size < SQ_SIZES; size++)
        for (int i = 0; i < 8; i++) {
            double azimuth = 0.8 * i, lean = 0.3 + 0.05 * i;
            sq_naive_disc truth = leaning((sq_size)size, azimuth, lean);
            draw(&truth);
            sq_disc d = taken_as_flat(&truth, 1.2);
            assert_true(sq_tilt_find(&d, 1, 0, &window, &camera));
            sq_tilt_fit(&d, 1, 0, &window, &camera, SQ_BLUR_PX);
            double off = fmin(angle_to(d.normal, azimuth, lean),
                              angle_to(sq_tilt_mirrored(&d, &camera), azimuth, lean));
            if (off > 0.1) fail_msg("lean %g to %g: off by %g", lean, azimuth, off);
            assert_true(sq_mm_distance(d.at, truth.at) < 0.15);
        }
}

static void flat_winks_do_not_lean(void **state) {
    (void)state;
    for (int size = 0; size < SQ_SIZES; size++)
        for (double off = 0; off < 2; off += 0.6) {
            sq_naive_disc truth = leaning((sq_size)size, 0, 0);
            draw(&truth);
            sq_disc d = taken_as_flat(&truth, off), before = d;
            assert_false(sq_tilt_find(&d, 1, 0, &window, &camera));
            assert_memory_equal(&d, &before, sizeof d);
        }
}

/* Where a later disc hides half of the outline nothing is told. */
static void half_an_outline_tells_nothing(void **state) {
    (void)state;
    sq_naive_disc truth = leaning(SQ_LARGE, 1, 0.5);
    draw(&truth);
    sq_disc d[2] = {taken_as_flat(&truth, 0), taken_as_flat(&truth, 0)};
    d[1].at.x += 11;
    sq_disc_place(&d[1], &camera);
    assert_false(sq_tilt_find(d, 2, 0, &window, &camera));
}

/* Turned about the line of sight by half a turn it looks the same; twice, it is the same. */
static void mirrored_winks_look_the_same(void **state) {
    (void)state;
    camera = sq_naive_camera(W, H, (sq_mm){0, 0}, 1.5);
    for (double azimuth = 0; azimuth < 6; azimuth += 0.7) {
        sq_disc d = {.at = {20, 10}, .z = 4, .radius_mm = 8}, other;
        d.normal = (sq_mm3){0.4 * cos(azimuth), 0.4 * sin(azimuth), sqrt(1 - 0.16)};
        sq_disc_place(&d, &camera);
        other = d;
        other.normal = sq_tilt_mirrored(&d, &camera);
        sq_disc_place(&other, &camera);
        for (double x = -12; x < 12; x += 3)
            assert_near(sq_disc_distance(&d, d.centre.x + x, d.centre.y + 5, 0, 0),
                        sq_disc_distance(&other, d.centre.x + x, d.centre.y + 5, 0, 0), 0.02);
        sq_mm3 back = sq_tilt_mirrored(&other, &camera);
        assert_near(back.x, d.normal.x, 1e-9);
        assert_near(back.y, d.normal.y, 1e-9);
        assert_near(back.z, d.normal.z, 1e-9);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlines_tell_leans),
        cmocka_unit_test(flat_winks_do_not_lean),
        cmocka_unit_test(half_an_outline_tells_nothing),
        cmocka_unit_test(mirrored_winks_look_the_same),
    };
    return cmocka_run_group_tests(tests, lend_memory, take_memory_back);
}
