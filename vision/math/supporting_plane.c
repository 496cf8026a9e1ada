/* The lowest plane over a set of points, by a dual simplex method: it goes from triangle to triangle
 * around the origin, each higher than the last, until no point sticks out. */
#include "vision/math/supporting_plane.h"

#include <math.h>

/* Triangles on the way to the lowest plane: there are some ten; more would be going round in circles. */
enum { STEPS = 1000 };

/* False where the three lie in one vertical plane. */
static bool plane_through(sq_plane *out, const sq_support *p, const sq_support *q, const sq_support *r) {
    double x1 = q->x - p->x, y1 = q->y - p->y, z1 = q->z - p->z;
    double x2 = r->x - p->x, y2 = r->y - p->y, z2 = r->z - p->z, det = x1 * y2 - x2 * y1;
    if (fabs(det) < SQ_PLANE_ROUNDING) return false;
    out->a = (z1 * y2 - z2 * y1) / det;
    out->b = (x1 * z2 - x2 * z1) / det;
    out->h = p->z - out->a * p->x - out->b * p->y;
    return true;
}

/* Whether the origin lies in the triangle, seen from above: by how much, as its least barycentric
 * coordinate. */
static double holds_origin(const sq_support *p, const sq_support *q, const sq_support *r) {
    double a = q->x * r->y - r->x * q->y, b = r->x * p->y - p->x * r->y, c = p->x * q->y - q->x * p->y;
    double whole = a + b + c;
    if (fabs(whole) < SQ_PLANE_ROUNDING) return -INFINITY;
    return fmin(a / whole, fmin(b / whole, c / whole));
}

static int furthest_out(const sq_support *point, int count, const sq_plane *plane) {
    int worst = -1;
    double most = SQ_PLANE_ROUNDING;
    for (int i = 0; i < count; i++) {
        double over = point[i].z - plane->h - plane->a * point[i].x - plane->b * point[i].y;
        if (over > most) {
            most = over;
            worst = i;
        }
    }
    return worst;
}

/* Puts point `in` in the place of that corner which leaves the origin inside. */
static void exchange(const sq_support *point, int corner[3], int in) {
    int best = 0;
    double most = -INFINITY;
    for (int c = 0; c < 3; c++) {
        int t[3] = {corner[0], corner[1], corner[2]};
        t[c] = in;
        double held = holds_origin(&point[t[0]], &point[t[1]], &point[t[2]]);
        if (held > most) {
            most = held;
            best = c;
        }
    }
    corner[best] = in;
}

/* The points that lie left and right of the line from p through the origin, as far behind it as there are; -1
 * for none. */
static void behind(const sq_support *point, int count, const sq_support *p, int side[2]) {
    double turn[2] = {INFINITY, INFINITY}; /* 0: straight behind */
    side[0] = side[1] = -1;
    for (int j = 0; j < count; j++) {
        double across = p->x * point[j].y - p->y * point[j].x, along = p->x * point[j].x + p->y * point[j].y;
        double t = atan2(fabs(across), -along);
        for (int s = 0; s < 2; s++)
            if ((s ? -across : across) >= 0 && t < turn[s]) {
                turn[s] = t;
                side[s] = j;
            }
    }
}

/* Three points around the origin to begin with; false where all lie to one side of it. */
static bool three_around(const sq_support *point, int count, int corner[3]) {
    for (int i = 0; i < count; i++) {
        int side[2];
        behind(point, count, &point[i], side);
        if (side[0] < 0 || side[1] < 0 || holds_origin(&point[i], &point[side[0]], &point[side[1]]) < 0)
            continue;
        corner[0] = i;
        corner[1] = side[0];
        corner[2] = side[1];
        return true;
    }
    return false;
}

/* The dual simplex method: from triangle to triangle around the origin, each higher than the last, until none
 * sticks out. */
bool sq_supporting_plane(sq_plane *out, const sq_support *point, int count) {
    int corner[3];
    if (!three_around(point, count, corner)) return false;
    for (int step = 0; step < STEPS; step++) {
        if (!plane_through(out, &point[corner[0]], &point[corner[1]], &point[corner[2]])) return false;
        int in = furthest_out(point, count, out);
        if (in < 0) return true;
        exchange(point, corner, in);
    }
    return false;
}
