/* JPEGs as cameras send them: whole ones, with needless bytes, and cut short. */
#include "vision/frame/jpeg.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

enum { WIDTH = 64, HEIGHT = 48 };

/* A picture whose blocks all differ, as a JPEG. */
static uint8_t *encode(size_t *size) {
    static uint8_t bgr[3 * WIDTH * HEIGHT];
    uint8_t *jpeg = NULL;
    sq_diag d;
    for (int i = 0; i < 3 * WIDTH * HEIGHT; i++)
        bgr[i] = (uint8_t)(i * i / 7);
    assert_int_equal(sq_jpeg_from_bgr(&jpeg, size, bgr, 3 * WIDTH, WIDTH, HEIGHT, 90, &d), SQ_OK);
    return jpeg;
}

static sq_code decode(sq_jpeg *j, const uint8_t *bytes, size_t size, sq_frame *f) {
    sq_diag d;
    return sq_jpeg_decode(j, bytes, size, f, &d);
}

static void a_picture_is_decoded_into_its_planes(void **state) {
    (void)state;
    size_t size;
    uint8_t *jpeg = encode(&size);
    sq_jpeg *j = sq_jpeg_new();
    sq_frame f;
    assert_int_equal(decode(j, jpeg, size, &f), SQ_OK);
    assert_int_equal(f.width, WIDTH);
    assert_int_equal(f.height, HEIGHT);
    assert_int_equal(f.format, SQ_FRAME_I420);
    sq_jpeg_free(j);
    free(jpeg);
}

/* Behind the last block, before the mark of the end. */
static void needless_bytes_change_nothing(void **state) {
    (void)state;
    enum { MORE = 9 };
    size_t size;
    uint8_t *jpeg = encode(&size), *longer = calloc(1, size + MORE);
    sq_jpeg *one = sq_jpeg_new(), *other = sq_jpeg_new();
    sq_frame f, same;
    memcpy(longer, jpeg, size - 2);
    memcpy(longer + size + MORE - 2, jpeg + size - 2, 2);
    assert_int_equal(decode(one, jpeg, size, &f), SQ_OK);
    assert_int_equal(decode(other, longer, size + MORE, &same), SQ_OK);
    for (int y = 0; y < HEIGHT; y++)
        assert_memory_equal(f.plane[0] + y * f.stride[0], same.plane[0] + y * same.stride[0], WIDTH);
    sq_jpeg_free(one);
    sq_jpeg_free(other);
    free(longer);
    free(jpeg);
}

/* By its header: the sentence names the size and not its colours. */
static void a_picture_that_is_too_large_is_told_so(void **state) {
    (void)state;
    size_t size, at = 0;
    uint8_t *jpeg = encode(&size);
    sq_jpeg *j = sq_jpeg_new();
    sq_frame f;
    sq_diag d;
    while (at + 9 < size && !(jpeg[at] == 0xff && jpeg[at + 1] == 0xc0)) /* the start of the frame */
        at++;
    assert_true(at + 9 < size);
    jpeg[at + 5] = jpeg[at + 7] = 40; /* the upper bytes of height and width: over 10 000 each */
    assert_int_equal(sq_jpeg_decode(j, jpeg, size, &f, &d), SQ_E_FORMAT);
    assert_non_null(strstr(d.text, "too large"));
    sq_jpeg_free(j);
    free(jpeg);
}

static void a_picture_that_is_cut_short_is_refused(void **state) {
    (void)state;
    size_t size;
    uint8_t *jpeg = encode(&size);
    sq_jpeg *j = sq_jpeg_new();
    sq_frame f;
    assert_int_equal(decode(j, jpeg, size / 2, &f), SQ_E_FORMAT);
    assert_int_equal(decode(j, jpeg, 3, &f), SQ_E_FORMAT);
    sq_jpeg_free(j);
    free(jpeg);
}

/* A JPEG counts a side's pixels by 16 bits. */
static void too_many_pixels_are_refused_by_their_number(void **state) {
    (void)state;
    enum { TOO_WIDE = 70000 };
    uint8_t *bgr = calloc(TOO_WIDE, 3), *jpeg = NULL;
    size_t size;
    sq_diag d;
    assert_int_equal(sq_jpeg_from_bgr(&jpeg, &size, bgr, 3 * TOO_WIDE, TOO_WIDE, 1, 90, &d), SQ_E_SIZE);
    assert_non_null(strstr(d.text, "70000"));
    free(bgr);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_is_decoded_into_its_planes),
        cmocka_unit_test(needless_bytes_change_nothing),
        cmocka_unit_test(a_picture_that_is_too_large_is_told_so),
        cmocka_unit_test(a_picture_that_is_cut_short_is_refused),
        cmocka_unit_test(too_many_pixels_are_refused_by_their_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
