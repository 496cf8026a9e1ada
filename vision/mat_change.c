#include "vision/mat_change.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "vision/median.h"
#include "vision/pixel.h"
#include "vision/tolerance.h"

enum {
    CHANNELS = 3,
    BLOCK = 16, /* cells, the side of a neighbourhood: 64 mm, of which a large wink covers a tenth */
    BLOCKS_X = (SQ_CHANGED_X + BLOCK - 1) / BLOCK,
    BLOCKS_Y = (SQ_CHANGED_Y + BLOCK - 1) / BLOCK
};

/* Means of levels. */
typedef struct {
    bool valid;
    double t;
    float level[SQ_CHANGED_Y][SQ_CHANGED_X][CHANNELS];
} cells;

/* The pixels of a cell: x0 <= x < x1. */
typedef struct {
    int16_t x0, y0, x1, y1;
} box;

struct sq_mat_change {
    sq_camera camera;
    sq_frame form;                         /* the size and format that the boxes are for */
    box boxes[SQ_CHANGED_Y][SQ_CHANGED_X]; /* empty outside of the picture */
    cells now, kept;
    float difference[SQ_CHANGED_Y][SQ_CHANGED_X][CHANNELS];
    sq_changed_cells marked;
};

sq_mat_change *sq_mat_change_new(void) {
    return calloc(1, sizeof(sq_mat_change));
}

void sq_mat_change_free(sq_mat_change *m) {
    free(m);
}

/* ---- Where the cells lie in the picture ---- */

static int within(double v, int size) {
    return (int)fmin(fmax(v, 0), size);
}

/* Where the corners between a row of cells and the one before it are seen. */
static void corners_of(sq_px corner[SQ_CHANGED_X + 1], const sq_camera *c, int y) {
    const double half = SQ_CHANGED_CELL_MM / 2;
    for (int x = 0; x <= SQ_CHANGED_X; x++) {
        sq_mm at = sq_changed_at(x, y);
        corner[x] = sq_px_from_mm3(c, (sq_mm3){at.x - half, at.y - half, 0});
    }
}

static box box_around(const sq_px corner[4], const sq_frame *f) {
    sq_px lo = {INFINITY, INFINITY}, hi = {-INFINITY, -INFINITY};
    for (int i = 0; i < 4; i++) {
        if (!isfinite(corner[i].x + corner[i].y)) return (box){0};
        lo = (sq_px){fmin(lo.x, corner[i].x), fmin(lo.y, corner[i].y)};
        hi = (sq_px){fmax(hi.x, corner[i].x), fmax(hi.y, corner[i].y)};
    }
    box b = {(int16_t)within(ceil(lo.x), f->width), (int16_t)within(ceil(lo.y), f->height),
             (int16_t)within(floor(hi.x) + 1, f->width), (int16_t)within(floor(hi.y) + 1, f->height)};
    return b.x0 < b.x1 && b.y0 < b.y1 ? b : (box){0};
}

static bool is_same_view(const sq_mat_change *m, const sq_frame *f, const sq_camera *c) {
    const sq_frame *was = &m->form;
    return was->width == f->width && was->height == f->height && was->format == f->format &&
           !memcmp(m->camera.R, c->R, sizeof c->R) && !memcmp(m->camera.t, c->t, sizeof c->t) &&
           !memcmp(m->camera.dist, c->dist, sizeof c->dist) && m->camera.fx == c->fx &&
           m->camera.fy == c->fy && m->camera.cx == c->cx && m->camera.cy == c->cy;
}

static void take_view(sq_mat_change *m, const sq_frame *f, const sq_camera *c) {
    m->camera = *c;
    m->form = (sq_frame){.width = f->width, .height = f->height, .format = f->format};
    m->now.valid = m->kept.valid = false;
    sq_px corner[2][SQ_CHANGED_X + 1];
    corners_of(corner[0], c, 0);
    for (int y = 0; y < SQ_CHANGED_Y; y++) {
        const sq_px *below = corner[y % 2], *above = corner[(y + 1) % 2];
        corners_of(corner[(y + 1) % 2], c, y + 1);
        for (int x = 0; x < SQ_CHANGED_X; x++)
            m->boxes[y][x] = box_around((sq_px[]){below[x], below[x + 1], above[x], above[x + 1]}, f);
    }
}

/* ---- Levels ---- */

/* Where a channel's samples lie: `apart` bytes from each other, halved by shifts. */
typedef struct {
    const uint8_t *plane;
    int stride, apart, shift_x, shift_y;
} channel;

static channel channel_of(const sq_frame *f, int k) {
    bool colour = k && f->format != SQ_FRAME_BGR;
    int shift_y = colour && sq_chroma_height(f) < f->height;
    sq_row first = sq_row_of(f, 0), next = sq_row_of(f, 1 << shift_y);
    return (channel){.plane = first.level[k],
                     .stride = (int)(next.level[k] - first.level[k]),
                     .apart = first.apart[k],
                     .shift_x = colour ? first.halved : 0,
                     .shift_y = shift_y};
}

static float mean_of(const channel *c, const box *b) {
    int sum = 0, n = 0;
    for (int y = b->y0 >> c->shift_y; y <= (b->y1 - 1) >> c->shift_y; y++)
        for (int x = b->x0 >> c->shift_x; x <= (b->x1 - 1) >> c->shift_x; x++, n++)
            sum += c->plane[(ptrdiff_t)y * c->stride + x * c->apart];
    return n ? (float)sum / (float)n : 0;
}

static void take_levels(sq_mat_change *m, const sq_frame *f) {
    int channels = f->format == SQ_FRAME_GREY ? 1 : CHANNELS;
    memset(m->now.level, 0, sizeof m->now.level);
    for (int k = 0; k < channels; k++) {
        channel c = channel_of(f, k);
        for (int y = 0; y < SQ_CHANGED_Y; y++)
            for (int x = 0; x < SQ_CHANGED_X; x++)
                if (m->boxes[y][x].x1) m->now.level[y][x][k] = mean_of(&c, &m->boxes[y][x]);
    }
    m->now.valid = true;
    m->now.t = f->t;
}

/* ---- What stands out ---- */

/* A neighbourhood's differences in one channel, their median, and the median of what they are off it. */
typedef struct {
    float middle, spread;
} block_light;

static block_light light_of(const sq_mat_change *m, int bx, int by, int k) {
    float list[BLOCK * BLOCK];
    int n = 0;
    for (int y = by * BLOCK; y < (by + 1) * BLOCK && y < SQ_CHANGED_Y; y++)
        for (int x = bx * BLOCK; x < (bx + 1) * BLOCK && x < SQ_CHANGED_X; x++)
            if (m->boxes[y][x].x1) list[n++] = m->difference[y][x][k];
    if (!n) return (block_light){0, 0};
    block_light l = {.middle = sq_median(list, n)};
    for (int i = 0; i < n; i++)
        list[i] = fabsf(list[i] - l.middle);
    l.spread = sq_median(list, n);
    return l;
}

/* Adds to each cell of the block how far it stands out, in deviations, squared. */
static void weigh_block(const sq_mat_change *m, int bx, int by, float (*out)[BLOCK]) {
    for (int k = 0; k < CHANNELS; k++) {
        block_light l = light_of(m, bx, by, k);
        float sigma = fmaxf(l.spread * SQ_CHANGED_SIGMA_OF_MEDIAN, SQ_CHANGED_NOISE_LEVELS);
        for (int y = 0; y < BLOCK && by * BLOCK + y < SQ_CHANGED_Y; y++)
            for (int x = 0; x < BLOCK && bx * BLOCK + x < SQ_CHANGED_X; x++) {
                float off = (m->difference[by * BLOCK + y][bx * BLOCK + x][k] - l.middle) / sigma;
                out[y][x] += off * off;
            }
    }
}

/* Whether no cell of the block can stand out: they differ too little from one another, whatever their median
 * is. Most blocks of most rests are so, and are spared the rest. */
static bool is_quiet(const sq_mat_change *m, int bx, int by) {
    float square = 0;
    for (int k = 0; k < CHANNELS; k++) {
        float least = INFINITY, most = -INFINITY;
        for (int y = by * BLOCK; y < (by + 1) * BLOCK && y < SQ_CHANGED_Y; y++)
            for (int x = bx * BLOCK; x < (bx + 1) * BLOCK && x < SQ_CHANGED_X; x++) {
                float v = m->difference[y][x][k];
                least = v < least ? v : least;
                most = v > most ? v : most;
            }
        float apart = (most - least) / SQ_CHANGED_NOISE_LEVELS;
        square += apart * apart;
    }
    return square <= SQ_CHANGED_SIGMAS * SQ_CHANGED_SIGMAS;
}

static void mark_block(sq_mat_change *m, int bx, int by) {
    float stands_out[BLOCK][BLOCK] = {{0}};
    if (!is_quiet(m, bx, by)) weigh_block(m, bx, by, stands_out);
    for (int y = 0; y < BLOCK && by * BLOCK + y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < BLOCK && bx * BLOCK + x < SQ_CHANGED_X; x++)
            m->marked[by * BLOCK + y][bx * BLOCK + x] =
                stands_out[y][x] > SQ_CHANGED_SIGMAS * SQ_CHANGED_SIGMAS;
}

static bool is_marked(const sq_mat_change *m, int x, int y) {
    return x >= 0 && y >= 0 && x < SQ_CHANGED_X && y < SQ_CHANGED_Y && m->marked[y][x];
}

/* A cell alone is noise: nothing of a game is as small. */
static void drop_lone_cells(sq_mat_change *m) {
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < SQ_CHANGED_X; x++)
            if (m->marked[y][x] && !is_marked(m, x - 1, y) && !is_marked(m, x + 1, y) &&
                !is_marked(m, x, y - 1) && !is_marked(m, x, y + 1))
                m->marked[y][x] = 0;
}

/* White at both times. */
static bool is_dazzled(const sq_mat_change *m, int x, int y, float white) {
    const float *was = m->kept.level[y][x], *is = m->now.level[y][x];
    bool bgr = m->form.format == SQ_FRAME_BGR;
    for (int k = 0; k < (bgr ? CHANNELS : 1); k++)
        if (was[k] < white || is[k] < white) return false;
    return true;
}

/* A lamp that the pot's floor mirrors makes it and what lies on it white. */
static bool is_middle_dazzled(const sq_mat_change *m, const sq_frame *f) {
    bool full = f->full_range || f->format == SQ_FRAME_BGR;
    float white = (full ? 255 : 235) - SQ_CHANGED_WHITE_LEVELS;
    int all = 0, dazzled = 0;
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < SQ_CHANGED_X; x++) {
            sq_mm at = sq_changed_at(x, y);
            if (hypot(at.x, at.y) >= SQ_TRACE_POT_MM) continue;
            all++;
            dazzled += is_dazzled(m, x, y, white);
        }
    return dazzled > SQ_CHANGED_DAZZLED_SHARE * all;
}

void sq_mat_change_read(sq_mat_change *m, const sq_frame *f, const sq_camera *c, sq_changed *out) {
    if (!is_same_view(m, f, c)) take_view(m, f, c);
    take_levels(m, f);
    *out = (sq_changed){.known = false};
    if (!m->kept.valid) return;
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < SQ_CHANGED_X; x++)
            for (int k = 0; k < CHANNELS; k++)
                m->difference[y][x][k] = m->now.level[y][x][k] - m->kept.level[y][x][k];
    for (int by = 0; by < BLOCKS_Y; by++)
        for (int bx = 0; bx < BLOCKS_X; bx++)
            mark_block(m, bx, by);
    drop_lone_cells(m);
    sq_changed_from_cells(out, m->kept.t, m->marked);
    out->dazzled = is_middle_dazzled(m, f);
}

void sq_mat_change_keep(sq_mat_change *m) {
    assert(m->now.valid);
    m->kept = m->now;
}
