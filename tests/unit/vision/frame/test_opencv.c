/* Pictures in and out, and drawing at fractions of a pixel. */
#include "vision/frame/opencv.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"

static const sq_paint white = {255, 255, 255, 1};

static sq_picture *black(int w, int h) {
    sq_picture *p;
    sq_diag d;
    assert_int_equal(sq_picture_new(&p, w, h, &d), SQ_OK);
    return p;
}

static unsigned char *pixel(sq_picture *p, int x, int y) {
    int stride;
    unsigned char *px = sq_picture_pixels(p, &stride);
    return px + y * stride + 3 * x;
}

/* A smooth picture that no codec spoils. */
static sq_picture *shades(int w, int h) {
    sq_picture *p = black(w, h);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            unsigned char *px = pixel(p, x, y);
            px[0] = (unsigned char)(255 * x / w), px[1] = (unsigned char)(255 * y / h), px[2] = 128;
        }
    return p;
}

static void there_and_back(void **state) {
    (void)state;
    static const struct {
        const char *name;
        int levels;
    } kinds[] = {{"a.png", 0}, {"a.bmp", 0}, {"a.tiff", 0}, {"a.jpg", 6}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        sq_picture *p = shades(64, 48), *q;
        sq_diag d = {0};
        assert_int_equal(sq_picture_write(p, scratch(kinds[k].name), 95, &d), SQ_OK);
        if (sq_picture_read(&q, scratch(kinds[k].name), &d)) fail_msg("%s", d.text);
        sq_frame f = sq_picture_frame(q);
        assert_int_equal(f.width, 64);
        assert_int_equal(f.height, 48);
        for (int y = 0; y < 48; y++)
            for (int x = 0; x < 64; x++)
                for (int c = 0; c < 3; c++)
                    assert_near(pixel(q, x, y)[c], pixel(p, x, y)[c], kinds[k].levels);
        sq_picture_free(p);
        sq_picture_free(q);
    }
}

/* Where viewers show the pixel that is stored at (x, y) of w x h, by the rotation tag (EXIF 2.3, tag 274). */
static void shown_at(int tag, int w, int h, int x, int y, int *sx, int *sy) {
    const int right = w - 1 - x, below = h - 1 - y;
    const int at[9][2] = {{0},    {x, y},     {right, y},     {right, below}, {x, below},
                          {y, x}, {below, x}, {below, right}, {y, right}};
    *sx = at[tag][0], *sy = at[tag][1];
}

/* A JPEG of p with the rotation tag. */
static const char *tagged(const sq_picture *p, int tag) {
    unsigned char exif[] = {0xff, 0xe1, 0, 34, 'E', 'x', 'i', 'f', 0, 0, 'M', 'M', 0, 42, 0,
                            0,    0,    8, 0,  1,   1,   18,  0,   3, 0, 0,   0,   1, 0,  (unsigned char)tag,
                            0,    0,    0, 0,  0,   0};
    size_t n;
    sq_diag d = {0};
    assert_int_equal(sq_picture_write(p, scratch("plain.jpg"), 95, &d), SQ_OK);
    unsigned char *plain = scratch_read(scratch("plain.jpg"), &n), *file = malloc(n + sizeof exif);
    assert_non_null(file);
    memcpy(file, plain, 2);
    memcpy(file + 2, exif, sizeof exif);
    memcpy(file + 2 + sizeof exif, plain + 2, n - 2);
    const char *path = scratch_file("tagged.jpg", file, n + sizeof exif);
    free(plain);
    free(file);
    return path;
}

/* A telephone that was held on its side says so in its picture. */
static void a_picture_comes_the_way_up_as_viewers_show_it(void **state) {
    (void)state;
    for (int tag = 1; tag <= 8; tag++) {
        sq_picture *p = shades(64, 48), *q;
        sq_diag d = {0};
        if (sq_picture_read(&q, tagged(p, tag), &d)) fail_msg("%s", d.text);
        sq_frame f = sq_picture_frame(q);
        assert_int_equal(f.width, tag < 5 ? 64 : 48);
        assert_int_equal(f.height, tag < 5 ? 48 : 64);
        for (int x = 5; x < 64; x += 24)
            for (int c = 0, sx, sy; c < 3; c++) {
                shown_at(tag, 64, 48, x, 11, &sx, &sy);
                assert_near(pixel(q, sx, sy)[c], pixel(p, x, 11)[c], 6);
            }
        sq_picture_free(p);
        sq_picture_free(q);
    }
}

static void assert_refused(const char *path, sq_code code, const char *word) {
    sq_picture *p = NULL;
    sq_diag d = {0};
    assert_int_equal(sq_picture_read(&p, path, &d), code);
    assert_int_equal(d.code, code);
    if (!strstr(d.text, word)) fail_msg("\"%s\" does not say \"%s\"", d.text, word);
    assert_null(p);
}

static void bad_files_get_a_sentence(void **state) {
    (void)state;
    assert_refused(scratch("nothing.jpg"), SQ_E_FILE, "No such file");
    assert_refused("/tmp", SQ_E_FILE, "is a folder");
    assert_refused(scratch_file("text.jpg", "not a picture", 13), SQ_E_FORMAT, "no picture");
    assert_refused(scratch_file("empty.jpg", "", 0), SQ_E_FORMAT, "empty");
    const char *locked = scratch_file("locked.jpg", "x", 1);
    chmod(locked, 0);
    if (geteuid()) assert_refused(locked, SQ_E_FILE, "Permission denied"); /* root may read all */
}

static void half_a_file_is_refused(void **state) {
    (void)state;
    const char *kinds[] = {"h.png", "h.jpg", "h.bmp", "h.tiff"};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        sq_picture *p = shades(200, 150);
        sq_diag d;
        assert_int_equal(sq_picture_write(p, scratch(kinds[k]), 90, &d), SQ_OK);
        size_t n;
        unsigned char *bytes = scratch_read(scratch(kinds[k]), &n);
        assert_refused(scratch_file(kinds[k], bytes, n / 2), SQ_E_FORMAT, "cut short");
        assert_refused(scratch_file(kinds[k], bytes, n - 2), SQ_E_FORMAT, "cut short");
        free(bytes);
        sq_picture_free(p);
    }
}

/* PNG of one row, 16 bits a channel, stored without compression: what the file must hold is worked
 * out here. */
static uint32_t crc32_of(const unsigned char *p, size_t n) {
    uint32_t c = ~0u;
    for (; n--; p++) {
        c ^= *p;
        for (int k = 0; k < 8; k++)
            c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
    }
    return ~c;
}

static unsigned char *chunk(unsigned char *at, const char *name, const unsigned char *data, unsigned n) {
    memcpy(at, (unsigned char[]){0, 0, 0, (unsigned char)n}, 4);
    memcpy(at + 4, name, 4);
    memcpy(at + 8, data, n);
    uint32_t c = crc32_of(at + 4, n + 4);
    for (int k = 0; k < 4; k++)
        at[8 + n + (unsigned)k] = (unsigned char)(c >> (24 - 8 * k));
    return at + 12 + n;
}

static void sixteen_bits_become_eight(void **state) {
    (void)state;
    unsigned char file[200], *at = file;
    memcpy(at, "\x89PNG\r\n\x1a\n", 8);
    at = chunk(at + 8, "IHDR", (unsigned char[]){0, 0, 0, 2, 0, 0, 0, 1, 16, 2, 0, 0, 0}, 13);
    /* zlib: stored block of 13 bytes: filter 0, red 0xffff 0 0, then 0x8000 0x4000 0x2000; Adler-32 */
    unsigned char z[] = {0x78, 1, 1,    13, 0,    0xf2, 0xff, 0, 0xff, 0xff, 0, 0,
                         0,    0, 0x80, 0,  0x40, 0,    0x20, 0, 0,    0,    0, 0};
    uint32_t a = 1, b = 0;
    for (int i = 7; i < 20; i++)
        a = (a + z[i]) % 65521, b = (b + a) % 65521;
    memcpy(z + 20,
           (unsigned char[]){(unsigned char)(b >> 8), (unsigned char)b, (unsigned char)(a >> 8),
                             (unsigned char)a},
           4);
    at = chunk(at, "IDAT", z, sizeof z);
    at = chunk(at, "IEND", z, 0);
    sq_picture *p;
    sq_diag d = {0};
    if (sq_picture_read(&p, scratch_file("deep.png", file, (size_t)(at - file)), &d)) fail_msg("%s", d.text);
    assert_memory_equal(pixel(p, 0, 0), ((unsigned char[]){0, 0, 255, 0x20, 0x40, 0x80}), 6);
    sq_picture_free(p);
}

static void grey_is_known(void **state) {
    (void)state;
    sq_picture *p;
    sq_diag d;
    assert_int_equal(sq_picture_read(&p, scratch_file("g.pgm", "P5 2 1 255\n\x10\xf0", 13), &d), SQ_OK);
    assert_true(sq_picture_is_grey(p));
    assert_memory_equal(pixel(p, 0, 0), "\x10\x10\x10\xf0\xf0\xf0", 6);
    pixel(p, 1, 0)[2]--;
    assert_false(sq_picture_is_grey(p));
    sq_picture_free(p);
}

static void writing_fails_with_a_sentence(void **state) {
    (void)state;
    sq_picture *p = black(4, 4);
    sq_diag d;
    assert_int_equal(sq_picture_write(p, "/nowhere/at/all.png", 90, &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "/nowhere/at/all.png"));
    assert_int_equal(sq_picture_write(p, scratch("a.xyz"), 90, &d), SQ_E_ARGUMENT);
    sq_picture_free(p);
}

static void a_frame_is_copied_and_a_picture_reused(void **state) {
    (void)state;
    sq_picture *p = shades(40, 30), *q;
    sq_frame f = sq_picture_frame(p);
    sq_diag d;
    assert_int_equal(sq_picture_from_frame(&q, &f, &d), SQ_OK);
    assert_memory_equal(pixel(q, 0, 29), pixel(p, 0, 29), 120);
    const unsigned char *where = pixel(q, 0, 0);
    pixel(p, 3, 3)[0] = 77;
    assert_int_equal(sq_picture_set_frame(q, &f, &d), SQ_OK);
    assert_ptr_equal(pixel(q, 0, 0), where);
    assert_int_equal(pixel(q, 3, 3)[0], 77);
    sq_picture_free(p);
    sq_picture_free(q);
}

/* What was drawn: its weight (in white pixels) and its centre of gravity. */
static double weigh(sq_picture *p, sq_px *centre) {
    sq_frame f = sq_picture_frame(p);
    double sum = 0, x1 = 0, y1 = 0;
    for (int y = 0; y < f.height; y++)
        for (int x = 0; x < f.width; x++) {
            double v = pixel(p, x, y)[1] / 255.0;
            sum += v, x1 += v * x, y1 += v * y;
        }
    *centre = (sq_px){x1 / sum, y1 / sum};
    return sum;
}

static void discs_lie_at_fractions_of_a_pixel(void **state) {
    (void)state;
    for (int k = 0; k < 10; k++) {
        sq_picture *p = black(60, 50);
        sq_px c = {30 + k / 10.0, 24.5 - k / 10.0}, seen;
        sq_draw_circle(p, c, 12, 0, white);
        double area = weigh(p, &seen);
        assert_near(seen.x, c.x, 0.1);
        assert_near(seen.y, c.y, 0.1);
        assert_in_range(area, M_PI * 12 * 12, M_PI * 12.7 * 12.7); /* the smooth rim adds half a pixel */
        sq_picture_free(p);
    }
}

static void an_ellipse_turns_clockwise(void **state) {
    (void)state;
    sq_picture *p = black(80, 80);
    sq_draw_ellipse(p, (sq_px){40, 40}, 30, 8, M_PI / 4, 1, white);
    assert_true(pixel(p, 61, 61)[0] > 60); /* its tip, 30 px away down to the right */
    assert_int_equal(pixel(p, 61, 19)[0], 0);
    sq_picture_free(p);
}

static void alpha_mixes_and_the_rest_is_untouched(void **state) {
    (void)state;
    sq_picture *p = shades(60, 60), *q = shades(60, 60);
    const sq_px square[] = {{10, 10}, {30, 10}, {30, 30}, {10, 30}};
    sq_draw_polygon(p, square, 4, (sq_paint){0, 0, 255, 0.25});
    for (int c = 0; c < 3; c++)
        assert_near(pixel(p, 20, 20)[c], 0.75 * pixel(q, 20, 20)[c] + (c == 2 ? 0.25 * 255 : 0), 1);
    assert_memory_equal(pixel(p, 0, 40), pixel(q, 0, 40), 180);
    assert_memory_equal(pixel(p, 33, 20), pixel(q, 33, 20), 60);
    int before = pixel(p, 20, 20)[2];
    sq_draw_polygon(p, square, 4, (sq_paint){0, 0, 255, 0});
    assert_int_equal(pixel(p, 20, 20)[2], before);
    sq_picture_free(p);
    sq_picture_free(q);
}

static void what_lies_outside_is_clipped(void **state) {
    (void)state;
    sq_picture *p = black(40, 40);
    sq_draw_line(p, (sq_px){-1e9, 20}, (sq_px){1e9, 20}, 3, white);
    assert_int_equal(pixel(p, 0, 20)[0], 255);
    assert_int_equal(pixel(p, 39, 20)[0], 255);
    assert_int_equal(pixel(p, 20, 30)[0], 0);
    sq_draw_line(p, (sq_px){NAN, 30}, (sq_px){20, 30}, 3, white);
    sq_draw_circle(p, (sq_px){30, INFINITY}, 4, 1, white);
    sq_draw_circle(p, (sq_px){500, 500}, 400, 2, white);
    assert_int_equal(pixel(p, 20, 30)[0], 0);
    sq_draw_circle(p, (sq_px){20, 20}, 1e8, 0, white);
    assert_int_equal(pixel(p, 20, 30)[0], 255);
    sq_diag d;
    assert_int_equal(sq_picture_write(p, scratch("clipped.png"), 90, &d), SQ_OK);
    sq_picture_free(p);
}

static void hough_counts_circles(void **state) {
    (void)state;
    enum { W = 300, H = 200 };
    static uint8_t luma[W * H];
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double r = fmin(hypot(x - 70, y - 100), hypot(x - 200, y - 90));
            luma[y * W + x] = (uint8_t)(40 + 160 * fmin(1, fmax(0, 20.5 - r)));
        }
    sq_frame f = {.width = W, .height = H, .format = SQ_FRAME_GREY, .plane = {luma}, .stride = {W}};
    int count = -1;
    sq_diag d;
    assert_int_equal(sq_cv_hough_circles(&f, 20, 100, 15, 15, 25, &count, &d), SQ_OK);
    assert_int_equal(count, 2);
    f.format = SQ_FRAME_BGR;
    assert_int_equal(sq_cv_hough_circles(&f, 20, 100, 15, 15, 25, &count, &d), SQ_E_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(a_picture_comes_the_way_up_as_viewers_show_it),
        cmocka_unit_test(bad_files_get_a_sentence),
        cmocka_unit_test(half_a_file_is_refused),
        cmocka_unit_test(sixteen_bits_become_eight),
        cmocka_unit_test(grey_is_known),
        cmocka_unit_test(writing_fails_with_a_sentence),
        cmocka_unit_test(a_frame_is_copied_and_a_picture_reused),
        cmocka_unit_test(discs_lie_at_fractions_of_a_pixel),
        cmocka_unit_test(an_ellipse_turns_clockwise),
        cmocka_unit_test(alpha_mixes_and_the_rest_is_untouched),
        cmocka_unit_test(what_lies_outside_is_clipped),
        cmocka_unit_test(hough_counts_circles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
