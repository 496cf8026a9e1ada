/* Winks that a lamp has washed out: what the set lacks tells their colour, and their outline what they are.
 */
#include "vision/washed_out_winks.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/picture/sight_fixture.h"
#include "vision/segment/covered_regions.h"

enum { W = 420, H = 300 };

static void look_at(const sq_naive_scene *s) {
    sq_naive_picture p = sq_naive_draw(s);
    if (sq_sight_look(sight, &p.frame, &s->camera, &seen, &diag)) fail_msg("%s", diag.text);
    sq_naive_free(&p);
}

static const sq_seen_wink *wink_at(const sq_naive_disc *d) {
    for (int i = 0; i < seen.wink_count; i++)
        if (sq_mm_distance(seen.winks[i].at, d->at) < 1.5) return &seen.winks[i];
    return 0;
}

/* Two white discs beside all other winks of a set: of their widths it lacks one colour each, so that they can
 * be nothing else. What is white and wider than a wink stays a region. */
static void white_discs_are_what_alone_the_set_lacks(void **state) {
    (void)state;
    static const double widths[] = {0.97, 1.15}; /* the bevel mirrors no lamp: what is white is narrower */
    for (int wide = 0; wide < 2; wide++) {
        sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
        s.noise = 1;
        for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
            sq_naive_wink(&s, sq_wink_colour(w), sq_wink_size(w), -160 + 60 * (w % 6), -90 + 55 * (w / 6),
                          SQ_NAIVE_FLAT_MM);
        sq_wink white[SQ_SIZES] = {SQ_NO_WINK, SQ_NO_WINK};
        for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
            if ((int)sq_wink_colour(w) == (sq_wink_size(w) == SQ_LARGE ? SQ_RED : SQ_BLUE))
                white[sq_wink_size(w)] = w;
        for (int k = 0; k < SQ_SIZES; k++) {
            memset(s.disc[white[k]].rgb, 255, sizeof s.disc[white[k]].rgb);
            s.disc[white[k]].radius_mm *= widths[wide];
        }
        look_at(&s);
        assert_int_equal(seen.wink_count, wide ? SQ_USUAL_WINKS - SQ_SIZES : SQ_USUAL_WINKS);
        for (int k = 0; k < SQ_SIZES; k++) {
            const sq_naive_disc *d = &s.disc[white[k]];
            const sq_seen_wink *w = wink_at(d);
            assert_int_equal(w != 0, !wide);
            assert_int_equal(sq_region_holds(&seen, d->at), wide);
            if (!w) continue;
            assert_int_equal(w->colour, sq_wink_colour(white[k]));
            assert_int_equal(w->size, k);
            assert_true(sq_mm_distance(w->at, d->at) < 3 * w->sigma_mm);
        }
    }
}

/* A green wink from which a codec has taken all colour, beside all others of a set: in a film it is what
 * alone the set lacks; in a picture by itself it may be a shadow. */
static void in_a_film_a_face_without_colour_is_a_wink(void **state) {
    (void)state;
    for (int film = 0; film < 2; film++) {
        sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
        s.noise = 1;
        for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
            sq_naive_wink(&s, sq_wink_colour(w), sq_wink_size(w), -160 + 60 * (w % 6), -90 + 55 * (w / 6),
                          SQ_NAIVE_FLAT_MM);
        sq_wink grey = sq_wink_from_name("g3");
        for (int k = 0; k < 3; k++)
            s.disc[grey].rgb[k] = (uint8_t)(0.7 * s.felt[k]);
        sq_naive_picture p = sq_naive_draw(&s);
        p.frame.predicted = film;
        if (sq_sight_look(sight, &p.frame, &s.camera, &seen, &diag)) fail_msg("%s", diag.text);
        sq_naive_free(&p);
        const sq_seen_wink *w = wink_at(&s.disc[grey]);
        assert_int_equal(w != 0, film);
        if (!w) continue;
        assert_int_equal(w->colour, SQ_GREEN);
        assert_int_equal(w->size, SQ_SMALL);
    }
}

/* A white disc that may be of either of two colours, under a wink of one of them: what lies over it does not
 * tell its colour. */
static void what_lies_over_a_white_disc_tells_nothing(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.noise = 1;
    int white = -1, lacking[SQ_USUAL_COLOURS] = {0}, drawn = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        sq_colour c = sq_wink_colour(w);
        bool is_large = sq_wink_size(w) == SQ_LARGE;
        if (is_large && (c == SQ_RED || c == SQ_BLUE) && !lacking[c]++) continue;
        if (!is_large && c == SQ_RED && !lacking[SQ_GREEN]++) continue;
        sq_naive_wink(&s, c, sq_wink_size(w), -160 + 60 * (drawn % 6), -90 + 55 * (drawn / 6),
                      SQ_NAIVE_FLAT_MM);
        drawn++;
    }
    white = sq_naive_wink(&s, SQ_BLUE, SQ_LARGE, 80, 75, SQ_NAIVE_FLAT_MM);
    memset(s.disc[white].rgb, 255, sizeof s.disc[white].rgb);
    s.disc[white].radius_mm *= 0.97;
    sq_naive_wink_upon(&s, white, SQ_RED, SQ_SMALL, 6, 0);
    look_at(&s);
    assert_int_equal(seen.wink_count, drawn + 1);
    assert_null(wink_at(&s.disc[white]));
}

/* A white disc where the set lacks two small blue winks and a red one: blue is likelier, but what is white
 * may be a coin, in a film as well. */
static void white_of_a_likelier_colour_is_no_wink(void **state) {
    (void)state;
    for (int film = 0; film < 2; film++) {
        sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
        s.noise = 1;
        int small[SQ_USUAL_COLOURS] = {0}, white = -1;
        for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
            sq_colour colour = sq_wink_colour(w);
            int nth = sq_wink_size(w) == SQ_SMALL ? small[colour]++ : SQ_USUAL_WINKS;
            if ((colour == SQ_BLUE || colour == SQ_RED) && nth == 0) continue;
            int i = sq_naive_wink(&s, colour, sq_wink_size(w), -160 + 60 * (w % 6), -90 + 55 * (w / 6),
                                  SQ_NAIVE_FLAT_MM);
            if (colour == SQ_BLUE && nth < SQ_USUAL_WINKS) white = i;
        }
        sq_naive_disc *d = &s.disc[white];
        memset(d->rgb, 255, sizeof d->rgb);
        d->radius_mm *= 0.97;
        sq_naive_picture p = sq_naive_draw(&s);
        p.frame.predicted = film;
        if (sq_sight_look(sight, &p.frame, &s.camera, &seen, &diag)) fail_msg("%s", diag.text);
        sq_naive_free(&p);
        assert_null(wink_at(d));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_lies_over_a_white_disc_tells_nothing),
        cmocka_unit_test(white_discs_are_what_alone_the_set_lacks),
        cmocka_unit_test(in_a_film_a_face_without_colour_is_a_wink),
        cmocka_unit_test(white_of_a_likelier_colour_is_no_wink),
    };
    return cmocka_run_group_tests(tests, open_sight, close_sight);
}
