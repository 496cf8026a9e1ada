/* The truth of a scene: the JSON that lies beside each test picture (its form is told in datasets/README.md).
 */
#ifndef SQ_DATASETS_TRUTH_H
#define SQ_DATASETS_TRUTH_H

#include "rules/wink.h"
#include "vision/camera.h"
#include "vision/diag.h"
#include "vision/position.h"

typedef struct {
    sq_wink id;
    sq_colour colour;
    double diameter_mm;
    sq_mm3 at;     /* the middle of the disc */
    sq_mm3 normal; /* of its upper face */
    sq_place place;
    double visible_fraction;
    sq_wink_set over; /* the winks vertically below some part of it */
    bool pot_supported;
    double nearest_edge_to_pot_mm; /* NaN where the file names none */
} sq_true_wink;

typedef struct {
    char image[256];
    int width, height;
    sq_camera camera;
    sq_mm pot;
    int wink_count;
    sq_true_wink winks[SQ_SEEN_CAP];
} sq_truth;

sq_code sq_truth_read(sq_truth *out, const char *path, sq_diag *d);

#endif
