/* Which way the mat lies, by its creases: a mat that was folded keeps straight lines of light and dark, along
 * its sides, where no side is in the picture. */
#ifndef SQ_CALIB_MAT_CREASE_H
#define SQ_CALIB_MAT_CREASE_H

#include "calib/mat_small.h"
#include "vision/camera.h"

typedef struct {
    double turn;  /* radians from the camera's x axis of the mat to the true one, counterclockwise */
    double sigma; /* its deviation */
    double clear; /* of the clearest crease, in deviations of what felt shows by chance */
} sq_crease;

/* Room for the search: how much brighter than its surroundings each of a small picture's pixels is, and where
 * those of the felt lie (mm; light in deviations of noise). */
typedef struct {
    float level[SQ_SMALL_SIDE * SQ_SMALL_SIDE];
    int count;
    float x[SQ_SMALL_SIDE * SQ_SMALL_SIDE], y[SQ_SMALL_SIDE * SQ_SMALL_SIDE],
        light[SQ_SMALL_SIDE * SQ_SMALL_SIDE];
} sq_crease_room;

/* Looks for lines within 5° of the mat's axes as this camera has them. False where none
 * stands out. */
bool sq_crease_find(sq_crease *out, const sq_small *s, const sq_camera *c, sq_crease_room *g);

#endif
