/* The direction of the mat by its creases, for pictures that show no side: a mat that was folded has straight
 * light and dark lines parallel to its sides. */
#ifndef SQ_CALIB_MAT_CREASES_H
#define SQ_CALIB_MAT_CREASES_H

#include "calib/measure/thumbnail.h"
#include "vision/geometry/camera.h"

typedef struct {
    double turn;  /* radians from the x axis that the camera assumes to the true one, counterclockwise */
    double sigma; /* its standard deviation */
    double clear; /* how far the clearest crease stands out, in standard deviations of plain felt */
} sq_crease;

/* Memory for the search: how much brighter than its surroundings each pixel of the thumbnail is, and where
 * those of the felt lie (mm; light in deviations of noise). */
typedef struct {
    float level[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE];
    int count;
    float x[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE], y[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE],
        light[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE];
} sq_crease_room;

/* Looks for lines within 5° of the axes of the mat as this camera has them. False where none stands out. */
bool sq_crease_find(sq_crease *out, const sq_thumbnail *s, const sq_camera *c, sq_crease_room *g);

#endif
