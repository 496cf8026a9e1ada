/* Planes of red, green and blue: read from a frame, made smaller, looked at between pixels. */
#include "vision/crokinole/colour_planes.h"

#include <stdlib.h>
#include <string.h>

#include "vision/frame/frame_row.h"
#include "vision/frame/light_sample.h"
#include "vision/frame/simd.h"

/* What is brightest in a picture that is exposed as usual has such a level at least: 190 to 255 in
 * photographs and in drawn ones. Lower, and a dark picture's discs take each other's colours; higher, and
 * light ones are clipped. */
enum { FULL_LEVEL = 190 };

static sq_code make_room(sq_colour_planes *p, int width, int height, sq_diag *d) {
    size_t plane = (size_t)width * (size_t)height, all = SQ_PLANE_COLOURS * plane;
    if (all > p->room) {
        uint8_t *block = realloc(p->level[0], all);
        if (!block)
            return sq_fail(d, SQ_E_MEMORY, "the picture's colours: not enough memory; close other programs");
        p->level[0] = block;
        p->room = all;
    }
    p->width = width;
    p->height = height;
    for (int k = 1; k < SQ_PLANE_COLOURS; k++)
        p->level[k] = p->level[0] + (size_t)k * plane;
    return SQ_OK;
}

void sq_colour_planes_free(sq_colour_planes *p) {
    free(p->level[0]);
    *p = (sq_colour_planes){0};
}

static uint8_t byte_of(float v) {
    return (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v + 0.5f);
}

SQ_WIDE static void read_bgr_row(const uint8_t *restrict from, int n, uint8_t *restrict red,
                                 uint8_t *restrict green, uint8_t *restrict blue) {
    for (int x = 0; x < n; x++) {
        blue[x] = from[3 * x];
        green[x] = from[3 * x + 1];
        red[x] = from[3 * x + 2];
    }
}

/* The colours of n pixels by their three levels. */
SQ_WIDE static void mix_levels(const sq_rgb_matrix *m, const uint8_t *restrict one,
                               const uint8_t *restrict other, const uint8_t *restrict third, int n,
                               uint8_t *restrict red, uint8_t *restrict green, uint8_t *restrict blue) {
    const float(*by)[4] = m->m;
    for (int x = 0; x < n; x++) {
        float a = one[x], b = other[x], c = third[x];
        red[x] = byte_of(by[0][0] * a + by[0][1] * b + by[0][2] * c + by[0][3]);
        green[x] = byte_of(by[1][0] * a + by[1][1] * b + by[1][2] * c + by[1][3]);
        blue[x] = byte_of(by[2][0] * a + by[2][1] * b + by[2][2] * c + by[2][3]);
    }
}

/* Each sample twice, for the two pixels that share it. */
SQ_WIDE static void spread_samples(const uint8_t *restrict from, int samples, uint8_t *restrict out) {
    for (int i = 0; i < samples; i++)
        out[2 * i] = out[2 * i + 1] = from[i];
}

/* The k-th level of n pixels from x0 on, one after the other: as they are stored, or in `room`. x0 is even.
 */
static const uint8_t *levels_of(const sq_row *row, int k, int x0, int n, uint8_t room[SQ_CHROMA_SPAN + 1]) {
    const uint8_t *level = row->level[k];
    if (row->apart[k] == 1 && !(k && row->halved)) return level + x0;
    if (row->apart[k] == 1)
        spread_samples(level + x0 / 2, (n + 1) / 2, room);
    else
        for (int x = 0; x < n; x++)
            room[x] = sq_row_level(row, k, x0 + x);
    return room;
}

static void read_row(const sq_row *row, const sq_rgb_matrix *m, int width, sq_colour_planes *out, size_t at) {
    uint8_t room[3][SQ_CHROMA_SPAN + 1] = {{0}};
    for (int x0 = 0; x0 < width; x0 += SQ_CHROMA_SPAN) {
        int n = width - x0 < SQ_CHROMA_SPAN ? width - x0 : SQ_CHROMA_SPAN;
        size_t to = at + (size_t)x0;
        mix_levels(m, levels_of(row, 0, x0, n, room[0]), levels_of(row, 1, x0, n, room[1]),
                   levels_of(row, 2, x0, n, room[2]), n, out->level[0] + to, out->level[1] + to,
                   out->level[2] + to);
    }
}

/* The level that one in a hundred pixels exceeds in its brightest colour. */
static int brightest(const sq_colour_planes *p) {
    static const int apart =
        8; /* of so many rows and columns one: an 8 x 8 block of a JPEG is of one light */
    int count[256] = {0}, all = 0, level = 256;
    for (int y = 0; y < p->height; y += apart)
        for (int x = 0; x < p->width; x += apart, all++) {
            size_t at = (size_t)y * (size_t)p->width + (size_t)x;
            int most = 0;
            for (int k = 0; k < SQ_PLANE_COLOURS; k++)
                most = p->level[k][at] > most ? p->level[k][at] : most;
            count[most]++;
        }
    for (int above = 0; level > 0 && 100 * above <= all;)
        above += count[--level];
    return level;
}

SQ_WIDE static void multiply(uint8_t *level, size_t n, unsigned by256) {
    for (size_t i = 0; i < n; i++) {
        unsigned now = (level[i] * by256 + 128) >> 8;
        level[i] = (uint8_t)(now < 255 ? now : 255);
    }
}

/* A dark picture becomes as bright as a camera would have made it: how many levels two colours are apart then
 * tells the same of all pictures. */
static void brighten(sq_colour_planes *p) {
    int level = brightest(p);
    if (level >= FULL_LEVEL) return;
    unsigned by256 = 256u * FULL_LEVEL / (unsigned)(level + 1);
    multiply(p->level[0], SQ_PLANE_COLOURS * (size_t)p->width * (size_t)p->height, by256);
}

sq_code sq_colour_planes_read(sq_colour_planes *out, const sq_frame *f, sq_diag *d) {
    sq_code code = make_room(out, f->width, f->height, d);
    if (code) return code;
    sq_rgb_matrix m = sq_rgb_matrix_of(f);
    for (int y = 0; y < f->height; y++) {
        size_t at = (size_t)y * (size_t)f->width;
        sq_row row = sq_row_of(f, y);
        if (f->format == SQ_FRAME_BGR) {
            read_bgr_row(row.level[0], f->width, out->level[0] + at, out->level[1] + at, out->level[2] + at);
            continue;
        }
        read_row(&row, &m, f->width, out, at);
    }
    brighten(out);
    return SQ_OK;
}

/* The means of blocks, of what their columns add up to. */
static inline void mean_of_columns(const uint16_t *restrict sum, int factor, int width,
                                   uint8_t *restrict out) {
    uint32_t n = (uint32_t)(factor * factor), share = (65536u + n / 2) / n;
    for (int x = 0; x < width; x++) {
        uint32_t all = n / 2;
        for (int i = 0; i < factor; i++)
            all += sum[x * factor + i];
        out[x] = (uint8_t)(all * share >> 16);
    }
}

/* The usual factors by themselves: compilers make several blocks at a time of those that they know. */
SQ_WIDE static void mean_of_blocks(const uint16_t *restrict sum, int factor, int width,
                                   uint8_t *restrict out) {
    switch (factor) {
    case 2: mean_of_columns(sum, 2, width, out); return;
    case 3: mean_of_columns(sum, 3, width, out); return;
    case 4: mean_of_columns(sum, 4, width, out); return;
    default: mean_of_columns(sum, factor, width, out);
    }
}

SQ_WIDE static void add_row(const uint8_t *restrict row, int n, uint16_t *restrict sum) {
    for (int x = 0; x < n; x++)
        sum[x] = (uint16_t)(sum[x] + row[x]);
}

/* Rows are added up first, then columns. */
static void shrink_plane(const uint8_t *in, int stride, int factor, uint16_t *sum, uint8_t *out, int width,
                         int height) {
    for (int y = 0; y < height; y++, out += width) {
        memset(sum, 0, (size_t)(width * factor) * sizeof *sum);
        for (int j = 0; j < factor; j++, in += stride)
            add_row(in, width * factor, sum);
        mean_of_blocks(sum, factor, width, out);
    }
}

sq_code sq_colour_planes_shrink(sq_colour_planes *out, const sq_colour_planes *in, int factor, sq_diag *d) {
    sq_code code = make_room(out, in->width / factor, in->height / factor, d);
    if (code) return code;
    uint16_t *sum = calloc((size_t)in->width, sizeof *sum);
    if (!sum) return sq_fail(d, SQ_E_MEMORY, "a smaller picture: not enough memory; close other programs");
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        shrink_plane(in->level[k], in->width, factor, sum, out->level[k], out->width, out->height);
    free(sum);
    return SQ_OK;
}

enum { IN_ROW = 32 }; /* places that are worked out together, in wide registers */

/* Places between pixels: their first pixel, and how far beyond it they lie. */
typedef struct {
    int first[IN_ROW];
    float right[IN_ROW], down[IN_ROW];
} between;

SQ_WIDE static void place_between(const sq_colour_planes *p, sq_px from, sq_px step, between *out) {
    double right = p->width - 1.001, down = p->height - 1.001;
    int width = p->width;
    for (int i = 0; i < IN_ROW; i++) {
        double x = from.x + i * step.x, y = from.y + i * step.y;
        x = x > 0 ? x < right ? x : right : 0;
        y = y > 0 ? y < down ? y : down : 0;
        int column = (int)x, row = (int)y;
        out->first[i] = row * width + column;
        out->right[i] = (float)(x - column);
        out->down[i] = (float)(y - row);
    }
}

/* top, low: of each place, the two pixels above it, and those below. */
SQ_WIDE static void mix_between(const between *at, const uint8_t top[2 * IN_ROW],
                                const uint8_t low[2 * IN_ROW], float out[IN_ROW]) {
    for (int i = 0; i < IN_ROW; i++) {
        float a = at->right[i], b = at->down[i];
        out[i] = (1 - b) * ((1 - a) * (float)top[2 * i] + a * (float)top[2 * i + 1]) +
                 b * ((1 - a) * (float)low[2 * i] + a * (float)low[2 * i + 1]);
    }
}

void sq_colour_planes_along(const sq_colour_planes *p, sq_px from, sq_px step, int count,
                            float *const rgb[SQ_PLANE_COLOURS]) {
    for (int i = 0; i < count; i += IN_ROW) {
        between at;
        int n = count - i < IN_ROW ? count - i : IN_ROW;
        place_between(p, (sq_px){from.x + i * step.x, from.y + i * step.y}, step, &at);
        for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
            uint8_t top[2 * IN_ROW] = {0}, low[2 * IN_ROW] = {0};
            float level[IN_ROW];
            for (int j = 0; j < n; j++) {
                const uint8_t *pixel = p->level[k] + at.first[j];
                memcpy(top + 2 * (ptrdiff_t)j, pixel, 2);
                memcpy(low + 2 * (ptrdiff_t)j, pixel + p->width, 2);
            }
            mix_between(&at, top, low, level);
            memcpy(rgb[k] + i, level, (size_t)n * sizeof *level);
        }
    }
}

float sq_colour_planes_light_between(const sq_colour_planes *p, sq_px at) {
    sq_px inside = sq_colour_planes_inside(p, at);
    int i = (int)inside.x, j = (int)inside.y;
    float a = (float)(inside.x - i), b = (float)(inside.y - j);
    size_t first = (size_t)j * (size_t)p->width + (size_t)i;
    float light[2][2];
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 2; x++) {
            size_t pixel = first + (size_t)y * (size_t)p->width + (size_t)x;
            light[y][x] = sq_light_of[sq_luma_of(p->level[0][pixel], p->level[1][pixel], p->level[2][pixel])];
        }
    return (1 - b) * ((1 - a) * light[0][0] + a * light[0][1]) +
           b * ((1 - a) * light[1][0] + a * light[1][1]);
}
