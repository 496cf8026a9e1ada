/* Where halved chroma samples lie, asked of drawn winks that were coded either way. */
#include "vision/segment/chroma_siting.h"

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 260, H = 180 };

/* Dark winks lie about, whole; the position says where. */
static sq_naive_scene scene_of(sq_position *p) {
    static const struct {
        double x, y;
        const char *name;
    } winks[] = {{-40, 20, "B1"}, {0, -15, "b1"}, {35, 22, "B2"}, {-15, 28, "R1"}, {40, -18, "G1"}};
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 2);
    s.rays = 3;
    s.soft_px = 0.5;
    *p = (sq_position){0};
    for (size_t k = 0; k < sizeof winks / sizeof *winks; k++) {
        sq_wink w = sq_wink_from_name(winks[k].name);
        sq_naive_wink(&s, sq_wink_colour(w), sq_wink_size(w), winks[k].x, winks[k].y, SQ_NAIVE_FLAT_MM);
        p->winks[p->wink_count++] = hand_made_wink(w, winks[k].x, winks[k].y, SQ_PLACE_MAT);
    }
    return s;
}

static const sq_frame_format formats[] = {SQ_FRAME_I420, SQ_FRAME_NV12, SQ_FRAME_I422};

static void the_siting_that_coded_the_picture_is_told(void **state) {
    (void)state;
    sq_position p;
    sq_naive_scene s = scene_of(&p);
    sq_naive_picture bgr = sq_naive_draw(&s);
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
        for (int is = SQ_CHROMA_CENTRE; is <= SQ_CHROMA_LEFT; is++) {
            sq_naive_picture f =
                sq_naive_convert(&bgr, formats[k], (sq_chroma_siting)is, SQ_MATRIX_BT709, false, 3);
            sq_chroma_siting told;
            sq_siting_sightings seen = {0};
            assert_int_equal(sq_chroma_siting_measure(&told, &seen, &f.frame, &s.camera, &p), SQ_SITING_SURE);
            assert_int_equal(told, is);
            sq_naive_free(&f);
        }
    sq_naive_free(&bgr);
}

static void the_question_arises_where_chroma_is_halved(void **state) {
    (void)state;
    for (sq_frame_format f = SQ_FRAME_BGR; f <= SQ_FRAME_I444; f++) {
        sq_frame frame = {.format = f};
        bool halved = f == SQ_FRAME_I420 || f == SQ_FRAME_NV12 || f == SQ_FRAME_I422;
        assert_int_equal(sq_chroma_siting_matters(&frame), halved);
    }
}

/* Without winks, or with those that are partly hidden, nothing is told. */
static void without_whole_winks_nothing_is_told(void **state) {
    (void)state;
    sq_position p, none = {0};
    sq_naive_scene s = scene_of(&p);
    sq_naive_picture bgr = sq_naive_draw(&s);
    sq_naive_picture f = sq_naive_convert(&bgr, SQ_FRAME_I420, SQ_CHROMA_LEFT, SQ_MATRIX_BT601, true, 0);
    sq_chroma_siting told;
    sq_siting_sightings seen = {0};
    assert_false(sq_chroma_siting_measure(&told, &seen, &f.frame, &s.camera, &none));
    for (int i = 0; i < p.wink_count; i++)
        p.winks[i].seen = 0.9;
    assert_false(sq_chroma_siting_measure(&told, &seen, &f.frame, &s.camera, &p));
    assert_false(sq_chroma_siting_measure(&told, &seen, &bgr.frame, &s.camera, &p));
    sq_naive_free(&f);
    sq_naive_free(&bgr);
}

/* What many looks before have shown weighs more than this one: edges that light from one side drew farther
 * outwards there leave it open, edges that are drawn so at both sides do not. */
static void light_from_one_side_leaves_it_open(void **state) {
    (void)state;
    sq_position p;
    sq_naive_scene s = scene_of(&p);
    sq_naive_picture bgr = sq_naive_draw(&s);
    sq_naive_picture f = sq_naive_convert(&bgr, SQ_FRAME_I420, SQ_CHROMA_CENTRE, SQ_MATRIX_BT709, false, 3);
    sq_chroma_siting told;
    sq_siting_sightings one_side = {{0.9, -0.03}, 100000}, both_sides = {{0.3, -0.3}, 100000},
                        left = {{0.95, 0.2}, 100000};
    assert_int_equal(sq_chroma_siting_measure(&told, &one_side, &f.frame, &s.camera, &p), SQ_SITING_LIKELY);
    assert_int_equal(told, SQ_CHROMA_CENTRE);
    assert_int_equal(sq_chroma_siting_measure(&told, &both_sides, &f.frame, &s.camera, &p), SQ_SITING_SURE);
    assert_int_equal(told, SQ_CHROMA_CENTRE);
    assert_int_equal(sq_chroma_siting_measure(&told, &left, &f.frame, &s.camera, &p), SQ_SITING_SURE);
    assert_int_equal(told, SQ_CHROMA_LEFT);
    sq_naive_free(&f);
    sq_naive_free(&bgr);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_siting_that_coded_the_picture_is_told),
        cmocka_unit_test(the_question_arises_where_chroma_is_halved),
        cmocka_unit_test(light_from_one_side_leaves_it_open),
        cmocka_unit_test(without_whole_winks_nothing_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
