/* Winks upon the pot's rim are seen there, hide what is below, and nothing else is taken for one. */
#include "vision/pot/winks_on_rim.h"

#include "tests/fixture/picture/segment_fixture.h"
#include "tests/fixture/picture/sight_fixture.h"

enum { W = 260, H = 260 };

static const uint8_t cups[][3] = {{225, 225, 220}, {190, 30, 40}, {200, 205, 180}, {40, 40, 45}};
enum { WHITE, RED, CREAM, BLACK, CUPS };

static const double rim_z = SQ_POT_HEIGHT_MM + SQ_WINK_THICKNESS_MM / 2;

/* Winks that lie alone, so that the colours are known, and an empty cup. */
static sq_naive_scene scene_with(int cup, double wanders_mm) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.noise = 1;
    s.camera.t[0] += wanders_mm; /* seen from the side */
    s.camera.cx -= s.camera.fx * wanders_mm / s.camera.t[2];
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        sq_naive_wink(&s, (sq_colour)c, SQ_LARGE, c % 2 ? 105 : -105, c / 2 ? 105 : -105, SQ_NAIVE_FLAT_MM);
    sq_naive_pot(&s, (sq_mm){0, 0}, cups[cup]);
    return s;
}

static void look_at(const sq_naive_scene *s) {
    sq_naive_picture bgr = sq_naive_draw(s);
    sq_naive_picture p = sq_naive_convert(&bgr, SQ_FRAME_I420, SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, true, 0);
    if (sq_sight_look(sight, &p.frame, &s->camera, &seen, &diag)) fail_msg("%s", diag.text);
    sq_naive_free(&p);
    sq_naive_free(&bgr);
}

static const sq_seen_wink *on_rim(void) {
    const sq_seen_wink *found = 0;
    for (int i = 0; i < seen.wink_count; i++)
        if (seen.winks[i].place == SQ_PLACE_RIM) found = &seen.winks[i];
    return found;
}

static void a_wink_upon_the_rim_counts_as_potted(void **state) {
    (void)state;
    int turn = 0;
    for (int cup = 0; cup < CUPS; cup++)
        for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
            if (cup == RED && c == SQ_RED) continue; /* not to be told from the cup */
            sq_size size = turn % 2 ? SQ_LARGE : SQ_SMALL;
            double azimuth = 0.9 * turn++, mm = size == SQ_LARGE ? 22 : 23;
            sq_naive_scene s = scene_with(cup, 300);
            sq_mm at = {mm * cos(azimuth), mm * sin(azimuth)};
            sq_naive_wink(&s, (sq_colour)c, size, at.x, at.y, rim_z);
            look_at(&s);
            print_message("cup %d, colour %d\n", cup, c);
            const sq_seen_wink *w = on_rim();
            assert_non_null(w);
            assert_int_equal(w->colour, c);
            assert_int_equal(w->size, size);
            assert_true(w->pot_supported);
            assert_true(sq_mm_distance(w->at, at) < 3 * w->sigma_mm);
            assert_int_equal(seen.wink_count, SQ_USUAL_COLOURS + 1);
            assert_int_equal(seen.tiddlies[c].low, 3 + 1);
        }
}

/* What is in the cup, or flat beside it, or nothing at all. */
static void nothing_else_lies_upon_it(void **state) {
    (void)state;
    for (int cup = 0; cup < CUPS; cup++) {
        sq_naive_scene s = scene_with(cup, 0); /* from above nothing that is flat hides the cup */
        look_at(&s);
        assert_null(on_rim());
        for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
            double azimuth = 1.5 * c + 0.2 * cup, away = SQ_POT_TOP_MM / 2 + 9;
            sq_naive_wink(&s, (sq_colour)c, SQ_SMALL, away * cos(azimuth), away * sin(azimuth),
                          SQ_NAIVE_FLAT_MM);
            sq_naive_wink(&s, (sq_colour)c, SQ_SMALL, 10 * cos(azimuth), 10 * sin(azimuth), 5);
        }
        look_at(&s);
        assert_null(on_rim());
    }
}

static void it_hides_what_lies_below(void **state) {
    (void)state;
    sq_naive_scene s = scene_with(WHITE, 0);
    sq_naive_wink(&s, SQ_GREEN, SQ_LARGE, 22, 0, rim_z);
    look_at(&s);
    const sq_seen_wink *w = on_rim();
    assert_non_null(w);
    assert_int_equal(seen.wink_count,
                     SQ_USUAL_COLOURS + 1); /* its part beside the cup is no wink on the mat */
    assert_int_equal(seen.squop_count, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wink_upon_the_rim_counts_as_potted),
        cmocka_unit_test(nothing_else_lies_upon_it),
        cmocka_unit_test(it_hides_what_lies_below),
    };
    return cmocka_run_group_tests(tests, open_sight, close_sight);
}
