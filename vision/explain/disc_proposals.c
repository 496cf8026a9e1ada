/* Proposes discs for a cluster: labels each pixel with a colour, counts labels inside a disc from row
 * sums, climbs from a coarse grid to the best place, and repeats on what is left. */
#include "vision/explain/disc_proposals.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "vision/math/tunable_number.h"
#include "vision/math/units.h"
#include "vision/segment/wink_palette.h"

/* Blurs beyond the rim at which that share is reached: the quantile of the normal distribution. */
SQ_NUMBER(SQ_LABEL_HALO_BLURS, 0.52);

/* What a pixel of felt, and one of another colour, costs a disc that would cover it, against 1 that a pixel
 * of its own gains: felt inside a disc refutes it, another colour may lie over it. */
SQ_NUMBER(SQ_GAIN_FELT, 1.5);
SQ_NUMBER(SQ_GAIN_OTHER, 0.1);

/* mm around a disc whose pixels of its colour it takes along: blur and the codec's chroma. */
SQ_NUMBER(SQ_TAKE_MARGIN_MM, 1.8);

/* Grid (mm) on which a disc's place is first tried: a quarter of a small wink's radius loses no gain that
 * matters. */
enum { SQ_GRID_MM = 2 };

bool sq_proposal_scratch_new(sq_proposal_scratch *s) {
    s->label = malloc(SQ_PATCH_MAX_PIXELS);
    s->sum = malloc((SQ_PATCH_MAX_PIXELS + SQ_PATCH_MAX_SIDE) * sizeof *s->sum);
    bool all = s->label && s->sum;
    for (int k = 0; k < SQ_SIZES; k++) {
        s->node[k] = malloc(SQ_PROPOSAL_NODES * sizeof *s->node[k]);
        all &= s->node[k] != 0;
    }
    return all;
}

void sq_proposal_scratch_free(sq_proposal_scratch *s) {
    free(s->label);
    free(s->sum);
    for (int k = 0; k < SQ_SIZES; k++)
        free(s->node[k]);
}

typedef struct {
    const sq_window *w;
    const sq_palette *p;
    const sq_proposal_scratch *scratch;
    sq_chroma hue[SQ_USUAL_COLOURS]; /* unit vectors */
    float reach2;                    /* squared cosine of SQ_COLOUR_REACH_DEG */
    double mm2_per_px;
    int mm_px; /* whole pixels in a millimetre, at least one */
    bool wanted[SQ_SIZES];
} search;

/* ---- Labels ---- */

static uint8_t label_of(const search *q, int i) {
    const sq_window *w = q->w;
    if (w->believed[i] == 0) return SQ_LABEL_SILENT;
    sq_chroma v = w->chroma[i], g = w->ground[i];
    float away2 = (v.x - g.x) * (v.x - g.x) + (v.y - g.y) * (v.y - g.y), most = 0;
    int best = 0;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        float along = v.x * q->hue[c].x + v.y * q->hue[c].y;
        best = along > most ? c : best;
        most = along > most ? along : most;
    }
    float least = SQ_LABEL_SHARE * q->p->colour[best].length;
    if (!(away2 > least * least)) return SQ_LABEL_BARE;
    bool hue = most * most > q->reach2 * (v.x * v.x + v.y * v.y);
    return hue ? (uint8_t)best : SQ_LABEL_SILENT;
}

static void label_all(const search *q) {
    for (int i = 0; i < q->w->w * q->w->h; i++)
        q->scratch->label[i] = label_of(q, i);
}

/* sum[y][x][l]: how many pixels of label l lie left of x in row y. Anew for the rows of a box, whose labels
 * have changed. */
static void sum_rows(const search *q, sq_box changed) {
    int width = q->w->w + 1;
    for (int y = changed.y0; y < changed.y1; y++) {
        uint16_t(*row)[SQ_LABELS] = q->scratch->sum + (ptrdiff_t)y * width;
        memset(row[0], 0, sizeof row[0]);
        for (int x = changed.x0; x < q->w->w; x++) {
            memcpy(row[x + 1], row[x], sizeof row[0]);
            row[x + 1][q->scratch->label[y * q->w->w + x]]++;
        }
    }
}

/* ---- Where a disc of one colour fits best ---- */

/* An ellipse: of rows dy from the centre columns from lo to hi, none of them beyond dx0 and dx1. */
typedef struct {
    int dx0, dx1, dy0, dy1;
    int lo[SQ_PATCH_MAX_SIDE], hi[SQ_PATCH_MAX_SIDE];
} disc_rows;

/* The pixels that a disc's own colour is given to: blur carries it a little over the rim. */
static void rows_of(disc_rows *r, const sq_disc *d, double blur_px) {
    double halo_mm = SQ_LABEL_HALO_BLURS * blur_px / d->px_per_mm;
    sq_box b = sq_disc_box(d, halo_mm);
    int cx = (int)lround(d->centre.x), cy = (int)lround(d->centre.y);
    r->dx0 = b.x0 - cx;
    r->dx1 = b.x1 - cx;
    r->dy0 = b.y0 - cy;
    r->dy1 = b.y1 - cy;
    /* A camera that magnifies one place beyond any window: what the rows cannot hold fits nowhere. */
    if (r->dy1 > r->dy0 + SQ_PATCH_MAX_SIDE) r->dy1 = r->dy0 + SQ_PATCH_MAX_SIDE;
    for (int dy = r->dy0; dy < r->dy1; dy++) {
        int lo = 1, hi = 0;
        for (int dx = r->dx0; dx < r->dx1; dx++)
            if (sq_disc_distance(d, d->centre.x + dx, d->centre.y + dy, 0, 0) <= halo_mm) {
                lo = hi < lo ? dx : lo;
                hi = dx + 1;
            }
        r->lo[dy - r->dy0] = lo;
        r->hi[dy - r->dy0] = hi < lo ? lo : hi;
    }
}

/* The same with the centre in column x of the window: the columns of the window from lo to hi. */
static void rows_at(disc_rows *out, const disc_rows *r, int x, int width) {
    out->dy0 = r->dy0;
    out->dy1 = r->dy1;
    for (int i = 0; i < r->dy1 - r->dy0; i++) {
        int lo = x + r->lo[i], hi = x + r->hi[i];
        out->lo[i] = lo = lo < 0 ? 0 : lo > width ? width : lo;
        out->hi[i] = hi < lo ? lo : hi > width ? width : hi;
    }
}

/* The pixels of each label in a disc that is centred in row y; r: its rows, in the window's columns. */
static void count_disc(const search *q, const disc_rows *r, int y, int count[SQ_LABELS]) {
    int begin = y + r->dy0 > 0 ? y + r->dy0 : 0, end = y + r->dy1 < q->w->h ? y + r->dy1 : q->w->h;
    ptrdiff_t across = q->w->w + 1;
    memset(count, 0, sizeof(int) * SQ_LABELS);
    for (int row = begin; row < end; row++) {
        const uint16_t *from = q->scratch->sum[row * across + r->lo[row - y - r->dy0]],
                       *to = q->scratch->sum[row * across + r->hi[row - y - r->dy0]];
        for (int l = 0; l < SQ_LABELS; l++)
            count[l] += to[l] - from[l];
    }
}

static bool bare_at(const search *q, int x, int y) {
    return x < q->w->w && y < q->w->h && q->scratch->label[y * q->w->w + x] == SQ_LABEL_BARE;
}

/* What a disc centred at pixel (x, y) of the window gains; r: its rows, in the window's columns. No wink's
 * middle is bare felt. */
static sq_proposal_node weigh(const search *q, const disc_rows *r, int x, int y) {
    sq_proposal_node best = {0, SQ_BLUE};
    if (bare_at(q, x, y)) return best;
    int count[SQ_LABELS], coloured = 0;
    count_disc(q, r, y, count);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        coloured += count[c];
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        double gain = q->mm2_per_px * (count[c] - SQ_GAIN_FELT * count[SQ_LABEL_BARE] -
                                       SQ_GAIN_OTHER * (coloured - count[c]));
        if (gain > best.gain_mm2) best = (sq_proposal_node){gain, (sq_colour)c};
    }
    return best;
}

/* Pixels between two nodes of the coarse grid. */
static int coarse_step(const search *q) {
    return SQ_GRID_MM * q->mm_px;
}

static int nodes_across(const search *q) {
    return (q->w->w + coarse_step(q) - 1) / coarse_step(q);
}

static int at_least_0(int x) {
    return x > 0 ? x : 0;
}

/* Weighs the coarse grid's nodes anew whose discs look at a box that has changed. */
static void weigh_nodes(const search *q, const disc_rows rows[SQ_SIZES], sq_box changed) {
    int step = coarse_step(q), across = nodes_across(q);
    for (int s = 0; s < SQ_SIZES; s++) {
        const disc_rows *r = &rows[s];
        disc_rows at_x;
        int first_x = at_least_0(changed.x0 - r->dx1) / step,
            first_y = at_least_0(changed.y0 - r->dy1) / step;
        for (int x = first_x * step; x < changed.x1 - r->dx0 && x < q->w->w && q->wanted[s]; x += step) {
            rows_at(&at_x, r, x, q->w->w);
            for (int y = first_y * step; y < changed.y1 - r->dy0 && y < q->w->h; y += step)
                q->scratch->node[s][y / step * across + x / step] = weigh(q, &at_x, x, y);
        }
    }
}

/* Keeps what a node's disc gains where that is more. */
static void keep_better(sq_proposal *best, const search *q, const sq_proposal_node *n, int size, int x,
                        int y) {
    if (n->gain_mm2 > best->gain_mm2)
        *best = (sq_proposal){n->colour, (sq_size)size, {q->w->x0 + x, q->w->y0 + y}, n->gain_mm2};
}

static sq_proposal best_node(const search *q) {
    int step = coarse_step(q), across = nodes_across(q);
    sq_proposal best = {.gain_mm2 = 0};
    for (int s = 0; s < SQ_SIZES; s++)
        for (int y = 0; y < q->w->h && q->wanted[s]; y += step)
            for (int x = 0; x < q->w->w; x += step)
                keep_better(&best, q, &q->scratch->node[s][y / step * across + x / step], s, x, y);
    return best;
}

/* The best of the coarse grid, then finely about it; the fit does the rest. */
static sq_proposal best_guess(const search *q, const disc_rows rows[SQ_SIZES]) {
    sq_proposal coarse = best_node(q), best = {.gain_mm2 = 0};
    if (coarse.gain_mm2 <= 0) return coarse;
    int reach = coarse_step(q), mm = q->mm_px;
    int x0 = (int)coarse.centre.x - q->w->x0, y0 = (int)coarse.centre.y - q->w->y0;
    for (int s = 0; s < SQ_SIZES; s++)
        for (int y = at_least_0(y0 - reach + mm); y < y0 + reach && q->wanted[s]; y += mm)
            for (int x = at_least_0(x0 - reach + mm); x < x0 + reach; x += mm) {
                disc_rows at_x;
                rows_at(&at_x, &rows[s], x, q->w->w);
                sq_proposal_node n = weigh(q, &at_x, x, y);
                keep_better(&best, q, &n, s, x, y);
            }
    return best;
}

/* The pixels that a disc explains are given to nobody any more: neither gain nor loss for the next one. */
static void take_pixels(const search *q, const disc_rows rows[SQ_SIZES], const sq_disc *d, sq_colour c) {
    sq_box b = sq_window_box(q->w, d, SQ_TAKE_MARGIN_MM);
    b = (sq_box){b.x0 - q->w->x0, b.y0 - q->w->y0, b.x1 - q->w->x0, b.y1 - q->w->y0};
    for (int y = b.y0; y < b.y1; y++)
        for (int x = b.x0; x < b.x1; x++) {
            uint8_t *l = &q->scratch->label[y * q->w->w + x];
            if (*l == c && sq_disc_distance(d, q->w->x0 + x, q->w->y0 + y, 0, 0) < SQ_TAKE_MARGIN_MM)
                *l = SQ_LABEL_SILENT;
        }
    sum_rows(q, b);
    weigh_nodes(q, rows, b);
}

/* ---- The whole ---- */

static void count_all(const search *q, const disc_rows rows[SQ_SIZES]) {
    sq_box all = {0, 0, q->w->w, q->w->h};
    sum_rows(q, all);
    weigh_nodes(q, rows, all);
}

static search search_of(const sq_window *w, const sq_palette *p, const sq_disc shape[SQ_SIZES],
                        const sq_proposal_scratch *scratch) {
    search q = {.w = w, .p = p, .scratch = scratch, .wanted = {true, true}};
    float reach = cosf(SQ_COLOUR_REACH_DEG / SQ_DEGREES);
    q.reach2 = reach * reach;
    q.mm2_per_px = 1 / (shape[0].px_per_mm * shape[0].px_per_mm);
    q.mm_px = (int)fmax(1, floor(sqrt(1 / q.mm2_per_px)));
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        float angle = p->colour[c].angle / SQ_DEGREES;
        q.hue[c] = (sq_chroma){cosf(angle), sinf(angle)};
    }
    return q;
}

int sq_proposal_discs(sq_proposal *out, int most, const sq_window *w, const sq_palette *p,
                      const sq_disc shape[SQ_SIZES], double blur_px, const sq_proposal_scratch *scratch) {
    static _Thread_local disc_rows rows[SQ_SIZES];
    search q = search_of(w, p, shape, scratch);
    for (int s = 0; s < SQ_SIZES; s++)
        rows_of(&rows[s], &shape[s], blur_px);
    label_all(&q);
    count_all(&q, rows);
    int n = 0;
    while (n < most) {
        sq_proposal g = best_guess(&q, rows);
        if (g.gain_mm2 < SQ_DISC_COST_MM2) break;
        sq_disc d = shape[g.size];
        d.centre = g.centre;
        take_pixels(&q, rows, &d, g.colour);
        out[n++] = g;
    }
    return n;
}

bool sq_proposal_another(sq_proposal *out, const sq_window *w, const sq_palette *p,
                         const sq_disc shape[SQ_SIZES], const bool wanted[SQ_SIZES], double blur_px,
                         const sq_proposal_scratch *scratch) {
    static _Thread_local disc_rows rows[SQ_SIZES];
    search q = search_of(w, p, shape, scratch);
    memcpy(q.wanted, wanted, sizeof q.wanted);
    for (int s = 0; s < SQ_SIZES; s++)
        rows_of(&rows[s], &shape[s], blur_px);
    for (int i = 0; i < w->w * w->h; i++)
        scratch->label[i] = scratch->label[i] ? (uint8_t)SQ_LABEL_SILENT : label_of(&q, i);
    count_all(&q, rows);
    *out = best_guess(&q, rows);
    return out->gain_mm2 >= SQ_DISC_COST_MM2;
}

/* The mean chroma in the middle quarter of the window's sides: of a lone wink's face. One pixel's would be
 * half noise where a lamp has paled it. */
static sq_chroma middle_chroma(const sq_window *w) {
    sq_chroma sum = {0, 0};
    float n = 0;
    for (int y = w->h * 3 / 8; y <= w->h * 5 / 8 && y < w->h; y++)
        for (int x = w->w * 3 / 8; x <= w->w * 5 / 8 && x < w->w; x++, n++) {
            sum.x += w->chroma[y * w->w + x].x;
            sum.y += w->chroma[y * w->w + x].y;
        }
    return (sq_chroma){sum.x / n, sum.y / n};
}

double sq_proposal_blob(const sq_window *w, double mm2_per_px, sq_chroma *chroma, sq_px *middle) {
    sq_chroma c = middle_chroma(w);
    float half = sq_chroma_length(c) / 2;
    double n = 0, sx = 0, sy = 0;
    for (int y = 0; y < w->h; y++)
        for (int x = 0; x < w->w; x++) {
            sq_chroma v = w->chroma[y * w->w + x], g = w->ground[y * w->w + x];
            float dx = v.x - g.x, dy = v.y - g.y;
            if (dx * dx + dy * dy < half * half) continue;
            n++;
            sx += x;
            sy += y;
        }
    *chroma = c;
    *middle = n > 0 ? (sq_px){w->x0 + sx / n, w->y0 + sy / n} : (sq_px){w->x0, w->y0};
    return n * mm2_per_px;
}
