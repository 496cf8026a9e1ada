/* Flags samples of the felt whose light is another on a coarse grid, joins those that touch, row by row, and
 * keeps what is as large as a wink. */
#include "vision/review/light_patches.h"

#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/pale_winks.h"
#include "vision/frame/frame_row.h"
#include "vision/position/winks_in_reach.h"
#include "vision/segment/cluster.h"
#include "vision/segment/covered_regions.h"
#include "vision/segment/glare.h"

/* Samples that touch; into: the patch that it has become a part of, mostly itself. */
typedef struct {
    sq_box box;
    int samples, into;
} patch;

typedef struct {
    const sq_light_view *v;
    sq_rgb_matrix matrix;
    int grid; /* pixels from sample to sample and from row to row */
    sq_disc known[SQ_SEEN_CAP];
    int knowns;
    patch patch[SQ_BLOB_CAP];
    int count;
} scan;

/* Brighter or darker, in the mean of the three colours, by as much as an outline must be. */
static bool has_other_light(const scan *s, const sq_row *r, int x, int y) {
    float rgb[3], felt[3], light = 0;
    sq_row_rgb(r, &s->matrix, x, rgb);
    sq_felt_at(s->v->surface, (float)x, (float)y, felt);
    for (int k = 0; k < 3; k++)
        light += rgb[k] / (felt[k] + 1) / 3;
    return fabsf(light - 1) > SQ_PALE_LEAST;
}

/* On a wink, or so near that its shadow or what blur makes of its rim is seen. */
static bool is_known(const scan *s, int x, int y) {
    for (int i = 0; i < s->knowns; i++)
        if (sq_disc_distance(&s->known[i], x, y, 0, 0) < SQ_FIT_MARGIN_MM) return true;
    return false;
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
    p->samples += q->samples;
    p->box = (sq_box){
        q->box.x0 < p->box.x0 ? q->box.x0 : p->box.x0, q->box.y0 < p->box.y0 ? q->box.y0 : p->box.y0,
        q->box.x1 > p->box.x1 ? q->box.x1 : p->box.x1, q->box.y1 > p->box.y1 ? q->box.y1 : p->box.y1};
    return a;
}

/* A new patch, without samples yet; -1 where there is no room. */
static int begin_patch(scan *s, int x, int y) {
    if (s->count == SQ_BLOB_CAP) return -1;
    s->patch[s->count] = (patch){{x, y, x, y}, 0, s->count};
    return s->count++;
}

static void add_sample(patch *p, int x, int y, int grid) {
    p->box.x0 = x < p->box.x0 ? x : p->box.x0;
    p->box.x1 = x + grid > p->box.x1 ? x + grid : p->box.x1;
    p->box.y1 = y + grid; /* rows come from top to bottom */
    p->samples++;
}

/* The patches of a row of samples, -1 where there is none, by those of the row above; index 1 is the first
 * column. */
static void scan_row(scan *s, int y, const int16_t *above, int16_t *here) {
    const sq_row r = sq_row_of(s->v->frame, y);
    const sq_span in = s->v->outline->inner[y];
    for (int x = (in.begin + s->grid - 1) / s->grid * s->grid; x < in.end; x += s->grid) {
        int i = x / s->grid + 1, own = -1;
        if (sq_span_has(s->v->hidden[y], x) || !has_other_light(s, &r, x, y) || is_known(s, x, y)) continue;
        const int16_t beside[] = {here[i - 1], above[i - 1], above[i], above[i + 1]};
        for (size_t k = 0; k < sizeof beside / sizeof *beside; k++)
            if (beside[k] >= 0) own = own < 0 ? whole_of(s, beside[k]) : join(s, own, beside[k]);
        if (own < 0) own = begin_patch(s, x, y);
        if (own < 0) return;
        add_sample(&s->patch[own], x, y, s->grid);
        here[i] = (int16_t)own;
    }
}

static bool may_be_wink(const scan *s, const patch *p, const sq_position *known) {
    double mm = s->grid / s->v->px_per_mm, mm2 = p->samples * mm * mm;
    sq_px middle = {(p->box.x0 + p->box.x1) / 2.0, (p->box.y0 + p->box.y1) / 2.0};
    return mm2 >= SQ_SMALL_FACE_MM2 / 2 && mm2 <= 2 * M_PI * SQ_LARGE_MM * SQ_LARGE_MM / 4 &&
           !sq_region_holds(known, sq_mm_from_px(s->v->camera, middle, 0));
}

int sq_light_patches_find(sq_box out[SQ_REGION_CAP], const sq_light_view *v, const sq_position *p) {
    int16_t rows[2][SQ_ROW_CAP + 2], *above = rows[0], *here = rows[1];
    int found = 0;
    scan s = {.v = v, .matrix = sq_rgb_matrix_of(v->frame)};
    s.grid = (int)fmax(1, round(SQ_GLARE_GRID_MM * v->px_per_mm));
    for (int i = 0; i < p->wink_count; i++)
        s.known[s.knowns++] = sq_disc_of_wink(&p->winks[i], v->camera);
    memset(rows, -1, sizeof rows);
    for (int y = 0; y < v->frame->height; y += s.grid) {
        int16_t *swap = above;
        memset(here, -1, (size_t)(v->frame->width / s.grid + 3) * sizeof *here);
        scan_row(&s, y, above, here);
        above = here;
        here = swap;
    }
    for (int i = 0; i < s.count && found < SQ_REGION_CAP; i++)
        if (s.patch[i].into == i && may_be_wink(&s, &s.patch[i], p)) out[found++] = s.patch[i].box;
    return found;
}
