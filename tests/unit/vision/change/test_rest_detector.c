/* Is the mat at rest? Asked of drawn mats with winks, hands, lamps and a codec's tremble, and of the sample
 * video. */
#include "vision/change/rest_detector.h"

#include <stdlib.h>

#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"
#include "vision/capture/capture.h"

/* A part of a mat, as the sampler would have it: 4 mm a pixel, so a small wink's radius is 2.1 of them. */
enum { W = 240, H = 136, FPS = 30 };
#define SMALL_RADIUS 2.1

typedef struct {
    double x, y, r;
    float colour[3]; /* luma and chroma that it differs from the felt by */
} disc;

static const disc yellow = {0, 0, SMALL_RADIUS, {2, -45, 15}}, blue = {0, 0, SMALL_RADIUS, {-70, 35, -15}};
static const float skin[3] = {-30, -8, 25};

/* What is in the picture, and what light and codec do to it. */
typedef struct {
    disc discs[16];
    int count;
    float noise;      /* deviation of every value, levels */
    float gain, band; /* of the lamp, and its swing from top to bottom */
    float tremble;    /* of a key frame: levels, for each block of 16 x 16 pixels */
} scene;

static const scene empty = {.noise = 1.5f, .gain = 1};

enum { BELL = 1 << 12 };
static float bell[BELL]; /* Gaussian noise */

static void make_bell(void) {
    srand(7);
    for (int i = 0; i < BELL; i++) {
        double sum = -6;
        for (int k = 0; k < 12; k++)
            sum += rand() / (double)RAND_MAX;
        bell[i] = (float)sum;
    }
}

static disc *add(scene *s, disc d, double x, double y) {
    s->discs[s->count] = d;
    s->discs[s->count].x = x;
    s->discs[s->count].y = y;
    return &s->discs[s->count++];
}

/* Adds the disc to a plane whose samples are `step` pixels apart, its rim a pixel soft. */
static void draw_disc(float *plane, const disc *d, int k, int step) {
    for (int y = (int)fmax(0, (d->y - d->r - 2) / step); y < fmin(H, d->y + d->r + 2) / step; y++)
        for (int x = (int)fmax(0, (d->x - d->r - 2) / step); x < fmin(W, d->x + d->r + 2) / step; x++) {
            double off = hypot(x * step + (step - 1) / 2.0 - d->x, y * step + (step - 1) / 2.0 - d->y);
            plane[y * (W / step) + x] += d->colour[k] * (float)fmin(1, fmax(0, d->r + 0.5 - off));
        }
}

static void draw_plane(const scene *s, int k, uint8_t *out) {
    static float plane[W * H];
    static unsigned seed = 1;
    const int step = k ? 2 : 1, w = W / step, h = H / step;
    float block[H / 16 + 1][W / 16 + 1], felt = k == 0 ? 150 : k == 1 ? -8 : 5, zero = k ? 128 : 0;
    for (int i = 0; i < (H / 16 + 1) * (W / 16 + 1); i++)
        block[i / (W / 16 + 1)][i % (W / 16 + 1)] = s->tremble * (2 * (float)rand() / (float)RAND_MAX - 1);
    for (int i = 0; i < w * h; i++)
        plane[i] = felt + (k ? 0 : (float)((unsigned)i * 2654435761u >> 29)); /* felt's grain: 0 … 7 levels */
    for (int i = 0; i < s->count; i++)
        draw_disc(plane, &s->discs[i], k, step);
    for (int y = 0; y < h; y++) {
        float gain = s->gain + s->band * ((float)y / (float)h - 0.5f);
        for (int x = 0; x < w; x++) {
            seed = seed * 1664525u + 1013904223u;
            float v = zero + plane[y * w + x] * gain + block[y * step / 16][x * step / 16] +
                      s->noise * bell[seed / (UINT32_MAX / BELL + 1)];
            out[y * w + x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v + 0.5f);
        }
    }
}

/* Draws the scene as I420, JPEG's range and siting. */
static sq_frame drawn(const scene *s, int number) {
    static uint8_t planes[3][W * H];
    for (int k = 0; k < 3; k++)
        draw_plane(s, k, planes[k]);
    return (sq_frame){.width = W,
                      .height = H,
                      .format = SQ_FRAME_I420,
                      .plane = {planes[0], planes[1], planes[2]},
                      .stride = {W, W / 2, W / 2},
                      .full_range = true,
                      .t = 50 + number / (double)FPS,
                      .number = (uint64_t)number};
}

static sq_rest_detector_verdict push(sq_rest_detector *s, const scene *what, int number) {
    sq_frame f = drawn(what, number);
    return sq_rest_detector_push(s, &f);
}

/* Pushes the scene until it has settled; gives the next frame's number. */
static int settled(sq_rest_detector *s, const scene *what, int number) {
    sq_rest_detector_verdict v;
    int last = number + 40;
    do
        v = push(s, what, number++);
    while (!v.at_rest && number < last);
    assert_true(v.at_rest);
    return number;
}

static bool cell_moves(const sq_rest_detector_verdict *v, double x, double y) {
    return v->cells[(int)(y / v->cell_px) * v->cells_x + (int)(x / v->cell_px)];
}

/* A strip of a few rows among wide pictures has not one sample: it never rests, and what follows is seen. */
static void a_sliver_never_rests(void **state) {
    (void)state;
    static uint8_t row[2000];
    sq_rest_detector *s = sq_rest_detector_new();
    assert_true(settled(s, &empty, 0) > 0);
    for (int i = 0; i < 60; i++) {
        const sq_frame f = {.width = i < 30 ? 2000 : 3,
                            .height = i < 30 ? 3 : 2000,
                            .format = SQ_FRAME_GREY,
                            .plane = {row},
                            .stride = {i < 30 ? 2000 : 1},
                            .t = 52 + i / (double)FPS,
                            .number = (uint64_t)i};
        sq_rest_detector_verdict v = sq_rest_detector_push(s, &f);
        assert_true(v.moving && !v.at_rest);
        assert_int_equal(v.just_left, !i);
    }
    settled(s, &empty, 150);
    sq_rest_detector_free(s);
}

static void a_still_mat_settles_once(void **state) {
    (void)state;
    sq_rest_detector *s = sq_rest_detector_new();
    scene what = empty;
    add(&what, yellow, 100, 80);
    for (int n = 0; n < 90; n++) {
        sq_rest_detector_verdict v = push(s, &what, n);
        int settle = 1 + (int)ceil(SQ_REST_AFTER_S * FPS);
        assert_int_equal(v.moving, n == 0); /* of the first frame nothing is known */
        assert_int_equal(v.just_settled, n == settle);
        assert_int_equal(v.at_rest, n >= settle);
        assert_false(v.just_left || v.restless);
        assert_int_equal(v.rest.frames, n);
        if (n) assert_near(v.rest.t0, 50 + 1.0 / FPS, 1e-9);
        assert_near(v.rest.t1, n ? 50 + n / (double)FPS : 0, 1e-9);
    }
    sq_rest_detector_free(s);
}

/* Yellow on beige is a matter of chroma alone. Every place within a cell, every direction. */
static void a_small_wink_that_moves_by_its_radius_is_seen(void **state) {
    (void)state;
    srand(11);
    for (int k = 0; k < 16; k++) {
        sq_rest_detector *s = sq_rest_detector_new();
        scene what = empty;
        double x = 100 + rand() % 800 / 100.0, y = 80 + rand() % 800 / 100.0, angle = rand() % 628 / 100.0;
        add(&what, k % 2 ? yellow : blue, x, y);
        int n = settled(s, &what, 0);
        what.discs[0].x += SMALL_RADIUS * cos(angle);
        what.discs[0].y += SMALL_RADIUS * sin(angle);
        sq_rest_detector_verdict v = push(s, &what, n);
        if (!v.moving)
            fail_msg("no motion seen: seed 11, round %d, from %.2f %.2f towards %.2f", k, x, y, angle);
        assert_true(v.just_left);
        assert_int_equal(v.rest.number1, n - 1);
        assert_near(v.t_since, 50 + n / (double)FPS, 1e-9);
        assert_true(cell_moves(&v, x, y) || cell_moves(&v, what.discs[0].x, what.discs[0].y));
        v = push(s, &what, n + 1); /* and from then on it lies */
        assert_false(v.moving);
        assert_int_equal(v.rest.number0, n + 1);
        sq_rest_detector_free(s);
    }
}

/* Lamps that flicker and band, key frames that tremble: nothing moves. A wink that does is seen all
 * the same. */
static void light_and_codec_move_nothing(void **state) {
    (void)state;
    static const struct {
        float flicker, band, tremble, noise;
    } kinds[] = {
        {0.08f, 0, 0, 1.5f}, {0.04f, 0.1f, 0, 1.5f}, {0, 0, 3, 0.5f}, {0.04f, 0.04f, 2, 1.5f}, {0, 0, 0, 4}};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        sq_rest_detector *s = sq_rest_detector_new();
        scene what = empty;
        add(&what, blue, 180, 100);
        what.noise = kinds[k].noise;
        for (int n = 0; n < 120; n++) {
            what.gain = 1 + kinds[k].flicker * sinf((float)n * 2.1f);
            what.band = kinds[k].band * cosf((float)n * 2.1f);
            what.tremble = n % 12 ? 0 : kinds[k].tremble;
            bool nudged = n == 100;
            what.discs[0].x += nudged ? SMALL_RADIUS : 0;
            sq_rest_detector_verdict v = push(s, &what, n);
            if (v.moving != (n == 0 || nudged)) fail_msg("kind %zu, frame %d: moving is %d", k, n, v.moving);
        }
        sq_rest_detector_free(s);
    }
}

/* A forearm's width of skin that creeps in: 18 mm a second. */
static void a_hand_that_creeps_moves(void **state) {
    (void)state;
    sq_rest_detector *s = sq_rest_detector_new();
    scene what = {.noise = 1, .gain = 1};
    int n = settled(s, &what, 0);
    disc *hand = add(&what, (disc){.r = 40, .colour = {skin[0], skin[1], skin[2]}}, -25, 70);
    n = settled(s, &what, n + 1);
    int still = 0, longest = 0;
    for (int k = 0; k < 120; k++) {
        hand->x += 0.15;
        sq_rest_detector_verdict v = push(s, &what, n++);
        still = v.moving ? 0 : still + 1;
        longest = still > longest ? still : longest;
    }
    assert_in_range(longest, 0, (int)(SQ_REST_AFTER_S * FPS)); /* never long enough for a rest */
    settled(s, &what, n);
    sq_rest_detector_free(s);
}

/* The digits of a camera's clock, two of which change in every frame and one each second: the mat rests all
 * the same, and a wink that moves is seen. */
static void a_clock_in_the_picture_is_left_out(void **state) {
    (void)state;
    sq_rest_detector *s = sq_rest_detector_new();
    scene what = empty;
    disc *wink = add(&what, blue, 180, 100);
    disc *frames = add(&what, (disc){.r = 3, .colour = {235, 128, 128}}, 20, 12);
    disc *seconds = add(&what, (disc){.r = 3, .colour = {235, 128, 128}}, 10, 12);
    int first = -1;
    for (int n = 0; n < 40 * FPS; n++) {
        frames->x = 20 + n % 7;
        seconds->y = 10 + n / FPS % 2 * 5;
        bool nudged = n == 35 * FPS + 7;
        wink->x += nudged ? SMALL_RADIUS : 0;
        sq_rest_detector_verdict v = push(s, &what, n);
        if (v.just_settled && first < 0) first = n;
        if (first >= 0 && n > 25 * FPS) {
            assert_true(v.restless && fabs(v.restless_at.x - 20) < 16 && fabs(v.restless_at.y - 12) < 16);
            if (v.moving != nudged) fail_msg("frame %d: moving is %d", n, v.moving);
        }
    }
    assert_in_range(first, (int)(SQ_REST_UNDER_HAND_S * FPS), (int)((SQ_REST_UNDER_HAND_S + 2) * FPS));
    sq_rest_detector_free(s);
}

/* A hand that fidgets over much of the mat is no clock, even before the first rest. */
static void a_hand_that_fidgets_is_not_left_out(void **state) {
    (void)state;
    sq_rest_detector *s = sq_rest_detector_new();
    scene what = empty;
    disc *hand = add(&what, (disc){.r = 40, .colour = {skin[0], skin[1], skin[2]}}, 60, 70);
    for (int n = 0; n < 6 * FPS; n++) {
        hand->y = 70 + 8 * sin(n * 0.9);
        sq_rest_detector_verdict v = push(s, &what, n);
        if (v.at_rest || v.restless) fail_msg("frame %d: at rest %d, restless %d", n, v.at_rest, v.restless);
    }
    sq_rest_detector_free(s);
}

static void only_what_is_watched_counts(void **state) {
    (void)state;
    const sq_px mat[] = {{60, 20}, {220, 20}, {220, 120}, {60, 120}};
    sq_rest_detector *s = sq_rest_detector_new();
    sq_rest_detector_watch(s, mat, 4);
    scene what = empty;
    int n = settled(s, &what, 0);
    disc *hand = add(&what, (disc){.r = 10, .colour = {-60, 0, 0}}, 30, 70); /* beside the mat */
    assert_false(push(s, &what, n++).moving);
    hand->x = 56; /* over its edge */
    assert_true(push(s, &what, n++).moving);
    n = settled(s, &what, n);
    hand->x = 140; /* in its middle */
    assert_true(push(s, &what, n++).moving);
    sq_rest_detector_watch(s, NULL, 0);
    n = settled(s, &what, n);
    hand->x = 30;
    assert_true(push(s, &what, n).moving);
    sq_rest_detector_free(s);
}

/* How long a picture stays still until it counts as a rest. */
static double still_before_rest_s(sq_rest_detector *s, const scene *what, int *n) {
    sq_rest_detector_verdict v;
    int last = *n + 4 * FPS;
    do
        v = push(s, what, (*n)++);
    while (!v.just_settled && *n < last);
    assert_true(v.just_settled);
    return v.rest.t1 - v.rest.t0;
}

/* An arm from the picture's left edge over the mat's; it creeps, but no cell can tell. */
static void one_that_aims_is_waited_for(void **state) {
    (void)state;
    const sq_px mat[] = {{60, 20}, {220, 20}, {220, 120}, {60, 120}};
    sq_rest_detector *s = sq_rest_detector_new();
    sq_rest_detector_watch(s, mat, 4);
    scene what = empty;
    int n = settled(s, &what, 0);
    add(&what, yellow, 180, 90);
    assert_true(still_before_rest_s(s, &what, &n) < SQ_REST_AFTER_S + 0.05); /* a wink is no hand */
    const disc part = {.r = 15, .colour = {skin[0], skin[1], skin[2]}};
    add(&what, part, 5, 70);
    add(&what, part, 27, 70);
    disc *hand = add(&what, part, 49, 70);
    assert_true(still_before_rest_s(s, &what, &n) > SQ_REST_UNDER_HAND_S - 0.05);
    hand->x = hand[-1].x = 5; /* beside the mat */
    assert_true(still_before_rest_s(s, &what, &n) < SQ_REST_AFTER_S + 0.05);
    sq_rest_detector_free(s);
}

static void a_jolt_of_the_camera_moves_everything(void **state) {
    (void)state;
    sq_rest_detector *s = sq_rest_detector_new();
    scene what = empty;
    for (int k = 0; k < 8; k++)
        add(&what, blue, 20 + 26 * k, 20 + 12 * k)->r = 8;
    int n = settled(s, &what, 0);
    for (int k = 0; k < 8; k++)
        what.discs[k].x += 2;
    sq_rest_detector_verdict v = push(s, &what, n++);
    assert_true(v.moving);
    for (int k = 0; k < 8; k++) /* its left or its right rim's cell */
        assert_true(cell_moves(&v, what.discs[k].x - 9, what.discs[k].y) ||
                    cell_moves(&v, what.discs[k].x + 7, what.discs[k].y));
    settled(s, &what, n);
    sq_rest_detector_free(s);
}

/* A clamp trembles: all swings by a pixel to either side, and the mat rests. What moves meanwhile is seen.
 */
static void a_picture_that_sways_rests(void **state) {
    (void)state;
    sq_rest_detector *s = sq_rest_detector_new();
    scene still = empty;
    for (int k = 0; k < 12; k++)
        add(&still, k % 2 ? blue : yellow, 20 + 18 * k, 25 + 45 * (k % 3))->r = 7;
    int n = 0, moved = 0;
    sq_rest_detector_verdict v = {0};
    for (int k = 0; k < 6 * FPS; k++) {
        scene what = still;
        for (int i = 0; i < what.count; i++) {
            what.discs[i].x += 0.9 * sin(2.0 * k / FPS);
            what.discs[i].y += 0.9 * cos(3.0 * k / FPS);
        }
        if (k > 4 * FPS) add(&what, blue, 124, 76);
        v = push(s, &what, n++);
        moved += k > FPS && k <= 4 * FPS && v.moving;
        if (k == 4 * FPS + 1) assert_true(cell_moves(&v, 124, 76));
    }
    assert_int_equal(moved, 0);
    assert_true(v.at_rest);
    sq_rest_detector_free(s);
}

/* It swings to one side and creeps back, again and again: where it lies stays known, for it never lies as far
 * off as a push. */
static void a_picture_that_creeps_back_is_followed(void **state) {
    (void)state;
    sq_rest_detector *s = sq_rest_detector_new();
    scene still = empty;
    for (int k = 0; k < 12; k++)
        add(&still, k % 2 ? blue : yellow, 20 + 18 * k, 25 + 45 * (k % 3))->r = 7;
    for (int k = 0; k < 14 * FPS; k++) {
        scene what = still;
        double share = fmod(k / (2.0 * FPS), 1), off = fmin(8 * share, 1 - share);
        for (int i = 0; i < what.count; i++)
            what.discs[i].x += 1.2 * off;
        sq_rest_detector_verdict v = push(s, &what, k);
        if (k > FPS) assert_false(v.moving);
    }
    sq_rest_detector_free(s);
}

/* The lamp goes out, the camera turns up its gain: what trembles then is noise, and is learned. */
static void noise_that_grows_is_learned(void **state) {
    (void)state;
    sq_rest_detector *s = sq_rest_detector_new();
    scene what = empty;
    what.noise = 0.7f;
    int n = settled(s, &what, 0);
    what.noise = 9;
    for (int k = 0; k < 10 * FPS; k++)
        push(s, &what, n++);
    settled(s, &what, n);
    sq_rest_detector_free(s);
}

/* By night a sample's noise is as strong as a sleeve's contrast: the sleeve's edge drowns in it, the means
 * over a wink's width do not. Noise alone moves nothing. */
static void what_drowns_in_the_samples_noise_is_seen_in_blocks(void **state) {
    (void)state;
    sq_rest_detector *s = sq_rest_detector_new();
    scene what = empty;
    what.noise = 7;
    disc *sleeve = add(&what, (disc){.r = 9, .colour = {-20, 0, 0}}, 30, 70);
    int n = settled(s, &what, 0);
    for (int k = 0; k < 5 * FPS; k++)
        assert_false(push(s, &what, n++).moving);
    for (int k = 0; k < 20; k++) {
        sleeve->x += 9;
        if (!push(s, &what, n++).moving) fail_msg("step %d is not seen", k);
    }
    settled(s, &what, n);
    sq_rest_detector_free(s);
}

static void another_form_starts_anew(void **state) {
    (void)state;
    static uint8_t any[3 * 101 * 77];
    sq_rest_detector *s = sq_rest_detector_new();
    scene what = empty;
    int n = settled(s, &what, 0);
    const sq_frame_format formats[] = {SQ_FRAME_BGR,  SQ_FRAME_GREY, SQ_FRAME_I420,
                                       SQ_FRAME_NV12, SQ_FRAME_I422, SQ_FRAME_I444};
    for (size_t k = 0; k < 6; k++)
        for (int size = 0; size < 4; size++) {
            int w = (int[]){101, 77, 1, 16}[size], h = (int[]){77, 101, 1, 1}[size];
            memset(any, 100, sizeof any);
            sq_frame f = {.width = w, .height = h, .format = formats[k], .t = 60 + (double)k + size / 10.0};
            for (int p = 0; p < 3; p++)
                f.plane[p] = any, f.stride[p] = formats[k] == SQ_FRAME_BGR ? 3 * w : w + 1;
            sq_rest_detector_verdict v = sq_rest_detector_push(s, &f);
            assert_true(v.moving);
            assert_int_equal(v.just_left, k == 0 && size == 0);
            f.t += 0.05;
            assert_false(sq_rest_detector_push(s, &f).moving);
        }
    settled(s, &what, n);
    sq_rest_detector_free(s);
}

/* What was watched was so many pixels of frames of another size. */
static void of_another_size_all_is_watched(void **state) {
    (void)state;
    static uint8_t grey[640 * 480];
    const sq_px corner[] = {{0, 0}, {30, 0}, {30, 30}, {0, 30}};
    sq_rest_detector *s = sq_rest_detector_new();
    sq_frame f = {.width = 320, .height = 240, .format = SQ_FRAME_GREY, .plane = {grey}, .stride = {640}};
    memset(grey, 120, sizeof grey);
    sq_rest_detector_watch(s, corner, 4);
    for (int n = 0; n < 10; n++) {
        if (n == 5) f.width = 640, f.height = 480;
        if (n == 3 || n == 8) /* far from the corner */
            for (int y = 180; y < 220; y++)
                memset(grey + 640 * y + 200, n == 3 ? 60 : 220, 60);
        f.t = n / 30.0;
        assert_int_equal(sq_rest_detector_push(s, &f).moving, n == 0 || n == 5 || n == 8);
    }
    sq_rest_detector_free(s);
}

/* Motion is seen in every format and at every size: a large dark disc jumps by its radius. */
static void motion_is_seen_in_every_form(void **state) {
    (void)state;
    enum { BIG_W = 1280, BIG_H = 1300 };
    static uint8_t any[3 * BIG_W * BIG_H];
    const sq_frame_format formats[] = {SQ_FRAME_BGR,  SQ_FRAME_GREY, SQ_FRAME_I420,
                                       SQ_FRAME_NV12, SQ_FRAME_I422, SQ_FRAME_I444};
    for (size_t k = 0; k < 6; k++)
        for (int size = 0; size < 4; size++) {
            int w = (int[]){320, 960, 1280, 700}[size], h = (int[]){240, 540, 720, 1300}[size];
            int bytes = formats[k] == SQ_FRAME_BGR ? 3 : 1;
            sq_rest_detector *s = sq_rest_detector_new();
            sq_frame f = {.width = w, .height = h, .format = formats[k], .full_range = true};
            static uint8_t grey[2 * BIG_W * BIG_H];
            memset(grey, 128, sizeof grey);
            for (int p = 0; p < 3; p++)
                f.plane[p] = p ? grey : any, f.stride[p] = p ? 2 * w : bytes * w;
            double r = w / 60.0;
            for (int n = 0; n < 5; n++) {
                memset(any, 150, sizeof any);
                double cx = w - 3 * r + (n >= 3 ? r : 0), cy = h - 2 * r;
                for (int y = (int)(cy - r); y < cy + r; y++)
                    for (int x = (int)(cx - r); x < cx + r; x++)
                        if (hypot(x - cx, y - cy) < r) memset(any + bytes * (y * w + x), 60, (size_t)bytes);
                f.t = n / 30.0;
                sq_rest_detector_verdict v = sq_rest_detector_push(s, &f);
                if (v.moving != (n == 0 || n == 3)) fail_msg("format %zu, %d x %d, frame %d", k, w, h, n);
                assert_in_range(v.cells_x * v.cell_px, w - v.cell_px, w + v.cell_px);
                assert_in_range(v.cells_y * v.cell_px, h - v.cell_px, h + v.cell_px);
            }
            sq_rest_detector_free(s);
        }
}

/* A picture of 480 x 272, whose pixels are samples; a disc of another colour, and as bright, jumps in
 * frame 3. */
enum { SAMPLES_X = 480, SAMPLES_Y = 272 };

static uint8_t level_at(int k, int x, int y, int number) {
    bool on_disc = hypot(x - (number < 3 ? 100 : 112), y - 90) < 10;
    return (uint8_t)(k == 0 ? 90 + (x * 7 + y * 13) % 32 : k == 1 ? 120 : on_disc ? 170 : 110);
}

/* The same, each pixel n x n: chroma sampled in NV12 or I420. */
static sq_frame enlarged(int n, sq_frame_format format, int number) {
    static uint8_t luma[64 * SAMPLES_X * SAMPLES_Y], chroma[2][32 * SAMPLES_X * SAMPLES_Y];
    const int w = n * SAMPLES_X, h = n * SAMPLES_Y, pairs = format == SQ_FRAME_NV12;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            luma[y * w + x] = level_at(0, x / n, y / n, number);
    for (int y = 0; y < h / 2; y++)
        for (int x = 0; x < w / 2; x++)
            for (int k = 1; k < 3; k++) {
                uint8_t *to = pairs ? chroma[0] + y * w + 2 * x + k - 1 : chroma[k - 1] + y * (w / 2) + x;
                *to = level_at(k, (2 * x + 1) / n, (2 * y + 1) / n, number);
            }
    return (sq_frame){.width = w,
                      .height = h,
                      .format = format,
                      .plane = {luma, chroma[0], chroma[1]},
                      .stride = {w, pairs ? w : w / 2, w / 2},
                      .full_range = true,
                      .t = number / (double)FPS,
                      .number = (uint64_t)number};
}

/* Whatever the size from which samples are taken, the same cells move. */
static void the_same_moves_at_every_size(void **state) {
    (void)state;
    const sq_frame_format formats[] = {SQ_FRAME_I420, SQ_FRAME_NV12};
    static uint8_t cells[5][SAMPLES_X / SQ_REST_CELL * SAMPLES_Y / SQ_REST_CELL];
    for (int n = 2; n <= 8; n++) /* chroma has half as many samples */
        for (int k = 0; k < 2; k++) {
            sq_rest_detector *s = sq_rest_detector_new();
            for (int number = 0; number < 5; number++) {
                sq_frame f = enlarged(n, formats[k], number);
                sq_rest_detector_verdict v = sq_rest_detector_push(s, &f);
                assert_int_equal(v.cell_px, n * SQ_REST_CELL);
                assert_int_equal(v.moving, number == 0 || number == 3);
                if (n == 2 && k == 0) memcpy(cells[number], v.cells, sizeof cells[number]);
                if (memcmp(cells[number], v.cells, sizeof cells[number]))
                    fail_msg("format %d, enlarged %d times, frame %d: other cells move", k, n, number);
            }
            sq_rest_detector_free(s);
        }
}

/* The sample video against its truth: the first rests, each found whole, begun within a few frames. */
enum { SAMPLE_FRAMES = 330, RESTS_CAP = 16, NEAR_FRAMES = 5 };

typedef struct {
    int from, to;
} span;

static int true_rests(span *rests) {
    FILE *f = fopen(SQ_SHARED_DIR "/video/game.truth.jsonl", "r");
    if (!f) return 0;
    char *line = NULL;
    size_t size = 0;
    int n = 0;
    while (n < RESTS_CAP && getline(&line, &size, f) > 0) {
        const char *from = strstr(line, "\"frame0\": ");
        if (from && sscanf(from, "\"frame0\": %d, \"frame1\": %d", &rests[n].from, &rests[n].to) == 2 &&
            rests[n].to < SAMPLE_FRAMES - NEAR_FRAMES)
            n++;
    }
    free(line);
    fclose(f);
    return n;
}

static void the_sample_videos_rests_are_found(void **state) {
    (void)state;
    span truth[RESTS_CAP] = {0};
    int count = true_rests(truth), found = 0;
    if (!count) skip(); /* the sample does not lie beside the project */
    sq_capture *c;
    sq_frame f;
    assert_int_equal(sq_capture_open(&c, SQ_SHARED_DIR "/video/game.mp4", NULL, NULL), SQ_OK);
    sq_rest_detector *s = sq_rest_detector_new();
    for (int n = 0; n < SAMPLE_FRAMES && !sq_capture_next(c, &f, NULL); n++) {
        sq_rest_detector_verdict v = sq_rest_detector_push(s, &f);
        if (!v.just_left) continue;
        assert_in_range(found, 0, count - 1);
        assert_near((double)v.rest.number0, truth[found].from, NEAR_FRAMES);
        assert_near((double)v.rest.number1, truth[found].to, NEAR_FRAMES);
        found++;
    }
    assert_int_equal(found, count);
    sq_rest_detector_free(s);
    sq_capture_close(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_still_mat_settles_once),
        cmocka_unit_test(a_sliver_never_rests),
        cmocka_unit_test(a_small_wink_that_moves_by_its_radius_is_seen),
        cmocka_unit_test(light_and_codec_move_nothing),
        cmocka_unit_test(a_hand_that_creeps_moves),
        cmocka_unit_test(a_clock_in_the_picture_is_left_out),
        cmocka_unit_test(a_hand_that_fidgets_is_not_left_out),
        cmocka_unit_test(only_what_is_watched_counts),
        cmocka_unit_test(one_that_aims_is_waited_for),
        cmocka_unit_test(a_jolt_of_the_camera_moves_everything),
        cmocka_unit_test(a_picture_that_sways_rests),
        cmocka_unit_test(a_picture_that_creeps_back_is_followed),
        cmocka_unit_test(noise_that_grows_is_learned),
        cmocka_unit_test(what_drowns_in_the_samples_noise_is_seen_in_blocks),
        cmocka_unit_test(another_form_starts_anew),
        cmocka_unit_test(of_another_size_all_is_watched),
        cmocka_unit_test(motion_is_seen_in_every_form),
        cmocka_unit_test(the_same_moves_at_every_size),
        cmocka_unit_test(the_sample_videos_rests_are_found),
    };
    make_bell();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
