/* From what was found to the position's lists: winks, the orders of those that lie together, regions. */
#ifndef SQ_VISION_REPORT_H
#define SQ_VISION_REPORT_H

#include "vision/scene_view.h"

/* Adds the winks of the view's pile, which explains a cluster, to v->out, with presence and suspect of each
 * and the orders of all pairs. What has no colour that can be told becomes a region. Beyond SQ_SEEN_CAP winks
 * v->out is truncated. */
void sq_report_pile(sq_scene_view *v, int cluster);

/* Adds a cluster as a region, if it is as large and as compact as a wink, and no wink was made of it,
 * v->out's winks from index `first` on being its own: it is not known what it is. */
void sq_report_left_over(sq_scene_view *v, const sq_cluster *k, int first);

/* Takes the winks of v->out that are clutter (one answer for each) out of its list and the orders; they
 * become regions. */
void sq_report_strike(sq_scene_view *v, const bool is_clutter[]);

#endif
