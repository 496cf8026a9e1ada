/* The camera: OpenCV's pinhole model with Brown–Conrady distortion, and its pose over the mat.
 *
 *   p_cam = R p_mat + t;  (u, v) = distorted (X/Z, Y/Z);  px = (fx u + cx, fy v + cy)
 *   u' = u (1 + k1 r² + k2 r⁴ + k3 r⁶) + 2 p1 u v + p2 (r² + 2u²)       (Brown 1966, Conrady 1919)
 *
 * All lengths are millimetres. Points are undistorted one by one; a picture is never resampled. */
#ifndef SQ_VISION_GEOMETRY_CAMERA_H
#define SQ_VISION_GEOMETRY_CAMERA_H

#include <stdbool.h>

#include "vision/math/units.h"

typedef struct {
    double fx, fy, cx, cy; /* pixels */
    double dist[5];        /* k1 k2 p1 p2 k3, OpenCV's order */
    double R[3][3];        /* mat to camera */
    double t[3];           /* mm */
    int width, height;     /* of the pictures that it describes; 0 where unknown */
    int blue; /* the corner from which blue plays: its number in mat_corners.h plus 1; 0: not known */
} sq_camera;

/* Where a point above the mat is seen. NaN for a point behind the camera. */
sq_px sq_px_from_mm3(const sq_camera *c, sq_mm3 p);

/* The point at height z (mm) above the mat that is seen at p: where the ray of the pixel meets the plane at
 * that height. NaN where the ray does not meet it in front of the camera, or where the distortion has no
 * inverse. */
sq_mm sq_mm_from_px(const sq_camera *c, sq_px p, double z);

/* The same in two steps, for many poses of one lens. The first gives where a pixel would be seen at a focal
 * length of 1 without distortion (NaN where the distortion has no inverse); the second gives the point at
 * height z that is seen there. */
sq_px sq_px_without_lens(const sq_camera *c, sq_px p);
sq_mm sq_mm_without_lens(const sq_camera *c, sq_px n, double z);

/* The camera's own place in the mat's frame. */
sq_mm3 sq_camera_position(const sq_camera *c);

/* J = d px / d mm at a point, by central differences: rows are x and y in the picture, columns x, y, z. */
void sq_camera_jacobian(const sq_camera *c, sq_mm3 p, double J[2][3]);

/* Pixels per millimetre at a point, along the mat: the geometric mean over directions. */
double sq_px_per_mm(const sq_camera *c, sq_mm3 p);

/* Whether the camera can be used: all numbers are finite, focal lengths positive, R a rotation to 1e-3, and
 * the mat lies in front of it. */
bool sq_camera_ok(const sq_camera *c);

#endif
