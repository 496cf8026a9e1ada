/* Clusters: blobs that are so near to one another that they must be explained together, and blobs that are
 * too large for winks. */
#ifndef SQ_VISION_SEGMENT_CLUSTER_H
#define SQ_VISION_SEGMENT_CLUSTER_H

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/camera.h"
#include "vision/math/tunable_number.h"
#include "vision/position/position.h"
#include "vision/segment/segment.h"

/* The width (mm) of the margin around a disc that the fit reads: blur and contact shadow. Less than the gap
 * within which winks are neighbours. */
SQ_NUMBER(SQ_FIT_MARGIN_MM, 3.0);

/* Blobs whose boxes are nearer than this (mm) must be explained together: the felt between them is blurred
 * from both sides. */
SQ_NUMBER(SQ_CLUSTER_GAP_MM, 2.0);

/* The least area (mm²) of a piece that tells of a wink: a quarter of a small wink's face. A smaller blob is a
 * fragment, smaller glare lies on what is known, and a smaller patch of colour in the pot is a blur between
 * two winks. Higher: the lower winks of a heap do not count. */
#define SQ_PIECE_MM2 (SQ_SMALL_FACE_MM2 / 4)

/* mm: a cluster that is narrower is no wink, but a line, a hair or the edge of the mat. */
SQ_NUMBER(SQ_NARROWEST_MM, 2.5);

typedef struct {
    int x0, y0, x1, y1;               /* box in pixels, with the margin that the fit looks at: x0 <= x < x1 */
    int area;                         /* samples */
    bool is_region;                   /* a hand, a sleeve, a sheet of paper: not to be explained by winks */
    bool is_bright;                   /* one of its blobs is glare */
    uint64_t blobs[SQ_BLOB_CAP / 64]; /* a bit for each blob that it consists of, by index in the segments */
    double unexplained_mm2;           /* the area that no wink explains, once it has been searched */
} sq_cluster;

typedef struct {
    int count;
    sq_cluster cluster[SQ_BLOB_CAP];
    bool truncated;
} sq_clusters;

/* Joins blobs whose boxes are nearer than SQ_CLUSTER_GAP_MM, up to most_area samples: more would be taken for
 * a hand, and apart from one another they can be explained apart. A blob of more samples is marked as a
 * region. */
void sq_cluster_blobs(sq_clusters *out, const sq_segments *g, double px_per_mm, int most_area);

/* Whether blob i belongs to a cluster; and adds it to one. */
static inline bool sq_cluster_has(const sq_cluster *k, int i) {
    return k->blobs[i / 64] >> i % 64 & 1;
}

static inline void sq_cluster_take(sq_cluster *k, int i) {
    k->blobs[i / 64] |= (uint64_t)1 << i % 64;
}

/* The circle on the mat around the box of a cluster. */
sq_region sq_cluster_region(const sq_cluster *k, const sq_camera *c);

#endif
