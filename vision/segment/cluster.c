/* Joins neighbouring blobs into clusters until no two boxes are near each other. */
#include "vision/segment/cluster.h"

#include "vision/frame/rgb_patch.h"

/* A blob under SQ_PIECE_MM2 is a fragment and joins what lies within so many times the gap. */
enum { SQ_FRAGMENT_GAPS = 3 };

/* A fragment too small to be a wink belongs to its neighbour: a halo of the codec's, the rest of one that is
 * covered. */
static bool near(const sq_cluster *a, const sq_cluster *b, int gap, int fragment) {
    gap *= a->area < fragment || b->area < fragment ? SQ_FRAGMENT_GAPS : 1;
    return a->x0 - gap < b->x1 && b->x0 - gap < a->x1 && a->y0 - gap < b->y1 && b->y0 - gap < a->y1;
}

static void absorb(sq_cluster *a, const sq_cluster *b) {
    a->x0 = b->x0 < a->x0 ? b->x0 : a->x0;
    a->y0 = b->y0 < a->y0 ? b->y0 : a->y0;
    a->x1 = b->x1 > a->x1 ? b->x1 : a->x1;
    a->y1 = b->y1 > a->y1 ? b->y1 : a->y1;
    a->area += b->area;
    a->is_bright |= b->is_bright;
    for (int i = 0; i < SQ_BLOB_CAP / 64; i++)
        a->blobs[i] |= b->blobs[i];
}

/* A joined box that outgrew the largest window, or what winks may be, is worse than two that overlap a
 * little. */
static bool fits(const sq_cluster *a, const sq_cluster *b, int margin, int most_area) {
    sq_cluster both = *a;
    absorb(&both, b);
    return both.area <= most_area && both.x1 - both.x0 + 2 * margin <= SQ_PATCH_MAX_SIDE &&
           both.y1 - both.y0 + 2 * margin <= SQ_PATCH_MAX_SIDE;
}

static bool join_two(sq_clusters *out, int gap, int fragment, int margin, int most_area) {
    for (int i = 0; i < out->count; i++)
        for (int j = i + 1; j < out->count; j++) {
            sq_cluster *a = &out->cluster[i], *b = &out->cluster[j];
            if (a->is_region || b->is_region || !near(a, b, gap, fragment) || !fits(a, b, margin, most_area))
                continue;
            absorb(a, b);
            *b = out->cluster[--out->count];
            return true;
        }
    return false;
}

void sq_cluster_blobs(sq_clusters *out, const sq_segments *g, double px_per_mm, int most_area) {
    int gap = (int)ceil(SQ_CLUSTER_GAP_MM * px_per_mm),
        margin = (int)ceil(SQ_FIT_MARGIN_MM * px_per_mm) + g->step;
    int fragment = (int)(most_area * SQ_PIECE_MM2 / SQ_CLUSTER_MOST_MM2);
    out->count = 0;
    out->truncated = false;
    for (int i = 0; i < g->blob_count; i++) {
        const sq_blob *b = &g->blob[i];
        sq_cluster *k = &out->cluster[out->count++];
        *k = (sq_cluster){b->x0, b->y0, b->x1, b->y1, b->area, b->area > most_area, b->bright, {0}, 0};
        sq_cluster_take(k, i);
    }
    while (join_two(out, gap, fragment, margin, most_area))
        ;
    int narrowest = (int)(SQ_NARROWEST_MM * px_per_mm), kept = 0;
    for (int i = 0; i < out->count; i++) {
        sq_cluster c = out->cluster[i], *k = &out->cluster[kept];
        if (c.x1 - c.x0 < narrowest || c.y1 - c.y0 < narrowest) continue;
        *k = c;
        kept++;
        k->x0 -= margin;
        k->y0 -= margin;
        k->x1 += margin;
        k->y1 += margin;
    }
    out->count = kept;
}

sq_region sq_cluster_region(const sq_cluster *k, const sq_camera *c) {
    sq_mm a = sq_mm_from_px(c, (sq_px){k->x0, k->y0}, 0), b = sq_mm_from_px(c, (sq_px){k->x1, k->y1}, 0);
    return (sq_region){{(a.x + b.x) / 2, (a.y + b.y) / 2}, sq_mm_distance(a, b) / 2};
}
