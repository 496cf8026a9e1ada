/* Which way the mat lies, by its creases: a mat that was folded keeps straight lines of light and dark, along
 * its sides, where no side is in the picture. */
#ifndef SQ_CALIB_MAT_CREASES_H
#define SQ_CALIB_MAT_CREASES_H

#include "calib/measure/thumbnail.h"
#include "vision/geometry/camera.h"

typedef struct {
    double turn;  /* radians from the camera's x axis of the mat to the true one, counterclockwise */
    double sigma; /* its deviation */
    double clear; /* of the clearest crease, in deviations of what felt shows by chance */
} sq_crease;

/* Room for the search: how much brighter than its surroundings each of a small picture's pixels is, and where
 * those of the felt lie (mm; light in deviations of noise). */
typedef struct {
    float level[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE];
    int count;
    float x[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE], y[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE],
        light[SQ_THUMBNAIL_SIDE * SQ_THUMBNAIL_SIDE];
} sq_crease_room;

/* Looks for lines within 5° of the mat's axes as this camera has them. False where none
 * stands out. */
bool sq_crease_find(sq_crease *out, const sq_thumbnail *s, const sq_camera *c, sq_crease_room *g);

#endif
