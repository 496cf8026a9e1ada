/* Finds glare on a coarse grid, subtracts the lamp's light from glossy pixels in linear light, and says
 * how far a wink's colour can be known through it. */
#include "vision/segment/glare.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "vision/frame/frame_row.h"
#include "vision/frame/light_sample.h"
#include "vision/frame/simd.h"
#include "vision/geometry/blurred_edge.h"
#include "vision/segment/blur_estimate.h"

/* ---- Where it is bright ---- */

/* The levels above which a sample of a tile is bright, and the stored level under which none of it is: one
 * comparison spares most samples the rest. */
typedef struct {
    float level[3];
    uint8_t stored;
} limit;

/* A coarse grid is looked at, on which a line never fills a square of 2 × 2. */
typedef struct {
    const sq_frame *f;
    const sq_outline *o;
    const sq_span *hidden;
    const sq_background *s;
    sq_rgb_matrix matrix;
    int grid;  /* pixels from sample to sample and from row to row */
    int level; /* that of the stored levels which rises with brightness: Y, or green */
    limit *of_tile;
} scan;

static uint8_t stored_limit(const scan *c, const float level[3]) {
    const float *k = c->matrix.m[1];
    float least = fminf(level[0], fminf(level[1], level[2])) * SQ_GLARE_BEGINS / SQ_GLARE_LIGHT - k[3];
    for (int i = 0; i < 3; i++) /* grey has its chroma at the middle of a byte */
        least -= i == c->level || c->f->format == SQ_FRAME_BGR ? 0 : k[i] * 128;
    least /= k[c->level];
    return (uint8_t)(least < 0 ? 0 : least > 255 ? 255 : least);
}

/* The level from which a sample on felt of that level is bright. Where the camera has no room above the felt,
 * what it clips is bright. */
static float bright_on(float felt) {
    return fminf(SQ_GLARE_LIGHT * felt, fmaxf(SQ_CLIPPED_LEVEL, SQ_GLARE_BEGINS * felt));
}

/* Brighter than the felt is what is brighter than in any tile about: where somebody's shadow takes most of a
 * tile, its neighbours tell how bright felt in the light is. */
static limit limit_at(const scan *c, int col, int row) {
    const sq_background *s = c->s;
    limit l = {{0}, 0};
    for (int y = row > 0 ? row - 1 : 0; y <= row + 1 && y < s->rows; y++)
        for (int x = col > 0 ? col - 1 : 0; x <= col + 1 && x < s->cols; x++)
            for (int k = 0; k < 3; k++) {
                float level = s->tile[SQ_BACKGROUND_FELT][y * s->cols + x].level[k];
                l.level[k] = level > l.level[k] ? level : l.level[k];
            }
    for (int k = 0; k < 3; k++)
        l.level[k] = bright_on(l.level[k]); /* which rises with it */
    l.stored = stored_limit(c, l.level);
    return l;
}

static bool is_bright(const scan *c, const sq_row *r, int x, const limit *l) {
    float rgb[3];
    sq_row_rgb(r, &c->matrix, x, rgb);
    return rgb[0] > l->level[0] && rgb[1] > l->level[1] && rgb[2] > l->level[2];
}

/* Flags a row's bright samples; returns whether there are any. */
static bool flag_row(const scan *c, int y, uint8_t *flag) {
    sq_row r = sq_row_of(c->f, y);
    sq_span in = c->o->inner[y];
    bool any = false;
    memset(flag, 0, (size_t)(c->f->width / c->grid) + 1);
    int x = (in.begin + c->grid - 1) / c->grid * c->grid;
    while (x < in.end) {
        int col = x / c->s->tile_px, end = (col + 1) * c->s->tile_px;
        const limit *l = &c->of_tile[y / c->s->tile_px * c->s->cols + col];
        const uint8_t *stored = r.level[c->level];
        for (end = end < in.end ? end : in.end; x < end; x += c->grid)
            if (stored[x * r.apart[c->level]] >= l->stored && !sq_span_has(c->hidden[y], x) &&
                is_bright(c, &r, x, l)) {
                flag[x / c->grid] = 1;
                any = true;
            }
    }
    return any;
}

/* A square of the grid that is bright at all corners joins the blob that it touches, or begins one. Blobs
 * that meet later are joined with the clusters. */
static void add_square(sq_segments *g, int first, int grid, int x, int y) {
    int samples = grid * grid / (g->step * g->step), k = first;
    while (k < g->blob_count && (x > g->blob[k].x1 + grid || x + grid < g->blob[k].x0 - grid ||
                                 y > g->blob[k].y1 + grid || y + grid < g->blob[k].y0 - grid))
        k++;
    if (k == SQ_BLOB_CAP) {
        g->truncated = true;
        return;
    }
    if (k == g->blob_count) g->blob[g->blob_count++] = (sq_blob){x, y, x, y, 0, -1, true};
    sq_blob *b = &g->blob[k];
    b->x0 = x < b->x0 ? x : b->x0;
    b->y0 = y < b->y0 ? y : b->y0;
    b->x1 = x + grid + 1 > b->x1 ? x + grid + 1 : b->x1;
    b->y1 = y + grid + 1 > b->y1 ? y + grid + 1 : b->y1;
    b->area += samples > 0 ? samples : 1;
}

void sq_glare_find(sq_segments *g, const sq_frame *f, const sq_outline *o, const sq_span *hidden,
                   const sq_background *s, double px_per_mm) {
    static _Thread_local uint8_t flags[2][SQ_ROW_CAP + 1];
    static _Thread_local limit of_tile[SQ_TILE_CAP];
    scan c = {.f = f, .o = o, .hidden = hidden, .s = s, .matrix = sq_rgb_matrix_of(f), .of_tile = of_tile};
    c.grid = (int)fmax(1, round(SQ_GLARE_GRID_MM * px_per_mm));
    c.level = f->format == SQ_FRAME_BGR ? 1 : 0;
    for (int i = 0; i < s->cols * s->rows; i++)
        of_tile[i] = limit_at(&c, i % s->cols, i / s->cols);
    uint8_t *above = flags[0], *here = flags[1];
    bool any_above = false;
    int first = g->blob_count;
    for (int y = 0; y < f->height; y += c.grid) {
        bool any = flag_row(&c, y, here);
        for (int i = 1; i <= (f->width - 1) / c.grid && any && any_above; i++)
            if (here[i] && here[i - 1] && above[i] && above[i - 1])
                add_square(g, first, c.grid, (i - 1) * c.grid, y - c.grid);
        uint8_t *swap = above;
        above = here;
        here = swap;
        any_above = any;
    }
}

/* ---- Without the lamp ---- */

/* A pixel of a window: its levels, the felt's, and by what the least of the three surpasses it. */
typedef struct {
    float level[3], felt[3];
    float least;
} pixel;

static pixel pixel_of(const sq_window *w, const sq_rgb_row *felt, int x, int y) {
    float q[3];
    sq_window_rgb(w, y * w->w + x, q);
    pixel p = {.least = fminf(q[0], fminf(q[1], q[2]))};
    for (int k = 0; k < 3; k++) {
        p.felt[k] = felt->level[k][x];
        p.level[k] = q[k] * p.felt[k];
    }
    return p;
}

/* How much of a pixel's brightness is taken as a lamp's: none where any colour is as dark as on felt. */
static float share_of_lamp(float least) {
    float share = (least - SQ_GLARE_BEGINS) / (SQ_GLARE_LIGHT - SQ_GLARE_BEGINS);
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

/* Where two colours end at the camera's limit, the hue is lost; where one does, it is the strongest still. */
static bool is_clipped(const pixel *p) {
    int clipped = 0;
    for (int k = 0; k < 3; k++)
        clipped += p->level[k] > SQ_CLIPPED_LEVEL;
    return clipped > 1;
}

/* The chroma of a pixel without as much light of the lamp's colour as leaves the darkest of its colours as
 * dark as it is in plastics. */
static sq_chroma without_lamp(const pixel *p, const float lamp[3]) {
    float light[3], felt[3], most = INFINITY, own[3];
    for (int k = 0; k < 3; k++) {
        float colour = powf(lamp[k], (float)SQ_LIGHT_EXPONENT);
        light[k] = powf(fmaxf(p->level[k], 0), (float)SQ_LIGHT_EXPONENT) / colour;
        felt[k] = powf(p->felt[k], (float)SQ_LIGHT_EXPONENT) / colour;
        most = fminf(most, light[k] - SQ_GLARE_DARKEST * felt[k]);
    }
    for (int k = 0; k < 3; k++)
        own[k] = powf((light[k] - most) / felt[k], 1 / (float)SQ_LIGHT_EXPONENT);
    return (sq_chroma){own[0] - own[1], own[2] - own[1]};
}

void sq_glare_take_off(sq_window *w, const sq_background *s) {
    sq_rgb_row felt;
    for (int y = 0; y < w->h; y++) {
        sq_felt_row(s, w->y0 + y, w->x0, w->w, &felt);
        for (int x = 0; x < w->w; x++) {
            pixel p = pixel_of(w, &felt, x, y);
            float share = share_of_lamp(p.least);
            if (share <= 0) continue;
            sq_chroma own = without_lamp(&p, p.felt), *v = &w->chroma[y * w->w + x];
            if (is_clipped(&p) || (share == 1 && sq_chroma_length(own) < SQ_COLOURLESS))
                w->believed[y * w->w + x] = 0;
            *v = (sq_chroma){v->x + share * (own.x - v->x), v->y + share * (own.y - v->y)};
        }
    }
}

/* The same test as is_clipped's, wide. */
SQ_WIDE static void hide_row(float *restrict believed, const sq_chroma *restrict chroma,
                             const float *restrict light, const sq_rgb_row *restrict felt, int n) {
    for (int x = 0; x < n; x++) {
        float green = light[x] - (chroma[x].x + chroma[x].y) / 3;
        int clipped = ((green + chroma[x].x) * felt->level[0][x] > SQ_CLIPPED_LEVEL) +
                      (green * felt->level[1][x] > SQ_CLIPPED_LEVEL) +
                      ((green + chroma[x].y) * felt->level[2][x] > SQ_CLIPPED_LEVEL);
        believed[x] = clipped > 1 ? 0 : believed[x];
    }
}

void sq_glare_hide_clipped(sq_window *w, const sq_background *s) {
    sq_rgb_row felt;
    for (int y = 0; y < w->h; y++) {
        ptrdiff_t row = (ptrdiff_t)y * w->w;
        sq_felt_row(s, w->y0 + y, w->x0, w->w, &felt);
        hide_row(w->believed + row, w->chroma + row, w->light + row, &felt, w->w);
    }
}

/* ---- What colour it is ---- */

/* What is seen of a face: the means of its levels relative to the felt, and of each the share that the camera
 * has clipped, on the face and on the felt. */
typedef struct {
    int n;
    float q[3], clipped[3], no_felt[3];
} shown;

static void show(shown *s, const pixel *p, const float clipped[3]) {
    float part = 1 / (float)++s->n;
    for (int k = 0; k < 3; k++) {
        s->q[k] += part * (p->level[k] / p->felt[k] - s->q[k]);
        s->clipped[k] += part * ((p->level[k] > clipped[k]) - s->clipped[k]);
        s->no_felt[k] += part * ((p->felt[k] > clipped[k]) - s->no_felt[k]);
    }
}

/* Whether a pixel shows the wink's own colour as it is. */
static bool is_plain(const pixel *p, const float clipped[3]) {
    bool plain = share_of_lamp(p->least) <= 0;
    for (int k = 0; k < 3; k++)
        plain &= p->level[k] <= clipped[k] && p->felt[k] <= clipped[k];
    return plain;
}

/* Those of a face's pixels that are plain, where there are enough of them; else all. */
static shown face_of(const sq_window *raw, const sq_background *s, const float clipped[3],
                     const sq_disc *disc, int n, int k, double blur_px) {
    shown all = {0}, plain = {0};
    sq_rgb_row felt;
    double rim_mm = SQ_FACE_BLURS * blur_px / disc[k].px_per_mm;
    sq_box b = sq_window_box(raw, &disc[k], 0);
    for (int y = b.y0; y < b.y1; y++) {
        sq_felt_row(s, y, raw->x0, raw->w, &felt);
        for (int x = b.x0; x < b.x1; x++) {
            if (!(raw->believed[(y - raw->y0) * raw->w + x - raw->x0] > 0) ||
                sq_disc_distance(&disc[k], x, y, 0, 0) > -rim_mm || sq_disc_covered(disc, n, k, x, y, rim_mm))
                continue;
            pixel at = pixel_of(raw, &felt, x - raw->x0, y - raw->y0);
            show(&all, &at, clipped);
            if (is_plain(&at, clipped)) show(&plain, &at, clipped);
        }
    }
    return plain.n >= SQ_GLARE_SHARE * all.n ? plain : all;
}

/* Adds how likely each colour is where the light is so. A lamp in it has the colour of the felt, or is white,
 * or has a tint that nobody knows, and then tells nothing. */
static void add_light(double likely[SQ_USUAL_COLOURS], const sq_palette *p, const float q[3],
                      const float felt[3]) {
    static const float white[3] = {255, 255, 255};
    pixel at = {.least = fminf(q[0], fminf(q[1], q[2]))};
    for (int k = 0; k < 3; k++) {
        at.felt[k] = felt[k];
        at.level[k] = q[k] * felt[k];
    }
    float share = share_of_lamp(at.least), of[3][SQ_USUAL_COLOURS];
    sq_chroma matte = {q[0] - q[1], q[2] - q[1]},
              lit[2] = {without_lamp(&at, felt), without_lamp(&at, white)};
    for (int i = 0; i < 2; i++) {
        sq_chroma v = {matte.x + share * (lit[i].x - matte.x), matte.y + share * (lit[i].y - matte.y)};
        sq_palette_likely(of[i], p, v);
    }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        float told = (of[0][c] + of[1][c]) / 2;
        likely[c] += (double)(told + share * (1.0f / SQ_USUAL_COLOURS - told) / 3);
    }
}

/* Light that is clipped is as bright as it looks, or brighter by up to two steps, each of what a lamp adds
 * where it begins to be seen. */
static float brighter(int steps, float share) {
    return 1 + share * (powf(SQ_GLARE_LIGHT, (float)steps) - 1);
}

bool sq_glare_likely(double likely[SQ_USUAL_COLOURS], const sq_window *raw, const sq_background *s,
                     const sq_palette *p, const sq_disc *disc, int n, int k, double blur_px) {
    shown seen = face_of(raw, s, p->clipped, disc, n, k, blur_px);
    float felt[3], sum = 0;
    sq_felt_at(s, (float)disc[k].centre.x, (float)disc[k].centre.y, felt);
    memset(likely, 0, SQ_USUAL_COLOURS * sizeof *likely);
    for (int i = 0; i < 3 * 3 * 3 * 3; i++) {
        int steps[3] = {i % 3, i / 3 % 3, i / 9 % 3}, under = i / 27;
        bool is_open = !under || seen.no_felt[0] + seen.no_felt[1] + seen.no_felt[2] > 0;
        for (int c = 0; c < 3; c++)
            is_open &= !steps[c] || seen.clipped[c] > 0;
        if (!is_open) continue;
        float q[3];
        for (int c = 0; c < 3; c++)
            q[c] = seen.q[c] * brighter(steps[c], seen.clipped[c]) / brighter(under, seen.no_felt[c]);
        add_light(likely, p, q, felt);
    }
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        sum += (float)likely[c];
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        likely[c] /= (double)sum;
    return seen.n > 0;
}
