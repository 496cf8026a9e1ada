#include "vision/disc.h"

void sq_disc_place(sq_disc *d, const sq_camera *c) {
    sq_mm3 p = sq_mm_at_height(d->at, d->z);
    double J[2][3];
    sq_camera_jacobian(c, p, J);
    double det = J[0][0] * J[1][1] - J[0][1] * J[1][0];
    d->centre = sq_px_from_mm3(c, p);
    d->to_mm[0][0] = J[1][1] / det;
    d->to_mm[0][1] = -J[0][1] / det;
    d->to_mm[1][0] = -J[1][0] / det;
    d->to_mm[1][1] = J[0][0] / det;
    d->px_per_mm = sqrt(fabs(det));
}

sq_box sq_disc_box(const sq_disc *d, double margin_mm) {
    /* The ellipse |to_mm p| = r spans, in x, r times the length of the inverse matrix's first row. */
    double r = d->radius_mm + margin_mm;
    double det = d->to_mm[0][0] * d->to_mm[1][1] - d->to_mm[0][1] * d->to_mm[1][0];
    double hx = r * hypot(d->to_mm[1][1], d->to_mm[0][1]) / fabs(det);
    double hy = r * hypot(d->to_mm[0][0], d->to_mm[1][0]) / fabs(det);
    return (sq_box){(int)floor(d->centre.x - hx), (int)floor(d->centre.y - hy),
                    (int)ceil(d->centre.x + hx) + 1, (int)ceil(d->centre.y + hy) + 1};
}

sq_px sq_disc_point(const sq_disc *d, double angle, double radius_mm) {
    double det = d->to_mm[0][0] * d->to_mm[1][1] - d->to_mm[0][1] * d->to_mm[1][0];
    double u = radius_mm * cos(angle) / det, v = radius_mm * sin(angle) / det;
    return (sq_px){d->centre.x + d->to_mm[1][1] * u - d->to_mm[0][1] * v,
                   d->centre.y - d->to_mm[1][0] * u + d->to_mm[0][0] * v};
}
