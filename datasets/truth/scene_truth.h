/* A scene's truth: who lies where, who is over whom and by how much, what the camera sees of each. */
#ifndef SQ_DATASETS_TRUTH_SCENE_TRUTH_H
#define SQ_DATASETS_TRUTH_SCENE_TRUTH_H

#include "datasets/scene/scene.h"
#include "datasets/truth/truth.h"

/* image: the picture's file name, without its folder. A squidger is no wink and is left out. */
void sq_truth_of_scene(sq_truth *out, const sq_scene *s, const char *image);

/* How two discs overlap, seen from above. */
typedef struct {
    double mm2, depth_mm; /* the area that both cover; how far the rims overlap along the line of centres */
    bool first_above;     /* there, the first one lies higher */
} sq_overlap;

sq_overlap sq_disc_overlap(const sq_solid_disc *a, const sq_solid_disc *b);

#endif
