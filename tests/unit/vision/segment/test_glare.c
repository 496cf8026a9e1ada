/* Glare: winks that mirror a lamp are seen, or told as something that is not judged; what else is bright is
 * no wink. */
#include "vision/segment/glare.h"

#include <stdlib.h>

#include "tests/fixture/picture/segment_fixture.h"
#include "tests/fixture/picture/sight_fixture.h"
#include "vision/position/squop.h"
#include "vision/segment/covered_regions.h"

enum { W = 420, H = 300 };

/* ---- Discs with a lamp's light added, in linear light ---- */

static double linear(double level) {
    double v = level / 255;
    return v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
}

static uint8_t level_of(double light) {
    double v = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055;
    return (uint8_t)(v > 1 ? 255 : 255 * v + 0.5);
}

static void mirror(sq_naive_disc *d, double lamp) {
    for (int k = 0; k < 3; k++)
        d->rgb[k] = level_of(linear(d->rgb[k]) + lamp);
}

/* A scene with one matte wink of each colour, whose light is the picture's, to the left and below. */
static sq_naive_scene matte_winks(void) {
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.noise = 1;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        sq_naive_wink(&s, (sq_colour)c, SQ_LARGE, -150 + 60 * c, -100, SQ_NAIVE_FLAT_MM);
    return s;
}

static void look_at(const sq_naive_scene *s, sq_frame_format format) {
    sq_naive_picture rgb = sq_naive_draw(s);
    sq_naive_picture p = sq_naive_convert(&rgb, format, SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, true, 5);
    if (sq_sight_look(sight, &p.frame, &s->camera, &seen, &diag)) fail_msg("%s", diag.text);
    sq_naive_free(&p);
    sq_naive_free(&rgb);
}

static const sq_seen_wink *wink_at(const sq_naive_disc *d) {
    for (int i = 0; i < seen.wink_count; i++)
        if (sq_mm_distance(seen.winks[i].at, d->at) < 1.5) return &seen.winks[i];
    return 0;
}

/* The lamp makes them brighter than the felt in all three colours, and clips at most one of these. */
static void washed_winks_are_seen_in_their_colours(void **state) {
    (void)state;
    for (double lamp = 0.45; lamp < 0.65; lamp += 0.1)
        for (sq_frame_format format = SQ_FRAME_BGR; format <= SQ_FRAME_I420; format++) {
            if (format == SQ_FRAME_GREY) continue;
            sq_naive_scene s = matte_winks();
            int first = s.disc_count;
            for (int c = 0; c < SQ_USUAL_COLOURS; c++)
                mirror(&s.disc[sq_naive_wink(&s, (sq_colour)c, c % 2 ? SQ_LARGE : SQ_SMALL, -120 + 70 * c, 40,
                                             SQ_NAIVE_FLAT_MM)],
                       lamp);
            look_at(&s, format);
            print_message("lamp %.2f, format %d\n", lamp, (int)format);
            for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
                const sq_seen_wink *w = wink_at(&s.disc[first + c]);
                assert_non_null(w);
                assert_int_equal(w->colour, c);
                assert_int_equal(w->size, c % 2 ? SQ_LARGE : SQ_SMALL);
                assert_true(w->colour_confidence > 0.5);
            }
            assert_int_equal(seen.wink_count, s.disc_count);
        }
}

/* Where the camera clips, nobody can tell the colour: something lies there, and no wink is claimed. */
static void white_discs_are_regions(void **state) {
    (void)state;
    for (int felt = 176; felt < 220; felt += 20) { /* from 213 on there is no fifth more above it */
        sq_naive_scene s = matte_winks();
        int matte = s.disc_count;
        memset(s.felt, felt, sizeof s.felt);
        for (int c = 0; c < SQ_USUAL_COLOURS; c++)
            mirror(&s.disc[sq_naive_wink(&s, (sq_colour)c, c % 2 ? SQ_LARGE : SQ_SMALL, -120 + 70 * c, 40,
                                         SQ_NAIVE_FLAT_MM)],
                   1);
        look_at(&s, SQ_FRAME_I420);
        assert_int_equal(seen.wink_count, matte);
        for (int i = matte; i < s.disc_count; i++)
            assert_true(sq_region_holds(&seen, s.disc[i].at));
    }
}

/* Winks of hardly more colour than the felt's, darker or brighter than it: their rims tell them; but what a
 * lamp has paled may have got another colour by it. */
static void pale_winks_are_told_by_their_rims(void **state) {
    (void)state;
    for (int brighter = 0; brighter < 2; brighter++) {
        sq_naive_scene s = matte_winks();
        int matte = s.disc_count;
        for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
            sq_naive_disc *d = &s.disc[sq_naive_wink(&s, (sq_colour)c, c % 2 ? SQ_LARGE : SQ_SMALL,
                                                     -120 + 70 * c, 40, SQ_NAIVE_FLAT_MM)];
            for (int k = 0; k < 3; k++)
                d->rgb[k] = (uint8_t)((brighter ? 1.08 : 0.85) * s.felt[k] + 0.24 * (d->rgb[k] - 60.0));
        }
        look_at(&s, SQ_FRAME_I420);
        for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
            const sq_seen_wink *w = wink_at(&s.disc[matte + c]);
            print_message("brighter %d, colour %d: %s\n", brighter, c, w ? "seen" : "not seen");
            assert_true(w ? (int)w->colour == c : sq_region_holds(&seen, s.disc[matte + c].at));
            if (!brighter) assert_non_null(w);
        }
    }
}

/* A yellow one under a lamp, which the camera clips in red and green, looks red on greenish felt; so it does
 * in a picture that was darkened later, and clips lower. Nobody is told so surely. */
static void a_clipped_colour_is_asked(void **state) {
    (void)state;
    static const uint8_t greenish[3] = {188, 225, 208};
    static const sq_frame_format formats[] = {SQ_FRAME_BGR, SQ_FRAME_I444, SQ_FRAME_I420};
    int seen_at_all = 0;
    for (int at = 0; at < 6; at++)
        for (int blue = 195; blue < 255; blue += 10) {
            int white = at % 2 ? 180 : 255;
            sq_naive_scene s = matte_winks();
            sq_naive_disc *d = &s.disc[sq_naive_wink(&s, SQ_YELLOW, SQ_LARGE, 40, 40, SQ_NAIVE_FLAT_MM)];
            d->rgb[0] = d->rgb[1] = 255;
            d->rgb[2] = (uint8_t)blue;
            for (int k = 0; k < 3; k++) {
                s.felt[k] = (uint8_t)(greenish[k] * white / 255);
                for (int i = 0; i < s.disc_count; i++)
                    s.disc[i].rgb[k] = (uint8_t)(s.disc[i].rgb[k] * white / 255);
            }
            look_at(&s, formats[at / 2]);
            const sq_seen_wink *w = wink_at(d);
            if (w)
                print_message("%d %d: colour %d, %.4f\n", white, blue, (int)w->colour, w->colour_confidence);
            assert_true(!w || w->colour == SQ_YELLOW || w->colour_confidence < SQ_CALL_CERTAIN);
            seen_at_all += w != 0;
        }
    assert_true(seen_at_all > 9);
}

static void paper_is_a_region_and_lines_and_shadows_are_nothing(void **state) {
    (void)state;
    sq_naive_scene s = matte_winks();
    int matte = s.disc_count;
    s.sheet[s.sheet_count++] = (sq_naive_sheet){{-200, 10}, {200, 12.5}, {250, 250, 250}, 0};
    s.sheet[s.sheet_count++] = (sq_naive_sheet){{150, -140}, {152.5, 140}, {250, 250, 250}, 0};
    s.sheet[s.sheet_count++] = (sq_naive_sheet){{-60, -40}, {-20, 0}, {0}, 0.5};
    look_at(&s, SQ_FRAME_I420);
    assert_int_equal(seen.wink_count, matte);
    assert_int_equal(seen.region_count, 0);
    s.sheet[s.sheet_count++] = (sq_naive_sheet){{-60, 40}, {-20, 80}, {250, 250, 250}, 0};
    look_at(&s, SQ_FRAME_I420);
    assert_int_equal(seen.wink_count, matte);
    assert_int_equal(seen.region_count, 1);
    assert_true(sq_region_holds(&seen, (sq_mm){-40, 60}));
}

/* Somebody leans over the table: where a shadow takes most of a tile, felt in the light is no glare. */
static void felt_beside_a_persons_shadow_is_nothing(void **state) {
    (void)state;
    for (double edge = -150; edge <= 150; edge += 20) {
        sq_naive_scene s = matte_winks();
        int matte = s.disc_count;
        s.sheet[s.sheet_count++] = (sq_naive_sheet){{-210, -edge / 2}, {edge, 150}, {0}, 0.35};
        look_at(&s, SQ_FRAME_I420);
        print_message("shadow to %.0f mm\n", edge);
        assert_int_equal(seen.region_count, 0);
        assert_int_equal(seen.wink_count, matte);
    }
}

/* Blobs of glare stand behind the others, are marked, and lie where it is bright. */
static void glare_is_found_where_it_is(void **state) {
    (void)state;
    sq_naive_scene s = matte_winks();
    sq_naive_wink(&s, SQ_RED, SQ_LARGE, 30, 50, SQ_NAIVE_FLAT_MM);
    mirror(&s.disc[s.disc_count - 1], 1);
    sq_naive_picture p = sq_naive_draw(&s);
    stages *st = stages_new(&p.frame, &s.camera);
    sq_segment(&st->segments, &p.frame, &st->outline, st->none, &st->surface, 2, 3);
    int coloured = st->segments.blob_count;
    sq_glare_find(&st->segments, &p.frame, &st->outline, st->none, &st->surface, 1);
    assert_int_equal(st->segments.blob_count, coloured + 1);
    const sq_blob *b = &st->segments.blob[coloured];
    assert_true(b->bright);
    sq_mm at = sq_mm_from_px(&s.camera, (sq_px){(b->x0 + b->x1) / 2.0, (b->y0 + b->y1) / 2.0}, 0);
    assert_true(sq_mm_distance(at, (sq_mm){30, 50}) < SQ_GLARE_GRID_MM);
    assert_near(b->x1 - b->x0, SQ_LARGE_MM, 2 * SQ_GLARE_GRID_MM);
    for (int y = 0; y < p.frame.height; y++)
        st->none[y] = (sq_span){0, p.frame.width};
    st->segments.blob_count = 0;
    sq_glare_find(&st->segments, &p.frame, &st->outline, st->none, &st->surface, 1);
    assert_int_equal(st->segments.blob_count, 0);
    stages_free(st);
    sq_naive_free(&p);
}

/* A disc whose red and green are at the camera's limit no longer counts; one that is only bright does, and so
 * does the felt. */
static void what_is_clipped_does_not_count(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    const uint8_t clipped[3] = {255, 255, 120}, bright[3] = {255, 200, 120};
    memcpy(s.disc[sq_naive_wink(&s, SQ_YELLOW, SQ_LARGE, -40, 0, SQ_NAIVE_FLAT_MM)].rgb, clipped, 3);
    memcpy(s.disc[sq_naive_wink(&s, SQ_YELLOW, SQ_LARGE, 40, 0, SQ_NAIVE_FLAT_MM)].rgb, bright, 3);
    sq_naive_picture p = sq_naive_draw(&s);
    stages *st = stages_new(&p.frame, &s.camera);
    static const double x[] = {-40, 40, 0};
    sq_window w = {0};
    assert_true(sq_window_new(&w));
    for (int i = 0; i < 3; i++) {
        sq_px at = sq_px_from_mm3(&s.camera, (sq_mm3){x[i], 0, SQ_NAIVE_FLAT_MM});
        int left = (int)at.x, top = (int)at.y;
        sq_window_read_box(&w, (sq_box){left, top, left + 3, top + 3}, &p.frame, &st->outline, &st->surface);
        sq_glare_hide_clipped(&w, &st->surface);
        assert_near(w.believed[4], i > 0, 0);
    }
    sq_window_free(&w);
    stages_free(st);
    sq_naive_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(washed_winks_are_seen_in_their_colours),
        cmocka_unit_test(white_discs_are_regions),
        cmocka_unit_test(pale_winks_are_told_by_their_rims),
        cmocka_unit_test(a_clipped_colour_is_asked),
        cmocka_unit_test(paper_is_a_region_and_lines_and_shadows_are_nothing),
        cmocka_unit_test(felt_beside_a_persons_shadow_is_nothing),
        cmocka_unit_test(glare_is_found_where_it_is),
        cmocka_unit_test(what_is_clipped_does_not_count),
    };
    return cmocka_run_group_tests(tests, open_sight, close_sight);
}
