/* Noise, blur, light and tremble of ordinary cameras, put into well drawn frames plane by plane. */
#include "datasets/film/film_degradation.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "datasets/scene/random.h"

#define H264(quality) \
    "x264enc pass=quant quantizer=" quality " speed-preset=veryfast ! h264parse ! avdec_h264"

/* The rungs of which films were measured first bear the names that they had there. */
static const sq_rung rungs[SQ_RUNGS] = {
    {.name = "asis", .what = "as it is drawn"},
    {.name = "again", .what = "encoded twice, by H.264", .codec = H264("20") " ! " H264("23")},
    {.name = "crf34", .what = "as a messenger sends it", .codec = H264("34")},
    {.name = "mjpeg", .what = "JPEGs of a webcam", .codec = "jpegenc quality=60 ! jpegdec"},
    {.name = "vp8", .what = "a video call", .codec = "vp8enc target-bitrate=2000000 deadline=1 ! vp8dec"},
    {.name = "small",
     .what = "1280 x 720",
     .codec = "videoscale ! video/x-raw,width=1280,height=720 ! " H264("23")},
    {.name = "slow", .what = "eight frames a second, unevenly", .fps = 8},
    {.name = "noise6",
     .what = "a webcam in the evening",
     .read = 2.5,
     .shot = 3,
     .fixed = 1,
     .rows = 0.5,
     .codec = H264("23")},
    {.name = "noise18",
     .what = "a webcam at night",
     .read = 8,
     .shot = 8,
     .fixed = 2.5,
     .rows = 1.5,
     .codec = H264("23")},
    {.name = "dark", .what = "one lamp for a room", .gamma = 2, .codec = H264("23")},
    {.name = "blur", .what = "out of focus", .blur_px = 1.5, .codec = H264("23")},
    {.name = "clip", .what = "too much contrast", .clip = 1.5, .codec = H264("23")},
    {.name = "flicker", .what = "lamps against the shutter", .flicker = 0.06, .codec = H264("23")},
    {.name = "sway", .what = "a clamp that trembles", .sway_px = 1.5, .codec = H264("23")},
    {.name = "warm", .what = "an evening's lamp", .warm = 14, .codec = H264("23")},
    {.name = "follow",
     .what = "exposure and white balance that follow the hand",
     .follow = 0.7,
     .codec = H264("23")},
};

#define FLICKER_HZ 7.0
/* Bands of light in a picture while it is read. */
#define FLICKER_BANDS 1.5
/* Seconds in which a camera sets itself to another light. */
#define FOLLOW_S 0.5
/* Of a frame's time, by lot, to either side. */
#define UNEVEN_SHARE 0.3
/* Where clipping turns about; of luma, 16 … 235. */
#define MIDDLE 120.0

enum { PLANES = 3, BELL = 1 << 14, BELL_UNIT = 64, BLUR_REACH = 6, GREY = 128, BLACK = 16 };

const sq_rung *sq_rung_at(int i) {
    assert(i >= 0 && i < SQ_RUNGS);
    return &rungs[i];
}

const sq_rung *sq_rung_of(const char *name) {
    for (int i = 0; i < SQ_RUNGS; i++)
        if (!strcmp(rungs[i].name, name)) return &rungs[i];
    return NULL;
}

void sq_rung_filter_free(sq_rung_filter *r) {
    free(r->pixels[0]);
    free(r->pixels[1]);
    free(r->bell);
    r->pixels[0] = r->pixels[1] = NULL;
    r->bell = NULL;
    r->room = 0;
}

static sq_code make_room(sq_rung_filter *r, size_t bytes, sq_diag *d) {
    if (bytes > r->room) {
        sq_rung_filter_free(r);
        r->pixels[0] = malloc(bytes);
        r->pixels[1] = malloc(bytes);
        r->bell = malloc(BELL * sizeof *r->bell);
        if (!r->pixels[0] || !r->pixels[1] || !r->bell)
            return sq_fail(d, SQ_E_MEMORY, "a frame of the ladder: not enough memory; close other programs");
        r->room = bytes;
        sq_random bell = sq_random_for(1, "noise of a sensor");
        for (int i = 0; i < BELL; i++)
            r->bell[i] = (int16_t)lround(BELL_UNIT * sq_random_normal(&bell));
    }
    return SQ_OK;
}

static uint8_t level(double v) {
    return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : lround(v));
}

static int within(int v, int count) {
    return v < 0 ? 0 : v >= count ? count - 1 : v;
}

/* ---- Place: blur and sway ---- */

/* One direction of a Gaussian; step: from sample to sample, across: from line to line. */
static void blur_lines(uint8_t *to, const uint8_t *from, int n, int lines, ptrdiff_t step, ptrdiff_t across,
                       double sigma) {
    float weight[BLUR_REACH + 1], sum = 0;
    for (int k = 0; k <= BLUR_REACH; k++)
        sum += (k ? 2 : 1) * (weight[k] = (float)exp(-k * k / (2 * sigma * sigma)));
    for (int line = 0; line < lines; line++)
        for (int i = 0; i < n; i++) {
            const uint8_t *row = from + line * across;
            float v = weight[0] * row[i * step];
            for (int k = 1; k <= BLUR_REACH; k++)
                v += weight[k] * (float)(row[within(i - k, n) * step] + row[within(i + k, n) * step]);
            to[line * across + i * step] = (uint8_t)(v / sum + 0.5f);
        }
}

/* Takes what lies (dx, dy) to the right of each sample, between four. */
static void shift(uint8_t *to, const uint8_t *from, int w, int h, double dx, double dy) {
    int ix = (int)floor(dx), iy = (int)floor(dy);
    double fx = dx - ix, fy = dy - iy;
    for (int y = 0; y < h; y++) {
        const uint8_t *a = from + (ptrdiff_t)within(y + iy, h) * w,
                      *b = from + (ptrdiff_t)within(y + iy + 1, h) * w;
        for (int x = 0; x < w; x++) {
            int l = within(x + ix, w), r = within(x + ix + 1, w);
            to[(ptrdiff_t)y * w + x] = (uint8_t)((1 - fy) * ((1 - fx) * a[l] + fx * a[r]) +
                                                 fy * ((1 - fx) * b[l] + fx * b[r]) + 0.5);
        }
    }
}

/* Moves a plane as the camera does; scale: of the plane, to luma. The result lies in `plane` again. */
static void move_plane(const sq_rung *k, uint8_t *plane, uint8_t *other, int w, int h, double scale,
                       double t) {
    if (k->blur_px > 0) {
        blur_lines(other, plane, w, h, 1, w, k->blur_px * scale);
        blur_lines(plane, other, h, w, w, 1, k->blur_px * scale);
    }
    if (k->sway_px > 0) {
        memcpy(other, plane, (size_t)w * (size_t)h);
        shift(plane, other, w, h, scale * k->sway_px * sin(2 * t), scale * k->sway_px * cos(3 * t));
    }
}

/* ---- Light ---- */

/* What becomes of a level of luma. */
static double lit(const sq_rung *k, double v, double gain) {
    double above = fmax(v - BLACK, 0) * gain, white = 219;
    if (k->gamma > 0) above = white * pow(fmin(above / white, 1), k->gamma);
    v = above + BLACK;
    return k->clip > 0 ? MIDDLE + k->clip * (v - MIDDLE) + 0.12 * white : v;
}

static void light_luma(const sq_rung *k, uint8_t *y, int w, int h, double gain, double t) {
    uint8_t table[256];
    for (int row = 0; row < h; row++) {
        double phase = 2 * M_PI * (FLICKER_HZ * t + FLICKER_BANDS * row / h),
               now = gain * (1 + k->flicker * sin(phase));
        for (int v = 0; v < 256 && (row == 0 || k->flicker > 0); v++)
            table[v] = level(fmin(lit(k, v, now), 235));
        for (int x = 0; x < w; x++)
            y[(ptrdiff_t)row * w + x] = table[y[(ptrdiff_t)row * w + x]];
    }
}

static void light_chroma(const sq_rung *k, uint8_t *plane, size_t n, double add) {
    uint8_t table[256];
    for (int v = 0; v < 256; v++)
        table[v] = level(GREY + (v - GREY) * (k->clip > 0 ? k->clip : 1) + add);
    for (size_t i = 0; i < n; i++)
        plane[i] = table[plane[i]];
}

/* Means of every 64th sample. */
static double mean_of(const uint8_t *plane, size_t n) {
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < n; i += 61, count++)
        sum += plane[i];
    return count ? sum / (double)count : 0;
}

/* What the camera makes of a picture that is lighter or of another colour than its first one, after a while.
 */
static void follow(sq_rung_filter *r, uint8_t *const plane[PLANES], const size_t n[PLANES], double t) {
    double share = r->t > 0 ? 1 - exp(-(t - r->t) / FOLLOW_S) : 1;
    for (int k = 0; k < PLANES; k++) {
        double mean = mean_of(plane[k], n[k]);
        if (!(r->first[0] > 0) || (k && !(r->first[k] > 0))) r->first[k] = r->held[k] = mean;
        r->held[k] += share * (mean - r->held[k]);
    }
}

/* ---- The sensor ---- */

static void add_noise(const sq_rung_filter *r, uint8_t *plane, int w, int h, int k, uint64_t number) {
    const sq_rung *g = r->rung;
    float shot[256];
    for (int v = 0; v < 256; v++)
        shot[v] = (float)sqrt(g->read * g->read + (k ? 0 : g->shot * g->shot * fmax(v - BLACK, 0) / 219)) /
                  BELL_UNIT;
    sq_random lot = sq_random_for(number * PLANES + (uint64_t)k, "noise of a frame");
    for (int y = 0; y < h; y++) {
        float row = (float)(g->rows * r->bell[sq_random_next(&lot) % BELL]) / BELL_UNIT;
        uint64_t four = 0; /* numbers of 16 bits */
        for (int x = 0; x < w; x++, four >>= 16) {
            if (x % 4 == 0) four = sq_random_next(&lot);
            float fixed = (float)(g->fixed * r->bell[sq_hash((uint32_t)k, x, y) % BELL]) / BELL_UNIT;
            uint8_t *at = &plane[(ptrdiff_t)y * w + x];
            *at = level((double)((float)*at + shot[*at] * r->bell[four % BELL] + row + fixed));
        }
    }
}

/* ---- A frame ---- */

/* A camera that is slow leaves frames out. */
static bool is_wanted(sq_rung_filter *r, const sq_frame *f) {
    if (!(r->rung->fps > 0)) return true;
    if (f->t < r->due) return false;
    sq_random lot = sq_random_for(f->number, "an uneven rate");
    r->due += (1 + sq_random_range(&lot, -UNEVEN_SHARE, UNEVEN_SHARE)) / r->rung->fps;
    return true;
}

static void remake(sq_rung_filter *r, uint8_t *const plane[PLANES], const sq_frame *f) {
    const sq_rung *k = r->rung;
    int w = f->width, h = f->height;
    size_t n[PLANES] = {(size_t)w * (size_t)h, (size_t)(w / 2) * (size_t)(h / 2),
                        (size_t)(w / 2) * (size_t)(h / 2)};
    double gain = 1, add[PLANES] = {0, -k->warm, k->warm};
    if (k->follow > 0) {
        follow(r, plane, n, f->t);
        gain = pow((r->first[0] - BLACK) / fmax(r->held[0] - BLACK, 1), k->follow);
        for (int i = 1; i < PLANES; i++)
            add[i] += k->follow * (r->first[i] - r->held[i]);
    }
    for (int i = 0; i < PLANES; i++)
        move_plane(k, plane[i], r->pixels[1], i ? w / 2 : w, i ? h / 2 : h, i ? 0.5 : 1, f->t);
    if (k->gamma > 0 || k->clip > 0 || k->flicker > 0 || k->follow > 0)
        light_luma(k, plane[0], w, h, gain, f->t);
    for (int i = 1; i < PLANES; i++)
        light_chroma(k, plane[i], n[i], add[i]);
    for (int i = 0; i < PLANES && k->read > 0; i++)
        add_noise(r, plane[i], i ? w / 2 : w, i ? h / 2 : h, i, f->number);
}

sq_code sq_rung_next(sq_rung_filter *r, sq_frame *f, sq_diag *d) {
    sq_code code;
    do
        code = r->source(r->who, f, d);
    while (!code && !is_wanted(r, f));
    if (code) return code;
    assert(f->format == SQ_FRAME_I420 && !(f->width & 1) && !(f->height & 1));
    code = make_room(r, (size_t)f->width * (size_t)f->height * 3 / 2, d);
    if (code) return code;
    uint8_t *plane[PLANES], *to = r->pixels[0];
    for (int k = 0; k < PLANES; k++) {
        int w = k ? f->width / 2 : f->width, h = k ? f->height / 2 : f->height;
        plane[k] = to;
        for (int y = 0; y < h; y++, to += w)
            memcpy(to, f->plane[k] + (ptrdiff_t)y * f->stride[k], (size_t)w);
        f->plane[k] = plane[k];
        f->stride[k] = w;
    }
    remake(r, plane, f);
    r->t = f->t;
    return SQ_OK;
}
