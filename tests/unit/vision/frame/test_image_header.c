/* The heads of picture files: every kind's size, giants and stumps refused, any bytes survived. */
#include "vision/frame/image_header.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"

/* A JPEG without coded bytes: SOI, SOF0 of 300 x 200, SOS, some data with a stuffed FF and a restart mark,
 * EOI. */
static const uint8_t jpeg[] = {0xff, 0xd8, 0xff, 0xc0, 0,    11,   8,    0, 200,  1,   44, 1,
                               1,    0x11, 0,    0xff, 0xda, 0,    8,    1, 1,    0,   0,  63,
                               0,    5,    0xff, 0,    7,    0xff, 0xd0, 9, 0xff, 0xd9};
static const uint8_t png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0,   0,   0,   13, 'I', 'H', 'D',
                              'R',  0,   0,   1,   44,   0,    0,    0,    200, 8,   2,   0,  0,   0,   1,
                              2,    3,   4,   0,   0,    0,    0,    'I',  'E', 'N', 'D', 1,  2,   3,   4};
static const uint8_t webp[] = "RIFF\x16\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a\x2c\x01\xc8\0";
static const uint8_t tiff[] =
    "II*\0\x08\0\0\0\x02\0\x00\x01\x03\0\x01\0\0\0\x2c\x01\0\0\x01\x01\x04\0\x01\0\0\0\xc8\0\0\0";
static const uint8_t tiff_big[] =
    "MM\0*\0\0\0\x08\0\x02\x01\0\0\x03\0\0\0\x01\x01\x2c\0\0\x01\x01\0\x04\0\0\0\x01\0\0\0\xc8";
static const uint8_t bmp[] = "BM\0\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0\x2c\x01\0\0\x38\xff\xff\xff\x01\0\x18\0";
static const uint8_t ppm[34 + 300 * 200 * 3] = "P6 # a comment\n# 9 9\n300\n200 255\n";

static sq_code head(sq_picture_head *h, const void *bytes, size_t n, sq_diag *d) {
    return sq_picture_head_read(h, bytes, n, "it", d);
}

static void every_kind_tells_its_size(void **state) {
    (void)state;
    static const struct {
        const uint8_t *bytes;
        size_t n;
        sq_picture_kind kind;
    } files[] = {
        {jpeg, sizeof jpeg, SQ_KIND_JPEG},
        {png, sizeof png, SQ_KIND_PNG},
        {webp, sizeof webp - 1, SQ_KIND_WEBP},
        {tiff, sizeof tiff - 1, SQ_KIND_TIFF},
        {tiff_big, sizeof tiff_big - 1, SQ_KIND_TIFF_BIG_ENDIAN},
        {bmp, sizeof bmp - 1, SQ_KIND_BMP},
        {ppm, sizeof ppm - 1, SQ_KIND_PPM},
    };
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        sq_picture_head h;
        sq_diag d = {0};
        if (head(&h, files[i].bytes, files[i].n, &d)) fail_msg("file %zu: %s", i, d.text);
        assert_int_equal(h.kind, files[i].kind);
        assert_int_equal(h.width, 300);
        assert_int_equal(h.height, 200);
    }
}

static void a_stump_is_refused_wherever_it_ends(void **state) {
    (void)state;
    sq_picture_head h;
    sq_diag d;
    for (size_t n = 0; n < sizeof jpeg; n++)
        assert_int_equal(head(&h, jpeg, n, &d), SQ_E_FORMAT);
    for (size_t n = 0; n < sizeof png; n++)
        assert_int_equal(head(&h, png, n, &d), SQ_E_FORMAT);
    for (size_t n = 0; n < sizeof webp - 1; n++)
        assert_int_equal(head(&h, webp, n, &d), SQ_E_FORMAT);
    assert_int_equal(head(&h, jpeg, sizeof jpeg - 1, &d), SQ_E_FORMAT);
    assert_non_null(strstr(d.text, "cut short"));
}

static void a_giant_is_refused_by_its_head(void **state) {
    (void)state;
    uint8_t giant[sizeof png];
    memcpy(giant, png, sizeof png);
    memset(giant + 16, 0xff, 8); /* 2³² − 1 both ways: their product leaves 64 bits */
    sq_picture_head h;
    sq_diag d;
    assert_int_equal(head(&h, giant, sizeof giant, &d), SQ_E_SIZE);
    memcpy(giant + 16, (uint8_t[]){0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10}, 8); /* 100 megapixels */
    assert_int_equal(head(&h, giant, sizeof giant, &d), SQ_E_SIZE);
    assert_non_null(strstr(d.text, "10000 x 10000"));
    memset(giant + 16, 0, 8);
    assert_int_equal(head(&h, giant, sizeof giant, &d), SQ_E_SIZE);
}

static void other_kinds_are_refused_by_name(void **state) {
    (void)state;
    sq_picture_head h;
    sq_diag d;
    assert_int_equal(head(&h,
                          "\0\0\0\x18"
                          "ftypheic\0\0",
                          14, &d),
                     SQ_E_FORMAT);
    assert_non_null(strstr(d.text, "HEIC"));
    assert_int_equal(head(&h, "GIF89a", 6, &d), SQ_E_FORMAT);
    assert_non_null(strstr(d.text, "GIF"));
    assert_int_equal(head(&h, "a letter", 8, &d), SQ_E_FORMAT);
    assert_non_null(strstr(d.text, "no picture"));
}

/* Any bytes after a good beginning: no read beyond them (the sanitizer watches), no size out of bounds. */
static void any_bytes_are_survived(void **state) {
    (void)state;
    const struct {
        const uint8_t *bytes;
        size_t n;
    } starts[] = {{jpeg, 3}, {png, 16}, {webp, 16}, {tiff, 4}, {tiff_big, 10}, {bmp, 2}, {ppm, 2}};
    srand(1);
    for (int round = 0; round < 7000; round++) {
        size_t start = (size_t)round % 7, n = starts[start].n + (size_t)rand() % 80;
        uint8_t *bytes = malloc(n);
        for (size_t i = 0; i < n; i++)
            bytes[i] = (uint8_t)(rand() % 3 ? rand() : "\xff\xda\xd9\x00 5"[rand() % 6]);
        memcpy(bytes, starts[start].bytes, starts[start].n);
        sq_picture_head h;
        if (!head(&h, bytes, n, NULL)) {
            assert_true(h.width > 0 && h.height > 0);
            assert_true((double)h.width * h.height <= SQ_PICTURE_MAX_MP * 1e6);
        }
        free(bytes);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_tells_its_size),
        cmocka_unit_test(a_stump_is_refused_wherever_it_ends),
        cmocka_unit_test(a_giant_is_refused_by_its_head),
        cmocka_unit_test(other_kinds_are_refused_by_name),
        cmocka_unit_test(any_bytes_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
