/* Adds up frames byte by byte in 16 bits. */
#include "vision/change/frame_mean.h"

#include <stdlib.h>

#include "vision/frame/frame_copy.h"
#include "vision/frame/simd.h"

void sq_frame_mean_begin(sq_frame_mean *m) {
    m->count = 0;
}

void sq_frame_mean_free(sq_frame_mean *m) {
    sq_frame_free(&m->mean);
    free(m->sum);
    *m = (sq_frame_mean){0};
}

SQ_WIDE static void add_row(uint16_t *sum, const uint8_t *row, size_t n) {
    for (size_t i = 0; i < n; i++)
        sum[i] = (uint16_t)(sum[i] + row[i]);
}

SQ_WIDE static void divide(uint8_t *mean, const uint16_t *sum, size_t n, uint32_t by) {
    uint32_t factor = ((1u << 24) + by - 1) / by;
    for (size_t i = 0; i < n; i++)
        mean[i] = (uint8_t)(((uint64_t)(sum[i] + by / 2) * factor) >> 24);
}

static sq_code begin_with(sq_frame_mean *m, const sq_frame *f, sq_diag *d) {
    m->count = 0;
    sq_code code = sq_frame_copy(&m->mean, &m->bytes, f, d);
    if (code) return code;
    if (m->room < m->bytes) {
        free(m->sum);
        m->sum = malloc(m->bytes * sizeof *m->sum);
        m->room = m->sum ? m->bytes : 0;
        if (!m->sum) return sq_fail(d, SQ_E_MEMORY, "no memory for a mean of frames; close other programs");
    }
    for (size_t i = 0; i < m->bytes; i++)
        m->sum[i] = m->mean.plane[0][i];
    m->count = 1;
    return SQ_OK;
}

/* Whether the same numbers mean the same in both. */
static bool is_alike(const sq_frame *a, const sq_frame *b) {
    return a->width == b->width && a->height == b->height && a->format == b->format &&
           a->matrix == b->matrix && a->full_range == b->full_range;
}

sq_code sq_frame_mean_add(sq_frame_mean *m, const sq_frame *f, sq_diag *d) {
    if (!m->count || !is_alike(&m->mean, f)) return begin_with(m, f, d);
    if (m->count == UINT16_MAX / UINT8_MAX) return SQ_OK; /* more run over */
    uint16_t *sum = m->sum;
    for (int k = 0; k < sq_frame_planes(f->format); k++) {
        size_t row, rows;
        sq_frame_plane_size(f, k, &row, &rows);
        for (size_t y = 0; y < rows; y++, sum += row)
            add_row(sum, f->plane[k] + (ptrdiff_t)y * f->stride[k], row);
    }
    m->count++;
    m->mean.t = f->t;
    m->mean.number = f->number;
    return SQ_OK;
}

const sq_frame *sq_frame_mean_take(sq_frame_mean *m) {
    if (!m->count) return NULL;
    divide((uint8_t *)(uintptr_t)m->mean.plane[0], m->sum, m->bytes, (uint32_t)m->count);
    return &m->mean;
}
