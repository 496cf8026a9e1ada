#include "vision/region.h"

#include "vision/tolerance.h"

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

/* Samples of a cluster's box that stand out on the mat itself. */
static int samples_on_mat(const sq_cluster *k, const sq_segments *g, const sq_outline *o) {
    int n = 0;
    for (int i = 0; i < g->run_count; i++) {
        const sq_run *r = &g->run[i];
        int y = r->row * g->step;
        if (y < k->y0 || y >= k->y1) continue;
        for (int x = r->begin * g->step; x < r->end * g->step; x += g->step)
            n += x >= k->x0 && x < k->x1 && sq_span_has(o->inner[y], x);
    }
    return n;
}

static bool lies_within(const sq_blob *b, const sq_cluster *k) {
    return b->x0 >= k->x0 && b->x1 <= k->x1 && b->y0 >= k->y0 && b->y1 <= k->y1;
}

/* The same of glare, which lies on the mat anyhow. */
static int bright_samples(const sq_cluster *k, const sq_segments *g) {
    int n = 0;
    for (int i = 0; i < g->blob_count && k->is_bright; i++) {
        const sq_blob *b = &g->blob[i];
        if (b->bright && lies_within(b, k)) n += b->area;
    }
    return n;
}

static double sample_mm2(const sq_segments *g, const sq_camera *c) {
    double mm = g->step / sq_px_per_mm(c, (sq_mm3){0, 0, 0});
    return mm * mm;
}

void sq_region_report(sq_position *p, const sq_cluster *k, const sq_segments *g, const sq_outline *o,
                      const sq_camera *c) {
    int samples = samples_on_mat(k, g, o), bright = bright_samples(k, g);
    if ((samples > bright ? samples : bright) * sample_mm2(g, c) >= SQ_REGION_LEAST_MM2)
        sq_region_add(p, sq_cluster_region(k, c));
}

void sq_region_report_glare(sq_position *p, const sq_cluster *k, int first, const sq_segments *g,
                            const sq_camera *c) {
    for (int i = 0; i < g->blob_count && k->is_bright; i++) {
        const sq_blob *b = &g->blob[i];
        if (!b->bright || !lies_within(b, k) || b->area * sample_mm2(g, c) < SQ_GLARE_LEAST_MM2) continue;
        sq_cluster glare = {b->x0, b->y0, b->x1, b->y1, b->area, true, true};
        sq_region region = sq_cluster_region(&glare, c);
        bool known = sq_region_holds(p, region.at);
        for (int j = first; j < p->wink_count; j++)
            known |= sq_mm_distance(p->winks[j].at, region.at) < sq_seen_radius_mm(&p->winks[j]);
        if (!known) sq_region_add(p, region);
    }
}
