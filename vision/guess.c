#include "vision/guess.h"

#include <stddef.h>
#include <string.h>

#include "vision/tolerance.h"

typedef struct {
    const sq_window *w;
    const sq_palette *p;
    const sq_guess_scratch *scratch;
    sq_chroma hue[SQ_COLOURS]; /* unit vectors */
    float reach2;              /* squared cosine of SQ_COLOUR_REACH_DEG */
    double mm2_per_px;
    bool wanted[SQ_SIZES];
} search;

/* ---- Labels ---- */

static uint8_t label_of(const search *q, int i) {
    const sq_window *w = q->w;
    if (w->believed[i] == 0) return SQ_LABEL_SILENT;
    sq_chroma v = w->chroma[i], g = w->ground[i];
    float away2 = (v.x - g.x) * (v.x - g.x) + (v.y - g.y) * (v.y - g.y), most = 0;
    int best = 0;
    for (int c = 0; c < SQ_COLOURS; c++) {
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

/* prefix[y][x][l]: how many pixels of label l lie left of x in row y. */
static void sum_rows(const search *q) {
    int width = q->w->w + 1;
    for (int y = 0; y < q->w->h; y++) {
        uint16_t(*row)[SQ_LABELS] = q->scratch->sum + (ptrdiff_t)y * width;
        memset(row[0], 0, sizeof row[0]);
        for (int x = 0; x < q->w->w; x++) {
            memcpy(row[x + 1], row[x], sizeof row[0]);
            row[x + 1][q->scratch->label[y * q->w->w + x]]++;
        }
    }
}

/* ---- Where a disc of one colour fits best ---- */

/* The half row of an ellipse: rows dy from the centre, columns from lo to hi. */
typedef struct {
    int dy0, dy1;
    int lo[SQ_PATCH_MAX_SIDE], hi[SQ_PATCH_MAX_SIDE];
} disc_rows;

/* The pixels that a disc's own colour is given to: blur carries it a little over the rim. */
static void rows_of(disc_rows *r, const sq_disc *d, double blur_px) {
    double halo_mm = SQ_LABEL_HALO_BLURS * blur_px / d->px_per_mm;
    sq_box b = sq_disc_box(d, halo_mm);
    int cx = (int)lround(d->centre.x), cy = (int)lround(d->centre.y);
    r->dy0 = b.y0 - cy;
    r->dy1 = b.y1 - cy;
    /* A camera that magnifies one place beyond any window: what the rows cannot hold fits nowhere. */
    if (r->dy1 > r->dy0 + SQ_PATCH_MAX_SIDE) r->dy1 = r->dy0 + SQ_PATCH_MAX_SIDE;
    for (int dy = r->dy0; dy < r->dy1; dy++) {
        int lo = 1, hi = 0;
        for (int dx = b.x0 - cx; dx < b.x1 - cx; dx++)
            if (sq_disc_distance(d, d->centre.x + dx, d->centre.y + dy, 0, 0) <= halo_mm) {
                lo = hi < lo ? dx : lo;
                hi = dx + 1;
            }
        r->lo[dy - r->dy0] = lo;
        r->hi[dy - r->dy0] = hi < lo ? lo : hi;
    }
}

static void count_disc(const search *q, const disc_rows *r, int x, int y, uint16_t count[SQ_LABELS]) {
    memset(count, 0, sizeof(uint16_t) * SQ_LABELS);
    int width = q->w->w + 1;
    for (int dy = r->dy0; dy < r->dy1; dy++) {
        int row = y + dy, lo = x + r->lo[dy - r->dy0], hi = x + r->hi[dy - r->dy0];
        if (row < 0 || row >= q->w->h) continue;
        lo = lo < 0 ? 0 : lo > q->w->w ? q->w->w : lo;
        hi = hi < lo ? lo : hi > q->w->w ? q->w->w : hi;
        const uint16_t(*p)[SQ_LABELS] =
            (const uint16_t(*)[SQ_LABELS])(q->scratch->sum + (ptrdiff_t)row * width);
        for (int l = 0; l < SQ_LABELS; l++)
            count[l] = (uint16_t)(count[l] + p[hi][l] - p[lo][l]);
    }
}

static bool bare_at(const search *q, int x, int y) {
    return x < q->w->w && y < q->w->h && q->scratch->label[y * q->w->w + x] == SQ_LABEL_BARE;
}

/* The best centre of a grid over x0 <= x < x1, y0 <= y < y1 (pixels of the window). No wink's middle is bare
 * felt: such places are passed over. */
static sq_guess best_of_grid(const search *q, const disc_rows rows[SQ_SIZES], sq_box b, int step) {
    sq_guess best = {.gain_mm2 = 0};
    for (int s = 0; s < SQ_SIZES; s++)
        for (int y = b.y0; y < b.y1 && q->wanted[s]; y += step)
            for (int x = b.x0; x < b.x1; x += step) {
                if (bare_at(q, x, y)) continue;
                uint16_t count[SQ_LABELS];
                int coloured = 0;
                count_disc(q, &rows[s], x, y, count);
                for (int c = 0; c < SQ_COLOURS; c++)
                    coloured += count[c];
                for (int c = 0; c < SQ_COLOURS; c++) {
                    double gain = q->mm2_per_px * (count[c] - SQ_GAIN_FELT * count[SQ_LABEL_BARE] -
                                                   SQ_GAIN_OTHER * (coloured - count[c]));
                    if (gain > best.gain_mm2)
                        best = (sq_guess){(sq_colour)c, (sq_size)s, {q->w->x0 + x, q->w->y0 + y}, gain};
                }
            }
    return best;
}

/* Coarsely over the window, then finely about the best; the fit does the rest. */
static sq_guess best_guess(const search *q, const disc_rows rows[SQ_SIZES]) {
    int mm = (int)fmax(1, floor(sqrt(1 / q->mm2_per_px))), coarse = SQ_GRID_MM * mm;
    sq_guess best = best_of_grid(q, rows, (sq_box){0, 0, q->w->w, q->w->h}, coarse);
    if (best.gain_mm2 <= 0) return best;
    int x = (int)best.centre.x - q->w->x0, y = (int)best.centre.y - q->w->y0;
    sq_box about = {x - coarse + mm > 0 ? x - coarse + mm : 0, y - coarse + mm > 0 ? y - coarse + mm : 0,
                    x + coarse, y + coarse};
    return best_of_grid(q, rows, about, mm);
}

/* The pixels that a disc explains are given to nobody any more: neither gain nor loss for the next one. */
static void take_pixels(const search *q, const sq_disc *d, sq_colour c) {
    sq_box b = sq_disc_box(d, SQ_TAKE_MARGIN_MM);
    for (int y = b.y0 > q->w->y0 ? b.y0 : q->w->y0; y < b.y1 && y < q->w->y0 + q->w->h; y++)
        for (int x = b.x0 > q->w->x0 ? b.x0 : q->w->x0; x < b.x1 && x < q->w->x0 + q->w->w; x++) {
            uint8_t *l = &q->scratch->label[(y - q->w->y0) * q->w->w + x - q->w->x0];
            if (*l == c && sq_disc_distance(d, x, y, 0, 0) < SQ_TAKE_MARGIN_MM) *l = SQ_LABEL_SILENT;
        }
    sum_rows(q);
}

/* ---- The whole ---- */

static search search_of(const sq_window *w, const sq_palette *p, const sq_disc shape[SQ_SIZES],
                        const sq_guess_scratch *scratch) {
    search q = {.w = w, .p = p, .scratch = scratch, .wanted = {true, true}};
    float reach = cosf(SQ_COLOUR_REACH_DEG / 57.29578f);
    q.reach2 = reach * reach;
    q.mm2_per_px = 1 / (shape[0].px_per_mm * shape[0].px_per_mm);
    for (int c = 0; c < SQ_COLOURS; c++) {
        float angle = p->colour[c].angle / 57.29578f;
        q.hue[c] = (sq_chroma){cosf(angle), sinf(angle)};
    }
    return q;
}

int sq_guess_discs(sq_guess *out, int most, const sq_window *w, const sq_palette *p,
                   const sq_disc shape[SQ_SIZES], double blur_px, const sq_guess_scratch *scratch) {
    static _Thread_local disc_rows rows[SQ_SIZES];
    search q = search_of(w, p, shape, scratch);
    for (int s = 0; s < SQ_SIZES; s++)
        rows_of(&rows[s], &shape[s], blur_px);
    label_all(&q);
    sum_rows(&q);
    int n = 0;
    while (n < most) {
        sq_guess g = best_guess(&q, rows);
        if (g.gain_mm2 < SQ_GAIN_LEAST_MM2) break;
        sq_disc d = shape[g.size];
        d.centre = g.centre;
        take_pixels(&q, &d, g.colour);
        out[n++] = g;
    }
    return n;
}

bool sq_guess_another(sq_guess *out, const sq_window *w, const sq_palette *p, const sq_disc shape[SQ_SIZES],
                      const bool wanted[SQ_SIZES], double blur_px, const sq_guess_scratch *scratch) {
    static _Thread_local disc_rows rows[SQ_SIZES];
    search q = search_of(w, p, shape, scratch);
    memcpy(q.wanted, wanted, sizeof q.wanted);
    for (int s = 0; s < SQ_SIZES; s++)
        rows_of(&rows[s], &shape[s], blur_px);
    for (int i = 0; i < w->w * w->h; i++)
        scratch->label[i] = scratch->label[i] ? (uint8_t)SQ_LABEL_SILENT : label_of(&q, i);
    sum_rows(&q);
    *out = best_guess(&q, rows);
    return out->gain_mm2 >= SQ_GAIN_LEAST_MM2;
}

double sq_guess_blob(const sq_window *w, double mm2_per_px, sq_chroma *chroma, sq_px *middle) {
    sq_chroma c = w->chroma[w->h / 2 * w->w + w->w / 2];
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
