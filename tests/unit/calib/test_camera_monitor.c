/* The vigil over a session's camera, on mats drawn through a camera that is moved, under lamps that flicker
 * and go out. */
#include "calib/camera_monitor.h"

#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/unit.h"

enum { WIDTH = 1280, HEIGHT = 720, FRAMES = 12 };

static sq_camera above(double x, double y, double roll) {
    return drawn_camera(WIDTH, HEIGHT, 760, (sq_mm3){x, y, 1300}, (sq_mm){x, y}, roll);
}

static sq_camera_monitor *vigil_by(const sq_camera *c, sq_camera_source source) {
    sq_diag d;
    sq_camera_monitor *v = sq_camera_monitor_new(c, NULL, NULL, source, &d);
    assert_non_null(v);
    return v;
}

static sq_camera_monitor *vigil_at(const sq_camera *c) {
    return vigil_by(c, SQ_CAMERA_FROM_FILE);
}

static bool look(sq_camera_monitor *v, const drawn_mat *m, const sq_camera *c, const char **say) {
    sq_frame f = draw_mat(m, c);
    bool judge = sq_camera_monitor_look(v, &f, say);
    drawn_free(&f);
    return judge;
}

static void assert_says(const char *say, const char *what) {
    if (!say || !strstr(say, what)) fail_msg("says \"%s\", not \"%s\"", say ? say : "nothing", what);
}

static drawn_mat lit_by(double share, unsigned seed) {
    drawn_mat m = usual_mat;
    m.seed = seed;
    for (int k = 0; k < 3; k++) {
        m.felt[k] *= pow(share, 1 / 2.2);
        m.table[k] *= pow(share, 1 / 2.2);
        m.pot[k] *= pow(share, 1 / 2.2);
    }
    return m;
}

static double off_mm(const sq_camera *truth, const sq_camera *c, double x, double y) {
    sq_mm at = sq_mm_from_px(c, sq_px_from_mm3(truth, (sq_mm3){x, y, 0}), 0);
    return hypot(at.x - x, at.y - y);
}

static void lamps_that_flicker_are_no_alarm(void **state) {
    (void)state;
    sq_camera c = above(12, -7, 0.01);
    sq_camera_monitor *v = vigil_at(&c);
    const char *say;
    for (unsigned i = 0; i < FRAMES; i++) {
        drawn_mat m = lit_by(1 + 0.1 * sin(2.4 * i), 100 + i);
        assert_true(look(v, &m, &c, &say));
        if (say) fail_msg("%s", say);
    }
    assert_memory_equal(sq_camera_monitor_camera(v), &c, sizeof c);
    sq_camera_monitor_free(v);
}

/* Half a millimetre, a third of a pixel. */
static void half_a_millimetre_is_noticed_and_followed(void **state) {
    (void)state;
    sq_camera then = above(12, -7, 0.01), now = above(12.5, -7, 0.01);
    sq_camera_monitor *v = vigil_at(&then);
    const char *say;
    assert_true(look(v, &usual_mat, &then, &say));
    assert_null(say);
    drawn_mat m = lit_by(1, 5);
    assert_true(look(v, &m, &now, &say));
    assert_says(say, "has moved: the mat is seen 0.5 mm to the left");
    assert_says(say, "found anew");
    assert_null(strstr(say, "calibrate anew")); /* nothing is to be done */
    assert_true(off_mm(&now, sq_camera_monitor_camera(v), 0, 0) < 0.3);
    m.seed = 6;
    assert_true(look(v, &m, &now, &say));
    assert_null(say);
    sq_camera_monitor_free(v);
}

static void one_that_sways_is_told_once(void **state) {
    (void)state;
    sq_camera here = above(12, -7, 0.01), there = above(13.5, -7, 0.01);
    sq_camera_monitor *v = vigil_at(&here);
    const char *say;
    int said = 0;
    for (unsigned i = 0; i < 5; i++) {
        drawn_mat m = lit_by(1, 20 + i);
        assert_true(look(v, &m, i % 2 ? &there : &here, &say));
        if (i == 1) assert_says(say, "has moved");
        if (i == 2) assert_says(say, "sways");
        said += say != NULL;
    }
    assert_int_equal(said, 2);
    sq_camera_monitor_free(v);
}

/* Each picture tells a little of the lens; all of them tell more. */
static void what_sways_learns_its_lens(void **state) {
    (void)state;
    sq_camera here = above(12, -7, 0.01), there = above(13.5, -7, 0.01);
    sq_camera_monitor *v = vigil_by(&here, SQ_CAMERA_FROM_MAT);
    const char *say;
    double first = 0, last = 0;
    for (unsigned i = 0; i < FRAMES; i++) {
        drawn_mat m = lit_by(1, 20 + i);
        assert_true(look(v, &m, i % 2 ? &there : &here, &say));
        const sq_camera_doubt *doubt = sq_camera_monitor_doubt(v);
        const sq_camera *c = sq_camera_monitor_camera(v);
        last = 0;
        for (int k = 0; k < doubt->count; k++)
            last += pow(off_mm(c, &doubt->other[k], 0, 0) / doubt->part, 2);
        if (i == 1) first = last;
    }
    assert_true(last > 0 && last < first / 2);
    assert_true(off_mm(&there, sq_camera_monitor_camera(v), 0, 0) < 2 * sqrt(last));
    sq_camera_monitor_free(v);
}

/* What was learned of the lens no longer holds when somebody zooms. */
static void a_zoom_is_followed(void **state) {
    (void)state;
    sq_camera here = above(12, -7, 0.01), there = above(13.5, -7, 0.01), nearer = here;
    nearer.fx *= 1.03;
    nearer.fy *= 1.03;
    sq_camera_monitor *v = vigil_by(&here, SQ_CAMERA_FROM_MAT);
    const char *say;
    for (unsigned i = 0; i < 6; i++) {
        drawn_mat m = lit_by(1, 20 + i);
        assert_true(look(v, &m, i % 2 ? &there : &here, &say));
    }
    assert_true(look(v, &usual_mat, &nearer, &say));
    assert_true(off_mm(&nearer, sq_camera_monitor_camera(v), 600, 200) < 1);
    sq_camera_monitor_free(v);
}

/* A camera that hangs the other way round keeps its +x. */
static void a_shove_keeps_the_ends_of_the_mat(void **state) {
    (void)state;
    sq_camera then = above(0, 0, M_PI), now = above(120, 40, M_PI + 0.02);
    sq_camera_monitor *v = vigil_at(&then);
    const char *say;
    assert_true(look(v, &usual_mat, &then, &say));
    assert_true(look(v, &usual_mat, &now, &say));
    assert_says(say, "has moved");
    assert_true(off_mm(&now, sq_camera_monitor_camera(v), 600, 200) < 1);
    sq_camera_monitor_free(v);
}

/* The mat looks the same from its other end: who knows better says so, and the watch goes on by that. */
static void a_camera_that_is_turned_sees_the_mat_from_its_other_end(void **state) {
    (void)state;
    sq_camera then = above(0, 0, 0.01), now = above(0, 0, 0.01 + M_PI);
    sq_camera_monitor *v = vigil_at(&then);
    const char *say;
    sq_diag d;
    assert_true(look(v, &usual_mat, &then, &say));
    assert_true(look(v, &usual_mat, &now, &say));
    sq_frame f = draw_mat(&usual_mat, &now);
    assert_true(off_mm(&now, sq_camera_monitor_camera(v), 600, 200) > 1000);
    assert_int_equal(sq_camera_monitor_turn(v, &f, &d), SQ_OK);
    drawn_free(&f);
    assert_true(off_mm(&now, sq_camera_monitor_camera(v), 600, 200) < 3);
    assert_true(look(v, &usual_mat, &now, &say));
    assert_null(say);
    sq_camera_monitor_free(v);
}

static void a_lamp_that_goes_out_stops_the_rulings_once(void **state) {
    (void)state;
    sq_camera c = above(12, -7, 0.01);
    sq_camera_monitor *v = vigil_at(&c);
    const char *say;
    drawn_mat dark = lit_by(0.1, 3);
    assert_true(look(v, &usual_mat, &c, &say));
    assert_false(look(v, &dark, &c, &say));
    assert_says(say, "switch the lamp on");
    assert_false(look(v, &dark, &c, &say));
    assert_null(say);
    assert_true(look(v, &usual_mat, &c, &say));
    assert_says(say, "rulings go on");
    sq_camera_monitor_free(v);
}

static void blur(sq_frame *f, int reach) {
    uint8_t *out = malloc((size_t)f->stride[0] * (size_t)f->height);
    assert_non_null(out);
    for (int y = 0; y < f->height; y++)
        for (int x = 0; x < f->stride[0]; x++) {
            int sum = 0, n = 0;
            for (int dy = -reach; dy <= reach; dy++)
                for (int dx = -reach; dx <= reach; dx++) {
                    int i = x + 3 * dx, k = y + dy;
                    if (i < 0 || k < 0 || i >= f->stride[0] || k >= f->height) continue;
                    sum += f->plane[0][k * f->stride[0] + i];
                    n++;
                }
            out[y * f->stride[0] + x] = (uint8_t)(sum / n);
        }
    drawn_free(f);
    f->plane[0] = out;
}

static void a_refocus_is_told(void **state) {
    (void)state;
    sq_camera c = above(12, -7, 0.01);
    sq_camera_monitor *v = vigil_at(&c);
    const char *say;
    assert_true(look(v, &usual_mat, &c, &say));
    sq_frame f = draw_mat(&usual_mat, &c);
    blur(&f, 2);
    sq_camera_monitor_look(v, &f, &say);
    drawn_free(&f);
    assert_says(say, "lock the camera's focus");
    sq_camera_monitor_free(v);
}

static void a_mat_that_is_covered_stops_the_rulings(void **state) {
    (void)state;
    sq_camera c = above(12, -7, 0.01);
    sq_camera_monitor *v = vigil_at(&c);
    const char *say;
    drawn_mat covered = usual_mat, hand = usual_mat;
    covered.hand_mm = 980;
    hand.hand_x = 900;
    hand.hand_y = 400;
    hand.hand_mm = 250;
    assert_true(look(v, &usual_mat, &c, &say));
    assert_true(look(v, &hand, &c, &say));
    assert_null(say);
    assert_false(look(v, &covered, &c, &say));
    assert_says(say, "Rulings stop");
    assert_true(look(v, &usual_mat, &c, &say));
    assert_says(say, "rulings go on");
    sq_camera_monitor_free(v);
}

static void a_mat_that_never_showed_is_not_watched(void **state) {
    (void)state;
    sq_camera c = above(12, -7, 0.01);
    sq_camera_monitor *v = vigil_at(&c);
    const char *say;
    drawn_mat m = usual_mat;
    m.no_baselines = true;
    memcpy(m.table, m.felt, sizeof m.table);
    assert_true(look(v, &m, &c, &say));
    assert_says(say, "not watched");
    assert_true(look(v, &m, &c, &say));
    assert_null(say);
    sq_camera_monitor_free(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lamps_that_flicker_are_no_alarm),
        cmocka_unit_test(half_a_millimetre_is_noticed_and_followed),
        cmocka_unit_test(one_that_sways_is_told_once),
        cmocka_unit_test(what_sways_learns_its_lens),
        cmocka_unit_test(a_zoom_is_followed),
        cmocka_unit_test(a_shove_keeps_the_ends_of_the_mat),
        cmocka_unit_test(a_camera_that_is_turned_sees_the_mat_from_its_other_end),
        cmocka_unit_test(a_lamp_that_goes_out_stops_the_rulings_once),
        cmocka_unit_test(a_refocus_is_told),
        cmocka_unit_test(a_mat_that_is_covered_stops_the_rulings),
        cmocka_unit_test(a_mat_that_never_showed_is_not_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
