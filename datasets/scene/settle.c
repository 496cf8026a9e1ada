/* Finds how a disc comes to rest on others: the lowest plane over all points that can support it, found again
 * until the tilt no longer changes. */
#include "datasets/scene/settle.h"

#include <stdlib.h>

#include "datasets/scene/vector.h"

/* Points on a ring; at 22 mm across they lie 0.2 mm apart, and the rim between two sags by 0.5 µm. */
enum { RING_POINTS = 360 };
/* The footprint of a tilted wink is an ellipse, which depends on the tilt: the pose is found again until it
 * stays. Most stay after three rounds. Against going back and forth between two supports the steps then grow
 * shorter: FULL_STEPS whole ones, after that FULL_STEPS / round. */
enum { ROUNDS = 60, FULL_STEPS = 4 };
#define STAYS 1e-5 /* change of the normal: 0.1 µm at the rim */
#define SETTLED \
    0.01 /* what is accepted at last: the rings' points make a contact jump from one to the next */
/* Triangles on the way to the lowest plane: there are some ten; more would be going round in circles. */
enum { STEPS = 1000 };
#define STEEPEST 0.5 /* the least normal.z: 60° */
enum { POINTS_CAP = 64 * 1024 };

/* A point that must stay below the wink's lower face: place relative to the wink's centre, height. */
typedef struct {
    double x, y, z;
} support;

typedef struct {
    int count;
    support at[POINTS_CAP];
} supports;

double sq_ground_height(const sq_ground *g, sq_mm p) {
    double rho = sq_mm_distance(p, g->pot.at);
    switch (g->kind) {
    case SQ_GROUND_MAT: {
        bool on_mat = fabs(p.x) <= g->mat_half_length && fabs(p.y) <= g->mat_half_width;
        return on_mat ? 0 : -g->mat_thickness;
    }
    case SQ_GROUND_RIM:
        return rho <= g->pot.top_radius && rho >= g->pot.top_radius - g->pot.wall ? g->pot.height : -INFINITY;
    case SQ_GROUND_POT: break;
    }
    /* The height at which the inner side has this radius. */
    double up = (rho + g->pot.wall - g->pot.base_radius) / (g->pot.top_radius - g->pot.base_radius);
    return up <= 0 ? g->pot.floor : fmax(g->pot.floor, g->pot.height * pow(up, 1 / g->pot.flare));
}

/* The height of a disc's upper surface above or below p, or -INFINITY beside it: the flat face, and the bevel
 * around it. */
static double top_at(const sq_solid_disc *d, double x, double y) {
    sq_mm3 q = {x - d->at.x, y - d->at.y, 0};
    /* down along z to the plane of the upper face */
    q.z = (d->thickness / 2 - d->normal.x * q.x - d->normal.y * q.y) / d->normal.z;
    double rho = sq_length(sq_along(q, d->normal, -d->thickness / 2));
    if (rho > d->radius) return -INFINITY;
    double in_bevel = fmax(0, rho - (d->radius - d->bevel));
    return d->at.z + q.z - in_bevel / d->normal.z;
}

/* Adds p, if it lies under the wink's footprint; what the wink's own bevel leaves free is taken off. The
 * bevel counts as it lies on a level wink: on one tilted by 20° some 0.1 mm of rim may reach into a
 * neighbour. */
static void add(supports *s, const sq_solid_disc *d, double x, double y, double z) {
    if (!isfinite(z) || s->count == POINTS_CAP) return;
    sq_mm3 q = {x - d->at.x, y - d->at.y, 0}, n = d->normal;
    q.z = -(d->thickness / 2 + n.x * q.x + n.y * q.y) / n.z; /* on the lower face's plane */
    double rho = sq_length(sq_along(q, n, d->thickness / 2));
    if (rho > d->radius) return;
    double free = fmax(0, rho - (d->radius - d->bevel)) / n.z;
    s->at[s->count++] = (support){q.x, q.y, z - free};
}

static double highest(const sq_solid_disc *below, int count, const sq_ground *ground, double x, double y) {
    double z = sq_ground_height(ground, (sq_mm){x, y});
    for (int i = 0; i < count; i++)
        z = fmax(z, top_at(&below[i], x, y));
    return z;
}

/* Heights are piecewise linear across the rims, so that the rings at which their slopes change bear all
 * that can bear: of the wink itself and of all that lie below. */
static void gather_rings(supports *s, const sq_solid_disc *d, const sq_solid_disc *below, int count,
                         const sq_ground *g) {
    sq_mm3 u, v, foot = sq_along(d->at, d->normal, -d->thickness / 2);
    sq_plane_of(d->normal, &u, &v);
    for (int k = 0; k < RING_POINTS; k++) {
        double angle = 2 * M_PI * k / RING_POINTS;
        sq_mm3 out = sq_along(sq_times(u, cos(angle)), v, sin(angle));
        for (int ring = 0; ring < 2; ring++) {
            /* A hair inside, so that rounding does not drop it. */
            double rho = (ring ? d->radius : d->radius - d->bevel) * (1 - 1e-9);
            double x = foot.x + rho * out.x, y = foot.y + rho * out.y;
            add(s, d, x, y, highest(below, count, g, x, y));
        }
        for (int i = 0; i < count; i++) {
            if (hypot(below[i].at.x - d->at.x, below[i].at.y - d->at.y) > d->radius + below[i].radius)
                continue;
            sq_mm3 flat = sq_disc_rim(&below[i], 1, angle);
            add(s, d, flat.x, flat.y, flat.z);
            sq_mm3 edge = sq_along(sq_disc_rim(&below[i], 0, angle), below[i].normal,
                                   below[i].thickness / 2 - below[i].bevel);
            add(s, d, edge.x, edge.y, edge.z);
        }
    }
}

/* The mat's edge bears a wink that hangs over it; the pot's rim bears one that lies on it. */
static void gather_ground(supports *s, const sq_solid_disc *d, const sq_ground *g) {
    for (int k = -RING_POINTS; k <= RING_POINTS && g->kind == SQ_GROUND_MAT; k++) {
        double along = d->radius * k / RING_POINTS;
        double x = copysign(g->mat_half_length, d->at.x), y = copysign(g->mat_half_width, d->at.y);
        if (fabs(d->at.y + along) <= g->mat_half_width) add(s, d, x, d->at.y + along, 0);
        if (fabs(d->at.x + along) <= g->mat_half_length) add(s, d, d->at.x + along, y, 0);
    }
    for (int k = 0; k < 4 * RING_POINTS && g->kind == SQ_GROUND_RIM; k++) {
        double angle = 2 * M_PI * k / (4 * RING_POINTS);
        for (int ring = 0; ring < 2; ring++) {
            double rho = g->pot.top_radius - ring * g->pot.wall;
            add(s, d, g->pot.at.x + rho * cos(angle), g->pot.at.y + rho * sin(angle), g->pot.height);
        }
    }
}

/* The plane z = h + a x + b y through three points; false where they lie in one vertical plane. */
static bool plane_through(const support *p, const support *q, const support *r, double plane[3]) {
    double x1 = q->x - p->x, y1 = q->y - p->y, z1 = q->z - p->z;
    double x2 = r->x - p->x, y2 = r->y - p->y, z2 = r->z - p->z, det = x1 * y2 - x2 * y1;
    if (fabs(det) < 1e-9) return false;
    plane[1] = (z1 * y2 - z2 * y1) / det;
    plane[2] = (x1 * z2 - x2 * z1) / det;
    plane[0] = p->z - plane[1] * p->x - plane[2] * p->y;
    return true;
}

/* Whether the origin lies in the triangle, seen from above: by how much, as its least barycentric
 * coordinate. */
static double holds_origin(const support *p, const support *q, const support *r) {
    double a = q->x * r->y - r->x * q->y, b = r->x * p->y - p->x * r->y, c = p->x * q->y - q->x * p->y;
    double whole = a + b + c;
    if (fabs(whole) < 1e-9) return -INFINITY;
    return fmin(a / whole, fmin(b / whole, c / whole));
}

static int highest_over(const supports *s, const double plane[3]) {
    int worst = -1;
    double most = 1e-9; /* rounding */
    for (int i = 0; i < s->count; i++) {
        double over = s->at[i].z - plane[0] - plane[1] * s->at[i].x - plane[2] * s->at[i].y;
        if (over > most) {
            most = over;
            worst = i;
        }
    }
    return worst;
}

/* Puts point `in` in the place of that corner which leaves the origin inside. */
static void exchange(const supports *s, int corner[3], int in) {
    int best = 0;
    double most = -INFINITY;
    for (int c = 0; c < 3; c++) {
        int t[3] = {corner[0], corner[1], corner[2]};
        t[c] = in;
        double held = holds_origin(&s->at[t[0]], &s->at[t[1]], &s->at[t[2]]);
        if (held > most) {
            most = held;
            best = c;
        }
    }
    corner[best] = in;
}

/* Three points around the origin to begin with; false where all points lie to one side of it. */
static bool three_around(const supports *s, int corner[3]) {
    for (int i = 0; i < s->count; i++) {
        int left = -1, right = -1; /* of the line from i through the origin, as far behind it as there are */
        double l = 0, r = 0;
        const support *p = &s->at[i];
        for (int j = 0; j < s->count; j++) {
            const support *q = &s->at[j];
            double side = (p->x * q->y - p->y * q->x), ahead = p->x * q->x + p->y * q->y;
            double turn = ahead / sqrt(q->x * q->x + q->y * q->y); /* least: straight behind */
            if (side >= 0 && (left < 0 || turn < l)) left = j, l = turn;
            if (side <= 0 && (right < 0 || turn < r)) right = j, r = turn;
        }
        if (left < 0 || right < 0) continue;
        int t[3] = {i, left, right};
        if (holds_origin(&s->at[t[0]], &s->at[t[1]], &s->at[t[2]]) < 0) continue;
        corner[0] = t[0], corner[1] = t[1], corner[2] = t[2];
        return true;
    }
    return false;
}

/* The lowest plane over all points, at the origin: the dual simplex method, which walks from triangle to
 * triangle around the origin, each higher than the last, until none sticks out. */
static bool lowest_plane(const supports *s, double plane[3]) {
    int corner[3];
    if (!three_around(s, corner)) return false;
    for (int step = 0; step < STEPS; step++) {
        if (!plane_through(&s->at[corner[0]], &s->at[corner[1]], &s->at[corner[2]], plane)) return false;
        int over = highest_over(s, plane);
        if (over < 0) return true;
        exchange(s, corner, over);
    }
    return false;
}

/* No pose is steeper than the limit, not even on the way to a gentler one. */
static sq_mm3 less_steep(sq_mm3 n) {
    double level = hypot(n.x, n.y), most = sqrt(1 - STEEPEST * STEEPEST);
    if (n.z >= STEEPEST) return n;
    return (sq_mm3){n.x / level * most, n.y / level * most, STEEPEST};
}

static bool settle(supports *s, sq_solid_disc *d, const sq_solid_disc *below, int count,
                   const sq_ground *ground) {
    d->normal = (sq_mm3){0, 0, 1};
    double change = INFINITY;
    for (int round = 0; round < ROUNDS; round++) {
        double plane[3];
        s->count = 0;
        gather_rings(s, d, below, count, ground);
        gather_ground(s, d, ground);
        if (!lowest_plane(s, plane)) return false;
        sq_mm3 n = less_steep(sq_unit((sq_mm3){-plane[1], -plane[2], 1}));
        double step = round < FULL_STEPS ? 1 : (double)FULL_STEPS / round;
        change = sq_length(sq_minus(n, d->normal));
        d->normal = sq_unit(sq_along(sq_times(n, step), d->normal, 1 - step));
        d->at.z = plane[0] + d->thickness / 2 / d->normal.z;
        if (change < STAYS) break;
    }
    return change < SETTLED && d->normal.z > STEEPEST;
}

bool sq_rest(sq_solid_disc *d, const sq_solid_disc *below, int count, const sq_ground *ground) {
    supports *s = malloc(sizeof *s); /* too much for a thread's own memory */
    bool rests = s && settle(s, d, below, count, ground);
    free(s);
    return rests;
}

static bool in_pot(const sq_solid_pot *p, sq_mm3 q) {
    return q.z < p->height && hypot(q.x - p->at.x, q.y - p->at.y) < sq_pot_radius(p, q.z);
}

/* Whether no point of the disc's rims lies within the pot's outer side. */
static bool clear_of_pot(const sq_solid_disc *d, const sq_solid_pot *p) {
    double wall = d->thickness / 2 - d->bevel; /* its ends above and below the middle */
    for (int k = 0; k < RING_POINTS; k++) {
        double angle = 2 * M_PI * k / RING_POINTS;
        sq_mm3 middle = sq_disc_rim(d, 0, angle);
        if (in_pot(p, sq_disc_rim(d, 1, angle)) || in_pot(p, sq_disc_rim(d, -1, angle)) ||
            in_pot(p, sq_along(middle, d->normal, wall)) || in_pot(p, sq_along(middle, d->normal, -wall)))
            return false;
    }
    return true;
}

void sq_rest_leaning(sq_solid_disc *d, const sq_solid_pot *pot, double azimuth, double lean) {
    double c = cos(azimuth), s = sin(azimuth);
    d->normal = (sq_mm3){sin(lean) * c, sin(lean) * s, cos(lean)};
    /* The lowest point of a disc with a 45° bevel: the end of its flat face, up to 45°, else of its wall. */
    double face = (d->radius - d->bevel) * sin(lean) + d->thickness / 2 * cos(lean);
    double wall = d->radius * sin(lean) + (d->thickness / 2 - d->bevel) * cos(lean);
    d->at.z = fmax(face, wall);
    double near = 0, far = pot->top_radius + 2 * d->radius;
    for (int i = 0; i < 50; i++) {
        double rho = (near + far) / 2;
        d->at.x = pot->at.x + rho * c;
        d->at.y = pot->at.y + rho * s;
        if (clear_of_pot(d, pot))
            far = rho;
        else
            near = rho;
    }
    d->at.x = pot->at.x + far * c;
    d->at.y = pot->at.y + far * s;
}
