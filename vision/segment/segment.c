/* Flags the samples whose chromaticity differs from the surface by more than its noise, collects them as
 * runs, and joins touching runs to blobs with a union-find forest. */
#include "vision/segment/segment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/frame/felt_chroma.h"
#include "vision/frame/frame_row.h"
#include "vision/frame/simd.h"
#include "vision/math/tunable_number.h"

/* Levels of 8 bits that are taken as the least deviation of a channel: codecs store chroma in steps of one to
 * two, and most pixels of a plain surface then show no deviation at all. */
SQ_NUMBER(SQ_CODEC_LEVELS, 0.8f);

/* Share of the strongest chroma near by under which a pixel may be a codec's ringing about it: strong JPEG
 * reaches 0.06. Higher: the sliver of a pale wink beside a strong one is no blob of its own. */
SQ_NUMBER(SQ_RINGING, 0.08f);

/* Standard deviations of the felt's chromaticity noise by which a pixel must stand out to belong to a blob.
 * The weakest wink (a glossy one that mirrors a window) stands out by over 20; felt and the codec's chroma by
 * up to 5. */
SQ_NUMBER(SQ_FELT_SIGMAS, 7.0f);

/* The same over the table, whose grain has heavier tails than felt. */
SQ_NUMBER(SQ_TABLE_SIGMAS, 10.0f);

typedef struct {
    const sq_frame *f;
    const sq_outline *o;
    const sq_span *hidden;
    const sq_background *s;
    sq_rgb_matrix matrix;
    int tile_row; /* that the contrasts are for */
} scan;

/* The contrasts of the samples begin <= i < end, which lie in one tile. sigmas: how far a pixel must stand
 * out, in deviations of the surface's noise, which is never less than the steps in which a codec stores
 * chroma; least: and in any case. */
static void set_contrasts(sq_contrasts *out, int begin, int end, const sq_rgb_matrix *m, const sq_tile *t,
                          const sq_background *s, sq_background_kind kind, float sigmas, float least) {
    for (int i = 0; i < 2; i++) {
        const float *channel = m->m[2 * i], *green = m->m[1];
        float level = t->level[2 * i];
        float step = fmaxf(SQ_CODEC_LEVELS, s->codec_levels) / (fminf(level, t->level[1]) + 1);
        float threshold = fmaxf(sigmas * fmaxf(sq_tile_noise(s, kind, t, i), step), least);
        for (int c = 0; c < 4; c++) {
            float k = (channel[c] / (level + 1) - green[c] / (t->level[1] + 1)) / threshold;
            for (int x = begin; x < end; x++)
                out->k[i][c][x] = k;
        }
    }
}

/* The strongest chroma in a tile and its neighbours: a codec's ringing about it reaches beyond a tile's side.
 */
static float peak_about(const sq_background *s, sq_background_kind kind, int row, int col) {
    float most = 0;
    for (int r = row > 0 ? row - 1 : 0; r <= row + 1 && r < s->rows; r++)
        for (int c = col > 0 ? col - 1 : 0; c <= col + 1 && c < s->cols; c++)
            most = s->tile[kind][r * s->cols + c].peak > most ? s->tile[kind][r * s->cols + c].peak : most;
    return most;
}

/* The contrasts of the row of tiles that a row of pixels lies in. */
static void find_contrasts(sq_segments *out, scan *c, int y) {
    const float sigmas[SQ_SURFACES] = {SQ_FELT_SIGMAS, SQ_TABLE_SIGMAS};
    const sq_background *s = c->s;
    if (y / s->tile_px == c->tile_row) return;
    c->tile_row = y / s->tile_px;
    for (sq_background_kind kind = 0; kind < SQ_SURFACES; kind++)
        for (int col = 0; col < s->cols && s->known[kind]; col++) {
            int from = col * s->tile_px,
                to = from + s->tile_px < c->f->width ? from + s->tile_px : c->f->width;
            set_contrasts(&out->contrasts[kind], (from + out->step - 1) / out->step,
                          (to + out->step - 1) / out->step, &c->matrix,
                          &s->tile[kind][c->tile_row * s->cols + col], s, kind, sigmas[kind],
                          SQ_RINGING * peak_about(s, kind, c->tile_row, col));
        }
}

static inline uint8_t stands_out(const sq_contrasts *s, int i, float c0, float c1, float c2) {
    float p = s->k[0][0][i] * c0 + s->k[0][1][i] * c1 + s->k[0][2][i] * c2 + s->k[0][3][i];
    float q = s->k[1][0][i] * c0 + s->k[1][1][i] * c1 + s->k[1][2][i] * c2 + s->k[1][3][i];
    return p * p + q * q > 1;
}

/* Flags samples of which the stored levels lie so many bytes apart. Inlined, so that the usual numbers are
 * constants in it and wide registers can be filled. */
static inline void flag_evenly(uint8_t *restrict flag, const sq_row *r, int begin, int end, int apart0,
                               int apart, const sq_contrasts *s) {
    const uint8_t *c0 = r->level[0], *c1 = r->level[1], *c2 = r->level[2];
    for (int i = begin; i < end; i++)
        flag[i] = stands_out(s, i, c0[i * apart0], c1[i * apart], c2[i * apart]);
}

/* Flags the samples begin <= i < end of a row; sample i is pixel i * step. */
SQ_WIDE static void flag_samples(uint8_t *flag, const sq_row *r, int begin, int end, int step,
                                 const sq_contrasts *s) {
    int apart0 = step * r->apart[0], apart = (step >> r->halved) * r->apart[1];
    if (step % 2 && r->halved) /* pixels with a chroma sample of their own and others alternate */
        for (int i = begin; i < end; i++)
            flag[i] = stands_out(s, i, sq_row_level(r, 0, i * step), sq_row_level(r, 1, i * step),
                                 sq_row_level(r, 2, i * step));
    else if (apart0 == 2 && apart == 1)
        flag_evenly(flag, r, begin, end, 2, 1, s);
    else if (apart0 == 2 && apart == 2)
        flag_evenly(flag, r, begin, end, 2, 2, s);
    else if (apart0 == 4 && apart == 2)
        flag_evenly(flag, r, begin, end, 4, 2, s);
    else
        flag_evenly(flag, r, begin, end, apart0, apart, s);
}

/* Flags one stretch of a row that shows one surface. */
static void flag_stretch(sq_segments *out, const scan *c, const sq_row *r, const sq_stretch *t) {
    if (!c->s->known[t->kind]) return;
    flag_samples(out->flag, r, (t->span.begin + out->step - 1) / out->step,
                 (t->span.end + out->step - 1) / out->step, out->step, &out->contrasts[t->kind]);
}

/* Over the mat's edge a pixel is a mixture of felt and table, in any proportion: only what lies off the line
 * between the two stands out. */
static void flag_edge(sq_segments *out, const scan *c, const sq_row *r, int y, sq_span within) {
    const sq_background *s = c->s;
    for (int i = (within.begin + out->step - 1) / out->step; i * out->step < within.end; i++) {
        int x = i * out->step, t = y / s->tile_px * s->cols + x / s->tile_px;
        const sq_tile *felt = &s->tile[SQ_BACKGROUND_FELT][t], *table = &s->tile[SQ_BACKGROUND_TABLE][t];
        float rgb[3], d[2], line[2] = {0, 0};
        sq_row_rgb(r, &c->matrix, x, rgb);
        sq_chroma_difference(felt, rgb, d);
        if (s->known[SQ_BACKGROUND_TABLE]) sq_chroma_difference(felt, table->level, line);
        float square = line[0] * line[0] + line[1] * line[1];
        float along = square > 0 ? (d[0] * line[0] + d[1] * line[1]) / square : 0;
        along = along < 0 ? 0 : along > 1 ? 1 : along;
        sq_chroma off = {d[0] - along * line[0], d[1] - along * line[1]};
        out->flag[i] = sq_chroma_length(off) > SQ_COLOURLESS;
    }
}

static void flag_row(sq_segments *out, scan *c, int y) {
    sq_stretch stretch[SQ_STRETCHES];
    sq_row r = sq_row_of(c->f, y);
    memset(out->flag, 0, (size_t)c->f->width / (size_t)out->step + 1);
    find_contrasts(out, c, y);
    sq_outline_row(c->o, y, stretch);
    for (int k = 0; k < SQ_STRETCHES; k++)
        if (stretch[k].kind == SQ_SURFACES)
            flag_edge(out, c, &r, y, stretch[k].span);
        else
            flag_stretch(out, c, &r, &stretch[k]);
    for (int x = c->hidden[y].begin; x < c->hidden[y].end; x++)
        out->flag[x / out->step] = 0;
}

/* ---- Runs and blobs ---- */

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

/* Of two that are as large the upper one: all machines list winks in the same order. */
static int larger_first(const void *a, const void *b) {
    const sq_blob *p = a, *q = b;
    return p->area != q->area ? q->area - p->area : p->first - q->first;
}

static void grow(sq_blob *b, const sq_run *r, int step) {
    int x0 = r->begin * step, x1 = (r->end - 1) * step + 1, y = r->row * step;
    b->x0 = x0 < b->x0 ? x0 : b->x0;
    b->x1 = x1 > b->x1 ? x1 : b->x1;
    b->y0 = y < b->y0 ? y : b->y0;
    b->y1 = y + 1 > b->y1 ? y + 1 : b->y1;
    b->area += r->end - r->begin;
}

static int count_blobs(const sq_segments *g, const int *area, int min_area) {
    int n = 0;
    for (int i = 0; i < g->run_count; i++)
        n += g->run[i].parent == i && area[i] >= min_area;
    return n;
}

/* Of more blobs than there is room for the smallest are left out: specks of noise, that may be anywhere. */
static void gather_blobs(sq_segments *out, int min_area) {
    int *area = out->scratch, spare = SQ_BLOB_CAP;
    memset(area, 0, (size_t)out->run_count * sizeof *area);
    for (int i = 0; i < out->run_count; i++)
        area[root(out->run, i)] += out->run[i].end - out->run[i].begin;
    bool crowded = false;
    for (; count_blobs(out, area, min_area) > SQ_BLOB_CAP; min_area++)
        crowded = true;
    if (crowded) spare -= count_blobs(out, area, min_area--); /* for some of those a sample smaller */
    out->truncated |= crowded;
    out->blob_count = 0;
    for (int i = 0; i < out->run_count; i++) {
        bool keep = out->run[i].parent == i && area[i] >= min_area;
        if (keep && crowded && area[i] == min_area) keep = spare-- > 0;
        if (keep) out->blob[out->blob_count] = (sq_blob){1 << 30, 1 << 30, 0, 0, 0, i, false};
        area[i] = keep ? out->blob_count++ : -1;
    }
    for (int i = 0; i < out->run_count; i++) {
        int b = out->scratch[out->run[i].parent = root(out->run, i)];
        if (b >= 0) grow(&out->blob[b], &out->run[i], out->step);
    }
    qsort(out->blob, (size_t)out->blob_count, sizeof *out->blob, larger_first);
}

void sq_segment(sq_segments *out, const sq_frame *f, const sq_outline *o, const sq_span *hidden,
                const sq_background *s, int step, int min_area) {
    out->step = step;
    out->run_count = 0;
    out->truncated = false;
    scan c = {.f = f, .o = o, .hidden = hidden, .s = s, .matrix = sq_rgb_matrix_of(f), .tile_row = -1};
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
