/* Straight lines of a small picture: bright polygons whose sides are known, under a lens that bends them. */
#include "calib/mat/hough_lines.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 300, H = 226, SIDES = 4 };

static uint8_t pixels[W * H];
static sq_thumbnail small;
static sq_edge_pixels edges;
static sq_lines lines;
static float votes[SQ_VOTES];

/* The side x cos + y sin = rho of a polygon; inside lies where that is less. */
typedef struct {
    double angle, rho;
} side;

static const side oblong[SIDES] = {
    {0.1, 0.55}, {0.1 + M_PI, 0.6}, {0.1 + M_PI / 2, 0.35}, {0.1 - M_PI / 2, 0.4}};

/* Undistorted places (hough_lines.h) of pixels, by the fixed point of u = d / (1 + bend u²). */
static sq_px flat_of(double x, double y, double bend) {
    double dx = (x - (W - 1) / 2.0) / (W / 2.0), dy = (y - (H - 1) / 2.0) / (W / 2.0), k = 1;
    for (int i = 0; i < 40 && bend != 0; i++)
        k = 0.5 * k + 0.5 / (1 + bend * k * k * (dx * dx + dy * dy));
    return (sq_px){dx * k, dy * k};
}

/* A bright polygon of n sides in noise. */
static void draw(const side *s, int n, double bend, double noise, unsigned seed) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            sq_px u = flat_of(x, y, bend);
            double inside = INFINITY;
            for (int k = 0; k < n; k++)
                inside = fmin(inside, s[k].rho - u.x * cos(s[k].angle) - u.y * sin(s[k].angle));
            double cover = 0.5 * erfc(-inside * W / 2 / M_SQRT2);
            double v = 90 + 60 * cover + noise * sq_naive_normal(&seed);
            pixels[y * W + x] = (uint8_t)fmin(255, fmax(0, v + 0.5));
        }
    sq_frame f = {.width = W, .height = H, .format = SQ_FRAME_GREY, .plane = {pixels}, .stride = {W}};
    sq_thumbnail_make(&small, &f);
    sq_edge_pixels_find(&edges, &small);
}

/* The found line that is this side, or null: an angle past 180° is the same line from the other side. */
static const sq_line_guess *found(const side *s) {
    for (int i = 0; i < lines.count; i++) {
        double turn = remainder(lines.line[i].angle - s->angle, 2 * M_PI);
        bool same = fabs(turn) < M_PI / 2;
        double by = same ? turn : remainder(turn - M_PI, 2 * M_PI);
        if (fabs(by) < 0.01 && fabs(lines.line[i].rho - (same ? s->rho : -s->rho)) < 0.006)
            return &lines.line[i];
    }
    return NULL;
}

/* What the bend cannot show is said to be nowhere, and does not come back as something else. */
static void beyond_the_fold_nothing_is_seen(void **state) {
    (void)state;
    small = (sq_thumbnail){.width = W, .height = H};
    for (double bend = -0.38; bend < -0.1; bend += 0.08) {
        double fold = 1 / sqrt(-3 * bend), edge = fold * 2 / 3;
        int nowhere = 0;
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                double away = hypot(x - (W - 1) / 2.0, y - (H - 1) / 2.0) / (W / 2.0);
                sq_px u = sq_flat_from_small(&small, (sq_px){x, y}, bend);
                assert_int_equal(isnan(u.x), away > edge);
                nowhere += isnan(u.x);
                if (isnan(u.x)) continue;
                sq_px back = sq_small_from_flat(&small, u, bend);
                if (!isnan(back.x)) assert_true(hypot(back.x - x, back.y - y) < 1e-3);
                assert_true(hypot(u.x, u.y) < fold + 0.01);
            }
        assert_true(nowhere > 0);
        assert_true(isnan(sq_small_from_flat(&small, (sq_px){fold + 0.01, 0}, bend).x));
    }
}

static void places_lead_back_to_themselves_under_every_bend(void **state) {
    (void)state;
    draw(oblong, SIDES, 0, 1, 1);
    for (double bend = -0.38; bend < 0.1; bend += 0.05)
        for (double x = -1; x <= 1; x += 0.1)
            for (double y = -0.75; y <= 0.76; y += 0.1) {
                /* A barrel has its greatest picture where 1 + 3 bend u² is 0, and no inverse beyond. */
                sq_px u = {x, y};
                if (1 + 3 * bend * (x * x + y * y) < 0.25) continue;
                sq_px p = sq_flat_from_small(&small, sq_small_from_flat(&small, u, bend), bend);
                assert_near(sq_px_distance(p, u), 0, 1e-3);
            }
    sq_px middle = sq_flat_from_small(&small, (sq_px){(W - 1) / 2.0, (H - 1) / 2.0}, -0.2);
    assert_near(hypot(middle.x, middle.y), 0, 1e-12);
    sq_px end = sq_small_from_flat(&small, (sq_px){0.5, 0}, -0.2); /* d = 0.5 (1 - 0.2 * 0.25) */
    assert_near(end.x, (W - 1) / 2.0 + 0.475 * W / 2, 1e-9);
}

/* The sides are the strongest lines, to half a degree and half a pixel. */
static void the_sides_of_a_polygon_are_the_strongest_lines(void **state) {
    (void)state;
    for (double turn = 0; turn < 3.1; turn += 0.62) {
        side s[SIDES];
        for (int k = 0; k < SIDES; k++)
            s[k] = (side){oblong[k].angle + turn, oblong[k].rho};
        draw(s, SIDES, 0, 2, 2);
        sq_lines_find(&lines, &small, &edges, 0, votes);
        assert_true(lines.count >= SIDES);
        for (int k = 0; k < SIDES; k++) {
            const sq_line_guess *l = found(&s[k]);
            assert_non_null(l);
            assert_true(l - lines.line < SIDES);
        }
    }
}

/* The right bend finds the sides of what a lens has bent; a wrong one finds less of them. */
static void a_bent_picture_is_straight_under_its_own_lens(void **state) {
    (void)state;
    static const double bends[] = {-0.09, -0.2};
    for (size_t b = 0; b < sizeof bends / sizeof *bends; b++) {
        draw(oblong, SIDES, bends[b], 2, 3);
        sq_lines_find(&lines, &small, &edges, bends[b], votes);
        double right = 0, wrong = 0;
        for (int k = 0; k < SIDES; k++) {
            const sq_line_guess *l = found(&oblong[k]);
            assert_non_null(l);
            right += l->support;
        }
        sq_lines_find(&lines, &small, &edges, bends[b] + 0.3, votes);
        for (int k = 0; k < SIDES && k < lines.count; k++)
            wrong += lines.line[k].support;
        assert_true(wrong < 0.85 * right);
    }
}

static void no_line_is_found_in_felt(void **state) {
    (void)state;
    for (double noise = 0; noise < 17; noise += 8) {
        draw(NULL, 0, 0, noise, 4);
        sq_lines_find(&lines, &small, &edges, 0, votes);
        assert_int_equal(lines.count, 0);
    }
}

/* Evidence between two places of a line: all of a side shows between its corners, none beyond; two parts add
 * up to the whole, in either direction; beyond the picture nothing is inside. */
static void evidence_lies_where_the_side_does(void **state) {
    (void)state;
    static const side s[SIDES] = {{0, 0.5}, {M_PI, 0.4}, {M_PI / 2, 0.3}, {-M_PI / 2, 0.35}};
    draw(s, SIDES, 0, 2, 5);
    sq_lines_find(&lines, &small, &edges, 0, votes);
    const sq_line_guess *l = found(&s[0]);
    assert_non_null(l);
    const sq_px from = {0.5, -0.34}, to = {0.5, 0.29}, middle = {0.5, 0}, above = {0.5, -0.45},
                edge = {0.5, -0.72}, far = {0.5, -1.2};
    double n, n1, n2, whole = sq_line_evidence(l, from, to, &n);
    assert_true(whole > 0.9 * n);
    assert_near(n, 0.63 * SQ_LINE_SAMPLES / 2.6, 2); /* samples stand 2.6 / SQ_LINE_SAMPLES apart */
    double first = sq_line_evidence(l, middle, from, &n1), second = sq_line_evidence(l, middle, to, &n2);
    assert_near(first + second, whole, 1e-3);
    assert_near(n1 + n2, n, 1e-6);
    assert_true(sq_line_evidence(l, above, edge, &n) < 0.1 * n);
    assert_near(sq_line_evidence(l, far, (sq_px){0.5, -0.8}, &n), 0, 0);
    assert_near(n, 0, 0);
}

/* Edge pixels lie on the sides, one abreast, and point across them towards the light. */
static void edge_pixels_lie_on_the_sides(void **state) {
    (void)state;
    draw(oblong, SIDES, 0, 1, 6);
    int on = 0, clear = 0;
    for (int i = 0; i < edges.count; i++) {
        const sq_edge_pixel *p = &edges.pixel[i];
        sq_px u = flat_of(p->x, p->y, 0);
        clear += p->weight >= 1;
        for (int k = 0; k < SIDES; k++) {
            double away = (oblong[k].rho - u.x * cos(oblong[k].angle) - u.y * sin(oblong[k].angle)) * W / 2;
            if (fabs(away) > 1.5 || p->weight < 1) continue;
            on++;
            if (hypot(u.x, u.y) < 0.5)
                assert_near(p->dx * cos(oblong[k].angle) + p->dy * sin(oblong[k].angle), -1, 0.1);
        }
    }
    double around = 2 * (1.15 + 0.75) * W / 2;
    assert_true(on > 0.7 * around && on < 1.3 * around);
    assert_true(on > 0.95 * clear);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beyond_the_fold_nothing_is_seen),
        cmocka_unit_test(places_lead_back_to_themselves_under_every_bend),
        cmocka_unit_test(the_sides_of_a_polygon_are_the_strongest_lines),
        cmocka_unit_test(a_bent_picture_is_straight_under_its_own_lens),
        cmocka_unit_test(no_line_is_found_in_felt),
        cmocka_unit_test(evidence_lies_where_the_side_does),
        cmocka_unit_test(edge_pixels_lie_on_the_sides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
