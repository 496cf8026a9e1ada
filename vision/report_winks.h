/* Reports what was found into the lists of the position: winks, the orders of those that lie together,
 * regions. */
#ifndef SQ_VISION_REPORT_WINKS_H
#define SQ_VISION_REPORT_WINKS_H

#include "vision/eye_state.h"

/* Adds the winks of the pile in the view, which explains a cluster, to v->out, with presence and suspect of
 * each and the orders of all pairs. A wink whose colour cannot be told becomes a region. Beyond SQ_SEEN_CAP
 * winks v->out is marked as truncated. */
void sq_report_pile(sq_eye_state *v, int cluster);

/* Adds a cluster as a region if it is as large and compact as a wink and none was found in it: it is not
 * known what it is. Its own winks are those of v->out from index `first` on. */
void sq_report_left_over(sq_eye_state *v, const sq_cluster *k, int first);

/* Removes winks of v->out (one answer for each) from the list and from the orders. */
void sq_report_take_out(sq_eye_state *v, const bool is_out[]);

/* Removes the winks of v->out that are clutter (one answer for each) from the list and from the orders;
 * they become regions. */
void sq_report_strike(sq_eye_state *v, const bool is_clutter[]);

#endif
