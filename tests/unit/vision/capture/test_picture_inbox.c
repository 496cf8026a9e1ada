/* Pictures that a phone brings: in order, with its own times, the newest where all is too much, and nothing
 * that is no picture. */
#include "vision/capture/picture_inbox.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "tests/fixture/unit.h"
#include "vision/capture/capture.h"
#include "vision/frame/opencv.h"
#include "vision/system/clock.h"

typedef struct {
    sq_picture_inbox *inbox;
    sq_capture *capture;
    unsigned char *jpeg;
    size_t size;
    double apart_s; /* as it says, of pictures that come every 50 ms */
} phone;

static void make_jpeg(phone *p, int width, int height) {
    uint8_t *grey = malloc((size_t)width * (size_t)height);
    sq_picture *picture;
    sq_diag d;
    memset(grey, 90, (size_t)width * (size_t)height);
    const sq_frame f = {
        .width = width, .height = height, .format = SQ_FRAME_GREY, .plane = {grey}, .stride = {width}};
    assert_int_equal(sq_picture_from_frame(&picture, &f, &d), SQ_OK);
    free(p->jpeg);
    assert_int_equal(sq_picture_encode_jpeg(picture, 90, &p->jpeg, &p->size, &d), SQ_OK);
    sq_picture_free(picture);
    free(grey);
}

static int open_phone(void **state) {
    static phone p;
    sq_diag d;
    p = (phone){0};
    make_jpeg(&p, 64, 48);
    assert_int_equal(sq_picture_inbox_new(&p.inbox, &d), SQ_OK);
    const sq_capture_settings set = {.inbox = p.inbox};
    assert_int_equal(sq_capture_open(&p.capture, "phone", &set, &d), SQ_OK);
    sq_picture_inbox_begin(p.inbox);
    *state = &p;
    return 0;
}

static int close_phone(void **state) {
    phone *p = *state;
    sq_capture_close(p->capture);
    sq_picture_inbox_free(p->inbox);
    free(p->jpeg);
    return 0;
}

static sq_code put(phone *p, double t, uint64_t number) {
    sq_diag d;
    return sq_picture_inbox_put(p->inbox, p->jpeg, p->size, t, number, &d);
}

static void nap(double s) {
    const struct timespec t = {.tv_sec = (time_t)s, .tv_nsec = (long)(1e9 * (s - floor(s)))};
    nanosleep(&t, NULL);
}

static sq_frame next(phone *p) {
    sq_frame f;
    sq_diag d = {0};
    sq_code code = sq_capture_next(p->capture, &f, &d);
    if (code) fail_msg("%s", d.text);
    return f;
}

/* The phone's clock has another zero, and its pictures come unevenly: their times are its own all the same.
 */
static void times_are_the_phones(void **state) {
    phone *p = *state;
    assert_int_equal(put(p, 5000.0, 17), SQ_OK);
    assert_near(next(p).t, 0, 1e-9);
    nap(0.1);
    assert_int_equal(put(p, 5000.1, 18), SQ_OK);
    nap(0.05); /* on its way for longer */
    assert_int_equal(put(p, 5000.12, 19), SQ_OK);
    assert_near(next(p).t, 0.1, 0.02);
    assert_near(next(p).t, 0.12, 0.02);
}

static void dropped_pictures_are_counted(void **state) {
    phone *p = *state;
    put(p, 1.0, 1);
    next(p);
    put(p, 1.2, 4);
    sq_frame f = next(p);
    assert_int_equal(f.number, 3);
    assert_int_equal(sq_capture_count(p->capture).lost, 2);
}

/* Pictures wait before anybody reads: what is missing between them is counted, and nothing before them. */
static void pictures_that_wait_lose_only_what_is_missing(void **state) {
    phone *p = *state;
    sq_diag d;
    sq_capture_close(p->capture);
    put(p, 1.0, 5);
    put(p, 1.01, 9);
    const sq_capture_settings set = {.inbox = p->inbox};
    assert_int_equal(sq_capture_open(&p->capture, "phone", &set, &d), SQ_OK);
    next(p);
    next(p);
    assert_int_equal(sq_capture_count(p->capture).lost, 3);
}

/* Of more than can wait the newest stay. */
static void unread_pictures_make_room(void **state) {
    phone *p = *state;
    put(p, 1.0, 1);
    next(p);
    for (unsigned i = 2; i <= 7; i++)
        put(p, 1.0 + 0.001 * i, i);
    assert_int_equal(next(p).number, 4);
    sq_capture_counts n = sq_capture_count(p->capture);
    assert_int_equal(n.late, 3);
    assert_int_equal(n.lost, 0);
}

static void late_pictures_are_dropped(void **state) {
    phone *p = *state;
    put(p, 1.0, 1);
    next(p);
    put(p, 1.05, 2);
    nap(0.4);
    put(p, 1.45, 3);
    assert_int_equal(next(p).number, 2);
    assert_int_equal(sq_capture_count(p->capture).late, 1);
}

static void others_are_refused(void **state) {
    phone *p = *state;
    sq_diag d;
    assert_int_equal(put(p, 2.0, 5), SQ_OK);
    assert_near(next(p).t, 0, 1e-9);
    assert_int_equal(put(p, 2.1, 5), SQ_E_ARGUMENT);                 /* the same again */
    assert_int_equal(put(p, 1.9, 6), SQ_E_ARGUMENT);                 /* an older one */
    assert_int_equal(put(p, 2.2, UINT64_C(1) << 40), SQ_E_ARGUMENT); /* numbers run away */
    assert_int_equal(put(p, NAN, 7), SQ_E_ARGUMENT);
    assert_int_equal(sq_picture_inbox_put(p->inbox, (const uint8_t *)"no picture", 10, 3, 8, &d),
                     SQ_E_FORMAT);
    assert_int_equal(sq_picture_inbox_put(p->inbox, p->jpeg, p->size / 2, 3, 8, &d), SQ_E_FORMAT);
    make_jpeg(p, 5000, 3000);
    assert_int_equal(put(p, 3, 8), SQ_E_SIZE);
    assert_int_equal(sq_picture_inbox_fetched(p->inbox), 1);
}

/* Another phone, with another clock, sends pictures until it has been seen. */
static void *send_on(void *who) {
    phone *p = who;
    for (unsigned i = 1; i < 200 && sq_picture_inbox_fetched(p->inbox) < 3; i++) {
        put(p, 900 + 0.05 * i, i);
        nap(0.05);
    }
    return NULL;
}

/* A phone that falls silent is lost once, with the remedy; another one is the source again. */
static void lost_and_back(void **state) {
    phone *p = *state;
    sq_frame f;
    sq_diag d;
    put(p, 1.0, 1);
    next(p);
    assert_int_equal(sq_capture_next(p->capture, &f, &d), SQ_E_DEVICE);
    assert_non_null(strstr(d.text, "wake its screen"));
    pthread_t other;
    sq_picture_inbox_begin(p->inbox);
    assert_int_equal(pthread_create(&other, NULL, send_on, p), 0);
    assert_true(next(p).t > 2);
    next(p);
    pthread_join(other, NULL);
    sq_capture_counts n = sq_capture_count(p->capture);
    assert_int_equal(n.losses, 1);
    assert_int_equal(n.recovered, 1);
}

/* As some browsers make them: luma halved from row to row, which no decoder here takes. */
static void spoil(phone *p) {
    for (size_t i = 0; i + 12 < p->size; i++)
        if (p->jpeg[i] == 0xff && p->jpeg[i + 1] == 0xc0) p->jpeg[i + 11] = 0x12;
}

static void *send_for_seconds(void *who) {
    phone *p = who;
    for (unsigned i = 2; i < 80; i++) {
        put(p, 1 + p->apart_s * i, i);
        nap(0.05);
    }
    return NULL;
}

static void damaged_pictures_alone_are_a_fault(void **state) {
    phone *p = *state;
    pthread_t sender;
    sq_frame f;
    sq_diag d;
    spoil(p);
    p->apart_s = 0.05;
    put(p, 1, 1);
    assert_int_equal(pthread_create(&sender, NULL, send_for_seconds, p), 0);
    assert_int_equal(sq_capture_next(p->capture, &f, &d), SQ_E_DEVICE);
    assert_non_null(strstr(d.text, "sends damaged pictures alone"));
    pthread_join(sender, NULL);
}

static void *stop_soon(void *capture) {
    nap(0.3);
    sq_capture_stop(capture);
    return NULL;
}

/* Also while pictures come that nobody can use, here since all of them are late. */
static void who_waits_can_be_stopped(void **state) {
    phone *p = *state;
    pthread_t sender, stopper;
    sq_frame f;
    sq_diag d;
    put(p, 1, 1);
    next(p);
    p->apart_s = 0.001;
    nap(0.4);
    double begun = sq_monotonic_s();
    assert_int_equal(pthread_create(&sender, NULL, send_for_seconds, p), 0);
    assert_int_equal(pthread_create(&stopper, NULL, stop_soon, p->capture), 0);
    assert_int_equal(sq_capture_next(p->capture, &f, &d), SQ_END);
    assert_true(sq_monotonic_s() - begun < 2);
    pthread_join(stopper, NULL);
    pthread_join(sender, NULL);
}

static void a_name_alone_is_no_phone(void **state) {
    (void)state;
    sq_capture *c;
    sq_diag d;
    assert_int_equal(sq_capture_open(&c, "phone", NULL, &d), SQ_E_ARGUMENT);
    assert_non_null(strstr(d.text, "squint referee phone"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(times_are_the_phones, open_phone, close_phone),
        cmocka_unit_test_setup_teardown(dropped_pictures_are_counted, open_phone, close_phone),
        cmocka_unit_test_setup_teardown(pictures_that_wait_lose_only_what_is_missing, open_phone,
                                        close_phone),
        cmocka_unit_test_setup_teardown(unread_pictures_make_room, open_phone, close_phone),
        cmocka_unit_test_setup_teardown(late_pictures_are_dropped, open_phone, close_phone),
        cmocka_unit_test_setup_teardown(others_are_refused, open_phone, close_phone),
        cmocka_unit_test_setup_teardown(lost_and_back, open_phone, close_phone),
        cmocka_unit_test_setup_teardown(damaged_pictures_alone_are_a_fault, open_phone, close_phone),
        cmocka_unit_test_setup_teardown(who_waits_can_be_stopped, open_phone, close_phone),
        cmocka_unit_test(a_name_alone_is_no_phone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
