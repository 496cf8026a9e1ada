/* Converts a small window of a frame of any format to sRGB levels, row by row. */
#include "vision/frame/rgb_patch.h"

#include <stddef.h>

#include "vision/frame/simd.h"

void sq_patch_clip(sq_patch *p, const sq_frame *f) {
    int x1 = p->x0 + p->w, y1 = p->y0 + p->h;
    p->x0 = p->x0 < 0 ? 0 : p->x0 > f->width ? f->width : p->x0;
    p->y0 = p->y0 < 0 ? 0 : p->y0 > f->height ? f->height : p->y0;
    x1 = x1 > f->width ? f->width : x1;
    y1 = y1 > f->height ? f->height : y1;
    p->w = x1 > p->x0 ? x1 - p->x0 : 0;
    p->h = y1 > p->y0 ? y1 - p->y0 : 0;
    if (p->w > SQ_PATCH_MAX_SIDE) {
        p->x0 += (p->w - SQ_PATCH_MAX_SIDE) / 2;
        p->w = SQ_PATCH_MAX_SIDE;
    }
    if (p->h > SQ_PATCH_MAX_SIDE) {
        p->y0 += (p->h - SQ_PATCH_MAX_SIDE) / 2;
        p->h = SQ_PATCH_MAX_SIDE;
    }
}

/* Three bytes a pixel, blue first. */
static inline void split_bgr(sq_rgb_row *out, const sq_rgb_matrix *m, const uint8_t *in, int n) {
    for (int x = 0; x < n; x++)
        for (int c = 0; c < 3; c++)
            out->level[c][x] = in[3 * x + 2 - c] + m->m[c][3];
}

static inline void convert_yuv(sq_rgb_row *out, const sq_rgb_matrix *m, const uint8_t *luma, const int16_t *u,
                               const int16_t *v, int n) {
    for (int c = 0; c < 3; c++) {
        const float *k = m->m[c], to_u = k[1] / SQ_CHROMA_PARTS, to_v = k[2] / SQ_CHROMA_PARTS;
        for (int x = 0; x < n; x++)
            out->level[c][x] = k[0] * luma[x] + to_u * u[x] + to_v * v[x] + k[3];
    }
}

SQ_WIDE void sq_patch_row(sq_rgb_row *out, const sq_frame *f, const sq_rgb_matrix *m, int y, int x0, int n) {
    const uint8_t *row = f->plane[0] + (ptrdiff_t)y * f->stride[0];
    int16_t u[SQ_PATCH_MAX_SIDE], v[SQ_PATCH_MAX_SIDE];
    if (f->format == SQ_FRAME_BGR) {
        split_bgr(out, m, row + 3 * (ptrdiff_t)x0, n);
    } else if (f->format == SQ_FRAME_GREY) {
        for (int x = 0; x < n; x++)
            out->level[0][x] = out->level[1][x] = out->level[2][x] = row[x0 + x];
    } else {
        sq_chroma_row(f, y, x0, n, u, v);
        convert_yuv(out, m, row + x0, u, v, n);
    }
}

void sq_patch_read(sq_patch *p, const sq_frame *f) {
    sq_patch_clip(p, f);
    const sq_rgb_matrix m = sq_rgb_matrix_of(f);
    sq_rgb_row row;
    for (int y = 0; y < p->h && p->w > 0; y++) {
        sq_patch_row(&row, f, &m, p->y0 + y, p->x0, p->w);
        float(*out)[3] = p->rgb + (ptrdiff_t)y * p->w;
        for (int x = 0; x < p->w; x++)
            for (int c = 0; c < 3; c++)
                out[x][c] = row.level[c][x];
    }
}
