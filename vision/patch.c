#include "vision/patch.h"

#include <math.h>
#include <stddef.h>

/* ITU-R BT.601 and BT.709: R = Y + 2(1-Kr) V, B = Y + 2(1-Kb) U, G from both. */
void sq_rgb_from_yuv(const sq_frame *f, float y, float u, float v, float rgb[3]) {
    float kr = f->matrix == SQ_MATRIX_BT601 ? 0.299f : 0.2126f;
    float kb = f->matrix == SQ_MATRIX_BT601 ? 0.114f : 0.0722f;
    float luma = f->full_range ? y : (y - 16) * (255.0f / 219);
    float scale = f->full_range ? 1 : 255.0f / 224;
    float r = 2 * (1 - kr) * (v - 128) * scale, b = 2 * (1 - kb) * (u - 128) * scale;
    rgb[0] = luma + r;
    rgb[1] = luma - (kr * r + kb * b) / (1 - kr - kb);
    rgb[2] = luma + b;
}

static void clip(sq_patch *p, const sq_frame *f) {
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

static void read_bgr(sq_patch *p, const sq_frame *f) {
    for (int y = 0; y < p->h; y++) {
        const uint8_t *row = f->plane[0] + (ptrdiff_t)(p->y0 + y) * f->stride[0] + 3 * p->x0;
        float(*out)[3] = p->rgb + (ptrdiff_t)y * p->w;
        for (int x = 0; x < p->w; x++)
            for (int c = 0; c < 3; c++)
                out[x][c] = row[3 * x + 2 - c];
    }
}

/* How a plane of chroma is laid out: samples are `step` bytes apart, halved in x and/or y. */
typedef struct {
    const uint8_t *u, *v;
    int stride, step, width, height, half_x, half_y;
    float left; /* where sample 0 lies, in luma pixels */
} chroma_layout;

static chroma_layout layout_of(const sq_frame *f) {
    bool nv12 = f->format == SQ_FRAME_NV12;
    chroma_layout c = {.u = f->plane[1],
                       .v = nv12 ? f->plane[1] + 1 : f->plane[2],
                       .stride = f->stride[1],
                       .step = nv12 ? 2 : 1,
                       .half_x = f->format != SQ_FRAME_I444,
                       .half_y = f->format == SQ_FRAME_I420 || nv12};
    c.width = c.half_x ? (f->width + 1) / 2 : f->width;
    c.height = c.half_y ? (f->height + 1) / 2 : f->height;
    c.left = c.half_x && f->siting == SQ_CHROMA_CENTRE ? 0.5f : 0;
    return c;
}

static int clamp(int v, int top) {
    return v < 0 ? 0 : v > top ? top : v;
}

/* Both chroma levels at luma pixel (x, y), bilinear between the four samples about it. */
static void chroma_at(const chroma_layout *c, int x, int y, float uv[2]) {
    float sx = c->half_x ? ((float)x - c->left) / 2 : (float)x;
    float sy = c->half_y ? ((float)y - 0.5f) / 2 : (float)y;
    int ix = (int)floorf(sx), iy = (int)floorf(sy);
    float fx = sx - (float)ix, fy = sy - (float)iy;
    int xa = clamp(ix, c->width - 1) * c->step, xb = clamp(ix + 1, c->width - 1) * c->step;
    ptrdiff_t ya = (ptrdiff_t)clamp(iy, c->height - 1) * c->stride,
              yb = (ptrdiff_t)clamp(iy + 1, c->height - 1) * c->stride;
    for (int k = 0; k < 2; k++) {
        const uint8_t *s = k ? c->v : c->u;
        float top = (float)s[ya + xa] + fx * (float)(s[ya + xb] - s[ya + xa]);
        float bottom = (float)s[yb + xa] + fx * (float)(s[yb + xb] - s[yb + xa]);
        uv[k] = top + fy * (bottom - top);
    }
}

static void read_yuv(sq_patch *p, const sq_frame *f) {
    chroma_layout c = layout_of(f);
    for (int y = 0; y < p->h; y++) {
        const uint8_t *luma = f->plane[0] + (ptrdiff_t)(p->y0 + y) * f->stride[0] + p->x0;
        float(*out)[3] = p->rgb + (ptrdiff_t)y * p->w;
        for (int x = 0; x < p->w; x++) {
            float uv[2];
            chroma_at(&c, p->x0 + x, p->y0 + y, uv);
            sq_rgb_from_yuv(f, luma[x], uv[0], uv[1], out[x]);
        }
    }
}

static void read_grey(sq_patch *p, const sq_frame *f) {
    for (int y = 0; y < p->h; y++) {
        const uint8_t *row = f->plane[0] + (ptrdiff_t)(p->y0 + y) * f->stride[0] + p->x0;
        for (int x = 0; x < p->w; x++)
            for (int c = 0; c < 3; c++)
                p->rgb[(ptrdiff_t)y * p->w + x][c] = row[x];
    }
}

void sq_patch_read(sq_patch *p, const sq_frame *f) {
    clip(p, f);
    if (f->format == SQ_FRAME_BGR)
        read_bgr(p, f);
    else if (f->format == SQ_FRAME_GREY)
        read_grey(p, f);
    else
        read_yuv(p, f);
}
