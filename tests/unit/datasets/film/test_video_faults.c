/* Troubled videos: each trouble does what it says, and its clock can be read back. */
#include "datasets/film/video_faults.h"

#include "tests/fixture/unit.h"

enum { SIDE = 64, FPS = 10, FRAMES = 100 };

/* A source of frames: luma is 40 + its column, chroma 120 and 130. */
typedef struct {
    uint8_t y[SIDE * SIDE], u[SIDE * SIDE / 4], v[SIDE * SIDE / 4];
    int next;
} projector;

static sq_code next_frame(void *who, sq_frame *f, sq_diag *d) {
    projector *p = who;
    (void)d;
    if (p->next == FRAMES) return SQ_END;
    *f = (sq_frame){.width = SIDE,
                    .height = SIDE,
                    .format = SQ_FRAME_I420,
                    .plane = {p->y, p->u, p->v},
                    .stride = {SIDE, SIDE / 2, SIDE / 2},
                    .t = (double)p->next / FPS,
                    .number = (uint64_t)p->next};
    p->next++;
    return SQ_OK;
}

static projector film;

static sq_video_fault begin(sq_video_fault_kind kind, double from, double until) {
    film.next = 0;
    for (int i = 0; i < SIDE * SIDE; i++)
        film.y[i] = (uint8_t)(40 + i % SIDE);
    memset(film.u, 120, sizeof film.u);
    memset(film.v, 130, sizeof film.v);
    return (sq_video_fault){.kind = kind, .from = from, .until = until, .source = next_frame, .who = &film};
}

/* All frames' times and numbers; returns how many there are. */
static int run(sq_video_fault *t, double times[FRAMES], uint64_t numbers[FRAMES]) {
    sq_frame f;
    int n = 0;
    while (sq_video_fault_next(t, &f, NULL) == SQ_OK) {
        times[n] = f.t;
        numbers[n++] = f.number;
    }
    sq_video_fault_free(t);
    return n;
}

static void names_are_read_back(void **state) {
    (void)state;
    for (unsigned k = 0; k < SQ_VIDEO_FAULTS; k++)
        assert_int_equal(sq_video_fault_from_name(sq_video_fault_name((sq_video_fault_kind)k)), k);
    assert_int_equal(sq_video_fault_from_name("rain"), SQ_VIDEO_FAULTS);
}

static void lost_frames_leave_gaps(void **state) {
    (void)state;
    double times[FRAMES];
    uint64_t numbers[FRAMES];
    sq_video_fault t = begin(SQ_VIDEO_FAULT_DROPS, 0, 0);
    int n = run(&t, times, numbers);
    assert_true(n > FRAMES / 2 && n < FRAMES * 9 / 10);
    for (int i = 0; i < n; i++)
        assert_near(times[i], (double)numbers[i] / FPS, 1e-9);
}

static void clocks_jump_or_do_not_tell(void **state) {
    (void)state;
    double times[FRAMES] = {0};
    uint64_t numbers[FRAMES] = {0};
    sq_video_fault t = begin(SQ_VIDEO_FAULT_PAUSE, 5, 0);
    assert_int_equal(run(&t, times, numbers), FRAMES);
    assert_true(times[50] - times[49] > 30);
    assert_near(sq_video_fault_true_time(&t, times[70]), 7, 1e-9);
    t = begin(SQ_VIDEO_FAULT_CUT, 5, 8);
    assert_int_equal(run(&t, times, numbers), FRAMES - 30);
    assert_near(times[50] - times[49], 1.0 / FPS, 1e-9);
    assert_int_equal(numbers[50], 50);
    assert_near(sq_video_fault_true_time(&t, times[50]), 8, 1e-9);
    assert_near(sq_video_fault_true_time(&t, times[49]), 4.9, 1e-9);
    t = begin(SQ_VIDEO_FAULT_LATE, 5, 0);
    assert_int_equal(run(&t, times, numbers), FRAMES - 50);
    assert_near(times[0], 0, 1e-9);
    assert_near(sq_video_fault_true_time(&t, times[0]), 5, 1e-9);
}

static void skip_to(sq_video_fault *t, sq_frame *f, double time) {
    do
        assert_int_equal(sq_video_fault_next(t, f, NULL), SQ_OK);
    while (f->t < time - 1e-6);
}

static void pictures_shrink(void **state) {
    (void)state;
    sq_frame f;
    sq_video_fault t = begin(SQ_VIDEO_FAULT_RESOLUTION, 3, 0);
    skip_to(&t, &f, 2.9);
    assert_int_equal(f.width, SIDE);
    skip_to(&t, &f, 3);
    assert_int_equal(f.width, SIDE / 2);
    assert_int_equal(f.height, SIDE / 2);
    assert_near(f.plane[0][10], 40 + 20.5, 0.51);
    assert_int_equal(f.plane[1][5 * f.stride[1] + 3], 120);
    assert_int_equal(f.plane[2][f.stride[2] * (SIDE / 4) - 1], 130);
    sq_video_fault_free(&t);
}

static void the_light_wavers_and_its_colour_does_not(void **state) {
    (void)state;
    sq_frame f;
    sq_video_fault t = begin(SQ_VIDEO_FAULT_FLICKER, 2.05, 4);
    int low = 255, high = 0;
    for (int i = 0; i < 40; i++) {
        assert_int_equal(sq_video_fault_next(&t, &f, NULL), SQ_OK);
        int v = f.plane[0][SIDE - 1];
        if (f.t < 2.05) assert_int_equal(v, 40 + SIDE - 1);
        low = v < low ? v : low;
        high = v > high ? v : high;
        assert_int_equal(f.plane[1][7], 120);
    }
    assert_true(high - low > 5 && high - low < 20);
    sq_video_fault_free(&t);
}

static void a_pushed_camera_sees_all_shifted(void **state) {
    (void)state;
    sq_frame f;
    sq_video_fault t = begin(SQ_VIDEO_FAULT_BUMP, 2, 0);
    skip_to(&t, &f, 4);
    int shift = 40 + 30 - f.plane[0][10 * f.stride[0] + 30];
    assert_true(shift >= 4 && shift % 2 == 0);
    skip_to(&t, &f, 6);
    assert_int_equal(40 + 30 - f.plane[0][10 * f.stride[0] + 30], shift);
    sq_video_fault_free(&t);
}

static void a_picture_stands_upside_down(void **state) {
    (void)state;
    sq_frame f;
    sq_video_fault t = begin(SQ_VIDEO_FAULT_TURNED, 2, 0);
    skip_to(&t, &f, 1.9);
    assert_int_equal(f.plane[0][3], 40 + 3);
    skip_to(&t, &f, 2);
    assert_int_equal(f.plane[0][10 * f.stride[0] + 3], 40 + SIDE - 1 - 3);
    assert_int_equal(f.plane[1][5 * f.stride[1] + 3], 120);
    sq_video_fault_free(&t);
}

static void a_lamp_goes_out_and_on_again(void **state) {
    (void)state;
    sq_frame f;
    sq_video_fault t = begin(SQ_VIDEO_FAULT_LAMP, 2, 4);
    skip_to(&t, &f, 1.5);
    int lit = f.plane[0][SIDE - 1] - 16;
    skip_to(&t, &f, 3);
    assert_near(f.plane[0][SIDE - 1] - 16, 0.4 * lit, 1);
    skip_to(&t, &f, 4.5);
    assert_int_equal(f.plane[0][SIDE - 1] - 16, lit);
    sq_video_fault_free(&t);
}

/* A slope stays what it is; at the picture's end, where its last value goes on, it is bent. */
static void a_lens_out_of_focus_softens(void **state) {
    (void)state;
    sq_frame f;
    sq_video_fault t = begin(SQ_VIDEO_FAULT_REFOCUS, 2, 0);
    skip_to(&t, &f, 1.5);
    int middle = f.plane[0][10 * f.stride[0] + SIDE / 2], end = f.plane[0][10 * f.stride[0] + SIDE - 1];
    skip_to(&t, &f, 3);
    assert_int_equal(f.width, SIDE);
    assert_near(f.plane[0][10 * f.stride[0] + SIDE / 2], middle, 1);
    assert_true(f.plane[0][10 * f.stride[0] + SIDE - 1] < end);
    sq_video_fault_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read_back),
        cmocka_unit_test(lost_frames_leave_gaps),
        cmocka_unit_test(clocks_jump_or_do_not_tell),
        cmocka_unit_test(pictures_shrink),
        cmocka_unit_test(the_light_wavers_and_its_colour_does_not),
        cmocka_unit_test(a_pushed_camera_sees_all_shifted),
        cmocka_unit_test(a_picture_stands_upside_down),
        cmocka_unit_test(a_lamp_goes_out_and_on_again),
        cmocka_unit_test(a_lens_out_of_focus_softens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
