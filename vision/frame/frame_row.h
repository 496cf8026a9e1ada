/* Rows of a frame as they are stored, for passes over a whole frame that look at few of its pixels. Each
 * pixel has three levels (Y, U, V, or blue, green, red), with chroma from the nearest sample; the matrix of
 * yuv.h turns them into sRGB. */
#ifndef SQ_VISION_FRAME_FRAME_ROW_H
#define SQ_VISION_FRAME_FRAME_ROW_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/frame/yuv.h"

typedef struct {
    const uint8_t *level[3]; /* of the row's first pixel */
    int apart[3];            /* bytes from one sample to the next */
    int halved;              /* 1: two pixels share one sample of the second and third level */
} sq_row;

static inline sq_row sq_row_of(const sq_frame *f, int y) {
    const uint8_t *first = f->plane[0] + (ptrdiff_t)y * f->stride[0];
    if (f->format == SQ_FRAME_BGR) return (sq_row){{first, first + 1, first + 2}, {3, 3, 3}, 0};
    if (f->format == SQ_FRAME_GREY) return (sq_row){{first, first, first}, {1, 1, 1}, 0};
    int row = sq_chroma_height(f) < f->height ? y / 2 : y;
    const uint8_t *second = f->plane[1] + (ptrdiff_t)row * f->stride[1];
    if (f->format == SQ_FRAME_NV12) return (sq_row){{first, second, second + 1}, {1, 2, 2}, 1};
    return (sq_row){
        {first, second, f->plane[2] + (ptrdiff_t)row * f->stride[2]}, {1, 1, 1}, f->format != SQ_FRAME_I444};
}

/* The k-th level of pixel x. */
static inline uint8_t sq_row_level(const sq_row *r, int k, int x) {
    return r->level[k][(k ? x >> r->halved : x) * r->apart[k]];
}

/* The sRGB levels of pixel x of the row: red, green, blue. Not clipped. */
static inline void sq_row_rgb(const sq_row *r, const sq_rgb_matrix *m, int x, float rgb[3]) {
    float a = sq_row_level(r, 0, x), b = sq_row_level(r, 1, x), c = sq_row_level(r, 2, x);
    for (int i = 0; i < 3; i++)
        rgb[i] = m->m[i][0] * a + m->m[i][1] * b + m->m[i][2] * c + m->m[i][3];
}

#endif
