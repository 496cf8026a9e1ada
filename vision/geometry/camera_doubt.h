/* What is not known of a camera: the other cameras that it may as well be.
 *
 * Each of them lies a small, equal part of a standard deviation away, in a direction that is independent of
 * the others'. Where they put a pixel, against where the camera puts it, tells how surely any place is known,
 * and what the errors of two places have in common. Whoever measured the camera makes this (calib/camera). */
#ifndef SQ_VISION_GEOMETRY_CAMERA_DOUBT_H
#define SQ_VISION_GEOMETRY_CAMERA_DOUBT_H

#include "vision/geometry/camera.h"

enum { SQ_CAMERA_DOUBT_CAP = 16 };

/* All zero: the camera is taken as certain. */
typedef struct {
    int count;
    double part;     /* of a standard deviation, that each of them is away */
    double floor_mm; /* what no place is surer than besides: the mat is not perfectly flat and square */
    sq_camera other[SQ_CAMERA_DOUBT_CAP];
} sq_camera_doubt;

#endif
