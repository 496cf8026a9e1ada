/* Planes of red, green and blue: read from a frame, made smaller, looked at between pixels. */
#include "vision/crokinole/colour_planes.h"

#include <stdlib.h>

#include "vision/frame/frame_row.h"
#include "vision/frame/light_sample.h"
#include "vision/frame/simd.h"

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

/* One colour of n pixels, of their three levels. */
SQ_WIDE static void mix_levels(const float m[4], uint8_t level[3][SQ_CHROMA_SPAN], int n,
                               uint8_t *restrict out) {
    for (int x = 0; x < n; x++)
        out[x] =
            byte_of(m[0] * (float)level[0][x] + m[1] * (float)level[1][x] + m[2] * (float)level[2][x] + m[3]);
}

static void read_row(const sq_row *row, const sq_rgb_matrix *m, int width, sq_colour_planes *out, size_t at) {
    uint8_t level[3][SQ_CHROMA_SPAN];
    for (int x0 = 0; x0 < width; x0 += SQ_CHROMA_SPAN) {
        int n = width - x0 < SQ_CHROMA_SPAN ? width - x0 : SQ_CHROMA_SPAN;
        for (int k = 0; k < 3; k++)
            for (int x = 0; x < n; x++)
                level[k][x] = sq_row_level(row, k, x0 + x);
        for (int k = 0; k < SQ_PLANE_COLOURS; k++)
            mix_levels(m->m[k], level, n, out->level[k] + at + (size_t)x0);
    }
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
    return SQ_OK;
}

/* Rows are added up first, in one pass that compilers make several columns at a time. */
static void shrink_plane(const uint8_t *in, int stride, int factor, uint16_t *restrict sum, uint8_t *out,
                         int width, int height) {
    int n = factor * factor, columns = width * factor;
    uint32_t share = (65536u + (uint32_t)n / 2) / (uint32_t)n;
    for (int y = 0; y < height; y++) {
        const uint8_t *row = in + (size_t)y * (size_t)factor * (size_t)stride;
        for (int x = 0; x < columns; x++)
            sum[x] = row[x];
        for (int j = 1; j < factor; j++) {
            row += stride;
            for (int x = 0; x < columns; x++)
                sum[x] = (uint16_t)(sum[x] + row[x]);
        }
        for (int x = 0; x < width; x++) {
            uint32_t all = (uint32_t)n / 2;
            for (int i = 0; i < factor; i++)
                all += sum[x * factor + i];
            out[(size_t)y * (size_t)width + (size_t)x] = (uint8_t)(all * share >> 16);
        }
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
