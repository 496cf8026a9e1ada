/* Flags squares of a coarse grid on the felt whose light is another, joins those that touch, row by row, and
 * keeps what is as large as a wink. */
#include "vision/review/light_patches.h"

#include <math.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/pale_winks.h"
#include "vision/frame/frame_row.h"
#include "vision/position/winks_in_reach.h"
#include "vision/segment/cluster.h"
#include "vision/segment/covered_regions.h"
#include "vision/segment/glare.h"

/* Squares that touch; into: the patch that it has become a part of, mostly itself. */
typedef struct {
    sq_box box;
    int squares, into;
} patch;

/* rows: the patches of the squares of this row and of the one above, -1 where there is none; index 1 is the
 * first column. Slots are given out in turn, from `next` on. */
typedef struct {
    const sq_light_view *v;
    const sq_position *p;
    sq_rgb_matrix matrix;
    int grid; /* pixels of a square each way */
    const sq_disc *known;
    int knowns;
    patch patch[SQ_BLOB_CAP];
    int next;
    bool truncated;
    int16_t rows[2][SQ_BLOB_CAP + 2];
} scan;

/* The mean of a square's pixels, which are so far apart; the levels of a picture make it, as colours are sums
 * of them. */
static void mean_of(float rgb[3], const scan *s, int x, int y, int apart) {
    int sum[3] = {0}, n = 0;
    for (int i = 0; i < s->grid; i += apart) {
        const sq_row row = sq_row_of(s->v->frame, y + i);
        for (int j = 0; j < s->grid; j += apart, n++)
            for (int k = 0; k < 3; k++)
                sum[k] += sq_row_level(&row, k, x + j);
    }
    for (int c = 0; c < 3; c++) {
        const float *m = s->matrix.m[c];
        rgb[c] = (m[0] * (float)sum[0] + m[1] * (float)sum[1] + m[2] * (float)sum[2]) / (float)n + m[3];
    }
}

/* By how much it is brighter or darker than the felt, in the mean of the three colours. */
static float off_felt(const scan *s, const float felt[3], int x, int y, int apart) {
    float rgb[3], light = 0;
    mean_of(rgb, s, x, y, apart);
    for (int k = 0; k < 3; k++)
        light += rgb[k] / (felt[k] + 1) / 3;
    return fabsf(light - 1);
}

/* By as much as an outline must be, in the mean of all its pixels, in which their noise is lost. Of most
 * squares a few of them tell that it is not nearly so. */
static bool has_other_light(const scan *s, int x, int y) {
    float felt[3], half = (float)s->grid / 2;
    sq_felt_at(s->v->surface, (float)x + half, (float)y + half, felt);
    return off_felt(s, felt, x, y, (s->grid + 1) / 2) > SQ_PALE_LEAST / 2 &&
           off_felt(s, felt, x, y, 1) > SQ_PALE_LEAST;
}

/* On a wink, or so near that its shadow or what blur makes of its rim is seen. */
static bool is_known(const scan *s, int x, int y) {
    double half = s->grid / 2.0;
    for (int i = 0; i < s->knowns; i++)
        if (sq_disc_distance(&s->known[i], x + half, y + half, 0, 0) <
            SQ_FIT_MARGIN_MM + half / s->v->px_per_mm)
            return true;
    return false;
}

static bool may_be_wink(const scan *s, const patch *p) {
    double mm = s->grid / s->v->px_per_mm, mm2 = p->squares * mm * mm;
    sq_px middle = {(p->box.x0 + p->box.x1) / 2.0, (p->box.y0 + p->box.y1) / 2.0};
    return mm2 >= SQ_SMALL_FACE_MM2 / 2 && mm2 <= 2 * M_PI * SQ_LARGE_MM * SQ_LARGE_MM / 4 &&
           !sq_region_holds(s->p, sq_mm_from_px(s->v->camera, middle, 0));
}

static int whole_of(const scan *s, int i) {
    while (s->patch[i].into != i)
        i = s->patch[i].into;
    return i;
}

static int join(scan *s, int a, int b) {
    a = whole_of(s, a);
    b = whole_of(s, b);
    if (a == b) return a;
    patch *p = &s->patch[a], *q = &s->patch[b];
    q->into = a;
    p->squares += q->squares;
    p->box = sq_box_of_both(p->box, q->box);
    return a;
}

/* Whether no square of the rows at hand belongs to it, and none must be kept: it is part of another, or no
 * wink. */
static bool is_spare(const scan *s, int i, int y) {
    const patch *p = &s->patch[i];
    return !p->squares || (p->box.y1 < y && (p->into != i || !may_be_wink(s, p)));
}

/* A new patch, without squares yet; -1 where there is no room. */
static int begin_patch(scan *s, int x, int y) {
    for (int k = 0; k < SQ_BLOB_CAP; k++) {
        int i = (s->next + k) % SQ_BLOB_CAP;
        if (!is_spare(s, i, y)) continue;
        s->patch[i] = (patch){{x, y, x, y}, 0, i};
        s->next = i + 1;
        return i;
    }
    s->truncated = true;
    return -1;
}

static void add_square(patch *p, int x, int y, int grid) {
    p->box.x0 = x < p->box.x0 ? x : p->box.x0;
    p->box.x1 = x + grid > p->box.x1 ? x + grid : p->box.x1;
    p->box.y1 = y + grid; /* rows come from top to bottom */
    p->squares++;
}

/* Puts a square into the patch that it touches, or into a new one. */
static void add_to_patch(scan *s, int x, int y, const int16_t *above, int16_t *here) {
    int i = x / s->grid + 1, own = -1;
    const int16_t beside[] = {here[i - 1], above[i - 1], above[i], above[i + 1]};
    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++)
        if (beside[k] >= 0) own = own < 0 ? whole_of(s, beside[k]) : join(s, own, beside[k]);
    if (own < 0) own = begin_patch(s, x, y);
    if (own < 0) return;
    add_square(&s->patch[own], x, y, s->grid);
    here[i] = (int16_t)own;
}

/* What both rows have in common, as both edges of the mat are lines. */
static sq_span common(sq_span a, sq_span b) {
    return (sq_span){a.begin > b.begin ? a.begin : b.begin, a.end < b.end ? a.end : b.end};
}

/* Whether the pot hides some of a square. */
static bool is_hidden(const scan *s, int x, int y) {
    sq_span top = s->v->hidden[y], bottom = s->v->hidden[y + s->grid - 1];
    return (x + s->grid > top.begin && x < top.end) || (x + s->grid > bottom.begin && x < bottom.end);
}

static void scan_row(scan *s, int y, const int16_t *above, int16_t *here) {
    const sq_span in = common(s->v->outline->inner[y], s->v->outline->inner[y + s->grid - 1]);
    for (int x = (in.begin + s->grid - 1) / s->grid * s->grid; x + s->grid <= in.end; x += s->grid)
        if (!is_hidden(s, x, y) && has_other_light(s, x, y) && !is_known(s, x, y))
            add_to_patch(s, x, y, above, here);
}

/* Where a frame is much wider than the mat, its squares are larger, so that a row of them has room. */
static void begin(scan *s, const sq_light_view *v, const sq_position *p, sq_disc known[SQ_SEEN_CAP]) {
    int least = (v->frame->width + SQ_BLOB_CAP - 1) / SQ_BLOB_CAP;
    memset(s, 0, sizeof *s);
    s->v = v;
    s->p = p;
    s->matrix = sq_rgb_matrix_of(v->frame);
    s->grid = (int)fmax(least, round(SQ_GLARE_GRID_MM * v->px_per_mm));
    s->known = known;
    for (int i = 0; i < p->wink_count; i++)
        known[s->knowns++] = sq_disc_of_wink(&p->winks[i], v->camera);
    memset(s->rows, -1, sizeof s->rows);
}

/* Puts a patch among the found ones, of which the largest are first. */
static void keep(scan *s, const patch *best[SQ_REGION_CAP], int *found, const patch *p) {
    s->truncated |= *found == SQ_REGION_CAP;
    if (*found == SQ_REGION_CAP && best[*found - 1]->squares >= p->squares) return;
    int i = *found < SQ_REGION_CAP ? (*found)++ : *found - 1;
    for (; i > 0 && best[i - 1]->squares < p->squares; i--)
        best[i] = best[i - 1];
    best[i] = p;
}

int sq_light_patches_find(sq_box out[SQ_REGION_CAP], const sq_light_view *v, sq_position *p) {
    static _Thread_local scan s;
    sq_disc known[SQ_SEEN_CAP];
    const patch *best[SQ_REGION_CAP];
    int found = 0;
    begin(&s, v, p, known);
    int16_t *above = s.rows[0], *here = s.rows[1];
    for (int y = 0; y + s.grid <= v->frame->height; y += s.grid) {
        int16_t *swap = above;
        memset(here, -1, sizeof s.rows[0]);
        scan_row(&s, y, above, here);
        above = here;
        here = swap;
    }
    for (int i = 0; i < SQ_BLOB_CAP; i++)
        if (s.patch[i].squares && s.patch[i].into == i && may_be_wink(&s, &s.patch[i]))
            keep(&s, best, &found, &s.patch[i]);
    for (int i = 0; i < found; i++)
        out[i] = best[i]->box;
    p->truncated |= s.truncated;
    return found;
}
