/* Blends a drawing into the planes of video frames: from the drawing on black and on white it works out a
 * factor and an offset for each sample, in fixed point, and touches only the blocks that the drawing
 * covers. */
#include "vision/frame/overlay_layer.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "vision/frame/simd.h"
#include "vision/frame/yuv.h"

enum {
    BLOCK = 2,           /* pixels: the smallest piece that has whole samples in all planes */
    ONE = UINT8_MAX + 1, /* fixed point of what is let through */
    FULL = UINT8_MAX     /* the highest level */
};

/* Neighbouring blocks of one row that the drawing touches: begin <= block < end. */
typedef struct {
    int row, begin, end;
} span;

/* One component's samples: out = (through × in + add) / ONE. */
typedef struct {
    int halved_x, halved_y; /* 1 where a sample stands for two pixels */
    int width, height;      /* samples */
    uint16_t *through, *add;
} sheet;

struct sq_layer {
    sq_frame like;
    sq_rgb_matrix levels;
    int components;
    sheet sheet[3];
    span *span;
    int spans;
    uint8_t *touched; /* by blocks of one row, in work */
    uint8_t *set[2];  /* the drawing that is set, on black and on white: its rows without gaps */
    bool is_set;
    uint16_t *memory; /* of all sheets */
};

static void lay_out(sq_layer *l) {
    const sq_frame *f = &l->like;
    bool colour_planes = f->format != SQ_FRAME_BGR && f->format != SQ_FRAME_GREY;
    l->components = f->format == SQ_FRAME_GREY ? 1 : 3;
    for (int k = 0; k < l->components; k++) {
        sheet *s = &l->sheet[k];
        s->halved_x = colour_planes && k && sq_chroma_width(f) < f->width;
        s->halved_y = colour_planes && k && sq_chroma_height(f) < f->height;
        s->width = f->width >> s->halved_x;
        s->height = f->height >> s->halved_y;
    }
}

static bool allot(sq_layer *l) {
    size_t samples = 0, blocks = (size_t)(l->like.width / BLOCK);
    for (int k = 0; k < l->components; k++)
        samples += (size_t)l->sheet[k].width * (size_t)l->sheet[k].height;
    uint16_t *at = l->memory = malloc(2 * samples * sizeof *at);
    l->touched = malloc(blocks);
    /* At worst every other block is touched. */
    l->span = malloc((blocks + 1) / 2 * (size_t)(l->like.height / BLOCK) * sizeof *l->span);
    for (int k = 0; k < l->components && at; k++) {
        sheet *s = &l->sheet[k];
        size_t n = (size_t)s->width * (size_t)s->height;
        s->through = at;
        s->add = at + n;
        at += 2 * n;
    }
    size_t row = 3 * (size_t)l->like.width;
    for (int k = 0; k < 2; k++)
        l->set[k] = malloc(row * (size_t)l->like.height);
    return l->memory && l->touched && l->span && l->set[0] && l->set[1];
}

sq_code sq_layer_new(sq_layer **out, const sq_frame *like, sq_diag *d) {
    sq_layer *l = *out = NULL;
    if (like->width < BLOCK || like->height < BLOCK)
        return sq_fail(d, SQ_E_SIZE, "a drawing over frames of %d x %d pixels; take larger ones", like->width,
                       like->height);
    if ((l = calloc(1, sizeof *l))) {
        l->like = *like;
        l->like.width -= like->width % BLOCK;
        l->like.height -= like->height % BLOCK;
        l->levels = sq_level_matrix_of(like);
        lay_out(l);
    }
    if (!l || !allot(l)) {
        sq_layer_free(l);
        return sq_fail(d, SQ_E_MEMORY, "no memory for a drawing; close other programs");
    }
    *out = l;
    return SQ_OK;
}

void sq_layer_free(sq_layer *l) {
    if (!l) return;
    free(l->memory);
    free(l->touched);
    free(l->span);
    free(l->set[0]);
    free(l->set[1]);
    free(l);
}

/* ---- A new drawing ---- */

static const uint8_t *pixel(const sq_frame *bgr, int x, int y) {
    return bgr->plane[0] + (ptrdiff_t)y * bgr->stride[0] + 3 * (ptrdiff_t)x;
}

/* Which blocks of the row the drawing touches, or, where chroma lies on the left pixel, reaches from the
 * block before. */
static void find_touched(sq_layer *l, const sq_frame *black, const sq_frame *white, int row) {
    int blocks = l->like.width / BLOCK;
    memset(l->touched, 0, (size_t)blocks);
    for (int y = row * BLOCK; y < (row + 1) * BLOCK; y++) {
        const uint8_t *b = pixel(black, 0, y), *w = pixel(white, 0, y);
        for (int i = 0; i < blocks; i++) {
            unsigned any = 0;
            for (int k = 0; k < 3 * BLOCK; k++)
                any |= b[3 * BLOCK * i + k] | (w[3 * BLOCK * i + k] ^ FULL);
            l->touched[i] |= (uint8_t)any;
        }
    }
    if (l->like.siting != SQ_CHROMA_LEFT) return;
    for (int i = blocks - 1; i > 0; i--)
        l->touched[i] |= l->touched[i - 1];
}

static void add_spans(sq_layer *l, int row) {
    int blocks = l->like.width / BLOCK;
    for (int i = 0; i < blocks; i++) {
        if (!l->touched[i]) continue;
        int begin = i;
        while (i < blocks && l->touched[i])
            i++;
        l->span[l->spans++] = (span){row, begin, i};
    }
}

/* What some pixels let through and add, their weights summed up in `weight`. */
typedef struct {
    int weight, opaque, rgb[3];
} blend;

static inline void add_pixel(blend *m, const uint8_t *black, const uint8_t *white, int weight) {
    m->weight += weight;
    for (int k = 0; k < 3; k++) {
        m->opaque += weight * (FULL - white[k] + black[k]);
        m->rgb[2 - k] += weight * black[k];
    }
}

/* The pixels that a sample stands for: itself; two; or, where it lies on the left one of two, that and half
 * of each neighbour. */
static blend blend_at(const sq_layer *l, const sheet *s, const sq_frame *black, const sq_frame *white, int i,
                      int j) {
    static const int one[3] = {0, 1, 0}, two[3] = {0, 1, 1}, about[3] = {1, 2, 1};
    const int *weight = !s->halved_x ? one : l->like.siting == SQ_CHROMA_LEFT ? about : two;
    int x = i << s->halved_x, y = j << s->halved_y;
    blend m = {0};
    for (int dy = 0; dy <= s->halved_y; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (weight[dx + 1] && x + dx >= 0)
                add_pixel(&m, pixel(black, x + dx, y + dy), pixel(white, x + dx, y + dy), weight[dx + 1]);
    return m;
}

static uint16_t fixed(double x, double top) {
    return (uint16_t)lround(ONE * (x > 0 ? x < top ? x : top : 0));
}

static void set_sample(const sq_layer *l, int component, const sq_frame *black, const sq_frame *white, int i,
                       int j) {
    const sheet *s = &l->sheet[component];
    const float *m = l->levels.m[component];
    const blend b = blend_at(l, s, black, white, i, j);
    ptrdiff_t at = (ptrdiff_t)j * s->width + i;
    double opaque = b.opaque / (3.0 * FULL * b.weight);
    double level = ((double)m[0] * b.rgb[0] + (double)m[1] * b.rgb[1] + (double)m[2] * b.rgb[2]) / b.weight +
                   (double)m[3] * opaque;
    s->through[at] = fixed(1 - opaque, 1);
    s->add[at] = (uint16_t)(fixed(level, FULL) + ONE / 2);
}

/* A span's samples in a sheet: x0 <= i < x1, y0 <= j < y1. */
typedef struct {
    int x0, x1, y0, y1;
} samples;

static inline samples samples_of(const sheet *s, const span *p) {
    return (samples){p->begin * BLOCK >> s->halved_x, p->end * BLOCK >> s->halved_x,
                     p->row * BLOCK >> s->halved_y, (p->row + 1) * BLOCK >> s->halved_y};
}

/* Whether the drawing is there as it was, with the pixels beside it that chroma takes in too. */
static bool is_as_it_was(const sq_layer *l, const span *p, const sq_frame *black, const sq_frame *white) {
    int from = p->begin ? p->begin * BLOCK - 1 : 0, to = p->end * BLOCK;
    if (!l->is_set) return false;
    for (int y = p->row * BLOCK; y < (p->row + 1) * BLOCK; y++) {
        size_t at = 3 * ((size_t)y * (size_t)l->like.width + (size_t)from), n = 3 * (size_t)(to - from);
        if (memcmp(l->set[0] + at, pixel(black, from, y), n) ||
            memcmp(l->set[1] + at, pixel(white, from, y), n))
            return false;
    }
    return true;
}

static void keep(sq_layer *l, const sq_frame *black, const sq_frame *white) {
    size_t row = 3 * (size_t)l->like.width;
    for (int y = 0; y < l->like.height; y++) {
        memcpy(l->set[0] + (size_t)y * row, pixel(black, 0, y), row);
        memcpy(l->set[1] + (size_t)y * row, pixel(white, 0, y), row);
    }
    l->is_set = true;
}

void sq_layer_set(sq_layer *l, const sq_frame *on_black, const sq_frame *on_white) {
    assert(on_black->format == SQ_FRAME_BGR && on_white->format == SQ_FRAME_BGR &&
           on_black->width / BLOCK == l->like.width / BLOCK &&
           on_black->height / BLOCK == l->like.height / BLOCK && on_white->width == on_black->width &&
           on_white->height == on_black->height);
    l->spans = 0;
    for (int row = 0; row < l->like.height / BLOCK; row++) {
        find_touched(l, on_black, on_white, row);
        add_spans(l, row);
    }
    for (int n = 0; n < l->spans; n++) {
        if (is_as_it_was(l, &l->span[n], on_black, on_white)) continue;
        for (int k = 0; k < l->components; k++) {
            samples r = samples_of(&l->sheet[k], &l->span[n]);
            for (int j = r.y0; j < r.y1; j++)
                for (int i = r.x0; i < r.x1; i++)
                    set_sample(l, k, on_black, on_white, i, j);
        }
    }
    keep(l, on_black, on_white);
}

/* ---- Over a frame ---- */

static inline void lay_row(uint8_t *restrict to, int step, const uint16_t *restrict through,
                           const uint16_t *restrict add, int n) {
    for (int i = 0; i < n; i++) {
        unsigned v = ((unsigned)through[i] * to[i * step] + add[i]) / ONE;
        to[i * step] = (uint8_t)(v < FULL ? v : FULL); /* rounding may carry white over the top */
    }
}

SQ_WIDE void sq_layer_lay(const sq_layer *l, uint8_t *const plane[3], const int stride[3]) {
    for (int k = 0; k < l->components; k++) {
        const sheet *s = &l->sheet[k];
        bool bgr = l->like.format == SQ_FRAME_BGR, pair = l->like.format == SQ_FRAME_NV12 && k;
        uint8_t *first = bgr ? plane[0] + k : pair ? plane[1] + k - 1 : plane[k];
        ptrdiff_t pitch = stride[bgr ? 0 : pair ? 1 : k];
        int step = bgr ? 3 : pair ? 2 : 1;
        for (int n = 0; n < l->spans; n++) {
            samples r = samples_of(s, &l->span[n]);
            for (int j = r.y0; j < r.y1; j++) {
                uint8_t *to = first + j * pitch + (ptrdiff_t)r.x0 * step;
                ptrdiff_t at = (ptrdiff_t)j * s->width + r.x0;
                if (step == 1)
                    lay_row(to, 1, s->through + at, s->add + at, r.x1 - r.x0);
                else
                    lay_row(to, step, s->through + at, s->add + at, r.x1 - r.x0);
            }
        }
    }
}
