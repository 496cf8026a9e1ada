/* A scene's truth: which wink lies where, which lies over which and by how much, and how much of each the
 * camera sees. */
#ifndef SQ_DATASETS_TRUTH_SCENE_TRUTH_H
#define SQ_DATASETS_TRUTH_SCENE_TRUTH_H

#include "datasets/scene/scene.h"
#include "datasets/truth/truth_file.h"

/* image: the file name of the picture, without its folder. A squidger is not a wink and is left out. */
void sq_truth_of_scene(sq_truth *out, const sq_scene *s, const char *image);

/* How two discs overlap, seen from above. */
typedef struct {
    double mm2, depth_mm; /* the area that both cover; the overlap along the line of centres */
    bool first_above;     /* where they overlap the first one lies higher */
} sq_overlap;

/* All zero where they do not overlap. */
sq_overlap sq_disc_overlap(const sq_solid_disc *a, const sq_solid_disc *b);

#endif
