/* Explains the clusters one by one: each is read, searched for winks (explain/pile_search.h), searched
 * again where something pale or a coloured shadow lies in it, and reported. Where the picture shows more
 * winks of a colour than a set has, those that may be two of one are searched once more. */
#ifndef SQ_VISION_EXPLAIN_CLUSTERS_H
#define SQ_VISION_EXPLAIN_CLUSTERS_H

#include "vision/eye_state.h"

/* Explains all clusters of the view: adds winks and regions to v->out, and orders to v->order. */
void sq_clusters_explain(sq_eye_state *v);

#endif
