/* Scenes as files: FAMILY_NNN.jpg and its truth, FAMILY_NNN.json. */
#ifndef SQ_DATASETS_TRUTH_SCENE_FILES_H
#define SQ_DATASETS_TRUTH_SCENE_FILES_H

#include "datasets/scene/odd_things.h"
#include "datasets/scene/scene_families.h"
#include "vision/system/failure.h"

/* What to draw. number is the NNN, from 1; together with the seed it decides everything. ending stands after
 * the number ("" or "_4k"). */
typedef struct {
    const char *folder, *ending;
    sq_family family;
    uint64_t seed;
    int number, width, height;
    sq_lighting lighting; /* SQ_LIGHTINGS: any */
    sq_oddity oddity;
} sq_scene_wish;

/* Draws one scene and writes both files into the folder, which must exist. */
sq_code sq_scene_write(const sq_scene_wish *wish, sq_diag *d);

#endif
