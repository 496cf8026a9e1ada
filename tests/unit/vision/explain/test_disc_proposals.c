/* First guesses by area: windows with discs of flat colour at known places. */
#include "vision/explain/disc_proposals.h"

#include "rules/terms/equipment_sizes.h"
#include "tests/fixture/picture/drawn_window.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

static sq_camera camera;
static sq_palette palette;
static sq_proposal_scratch scratch;
static sq_disc shape[SQ_SIZES];

static int begin(void **state) {
    (void)state;
    static const float angle[SQ_USUAL_COLOURS] = {100, 170, 0, -60};
    camera = sq_naive_camera(640, 480, (sq_mm){0, 0}, 1.4);
    sq_mm middle = sq_mm_from_px(&camera, (sq_px){X0 + SIDE / 2, Y0 + SIDE / 2}, SQ_NAIVE_FLAT_MM);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        palette.colour[c] = (sq_palette_colour){angle[c], 4, 0.6f, 100};
    for (int s = 0; s < SQ_SIZES; s++) {
        shape[s] = (sq_disc){.at = middle, .z = SQ_NAIVE_FLAT_MM, .radius_mm = sq_wink_radius_mm((sq_size)s)};
        sq_disc_place(&shape[s], &camera);
    }
    return !sq_proposal_scratch_new(&scratch);
}

static int end(void **state) {
    (void)state;
    sq_proposal_scratch_free(&scratch);
    return 0;
}

typedef struct {
    sq_colour colour;
    sq_size size;
    double x, y; /* pixels from the window's middle */
} wink;

static sq_disc disc_of(const wink *k) {
    sq_disc d = shape[k->size];
    d.centre.x += k->x;
    d.centre.y += k->y;
    return d;
}

static sq_window draw(const wink *k, int n) {
    for (int i = 0; i < SIDE * SIDE; i++) {
        chroma[i] = ground[i] = (sq_chroma){0, 0};
        believed[i] = 1;
        for (int j = 0; j < n; j++) {
            sq_disc d = disc_of(&k[j]);
            float angle = palette.colour[k[j].colour].angle / 57.29578f;
            if (sq_disc_distance(&d, X0 + i % SIDE, Y0 + i / SIDE, 0, 0) < 0)
                chroma[i] = (sq_chroma){0.6f * cosf(angle), 0.6f * sinf(angle)};
        }
    }
    return drawn_window();
}

static double face_mm2(sq_size s) {
    return M_PI * sq_wink_radius_mm(s) * sq_wink_radius_mm(s);
}

static void one_wink_is_guessed_with_its_colour_size_place_and_area(void **state) {
    (void)state;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        for (int s = 0; s < SQ_SIZES; s++) {
            const wink k = {(sq_colour)c, (sq_size)s, 3 - c, 2 * c - 4};
            sq_window w = draw(&k, 1);
            sq_proposal p[4];
            assert_int_equal(sq_proposal_discs(p, 4, &w, &palette, shape, 0, &scratch), 1);
            assert_int_equal(p[0].colour, c);
            assert_int_equal(p[0].size, s);
            sq_disc d = disc_of(&k);
            assert_near(sq_px_distance(p[0].centre, d.centre), 0, 2);
            assert_near(p[0].gain_mm2, face_mm2((sq_size)s), 0.12 * face_mm2((sq_size)s));
        }
}

/* Best first; each takes its pixels along. */
static void a_pile_is_guessed_wink_by_wink(void **state) {
    (void)state;
    static const wink pile[] = {
        {SQ_RED, SQ_LARGE, -10, -4}, {SQ_BLUE, SQ_LARGE, 9, 9}, {SQ_YELLOW, SQ_SMALL, 8, -14}};
    sq_window w = draw(pile, 3);
    sq_proposal p[6];
    int n = sq_proposal_discs(p, 6, &w, &palette, shape, 0, &scratch);
    assert_int_equal(n, 3);
    for (int i = 1; i < n; i++)
        assert_true(p[i].gain_mm2 <= p[i - 1].gain_mm2 + 1e-9);
    for (int j = 0; j < 3; j++) {
        int i = 0;
        while (i < n && p[i].colour != pile[j].colour)
            i++;
        assert_true(i < n);
        sq_disc d = disc_of(&pile[j]);
        assert_int_equal(p[i].size, pile[j].size);
        assert_near(sq_px_distance(p[i].centre, d.centre), 0, 4);
    }
    assert_int_equal(sq_proposal_discs(p, 2, &w, &palette, shape, 0, &scratch),
                     2); /* no more than asked for */
}

static void felt_and_what_is_not_believed_are_no_winks(void **state) {
    (void)state;
    const wink k = {SQ_RED, SQ_LARGE, 0, 0};
    sq_proposal p[4];
    sq_window w = draw(&k, 0);
    assert_int_equal(sq_proposal_discs(p, 4, &w, &palette, shape, 0, &scratch), 0);
    w = draw(&k, 1);
    memset(believed, 0, sizeof believed);
    assert_int_equal(sq_proposal_discs(p, 4, &w, &palette, shape, 0, &scratch), 0);
}

/* What one disc explains is struck off: the other is what is left, if its size is wanted. */
static void another_one_explains_what_is_left(void **state) {
    (void)state;
    static const wink pile[] = {{SQ_RED, SQ_LARGE, -12, 0}, {SQ_RED, SQ_SMALL, 14, 2}};
    static const bool both[SQ_SIZES] = {true, true}, large[SQ_SIZES] = {true, false};
    sq_window w = draw(pile, 2);
    sq_disc first = disc_of(&pile[0]), second = disc_of(&pile[1]);
    sq_proposal p;
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < SIDE * SIDE; i++) {
            double x = X0 + i % SIDE, y = Y0 + i / SIDE;
            scratch.label[i] = sq_disc_distance(&first, x, y, 0, 0) < 1 ||
                               (k == 2 && sq_disc_distance(&second, x, y, 0, 0) < 1);
        }
        bool found = sq_proposal_another(&p, &w, &palette, shape, k == 1 ? large : both, 0, &scratch);
        assert_int_equal(found, k < 2);
        if (!found) continue;
        assert_int_equal(p.colour, SQ_RED);
        assert_int_equal(p.size, k ? SQ_LARGE : SQ_SMALL);
        assert_near(sq_px_distance(p.centre, second.centre), 0, k ? 8 : 2);
    }
}

/* Another colour may lie over a disc, and speaks a little against it: more than what is hidden there does. */
static void another_colour_within_a_disc_costs_a_little(void **state) {
    (void)state;
    static const wink pile[] = {{SQ_RED, SQ_LARGE, -6, 0}, {SQ_BLUE, SQ_SMALL, 8, 0}};
    sq_window w = draw(pile, 2);
    sq_disc red = disc_of(&pile[0]), blue = disc_of(&pile[1]);
    sq_proposal over, hidden;
    assert_int_equal(sq_proposal_discs(&over, 1, &w, &palette, shape, 0, &scratch), 1);
    int both = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        double x = X0 + i % SIDE, y = Y0 + i / SIDE;
        if (sq_disc_distance(&blue, x, y, 0, 0) >= 0) continue;
        believed[i] = 0;
        both += sq_disc_distance(&red, x, y, 0, 0) < 0;
    }
    assert_int_equal(sq_proposal_discs(&hidden, 1, &w, &palette, shape, 0, &scratch), 1);
    assert_int_equal(over.colour, SQ_RED);
    assert_int_equal(hidden.colour, SQ_RED);
    double cost = hidden.gain_mm2 - over.gain_mm2, area = both / (red.px_per_mm * red.px_per_mm);
    assert_true(cost > 0.03 * area && cost < 0.3 * area);
}

static void a_blobs_area_and_middle_are_its_discs(void **state) {
    (void)state;
    for (int s = 0; s < SQ_SIZES; s++) {
        const wink k = {SQ_GREEN, (sq_size)s, 2, -1};
        sq_window w = draw(&k, 1);
        sq_disc d = disc_of(&k);
        sq_chroma seen;
        sq_px middle;
        double mm2 = sq_proposal_blob(&w, 1 / (d.px_per_mm * d.px_per_mm), &seen, &middle);
        assert_near(mm2, face_mm2((sq_size)s), 0.06 * face_mm2((sq_size)s));
        assert_near(sq_px_distance(middle, d.centre), 0, 0.2);
        assert_near(sq_chroma_angle(seen), 170, 0.5);
        assert_near(sq_chroma_length(seen), 0.6, 0.05); /* a small wink's rim is in the middle's corners */
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_wink_is_guessed_with_its_colour_size_place_and_area),
        cmocka_unit_test(a_pile_is_guessed_wink_by_wink),
        cmocka_unit_test(felt_and_what_is_not_believed_are_no_winks),
        cmocka_unit_test(another_one_explains_what_is_left),
        cmocka_unit_test(another_colour_within_a_disc_costs_a_little),
        cmocka_unit_test(a_blobs_area_and_middle_are_its_discs),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
