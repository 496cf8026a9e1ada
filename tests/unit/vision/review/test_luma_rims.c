/* Rims in luma as a second witness of places: asked of drawn winks, told to lie where they do and elsewhere.
 */
#include "vision/review/luma_rims.h"

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 420, H = 240, OTHER = 4 };
static const double sigma_mm = 0.1;

/* Three winks of each of three dark colours, whole. */
static sq_naive_scene scene_of(sq_position *p) {
    static const char *names[] = {"B1", "b1", "b2", "R1", "r1", "r2", "G1", "g1", "g2"};
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 2);
    s.rays = 3;
    *p = (sq_position){0};
    for (int k = 0; k < 9; k++) {
        sq_wink w = sq_wink_from_name(names[k]);
        double x = 45 * (k % 3) - 45 + 0.3 * k, y = 35 * (k / 3) - 35;
        sq_naive_wink(&s, sq_wink_colour(w), sq_wink_size(w), x, y, SQ_NAIVE_FLAT_MM);
        p->winks[p->wink_count++] = hand_made_wink(w, x, y, SQ_PLACE_MAT);
    }
    return s;
}

static sq_naive_picture coded(const sq_naive_scene *s, sq_frame_format format) {
    sq_naive_picture bgr = sq_naive_draw(s);
    if (format == SQ_FRAME_BGR) return bgr;
    sq_naive_picture f = sq_naive_convert(&bgr, format, SQ_CHROMA_CENTRE, SQ_MATRIX_BT709, false, 3);
    sq_naive_free(&bgr);
    return f;
}

static void places_that_luma_confirms_stay_as_sure(void **state) {
    (void)state;
    static const sq_frame_format formats[] = {SQ_FRAME_I420, SQ_FRAME_NV12, SQ_FRAME_I422};
    sq_position p;
    sq_naive_scene s = scene_of(&p);
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        scene_of(&p);
        sq_naive_picture f = coded(&s, formats[k]);
        sq_luma_rims_doubt(&p, &f.frame, true, &s.camera);
        for (int i = 0; i < p.wink_count; i++)
            assert_near(p.winks[i].sigma_mm, sigma_mm, 0.03);
        sq_naive_free(&f);
    }
}

/* All of them told 0.4 mm beside: light or siting draw them so, and luma's rims may be as wrong. */
static void what_all_have_in_common_is_no_doubt(void **state) {
    (void)state;
    sq_position p;
    sq_naive_scene s = scene_of(&p);
    sq_naive_picture f = coded(&s, SQ_FRAME_I420);
    for (int i = 0; i < p.wink_count; i++)
        p.winks[i].at.x += 0.4;
    sq_luma_rims_doubt(&p, &f.frame, true, &s.camera);
    for (int i = 0; i < p.wink_count; i++)
        assert_near(p.winks[i].sigma_mm, sigma_mm, 0.03);
    sq_naive_free(&f);
}

static void one_that_lies_elsewhere_is_less_sure(void **state) {
    (void)state;
    sq_position p;
    sq_naive_scene s = scene_of(&p);
    sq_naive_picture f = coded(&s, SQ_FRAME_I420);
    p.winks[OTHER].at.y -= 0.8;
    sq_luma_rims_doubt(&p, &f.frame, true, &s.camera);
    assert_near(p.winks[OTHER].sigma_mm, 0.8 * sqrt(1.5 / 2), 0.12);
    for (int i = 0; i < p.wink_count; i++)
        if (i != OTHER) assert_near(p.winks[i].sigma_mm, sigma_mm, 0.03);
    sq_naive_free(&f);
}

/* What came halved and was restored has as much chroma as luma, but knows no more. */
static void restored_chroma_is_doubted_as_well(void **state) {
    (void)state;
    sq_position p;
    sq_naive_scene s = scene_of(&p);
    sq_naive_picture bgr = coded(&s, SQ_FRAME_BGR);
    p.winks[OTHER].at.y -= 0.8;
    sq_luma_rims_doubt(&p, &bgr.frame, true, &s.camera);
    assert_near(p.winks[OTHER].sigma_mm, 0.8 * sqrt(1.5 / 2), 0.12);
    sq_naive_free(&bgr);
}

/* Chroma that is not halved is as fine as luma; of winks that are partly hidden, and of few, it tells
 * nothing. */
static void elsewhere_nothing_changes(void **state) {
    (void)state;
    sq_position p, before;
    sq_naive_scene s = scene_of(&p);
    sq_naive_picture bgr = coded(&s, SQ_FRAME_BGR), f = coded(&s, SQ_FRAME_I420);
    p.winks[OTHER].at.y -= 0.8;
    before = p;
    sq_luma_rims_doubt(&p, &bgr.frame, false, &s.camera);
    assert_memory_equal(&p, &before, sizeof p);
    p.wink_count = before.wink_count = 6;
    sq_luma_rims_doubt(&p, &f.frame, true, &s.camera);
    assert_memory_equal(&p, &before, sizeof p);
    p.wink_count = 9;
    for (int i = 0; i < p.wink_count; i++)
        p.winks[i].seen = 0.9;
    before = p;
    sq_luma_rims_doubt(&p, &f.frame, true, &s.camera);
    assert_memory_equal(&p, &before, sizeof p);
    sq_naive_free(&bgr);
    sq_naive_free(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_that_luma_confirms_stay_as_sure),
        cmocka_unit_test(what_all_have_in_common_is_no_doubt),
        cmocka_unit_test(one_that_lies_elsewhere_is_less_sure),
        cmocka_unit_test(restored_chroma_is_doubted_as_well),
        cmocka_unit_test(elsewhere_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
