/* Where two edges of a chessboard cross: drawn at known places between pixels. */
#include "calib/lens/checker_corner.h"

#include "tests/fixture/picture/naive_renderer.h"
#include "tests/fixture/unit.h"

enum { W = 80, H = 80 };

static uint8_t pixels[W * H];
static sq_lm_work work;

/* Squares of `size` pixels about a crossing, their rows at an angle, columns square to them but for `shear`.
 */
typedef struct {
    sq_px at;
    double size, angle, shear, blur, noise;
    bool black; /* up to the left */
} board;

static const board usual = {
    .at = {40.3, 39.6}, .size = 36, .angle = 0.1, .shear = 0.05, .blur = 1, .black = true};

/* Nine rays a pixel, blurred by an edge as soft as the lens; white squares are plain about the crossing. */
static sq_frame draw(const board *b, unsigned seed) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            double u = x - b->at.x, v = y - b->at.y, c = b->angle + M_PI / 2 + b->shear;
            double s = -sin(c) * u + cos(c) * v, t = -sin(b->angle) * u + cos(b->angle) * v;
            double product = erf(s / b->blur * M_SQRT1_2) * erf(t / b->blur * M_SQRT1_2);
            double light = 0.4 + (b->black ? 0.35 : -0.35) * product;
            double code = 255 * pow(light, 1 / 2.2) + b->noise * sq_naive_normal(&seed);
            pixels[y * W + x] = (uint8_t)fmin(255, fmax(0, code + 0.5));
        }
    return (sq_frame){.width = W,
                      .height = H,
                      .format = SQ_FRAME_GREY,
                      .plane = {pixels},
                      .stride = {W},
                      .full_range = true};
}

static bool measure(const board *b, sq_px off, unsigned seed, sq_checker_corner *out) {
    sq_frame f = draw(b, seed);
    double c = b->angle + M_PI / 2 + b->shear;
    sq_checker_corner_guess g = {.at = {b->at.x + off.x, b->at.y + off.y},
                                 .right = {b->size * cos(b->angle), b->size * sin(b->angle)},
                                 .down = {b->size * cos(c), b->size * sin(c)},
                                 .black = b->black};
    return sq_checker_corner_measure(&f, &g, out, &work);
}

static void a_crossing_is_found_to_hundredths_of_a_pixel(void **state) {
    (void)state;
    unsigned seed = 2;
    for (int k = 0; k < 24; k++) {
        board b = usual;
        b.at.x = 38 + 4 * sq_naive_uniform(&seed);
        b.at.y = 38 + 4 * sq_naive_uniform(&seed);
        b.angle = 2 * M_PI * sq_naive_uniform(&seed);
        b.shear = 0.3 * sq_naive_uniform(&seed) - 0.15;
        b.blur = 0.7 + 0.8 * sq_naive_uniform(&seed);
        b.black = k % 2;
        sq_checker_corner is;
        assert_true(measure(&b, (sq_px){1.5, -1}, 1, &is));
        assert_near(sq_px_distance(is.at, b.at), 0, 0.03);
    }
}

/* The claimed deviation is the scatter that noise brings about. */
static void the_deviation_is_the_scatter(void **state) {
    (void)state;
    enum { TRIALS = 60 };
    board b = usual;
    b.noise = 3;
    double square = 0, claimed = 0;
    for (unsigned t = 0; t < TRIALS; t++) {
        sq_checker_corner is;
        assert_true(measure(&b, (sq_px){0.5, 0.5}, t + 1, &is));
        square += (pow(is.at.x - b.at.x, 2) + pow(is.at.y - b.at.y, 2)) / 2 / TRIALS;
        claimed += is.sigma_px / TRIALS;
    }
    assert_near(sqrt(square), claimed, 0.4 * claimed);
}

static void what_is_no_crossing_is_refused(void **state) {
    (void)state;
    board b = usual;
    sq_checker_corner is;
    assert_false(measure(&b, (sq_px){14, 0}, 1, &is)); /* more than a quarter of a square off */
    b.size = 12;
    assert_false(measure(&b, (sq_px){0, 0}, 1, &is)); /* too small to be read */
    b = usual;
    b.blur = 1e9; /* plain grey */
    b.noise = 3;
    assert_false(measure(&b, (sq_px){0, 0}, 1, &is));
    b = usual;
    b.at.x = 4; /* at the picture's border */
    assert_false(measure(&b, (sq_px){0, 0}, 1, &is));
}

/* Told that the upper left square is black where it is white. */
static void a_crossing_of_the_other_sign_is_refused(void **state) {
    (void)state;
    board b = usual;
    sq_frame f = draw(&b, 1);
    sq_checker_corner is;
    const sq_checker_corner_guess g = {
        .at = b.at, .right = {b.size, 0.1 * b.size}, .down = {-0.1 * b.size, b.size}, .black = false};
    assert_false(sq_checker_corner_measure(&f, &g, &is, &work));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crossing_is_found_to_hundredths_of_a_pixel),
        cmocka_unit_test(the_deviation_is_the_scatter),
        cmocka_unit_test(what_is_no_crossing_is_refused),
        cmocka_unit_test(a_crossing_of_the_other_sign_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
