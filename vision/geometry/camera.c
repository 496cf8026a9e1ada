/* The pinhole camera with lens distortion: from millimetres to pixels, and back. */
#include "vision/geometry/camera.h"
#include "vision/geometry/lens_distortion.h"
#include "vision/math/tunable_number.h"

SQ_NUMBER(DIFFERENCE_MM, 0.01);

sq_px sq_px_from_mm3(const sq_camera *c, sq_mm3 p) {
    double q[3];
    for (int i = 0; i < 3; i++)
        q[i] = c->R[i][0] * p.x + c->R[i][1] * p.y + c->R[i][2] * p.z + c->t[i];
    if (!(q[2] > 0)) return (sq_px){NAN, NAN};
    sq_px d = sq_lens_distort(c->dist, (sq_px){q[0] / q[2], q[1] / q[2]});
    return (sq_px){c->fx * d.x + c->cx, c->fy * d.y + c->cy};
}

sq_px sq_px_without_lens(const sq_camera *c, sq_px p) {
    return sq_lens_undistort(c->dist, (sq_px){(p.x - c->cx) / c->fx, (p.y - c->cy) / c->fy});
}

sq_mm sq_mm_without_lens(const sq_camera *c, sq_px n, double z) {
    double ray[3], eye[3]; /* in the mat's frame: Rᵀ (n, 1) and −Rᵀ t */
    for (int i = 0; i < 3; i++) {
        ray[i] = c->R[0][i] * n.x + c->R[1][i] * n.y + c->R[2][i];
        eye[i] = -(c->R[0][i] * c->t[0] + c->R[1][i] * c->t[1] + c->R[2][i] * c->t[2]);
    }
    double s = (z - eye[2]) / ray[2];
    if (!(s > 0)) return (sq_mm){NAN, NAN};
    return (sq_mm){eye[0] + s * ray[0], eye[1] + s * ray[1]};
}

sq_mm sq_mm_from_px(const sq_camera *c, sq_px p, double z) {
    return sq_mm_without_lens(c, sq_px_without_lens(c, p), z);
}

sq_mm3 sq_camera_position(const sq_camera *c) {
    double e[3];
    for (int i = 0; i < 3; i++)
        e[i] = -(c->R[0][i] * c->t[0] + c->R[1][i] * c->t[1] + c->R[2][i] * c->t[2]);
    return (sq_mm3){e[0], e[1], e[2]};
}

void sq_camera_jacobian(const sq_camera *c, sq_mm3 p, double J[2][3]) {
    for (int axis = 0; axis < 3; axis++) {
        sq_mm3 lo = p, hi = p;
        double *l = axis == 0 ? &lo.x : axis == 1 ? &lo.y : &lo.z;
        double *h = axis == 0 ? &hi.x : axis == 1 ? &hi.y : &hi.z;
        *l -= DIFFERENCE_MM;
        *h += DIFFERENCE_MM;
        sq_px a = sq_px_from_mm3(c, lo), b = sq_px_from_mm3(c, hi);
        J[0][axis] = (b.x - a.x) / (2 * DIFFERENCE_MM);
        J[1][axis] = (b.y - a.y) / (2 * DIFFERENCE_MM);
    }
}

double sq_px_per_mm(const sq_camera *c, sq_mm3 p) {
    double J[2][3];
    sq_camera_jacobian(c, p, J);
    return sqrt(fabs(J[0][0] * J[1][1] - J[0][1] * J[1][0]));
}

bool sq_camera_ok(const sq_camera *c) {
    double sum = c->fx + c->fy + c->cx + c->cy;
    for (int i = 0; i < 5; i++)
        sum += c->dist[i];
    for (int i = 0; i < 3; i++)
        sum += c->t[i];
    if (!isfinite(sum) || !(c->fx > 0) || !(c->fy > 0)) return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double dot = 0;
            for (int k = 0; k < 3; k++)
                dot += c->R[i][k] * c->R[j][k];
            if (!(fabs(dot - (i == j)) < 1e-3)) return false;
        }
    double det = c->R[0][0] * (c->R[1][1] * c->R[2][2] - c->R[1][2] * c->R[2][1]) -
                 c->R[0][1] * (c->R[1][0] * c->R[2][2] - c->R[1][2] * c->R[2][0]) +
                 c->R[0][2] * (c->R[1][0] * c->R[2][1] - c->R[1][1] * c->R[2][0]);
    return det > 0 && c->t[2] > 0 && sq_camera_position(c).z > 0;
}
