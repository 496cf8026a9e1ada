/* Segmentation: against a naive flood fill over the pixels that were drawn as coloured, and what is
 * no blob. */
#include "vision/segment/segment.h"

#include "tests/fixture/picture/segment_fixture.h"

enum { W = 319, H = 201 }; /* odd, so that halved chroma has a last column and row of its own */

/* ---- The judge: a flood fill with a list of places ---- */

typedef struct {
    int area, x0, y0, x1, y1;
} naive_blob;

static int flood(uint8_t *mask, int w, int h, int x, int y, naive_blob *b) {
    static int list[W * H];
    int n = 0;
    list[n++] = y * w + x;
    mask[y * w + x] = 0;
    *b = (naive_blob){0, x, y, x, y};
    while (n) {
        int at = list[--n], px = at % w, py = at / w;
        b->area++;
        b->x0 = px < b->x0 ? px : b->x0;
        b->y0 = py < b->y0 ? py : b->y0;
        b->x1 = px > b->x1 ? px : b->x1;
        b->y1 = py > b->y1 ? py : b->y1;
        for (int k = 0; k < 9; k++) {
            int nx = px + k % 3 - 1, ny = py + k / 3 - 1;
            if (nx < 0 || ny < 0 || nx >= w || ny >= h || !mask[ny * w + nx]) continue;
            mask[ny * w + nx] = 0;
            list[n++] = ny * w + nx;
        }
    }
    return b->area;
}

/* All blobs of the samples of a mask, each at least min_area samples. */
static int naive_blobs(const uint8_t *mask, int step, int min_area, naive_blob *out, int cap) {
    static uint8_t samples[W * H];
    int w = (W + step - 1) / step, h = (H + step - 1) / step, n = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            samples[y * w + x] = mask[y * step * W + x * step];
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            if (samples[y * w + x]) {
                assert_true(n < cap);
                if (flood(samples, w, h, x, y, &out[n]) >= min_area) n++;
            }
    return n;
}

/* ---- Pictures: plain felt with painted pixels ---- */

static uint8_t bgr[W * H * 3], mask[W * H];

static sq_frame painted(void) {
    static const uint8_t felt[3] = {170, 182, 176}, ink[3] = {60, 50, 190};
    for (int i = 0; i < W * H; i++)
        memcpy(bgr + 3 * i, mask[i] ? ink : felt, 3);
    return (sq_frame){.width = W, .height = H, .format = SQ_FRAME_BGR, .plane = {bgr}, .stride = {3 * W}};
}

static int by_area_then_place(const void *a, const void *b) {
    const naive_blob *p = a, *q = b;
    if (p->area != q->area) return q->area - p->area;
    return p->y0 != q->y0 ? p->y0 - q->y0 : p->x0 - q->x0;
}

/* The frame's blobs in the judge's form: samples, corners included. */
static int seen_blobs(const sq_segments *g, naive_blob *out) {
    for (int i = 0; i < g->blob_count; i++) {
        const sq_blob *b = &g->blob[i];
        out[i] = (naive_blob){b->area, b->x0 / g->step, b->y0 / g->step, (b->x1 - 1) / g->step,
                              (b->y1 - 1) / g->step};
    }
    return g->blob_count;
}

static void agrees_with_the_judge(const sq_frame *f, int step, int min_area) {
    static naive_blob expected[W * H], seen[SQ_BLOB_CAP];
    sq_camera c = sq_naive_camera(W, H, (sq_mm){0, 0}, 1);
    stages *st = stages_new(f, &c);
    sq_segment(&st->segments, f, &st->outline, st->none, &st->surface, step, min_area);
    assert_false(st->segments.truncated);
    int n = naive_blobs(mask, step, min_area, expected, W * H), m = seen_blobs(&st->segments, seen);
    assert_int_equal(m, n);
    for (int i = 1; i < m; i++) /* of two alike the upper one first, whatever qsort does */
        assert_true(seen[i - 1].area > seen[i].area ||
                    (seen[i - 1].area == seen[i].area &&
                     st->segments.blob[i - 1].first < st->segments.blob[i].first));
    qsort(expected, (size_t)n, sizeof *expected, by_area_then_place);
    qsort(seen, (size_t)m, sizeof *seen, by_area_then_place);
    assert_memory_equal(seen, expected, (size_t)n * sizeof *seen);
    stages_free(st);
}

/* Strokes of random walks: rings, hooks, diagonals, single pixels; they branch and meet in every way. */
static void random_masks_agree_with_a_flood_fill(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 12; seed++) {
        print_message("seed %u\n", seed);
        unsigned r = seed;
        memset(mask, 0, sizeof mask);
        for (int stroke = 0; stroke < 60; stroke++) {
            int x = (int)(sq_naive_uniform(&r) * W), y = (int)(sq_naive_uniform(&r) * H);
            for (int i = (int)(sq_naive_uniform(&r) * 150); i >= 0; i--) {
                mask[y * W + x] = 1;
                x += (int)(sq_naive_uniform(&r) * 3) - 1;
                y += (int)(sq_naive_uniform(&r) * 3) - 1;
                x = x < 0 ? 0 : x >= W ? W - 1 : x;
                y = y < 0 ? 0 : y >= H ? H - 1 : y;
            }
        }
        sq_frame f = painted();
        for (int step = 1; step <= 3; step++)
            agrees_with_the_judge(&f, step, step == 2 ? 5 : 1);
    }
}

/* Combs, whose teeth meet only in the last row, and spirals: many merges late. */
static void combs_join_late(void **state) {
    (void)state;
    memset(mask, 0, sizeof mask);
    for (int y = 10; y < 100; y++)
        for (int x = 10; x < 150; x++)
            mask[y * W + x] = y == 99 || x % 4 == 0;
    for (int y = 110; y < 190; y++)
        for (int x = 10; x < 150; x++)
            mask[y * W + x] = y == 110 || (x % 4 == 0 && y < 180);
    sq_frame f = painted();
    agrees_with_the_judge(&f, 1, 1);
    agrees_with_the_judge(&f, 2, 1);
}

/* ---- What is a blob ---- */

enum { STEP = 2 };

static void segment_scene(const sq_naive_scene *s, sq_frame_format format, sq_segments *out) {
    sq_naive_picture rgb = sq_naive_draw(s);
    sq_naive_picture p = sq_naive_convert(&rgb, format, SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, true, 5);
    stages *st = stages_new(&p.frame, &s->camera);
    sq_segment(&st->segments, &p.frame, &st->outline, st->none, &st->surface, STEP, 3);
    *out = st->segments;
    stages_free(st);
    sq_naive_free(&p);
    sq_naive_free(&rgb);
}

static sq_segments segments;

static void a_wink_is_a_blob_of_its_size_in_every_format(void **state) {
    (void)state;
    static const sq_frame_format formats[] = {SQ_FRAME_BGR, SQ_FRAME_I420, SQ_FRAME_NV12, SQ_FRAME_I422,
                                              SQ_FRAME_I444};
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.noise = 1.5;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        sq_naive_wink(&s, (sq_colour)c, c % 2 ? SQ_SMALL : SQ_LARGE, -100 + 60 * c, 20, SQ_NAIVE_FLAT_MM);
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        segment_scene(&s, formats[k], &segments);
        assert_int_equal(segments.blob_count, SQ_USUAL_COLOURS);
        for (int i = 0; i < segments.blob_count; i++) {
            const sq_blob *b = &segments.blob[i];
            double side = i < 2 ? SQ_LARGE_MM : SQ_SMALL_MM;
            assert_near(b->x1 - b->x0, side, 4.5);
            assert_near(b->y1 - b->y0, side, 4.5);
            assert_true(b->area * STEP * STEP >
                        M_PI / 4 * side * side); /* and its blur, as far as it shows */
            assert_true(b->area * STEP * STEP < M_PI / 4 * pow(side + 4.5, 2));
        }
    }
}

static void a_shadow_is_no_blob(void **state) {
    (void)state;
    for (double left = 0.85; left > 0.2; left -= 0.2) {
        sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
        s.noise = 1;
        s.sheet[s.sheet_count++] = (sq_naive_sheet){{-60, -40}, {-20, 30}, {0}, left};
        s.sheet[s.sheet_count++] = (sq_naive_sheet){{20, -30}, {24, 30}, {0}, left};
        segment_scene(&s, SQ_FRAME_I420, &segments);
        assert_int_equal(segments.blob_count, 0);
    }
}

static void noise_alone_is_no_blob(void **state) {
    (void)state;
    for (unsigned seed = 1; seed <= 3; seed++) {
        sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
        s.noise = 6;
        s.seed = seed;
        segment_scene(&s, SQ_FRAME_BGR, &segments);
        assert_int_equal(segments.blob_count, 0);
    }
}

/* What would be a blob by itself may be a codec's ringing where a wink of strong colour lies in it. */
static void ringing_about_a_wink_is_no_blob(void **state) {
    (void)state;
    sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){0, 0}, 1);
    s.sheet[s.sheet_count++] = (sq_naive_sheet){{-40, -30}, {10, 20}, {182, 180, 168}, 0};
    segment_scene(&s, SQ_FRAME_BGR, &segments);
    assert_int_equal(segments.blob_count, 1);
    assert_near(segments.blob[0].x1 - segments.blob[0].x0, 50, 3);
    sq_naive_wink(&s, SQ_RED, SQ_SMALL, -15, -5, SQ_NAIVE_FLAT_MM);
    segment_scene(&s, SQ_FRAME_BGR, &segments);
    assert_int_equal(segments.blob_count, 1);
    assert_near(segments.blob[0].x1 - segments.blob[0].x0, SQ_SMALL_MM, 4.5);
}

/* The mat's edge is no blob: table, felt, and the blur between. */
static void the_edge_of_the_mat_is_no_blob(void **state) {
    (void)state;
    static const uint8_t tables[][3] = {{120, 84, 58}, {235, 232, 225}, {30, 28, 27}, {90, 60, 50}};
    for (size_t k = 0; k < sizeof tables / sizeof *tables; k++) {
        sq_naive_scene s = sq_naive_scene_of(W, H, (sq_mm){SQ_MAT_LENGTH_MM / 2, SQ_MAT_WIDTH_MM / 2}, 1);
        memcpy(s.table, tables[k], 3);
        s.noise = 1;
        segment_scene(&s, SQ_FRAME_NV12, &segments);
        assert_int_equal(segments.blob_count, 0);
    }
}

static void what_is_hidden_is_not_looked_at(void **state) {
    (void)state;
    memset(mask, 0, sizeof mask);
    for (int y = 50; y < 90; y++)
        for (int x = 50; x < 90; x++)
            mask[y * W + x] = 1;
    sq_frame f = painted();
    sq_camera c = sq_naive_camera(W, H, (sq_mm){0, 0}, 1);
    stages *st = stages_new(&f, &c);
    for (int y = 40; y < 100; y++)
        st->none[y] = (sq_span){45, 70};
    sq_segment(&st->segments, &f, &st->outline, st->none, &st->surface, 1, 1);
    assert_int_equal(st->segments.blob_count, 1);
    assert_int_equal(st->segments.blob[0].x0, 70);
    assert_int_equal(st->segments.blob[0].area, 20 * 40);
    stages_free(st);
}

/* More blobs than there is room for: that is told, and the largest are there, though they come last. */
static void too_many_blobs_are_told(void **state) {
    (void)state;
    enum { LARGE = 3 };
    memset(mask, 0, sizeof mask);
    int dots = 0;
    for (int y = 1; y < H - 1; y += 6)
        for (int x = 1; x < W - 1; x += 6, dots++)
            mask[y * W + x] = 1;
    assert_true(dots > SQ_BLOB_CAP + LARGE);
    for (int i = 0; i < LARGE; i++)
        mask[(H / 6 * 6 - 5) * W + W / 2 / 6 * 6 + 12 * i + 2] = 1; /* beside a dot of the last row */
    sq_frame f = painted();
    sq_camera c = sq_naive_camera(W, H, (sq_mm){0, 0}, 1);
    stages *st = stages_new(&f, &c);
    sq_segment(&st->segments, &f, &st->outline, st->none, &st->surface, 1, 1);
    assert_true(st->segments.truncated);
    assert_int_equal(st->segments.blob_count, SQ_BLOB_CAP);
    for (int i = 0; i < SQ_BLOB_CAP; i++)
        assert_int_equal(st->segments.blob[i].area, i < LARGE ? 2 : 1);
    stages_free(st);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_masks_agree_with_a_flood_fill),
        cmocka_unit_test(combs_join_late),
        cmocka_unit_test(a_wink_is_a_blob_of_its_size_in_every_format),
        cmocka_unit_test(a_shadow_is_no_blob),
        cmocka_unit_test(noise_alone_is_no_blob),
        cmocka_unit_test(ringing_about_a_wink_is_no_blob),
        cmocka_unit_test(the_edge_of_the_mat_is_no_blob),
        cmocka_unit_test(what_is_hidden_is_not_looked_at),
        cmocka_unit_test(too_many_blobs_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
