/* Segmentation: the pixels whose chromaticity is not that of the surface, as run-length encoded rows that
 * are joined into blobs.
 *
 * It looks at every `step`-th pixel of every `step`-th row: enough to find a wink, not to measure it. It does
 * not ask yet which colour a pixel has. A shadow makes no blob, since it changes only brightness. */
#ifndef SQ_VISION_SEGMENT_SEGMENT_H
#define SQ_VISION_SEGMENT_SEGMENT_H

#include "vision/segment/background.h"

enum { SQ_RUN_CAP = 65536, SQ_BLOB_CAP = 512, SQ_ROW_CAP = 16384 };

typedef struct {
    int row, begin, end; /* samples begin <= x < end of sample row `row` */
    int parent;          /* in the union-find forest over runs; in the end the first run of its blob */
} sq_run;

typedef struct {
    int x0, y0, x1, y1; /* bounding box in pixels of the frame, x0 <= x < x1 */
    int area;           /* samples */
    int first;          /* its first run, which is the parent of the others; -1: it has no runs (glare) */
    bool bright;        /* glare: far brighter than the felt (glare.h) */
} sq_blob;

/* For each sample of a row, the linear map from its three stored levels (frame_row.h) to its two
 * chromaticity differences in units of their threshold: d[i] = k[i][0] c0 + k[i][1] c1 + k[i][2] c2 +
 * k[i][3]. */
typedef struct {
    float k[2][4][SQ_ROW_CAP];
} sq_contrasts;

typedef struct {
    int step;
    int run_count, blob_count;
    sq_run run[SQ_RUN_CAP];
    sq_blob blob[SQ_BLOB_CAP]; /* largest first */
    int scratch[SQ_RUN_CAP];
    bool truncated;                      /* a capacity was reached: the rest of the picture is not judged */
    uint8_t flag[SQ_ROW_CAP + 1];        /* scratch: one row … */
    sq_contrasts contrasts[SQ_SURFACES]; /* … and what stands out in it */
} sq_segments;

/* Finds the blobs of at least min_area samples. hidden: for each row of the frame, the pixels to skip (those
 * of the pot). */
void sq_segment(sq_segments *out, const sq_frame *f, const sq_outline *o, const sq_span *hidden,
                const sq_background *s, int step, int min_area);

#endif
