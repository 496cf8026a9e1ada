#include "datasets/sensor.h"

#include <assert.h>
#include <stdlib.h>

/* A Gaussian is cut off at three deviations. */
enum { TAPS_CAP = 8 };
/* Steps of the table from linear light to 8 bits: the steepest part of sRGB's curve moves by 0.8 of an 8-bit
 * step from one to the next. */
enum { TONES = 4096 };
/* The radius of the blur that sharpening takes off, as common cameras have it. */
#define SHARPEN_PX 1.0

struct sq_film {
    int width, height;
    float *light, *other, *sharp, *row;
    unsigned char tone[TONES + 1];
};

static double srgb(double v) {
    return v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055; /* IEC 61966-2-1 */
}

sq_code sq_film_new(sq_film **out, int width, int height, sq_diag *d) {
    sq_film *f = calloc(1, sizeof *f);
    size_t n = (size_t)width * (size_t)height * 3;
    if (f) {
        *f = (sq_film){.width = width,
                       .height = height,
                       .light = malloc(n * sizeof(float)),
                       .other = malloc(n * sizeof(float)),
                       .sharp = malloc(n * sizeof(float)),
                       .row = malloc(((size_t)width + 2 * TAPS_CAP) * 3 * sizeof(float))};
    }
    if (!f || !f->light || !f->other || !f->sharp || !f->row) {
        sq_film_free(f);
        return sq_fail(d, SQ_E_MEMORY, "a film: not enough memory; draw smaller pictures");
    }
    for (int i = 0; i <= TONES; i++)
        f->tone[i] = (unsigned char)lround(255 * srgb((double)i / TONES));
    *out = f;
    return SQ_OK;
}

void sq_film_free(sq_film *f) {
    if (!f) return;
    free(f->light);
    free(f->other);
    free(f->sharp);
    free(f->row);
    free(f);
}

static void gather_light(sq_film *f, const float *from, const sq_sensor *s) {
    double cx = (f->width - 1) / 2.0, cy = (f->height - 1) / 2.0, corner2 = cx * cx + cy * cy;
    float gain[3];
    for (int k = 0; k < 3; k++)
        gain[k] = (float)(s->exposure * s->balance[k]);
    for (int y = 0; y < f->height; y++)
        for (int x = 0; x < f->width; x++) {
            double off2 = ((x - cx) * (x - cx) + (y - cy) * (y - cy)) / corner2;
            float passed = (float)(1 - s->vignette * off2);
            size_t at = 3 * ((size_t)y * (size_t)f->width + (size_t)x);
            for (size_t k = 0; k < 3; k++)
                f->light[at + k] = from[at + k] * gain[k] * passed;
        }
}

/* A symmetric kernel: taps[0] in the middle. */
typedef struct {
    int reach;
    float taps[TAPS_CAP + 1];
} kernel;

static kernel gaussian(double sigma) {
    kernel k = {.reach = (int)ceil(3 * sigma)};
    if (k.reach > TAPS_CAP) k.reach = TAPS_CAP;
    double sum = 0, v[TAPS_CAP + 1];
    for (int i = 0; i <= k.reach; i++) {
        v[i] = i ? exp(-0.5 * i * i / (sigma * sigma)) : 1;
        sum += i ? 2 * v[i] : v[i];
    }
    for (int i = 0; i <= k.reach; i++)
        k.taps[i] = (float)(v[i] / sum);
    return k;
}

static void blur_row(const sq_film *f, float *row, const kernel *k) {
    int n = 3 * f->width, pad = 3 * k->reach;
    float *in = f->row;
    for (int i = 0; i < pad; i++) {
        in[i] = row[i % 3];
        in[pad + n + i] = row[n - 3 + i % 3];
    }
    for (int i = 0; i < n; i++)
        in[pad + i] = row[i];
    for (int i = 0; i < n; i++)
        row[i] = k->taps[0] * in[pad + i];
    for (int t = 1; t <= k->reach; t++)
        for (int i = 0; i < n; i++)
            row[i] += k->taps[t] * (in[pad + i - 3 * t] + in[pad + i + 3 * t]);
}

static int within(int y, int height) {
    return y < 0 ? 0 : y >= height ? height - 1 : y;
}

/* Blurs f->light; f->other is overwritten. */
static void blur(sq_film *f, const kernel *k) {
    size_t n = 3 * (size_t)f->width;
    for (int y = 0; y < f->height; y++)
        blur_row(f, f->light + (size_t)y * n, k);
    for (int y = 0; y < f->height; y++) {
        float *to = f->other + (size_t)y * n;
        const float *mid = f->light + (size_t)y * n;
        for (size_t i = 0; i < n; i++)
            to[i] = k->taps[0] * mid[i];
        for (int t = 1; t <= k->reach; t++) {
            const float *a = f->light + (size_t)within(y - t, f->height) * n,
                        *b = f->light + (size_t)within(y + t, f->height) * n;
            for (size_t i = 0; i < n; i++)
                to[i] += k->taps[t] * (a[i] + b[i]);
        }
    }
    float *swap = f->light;
    f->light = f->other;
    f->other = swap;
}

/* The sum of four even numbers is normal enough: its tails end at 3.5 deviations. */
static float noise_from(uint64_t bits) {
    const double deviation = 65536 / 1.7320508075688772; /* sqrt(4 / 12) of the range of one */
    double sum = (double)(bits & 0xffff) + (double)(bits >> 16 & 0xffff) + (double)(bits >> 32 & 0xffff) +
                 (double)(bits >> 48);
    return (float)((sum - 2 * 65535) / deviation);
}

static void add_noise(sq_film *f, const sq_sensor *s, uint64_t seed) {
    sq_random r = sq_random_for(seed, "sensor");
    float shot = (float)s->shot, read2 = (float)(s->read * s->read);
    size_t n = 3 * (size_t)f->width * (size_t)f->height;
    for (size_t i = 0; i < n; i++)
        f->light[i] += sqrtf(shot * fmaxf(0, f->light[i]) + read2) * noise_from(sq_random_next(&r));
}

/* Takes a blurred copy off: light + amount (light - blurred). */
static void sharpen(sq_film *f, double amount) {
    float *sharp = f->sharp;
    kernel k = gaussian(SHARPEN_PX);
    size_t n = 3 * (size_t)f->width * (size_t)f->height;
    for (size_t i = 0; i < n; i++)
        sharp[i] = f->light[i];
    blur(f, &k);
    for (size_t i = 0; i < n; i++)
        f->light[i] = sharp[i] + (float)amount * (sharp[i] - f->light[i]);
}

static unsigned char tone(const sq_film *f, float v) {
    float at = v * TONES + 0.5f;
    return f->tone[at <= 0 ? 0 : at >= TONES ? TONES : (int)at];
}

static void develop(const sq_film *f, sq_picture *out) {
    int stride;
    unsigned char *pixels = sq_picture_pixels(out, &stride);
    for (int y = 0; y < f->height; y++) {
        const float *in = f->light + 3 * (size_t)y * (size_t)f->width;
        unsigned char *to = pixels + (size_t)y * (size_t)stride;
        for (int x = 0; x < f->width; x++, in += 3, to += 3) {
            to[0] = tone(f, in[2]);
            to[1] = tone(f, in[1]);
            to[2] = tone(f, in[0]);
        }
    }
}

void sq_expose(sq_film *f, sq_picture *out, const sq_canvas *c, const sq_sensor *s, uint64_t seed) {
    assert(sq_canvas_width(c) == f->width && sq_canvas_height(c) == f->height);
    gather_light(f, sq_canvas_pixels(c), s);
    if (s->blur_px > 0) {
        kernel lens = gaussian(s->blur_px);
        blur(f, &lens);
    }
    add_noise(f, s, seed);
    if (s->smoothed > 0) {
        kernel neighbours = {1, {(float)(1 - s->smoothed / 2), (float)(s->smoothed / 4)}};
        blur(f, &neighbours);
    }
    if (s->sharpen > 0) sharpen(f, s->sharpen);
    develop(f, out);
}
