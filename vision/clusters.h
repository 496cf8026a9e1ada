/* Explaining the clusters one by one: each is read, searched for winks (explain/pile_search.h), asked once
 * more where something pale or coloured shade lies in it, and reported. */
#ifndef SQ_VISION_CLUSTERS_H
#define SQ_VISION_CLUSTERS_H

#include "vision/scene_view.h"

/* Explains all clusters of the view: its winks and regions stand in v->out, their orders in v->order. */
void sq_clusters_explain(sq_scene_view *v);

#endif
