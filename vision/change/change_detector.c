/* Compares the mat of two rests cell by cell: reduces a frame to mean levels of 4 mm cells, takes off what
 * a cell's neighbourhood has in common, and marks the cells that still differ by more than noise. Of those
 * that hang together it keeps what also stands out from what a codec draws anew. */
#include "vision/change/change_detector.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/change/undo_shift.h"
#include "vision/frame/frame_copy.h"
#include "vision/frame/frame_row.h"
#include "vision/frame/simd.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* Deviations of its neighbourhood's noise by which a cell that has changed stands out, and the least noise
 * that is assumed, levels of a cell's mean: a codec draws felt anew with each picture. Lower: noise counts as
 * change, and a wink that nobody sees is thought to have moved. Higher: a green wink that mirrors a lamp on
 * green felt, seven levels from it, leaves without a change. */
SQ_NUMBER(SQ_CHANGED_SIGMAS, 6.0f);
SQ_NUMBER(SQ_CHANGED_NOISE_LEVELS, 0.5f);

/* Levels below white at which a cell shows nothing more; the share of the pot's floor that may be so before
 * nothing is told of it. Higher: a wink potted where the lamp is mirrored is told as sent off. */
SQ_NUMBER(SQ_CHANGED_WHITE_LEVELS, 4.0f);
SQ_NUMBER(SQ_CHANGED_DAZZLED_SHARE, 0.3);

enum {
    BLOCK = 16, /* cells, the side of a neighbourhood: 64 mm, of which a large wink covers a tenth */
    BLOCKS_X = (SQ_CHANGED_X + BLOCK - 1) / BLOCK,
    BLOCKS_Y = (SQ_CHANGED_Y + BLOCK - 1) / BLOCK
};

/* Means of levels. */
typedef struct {
    bool valid;
    double t;
    float level[SQ_CHANGED_Y][SQ_CHANGED_X][SQ_CHANNELS];
} cells;

/* The pixels of a cell: x0 <= x < x1. */
typedef struct {
    int16_t x0, y0, x1, y1;
} box;

enum { WIDEST = INT16_MAX }; /* picture, pixels */

struct sq_change_detector {
    sq_camera camera;
    sq_frame form;                         /* the size and format that the boxes are for */
    box boxes[SQ_CHANGED_Y][SQ_CHANGED_X]; /* empty where the picture does not show the whole cell */
    cells now, kept[2];                    /* cells without a box have level 0 */
    const cells *then;                     /* that of them with which the frame in hand is compared */
    uint32_t before[WIDEST + 1];           /* of columns' sums, while a run of cells is read */
    float difference[SQ_CHANGED_Y][SQ_CHANGED_X][SQ_CHANNELS];
    sq_changed_cells marked, core; /* core: stand out of what a codec draws anew as well */
    float sigma[BLOCKS_Y][BLOCKS_X][SQ_CHANNELS];
    int redrawn_count[SQ_CHANNELS];
    float redrawn[SQ_CHANNELS][SQ_CHANGED_Y * SQ_CHANGED_X + BLOCK * BLOCK];
    sq_frame shifted; /* the frame in hand, where the camera has shifted since its view was taken */
    size_t shifted_bytes;
};

sq_change_detector *sq_change_detector_new(void) {
    return calloc(1, sizeof(sq_change_detector));
}

void sq_change_detector_free(sq_change_detector *m) {
    if (m) sq_frame_free(&m->shifted);
    free(m);
}

/* ---- Where the cells lie in the picture ---- */

/* Where the corners between a row of cells and the one before it are seen. */
static void corners_of(sq_px corner[SQ_CHANGED_X + 1], const sq_camera *c, int y) {
    const double half = SQ_CHANGED_CELL_MM / 2;
    for (int x = 0; x <= SQ_CHANGED_X; x++) {
        sq_mm at = sq_changed_at(x, y);
        corner[x] = sq_px_from_mm3(c, (sq_mm3){at.x - half, at.y - half, 0});
    }
}

/* The first pixel that is not before v, and the first that is beyond it, in a picture of that size. */
static int16_t first_from(double v, int size) {
    int n = v > 0 ? v < size ? (int)v : size : 0;
    return (int16_t)(n + (n < v && n < size));
}

static int16_t first_beyond(double v, int size) {
    return (int16_t)(v >= 0 ? v < size ? (int)v + 1 : size : 0);
}

static double lesser(double a, double b) {
    return a < b ? a : b;
}

static double greater(double a, double b) {
    return a > b ? a : b;
}

/* A part of a cell has few pixels, and would change by noise: only whole cells have a box. */
static box box_around(const sq_px corner[4], const sq_frame *f) {
    sq_px lo = corner[0], hi = corner[0];
    for (int i = 0; i < 4; i++) {
        if (!isfinite(corner[i].x + corner[i].y)) return (box){0};
        lo = (sq_px){lesser(lo.x, corner[i].x), lesser(lo.y, corner[i].y)};
        hi = (sq_px){greater(hi.x, corner[i].x), greater(hi.y, corner[i].y)};
    }
    if (lo.x < -0.5 || lo.y < -0.5 || hi.x > f->width - 0.5 || hi.y > f->height - 0.5) return (box){0};
    box b = {first_from(lo.x, f->width), first_from(lo.y, f->height), first_beyond(hi.x, f->width),
             first_beyond(hi.y, f->height)};
    return b.x0 < b.x1 && b.y0 < b.y1 ? b : (box){0};
}

static bool is_same_form(const sq_change_detector *m, const sq_frame *f) {
    const sq_frame *was = &m->form;
    return was->width == f->width && was->height == f->height && was->format == f->format;
}

static bool is_same_view(const sq_change_detector *m, const sq_frame *f, const sq_camera *c) {
    return is_same_form(m, f) && !memcmp(m->camera.R, c->R, sizeof c->R) &&
           !memcmp(m->camera.t, c->t, sizeof c->t) && !memcmp(m->camera.dist, c->dist, sizeof c->dist) &&
           m->camera.fx == c->fx && m->camera.fy == c->fy && m->camera.cx == c->cx && m->camera.cy == c->cy;
}

/* Whether the camera sees the whole mat as it did but for a shift, as one on a clamp that trembles does: by
 * how many pixels. Where places shift apart by more than a quarter of one, what stands still would seem to
 * change. */
static bool is_shifted_view(const sq_change_detector *m, const sq_frame *f, const sq_camera *c, sq_px *by) {
    static const double apart = 0.25;
    const double x = SQ_MAT_LENGTH_MM / 2, y = SQ_MAT_WIDTH_MM / 2;
    const sq_mm3 places[] = {{0, 0, 0}, {-x, -y, 0}, {x, -y, 0}, {-x, y, 0}, {x, y, 0}};
    const size_t count = sizeof places / sizeof *places;
    if (!m->kept[0].valid || !is_same_form(m, f)) return false;
    *by = (sq_px){0, 0};
    for (int pass = 0; pass < 2; pass++) { /* their mean, then how far they are from it */
        sq_px sum = {0, 0};
        for (size_t i = 0; i < count; i++) {
            sq_px was = sq_px_from_mm3(&m->camera, places[i]), is = sq_px_from_mm3(c, places[i]);
            sum = (sq_px){sum.x + is.x - was.x, sum.y + is.y - was.y};
            if (pass && !(hypot(is.x - was.x - by->x, is.y - was.y - by->y) <= apart)) return false;
        }
        if (!pass) *by = (sq_px){sum.x / (double)count, sum.y / (double)count};
    }
    return true;
}

static void take_view(sq_change_detector *m, const sq_frame *f, const sq_camera *c) {
    m->camera = *c;
    m->form = (sq_frame){.width = f->width, .height = f->height, .format = f->format};
    m->now.valid = m->kept[0].valid = m->kept[1].valid = false;
    memset(m->now.level, 0, sizeof m->now.level);
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

/* Adds up the box's columns, and those sums from left to right: before[i] is the sum of its first i columns.
 * So the sum of any of its cells is a difference, however many pixels they have. */
SQ_WIDE static void sum_columns(const channel *c, const box *b, uint32_t *before) {
    const int n = b->x1 - b->x0;
    memset(before, 0, (size_t)(n + 1) * sizeof *before);
    for (int y = b->y0; y < b->y1; y++) {
        const uint8_t *row = c->plane + (ptrdiff_t)y * c->stride + b->x0 * c->apart;
        if (c->apart == 1)
            for (int x = 0; x < n; x++)
                before[x + 1] += row[x];
        else
            for (int x = 0; x < n; x++)
                before[x + 1] += row[x * c->apart];
    }
    for (uint32_t x = 0, sum = 0; x < (uint32_t)n; x++)
        before[x + 1] = sum += before[x + 1];
}

/* The samples of a channel that lie in a box of pixels, wholly or in part. */
static box samples_of(const channel *c, box b) {
    return (box){(int16_t)(b.x0 >> c->shift_x), (int16_t)(b.y0 >> c->shift_y),
                 (int16_t)(((b.x1 - 1) >> c->shift_x) + 1), (int16_t)(((b.y1 - 1) >> c->shift_y) + 1)};
}

/* The end of the run of cells that begins there and lies in the same rows of pixels; all: what they cover. */
static int run_from(const box row[SQ_CHANGED_X], int from, box *all) {
    int end = from + 1;
    *all = row[from];
    for (; end < SQ_CHANGED_X && row[end].x1 && row[end].y0 == all->y0 && row[end].y1 == all->y1; end++) {
        all->x0 = row[end].x0 < all->x0 ? row[end].x0 : all->x0;
        all->x1 = row[end].x1 > all->x1 ? row[end].x1 : all->x1;
    }
    return end;
}

static void take_run(sq_change_detector *m, const channel *c, int k, int y, int from, int end, box all) {
    const box run = samples_of(c, all);
    sum_columns(c, &run, m->before);
    for (int x = from; x < end; x++) {
        const box b = samples_of(c, m->boxes[y][x]);
        int n = (b.x1 - b.x0) * (b.y1 - b.y0);
        m->now.level[y][x][k] = (float)(int)(m->before[b.x1 - run.x0] - m->before[b.x0 - run.x0]) / (float)n;
    }
}

static void take_levels(sq_change_detector *m, const sq_frame *f) {
    const int count = f->format == SQ_FRAME_GREY ? 1 : SQ_CHANNELS;
    channel channels[SQ_CHANNELS];
    for (int k = 0; k < count; k++)
        channels[k] = channel_of(f, k);
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0, end; x < SQ_CHANGED_X; x = end) {
            box all;
            end = x + 1;
            if (!m->boxes[y][x].x1) continue;
            end = run_from(m->boxes[y], x, &all);
            for (int k = 0; k < count; k++)
                take_run(m, &channels[k], k, y, x, end, all);
        }
    m->now.valid = true;
    m->now.t = f->t;
}

/* ---- What stands out ---- */

/* A neighbourhood's differences in one channel: a list of them, and what of it is common. */
typedef struct {
    int n;
    float list[BLOCK * BLOCK], middle, sigma;
} block_light;

static void find_middle(const sq_change_detector *m, int bx, int by, int k, block_light *l) {
    l->n = 0;
    for (int y = by * BLOCK; y < (by + 1) * BLOCK && y < SQ_CHANGED_Y; y++)
        for (int x = bx * BLOCK; x < (bx + 1) * BLOCK && x < SQ_CHANGED_X; x++)
            if (m->boxes[y][x].x1) l->list[l->n++] = m->difference[y][x][k];
    l->middle = l->n ? sq_median(l->list, l->n) : 0;
    l->sigma = SQ_CHANGED_NOISE_LEVELS;
}

/* From the median of what they are off the middle; never less than the least noise. */
static void find_sigma(block_light *l) {
    float sigma = l->n ? sq_robust_deviation(l->list, l->n, l->middle) : 0;
    l->sigma = fmaxf(sigma, SQ_CHANGED_NOISE_LEVELS);
}

/* Marks the seen cells of the block that stand out; returns how many do. */
static int mark_outstanding(sq_change_detector *m, int bx, int by, const block_light light[SQ_CHANNELS]) {
    int count = 0;
    for (int y = by * BLOCK; y < (by + 1) * BLOCK && y < SQ_CHANGED_Y; y++)
        for (int x = bx * BLOCK; x < (bx + 1) * BLOCK && x < SQ_CHANGED_X; x++) {
            float square = 0;
            for (int k = 0; k < SQ_CHANNELS; k++) {
                float off = (m->difference[y][x][k] - light[k].middle) / light[k].sigma;
                square += off * off;
            }
            m->marked[y][x] = m->boxes[y][x].x1 && square > SQ_CHANGED_SIGMAS * SQ_CHANGED_SIGMAS;
            count += m->marked[y][x];
        }
    return count;
}

/* Whether no seen cell of the block can stand out: they differ too little from one another, whatever their
 * median is. Most blocks of most rests are so, and are spared the rest. */
static bool is_quiet(const sq_change_detector *m, int bx, int by) {
    float square = 0;
    for (int k = 0; k < SQ_CHANNELS; k++) {
        float least = INFINITY, most = -INFINITY;
        for (int y = by * BLOCK; y < (by + 1) * BLOCK && y < SQ_CHANGED_Y; y++)
            for (int x = bx * BLOCK; x < (bx + 1) * BLOCK && x < SQ_CHANGED_X; x++) {
                float v = m->difference[y][x][k];
                if (!m->boxes[y][x].x1) continue;
                least = v < least ? v : least;
                most = v > most ? v : most;
            }
        float apart = fmaxf(most - least, 0) / SQ_CHANGED_NOISE_LEVELS;
        square += apart * apart;
    }
    return square <= SQ_CHANGED_SIGMAS * SQ_CHANGED_SIGMAS;
}

/* Takes off what is common, for a second look with another noise. */
static void take_off_middle(sq_change_detector *m, int bx, int by, const block_light light[SQ_CHANNELS]) {
    for (int y = by * BLOCK; y < (by + 1) * BLOCK && y < SQ_CHANGED_Y; y++)
        for (int x = bx * BLOCK; x < (bx + 1) * BLOCK && x < SQ_CHANGED_X; x++)
            for (int k = 0; k < SQ_CHANNELS; k++)
                m->difference[y][x][k] -= light[k].middle;
    for (int k = 0; k < SQ_CHANNELS; k++)
        m->sigma[by][bx][k] = light[k].sigma;
}

static int cells_of(double mm2) {
    return (int)(mm2 / (SQ_CHANGED_CELL_MM * SQ_CHANGED_CELL_MM));
}

/* What differs in a block that holds no wink, not even half of a small one, was drawn anew by a codec. light:
 * lists of what cells are off the middle. */
static void note_redrawn(sq_change_detector *m, int marked, const block_light light[SQ_CHANNELS]) {
    if (marked > cells_of(SQ_SMALL_FACE_MM2 / 2)) return;
    for (int k = 0; k < SQ_CHANNELS; k++)
        for (int i = 0; i < light[k].n; i++)
            if (light[k].list[i] > SQ_CHANGED_NOISE_LEVELS / 2)
                m->redrawn[k][m->redrawn_count[k]++] = light[k].list[i];
}

/* What does not stand out of the least noise stands out of no noise: then its own is not asked for. */
static void mark_block(sq_change_detector *m, int bx, int by) {
    block_light light[SQ_CHANNELS];
    if (is_quiet(m, bx, by)) return;
    for (int k = 0; k < SQ_CHANNELS; k++)
        find_middle(m, bx, by, k, &light[k]);
    int marked = mark_outstanding(m, bx, by, light);
    for (int k = 0; k < SQ_CHANNELS; k++)
        find_sigma(&light[k]);
    if (marked) marked = mark_outstanding(m, bx, by, light);
    note_redrawn(m, marked, light);
    take_off_middle(m, bx, by, light);
}

static bool is_marked(sq_changed_cells marked, int x, int y) {
    return x >= 0 && y >= 0 && x < SQ_CHANGED_X && y < SQ_CHANGED_Y && marked[y][x];
}

/* A cell alone is noise: nothing of a game is as small. */
static void drop_lone_cells(sq_changed_cells marked) {
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < SQ_CHANGED_X; x++)
            if (marked[y][x] && !is_marked(marked, x - 1, y) && !is_marked(marked, x + 1, y) &&
                !is_marked(marked, x, y - 1) && !is_marked(marked, x, y + 1))
                marked[y][x] = 0;
}

/* ---- What a codec draws anew ---- */

/* A codec leaves most of a still picture as it is, which looks free of noise, and draws some of it anew. The
 * deviation of a channel where it does, from the median, but for as many cells as a shot changes by two large
 * winks that go and come, fewer than a block has. */
static float redrawn_sigma(sq_change_detector *m, int k) {
    float *v = m->redrawn[k];
    int n = m->redrawn_count[k], shot = cells_of(M_PI * SQ_LARGE_MM * SQ_LARGE_MM);
    if (n <= shot) return 0;
    memset(v + n, 0, (size_t)shot * sizeof *v);
    return sq_robust_deviation(v, n + shot, 0);
}

static void find_core(sq_change_detector *m) {
    float redrawn[SQ_CHANNELS];
    for (int k = 0; k < SQ_CHANNELS; k++)
        redrawn[k] = redrawn_sigma(m, k);
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < SQ_CHANGED_X; x++) {
            const float *sigma = m->sigma[y / BLOCK][x / BLOCK];
            float square = 0;
            for (int k = 0; k < SQ_CHANNELS && m->marked[y][x]; k++) {
                float off = m->difference[y][x][k] / fmaxf(sigma[k], redrawn[k]);
                square += off * off;
            }
            m->core[y][x] = square > SQ_CHANGED_SIGMAS * SQ_CHANGED_SIGMAS;
        }
    drop_lone_cells(m->core);
}

/* Whether a marked cell hangs together with the core, over an edge or a corner. */
static bool meets_core(sq_change_detector *m, int x, int y) {
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (is_marked(m->core, x + dx, y + dy)) return true;
    return false;
}

static bool extend_core(sq_change_detector *m, int x, int y) {
    if (!m->marked[y][x] || m->core[y][x] || !meets_core(m, x, y)) return false;
    m->core[y][x] = 1;
    return true;
}

/* Of the marked cells those stay that hang together with the core. */
static void keep_what_has_core(sq_change_detector *m) {
    find_core(m);
    for (bool more = true; more;) {
        more = false;
        for (int y = 0; y < SQ_CHANGED_Y; y++)
            for (int x = 0; x < SQ_CHANGED_X; x++)
                more |= extend_core(m, x, y);
        for (int y = SQ_CHANGED_Y - 1; y >= 0 && more; y--)
            for (int x = SQ_CHANGED_X - 1; x >= 0; x--)
                extend_core(m, x, y);
    }
    memcpy(m->marked, m->core, sizeof m->marked);
}

/* White at both times. */
static bool is_dazzled(const sq_change_detector *m, int x, int y, float white) {
    const float *was = m->then->level[y][x], *is = m->now.level[y][x];
    bool bgr = m->form.format == SQ_FRAME_BGR;
    for (int k = 0; k < (bgr ? SQ_CHANNELS : 1); k++)
        if (was[k] < white || is[k] < white) return false;
    return true;
}

/* A lamp that the pot's floor mirrors makes it and what lies on it white. */
static bool is_middle_dazzled(const sq_change_detector *m, const sq_frame *f) {
    const int reach = (int)(SQ_POT_FLOOR_MM / SQ_CHANGED_CELL_MM) + 1;
    bool full = f->full_range || f->format == SQ_FRAME_BGR;
    float white = (full ? 255 : 235) - SQ_CHANGED_WHITE_LEVELS;
    int all = 0, dazzled = 0;
    for (int y = SQ_CHANGED_Y / 2 - reach; y <= SQ_CHANGED_Y / 2 + reach; y++)
        for (int x = SQ_CHANGED_X / 2 - reach; x <= SQ_CHANGED_X / 2 + reach; x++) {
            sq_mm at = sq_changed_at(x, y);
            if (hypot(at.x, at.y) >= SQ_POT_FLOOR_MM) continue;
            all++;
            dazzled += is_dazzled(m, x, y, white);
        }
    return dazzled > SQ_CHANGED_DAZZLED_SHARE * all;
}

static bool is_kept_at(const cells *c, double t) {
    return c->valid && c->t == t;
}

void sq_change_detector_read(sq_change_detector *m, const sq_frame *f, const sq_camera *c, double since,
                             sq_changed *out) {
    sq_px shift;
    sq_diag d;
    if (!is_same_view(m, f, c)) {
        if (is_shifted_view(m, f, c, &shift) && !sq_shift_undo(&m->shifted, &m->shifted_bytes, f, shift, &d))
            f = &m->shifted;
        else
            take_view(m, f, c);
    }
    take_levels(m, f);
    *out = (sq_changed){.known = false};
    m->then = &m->kept[is_kept_at(&m->kept[1], since)];
    if (!m->then->valid) return;
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < SQ_CHANGED_X; x++)
            for (int k = 0; k < SQ_CHANNELS; k++)
                m->difference[y][x][k] = m->now.level[y][x][k] - m->then->level[y][x][k];
    memset(m->marked, 0, sizeof m->marked);
    memset(m->redrawn_count, 0, sizeof m->redrawn_count);
    for (int by = 0; by < BLOCKS_Y; by++)
        for (int bx = 0; bx < BLOCKS_X; bx++)
            mark_block(m, bx, by);
    drop_lone_cells(m->marked);
    keep_what_has_core(m);
    sq_changed_from_cells(out, m->then->t, m->marked);
    out->dazzled = is_middle_dazzled(m, f);
}

void sq_change_detector_keep(sq_change_detector *m, double besides) {
    assert(m->now.valid);
    m->kept[is_kept_at(&m->kept[0], besides)] = m->now;
}
