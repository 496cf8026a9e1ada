/* Draws a row of overlapping discs: the share of each pixel that each disc covers, who hides whom, and the
 * chroma that results. */
#include "vision/explain/disc_render.h"

#include <assert.h>

#include "vision/frame/simd.h"
#include "vision/geometry/blurred_edge.h"
#include "vision/math/tunable_number.h"

_Static_assert(SQ_DRAWN_WIDTH % SQ_LANES == 0, "a row is whole groups");

static sq_brush brush_of(const sq_disc *d, double blur_px, int x0, int x1) {
    const double(*m)[2] = d->to_mm;
    double blur_mm = blur_px / d->px_per_mm, reach_mm = SQ_EDGE_REACH * blur_mm, r = d->radius_mm + reach_mm;
    double a = m[0][0] * m[0][0] + m[1][0] * m[1][0]; /* |to_mm (u, v)|² = r², solved for u */
    double det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
    sq_box box = sq_disc_box(d, reach_mm);
    bool beside = box.x1 <= x0 || box.x0 >= x1;
    return (sq_brush){.disc = d,
                      .skew = -(m[0][0] * m[0][1] + m[1][0] * m[1][1]) / a,
                      .fall = det * det / (a * a),
                      .square = r * r / a,
                      .radius = (float)fmax(d->radius_mm - blur_mm * blur_mm / (2 * d->radius_mm), 0),
                      .per_blur = (float)(1 / blur_mm),
                      .y0 = box.y0,
                      .y1 = beside ? box.y0 : box.y1};
}

void sq_disc_render_begin(sq_disc_render *g, const sq_disc *disc, int n, double blur_px, int x0, int width) {
    assert(n <= SQ_DRAWN_CAP && width <= SQ_DRAWN_WIDTH);
    g->n = n;
    g->x0 = x0;
    g->width = width > 0 ? width : 0;
    for (int k = 0; k < n; k++)
        g->brush[k] = brush_of(&disc[k], blur_px, x0, x0 + g->width);
}

/* v within 0 … top; NaN is 0. */
static double within(double v, double top) {
    return v > 0 ? v < top ? v : top : 0;
}

/* The groups of columns of row y that the disc touches; false where there are none. */
SQ_WIDE_PART bool find_groups(sq_drawn_part *p, const sq_disc_render *g, const sq_brush *b, int y) {
    if (y < b->y0 || y >= b->y1) return false;
    double v = y - b->disc->centre.y, middle = b->disc->centre.x + b->skew * v - g->x0;
    double square = b->square - b->fall * v * v;
    if (!(square >= 0)) return false;
    double half = sqrt(square);
    int first = (int)within(middle - half, g->width), end = (int)within(middle + half + 1, g->width);
    p->begin = first / SQ_LANES;
    p->end = (end + SQ_LANES - 1) / SQ_LANES;
    return first < end;
}

/* What nothing is divided by that is less: mm from its centre, under which a pixel has no direction from it
 * (the rim is far from there), and the share of a pixel under which it shows nothing of a lower disc. */
SQ_NUMBER(LEAST_DIVISOR, 1e-3f);

/* What the disc covers of each pixel, were it alone. */
SQ_WIDE_PART void cover_part(sq_drawn_part *restrict p, const sq_brush *b, int x0, int y) {
    const sq_disc *d = b->disc;
    const float u0 = (float)(x0 - d->centre.x), v = (float)(y - d->centre.y);
    const float ax = (float)d->to_mm[0][0], a0 = (float)d->to_mm[0][1] * v, bx = (float)d->to_mm[1][0],
                b0 = (float)d->to_mm[1][1] * v;
    const float radius = b->radius, per_blur = b->per_blur;
    for (int i = p->begin * SQ_LANES, end = p->end * SQ_LANES; i < end; i++) {
        float u = u0 + (float)i, a = ax * u + a0, c = bx * u + b0, r = sqrtf(a * a + c * c), slope;
        float t = (r - radius) * per_blur, outward = 1 / (r > LEAST_DIVISOR ? r : LEAST_DIVISOR);
        float cover = sq_edge_cover(t, &slope);
        p->within.at[i] = t < SQ_EDGE_REACH ? 1 : 0;
        p->cover.at[i] = cover;
        p->rim.at[i] = slope * per_blur;
        p->away[0].at[i] = a * outward;
        p->away[1].at[i] = c * outward;
    }
}

/* The share that a lower disc covers of what an upper one leaves open, where the rims of both cross a pixel:
 * blur shows the same places of both, so it depends on how the rims lie to each other. Of two that face each
 * other (cosine −1) the lower fills the upper's gap first, of two that run alike (+1) it lies beneath it
 * first, and across (0) they know nothing of each other. Between these it is as where both are covered by
 * half: the quadrant of a normal distribution with that correlation, 1/4 − asin(cosine) / 2π. */
SQ_WIDE_PART float cover_beside(float lower, float upper, float cosine) {
    float along = cosine < 0 ? -cosine : cosine, open = 1 - upper;
    along = along > 1 ? 1 : along;
    float weight = 1 - sqrtf(1 - along) * (1 + along * (-0.1350f + along * (0.0473f - 0.0119f * along)));
    float alike = lower > upper ? lower - upper : 0, facing = lower < open ? lower : open;
    float extreme = (cosine > 0 ? alike : facing) / (open > LEAST_DIVISOR ? open : LEAST_DIVISOR);
    return lower + weight * (extreme - lower);
}

SQ_WIDE_PART void meet(sq_drawn_part *restrict lower, const sq_drawn_part *restrict upper) {
    int begin = lower->begin > upper->begin ? lower->begin : upper->begin;
    int end = lower->end < upper->end ? lower->end : upper->end;
    for (int i = begin * SQ_LANES; i < end * SQ_LANES; i++) {
        float cosine =
            lower->away[0].at[i] * upper->away[0].at[i] + lower->away[1].at[i] * upper->away[1].at[i];
        lower->cover.at[i] = cover_beside(lower->cover.at[i], upper->cover.at[i], cosine);
    }
}

/* Lays the part over what the model shows so far. */
SQ_WIDE_PART void lay_part(sq_drawn_part *p, sq_floats *model, sq_chroma chroma) {
    for (int g = p->begin; g < p->end; g++) {
        sq_group x = model[0].group[g], y = model[1].group[g], cover = p->cover.group[g];
        p->below[0].group[g] = x;
        p->below[1].group[g] = y;
        model[0].group[g] = x + cover * (chroma.x - x);
        model[1].group[g] = y + cover * (chroma.y - y);
    }
}

SQ_WIDE_PART void lay_ground(sq_drawn_row *restrict row, const sq_chroma *restrict ground, int width) {
    row->groups = (width + SQ_LANES - 1) / SQ_LANES;
    for (int i = 0; i < width; i++) {
        row->model[0].at[i] = ground[i].x;
        row->model[1].at[i] = ground[i].y;
    }
    for (int i = width; i < row->groups * SQ_LANES; i++)
        row->model[0].at[i] = row->model[1].at[i] = 0;
    for (int g = 0; g < row->groups; g++) {
        row->touched.group[g] = (sq_group){0};
        row->open.group[g] = 1 - (sq_group){0};
    }
}

/* From the topmost down: what each leaves open is what those below show. */
SQ_WIDE_PART void find_shown(sq_drawn_row *row) {
    for (int k = row->parts - 1; k >= 0; k--) {
        sq_drawn_part *p = &row->part[k];
        for (int g = p->begin; g < p->end; g++) {
            sq_group open = row->open.group[g];
            p->shown.group[g] = open;
            row->open.group[g] = open * (1 - p->cover.group[g]);
            /* either of two that are 0 or 1 */
            row->touched.group[g] += p->within.group[g] * (1 - row->touched.group[g]);
        }
    }
}

sq_drawn_row *sq_disc_render_memory(void) {
    static _Thread_local sq_drawn_row row;
    return &row;
}

SQ_WIDE void sq_disc_render_row(sq_drawn_row *out, const sq_disc_render *g, const sq_chroma *ground, int y) {
    lay_ground(out, ground, g->width);
    out->parts = 0;
    for (int k = 0; k < g->n; k++) {
        sq_drawn_part *p = &out->part[out->parts];
        if (!find_groups(p, g, &g->brush[k], y)) continue;
        p->disc = k;
        out->parts++;
        cover_part(p, &g->brush[k], g->x0, y);
    }
    for (int k = 0; k < out->parts; k++)
        for (int j = k + 1; j < out->parts; j++)
            meet(&out->part[k], &out->part[j]);
    for (int k = 0; k < out->parts; k++)
        lay_part(&out->part[k], out->model, g->brush[out->part[k].disc].disc->chroma);
    find_shown(out);
}
