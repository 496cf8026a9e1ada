/* Drawn rows, against one pixel at a time: distances in double precision, the normal distribution itself. */
#include "vision/explain/disc_render.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"
#include "vision/geometry/blurred_edge.h"

enum { W = 61, H = 40, X0 = 295, Y0 = 205, TURNS = 40 };
#define BLUR_PX 1.1

static sq_drawn_row row; /* large */
static sq_chroma ground[W];

/* Off by what blurred_edge.h says; layers add theirs. */
#define EDGE_ERROR 0.002

static double share(double blurs) {
    return 0.5 * erfc(blurs / sqrt(2));
}

/* How far (in blurs) a pixel lies outside of where the disc's rim is drawn: a blurred round edge is half as
 * high σ² / 2r within the true one. */
static double outside(const sq_disc *d, double x, double y, double *ax, double *ay) {
    double blur_mm = BLUR_PX / d->px_per_mm;
    return (sq_disc_distance(d, x, y, ax, ay) + blur_mm * blur_mm / (2 * d->radius_mm)) / blur_mm;
}

static void the_edge_is_nearly_normal(void **state) {
    (void)state;
    for (float t = -4; t < 4; t += 0.01f) {
        float slope, next, unused, here = sq_edge_cover(t, &slope);
        next = sq_edge_cover(t + 0.001f, &unused);
        assert_near(here, share(t), EDGE_ERROR);
        assert_near(slope, (next - here) / 0.001f, 1e-3);
        assert_near(slope, -exp(-t * t / 2) / sqrt(2 * M_PI), 0.01);
        assert_true(next <= here + 1e-6f && here >= -1e-6f && here <= 1 + 1e-6f);
    }
}

/* A few discs about the middle of the columns, and one that is not there. */
static int throw_discs(sq_disc *disc, const sq_camera *c, unsigned *seed) {
    int n = 1 + (int)(5 * sq_naive_uniform(seed));
    sq_mm middle = sq_mm_from_px(c, (sq_px){X0 + W / 2.0, Y0 + H / 2.0}, 1);
    for (int k = 0; k < n; k++) {
        disc[k] = (sq_disc){
            .at = {middle.x + 50 * sq_naive_uniform(seed) - 25, middle.y + 40 * sq_naive_uniform(seed) - 20},
            .z = 0.75 + 1.5 * k,
            .radius_mm = k % 2 ? 8 : 11,
            .chroma = {(float)sq_naive_uniform(seed), (float)sq_naive_uniform(seed)}};
        if (k == 2) disc[k].at.x += 200;
        sq_disc_place(&disc[k], c);
    }
    return n;
}

/* What disc k covers of that which those above it leave open: two rims in a pixel are a quadrant of two
 * normal deviations that correlate as the rims run; between the extremes as in the quadrant's middle. */
static double cover_of(const sq_disc *disc, int n, int k, int x, int y) {
    double ax, ay, bx, by, cover = share(outside(&disc[k], x, y, &ax, &ay));
    for (int j = k + 1; j < n; j++) {
        double upper = share(outside(&disc[j], x, y, &bx, &by)), open = fmax(1 - upper, 1e-3);
        double cosine = fmin(fmax(ax * bx + ay * by, -1), 1), weight = fabs(asin(cosine)) / (M_PI / 2);
        double extreme = cosine > 0 ? fmax(cover - upper, 0) : fmin(cover, 1 - upper);
        cover += weight * (extreme / open - cover);
    }
    return cover;
}

/* What the discs above k leave of a pixel. */
static double left_open(const sq_disc *disc, int n, int k, int x, int y) {
    double open = 1;
    for (int j = k + 1; j < n; j++)
        open *= 1 - cover_of(disc, n, j, x, y);
    return open;
}

static const sq_drawn_part *part_of(int disc, int column) {
    for (int i = 0; i < row.parts; i++)
        if (row.part[i].disc == disc && column / SQ_LANES >= row.part[i].begin &&
            column / SQ_LANES < row.part[i].end)
            return &row.part[i];
    return 0;
}

/* One disc's part in one pixel; what lies below it comes in `model` and goes out with the disc upon it. */
static bool judge_part(const sq_disc *disc, int n, int k, int x, int y, double model[2]) {
    const sq_disc *d = &disc[k];
    const sq_drawn_part *p = part_of(k, x - X0);
    double ax, ay, blurs = outside(d, x, y, &ax, &ay);
    bool touches = blurs < SQ_EDGE_REACH;
    if (!p) {
        assert_false(touches);
        return false;
    }
    int i = x - X0;
    if (fabs(blurs - SQ_EDGE_REACH) > 1e-3) assert_near(p->within.at[i], touches, 0);
    double cover = cover_of(disc, n, k, x, y), shown = left_open(disc, n, k, x, y);
    assert_near(p->shown.at[i], shown, n * EDGE_ERROR);
    /* where the upper ones leave next to nothing, a share of that is not known, nor does it matter */
    assert_near(p->cover.at[i] * p->shown.at[i], cover * shown, n * EDGE_ERROR);
    if (shown > 0.5 && cover < 0.5) assert_near(p->below[0].at[i], model[0], 2 * n * EDGE_ERROR);
    if (shown > 0.5 && cover < 0.5) assert_near(p->below[1].at[i], model[1], 2 * n * EDGE_ERROR);
    if (fabs(blurs) < 1) {
        assert_near(p->away[0].at[i], ax, 1e-3);
        assert_near(p->away[1].at[i], ay, 1e-3);
        assert_near(p->rim.at[i] * BLUR_PX / d->px_per_mm, -exp(-blurs * blurs / 2) / sqrt(2 * M_PI), 0.01);
    }
    model[0] += cover * (d->chroma.x - model[0]);
    model[1] += cover * (d->chroma.y - model[1]);
    return touches;
}

static void judge_row(const sq_disc *disc, int n, int y, int width) {
    for (int x = X0; x < X0 + width; x++) {
        double model[2] = {ground[x - X0].x, ground[x - X0].y};
        bool touched = false;
        for (int k = 0; k < n; k++)
            touched |= judge_part(disc, n, k, x, y, model);
        assert_near(row.model[0].at[x - X0], model[0], n * EDGE_ERROR);
        assert_near(row.model[1].at[x - X0], model[1], n * EDGE_ERROR);
        if (touched) assert_near(row.touched.at[x - X0], 1, 0);
    }
}

static void rows_are_what_their_pixels_are(void **state) {
    (void)state;
    unsigned seed = 7;
    sq_camera c = sq_naive_camera(640, 480, (sq_mm){400, 200}, 1);
    for (int turn = 0; turn < TURNS; turn++) {
        sq_disc disc[SQ_DRAWN_CAP];
        sq_disc_render g;
        int n = throw_discs(disc, &c, &seed), width = W - turn % 9;
        for (int i = 0; i < width; i++)
            ground[i] = (sq_chroma){0.01f * (float)i, -0.1f};
        sq_disc_render_begin(&g, disc, n, BLUR_PX, X0, width);
        for (int y = Y0; y < Y0 + H; y++) {
            sq_disc_render_row(&row, &g, ground, y);
            judge_row(disc, n, y, width);
        }
    }
}

/* What blur really shows of two crossing rims, by throwing points: the pixel of a lower half plane that an
 * upper one leaves open. Large discs stand for the half planes. */
static void crossing_rims_share_a_pixel(void **state) {
    (void)state;
    enum { THROWS = 20000 };
    sq_camera c = sq_naive_camera(640, 480, (sq_mm){400, 200}, 1);
    unsigned seed = 3;
    for (int turn = 0; turn < 60; turn++) {
        double angle = M_PI * turn / 59, far = 60, t[2];
        sq_px at = {X0 + 20, Y0};
        sq_mm m = sq_mm_from_px(&c, at, 0.75);
        sq_disc d[2];
        for (int k = 0; k < 2; k++) {
            t[k] = 2 * sq_naive_uniform(&seed) - 1; /* blurs outside */
            double towards = k ? angle : 0, away = far + t[k] * BLUR_PX;
            d[k] = (sq_disc){.at = {m.x - away * cos(towards), m.y - away * sin(towards)},
                             .z = 0.75,
                             .radius_mm = far,
                             .chroma = {(float)(k == 0), (float)(k == 1)}};
            sq_disc_place_circle(&d[k], &c);
        }
        double lower = 0, upper = 0;
        for (int i = 0; i < THROWS; i++) {
            double r = sqrt(-2 * log(sq_naive_uniform(&seed) + 1e-12)),
                   phi = 2 * M_PI * sq_naive_uniform(&seed);
            double u = r * cos(phi), v = r * sin(phi);
            bool in_upper = t[1] + u * cos(angle) + v * sin(angle) < 0;
            upper += in_upper / (double)THROWS;
            lower += (!in_upper && t[0] + u < 0) / (double)THROWS;
        }
        sq_disc_render g;
        for (int i = 0; i < W; i++)
            ground[i] = (sq_chroma){0, 0};
        sq_disc_render_begin(&g, d, 2, BLUR_PX, X0, W);
        sq_disc_render_row(&row, &g, ground, Y0);
        assert_near(row.model[1].at[20], upper, 0.02);
        assert_near(row.model[0].at[20], lower, 0.035);
    }
}

/* No disc, no column, and discs beside the columns: bare ground. */
static void nothing_is_drawn_of_nothing(void **state) {
    (void)state;
    sq_camera c = sq_naive_camera(640, 480, (sq_mm){400, 200}, 1);
    sq_disc d = {.at = {400, 200}, .z = 0.75, .radius_mm = 8, .chroma = {1, 1}};
    sq_disc_place(&d, &c);
    ground[0] = (sq_chroma){0.25f, 0.5f};
    sq_disc_render g;
    for (int n = 0; n < 2; n++)
        for (int width = -1; width < 2; width++) {
            sq_disc_render_begin(&g, &d, n, BLUR_PX, 3, width);
            sq_disc_render_row(&row, &g, ground, 240);
            assert_int_equal(row.parts, 0);
            assert_int_equal(row.groups, width > 0);
            if (width > 0) assert_near(row.model[1].at[0], 0.5, 0);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_edge_is_nearly_normal),
        cmocka_unit_test(rows_are_what_their_pixels_are),
        cmocka_unit_test(crossing_rims_share_a_pixel),
        cmocka_unit_test(nothing_is_drawn_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
