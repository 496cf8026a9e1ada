/* Text in pictures: where it stands, that it can be read, and that letters beyond ASCII are letters. */
#include "ui/canvas/letters.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WIDE = 300, TALL = 60, CAPITAL = 20, LEFT = 20, LINE = 40 };

static const sq_paint white = {255, 255, 255, 1}, black = {0, 0, 0, 1}, none = {0, 0, 0, 0};

static sq_picture *page(void) {
    sq_picture *p;
    sq_diag d;
    assert_int_equal(sq_picture_new(&p, WIDE, TALL, &d), SQ_OK);
    return p;
}

static int level(sq_picture *p, int x, int y) {
    int stride;
    return sq_picture_pixels(p, &stride)[(ptrdiff_t)y * stride + 3 * (ptrdiff_t)x];
}

/* White on black: the inked pixels of a text, from which one can tell texts apart. */
static void write_on(unsigned char out[WIDE * TALL], const char *text) {
    sq_picture *p = page();
    sq_letters_draw(p, (sq_px){LEFT, LINE}, CAPITAL, text, white, none);
    for (int y = 0; y < TALL; y++)
        for (int x = 0; x < WIDE; x++)
            out[y * WIDE + x] = (unsigned char)level(p, x, y);
    sq_picture_free(p);
}

static int first_row(const unsigned char *page_of, int least) {
    for (int y = 0; y < TALL; y++)
        for (int x = 0; x < WIDE; x++)
            if (page_of[y * WIDE + x] > least) return y;
    return TALL;
}

static void text_is_readable_on_its_ground(void **state) {
    (void)state;
    sq_picture *p = page();
    sq_letters_draw(p, (sq_px){LEFT, LINE}, CAPITAL, "b3 1.8", black, white);
    int width = (int)sq_letters_width(CAPITAL, "b3 1.8"), inked = 0;
    assert_in_range(width, 3 * CAPITAL, 6 * CAPITAL);
    assert_int_equal(level(p, LEFT - 4, 30), 255); /* ground before, behind, above and below the letters */
    assert_int_equal(level(p, LEFT + width + 3, 30), 255);
    assert_int_equal(level(p, 50, LINE - CAPITAL - 4), 255);
    assert_int_equal(level(p, 50, LINE + 4), 255);
    assert_int_equal(level(p, LEFT + width + 20, 30), 0);
    for (int y = LINE - CAPITAL; y <= LINE; y++)
        for (int x = LEFT; x < LEFT + width; x++)
            inked += level(p, x, y) < 128;
    assert_in_range(inked, CAPITAL * width / 10, CAPITAL * width / 2);
    sq_picture_free(p);
}

static void a_capital_is_as_high_as_was_asked(void **state) {
    (void)state;
    static unsigned char at[WIDE * TALL];
    write_on(at, "H");
    assert_in_range(first_row(at, 128), LINE - CAPITAL - 1, LINE - CAPITAL + 1);
    for (int x = 0; x < WIDE; x++) /* it stands on the line */
        assert_true(at[(LINE + 1) * WIDE + x] < 128);
}

/* Each is drawn, is its own letter, and is not the box that stands for a letter that no font has. */
static void letters_beyond_ascii_are_letters(void **state) {
    (void)state;
    static const char *const texts[] = {"?", "+-", "±", "°", "ø",     "ł",
                                        "ж", "Ω",  "½", "–", "\uE0FF" /* no letter */};
    static unsigned char seen[sizeof texts / sizeof *texts][WIDE * TALL];
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        write_on(seen[i], texts[i]);
        assert_true(first_row(seen[i], 128) < TALL);
        for (size_t j = 0; j < i; j++)
            assert_memory_not_equal(seen[i], seen[j], sizeof *seen);
    }
    write_on(seen[0], "Å");
    assert_true(first_row(seen[0], 128) < LINE - CAPITAL - 2); /* the ring is not cut off */
}

static void text_is_moved_into_the_picture(void **state) {
    (void)state;
    sq_picture *p = page();
    int inked = 0;
    sq_letters_draw(p, (sq_px){WIDE - 20, 5}, CAPITAL, "b3 1.8", white, none);
    for (int y = 0; y < TALL; y++)
        for (int x = 0; x < WIDE; x++)
            inked += level(p, x, y) > 128;
    assert_true(inked > 200);
    sq_letters_draw(p, (sq_px){1e12, -1e12}, CAPITAL, "wider than the picture, and much too wide for it",
                    white, white);
    assert_int_equal(level(p, 1, 1), 255);
    sq_letters_draw(p, (sq_px){NAN, 30}, CAPITAL, "nowhere", white, white);
    sq_picture_free(p);
}

/* A file's name may hold any bytes. */
static void bytes_that_are_no_text_are_shown_as_such(void **state) {
    (void)state;
    static unsigned char bad[WIDE * TALL], sign[WIDE * TALL];
    write_on(bad, "a\xff\xfe");
    write_on(sign, "a\uFFFD\uFFFD");
    assert_memory_equal(bad, sign, sizeof bad);
    assert_true(sq_letters_width(CAPITAL, "") < 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_readable_on_its_ground),
        cmocka_unit_test(a_capital_is_as_high_as_was_asked),
        cmocka_unit_test(letters_beyond_ascii_are_letters),
        cmocka_unit_test(text_is_moved_into_the_picture),
        cmocka_unit_test(bytes_that_are_no_text_are_shown_as_such),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
