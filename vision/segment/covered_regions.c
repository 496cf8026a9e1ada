/* Turns clusters and glare that no wink explains into round regions on the mat; a long one is halved until
 * its parts are compact. */
#include "vision/segment/covered_regions.h"

#include "vision/geometry/disc.h"

/* How many times as long as wide a region may be to be told as one round one. More: a tape along a side
 * covers half of the mat. Less: a hand is reported as a crowd of circles. */
#define SQ_REGION_SLENDER 3

void sq_region_add(sq_position *p, sq_region r) {
    if (p->region_count < SQ_REGION_CAP)
        p->regions[p->region_count++] = r;
    else
        p->truncated = true;
}

bool sq_region_holds(const sq_position *p, sq_mm at) {
    for (int i = 0; i < p->region_count; i++)
        if (sq_mm_distance(p->regions[i].at, at) < p->regions[i].radius_mm) return true;
    return false;
}

sq_region sq_region_of_both(sq_region a, sq_region b) {
    double apart = sq_mm_distance(a.at, b.at), radius = (apart + a.radius_mm + b.radius_mm) / 2;
    if (apart + a.radius_mm <= b.radius_mm) return b;
    if (apart + b.radius_mm <= a.radius_mm) return a;
    double share = (radius - a.radius_mm) / apart; /* of the way from a's middle to b's */
    return (sq_region){{a.at.x + share * (b.at.x - a.at.x), a.at.y + share * (b.at.y - a.at.y)}, radius};
}

/* Whether a run is one of a cluster's blobs'. */
static bool owns(const sq_cluster *k, const sq_segments *g, int run) {
    for (int i = 0; i < g->blob_count; i++)
        if (g->blob[i].first == g->run[run].parent && sq_cluster_has(k, i)) return true;
    return false;
}

/* What stands out on the mat itself, of a cluster within a box: samples, and where they lie. */
typedef struct {
    int samples;
    sq_box box;
} extent;

static extent extent_on_mat(const sq_cluster *k, sq_box within, const sq_segments *g, const sq_outline *o) {
    extent e = {0, {within.x1, within.y1, within.x0, within.y0}};
    for (int i = 0; i < g->run_count; i++) {
        const sq_run *r = &g->run[i];
        int y = r->row * g->step;
        if (y < within.y0 || y >= within.y1 || !owns(k, g, i)) continue;
        for (int x = r->begin * g->step; x < r->end * g->step; x += g->step) {
            if (x < within.x0 || x >= within.x1 || !sq_span_has(o->inner[y], x)) continue;
            e.samples++;
            e.box.x0 = x < e.box.x0 ? x : e.box.x0;
            e.box.x1 = x + g->step > e.box.x1 ? x + g->step : e.box.x1;
            e.box.y0 = y < e.box.y0 ? y : e.box.y0;
            e.box.y1 = y + g->step > e.box.y1 ? y + g->step : e.box.y1;
        }
    }
    return e;
}

/* Samples of glare, which lies on the mat anyhow. */
static int bright_samples(const sq_cluster *k, const sq_segments *g) {
    int n = 0;
    for (int i = 0; i < g->blob_count && k->is_bright; i++) {
        const sq_blob *b = &g->blob[i];
        if (b->bright && sq_cluster_has(k, i)) n += b->area;
    }
    return n;
}

static double sample_mm2(const sq_segments *g, const sq_camera *c) {
    double mm = g->step / sq_px_per_mm(c, (sq_mm3){0, 0, 0});
    return mm * mm;
}

static sq_region region_of(sq_box b, const sq_camera *c) {
    sq_cluster k = {.x0 = b.x0, .y0 = b.y0, .x1 = b.x1, .y1 = b.y1};
    return sq_cluster_region(&k, c);
}

/* A region is round: what is large and much longer than wide is told in two halves, and these likewise. */
static void report_within(sq_position *p, const sq_cluster *k, sq_box within, const sq_segments *g,
                          const sq_outline *o, const sq_camera *c) {
    extent e = extent_on_mat(k, within, g, o);
    int w = e.box.x1 - e.box.x0, h = e.box.y1 - e.box.y0;
    if (e.samples * sample_mm2(g, c) < SQ_SMALL_FACE_MM2) return;
    sq_region r = region_of(e.box, c);
    if (r.radius_mm <= SQ_HAND_MM || (w <= SQ_REGION_SLENDER * h && h <= SQ_REGION_SLENDER * w)) {
        sq_region_add(p, r);
        return;
    }
    sq_box first = e.box, second = e.box;
    if (w > h)
        first.x1 = second.x0 = (e.box.x0 + e.box.x1) / 2;
    else
        first.y1 = second.y0 = (e.box.y0 + e.box.y1) / 2;
    report_within(p, k, first, g, o, c);
    report_within(p, k, second, g, o, c);
}

void sq_region_report(sq_position *p, const sq_cluster *k, const sq_segments *g, const sq_outline *o,
                      const sq_camera *c) {
    sq_box all = {k->x0, k->y0, k->x1, k->y1};
    if (bright_samples(k, g) * sample_mm2(g, c) >= SQ_SMALL_FACE_MM2)
        sq_region_add(p, region_of(all, c));
    else
        report_within(p, k, all, g, o, c);
}

void sq_region_report_glare(sq_position *p, const sq_cluster *k, int first, const sq_segments *g,
                            const sq_camera *c) {
    for (int i = 0; i < g->blob_count && k->is_bright; i++) {
        const sq_blob *b = &g->blob[i];
        if (!b->bright || !sq_cluster_has(k, i) || b->area * sample_mm2(g, c) < SQ_PIECE_MM2) continue;
        sq_region region = region_of((sq_box){b->x0, b->y0, b->x1, b->y1}, c);
        bool known = sq_region_holds(p, region.at);
        for (int j = first; j < p->wink_count; j++)
            known |= sq_mm_distance(p->winks[j].at, region.at) < sq_seen_radius_mm(&p->winks[j]);
        if (!known) sq_region_add(p, region);
    }
}
