/* Makes the frames of a video quickly. It keeps the still picture as luma and chroma, works out anew only the
 * parts that changed, and adds fresh noise. */
#include "datasets/render/frame_synth.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "vision/frame/simd.h"
#include "vision/system/asan_checked_loops.h"

/* Steps of the tables from linear light to tones. */
enum { TONES = 4096 };
/* Luma and chroma are kept in this many parts of a step of 8 bits, in 16 bits. */
enum { PARTS_SHIFT = 6, PARTS = 1 << PARTS_SHIFT };
/* The noise field: so many numbers whose deviation is SIGMA; and how strong it is where, in units that make
 * (noise * strength) >> 16 parts. Strengths end at NOISIEST 8-bit steps. */
enum { NOISE_FIELD = 1 << 18, SIGMA = 4096 };
#define STRENGTH_OF_A_STEP (PARTS * 65536 / SIGMA)
#define NOISIEST 30.0f
/* Rows that share their chroma. */
enum { ROWS = 2 };

/* A plane: what it shows without noise, and how strong the noise is. */
typedef struct {
    int width, height;
    int16_t *still, *strength;
    uint8_t *out;
} plane;

struct sq_frame_synth {
    int width, height, stride; /* stride: the canvas's width */
    sq_exposure *film;
    plane planes[3];
    int16_t *noise;
    float *row[ROWS];          /* light: red, green, blue */
    float tone[TONES + 1];     /* 0 .. 1 */
    float variance[TONES + 1]; /* of a tone */
    bool used;                 /* the tables and planes are of `with` and `gain` */
    sq_sensor with;
    float gain;
    int *spans;     /* of each two rows: the first column that is to be developed, and the end */
    int laid_count; /* in the last frame, and where */
    sq_cutout_box laid[2 * SQ_LAID_CAP];
};

/* ---- Opening and closing ---- */

static bool plane_new(plane *p, int width, int height) {
    size_t n = (size_t)width * (size_t)height;
    *p = (plane){width, height, malloc(n * sizeof *p->still), malloc(n * sizeof *p->strength), malloc(n)};
    return p->still && p->strength && p->out;
}

static void fill_noise(int16_t *noise) {
    sq_random random = sq_random_for(0, "reel"); /* the name is the seed: another draws other noise */
    for (int i = 0; i < NOISE_FIELD; i++)
        noise[i] = (int16_t)lround(SIGMA * fmax(-4, fmin(4, sq_random_normal(&random))));
}

static bool allocate(sq_frame_synth *r) {
    r->spans = calloc((size_t)r->height, sizeof *r->spans);
    r->noise = malloc(NOISE_FIELD * sizeof *r->noise);
    if (!r->spans || !r->noise) return false;
    fill_noise(r->noise);
    for (int i = 0; i < ROWS; i++)
        if (!(r->row[i] = malloc(3 * (size_t)r->width * sizeof(float)))) return false;
    for (int i = 0; i < 3; i++)
        if (!plane_new(&r->planes[i], r->width >> (i > 0), r->height >> (i > 0))) return false;
    return true;
}

sq_code sq_frame_synth_new(sq_frame_synth **out, const sq_canvas *of, sq_diag *d) {
    *out = NULL;
    sq_frame_synth *r = calloc(1, sizeof *r);
    if (!r) return sq_fail(d, SQ_E_MEMORY, "a synth: not enough memory; draw smaller pictures");
    r->stride = sq_canvas_width(of);
    r->width = r->stride & ~1;
    r->height = sq_canvas_height(of) & ~1;
    sq_code code = allocate(r) ? sq_exposure_new(&r->film, of, d)
                               : sq_fail(d, SQ_E_MEMORY, "a synth: not enough memory; draw smaller pictures");
    if (code) {
        sq_frame_synth_free(r);
        return code;
    }
    *out = r;
    return SQ_OK;
}

void sq_frame_synth_free(sq_frame_synth *r) {
    if (!r) return;
    for (int i = 0; i < 3; i++) {
        free(r->planes[i].still);
        free(r->planes[i].strength);
        free(r->planes[i].out);
    }
    for (int i = 0; i < ROWS; i++)
        free(r->row[i]);
    free(r->noise);
    free(r->spans);
    sq_exposure_free(r->film);
    free(r);
}

/* The noise of light v has the variance shot v + read²; the curve's slope makes the tone's of it. */
static void fill_tables(sq_frame_synth *r, const sq_sensor *s) {
    for (int i = 0; i <= TONES; i++) {
        double v = (double)i / TONES, step = 0.5 / TONES;
        double slope = (sq_tone(v + step) - sq_tone(fmax(0, v - step))) / (v + step - fmax(0, v - step));
        r->tone[i] = (float)sq_tone(v);
        r->variance[i] = i == TONES ? 0 : (float)(slope * slope * (s->shot * v + s->read * s->read));
    }
}

/* ---- Light to luma and chroma ---- */

SQ_INLINED_WHOLE int tone_index(float v) {
    float at = v * TONES + 0.5f;
    return at <= 0 ? 0 : at >= TONES ? TONES : (int)at;
}

SQ_INLINED_WHOLE int16_t strength(float variance, float scale) {
    float steps = sqrtf(variance) * scale;
    return (int16_t)(STRENGTH_OF_A_STEP * (steps < NOISIEST ? steps : NOISIEST) + 0.5f);
}

/* Sums over four pixels, for their chroma. */
typedef struct {
    float blue, red, blue_variance, red_variance; /* differences to luma, 0 .. 1, and their variances */
} chroma;

/* One pixel's luma into its place; its chroma into the sums (ITU-R BT.709). */
SQ_INLINED_WHOLE void develop_pixel(sq_frame_synth *r, const float *light, size_t at, chroma *c) {
    const float kr = 0.2126f, kg = 0.7152f, kb = 0.0722f;
    int ir = tone_index(light[0]), ig = tone_index(light[1]), ib = tone_index(light[2]);
    float tr = r->tone[ir], tg = r->tone[ig], tb = r->tone[ib];
    float vr = r->variance[ir], vg = r->variance[ig], vb = r->variance[ib];
    float luma = kr * tr + kg * tg + kb * tb;
    r->planes[0].still[at] = (int16_t)(PARTS * (16 + 219 * luma) + 0.5f);
    r->planes[0].strength[at] = strength(kr * kr * vr + kg * kg * vg + kb * kb * vb, 219);
    c->blue += tb - luma;
    c->red += tr - luma;
    c->blue_variance += kr * kr * vr + kg * kg * vg + (1 - kb) * (1 - kb) * vb;
    c->red_variance += (1 - kr) * (1 - kr) * vr + kg * kg * vg + kb * kb * vb;
}

SQ_INLINED_WHOLE void put_chroma(sq_frame_synth *r, const chroma *c, size_t at) {
    const float blue = 224 / 1.8556f, red = 224 / 1.5748f;
    r->planes[1].still[at] = (int16_t)(PARTS * (128 + blue * c->blue / 4) + 0.5f);
    r->planes[2].still[at] = (int16_t)(PARTS * (128 + red * c->red / 4) + 0.5f);
    r->planes[1].strength[at] = strength(c->blue_variance / 16, blue);
    r->planes[2].strength[at] = strength(c->red_variance / 16, red);
}

/* ---- What is laid over ---- */

static sq_cutout_box moved(sq_cutout_box b, const sq_laid *l) {
    return (sq_cutout_box){b.x0 + l->dx, b.y0 + l->dy, b.x1 + l->dx, b.y1 + l->dy};
}

static int larger(int a, int b) {
    return a > b ? a : b;
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static void shade_row(float *row, int y, int x0, int x1, const sq_laid *l) {
    sq_cutout_box b = moved(l->shade->box, l);
    if (y < b.y0 || y >= b.y1) return;
    x0 = larger(x0, b.x0);
    x1 = smaller(x1, b.x1);
    if (x0 < x1) sq_handshade_row(l->shade, y - l->dy, x0 - l->dx, x1 - l->dx, row + 3 * x0);
}

/* Cutouts hold light as it leaves the scene; what lens and exposure make of it is the sensor's. */
static void lay_row(const sq_frame_synth *r, float *row, int y, int x0, int x1, const sq_laid *l) {
    const sq_cutout *c = l->cutout;
    sq_cutout_box b = moved(c->box, l);
    if (y < b.y0 || y >= b.y1) return;
    x0 = larger(x0, b.x0);
    x1 = smaller(x1, b.x1);
    const sq_sensor *s = &r->with;
    float cx = (float)(r->width - 1) / 2, cy = (float)(r->height - 1) / 2, dy = (float)y - cy;
    float falloff = (float)s->vignette / (cx * cx + cy * cy);
    size_t columns = (size_t)(b.x1 - b.x0);
    const float *from = c->light + 4 * ((size_t)(y - b.y0) * columns + (size_t)(larger(x0, b.x0) - b.x0));
    for (int x = x0; x < x1; x++, from += 4) {
        if (!(from[3] > 0)) continue;
        float dx = (float)x - cx, passed = (float)s->exposure * (1 - falloff * (dx * dx + dy * dy));
        for (int k = 0; k < 3; k++)
            row[3 * x + k] = (1 - from[3]) * row[3 * x + k] + passed * (float)s->balance[k] * from[k];
    }
}

/* ---- A part of the frame ---- */

static void check_columns(const plane *p, int y, int x0, int x1) {
    size_t at = (size_t)y * (size_t)p->width + (size_t)x0, n = (size_t)(x1 - x0);
    sq_check_range(p->still + at, n * sizeof *p->still);
    sq_check_range(p->strength + at, n * sizeof *p->strength);
}

/* The light of rows y and y + 1 into the planes. */
SQ_CHECKED_WHOLE static void develop_light(sq_frame_synth *r, int y, int x0, int x1) {
    for (int x = x0; x < x1; x += 2) {
        chroma c = {0, 0, 0, 0};
        for (int k = 0; k < ROWS; k++)
            for (int i = 0; i < 2; i++)
                develop_pixel(r, r->row[k] + 3 * (x + i),
                              (size_t)(y + k) * (size_t)r->width + (size_t)(x + i), &c);
        put_chroma(r, &c, (size_t)(y / 2) * (size_t)(r->width / 2) + (size_t)(x / 2));
    }
}

/* Rows y and y + 1, columns x0 to before x1, all even. */
static void develop_rows(sq_frame_synth *r, const float *light, int y, int x0, int x1, const sq_laid *laid,
                         int count) {
    int stride = r->stride;
    for (int k = 0; k < ROWS; k++) {
        float *row = r->row[k];
        memcpy(row + 3 * x0, light + 3 * ((size_t)(y + k) * (size_t)stride + (size_t)x0),
               3 * (size_t)(x1 - x0) * sizeof *row);
        for (int i = 0; i < count; i++)
            if (laid[i].shade) shade_row(row, y + k, x0, x1, &laid[i]);
        for (int i = 0; i < count; i++)
            if (laid[i].cutout) lay_row(r, row, y + k, x0, x1, &laid[i]);
        for (int x = 3 * x0; x < 3 * x1 && r->gain != 1; x++)
            row[x] *= r->gain;
        sq_check_range(row + 3 * x0, 3 * (size_t)(x1 - x0) * sizeof *row);
        check_columns(&r->planes[0], y + k, x0, x1);
    }
    for (int i = 1; i < 3; i++)
        check_columns(&r->planes[i], y / 2, x0 / 2, x1 / 2);
    develop_light(r, y, x0, x1);
}

static void note_laid(sq_frame_synth *r, const sq_laid *laid, int count) {
    r->laid_count = 0;
    for (int i = 0; i < count; i++) {
        if (laid[i].cutout) r->laid[r->laid_count++] = moved(laid[i].cutout->box, &laid[i]);
        if (laid[i].shade) r->laid[r->laid_count++] = moved(laid[i].shade->box, &laid[i]);
    }
}

/* Widens the span of columns by the boxes that cross the two rows. */
static void widen(const sq_frame_synth *r, int y, int *x0, int *x1) {
    for (int i = 0; i < r->laid_count; i++) {
        const sq_cutout_box *b = &r->laid[i];
        if (b->y1 <= y || b->y0 >= y + ROWS || b->x0 >= b->x1) continue;
        *x0 = smaller(*x0, larger(b->x0, 0) & ~1);
        *x1 = larger(*x1, smaller((b->x1 + 1) & ~1, r->width));
    }
}

/* Where the canvas changed, where something lay in the last frame, where something lies now. */
static void develop(sq_frame_synth *r, const float *light, const bool *changed, bool all, const sq_laid *laid,
                    int count) {
    int *spans = r->spans;
    for (int y = 0; y < r->height; y += ROWS) {
        bool whole = all || changed[y] || changed[y + 1];
        spans[y] = whole ? 0 : r->width;
        spans[y + 1] = whole ? r->width : 0;
        widen(r, y, &spans[y], &spans[y + 1]);
    }
    note_laid(r, laid, count);
    for (int y = 0; y < r->height; y += ROWS) {
        widen(r, y, &spans[y], &spans[y + 1]);
        if (spans[y] < spans[y + 1]) develop_rows(r, light, y, spans[y], spans[y + 1], laid, count);
    }
}

/* ---- Noise ---- */

/* The pointers part ways, so that a compiler may take many pixels at once. */
SQ_WIDE SQ_CHECKED_WHOLE static void add_noise_row(uint8_t *restrict out, const int16_t *restrict still,
                                                   const int16_t *restrict strength,
                                                   const int16_t *restrict noise, int width) {
    for (int x = 0; x < width; x++) {
        int16_t v = (int16_t)((still[x] + ((noise[x] * strength[x]) >> 16) + PARTS / 2) >> PARTS_SHIFT);
        out[x] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
}

static void add_noise(const plane *p, const int16_t *field, sq_random *random) {
    for (int y = 0; y < p->height; y++) {
        size_t row = (size_t)y * (size_t)p->width, columns = (size_t)p->width;
        const int16_t *noise = field + sq_random_below(random, NOISE_FIELD - p->width);
        check_columns(p, y, 0, p->width);
        sq_check_range(noise, columns * sizeof *noise);
        sq_check_range(p->out + row, columns);
        add_noise_row(p->out + row, p->still + row, p->strength + row, noise, p->width);
    }
}

void sq_frame_synth_next(sq_frame_synth *r, const sq_sensor *s, const sq_laid *laid, int count, float gain,
                         uint64_t seed, sq_frame *out) {
    assert(count <= SQ_LAID_CAP);
    bool all = !r->used || r->gain != gain || memcmp(&r->with, s, sizeof *s);
    if (all) fill_tables(r, s);
    r->used = true;
    r->with = *s;
    r->gain = gain;
    const bool *changed;
    const float *light = sq_exposure_light(r->film, s, &changed);
    develop(r, light, changed, all, laid, count);
    sq_random random = sq_random_for(seed, "frame");
    *out = (sq_frame){.width = r->width,
                      .height = r->height,
                      .format = SQ_FRAME_I420,
                      .siting = SQ_CHROMA_CENTRE,
                      .matrix = SQ_MATRIX_BT709};
    for (int i = 0; i < 3; i++) {
        add_noise(&r->planes[i], r->noise, &random);
        out->plane[i] = r->planes[i].out;
        out->stride[i] = r->planes[i].width;
    }
}
