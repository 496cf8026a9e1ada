/* Puts what was found into the lists of the position: winks, the orders of those that lie together,
 * regions. */
#ifndef SQ_VISION_REPORT_WINKS_H
#define SQ_VISION_REPORT_WINKS_H

#include "vision/eye_state.h"

/* Adds the winks of v->pile, which explains the cluster of this number, to v->out, with presence and suspect
 * of each and the orders of all pairs. A wink that another cluster has told is left out; one whose colour is
 * not certain becomes a region. If there are more than SQ_SEEN_CAP winks, v->out is marked as truncated. */
void sq_report_pile(sq_eye_state *v, int cluster);

/* Notes of the winks of v->out from index `first` on that they are of no cluster, and there as reported:
 * those in the pot and on its rim, and outlines. */
void sq_report_of_no_cluster(sq_eye_state *v, int first);

/* Adds a cluster as a region if it is as large and compact as a wink but no wink was found in it: something
 * unknown. The winks of the cluster are those of v->out from index `first` on. */
void sq_report_left_over(sq_eye_state *v, const sq_cluster *k, int first);

/* Removes the winks of v->out whose is_out is set from the list and from the orders. */
void sq_report_take_out(sq_eye_state *v, const bool is_out[]);

/* Removes the winks of v->out whose is_clutter is set from the list and from the orders; they become
 * regions. */
void sq_report_strike(sq_eye_state *v, const bool is_clutter[]);

#endif
