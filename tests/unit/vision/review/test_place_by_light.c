/* Places by the light: drawn winks, told to lie beside where they do. */
#include "vision/review/place_by_light.h"

#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/picture/window_fixture.h"
#include "vision/segment/blur_estimate.h"

enum { W = 420, H = 240, WINKS = 9 };

static sq_open_rims rims;

/* Three winks of each of three colours, whole, every third one told 0.4 mm beside its place. */
static sq_naive_scene scene_of(sq_position *p) {
    static const char *names[WINKS] = {"B1", "b1", "b2", "R1", "r1", "r2", "G1", "g1", "g2"};
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 2);
    s.rays = 3;
    s.noise = 2;
    *p = (sq_position){0};
    for (int k = 0; k < WINKS; k++) {
        sq_wink w = sq_wink_from_name(names[k]);
        double x = 45 * (k % 3) - 45 + 0.3 * k, y = 35 * (k / 3) - 35, off = k % 3 ? 0 : 0.4;
        sq_naive_wink(&s, sq_wink_colour(w), sq_wink_size(w), x, y, SQ_NAIVE_FLAT_MM);
        sq_seen_wink *told = &p->winks[p->wink_count++];
        *told = hand_made_wink(w, x + off * cos(k), y + off * sin(k), SQ_PLACE_MAT);
        told->sigma_mm = 0.4;
    }
    return s;
}

static sq_naive_picture picture;
static stages *st;
static sq_pot none;
static sq_order_review_view view;

/* Of a scene, which stays. */
static void begin_view(const sq_naive_scene *s) {
    picture = sq_naive_draw(s);
    st = stages_new(&picture.frame, &s->camera);
    none = (sq_pot){.row = st->none};
    view = (sq_order_review_view){.window = &window,
                                  .rims = &rims,
                                  .frame = &picture.frame,
                                  .outline = &st->outline,
                                  .surface = &st->surface,
                                  .pot = &none,
                                  .camera = &s->camera,
                                  .blur_px = SQ_BLUR_PX};
    sq_order_review_begin(&view);
}

static void end_view(void) {
    stages_free(st);
    sq_naive_free(&picture);
}

static void place(const sq_naive_scene *s, sq_position *p) {
    begin_view(s);
    sq_place_by_light(p, &view);
    end_view();
}

static double worst_of(const sq_position *p, const sq_naive_scene *s) {
    double worst = 0;
    for (int i = 0; i < p->wink_count; i++)
        worst = fmax(worst, sq_mm_distance(p->winks[i].at, s->disc[i].at));
    return worst;
}

static void errors_of_colour_are_mended(void **state) {
    (void)state;
    sq_position p;
    sq_naive_scene s = scene_of(&p);
    assert_near(worst_of(&p, &s), 0.4, 1e-6);
    place(&s, &p);
    assert_true(worst_of(&p, &s) < 0.2);
}

static void what_colour_knows_better_stays(void **state) {
    (void)state;
    sq_position p, before;
    sq_naive_scene s = scene_of(&p);
    for (int i = 0; i < WINKS; i++)
        p.winks[i].sigma_mm = 0.01;
    before = p;
    place(&s, &p);
    for (int i = 0; i < WINKS; i++)
        assert_near(sq_mm_distance(p.winks[i].at, before.winks[i].at), 0, 0.02);
}

/* Few tell nothing of how much light errs; of what lies high or is covered the rim is another. */
static void others_are_left_alone(void **state) {
    (void)state;
    sq_position p, before;
    sq_naive_scene s = scene_of(&p);
    p.winks[0].seen = 0.9;
    p.winks[1].z = 2.2;
    before = p;
    place(&s, &p);
    assert_memory_equal(&p, &before, sizeof p);
}

/* What one of the two that overlap is in a case, and which of them lies how. */
static sq_position changed(const sq_position *p, int how) {
    sq_position q = *p;
    sq_seen_wink *on = &q.winks[1];
    if (how == 0) on->at.x += 4;
    if (how == 1) on->size = SQ_SMALL;
    if (how == 2) on->normal = (sq_mm3){0.6, 0, 0.8};
    if (how == 3) q.winks[0].pot_supported = true;
    if (how == 4) q.wink_count--;
    return q;
}

/* A rim stays as it was read while nothing about it changes, and no longer. */
static void rims_are_read_anew_where_they_may_be_others(void **state) {
    (void)state;
    enum { CASES = 5 };
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 2);
    sq_naive_wink(&s, SQ_BLUE, SQ_LARGE, 0, 0, SQ_NAIVE_FLAT_MM);
    sq_position p = {
        .wink_count = 2,
        .winks = {hand_made_wink(0, 0, 0, SQ_PLACE_MAT), hand_made_wink(12, 16, 0, SQ_PLACE_MAT)}};
    p.winks[1].size = SQ_LARGE;
    p.winks[1].z += SQ_WINK_THICKNESS_MM;
    begin_view(&s);
    for (int i = 0; i < CASES; i++) {
        sq_position q = changed(&p, i);
        sq_order_review_begin(&view);
        sq_order_review_learn(&view, &q);
        int anew = rims.rim[0].count;
        sq_order_review_begin(&view);
        sq_order_review_learn(&view, &p);
        assert_int_not_equal(rims.rim[0].count, anew);
        rims.rim[0].light[0] = -1;
        sq_order_review_learn(&view, &p);
        assert_near(rims.rim[0].light[0], -1, 0);
        sq_order_review_learn(&view, &q);
        assert_int_equal(rims.rim[0].count, anew);
        assert_true(!anew || rims.rim[0].light[0] > 0);
    }
    end_view();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rims_are_read_anew_where_they_may_be_others),
        cmocka_unit_test(errors_of_colour_are_mended),
        cmocka_unit_test(what_colour_knows_better_stays),
        cmocka_unit_test(others_are_left_alone),
    };
    return cmocka_run_group_tests(tests, lend_memory, take_memory_back);
}
