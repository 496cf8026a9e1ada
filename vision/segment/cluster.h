/* Clusters: blobs that lie so near to one another that their winks must be explained together; and blobs too
 * large for winks. */
#ifndef SQ_VISION_SEGMENT_CLUSTER_H
#define SQ_VISION_SEGMENT_CLUSTER_H

#include "vision/geometry/camera.h"
#include "vision/position/position.h"
#include "vision/segment/segment.h"

/* mm around a disc that the fit looks at: blur and contact shadow, less than the gap at which winks become
 * neighbours. */
#define SQ_FIT_MARGIN_MM 3.0

/* mm between blobs' boxes that must be explained together: the felt between them is blurred from
 * both sides. */
#define SQ_CLUSTER_GAP_MM 2.0

/* mm: a cluster narrower than this shows no wink that could be claimed, but a line, a hair or the edge of the
 * mat. */
#define SQ_NARROWEST_MM 2.5

typedef struct {
    int x0, y0, x1, y1;               /* pixels, with the margin that the fit looks at */
    int area;                         /* samples */
    bool is_region;                   /* a hand, a sleeve, a sheet of paper: not to be explained by winks */
    bool is_bright;                   /* has a blob of glare in it */
    uint64_t blobs[SQ_BLOB_CAP / 64]; /* which it is made of, as numbered when they were joined */
} sq_cluster;

typedef struct {
    int count;
    sq_cluster cluster[SQ_BLOB_CAP];
    bool truncated;
} sq_clusters;

/* Joins blobs whose boxes come nearer than SQ_CLUSTER_GAP_MM. most_area: samples that winks can
 * take at most. */
void sq_cluster_blobs(sq_clusters *out, const sq_segments *g, double px_per_mm, int most_area);

/* Whether blob i is one of a cluster's. */
static inline bool sq_cluster_has(const sq_cluster *k, int i) {
    return k->blobs[i / 64] >> i % 64 & 1;
}

static inline void sq_cluster_take(sq_cluster *k, int i) {
    k->blobs[i / 64] |= (uint64_t)1 << i % 64;
}

/* Where a cluster's box lies on the mat. */
sq_region sq_cluster_region(const sq_cluster *k, const sq_camera *c);

#endif
