#include "vision/window.h"

static sq_chroma table_chroma(const sq_surface *s, int x, int y, const float felt[3]) {
    const sq_tile *t = &s->tile[SQ_SURFACE_TABLE][y / s->tile_px * s->cols + x / s->tile_px];
    return sq_chroma_from_rgb(t->level, felt);
}

/* What the bare surface shows at (x, y); over the mat's edge, where it is a mixture of both, the middle of
 * the two. */
static sq_chroma ground_at(const sq_outline *o, const sq_surface *s, int x, int y, const float felt[3]) {
    sq_chroma none = {0, 0};
    if (sq_span_has(o->inner[y], x) || !s->known[SQ_SURFACE_TABLE]) return none;
    sq_chroma table = table_chroma(s, x, y, felt);
    if (sq_span_has(o->outer[y], x)) return (sq_chroma){table.x / 2, table.y / 2};
    return table;
}

void sq_window_read(sq_window *w, const sq_frame *f, const sq_outline *o, const sq_surface *s) {
    w->patch.x0 = w->x0;
    w->patch.y0 = w->y0;
    w->patch.w = w->w;
    w->patch.h = w->h;
    sq_patch_read(&w->patch, f);
    w->x0 = w->patch.x0;
    w->y0 = w->patch.y0;
    w->w = w->patch.w;
    w->h = w->patch.h;
    for (int y = 0; y < w->h; y++)
        for (int x = 0; x < w->w; x++) {
            int i = y * w->w + x;
            float felt[3];
            sq_felt_at(s, (float)(w->x0 + x), (float)(w->y0 + y), felt);
            const float *rgb = w->patch.rgb[i];
            w->chroma[i] = sq_chroma_from_rgb(rgb, felt);
            w->ground[i] = ground_at(o, s, w->x0 + x, w->y0 + y, felt);
            w->light[i] = (rgb[0] / felt[0] + rgb[1] / felt[1] + rgb[2] / felt[2]) / 3;
            w->believed[i] = 1;
        }
}
