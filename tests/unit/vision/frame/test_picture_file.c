/* Picture files: the kinds that are only read, endings that are written, damage in the middle of a file. */
#include "vision/frame/picture_file.h"

#include <stdlib.h>

#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"

static const uint8_t colour[3] = {0x80, 0x40, 0x20}; /* blue, green, red of each pixel below */
/* 16 x 8 pixels without loss; 2 x 1. */
static const uint8_t webp[] =
    "RIFF\x1e\0\0\0WEBPVP8L\x11\0\0\0/\x0f\xc0\x01\0\x07P\xa0~\x14\xb0\xff\x81\x88\xe8\x7f\0\0";
static const uint8_t ppm[] = "P6 2 1 255\n\x20\x40\x80\x20\x40\x80";

static sq_code decode(uint8_t *bgr, const void *bytes, size_t n, sq_diag *d) {
    sq_picture_head head;
    sq_code code = sq_picture_head_read(&head, bytes, n, "it", d);
    return code ? code : sq_picture_file_decode(bgr, &head, bytes, n, "it", d);
}

static void kinds_that_are_only_read(void **state) {
    (void)state;
    const struct {
        const uint8_t *bytes;
        size_t n, pixels;
    } files[] = {{webp, sizeof webp - 1, 16 * 8}, {ppm, sizeof ppm - 1, 2}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        uint8_t bgr[16 * 8 * 3] = {0};
        sq_diag d = {0};
        if (decode(bgr, files[i].bytes, files[i].n, &d)) fail_msg("file %zu: %s", i, d.text);
        for (size_t k = 0; k < 3 * files[i].pixels; k++)
            assert_near(bgr[k], colour[k % 3], 1);
        for (size_t n = 0; n < files[i].n - 2; n++)
            assert_int_equal(decode(bgr, files[i].bytes, n, &d), SQ_E_FORMAT);
    }
}

/* A picture of one colour as a file of the ending; *n bytes, which the caller frees. */
static uint8_t *written(const char *name, size_t *n) {
    enum { W = 64, H = 48 };
    static uint8_t bgr[W * H * 3];
    for (int k = 0; k < W * H * 3; k++)
        bgr[k] = colour[k % 3];
    sq_diag d = {0};
    uint8_t *bytes;
    if (sq_picture_file_write(scratch(name), bgr, W * 3, W, H, 90, &d)) fail_msg("%s: %s", name, d.text);
    assert_int_equal(sq_picture_file_read(&bytes, n, scratch(name), &d), SQ_OK);
    return bytes;
}

static void a_file_is_of_the_kind_that_its_ending_says(void **state) {
    (void)state;
    const struct {
        const char *name;
        sq_picture_kind kind;
    } files[] = {{"a.jpg", SQ_KIND_JPEG}, {"a.JPEG", SQ_KIND_JPEG}, {"a.png", SQ_KIND_PNG},
                 {"a.tif", SQ_KIND_TIFF}, {"a.tiff", SQ_KIND_TIFF}, {"a.bmp", SQ_KIND_BMP}};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        size_t n;
        sq_picture_head head;
        sq_diag d;
        uint8_t *bytes = written(files[i].name, &n);
        assert_int_equal(sq_picture_head_read(&head, bytes, n, "it", &d), SQ_OK);
        assert_int_equal(head.kind, files[i].kind);
        free(bytes);
    }
    static const uint8_t one[3];
    sq_diag d = {0};
    for (const char *const *name = (const char *[]){"a.webp", "a.ppm", "png", "a.png.txt", "", NULL}; *name;
         name++)
        assert_int_equal(sq_picture_file_write(*name, one, 3, 1, 1, 90, &d), SQ_E_ARGUMENT);
}

/* Whatever byte is wrong: the picture comes, or a sentence. Nothing else may happen. */
static void damage_is_survived(void **state) {
    (void)state;
    int refused = 0;
    for (const char *const *name = (const char *[]){"a.jpg", "a.png", "a.tiff", "a.bmp", NULL}; *name;
         name++) {
        size_t n;
        uint8_t *bytes = written(*name, &n), *bgr = malloc(64 * 48 * 3);
        assert_non_null(bgr);
        for (size_t i = 0; i < n; i += n / 60 + 1) {
            sq_diag d = {0};
            sq_picture_head head;
            bytes[i] ^= 0x55;
            if (!sq_picture_head_read(&head, bytes, n, "it", &d) && head.width == 64 && head.height == 48)
                refused += sq_picture_file_decode(bgr, &head, bytes, n, "it", &d) == SQ_E_FORMAT;
            bytes[i] ^= 0x55;
        }
        free(bytes);
        free(bgr);
    }
    assert_true(refused > 10);
}

/* Nobody's camera writes them, and their four colours are not ours to mix. */
static void a_printers_jpeg_is_refused(void **state) {
    (void)state;
    size_t n;
    sq_diag d = {0};
    uint8_t *bytes = written("a.jpg", &n), bgr[64 * 48 * 3];
    for (size_t i = 0; i + 9 < n; i++)
        if (bytes[i] == 0xff && bytes[i + 1] == 0xc0) bytes[i + 9] = 4; /* SOF0: four colours */
    assert_int_equal(decode(bgr, bytes, n, &d), SQ_E_FORMAT);
    assert_non_null(strstr(d.text, "damaged"));
    free(bytes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_that_are_only_read),
        cmocka_unit_test(a_file_is_of_the_kind_that_its_ending_says),
        cmocka_unit_test(damage_is_survived),
        cmocka_unit_test(a_printers_jpeg_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
