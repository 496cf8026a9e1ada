#include "vision/stack.h"

#include <stddef.h>
#include <string.h>

#include "rules/gear.h"
#include "vision/tolerance.h"

/* What a pixel seems to show. */
enum { LABEL_BARE = SQ_COLOURS, LABEL_HIDDEN, LABELS };

typedef struct {
    const sq_window *w;
    const sq_camera *c;
    const sq_palette *p;
    double blur_px;
    const sq_stack_scratch *s;
    sq_disc shape[SQ_SIZES]; /* a disc of each size at the window's middle: its outline in pixels */
    double mm2_per_px;
} search;

/* ---- labels
 * -------------------------------------------------------------------------------------------------- */

static uint8_t label_of(const search *q, int i) {
    const sq_window *w = q->w;
    if (!w->believed[i]) return LABEL_HIDDEN;
    sq_chroma v = w->chroma[i], g = w->ground[i];
    float away = hypotf(v.x - g.x, v.y - g.y);
    sq_colour c = sq_palette_nearest(q->p, v, 0);
    const sq_palette_colour *colour = &q->p->colour[c];
    bool hue = sq_angle_between(sq_chroma_angle(v), colour->angle) < SQ_COLOUR_REACH_DEG;
    return hue && away > SQ_LABEL_SHARE * colour->length ? (uint8_t)c : LABEL_BARE;
}

static void label_all(const search *q) {
    for (int i = 0; i < q->w->w * q->w->h; i++)
        q->s->label[i] = label_of(q, i);
}

/* prefix[y][x][l]: how many pixels of label l (or, for LABEL_BARE + 1, hidden) lie left of x in row y. */
static void sum_rows(const search *q) {
    int width = q->w->w + 1;
    for (int y = 0; y < q->w->h; y++) {
        int(*row)[LABELS] = q->s->prefix + (ptrdiff_t)y * width;
        memset(row[0], 0, sizeof row[0]);
        for (int x = 0; x < q->w->w; x++) {
            memcpy(row[x + 1], row[x], sizeof row[0]);
            row[x + 1][q->s->label[y * q->w->w + x]]++;
        }
    }
}

/* ---- where a disc of one colour fits best
 * -------------------------------------------------------------------- */

typedef struct {
    sq_colour colour;
    sq_size size;
    double x, y; /* pixels of the frame */
    double gain; /* mm² */
} candidate;

/* The half row of an ellipse: rows dy from the centre, columns from lo to hi. */
typedef struct {
    int dy0, dy1;
    int lo[SQ_PATCH_MAX_SIDE], hi[SQ_PATCH_MAX_SIDE];
} disc_rows;

static void rows_of(disc_rows *r, const sq_disc *d) {
    sq_box b = sq_disc_box(d, 0);
    int cx = (int)lround(d->centre.x), cy = (int)lround(d->centre.y);
    r->dy0 = b.y0 - cy;
    r->dy1 = b.y1 - cy;
    for (int dy = r->dy0; dy < r->dy1; dy++) {
        int lo = 1, hi = 0;
        for (int dx = b.x0 - cx; dx < b.x1 - cx; dx++)
            if (sq_disc_distance(d, d->centre.x + dx, d->centre.y + dy, 0, 0) <= 0) {
                lo = hi < lo ? dx : lo;
                hi = dx + 1;
            }
        r->lo[dy - r->dy0] = lo;
        r->hi[dy - r->dy0] = hi < lo ? lo : hi;
    }
}

static void count_disc(const search *q, const disc_rows *r, int x, int y, int count[LABELS]) {
    memset(count, 0, sizeof(int) * LABELS);
    int width = q->w->w + 1;
    for (int dy = r->dy0; dy < r->dy1; dy++) {
        int row = y + dy, lo = x + r->lo[dy - r->dy0], hi = x + r->hi[dy - r->dy0];
        if (row < 0 || row >= q->w->h) continue;
        lo = lo < 0 ? 0 : lo > q->w->w ? q->w->w : lo;
        hi = hi < lo ? lo : hi > q->w->w ? q->w->w : hi;
        const int(*p)[LABELS] = (const int(*)[LABELS])(q->s->prefix + (ptrdiff_t)row * width);
        for (int l = 0; l < LABELS; l++)
            count[l] += p[hi][l] - p[lo][l];
    }
}

/* The best centre of a grid over x0 <= x < x1, y0 <= y < y1 (pixels of the window). */
static candidate best_of_grid(const search *q, const disc_rows rows[SQ_SIZES], sq_box b, int step) {
    candidate best = {.gain = 0};
    for (int s = 0; s < SQ_SIZES; s++)
        for (int y = b.y0; y < b.y1; y += step)
            for (int x = b.x0; x < b.x1; x += step) {
                int count[LABELS], coloured = 0;
                count_disc(q, &rows[s], x, y, count);
                for (int c = 0; c < SQ_COLOURS; c++)
                    coloured += count[c];
                for (int c = 0; c < SQ_COLOURS; c++) {
                    double gain = q->mm2_per_px * (count[c] - SQ_GAIN_FELT * count[LABEL_BARE] -
                                                   SQ_GAIN_OTHER * (coloured - count[c]));
                    if (gain > best.gain)
                        best = (candidate){(sq_colour)c, (sq_size)s, q->w->x0 + x, q->w->y0 + y, gain};
                }
            }
    return best;
}

/* Coarsely over the window, then finely about the best; the fit does the rest. */
static candidate best_candidate(const search *q, const disc_rows rows[SQ_SIZES]) {
    int mm = (int)fmax(1, floor(sqrt(1 / q->mm2_per_px))), coarse = SQ_GRID_MM * mm;
    candidate best = best_of_grid(q, rows, (sq_box){0, 0, q->w->w, q->w->h}, coarse);
    if (best.gain <= 0) return best;
    int x = (int)best.x - q->w->x0, y = (int)best.y - q->w->y0;
    sq_box about = {x - coarse + mm > 0 ? x - coarse + mm : 0, y - coarse + mm > 0 ? y - coarse + mm : 0,
                    x + coarse, y + coarse};
    return best_of_grid(q, rows, about, mm);
}

/* The pixels that a disc explains are given to nobody any more: neither gain nor loss for the next one. */
static void take_pixels(const search *q, const sq_disc *d, sq_colour c) {
    sq_box b = sq_disc_box(d, SQ_TAKE_MARGIN_MM);
    for (int y = b.y0 > q->w->y0 ? b.y0 : q->w->y0; y < b.y1 && y < q->w->y0 + q->w->h; y++)
        for (int x = b.x0 > q->w->x0 ? b.x0 : q->w->x0; x < b.x1 && x < q->w->x0 + q->w->w; x++) {
            uint8_t *l = &q->s->label[(y - q->w->y0) * q->w->w + x - q->w->x0];
            if (*l == c && sq_disc_distance(d, x, y, 0, 0) < SQ_TAKE_MARGIN_MM) *l = LABEL_HIDDEN;
        }
    sum_rows(q);
}

/* ---- the model, and moves that better it
 * --------------------------------------------------------------------- */

typedef struct {
    int n;
    sq_stacked wink[SQ_FIT_CAP];
    double cost; /* mm² unexplained, and SQ_DISC_COST_MM2 for each disc */
    sq_fit_quality quality;
} hypothesis;

static void fit(const search *q, hypothesis *h, int steps) {
    sq_disc disc[SQ_FIT_CAP];
    for (int k = 0; k < h->n; k++)
        disc[k] = h->wink[k].disc;
    sq_fit_discs(q->w, q->c, disc, h->n, q->blur_px, steps, &h->quality);
    for (int k = 0; k < h->n; k++) {
        h->wink[k].disc = disc[k];
        h->wink[k].sigma_mm = h->quality.sigma_mm[k];
        h->wink[k].seen = h->quality.seen[k];
    }
    h->cost = h->quality.unexplained + SQ_DISC_COST_MM2 * h->n;
}

static sq_stacked new_wink(const search *q, const candidate *c) {
    sq_stacked s = {.colour = c->colour, .size = c->size};
    s.disc.radius_mm = sq_wink_radius_mm(c->size);
    s.disc.z = SQ_WINK_THICKNESS_MM / 2;
    s.disc.at = sq_mm_from_px(q->c, (sq_px){c->x, c->y}, s.disc.z);
    s.disc.chroma = sq_palette_chroma(q->p, c->colour);
    sq_disc_place(&s.disc, q->c);
    return s;
}

static bool overlap(const sq_stacked *a, const sq_stacked *b) {
    return sq_mm_distance(a->disc.at, b->disc.at) < a->disc.radius_mm + b->disc.radius_mm;
}

/* Worth a trial: much of the picture on it is not explained, or hardly any of it is seen. */
static bool doubtful(const hypothesis *h, int k) {
    return h->quality.left[k] > SQ_TRIAL_LEFT_MM2 || h->wink[k].seen < SQ_TRIAL_SEEN;
}

static bool try(const search *q, hypothesis *best, hypothesis *trial) {
    fit(q, trial, SQ_TRIAL_STEPS);
    if (!(trial->cost < best->cost - SQ_MOVE_LEAST_MM2)) return false;
    *best = *trial;
    return true;
}

static void swap_order(hypothesis *h, int lower, int upper) {
    sq_stacked s = h->wink[lower];
    memmove(&h->wink[lower], &h->wink[lower + 1], sizeof s * (size_t)(upper - lower));
    h->wink[upper] = s;
}

static bool try_swaps(const search *q, hypothesis *best) {
    bool better = false;
    for (int i = 0; i < best->n; i++)
        for (int j = i + 1; j < best->n; j++) {
            if (!overlap(&best->wink[i], &best->wink[j]) || best->wink[i].colour == best->wink[j].colour ||
                !(doubtful(best, i) || doubtful(best, j)))
                continue;
            hypothesis t = *best;
            swap_order(&t, i, j);
            better |= try(q, best, &t);
        }
    return better;
}

static bool try_sizes(const search *q, hypothesis *best) {
    bool better = false;
    for (int i = 0; i < best->n; i++) {
        if (!doubtful(best, i)) continue;
        hypothesis t = *best;
        t.wink[i].size = t.wink[i].size == SQ_LARGE ? SQ_SMALL : SQ_LARGE;
        t.wink[i].disc.radius_mm = sq_wink_radius_mm(t.wink[i].size);
        sq_disc_place(&t.wink[i].disc, q->c);
        better |= try(q, best, &t);
    }
    return better;
}

static bool try_removals(const search *q, hypothesis *best) {
    bool better = false;
    for (int i = 0; i < best->n; i++) {
        if (!doubtful(best, i)) continue;
        hypothesis t = *best;
        t.n--;
        memmove(&t.wink[i], &t.wink[i + 1], sizeof t.wink[0] * (size_t)(t.n - i));
        better |= try(q, best, &t);
    }
    return better;
}

/* ---- the second witness: is there an edge where the rim should be? ------------------------------------ */

enum { RIM_POINTS = 48 };

static int window_index(const sq_window *w, sq_px p) {
    int x = (int)lround(p.x) - w->x0, y = (int)lround(p.y) - w->y0;
    return x >= 0 && y >= 0 && x < w->w && y < w->h ? y * w->w + x : -1;
}

static bool hidden_by_later(const hypothesis *h, int k, sq_px p, double margin_mm) {
    for (int j = k + 1; j < h->n; j++)
        if (sq_disc_distance(&h->wink[j].disc, p.x, p.y, 0, 0) < margin_mm) return true;
    return false;
}

/* How much of the disc's own colour a pixel shows: 1 on its face, 0 on felt. */
static double share_of(const sq_window *w, int i, sq_chroma c) {
    double square = (double)c.x * c.x + (double)c.y * c.y;
    return (w->chroma[i].x * c.x + w->chroma[i].y * c.y) / square;
}

static void judge_rim(const search *q, const hypothesis *h, int k, sq_stacked *out) {
    const sq_disc *d = &h->wink[k].disc;
    double away = fmax(SQ_RIM_SAMPLE_BLURS * q->blur_px, 1) / d->px_per_mm;
    int open = 0, supported = 0;
    for (int i = 0; i < RIM_POINTS; i++) {
        double angle = 2 * M_PI * i / RIM_POINTS;
        sq_px rim = sq_disc_point(d, angle, d->radius_mm);
        int in = window_index(q->w, sq_disc_point(d, angle, d->radius_mm - away));
        int beyond = window_index(q->w, sq_disc_point(d, angle, d->radius_mm + away));
        if (in < 0 || beyond < 0 || !q->w->believed[in] || !q->w->believed[beyond] ||
            hidden_by_later(h, k, rim, away))
            continue;
        open++;
        supported += share_of(q->w, in, d->chroma) - share_of(q->w, beyond, d->chroma) > SQ_RIM_FALL;
    }
    out->rim_share = (double)open / RIM_POINTS;
    out->rim_support = open ? (double)supported / open : 0;
}

/* ---- who lies over whom
 * ------------------------------------------------------------------------------------- */

/* Mean brightness step along the part of disc k's rim that lies inside disc j: the whole rim of the upper
 * wink is seen, with its bevel and its shadow; the lower one's stops under it. */
static double inner_edge(const search *q, const hypothesis *h, int k, int j) {
    const sq_disc *d = &h->wink[k].disc, *other = &h->wink[j].disc;
    double away = fmax(SQ_RIM_SAMPLE_BLURS * q->blur_px, 1) / d->px_per_mm, sum = 0;
    int n = 0;
    for (int i = 0; i < 4 * RIM_POINTS; i++) {
        double angle = 2 * M_PI * i / (4 * RIM_POINTS);
        sq_px rim = sq_disc_point(d, angle, d->radius_mm);
        int in = window_index(q->w, sq_disc_point(d, angle, d->radius_mm - away));
        int on = window_index(q->w, rim);
        int beyond = window_index(q->w, sq_disc_point(d, angle, d->radius_mm + away));
        if (in < 0 || beyond < 0 || on < 0 || sq_disc_distance(other, rim.x, rim.y, 0, 0) > -away) continue;
        sum += fabs(2 * q->w->light[on] - q->w->light[in] - q->w->light[beyond]) +
               fabs(q->w->light[in] - q->w->light[beyond]);
        n++;
    }
    return n ? sum / n : 0;
}

/* Rises from 0 to 1 while x goes from lo to hi. */
static double ramp(double x, double lo, double hi) {
    return fmin(fmax((x - lo) / (hi - lo), 0), 1);
}

/* The probability that the later of two overlapping winks really lies over the earlier one. Of two colours
 * the drawing tells: how much more of the picture stays unexplained the other way round. Of one colour the
 * inner edge tells: whose rim goes on inside the other. Both are believed the more the deeper the overlap. */
static double judge_order(const search *q, const hypothesis *h, int lower, int upper) {
    const sq_stacked *a = &h->wink[lower], *b = &h->wink[upper];
    double depth = a->disc.radius_mm + b->disc.radius_mm - sq_mm_distance(a->disc.at, b->disc.at), logit;
    if (a->colour == b->colour) {
        double under = inner_edge(q, h, lower, upper), over = inner_edge(q, h, upper, lower);
        logit = SQ_ORDER_EDGE * log((over + SQ_ORDER_EDGE_NOISE) / (under + SQ_ORDER_EDGE_NOISE));
        logit *= ramp(depth, SQ_ORDER_SAME_LO_MM, SQ_ORDER_SAME_HI_MM);
    } else {
        hypothesis t = *h;
        swap_order(&t, lower, upper);
        fit(q, &t, SQ_TRIAL_STEPS);
        logit = (t.cost - h->cost) / SQ_ORDER_COST_MM2 * ramp(depth, SQ_ORDER_LO_MM, SQ_ORDER_HI_MM);
    }
    return 1 / (1 + exp(-fmin(fmax(logit, -SQ_ORDER_SUREST), SQ_ORDER_SUREST)));
}

/* ---- the whole
 * ----------------------------------------------------------------------------------------------- */

static void first_guess(const search *q, hypothesis *h, bool *truncated) {
    disc_rows rows[SQ_SIZES];
    for (int s = 0; s < SQ_SIZES; s++)
        rows_of(&rows[s], &q->shape[s]);
    label_all(q);
    sum_rows(q);
    h->n = 0;
    for (;;) {
        candidate c = best_candidate(q, rows);
        if (c.gain < SQ_GAIN_LEAST_MM2) return;
        if (h->n == SQ_FIT_CAP) {
            *truncated = true;
            return;
        }
        h->wink[h->n] = new_wink(q, &c);
        take_pixels(q, &h->wink[h->n].disc, c.colour);
        h->n++;
    }
}

/* Found first lies on top as a rule: it showed most. The model draws bottom first. */
static void turn_over(hypothesis *h) {
    for (int i = 0, j = h->n - 1; i < j; i++, j--) {
        sq_stacked s = h->wink[i];
        h->wink[i] = h->wink[j];
        h->wink[j] = s;
    }
}

static void report(sq_stack *out, const search *q, const hypothesis *h) {
    out->count = h->n;
    out->unexplained_mm2 = h->quality.unexplained;
    for (int k = 0; k < h->n; k++) {
        out->wink[k] = h->wink[k];
        float confidence;
        sq_palette_nearest(q->p, h->wink[k].disc.chroma, &confidence);
        out->wink[k].colour_confidence = confidence;
        out->wink[k].size_confidence = 1;
        judge_rim(q, h, k, &out->wink[k]);
        for (int j = 0; j < h->n; j++)
            out->order[k][j] = 0.5;
        for (int j = 0; j < k; j++)
            if (overlap(&h->wink[j], &h->wink[k])) out->order[j][k] = judge_order(q, h, j, k);
    }
}

/* ---- one wink alone --------------------------------------------------------------------------------------
 */

/* The blob at the window's middle, if it were one colour: its area (mm²) and its middle. */
static double measure_blob(const search *q, sq_chroma *colour, sq_px *middle) {
    const sq_window *w = q->w;
    sq_chroma c = w->chroma[w->h / 2 * w->w + w->w / 2];
    float half = sq_chroma_length(c) / 2, n = 0, sx = 0, sy = 0;
    for (int y = 0; y < w->h; y++)
        for (int x = 0; x < w->w; x++) {
            sq_chroma v = w->chroma[y * w->w + x], g = w->ground[y * w->w + x];
            float dx = v.x - g.x, dy = v.y - g.y;
            if (dx * dx + dy * dy < half * half) continue;
            n++;
            sx += (float)x;
            sy += (float)y;
        }
    *colour = c;
    *middle = n > 0 ? (sq_px){w->x0 + (double)(sx / n), w->y0 + (double)(sy / n)} : (sq_px){w->x0, w->y0};
    return n * q->mm2_per_px;
}

/* Most winks lie alone: a blob of one wink's area is fitted as one, and where the drawing leaves nothing to
 * explain and the whole rim shows its edge, no other explanation is looked for. */
static bool explain_alone(const search *q, hypothesis *h) {
    sq_chroma colour;
    sq_px middle;
    double area = measure_blob(q, &colour, &middle);
    for (int s = 0; s < SQ_SIZES; s++) {
        double radius = sq_wink_radius_mm((sq_size)s), face = M_PI * radius * radius;
        if (fabs(area / face - 1) > SQ_ALONE_AREA) continue;
        candidate c = {sq_palette_nearest(q->p, colour, 0), (sq_size)s, middle.x, middle.y, 0};
        h->n = 1;
        h->wink[0] = new_wink(q, &c);
        h->wink[0].disc.chroma = colour;
        fit(q, h, SQ_LAST_STEPS);
        sq_stacked seen = h->wink[0];
        judge_rim(q, h, 0, &seen);
        if (h->quality.unexplained < SQ_ALONE_LEFT * face && seen.rim_share >= SQ_ALONE_RIM &&
            seen.rim_support >= SQ_ALONE_RIM)
            return true;
    }
    return false;
}

static void explain_together(const search *q, hypothesis *best, bool *truncated) {
    first_guess(q, best, truncated);
    if (!best->n) return;
    turn_over(best);
    fit(q, best, SQ_FIRST_STEPS);
    for (int round = 0; round < SQ_SEARCH_ROUNDS; round++) {
        bool better = try_sizes(q, best);
        better |= try_swaps(q, best);
        better |= try_removals(q, best);
        if (!better) break;
    }
    fit(q, best, SQ_LAST_STEPS);
}

void sq_stack_explain(sq_stack *out, const sq_window *w, const sq_camera *c, const sq_palette *p,
                      double blur_px, const sq_stack_scratch *scratch) {
    *out = (sq_stack){0};
    search q = {.w = w, .c = c, .p = p, .blur_px = blur_px, .s = scratch};
    sq_px middle = {w->x0 + w->w / 2.0, w->y0 + w->h / 2.0};
    for (int s = 0; s < SQ_SIZES; s++) {
        q.shape[s] = (sq_disc){.radius_mm = sq_wink_radius_mm((sq_size)s), .z = SQ_WINK_THICKNESS_MM / 2};
        q.shape[s].at = sq_mm_from_px(c, middle, q.shape[s].z);
        if (!isfinite(q.shape[s].at.x)) return;
        sq_disc_place(&q.shape[s], c);
    }
    q.mm2_per_px = 1 / (q.shape[0].px_per_mm * q.shape[0].px_per_mm);
    static _Thread_local hypothesis best;
    if (!explain_alone(&q, &best)) explain_together(&q, &best, &out->truncated);
    report(out, &q, &best);
}
