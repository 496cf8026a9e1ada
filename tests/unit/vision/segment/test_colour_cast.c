/* The colour cast: what a camera adds to every colour is found by the winks, and nothing where it adds
 * nothing. */
#include "vision/segment/colour_cast.h"

#include "tests/fixture/picture/segment_fixture.h"
#include "vision/segment/wink_palette.h"

enum { W = 420, H = 200, STEP = 2, SMALL_WINK = 50, ANY_AREA = 1 << 20 }; /* samples */

/* Plastics as dark as they are in the evening, darker than the felt by far: blue, green, red, yellow. */
static const uint8_t dark[SQ_USUAL_COLOURS][3] = {{28, 30, 66}, {26, 56, 36}, {92, 22, 22}, {128, 112, 34}},
                     felt[3] = {114, 116, 112};

/* A row of each colour, some small and some large; as a camera shows it that adds so many levels. */
static sq_naive_scene rows_with(const int added[3]) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.rays = 3;
    s.noise = 1.5;
    for (int k = 0; k < 3; k++)
        s.felt[k] = (uint8_t)(felt[k] + added[k]);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        for (int i = 0; i < 6; i++) {
            sq_naive_wink(&s, (sq_colour)c, i < 2 ? SQ_LARGE : SQ_SMALL, -170 + 62 * i + 9 * c, -66 + 44 * c,
                          SQ_NAIVE_FLAT_MM);
            for (int k = 0; k < 3; k++) {
                int level = dark[c][k] + added[k];
                s.disc[s.disc_count - 1].rgb[k] = (uint8_t)(level > 0 ? level : 0);
            }
        }
    return s;
}

typedef struct {
    float added[3];
    bool found;
    sq_palette palette; /* of the picture without it */
} seen;

static seen look(const sq_naive_scene *scene, sq_frame_format format, bool take_off) {
    seen out;
    sq_naive_picture bgr = sq_naive_draw(scene);
    sq_naive_picture p = sq_naive_convert(&bgr, format, SQ_CHROMA_CENTRE, SQ_MATRIX_BT709, true, 0);
    stages *st = stages_new(&p.frame, &scene->camera);
    sq_segment(&st->segments, &p.frame, &st->outline, st->none, &st->surface, STEP, 3);
    out.found = sq_colour_cast_find(out.added, &p.frame, &st->outline, &st->surface, &st->segments, ANY_AREA,
                                    SMALL_WINK);
    if (take_off) {
        memcpy(p.frame.added, out.added, sizeof out.added);
        stages_free(st);
        st = stages_new(&p.frame, &scene->camera);
        sq_segment(&st->segments, &p.frame, &st->outline, st->none, &st->surface, STEP, 3);
    }
    sq_palette_learn(&out.palette, &p.frame, &st->outline, &st->surface, &st->segments, ANY_AREA, SMALL_WINK);
    stages_free(st);
    sq_naive_free(&p);
    sq_naive_free(&bgr);
    return out;
}

/* How many of the four plastics the palette takes for what they are. */
static int colours_told(const sq_palette *p, const int added[3], const float taken_off[3]) {
    int right = 0;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        float rgb[3], ground[3], confidence;
        for (int k = 0; k < 3; k++) {
            rgb[k] = fmaxf((float)(dark[c][k] + added[k]), 0) - taken_off[k];
            ground[k] = (float)(felt[k] + added[k]) - taken_off[k];
        }
        sq_chroma v = sq_chroma_from_rgb(rgb, ground);
        right += (int)sq_palette_nearest(p, v, &confidence) == c && sq_palette_shows(p, (sq_colour)c, v, 0.5);
    }
    return right;
}

/* Degrees from where a colour is looked for to where the palette has it, of the farthest. */
static float farthest(const sq_palette *p) {
    float most = 0;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        most = fmaxf(most, sq_angle_between(p->colour[c].angle, sq_usual_angle[c]));
    return most;
}

static const int warm[3] = {25, -4, -30};

static void what_is_added_is_found_and_taken_off(void **state) {
    (void)state;
    static const sq_frame_format formats[] = {SQ_FRAME_BGR, SQ_FRAME_I420};
    sq_naive_scene s = rows_with(warm);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        seen without = look(&s, formats[i], true), with = look(&s, formats[i], false);
        assert_true(without.found);
        for (int k = 0; k < 3; k++)
            assert_near(without.added[k], warm[k], 16);
        assert_int_equal(colours_told(&without.palette, warm, without.added), 4);
        assert_true(farthest(&with.palette) > 2 * farthest(&without.palette)); /* what it is there for */
    }
}

static void where_nothing_is_added_nothing_is_found(void **state) {
    (void)state;
    static const int nothing[3] = {0, 0, 0};
    sq_naive_scene s = rows_with(nothing);
    seen as_it_is = look(&s, SQ_FRAME_I420, false);
    assert_false(as_it_is.found);
    for (int k = 0; k < 3; k++)
        assert_near(as_it_is.added[k], 0, 0);
}

/* Green that looks yellow strays no more than yellow does: what gives it away is that there is twice as much.
 */
static void a_colour_of_which_there_is_too_much_is_two(void **state) {
    (void)state;
    static const int reddish[3] = {45, -4, -18};
    sq_naive_scene s = rows_with(reddish);
    seen without = look(&s, SQ_FRAME_I420, true), with = look(&s, SQ_FRAME_I420, false);
    static const float nothing[3];
    assert_true(without.found);
    assert_int_equal(colours_told(&without.palette, reddish, without.added), 4);
    assert_true(colours_told(&with.palette, reddish, nothing) < 4); /* what it is there for */
}

/* A coin and a card of the table's colour are no reason to see all others otherwise. */
static void odd_things_are_no_cast(void **state) {
    (void)state;
    static const int nothing[3] = {0, 0, 0};
    sq_naive_scene s = rows_with(nothing);
    for (int i = 0; i < 3; i++) {
        sq_naive_wink(&s, SQ_RED, SQ_LARGE, -150 + 90 * i, 88, SQ_NAIVE_FLAT_MM);
        memcpy(s.disc[s.disc_count - 1].rgb, (const uint8_t[3]){120, 84, 50}, 3); /* copper */
    }
    assert_false(look(&s, SQ_FRAME_I420, false).found);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_added_is_found_and_taken_off),
        cmocka_unit_test(where_nothing_is_added_nothing_is_found),
        cmocka_unit_test(a_colour_of_which_there_is_too_much_is_two),
        cmocka_unit_test(odd_things_are_no_cast),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
