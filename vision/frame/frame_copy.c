/* Copies the planes of a frame into one block of memory, at full or at half size. */
#include "vision/frame/frame_copy.h"

#include <stdlib.h>
#include <string.h>

int sq_frame_planes(sq_frame_format format) {
    switch (format) {
    case SQ_FRAME_BGR:
    case SQ_FRAME_GREY: return 1;
    case SQ_FRAME_NV12: return 2;
    default: return 3;
    }
}

/* Neighbouring bytes of a plane that are one sample. */
static size_t samples_of(const sq_frame *f, int plane) {
    return f->format == SQ_FRAME_BGR ? 3 : plane && f->format == SQ_FRAME_NV12 ? 2 : 1;
}

void sq_frame_plane_size(const sq_frame *f, int plane, size_t *row, size_t *rows) {
    bool half_x = plane && f->format != SQ_FRAME_I444;
    bool half_y = plane && (f->format == SQ_FRAME_I420 || f->format == SQ_FRAME_NV12);
    size_t width = (size_t)(half_x ? (f->width + 1) / 2 : f->width);
    *row = width * samples_of(f, plane);
    *rows = (size_t)(half_y ? (f->height + 1) / 2 : f->height);
}

/* Gives copy f's description, and planes of its own for it. */
static sq_code lay_out(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_diag *d) {
    size_t need = 0, row, rows;
    for (int i = 0; i < sq_frame_planes(f->format); i++) {
        sq_frame_plane_size(f, i, &row, &rows);
        need += row * rows;
    }
    uint8_t *block = (uint8_t *)(uintptr_t)copy->plane[0];
    if (need > *bytes) {
        free(block);
        copy->plane[0] = block = malloc(need);
        *bytes = block ? need : 0;
        if (!block) return sq_fail(d, SQ_E_MEMORY, "no memory for a frame; close other programs");
    }
    *copy = *f;
    for (int i = 0; i < sq_frame_planes(f->format); i++) {
        sq_frame_plane_size(f, i, &row, &rows);
        copy->plane[i] = block;
        copy->stride[i] = (int)row;
        block += row * rows;
    }
    return SQ_OK;
}

sq_code sq_frame_copy(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_diag *d) {
    size_t row, rows;
    sq_code code = lay_out(copy, bytes, f, d);
    for (int i = 0; !code && i < sq_frame_planes(f->format); i++) {
        uint8_t *to = (uint8_t *)(uintptr_t)copy->plane[i];
        sq_frame_plane_size(f, i, &row, &rows);
        for (size_t y = 0; y < rows; y++)
            memcpy(to + y * row, f->plane[i] + (ptrdiff_t)y * f->stride[i], row);
    }
    return code;
}

/* What lies beyond the last row or sample of an odd plane is that last one. */
static void halve_plane(const sq_frame *copy, const sq_frame *f, int plane) {
    size_t row, rows, from_row, from_rows, step = samples_of(f, plane);
    sq_frame_plane_size(copy, plane, &row, &rows);
    sq_frame_plane_size(f, plane, &from_row, &from_rows);
    for (size_t y = 0; y < rows; y++) {
        uint8_t *to = (uint8_t *)(uintptr_t)copy->plane[plane] + y * row;
        const uint8_t *upper = f->plane[plane] + (ptrdiff_t)(2 * y) * f->stride[plane];
        const uint8_t *lower = 2 * y + 1 < from_rows ? upper + f->stride[plane] : upper;
        for (size_t x = 0; x < row; x++) {
            size_t left = (x / step) * 2 * step + x % step,
                   right = left + step < from_row ? left + step : left;
            to[x] = (uint8_t)((upper[left] + upper[right] + lower[left] + lower[right] + 2) / 4);
        }
    }
}

sq_code sq_frame_copy_half(sq_frame *copy, size_t *bytes, const sq_frame *f, sq_diag *d) {
    sq_frame half = *f;
    half.width /= 2;
    half.height /= 2;
    sq_code code = lay_out(copy, bytes, &half, d);
    for (int i = 0; !code && i < sq_frame_planes(f->format); i++)
        halve_plane(copy, f, i);
    return code;
}
