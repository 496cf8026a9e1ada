/* Lets a wink come to rest: collects the points that can bear it (faces and rims of the winks below, the
 * mat's edge) and takes the lowest plane over them. */
#include "vision/geometry/wink_pose.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/math/supporting_plane.h"

enum { BELOW_CAP = 16, EDGE_POINTS = 8, SUPPORT_CAP = SQ_RIM_POINTS * (BELOW_CAP + 1) + EDGE_POINTS };

/* A disc's height shifts it, and where it lies is what it lies upon: twice is enough, the shift is a tenth of
 * the height. */
enum { SETTLE_ROUNDS = 2 };

/* The height of a disc's upper face over (x, y), or -INFINITY beside it. */
static double top_at(const sq_disc *d, double x, double y) {
    double u = x - d->at.x, v = y - d->at.y;
    if (u * u + v * v > d->radius_mm * d->radius_mm) return -INFINITY;
    return d->z + (SQ_WINK_THICKNESS_MM / 2 - d->normal.x * u - d->normal.y * v) / d->normal.z;
}

static double highest_at(const sq_disc *below, int count, double x, double y) {
    double z = sq_mat_beyond_edge((sq_mm){x, y}, 0) > 0 ? -SQ_MAT_THICKNESS_MM : 0;
    for (int i = 0; i < count; i++)
        z = fmax(z, top_at(&below[i], x, y));
    return z;
}

/* Where an edge of the mat, a line at x = edge that ends at y = ± end, begins and ends under a disc about
 * (x, y). Returns how many points that are. */
static int edge_under(double from_to[2], double x, double y, double radius, double edge, double end) {
    double square = radius * radius - (edge - x) * (edge - x);
    if (square <= 0 || fabs(y) - sqrt(square) >= end) return 0;
    from_to[0] = fmax(y - sqrt(square), -end);
    from_to[1] = fmin(y + sqrt(square), end);
    return 2;
}

/* The mat's edges, which bear what hangs over them. */
static int gather_edges(sq_support *s, const sq_disc *d) {
    double length = SQ_MAT_LENGTH_MM / 2, width = SQ_MAT_WIDTH_MM / 2, x = d->at.x, y = d->at.y, at[2];
    int n = 0;
    for (int side = -1; side <= 1; side += 2) {
        for (int i = edge_under(at, x, y, d->radius_mm, side * length, width) - 1; i >= 0; i--)
            s[n++] = (sq_support){side * length - x, at[i] - y, 0};
        for (int i = edge_under(at, y, x, d->radius_mm, side * width, length) - 1; i >= 0; i--)
            s[n++] = (sq_support){at[i] - x, side * width - y, 0};
    }
    return n;
}

/* The wink's own rim over whatever is under it, and the rims of those below that are under it. */
static int gather(sq_support *s, const sq_disc *d, const sq_disc *below, int count) {
    const sq_direction *to = sq_rim_directions();
    int n = gather_edges(s, d);
    for (int k = 0; k < SQ_RIM_POINTS; k++) {
        double c = to[k].cosine, w = to[k].sine;
        s[n++] =
            (sq_support){d->radius_mm * c, d->radius_mm * w,
                         highest_at(below, count, d->at.x + d->radius_mm * c, d->at.y + d->radius_mm * w)};
        for (int i = 0; i < count && i < BELOW_CAP; i++) {
            double inside = below[i].radius_mm * (1 - 1e-9); /* a hair, so that rounding does not drop it */
            double x = below[i].at.x + inside * c - d->at.x, y = below[i].at.y + inside * w - d->at.y;
            if (x * x + y * y <= d->radius_mm * d->radius_mm)
                s[n++] = (sq_support){
                    x, y, top_at(&below[i], below[i].at.x + inside * c, below[i].at.y + inside * w)};
        }
    }
    return n;
}

bool sq_pose_rest(sq_disc *d, const sq_disc *below, int count) {
    static _Thread_local sq_support s[SUPPORT_CAP];
    sq_plane p;
    d->z = SQ_WINK_THICKNESS_MM / 2;
    d->normal = (sq_mm3){0, 0, 1};
    bool on_felt = sq_mat_beyond_edge(d->at, d->radius_mm) <= 0;
    if ((on_felt && !count) || !sq_supporting_plane(&p, s, gather(s, d, below, count)) ||
        (on_felt && p.h < SQ_WINK_THICKNESS_MM / 100))
        return false;
    double length = sqrt(p.a * p.a + p.b * p.b + 1), steep = fmax(1 / length, SQ_STEEPEST);
    double level = hypot(p.a, p.b), lean = sqrt(1 - steep * steep);
    d->normal = level > 0 ? (sq_mm3){-p.a / level * lean, -p.b / level * lean, steep} : (sq_mm3){0, 0, 1};
    d->z = p.h + SQ_WINK_THICKNESS_MM / 2 / d->normal.z;
    return fabs(p.h) + level > SQ_PLANE_ROUNDING; /* else it lies flat on the felt */
}

void sq_pose_lower(sq_disc *d, const sq_disc *below, int count) {
    static _Thread_local sq_support s[SUPPORT_CAP];
    double h = -INFINITY;
    for (int i = gather(s, d, below, count) - 1; i >= 0; i--)
        h = fmax(h, s[i].z + (d->normal.x * s[i].x + d->normal.y * s[i].y) / d->normal.z);
    d->z = h + SQ_WINK_THICKNESS_MM / 2 / d->normal.z;
}

/* Brings d to its height, and to its normal unless it keeps its own, where it is seen. */
static bool bring_down(sq_disc *d, const sq_disc *below, int count, const sq_camera *c, bool keeps_normal) {
    sq_px seen = d->centre;
    bool raised = false;
    for (int round = 0; round < SETTLE_ROUNDS; round++) {
        if (keeps_normal)
            sq_pose_lower(d, below, count);
        else
            raised |= sq_pose_rest(d, below, count);
        d->at = sq_mm_from_px(c, seen, d->z);
    }
    sq_disc_place(d, c);
    return raised;
}

bool sq_pose_settle(sq_disc *d, const sq_disc *below, int count, const sq_camera *c) {
    return bring_down(d, below, count, c, false);
}

void sq_pose_let_down(sq_disc *d, const sq_disc *below, int count, const sq_camera *c) {
    bring_down(d, below, count, c, true);
}
