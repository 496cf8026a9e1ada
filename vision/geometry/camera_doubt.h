/* The uncertainty of a camera, as a list of other cameras that it might be.
 *
 * Each of them lies the same small part of a standard deviation away, in a direction that is independent of
 * the others. Where they see a pixel on the mat, compared with where the camera sees it, tells how surely a
 * place is known, and what the errors of two places have in common. Whoever measures the camera makes this
 * list (calib/camera). */
#ifndef SQ_VISION_GEOMETRY_CAMERA_DOUBT_H
#define SQ_VISION_GEOMETRY_CAMERA_DOUBT_H

#include "vision/geometry/camera.h"

enum { SQ_CAMERA_DOUBT_CAP = 16 };

/* All zero: the camera is taken as certain. */
typedef struct {
    int count;
    double part;     /* how far each of them is away, in standard deviations */
    double floor_mm; /* a further deviation of every place: the mat is not perfectly flat and square */
    sq_camera other[SQ_CAMERA_DOUBT_CAP];
} sq_camera_doubt;

#endif
