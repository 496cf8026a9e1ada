/* Reads a window of the frame as felt-relative chroma and light: divides each pixel by the colour of the
 * felt under it. */
#include "vision/segment/felt_window.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "vision/frame/rgb_patch.h"
#include "vision/frame/simd.h"
#include "vision/math/tunable_number.h"

static sq_chroma table_chroma(const sq_background *s, int x, int y, const float felt[3]) {
    const sq_tile *t = &s->tile[SQ_BACKGROUND_TABLE][y / s->tile_px * s->cols + x / s->tile_px];
    return sq_chroma_from_rgb(t->lit, felt);
}

/* What the bare surface shows at (x, y); over the mat's edge, where it is a mixture of both, the middle of
 * the two. */
static sq_chroma ground_at(const sq_outline *o, const sq_background *s, int x, int y, const float felt[3]) {
    sq_chroma none = {0, 0};
    if (sq_span_has(o->inner[y], x) || !s->known[SQ_BACKGROUND_TABLE]) return none;
    sq_chroma table = table_chroma(s, x, y, felt);
    if (sq_span_has(o->outer[y], x)) return (sq_chroma){table.x / 2, table.y / 2};
    return table;
}

/* Row i of the window from the frame's levels and the felt's. */
SQ_WIDE static void relate(const sq_window *w, int i, const sq_rgb_row *restrict rgb,
                           const sq_rgb_row *restrict felt) {
    sq_chroma *restrict chroma = w->chroma + (ptrdiff_t)i * w->w;
    float *restrict light = w->light + (ptrdiff_t)i * w->w;
    for (int x = 0, width = w->w; x < width; x++) {
        const float level[3] = {felt->level[0][x], felt->level[1][x], felt->level[2][x]};
        float red = rgb->level[0][x], green = rgb->level[1][x], blue = rgb->level[2][x];
        sq_relate_to_felt(&red, &green, &blue, level);
        chroma[x] = (sq_chroma){red - green, blue - green};
        light[x] = (red + green + blue) / 3;
    }
}

/* The bare surface in that row: felt all along, as a rule. */
static void take_ground(const sq_window *w, int i, const sq_outline *o, const sq_background *s,
                        const sq_rgb_row *felt) {
    int y = w->y0 + i;
    sq_chroma *ground = w->ground + (ptrdiff_t)i * w->w;
    memset(ground, 0, sizeof *ground * (size_t)w->w);
    if (w->x0 >= o->inner[y].begin && w->x0 + w->w <= o->inner[y].end) return;
    for (int x = 0; x < w->w; x++) {
        const float level[3] = {felt->level[0][x], felt->level[1][x], felt->level[2][x]};
        ground[x] = ground_at(o, s, w->x0 + x, y, level);
    }
}

bool sq_window_new(sq_window *w) {
    w->chroma = malloc(SQ_PATCH_MAX_PIXELS * sizeof *w->chroma);
    w->ground = malloc(SQ_PATCH_MAX_PIXELS * sizeof *w->ground);
    w->light = malloc(SQ_PATCH_MAX_PIXELS * sizeof *w->light);
    w->believed = malloc(SQ_PATCH_MAX_PIXELS * sizeof *w->believed);
    return w->chroma && w->ground && w->light && w->believed;
}

void sq_window_free(sq_window *w) {
    free(w->chroma);
    free(w->ground);
    free(w->light);
    free(w->believed);
}

void sq_window_read(sq_window *w, const sq_frame *f, const sq_outline *o, const sq_background *s) {
    sq_patch clipped = {w->x0, w->y0, w->w, w->h, 0};
    sq_patch_clip(&clipped, f);
    w->x0 = clipped.x0;
    w->y0 = clipped.y0;
    w->w = clipped.w;
    w->h = clipped.h;
    const sq_rgb_matrix m = sq_rgb_matrix_of(f);
    sq_rgb_row rgb, felt;
    float level[3];
    sq_felt_at(s, (float)w->x0 + (float)w->w / 2, (float)w->y0 + (float)w->h / 2, level);
    w->codec_noise = (double)(s->codec_levels / level[1]);
    for (int i = 0; i < w->h && w->w > 0; i++) {
        sq_patch_row(&rgb, f, &m, w->y0 + i, w->x0, w->w);
        sq_felt_row(s, w->y0 + i, w->x0, w->w, &felt);
        relate(w, i, &rgb, &felt);
        take_ground(w, i, o, s, &felt);
    }
    for (int i = 0; i < w->w * w->h; i++)
        w->believed[i] = 1;
}

void sq_window_read_box(sq_window *w, sq_box b, const sq_frame *f, const sq_outline *o,
                        const sq_background *s) {
    w->x0 = b.x0;
    w->y0 = b.y0;
    w->w = b.x1 - b.x0;
    w->h = b.y1 - b.y0;
    sq_window_read(w, f, o, s);
}

void sq_window_rgb(const sq_window *w, int i, float rgb[3]) {
    sq_chroma c = w->chroma[i];
    rgb[1] = w->light[i] - (c.x + c.y) / 3;
    rgb[0] = rgb[1] + c.x;
    rgb[2] = rgb[1] + c.y;
}

bool sq_window_rgb_at(const sq_window *w, sq_px p, float rgb[3]) {
    int x = (int)lround(p.x) - w->x0, y = (int)lround(p.y) - w->y0;
    if (x < 0 || y < 0 || x >= w->w || y >= w->h || w->believed[y * w->w + x] == 0) return false;
    sq_window_rgb(w, y * w->w + x, rgb);
    return true;
}

float sq_window_log_light(const sq_window *w, int i) {
    float rgb[3], sum = 0;
    sq_window_rgb(w, i, rgb);
    for (int k = 0; k < 3; k++)
        sum += logf(fmaxf(rgb[k], SQ_DARKEST_LIGHT));
    return sum / 3;
}

double sq_window_luminance(const sq_window *w, int i) {
    static const double weight[3] = {0.299, 0.587, 0.114}; /* BT.601's luma */
    float rgb[3];
    double sum = 0;
    sq_window_rgb(w, i, rgb);
    for (int k = 0; k < 3; k++) {
        double level = fmax((double)rgb[k], 0);
        sum += weight[k] * level * level; /* levels are about the root of light */
    }
    return sum;
}

sq_box sq_window_box(const sq_window *w, const sq_disc *d, double margin_mm) {
    sq_box b = sq_disc_box(d, margin_mm);
    b.x0 = b.x0 > w->x0 ? b.x0 : w->x0;
    b.y0 = b.y0 > w->y0 ? b.y0 : w->y0;
    b.x1 = b.x1 < w->x0 + w->w ? b.x1 : w->x0 + w->w;
    b.y1 = b.y1 < w->y0 + w->h ? b.y1 : w->y0 + w->h;
    return b;
}
