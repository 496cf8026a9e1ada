#include "vision/segment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/patch.h"
#include "vision/pixel.h"
#include "vision/tolerance.h"

/* A pixel's three stored levels → its two chromaticity differences in units of their threshold. */
typedef struct {
    float k[2][4]; /* d[i] = k[i][0] c0 + k[i][1] c1 + k[i][2] c2 + k[i][3] */
} contrast;

/* The stored levels' linear map to red, green, blue: by columns, from the frame's own conversion. */
static void rgb_matrix(const sq_frame *f, float m[3][4]) {
    if (f->format == SQ_FRAME_BGR) {
        static const float swap[3][4] = {{0, 0, 1, 0}, {0, 1, 0, 0}, {1, 0, 0, 0}};
        memcpy(m, swap, sizeof swap);
        return;
    }
    float zero[3];
    sq_rgb_from_yuv(f, 0, 0, 0, zero);
    for (int c = 0; c < 3; c++) {
        float unit[3];
        sq_rgb_from_yuv(f, c == 0, c == 1, c == 2, unit);
        for (int i = 0; i < 3; i++) {
            m[i][c] = unit[i] - zero[i];
            m[i][3] = zero[i];
        }
    }
}

/* sigmas: how far a pixel must stand out, in deviations of the surface's noise, which is never less than the
 * steps in which a codec stores chroma. */
static contrast contrast_of(const float m[3][4], const sq_tile *t, const float noise[2], float sigmas) {
    contrast k;
    for (int i = 0; i < 2; i++) {
        int channel = i == 0 ? 0 : 2;
        float step = SQ_CODEC_LEVELS / (fminf(t->level[channel], t->level[1]) + 1);
        float threshold = sigmas * fmaxf(noise[i], step);
        for (int c = 0; c < 4; c++)
            k.k[i][c] = (m[channel][c] / (t->level[channel] + 1) - m[1][c] / (t->level[1] + 1)) / threshold;
    }
    return k;
}

static inline uint8_t stands_out(const contrast *k, float c0, float c1, float c2) {
    float p = k->k[0][0] * c0 + k->k[0][1] * c1 + k->k[0][2] * c2 + k->k[0][3];
    float q = k->k[1][0] * c0 + k->k[1][1] * c1 + k->k[1][2] * c2 + k->k[1][3];
    return p * p + q * q > 1;
}

/* Flags samples begin <= i < end of a row; sample i is pixel i * step. */
static void flag_bgr(uint8_t *flag, const sq_frame *f, int y, int begin, int end, int step,
                     const contrast *k) {
    const uint8_t *p = f->plane[0] + (ptrdiff_t)y * f->stride[0];
    for (int i = begin; i < end; i++) {
        const uint8_t *c = p + 3 * i * step;
        flag[i] = stands_out(k, c[0], c[1], c[2]);
    }
}

static void flag_yuv(uint8_t *flag, const sq_frame *f, int y, int begin, int end, int step,
                     const contrast *k) {
    bool half_y = f->format == SQ_FRAME_I420 || f->format == SQ_FRAME_NV12;
    int per = f->format == SQ_FRAME_I444 ? 1 : 2, wide = f->format == SQ_FRAME_NV12 ? 2 : 1;
    const uint8_t *luma = f->plane[0] + (ptrdiff_t)y * f->stride[0];
    ptrdiff_t row = (ptrdiff_t)(half_y ? y / 2 : y) * f->stride[1];
    const uint8_t *u = f->plane[1] + row, *v = f->format == SQ_FRAME_NV12 ? u + 1 : f->plane[2] + row;
    for (int i = begin; i < end; i++) {
        int x = i * step, c = x / per * wide;
        flag[i] = stands_out(k, luma[x], u[c], v[c]);
    }
}

typedef struct {
    const sq_frame *f;
    const sq_outline *o;
    const sq_span *hidden;
    const sq_surface *s;
    float matrix[3][4];
} scan;

/* Flags one stretch of a row that shows one surface, tile by tile. */
static void flag_stretch(sq_segments *out, const scan *c, int y, int x0, int x1, sq_surface_kind kind,
                         float sigmas) {
    if (!c->s->known[kind] || x0 >= x1) return;
    int step = out->step, tile_px = c->s->tile_px;
    for (int col = x0 / tile_px; col * tile_px < x1; col++) {
        int from = col * tile_px > x0 ? col * tile_px : x0;
        int to = (col + 1) * tile_px < x1 ? (col + 1) * tile_px : x1;
        contrast k = contrast_of(c->matrix, &c->s->tile[kind][y / tile_px * c->s->cols + col],
                                 c->s->noise[kind], sigmas);
        int begin = (from + step - 1) / step, end = (to + step - 1) / step;
        if (c->f->format == SQ_FRAME_BGR)
            flag_bgr(out->flag, c->f, y, begin, end, step, &k);
        else
            flag_yuv(out->flag, c->f, y, begin, end, step, &k);
    }
}

/* Over the mat's edge a pixel is a mixture of felt and table, in any proportion: only what lies off the line
 * between the two stands out. */
static void flag_edge(sq_segments *out, const scan *c, int y, int x0, int x1) {
    const sq_surface *s = c->s;
    for (int i = (x0 + out->step - 1) / out->step; i * out->step < x1; i++) {
        int x = i * out->step, t = y / s->tile_px * s->cols + x / s->tile_px;
        const sq_tile *felt = &s->tile[SQ_SURFACE_FELT][t], *table = &s->tile[SQ_SURFACE_TABLE][t];
        float rgb[3], d[2], line[2] = {0, 0};
        sq_pixel_rgb(c->f, x, y, rgb);
        sq_chroma_difference(felt, rgb, d);
        if (s->known[SQ_SURFACE_TABLE]) sq_chroma_difference(felt, table->level, line);
        float square = line[0] * line[0] + line[1] * line[1];
        float along = square > 0 ? (d[0] * line[0] + d[1] * line[1]) / square : 0;
        along = along < 0 ? 0 : along > 1 ? 1 : along;
        out->flag[i] = hypotf(d[0] - along * line[0], d[1] - along * line[1]) > SQ_EDGE_CHROMA;
    }
}

static void flag_row(sq_segments *out, const scan *c, int y) {
    int w = c->f->width;
    sq_span in = c->o->inner[y], edge = c->o->outer[y], reach = c->o->reach[y];
    memset(out->flag, 0, (size_t)w / (size_t)out->step + 1);
    if (reach.begin >= reach.end) return;
    if (edge.begin >= edge.end) edge = (sq_span){reach.end, reach.end};
    if (in.begin >= in.end) in = (sq_span){edge.end, edge.end};
    flag_stretch(out, c, y, reach.begin, edge.begin, SQ_SURFACE_TABLE, SQ_TABLE_SIGMAS);
    flag_edge(out, c, y, edge.begin, in.begin);
    flag_stretch(out, c, y, in.begin, in.end, SQ_SURFACE_FELT, SQ_FELT_SIGMAS);
    flag_edge(out, c, y, in.end, edge.end);
    flag_stretch(out, c, y, edge.end, reach.end, SQ_SURFACE_TABLE, SQ_TABLE_SIGMAS);
    for (int x = c->hidden[y].begin; x < c->hidden[y].end; x++)
        out->flag[x / out->step] = 0;
}

/* ---- runs and blobs
 * ------------------------------------------------------------------------------------------ */

static int root(sq_run *run, int i) {
    while (run[i].parent != i)
        i = run[i].parent = run[run[i].parent].parent;
    return i;
}

static void join(sq_run *run, int a, int b) {
    a = root(run, a);
    b = root(run, b);
    if (a < b)
        run[b].parent = a;
    else
        run[a].parent = b;
}

/* Appends the row's runs and joins each to those of the row above that it touches, corners included. */
static void add_runs(sq_segments *out, int row, int samples, int *above, int above_end) {
    for (int x = 0; x < samples;) {
        const uint8_t *next = memchr(out->flag + x, 1, (size_t)(samples - x));
        if (!next) return;
        int begin = (int)(next - out->flag), end = begin;
        while (end < samples && out->flag[end])
            end++;
        if (out->run_count == SQ_RUN_CAP) {
            out->truncated = true;
            return;
        }
        int me = out->run_count++;
        out->run[me] = (sq_run){row, begin, end, me};
        while (*above < above_end && out->run[*above].end < begin)
            (*above)++;
        for (int i = *above; i < above_end && out->run[i].begin <= end; i++)
            join(out->run, i, me);
        x = end;
    }
}

static int larger_first(const void *a, const void *b) {
    return ((const sq_blob *)b)->area - ((const sq_blob *)a)->area;
}

static void grow(sq_blob *b, const sq_run *r, int step) {
    int x0 = r->begin * step, x1 = (r->end - 1) * step + 1, y = r->row * step;
    b->x0 = x0 < b->x0 ? x0 : b->x0;
    b->x1 = x1 > b->x1 ? x1 : b->x1;
    b->y0 = y < b->y0 ? y : b->y0;
    b->y1 = y + 1 > b->y1 ? y + 1 : b->y1;
    b->area += r->end - r->begin;
}

static void gather_blobs(sq_segments *out, int min_area) {
    int *area = out->scratch;
    memset(area, 0, (size_t)out->run_count * sizeof *area);
    for (int i = 0; i < out->run_count; i++)
        area[root(out->run, i)] += out->run[i].end - out->run[i].begin;
    out->blob_count = 0;
    for (int i = 0; i < out->run_count; i++) {
        bool keep = out->run[i].parent == i && area[i] >= min_area;
        if (keep && out->blob_count == SQ_BLOB_CAP) out->truncated = true;
        keep = keep && out->blob_count < SQ_BLOB_CAP;
        if (keep) out->blob[out->blob_count] = (sq_blob){1 << 30, 1 << 30, 0, 0, 0};
        area[i] = keep ? out->blob_count++ : -1;
    }
    for (int i = 0; i < out->run_count; i++) {
        int b = out->scratch[root(out->run, i)];
        if (b >= 0) grow(&out->blob[b], &out->run[i], out->step);
    }
    qsort(out->blob, (size_t)out->blob_count, sizeof *out->blob, larger_first);
}

void sq_segment(sq_segments *out, const sq_frame *f, const sq_outline *o, const sq_span *hidden,
                const sq_surface *s, int step, int min_area) {
    out->step = step;
    out->run_count = 0;
    out->truncated = false;
    scan c = {.f = f, .o = o, .hidden = hidden, .s = s};
    rgb_matrix(f, c.matrix);
    int samples = (f->width + step - 1) / step, above = 0, above_end = 0;
    for (int row = 0; row * step < f->height; row++) {
        int first = out->run_count;
        flag_row(out, &c, row * step);
        add_runs(out, row, samples, &above, above_end);
        above = first;
        above_end = out->run_count;
    }
    gather_blobs(out, min_area);
}
