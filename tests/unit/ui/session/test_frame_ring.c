/* The ring of frames: in order, whole, and closed. */
#include "ui/session/frame_ring.h"

#include <pthread.h>
#include <stdlib.h>

#include "tests/fixture/picture/odd_frame.h"
#include "tests/fixture/unit.h"

enum { FRAMES = 200 };

static void *put_all(void *who) {
    sq_frame_ring *ring = who;
    sq_diag d;
    for (int i = 0; i < FRAMES; i++) {
        sq_frame f = odd_frame(i % 2 ? SQ_FRAME_GREY : SQ_FRAME_I420);
        sq_frame_tag tag = {.rest = i, .last = i == FRAMES - 1};
        pixels[0][0] = (uint8_t)i;
        if (sq_frame_ring_put(ring, &f, &tag, &d)) return who;
    }
    sq_frame_ring_drain(ring);
    sq_frame_ring_close(ring);
    return NULL;
}

static void frames_come_out_in_order_and_whole(void **state) {
    (void)state;
    sq_frame_ring *ring;
    sq_diag d;
    pthread_t thread;
    void *failed;
    assert_int_equal(sq_frame_ring_new(&ring, 3, &d), SQ_OK);
    assert_int_equal(pthread_create(&thread, NULL, put_all, ring), 0);
    const sq_ring_slot *s;
    int n = 0;
    for (; (s = sq_frame_ring_take(ring)); n++) {
        assert_int_equal(s->tag.rest, n);
        assert_int_equal(s->frame.plane[0][0], (uint8_t)n);
        assert_int_equal(s->tag.last, n == FRAMES - 1);
        sq_frame_ring_done(ring);
    }
    pthread_join(thread, &failed);
    assert_null(failed);
    assert_int_equal(n, FRAMES);
    sq_frame_ring_free(ring);
}

static void a_closed_ring_gives_what_it_has_and_takes_nothing(void **state) {
    (void)state;
    sq_frame_ring *ring;
    sq_diag d;
    sq_frame f = odd_frame(SQ_FRAME_GREY);
    sq_frame_tag tag = {.rest = 4};
    assert_int_equal(sq_frame_ring_new(&ring, 2, &d), SQ_OK);
    assert_int_equal(sq_frame_ring_put(ring, &f, &tag, &d), SQ_OK);
    assert_false(sq_frame_ring_closed(ring));
    sq_frame_ring_close(ring);
    assert_true(sq_frame_ring_closed(ring));
    assert_int_equal(sq_frame_ring_put(ring, &f, &tag, &d), SQ_OK);
    assert_int_equal(sq_frame_ring_take(ring)->tag.rest, 4);
    sq_frame_ring_done(ring);
    assert_null(sq_frame_ring_take(ring));
    sq_frame_ring_drain(ring);
    sq_frame_ring_free(ring);
    sq_frame_ring_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_come_out_in_order_and_whole),
        cmocka_unit_test(a_closed_ring_gives_what_it_has_and_takes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
