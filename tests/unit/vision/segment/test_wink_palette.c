/* The palette: four colours told apart under lamps and plastics of many kinds. */
#include "vision/segment/wink_palette.h"

#include "tests/fixture/picture/segment_fixture.h"

enum { W = 420, H = 200, STEP = 2, SMALL_WINK = 50 }; /* samples */

/* A row of each colour, some small and some large; kinds: a bit for each colour that is there. */
static sq_naive_scene rows_of(unsigned kinds) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.rays = 3;
    s.noise = 1.5;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        for (int i = 0; i < 6 && kinds >> c & 1; i++)
            sq_naive_wink(&s, (sq_colour)c, i < 2 ? SQ_LARGE : SQ_SMALL, -170 + 62 * i + 9 * c, -66 + 44 * c,
                          SQ_NAIVE_FLAT_MM);
    return s;
}

static sq_palette learn(const sq_naive_scene *s, sq_frame_format format, int max_area) {
    sq_naive_picture bgr = sq_naive_draw(s);
    sq_naive_picture p = sq_naive_convert(&bgr, format, SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, true, 0);
    stages *st = stages_new(&p.frame, &s->camera);
    sq_segment(&st->segments, &p.frame, &st->outline, st->none, &st->surface, STEP, 3);
    sq_palette out;
    sq_palette_learn(&out, &p.frame, &st->outline, &st->surface, &st->segments, max_area, SMALL_WINK);
    stages_free(st);
    sq_naive_free(&p);
    sq_naive_free(&bgr);
    return out;
}

enum { ANY_AREA = 1 << 20 };

/* The chroma of a plastic on this felt, in levels: what the eye should learn. */
static sq_chroma chroma_of(const sq_naive_scene *s, const uint8_t plastic[3]) {
    float rgb[3], felt[3];
    for (int k = 0; k < 3; k++) {
        rgb[k] = plastic[k];
        felt[k] = s->felt[k];
    }
    return sq_chroma_from_rgb(rgb, felt);
}

/* Every plastic in sight is told as its colour, surely, and its chroma is what it is. */
static void judge(const sq_palette *p, const sq_naive_scene *s) {
    for (int i = 0; i < s->disc_count; i++) {
        sq_chroma true_chroma = chroma_of(s, s->disc[i].rgb);
        sq_colour colour = (sq_colour)(int)lround((s->disc[i].at.y + 66) / 44);
        float confidence;
        assert_int_equal(sq_palette_nearest(p, true_chroma, &confidence), colour);
        assert_true(confidence > 0.95f);
        assert_near(
            sq_angle_between(sq_chroma_angle(sq_palette_chroma(p, colour)), sq_chroma_angle(true_chroma)), 0,
            6);
        assert_near(p->colour[colour].length / sq_chroma_length(true_chroma), 1, 0.15);
        assert_true(p->colour[colour].samples > 0);
    }
}

static void the_usual_plastics_are_learned_in_every_format(void **state) {
    (void)state;
    sq_naive_scene s = rows_of(15);
    static const sq_frame_format formats[] = {SQ_FRAME_BGR, SQ_FRAME_I420, SQ_FRAME_NV12, SQ_FRAME_I444};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        sq_palette p = learn(&s, formats[k], ANY_AREA);
        judge(&p, &s);
        assert_true(p.separation > 40);
    }
}

/* Lamps from warm bulbs to blue sky: felt and winks are tinted alike. */
static void the_lamps_tint_does_not_matter(void **state) {
    (void)state;
    static const double lamp[][3] = {{1, 0.82, 0.6}, {0.8, 0.9, 1}, {0.9, 1, 0.85}, {0.35, 0.34, 0.3}};
    for (size_t k = 0; k < sizeof lamp / sizeof *lamp; k++) {
        sq_naive_scene s = rows_of(15);
        for (int c = 0; c < 3; c++) {
            s.felt[c] = (uint8_t)lround(s.felt[c] * lamp[k][c]);
            for (int i = 0; i < s.disc_count; i++)
                s.disc[i].rgb[c] = (uint8_t)lround(s.disc[i].rgb[c] * lamp[k][c]);
        }
        sq_palette p = learn(&s, SQ_FRAME_BGR, ANY_AREA);
        judge(&p, &s);
    }
}

/* Other makers' plastics: cyan blue, lime green, orange red, lemon yellow, and dark ones. */
static void other_makers_plastics_are_learned(void **state) {
    (void)state;
    static const uint8_t sets[][SQ_USUAL_COLOURS][3] = {
        {{30, 120, 190}, {90, 150, 40}, {205, 70, 40}, {225, 205, 60}},
        {{30, 40, 110}, {20, 80, 50}, {120, 20, 40}, {180, 140, 20}},
        {{70, 60, 170}, {60, 160, 120}, {190, 40, 80}, {230, 170, 30}},
    };
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        sq_naive_scene s = rows_of(15);
        for (int i = 0; i < s.disc_count; i++)
            memcpy(s.disc[i].rgb, sets[k][i / 6], 3);
        sq_palette p = learn(&s, SQ_FRAME_BGR, ANY_AREA);
        judge(&p, &s);
    }
}

/* Pale plastics on greenish felt, with the gloss of a lamp upon all: yellow lies nearer to where red does as
 * a rule. */
static const uint8_t veiled[SQ_USUAL_COLOURS][3] = {
    {117, 171, 216}, {100, 178, 125}, {200, 105, 95}, {254, 222, 156}};

static sq_naive_scene veiled_rows_of(unsigned kinds) {
    sq_naive_scene s = rows_of(kinds);
    s.felt[0] = 144;
    s.felt[1] = 176;
    s.felt[2] = 150;
    for (int i = 0; i < s.disc_count; i++)
        memcpy(s.disc[i].rgb, veiled[lround((s.disc[i].at.y + 66) / 44)], 3);
    return s;
}

static void yellow_under_a_veil_is_no_red(void **state) {
    (void)state;
    sq_naive_scene s = veiled_rows_of(15);
    sq_palette p = learn(&s, SQ_FRAME_BGR, ANY_AREA);
    judge(&p, &s);
}

/* Where no other colour shows how the light is, one that lies between two is sure of neither. */
static void one_veiled_colour_alone_is_not_sure(void **state) {
    (void)state;
    sq_naive_scene s = veiled_rows_of(1u << SQ_YELLOW);
    sq_palette p = learn(&s, SQ_FRAME_BGR, ANY_AREA);
    float confidence;
    sq_palette_nearest(&p, chroma_of(&s, veiled[SQ_YELLOW]), &confidence);
    assert_in_range(lroundf(100 * confidence), 50, 98);
}

static void a_colour_that_is_not_there_is_told_by_its_usual_angle(void **state) {
    (void)state;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        sq_naive_scene all = rows_of(15), s = rows_of(15u & ~(1u << c));
        sq_palette p = learn(&s, SQ_FRAME_BGR, ANY_AREA);
        judge(&p, &s);
        uint8_t plastic[3];
        sq_naive_plastic((sq_colour)c, plastic);
        assert_int_equal(sq_palette_nearest(&p, chroma_of(&all, plastic), 0), c);
    }
}

/* The halo that a codec or a second lamp lays about winks of other colours is no wink of its own. */
static void a_halo_is_not_the_colour(void **state) {
    (void)state;
    sq_naive_scene s = rows_of(15u & ~(1u << SQ_YELLOW));
    for (int i = 0; i < 6; i++) /* yellowish, twice as faint as any wink */
        s.sheet[s.sheet_count++] =
            (sq_naive_sheet){{-150 + 55 * i, 60}, {-135 + 55 * i, 75}, {150, 145, 125}, 0};
    sq_palette p = learn(&s, SQ_FRAME_BGR, ANY_AREA);
    assert_true(p.colour[SQ_YELLOW].length > 0.5f);
}

static void an_empty_mat_has_the_usual_palette(void **state) {
    (void)state;
    sq_naive_scene s = rows_of(0), all = rows_of(15);
    sq_palette p = learn(&s, SQ_FRAME_BGR, ANY_AREA);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        uint8_t plastic[3];
        sq_naive_plastic((sq_colour)c, plastic);
        assert_int_equal(sq_palette_nearest(&p, chroma_of(&all, plastic), 0), c);
        assert_int_equal(p.colour[c].samples, 0);
        assert_true(p.colour[c].length > 0.1f);
    }
}

/* A sleeve between two colours is larger than any pile: it teaches nothing. */
static void a_sleeve_teaches_nothing(void **state) {
    (void)state;
    sq_naive_scene s = rows_of(15);
    s.disc_count = 12; /* blue and green: red and yellow are not there to outvote it */
    sq_palette before = learn(&s, SQ_FRAME_BGR, 400);
    s.sheet[s.sheet_count++] = (sq_naive_sheet){{-60, 10}, {120, 90}, {190, 110, 60}, 0};
    sq_palette p = learn(&s, SQ_FRAME_BGR, 400);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        assert_near(sq_angle_between(p.colour[c].angle, before.colour[c].angle), 0, 1.5);
}

/* A border that goes round two sides of the mat is larger than any pile, and winks lie within its box. */
static void winks_within_a_borders_box_teach(void **state) {
    (void)state;
    sq_naive_scene s = rows_of(15);
    s.sheet[s.sheet_count++] = (sq_naive_sheet){{-206, -97}, {206, -91}, {150, 110, 60}, 0};
    s.sheet[s.sheet_count++] = (sq_naive_sheet){{-206, -97}, {-200, 97}, {150, 110, 60}, 0};
    sq_palette p = learn(&s, SQ_FRAME_BGR, 400);
    judge(&p, &s);
}

/* Half way between two colours neither is sure. */
static void between_two_colours_confidence_is_half(void **state) {
    (void)state;
    sq_naive_scene s = rows_of(15);
    sq_palette p = learn(&s, SQ_FRAME_BGR, ANY_AREA);
    p.colour[SQ_RED].spread = p.colour[SQ_YELLOW].spread = 10;
    float middle = (p.colour[SQ_RED].angle + p.colour[SQ_YELLOW].angle) / 2 / 57.29578f, confidence;
    sq_palette_nearest(&p, (sq_chroma){0.5f * cosf(middle), 0.5f * sinf(middle)}, &confidence);
    assert_near(confidence, 0.5, 0.02);
}

/* A paler wink is still one as far down as the share that is asked; another colour's is none at any. */
static void a_colour_is_shown_down_to_a_share_of_its_length(void **state) {
    (void)state;
    sq_naive_scene s = rows_of(15);
    sq_palette p = learn(&s, SQ_FRAME_BGR, ANY_AREA);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        sq_chroma full = sq_palette_chroma(&p, (sq_colour)c);
        for (float length = 0.3f; length < 1; length += 0.1f) {
            sq_chroma paler = {length * full.x, length * full.y};
            for (int other = 0; other < SQ_USUAL_COLOURS; other++) {
                assert_int_equal(sq_palette_shows(&p, (sq_colour)other, paler, length - 0.05), other == c);
                assert_false(sq_palette_shows(&p, (sq_colour)other, paler, length + 0.05));
            }
        }
    }
}

/* A picture that was darkened later clips where the brightest winks pile up, whatever a lamp does here and
 * there, in every format; one whose brightest winks differ a little as plastics do clips nowhere but at the
 * usual level. */
static void what_piles_up_is_clipped(void **state) {
    (void)state;
    static const sq_frame_format formats[] = {SQ_FRAME_BGR, SQ_FRAME_I444, SQ_FRAME_I420};
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (int spread = 0; spread < 2; spread++) {
            sq_naive_scene s = rows_of(15);
            s.noise = 0;
            for (int i = 18; i < 24; i++) { /* yellow: red and green at their limit */
                s.disc[i].rgb[0] = s.disc[i].rgb[1] = (uint8_t)(200 - spread * 6 * (i - 18));
                s.disc[i].rgb[2] = 70;
            }
            s.sheet[s.sheet_count++] = (sq_naive_sheet){{-100, 88}, {-97, 91}, {255, 255, 120}, 0};
            sq_palette p = learn(&s, formats[f], ANY_AREA);
            assert_near(p.clipped[0], spread ? SQ_CLIPPED_LEVEL : 200 * SQ_CLIPPED_LEVEL / 255, 2);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_piles_up_is_clipped),
        cmocka_unit_test(the_usual_plastics_are_learned_in_every_format),
        cmocka_unit_test(the_lamps_tint_does_not_matter),
        cmocka_unit_test(other_makers_plastics_are_learned),
        cmocka_unit_test(yellow_under_a_veil_is_no_red),
        cmocka_unit_test(one_veiled_colour_alone_is_not_sure),
        cmocka_unit_test(a_colour_that_is_not_there_is_told_by_its_usual_angle),
        cmocka_unit_test(a_halo_is_not_the_colour),
        cmocka_unit_test(an_empty_mat_has_the_usual_palette),
        cmocka_unit_test(a_sleeve_teaches_nothing),
        cmocka_unit_test(winks_within_a_borders_box_teach),
        cmocka_unit_test(between_two_colours_confidence_is_half),
        cmocka_unit_test(a_colour_is_shown_down_to_a_share_of_its_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
