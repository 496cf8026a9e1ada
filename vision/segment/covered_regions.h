/* Regions: parts of the mat where something lies that is no wink: a hand, a sheet of paper, glare. Nothing
 * in them is judged. */
#ifndef SQ_VISION_SEGMENT_COVERED_REGIONS_H
#define SQ_VISION_SEGMENT_COVERED_REGIONS_H

#include "vision/geometry/mat_outline.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/cluster.h"

/* The radius (mm) of a hand. Up to it any shape is told as one region: it hides no more than a pile or two
 * beside it. What is larger tints the felt all over; what is smaller, so far about it. */
SQ_NUMBER(SQ_HAND_MM, 60.0);

/* Adds r to the regions of p; where there are SQ_REGION_CAP already, p is marked as truncated. */
void sq_region_add(sq_position *p, sq_region r);

/* Whether a place lies in one of p's regions. */
bool sq_region_holds(const sq_position *p, sq_mm at);

/* The smallest region that holds two. */
sq_region sq_region_of_both(sq_region a, sq_region b);

/* Adds the part of cluster k (of blobs of g) that lies on the mat as a region, if its area is at least that
 * of a small wink. A long and narrow thing becomes several regions. */
void sq_region_report(sq_position *p, const sq_cluster *k, const sq_segments *g, const sq_outline *o,
                      const sq_camera *c);

/* Adds as regions the glare of cluster k that lies neither in a region nor on one of the cluster's winks,
 * which are the winks of p from index `first` on: something unknown lies there. */
void sq_region_report_glare(sq_position *p, const sq_cluster *k, int first, const sq_segments *g,
                            const sq_camera *c);

#endif
