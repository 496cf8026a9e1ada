/* Where a ray meets a bevelled disc, a flared pot, or a limb with round ends. */
#include "datasets/scene/solid_shapes.h"

#include <assert.h>

#include "datasets/scene/vector.h"
#include "vision/geometry/cup.h"

/* A ray meets what it starts on again at a distance of rounding errors; less than this is not a meeting. */
#define START_MM 1e-6
/* Below this a quadratic's leading term is rounding noise. */
#define FLAT 1e-12

/* An interval of a ray that lies within a convex solid, cut down face by face. */
typedef struct {
    double in, out;
    int entered; /* the face through which the ray comes in */
} span;

enum { FACE_UP, FACE_DOWN, FACE_WALL, FACE_BEVEL_UP, FACE_BEVEL_DOWN };

static void cut(span *s, double in, double out, int face) {
    if (in > s->in) {
        s->in = in;
        s->entered = face;
    }
    if (out < s->out) s->out = out;
}

/* Where a t² + 2 b t + c <= 0 for a > 0. */
static void cut_by_quadratic(span *s, double a, double b, double c, int face) {
    double root = b * b - a * c;
    if (root < 0)
        cut(s, INFINITY, -INFINITY, face);
    else
        cut(s, (-b - sqrt(root)) / a, (-b + sqrt(root)) / a, face);
}

/* Where z + dz t <= top. */
static void cut_by_plane(span *s, double z, double dz, double top, int face) {
    double t = (top - z) / dz;
    if (fabs(dz) < FLAT)
        cut(s, z <= top ? -INFINITY : INFINITY, INFINITY, face);
    else if (dz < 0)
        cut(s, t, INFINITY, face);
    else
        cut(s, -INFINITY, t, face);
}

/* A ray in a disc's own frame: distance from the axis squared is a t² + 2 b t + c, height is z + dz t. */
typedef struct {
    double a, b, c, z, dz;
} axial;

/* Where the distance from the axis <= apex - height, the cone below its apex: the square of that inequality
 * also holds above the apex, so its two pieces have to be told apart. */
static void cut_by_cone(span *s, axial r, double apex, int face) {
    double k = apex - r.z, a = r.a - r.dz * r.dz, b = r.b + k * r.dz, c = r.c - k * k;
    if (fabs(a) < FLAT) a = a < 0 ? -FLAT : FLAT;
    if (a > 0) {
        cut_by_quadratic(s, a, b, c, face);
        return;
    }
    double root = sqrt(fmax(0, b * b - a * c)), low = (-b + root) / a, high = (-b - root) / a;
    if (r.dz < 0)
        cut(s, high, INFINITY, face);
    else
        cut(s, -INFINITY, low, face);
}

static sq_mm3 outwards(const sq_solid_disc *d, sq_mm3 q, double height) {
    sq_mm3 radial = sq_along(q, d->normal, -height);
    double length = sq_length(radial);
    return length > FLAT ? sq_times(radial, 1 / length) : d->normal;
}

/* The bevel is shaded as if it were round: its normal turns from the face's to the wall's. */
static sq_mm3 disc_normal(const sq_solid_disc *d, sq_mm3 at, int face) {
    if (face == FACE_UP) return d->normal;
    if (face == FACE_DOWN) return sq_times(d->normal, -1);
    sq_mm3 q = sq_minus(at, d->at);
    double height = sq_dot(q, d->normal);
    sq_mm3 radial = outwards(d, q, height);
    if (face == FACE_WALL) return radial;
    double turn =
        (d->thickness / 2 - fabs(height)) / d->bevel * M_PI / 2; /* 0 at the face, 90° at the wall */
    double up = height > 0 ? cos(turn) : -cos(turn);
    return sq_unit(sq_along(sq_times(d->normal, up), radial, sin(turn)));
}

bool sq_disc_hit(const sq_solid_disc *d, sq_ray r, double farthest, sq_hit *out) {
    sq_mm3 o = sq_minus(r.from, d->at);
    double nearest = -sq_dot(o, r.along), reach = d->radius + d->thickness;
    if (sq_dot(o, o) - nearest * nearest > reach * reach) return false; /* misses the ball around it */
    axial x = {.z = sq_dot(o, d->normal), .dz = sq_dot(r.along, d->normal)};
    x.a = 1 - x.dz * x.dz;
    x.b = sq_dot(o, r.along) - x.z * x.dz;
    x.c = sq_dot(o, o) - x.z * x.z;
    double half = d->thickness / 2, apex = half + d->radius - d->bevel;
    span s = {-INFINITY, INFINITY, FACE_UP};
    cut_by_plane(&s, x.z, x.dz, half, FACE_UP);
    cut_by_plane(&s, -x.z, -x.dz, half, FACE_DOWN);
    if (x.a > FLAT)
        cut_by_quadratic(&s, x.a, x.b, x.c - d->radius * d->radius, FACE_WALL);
    else if (x.c > d->radius * d->radius)
        return false;
    if (!(s.in < s.out)) return false;
    cut_by_cone(&s, x, apex, FACE_BEVEL_UP);
    cut_by_cone(&s, (axial){x.a, x.b, x.c, -x.z, -x.dz}, apex, FACE_BEVEL_DOWN);
    if (!(s.in < s.out) || !(s.out > START_MM) || !(s.in <= farthest)) return false;
    double in = fmax(0, s.in);
    if (out) *out = (sq_hit){in, disc_normal(d, sq_along(r.from, r.along, in), s.entered), false};
    return true;
}

double sq_disc_depth(const sq_solid_disc *d, sq_mm3 p) {
    sq_mm3 q = sq_minus(p, d->at);
    double height = sq_dot(q, d->normal), rho = sqrt(fmax(0, sq_dot(q, q) - height * height));
    double half = d->thickness / 2;
    double to_bevel = (half + d->radius - d->bevel - rho - fabs(height)) * M_SQRT1_2;
    return fmin(fmin(half - fabs(height), d->radius - rho), to_bevel);
}

sq_mm3 sq_disc_rim(const sq_solid_disc *d, int face, double angle) {
    sq_mm3 u, v;
    sq_plane_of(d->normal, &u, &v);
    double rho = face ? d->radius - d->bevel : d->radius;
    sq_mm3 p = sq_along(d->at, d->normal, face * d->thickness / 2);
    return sq_along(sq_along(p, u, rho * cos(angle)), v, rho * sin(angle));
}

/* Seen from above a tilted disc is the hull of its rims; the nearest point of a rim to the axis is found on
 * the line through both centres, up to the flattening of the ellipse, so it is searched. */
enum { RIM_STEPS = 720 };

double sq_disc_edge_to_axis(const sq_solid_disc *d, sq_mm p) {
    sq_ray up = {{p.x, p.y, d->at.z - 2 * d->radius}, {0, 0, 1}};
    if (sq_disc_hit(d, up, INFINITY, 0)) return 0;
    sq_solid_disc rim = *d; /* the wall's own ends lie at the radius, below the bevel */
    double nearest = INFINITY, wall = d->thickness - 2 * d->bevel;
    for (int face = -1; face <= 1; face++)
        for (int k = 0; k < RIM_STEPS; k++) {
            double angle = 2 * M_PI * k / RIM_STEPS;
            sq_mm3 q = sq_disc_rim(&rim, face, angle);
            nearest = fmin(nearest, hypot(q.x - p.x, q.y - p.y));
            if (!face) {
                sq_mm3 high = sq_along(q, d->normal, wall / 2), low = sq_along(q, d->normal, -wall / 2);
                nearest = fmin(nearest, hypot(high.x - p.x, high.y - p.y));
                nearest = fmin(nearest, hypot(low.x - p.x, low.y - p.y));
            }
        }
    return nearest;
}

/* The pot. */

double sq_pot_radius(const sq_solid_pot *p, double z) {
    double up = fmin(1, fmax(0, z / p->height));
    return p->base_radius + (p->top_radius - p->base_radius) * sq_cup_widening(up, p->flare);
}

void sq_pot_close(sq_solid_pot *p) {
    for (int i = 0; i <= SQ_POT_RINGS; i++)
        p->ring[i] = sq_pot_radius(p, p->height * i / SQ_POT_RINGS);
}

/* The outward normal of the outer side at a height. */
static sq_mm3 pot_normal(const sq_solid_pot *p, sq_mm3 q) {
    double up = fmin(1, fmax(1e-3, q.z / p->height));
    double slope = (p->top_radius - p->base_radius) / p->height * p->flare * pow(up, p->flare - 1);
    return sq_unit((sq_mm3){q.x / hypot(q.x, q.y), q.y / hypot(q.x, q.y), -slope});
}

/* The nearest meeting with a piece of a cone, radius r0 at z0 and r1 at z1. */
static void frustum_hit(sq_ray r, double z0, double r0, double z1, double r1, double *nearest) {
    double k = (r1 - r0) / (z1 - z0), base = r0 + k * (r.from.z - z0); /* radius(t) = base + k dz t */
    double slope = k * r.along.z;
    double a = r.along.x * r.along.x + r.along.y * r.along.y - slope * slope;
    double b = r.from.x * r.along.x + r.from.y * r.along.y - base * slope;
    double c = r.from.x * r.from.x + r.from.y * r.from.y - base * base;
    if (fabs(a) < FLAT) a = FLAT;
    double root = b * b - a * c;
    if (root < 0) return;
    for (int side = -1; side <= 1; side += 2) {
        double t = (-b + side * sqrt(root)) / a, z = r.from.z + t * r.along.z;
        if (t > START_MM && t < *nearest && z >= z0 && z < z1 && base + slope * t > 0) *nearest = t;
    }
}

/* The nearest meeting with a level ring. */
static void ring_hit(sq_ray r, double z, double low, double high, double *nearest) {
    if (fabs(r.along.z) < FLAT) return;
    double t = (z - r.from.z) / r.along.z;
    double rho = hypot(r.from.x + t * r.along.x, r.from.y + t * r.along.y);
    if (t > START_MM && t < *nearest && rho >= low && rho <= high) *nearest = t;
}

bool sq_pot_hit(const sq_solid_pot *p, sq_ray r, double farthest, sq_hit *out) {
    r.from.x -= p->at.x;
    r.from.y -= p->at.y;
    /* A ball around the pot: most rays miss it. */
    sq_mm3 o = {r.from.x, r.from.y, r.from.z - p->height / 2};
    double nearest = -sq_dot(o, r.along);
    if (sq_dot(o, o) - nearest * nearest > p->top_radius * p->top_radius + p->height * p->height / 4)
        return false;
    double outer = farthest, inner = farthest, rim = farthest, floor = farthest;
    for (int i = 0; i < SQ_POT_RINGS; i++) {
        double z0 = p->height * i / SQ_POT_RINGS, z1 = p->height * (i + 1) / SQ_POT_RINGS;
        double r0 = p->ring[i], r1 = p->ring[i + 1];
        frustum_hit(r, z0, r0, z1, r1, &outer);
        frustum_hit(r, z0, r0 - p->wall, z1, r1 - p->wall, &inner);
    }
    ring_hit(r, p->height, p->top_radius - p->wall, p->top_radius, &rim);
    ring_hit(r, p->floor, 0, p->base_radius - p->wall / 2, &floor); /* well into the wall */
    /* Below the floor the inner side does not exist. */
    if (r.from.z + inner * r.along.z < p->floor) inner = farthest;
    double t = fmin(fmin(outer, inner), fmin(rim, floor));
    if (!(t < farthest)) return false;
    if (!out) return true;
    sq_mm3 q = sq_along(r.from, r.along, t), n = {0, 0, 1};
    if (t < rim && t < floor) n = pot_normal(p, q);
    *out = (sq_hit){t, t == inner ? sq_times(n, -1) : n, t == inner || t == floor};
    return true;
}

/* Limbs. */

static bool ball_hit(sq_mm3 at, double radius, sq_ray r, double *nearest) {
    sq_mm3 o = sq_minus(r.from, at);
    double b = sq_dot(o, r.along), root = b * b - sq_dot(o, o) + radius * radius;
    if (root < 0) return false;
    double t = -b - sqrt(root);
    if (!(t > START_MM && t < *nearest)) return false;
    *nearest = t;
    return true;
}

/* A ball rolls from one end to the other, s from 0 to 1, and grows on its way. A point p lies within some
 * such ball where the minimum over s of |p - from - s axis|² - (r0 + s grow)² is negative; the minimum is at
 * s = ((p - from)·axis + r0 grow) / (axis² - grow²), which leaves a quadratic along the ray. */
bool sq_limb_hit(const sq_limb *l, sq_ray r, double farthest, sq_hit *out) {
    sq_mm3 axis = sq_minus(l->to, l->from), o = sq_minus(r.from, l->from);
    double grow = l->to_radius - l->from_radius, r0 = l->from_radius, w = sq_dot(axis, axis) - grow * grow;
    assert(w > 0); /* else one ball holds the other */
    double at_start = sq_dot(o, axis) + r0 * grow, speed = sq_dot(r.along, axis);
    double a = 1 - speed * speed / w, b = sq_dot(o, r.along) - at_start * speed / w;
    double c = sq_dot(o, o) - r0 * r0 - at_start * at_start / w, root = b * b - a * c;
    if (root < 0) return false; /* the endless cone holds the balls too */
    double nearest = farthest;
    double t = fabs(a) > FLAT ? (-b - sqrt(root)) / a : INFINITY, s = (at_start + t * speed) / w;
    bool body = t > START_MM && t < nearest && s >= 0 && s <= 1;
    if (body) nearest = t;
    bool first = ball_hit(l->from, l->from_radius, r, &nearest);
    bool last = ball_hit(l->to, l->to_radius, r, &nearest);
    if (!body && !first && !last) return false;
    if (!out) return true;
    sq_mm3 p = sq_along(r.from, r.along, nearest);
    double where = (sq_dot(sq_minus(p, l->from), axis) + r0 * grow) / w;
    sq_mm3 centre = sq_along(l->from, axis, fmin(1, fmax(0, where)));
    *out = (sq_hit){nearest, sq_unit(sq_minus(p, centre)), false};
    return true;
}
