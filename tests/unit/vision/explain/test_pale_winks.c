/* Winks of a fraction of their colour's usual chroma: dark ones on felt of their own hue, and those that a
 * lamp pales. */
#include "vision/explain/pale_winks.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/picture/sight_fixture.h"
#include "vision/segment/covered_regions.h"

enum { W = 420, H = 300 };

/* What a disc shows of the felt's red, green and blue. */
static void tint(sq_naive_scene *s, int disc, double red, double green, double blue) {
    const double share[3] = {red, green, blue};
    for (int k = 0; k < 3; k++)
        s->disc[disc].rgb[k] = (uint8_t)fmin(255, share[k] * s->felt[k]);
}

/* One wink of each colour, of usual chroma. */
static sq_naive_scene usual_winks(void) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){200, 0}, 1);
    s.noise = 1;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        sq_naive_wink(&s, (sq_colour)c, SQ_LARGE, 60 + 80 * c, -100, SQ_NAIVE_FLAT_MM);
    return s;
}

static void look_at(const sq_naive_scene *s) {
    sq_naive_picture p = sq_naive_draw(s);
    if (sq_sight_look(sight, &p.frame, &s->camera, &seen, &diag)) fail_msg("%s", diag.text);
    sq_naive_free(&p);
}

static const sq_seen_wink *wink_at(const sq_naive_disc *d) {
    for (int i = 0; i < seen.wink_count; i++)
        if (sq_mm_distance(seen.winks[i].at, d->at) < 1) return &seen.winks[i];
    return 0;
}

/* Alone, and beside another, whose colour is all that the search would see. */
static void a_dark_wink_of_the_felts_hue_is_seen(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        sq_size size = i % 2 ? SQ_SMALL : SQ_LARGE;
        bool beside = i >= 2;
        sq_naive_scene s = usual_winks();
        if (beside) tint(&s, sq_naive_wink(&s, SQ_BLUE, SQ_LARGE, 200, 30, SQ_NAIVE_FLAT_MM), 0.7, 0.78, 1);
        int dark =
            sq_naive_wink(&s, SQ_GREEN, size, 200 + 11.5 + sq_wink_radius_mm(size), 30, SQ_NAIVE_FLAT_MM);
        tint(&s, dark, 0.58, 0.66, 0.63);
        look_at(&s);
        assert_int_equal(seen.wink_count, s.disc_count);
        const sq_seen_wink *w = wink_at(&s.disc[dark]);
        assert_non_null(w);
        assert_int_equal(w->colour, SQ_GREEN);
        assert_int_equal(w->size, size);
        assert_true(sq_mm_distance(w->at, s.disc[dark].at) < 3 * w->sigma_mm);
    }
}

/* Brighter than the felt it mirrors a lamp, whose own colour nobody knows: it is pointed at, not named. */
static void a_pale_wink_is_told_as_something(void **state) {
    (void)state;
    sq_naive_scene s = usual_winks();
    sq_naive_wink(&s, SQ_BLUE, SQ_LARGE, 200, 30, SQ_NAIVE_FLAT_MM);
    int pale = sq_naive_wink(&s, SQ_GREEN, SQ_SMALL, 222, 30, SQ_NAIVE_FLAT_MM);
    tint(&s, pale, 1.02, 1.14, 1.08);
    look_at(&s);
    assert_null(wink_at(&s.disc[pale]));
    assert_true(sq_region_holds(&seen, s.disc[pale].at));
    assert_int_equal(seen.wink_count, s.disc_count - 1);
}

/* A strip of paper of that colour is no wink: its outline is none. */
static void what_is_not_round_is_no_wink(void **state) {
    (void)state;
    sq_naive_scene s = usual_winks();
    sq_naive_sheet paper = {{190, 26}, {230, 35}, {0}, 0};
    for (int k = 0; k < 3; k++)
        paper.rgb[k] = (uint8_t)((const double[3]){0.58, 0.66, 0.63}[k] * s.felt[k]);
    s.sheet[s.sheet_count++] = paper;
    look_at(&s);
    assert_int_equal(seen.wink_count, s.disc_count);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dark_wink_of_the_felts_hue_is_seen),
        cmocka_unit_test(a_pale_wink_is_told_as_something),
        cmocka_unit_test(what_is_not_round_is_no_wink),
    };
    return cmocka_run_group_tests(tests, open_sight, close_sight);
}
