/* Turns the light of a drawn scene into a picture of 8 bits: vignetting, blur, noise, sharpening and the sRGB
 * curve, in this order. */
#include "datasets/render/camera_sensor.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "vision/frame/simd.h"
#include "vision/system/asan_checked_loops.h"

/* A Gaussian is cut off at three deviations. */
enum { TAPS_CAP = 12 };
/* Steps of the table from linear light to 8 bits: the steepest part of sRGB's curve moves by 0.8 of an 8-bit
 * step from one to the next. */
enum { TONES = 4096 };
/* The radius of the blur that sharpening takes off, as common cameras have it. */
#define SHARPEN_PX 1.0

/* Pictures as rows of red, green, blue. What falls on the sensor is kept, so that of a video's next frame
 * only rows that changed are worked out again; noise is new in each. */
struct sq_exposure {
    int width, height;
    const sq_canvas *of;
    bool used; /* `fallen` is of the canvas, as seen through `with` */
    sq_sensor with;
    uint32_t *drawn;      /* how often each row of the canvas had been drawn on then */
    bool *changed;        /* whether each row of `fallen` is another than the time before */
    float *across;        /* light blurred along the rows */
    float *fallen;        /* light as it falls on the sensor */
    float *light, *other; /* the frame under work, and room for its next state */
    float *sharp, *row;
    unsigned char tone[TONES + 1];
};

double sq_tone(double v) {
    return v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055; /* IEC 61966-2-1 */
}

static size_t samples(const sq_exposure *f) {
    return (size_t)f->width * (size_t)f->height * 3;
}

static float *row_of(const sq_exposure *f, float *picture, int y) {
    return picture + 3 * (size_t)y * (size_t)f->width;
}

sq_code sq_exposure_new(sq_exposure **out, const sq_canvas *of, sq_diag *d) {
    int width = sq_canvas_width(of), height = sq_canvas_height(of);
    sq_exposure *f = calloc(1, sizeof *f);
    if (!f) return sq_fail(d, SQ_E_MEMORY, "a film: not enough memory; draw smaller pictures");
    f->of = of;
    f->width = width;
    f->height = height;
    float **pictures[] = {&f->across, &f->fallen, &f->light, &f->other, &f->sharp};
    bool all = true;
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        all &= (*pictures[i] = malloc(samples(f) * sizeof(float))) != NULL;
    f->row = malloc(((size_t)width + 2 * TAPS_CAP) * 3 * sizeof *f->row);
    f->drawn = calloc((size_t)height, sizeof *f->drawn);
    f->changed = calloc((size_t)height, sizeof *f->changed);
    if (!all || !f->row || !f->drawn || !f->changed) {
        sq_exposure_free(f);
        return sq_fail(d, SQ_E_MEMORY, "a film: not enough memory; draw smaller pictures");
    }
    for (int i = 0; i <= TONES; i++)
        f->tone[i] = (unsigned char)lround(255 * sq_tone((double)i / TONES));
    *out = f;
    return SQ_OK;
}

void sq_exposure_free(sq_exposure *f) {
    if (!f) return;
    free(f->across);
    free(f->fallen);
    free(f->light);
    free(f->other);
    free(f->sharp);
    free(f->row);
    free(f->drawn);
    free(f->changed);
    free(f);
}

/* A symmetric kernel: taps[0] in the middle. */
typedef struct {
    int reach;
    float taps[TAPS_CAP + 1];
} kernel;

static kernel gaussian(double sigma) {
    kernel k = {.reach = (int)ceil(3 * sigma)};
    if (k.reach > TAPS_CAP) k.reach = TAPS_CAP;
    double sum = 1, v[TAPS_CAP + 1] = {1};
    for (int i = 1; i <= k.reach; i++) {
        v[i] = exp(-0.5 * i * i / (sigma * sigma));
        sum += 2 * v[i];
    }
    for (int i = 0; i <= k.reach; i++)
        k.taps[i] = (float)(v[i] / sum);
    return k;
}

/* The lens's blur along the rows, and the way that the picture slides: their kernels' convolution. */
static kernel slid(const kernel *lens, double px) {
    int whole = (int)(px / 2);
    double rest = px / 2 - whole, sum = 0; /* of the last pixel on either side */
    kernel k = {.reach = lens->reach + whole + 1};
    if (k.reach > TAPS_CAP) k.reach = TAPS_CAP;
    for (int i = 0; i <= k.reach; i++) {
        for (int j = -whole - 1; j <= whole + 1; j++) {
            int from = abs(i - j);
            double share = abs(j) <= whole ? 1 : rest;
            if (from <= lens->reach) k.taps[i] += (float)share * lens->taps[from];
        }
        sum += (i ? 2 : 1) * (double)k.taps[i];
    }
    for (int i = 0; i <= k.reach; i++)
        k.taps[i] = (float)(k.taps[i] / sum);
    return k;
}

SQ_WIDE SQ_CHECKED_WHOLE static void add_checked_rows(float *restrict to, const float *restrict a,
                                                      const float *restrict b, float share, int n) {
    for (int i = 0; i < n; i++)
        to[i] += share * (a[i] + b[i]);
}

/* Adds a share of two rows to a third. */
static void add_rows(float *to, const float *a, const float *b, float share, int n) {
    sq_check_range(to, (size_t)n * sizeof *to);
    sq_check_range(a, (size_t)n * sizeof *a);
    sq_check_range(b, (size_t)n * sizeof *b);
    add_checked_rows(to, a, b, share, n);
}

/* Blurs a row in place; past its ends its last pixels go on. */
static void blur_across(const sq_exposure *f, float *row, const kernel *k) {
    int n = 3 * f->width, pad = 3 * k->reach;
    float *in = f->row;
    for (int i = 0; i < pad; i++) {
        in[i] = row[i % 3];
        in[pad + n + i] = row[n - 3 + i % 3];
    }
    memcpy(in + pad, row, (size_t)n * sizeof *in);
    for (int i = 0; i < n; i++)
        row[i] = k->taps[0] * in[pad + i];
    for (int t = 1; t <= k->reach; t++)
        add_rows(row, in + pad - 3 * t, in + pad + 3 * t, k->taps[t], n);
}

static int within(int y, int height) {
    return y < 0 ? 0 : y >= height ? height - 1 : y;
}

/* One row of `from` blurred down the columns. */
static void blur_down(const sq_exposure *f, float *to, float *from, int y, const kernel *k) {
    int n = 3 * f->width;
    const float *mid = row_of(f, from, y);
    for (int i = 0; i < n; i++)
        to[i] = k->taps[0] * mid[i];
    for (int t = 1; t <= k->reach; t++)
        add_rows(to, row_of(f, from, within(y - t, f->height)), row_of(f, from, within(y + t, f->height)),
                 k->taps[t], n);
}

/* Blurs the frame under work. */
static void blur(sq_exposure *f, const kernel *k) {
    for (int y = 0; y < f->height; y++)
        blur_across(f, row_of(f, f->light, y), k);
    for (int y = 0; y < f->height; y++)
        blur_down(f, row_of(f, f->other, y), f->light, y, k);
    float *swap = f->light;
    f->light = f->other;
    f->other = swap;
}

/* Vignetting grows with the square of the distance from the middle; the corner's share is told. */
static void gather_row(const sq_exposure *f, const float *from, const sq_sensor *s, int y) {
    double cx = (f->width - 1) / 2.0, cy = (f->height - 1) / 2.0, corner2 = cx * cx + cy * cy;
    float gain[3], *to = row_of(f, f->across, y);
    for (int k = 0; k < 3; k++)
        gain[k] = (float)(s->exposure * s->balance[k]);
    from += 3 * (size_t)y * (size_t)f->width;
    for (int x = 0; x < f->width; x++) {
        double off2 = ((x - cx) * (x - cx) + (y - cy) * (y - cy)) / corner2;
        float passed = (float)(1 - s->vignette * off2);
        for (int k = 0; k < 3; k++)
            to[3 * x + k] = from[3 * x + k] * gain[k] * passed;
    }
}

static bool same_lens(const sq_sensor *a, const sq_sensor *b) {
    return a->exposure == b->exposure && !memcmp(a->balance, b->balance, sizeof a->balance) &&
           a->vignette == b->vignette && a->blur_px == b->blur_px && a->shake_px == b->shake_px;
}

/* The light that falls on the sensor, where it is not that of the last frame. */
static void let_fall(sq_exposure *f, const sq_sensor *s) {
    const uint32_t *drawn = sq_canvas_drawn(f->of);
    bool afresh = !f->used || !same_lens(&f->with, s);
    kernel lens = s->blur_px > 0 ? gaussian(s->blur_px) : (kernel){0, {1}};
    kernel across = s->shake_px > 0 ? slid(&lens, s->shake_px) : lens;
    for (int y = 0; y < f->height; y++) {
        if (!afresh && f->drawn[y] == drawn[y]) continue;
        gather_row(f, sq_canvas_pixels(f->of), s, y);
        blur_across(f, row_of(f, f->across, y), &across);
    }
    for (int y = 0; y < f->height; y++) {
        bool changed = afresh;
        for (int k = y - lens.reach; k <= y + lens.reach; k++)
            changed |= f->drawn[within(k, f->height)] != drawn[within(k, f->height)];
        if (changed) blur_down(f, row_of(f, f->fallen, y), f->across, y, &lens);
        f->changed[y] = changed;
    }
    memcpy(f->drawn, drawn, (size_t)f->height * sizeof *drawn);
    f->used = true;
    f->with = *s;
}

const float *sq_exposure_light(sq_exposure *f, const sq_sensor *s, const bool **changed) {
    let_fall(f, s);
    if (changed) *changed = f->changed;
    return f->fallen;
}

/* The sum of four even numbers is normal enough: its tails end at 3.5 deviations. */
static float noise_from(uint64_t bits) {
    const double deviation = 65536 / 1.7320508075688772; /* sqrt(4 / 12) of the range of one */
    int32_t sum = (int32_t)(bits & 0xffff) + (int32_t)(bits >> 16 & 0xffff) + (int32_t)(bits >> 32 & 0xffff) +
                  (int32_t)(bits >> 48);
    return (float)(sum - 2 * 65535) * (float)(1 / deviation);
}

static void add_noise(sq_exposure *f, const sq_sensor *s, uint64_t seed) {
    sq_random r = sq_random_for(seed, "sensor");
    float shot = (float)s->shot, read2 = (float)(s->read * s->read);
    size_t n = samples(f);
    for (size_t i = 0; i < n; i++) {
        float v = f->fallen[i];
        f->light[i] = v + sqrtf(shot * (v > 0 ? v : 0) + read2) * noise_from(sq_random_next(&r));
    }
}

/* Takes a blurred copy off: light + amount (light - blurred). */
static void sharpen(sq_exposure *f, double amount) {
    kernel k = gaussian(SHARPEN_PX);
    size_t n = samples(f);
    memcpy(f->sharp, f->light, n * sizeof *f->sharp);
    blur(f, &k);
    for (size_t i = 0; i < n; i++)
        f->light[i] = f->sharp[i] + (float)amount * (f->sharp[i] - f->light[i]);
}

static unsigned char tone(const sq_exposure *f, float v) {
    float at = v * TONES + 0.5f;
    return f->tone[at <= 0 ? 0 : at >= TONES ? TONES : (int)at];
}

static void develop(const sq_exposure *f, sq_picture *out) {
    int stride;
    unsigned char *pixels = sq_picture_pixels(out, &stride);
    for (int y = 0; y < f->height; y++) {
        const float *in = row_of(f, f->light, y);
        unsigned char *to = pixels + (size_t)y * (size_t)stride;
        for (int x = 0; x < f->width; x++, in += 3, to += 3) {
            to[0] = tone(f, in[2]);
            to[1] = tone(f, in[1]);
            to[2] = tone(f, in[0]);
        }
    }
}

void sq_expose(sq_exposure *f, sq_picture *out, const sq_sensor *s, uint64_t seed) {
    sq_frame size = sq_picture_frame(out);
    assert(size.width == f->width && size.height == f->height);
    let_fall(f, s);
    add_noise(f, s, seed);
    if (s->smoothed > 0) {
        kernel neighbours = {1, {(float)(1 - s->smoothed / 2), (float)(s->smoothed / 4)}};
        blur(f, &neighbours);
    }
    if (s->sharpen > 0) sharpen(f, s->sharpen);
    develop(f, out);
}
