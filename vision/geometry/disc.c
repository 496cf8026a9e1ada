/* The outline of a wink in the picture: the 2 x 2 matrix between pixels and the disc's plane, widened by
 * the visible part of its side, and distances to the rim by it. */
#include "vision/geometry/disc.h"

#include "rules/terms/equipment_sizes.h"

void sq_disc_axes(sq_mm3 n, double e[2][3]) {
    double length = sqrt(1 - n.x * n.x);
    e[0][0] = length;
    e[0][1] = -n.x * n.y / length;
    e[0][2] = -n.x * n.z / length;
    e[1][0] = 0;
    e[1][1] = n.z / length;
    e[1][2] = -n.y / length;
}

double sq_disc_reach(double radius_mm, double sine) {
    double round = SQ_WINK_ROUNDING_MM, wall = SQ_WINK_THICKNESS_MM / 2 - round;
    return (radius_mm - round) * sqrt(fmax(1 - sine * sine, 0)) + wall * fabs(sine) + round;
}

/* Of a solid more is seen than of its middle plane, along the line of sight's shadow on that plane. Stretches
 * the map from the plane's millimetres to pixels by it. */
static void add_thickness(double m[2][2], const sq_disc *d, const sq_camera *c, sq_mm3 p, double e[2][3]) {
    sq_mm3 eye = sq_camera_position(c), n = d->normal;
    double v[3] = {eye.x - p.x, eye.y - p.y, eye.z - p.z};
    double a = e[0][0] * v[0] + e[0][1] * v[1] + e[0][2] * v[2];
    double b = e[1][0] * v[0] + e[1][1] * v[1] + e[1][2] * v[2], along = hypot(a, b);
    double up = n.x * v[0] + n.y * v[1] + n.z * v[2], length = hypot(along, up), cosine = up / length;
    if (!(along > 0) || !(cosine > 0)) return; /* from beside, or from below */
    double stretch = sq_disc_reach(d->radius_mm, along / length) / (d->radius_mm * cosine) - 1;
    a /= along;
    b /= along;
    for (int i = 0; i < 2; i++) {
        double step = stretch * (m[i][0] * a + m[i][1] * b);
        m[i][0] += step * a;
        m[i][1] += step * b;
    }
}

/* The disc's outline from the camera's derivatives where it lies. */
static void outline(sq_disc *d, const sq_camera *c, const double J[2][3], bool thick) {
    double e[2][3], m[2][2];
    if (d->normal.z == 0) d->normal = (sq_mm3){0, 0, 1};
    sq_disc_axes(d->normal, e);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            m[i][j] = J[i][0] * e[j][0] + J[i][1] * e[j][1] + J[i][2] * e[j][2];
    if (thick) add_thickness(m, d, c, sq_mm_at_height(d->at, d->z), e);
    double det = m[0][0] * m[1][1] - m[0][1] * m[1][0], flat = J[0][0] * J[1][1] - J[0][1] * J[1][0];
    d->to_mm[0][0] = m[1][1] / det;
    d->to_mm[0][1] = -m[0][1] / det;
    d->to_mm[1][0] = -m[1][0] / det;
    d->to_mm[1][1] = m[0][0] / det;
    for (int j = 0; j < 2; j++) {
        d->to_mat[0][j] = (J[1][1] * m[0][j] - J[0][1] * m[1][j]) / flat;
        d->to_mat[1][j] = (J[0][0] * m[1][j] - J[1][0] * m[0][j]) / flat;
    }
    d->px_per_mm = sqrt(fabs(flat));
}

static void place(sq_disc *d, const sq_camera *c, bool thick) {
    sq_mm3 p = sq_mm_at_height(d->at, d->z);
    double J[2][3];
    sq_camera_jacobian(c, p, J);
    d->centre = sq_px_from_mm3(c, p);
    outline(d, c, J, thick);
}

void sq_disc_place(sq_disc *d, const sq_camera *c) {
    place(d, c, true);
}

void sq_disc_turn(sq_disc *d, const sq_camera *c, const double J[2][3]) {
    outline(d, c, J, true);
}

void sq_disc_place_circle(sq_disc *d, const sq_camera *c) {
    place(d, c, false);
}

double sq_disc_gap(const sq_disc *a, const sq_disc *b) {
    return sq_mm_distance(a->at, b->at) - a->radius_mm - b->radius_mm;
}

bool sq_disc_covered(const sq_disc *disc, int n, int k, double x, double y, double margin_mm) {
    for (int j = k + 1; j < n; j++)
        if (sq_disc_distance(&disc[j], x, y, 0, 0) < margin_mm) return true;
    return false;
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

bool sq_disc_chord(const sq_disc *d, double y, double margin_mm, double *x0, double *x1) {
    /* |to_mm (u, v)|² = r², solved for u. */
    const double(*m)[2] = d->to_mm;
    double v = y - d->centre.y, r = d->radius_mm + margin_mm;
    double a = m[0][0] * m[0][0] + m[1][0] * m[1][0], b = (m[0][0] * m[0][1] + m[1][0] * m[1][1]) * v,
           c = (m[0][1] * m[0][1] + m[1][1] * m[1][1]) * v * v - r * r;
    double root = b * b - a * c;
    if (!(root >= 0)) return false;
    *x0 = d->centre.x + (-b - sqrt(root)) / a;
    *x1 = d->centre.x + (-b + sqrt(root)) / a;
    return true;
}

sq_px sq_disc_point(const sq_disc *d, double angle, double radius_mm) {
    return sq_disc_point_along(d, cos(angle), sin(angle), radius_mm);
}

const sq_direction *sq_rim_directions(void) {
    static _Thread_local sq_direction of[SQ_RIM_POINTS];
    if (of[0].cosine == 0) /* not known yet */
        for (int i = 0; i < SQ_RIM_POINTS; i++) {
            double angle = 2 * M_PI * i / SQ_RIM_POINTS;
            of[i] = (sq_direction){cos(angle), sin(angle)};
        }
    return of;
}
