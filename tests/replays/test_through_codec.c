/* Do all frames come through a codec that takes longer for them than they took to make, each with its own
 * time? */
#include "tests/replays/through_codec.h"

#include "tests/fixture/unit.h"

enum { W = 32, H = 16, FRAMES = 300 };

static uint8_t grey[W * H];

/* Grey, each of another level; made in no time. */
static sq_code make(void *who, sq_frame *f, sq_diag *d) {
    int *made = who;
    (void)d;
    if (*made == FRAMES) return SQ_END;
    memset(grey, 16 + *made % 200, sizeof grey);
    *f = (sq_frame){.width = W,
                    .height = H,
                    .format = SQ_FRAME_I420,
                    .plane = {grey, grey, grey},
                    .stride = {W, W / 2, W / 2},
                    .t = *made / 10.0,
                    .number = (uint64_t)*made};
    ++*made;
    return SQ_OK;
}

static void a_slow_codec_is_waited_for(void **state) {
    (void)state;
    int made = 0;
    sq_codec *c;
    sq_diag d;
    sq_frame f;
    assert_int_equal(sq_codec_open(&c, "identity sleep-time=10000", make, &made, &d), SQ_OK); /* µs */
    for (int i = 0; i < FRAMES; i++) {
        sq_code code = sq_codec_next(c, &f, &d);
        if (code) fail_msg("frame %d: %s", i, d.text);
        assert_near(f.t, i / 10.0, 1e-9);
        assert_int_equal(f.number, i);
        assert_int_equal(f.plane[0][0], 16 + i % 200);
    }
    assert_int_equal(sq_codec_next(c, &f, &d), SQ_END);
    sq_codec_close(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_slow_codec_is_waited_for)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
