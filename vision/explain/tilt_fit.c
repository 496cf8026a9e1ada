/* Finds how a wink leans: casts rays to the end of its colour, fits the ellipse that a disc of its radius
 * would show, then refines lean and place together against the drawing. */
#include "vision/explain/tilt_fit.h"

#include <string.h>

#include "vision/explain/disc_fit.h"
#include "vision/explain/disc_render.h"
#include "vision/frame/simd.h"
#include "vision/math/cholesky.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/cluster.h"

/* Along a ray from the middle to beyond the rim: pixels from sample to sample; and how far from its own
 * chroma, in shares of that, a wink's colour ends: half way to felt. */
SQ_NUMBER(SQ_TILT_STEP_PX, 0.5);
SQ_NUMBER(SQ_TILT_ENDS, 0.5);

/* mm off the ellipse from which the end of a ray is another wink's; and rounds of letting such ones go, each
 * at half the distance of the one before, and of narrowing the search for the lean, each by half. */
SQ_NUMBER(SQ_TILT_STRAY_MM, 0.5);
enum { SQ_TILT_ROUNDS = 3 };

/* Horizontal length of a normal, the sine of a lean: the most that is believed (53 degrees), of which the
 * outline is no rim any more. */
SQ_NUMBER(SQ_TILT_MOST, 0.8);

/* Times that the outline is looked at, the second time from the middle that the first found; the share of the
 * rays that must end; mm that the outline of a flat wink must miss (root mean square; blur and shade make
 * whole ones miss by 0.15), the share of that that the ellipse may miss, and mm. Fewer rays, or more missed:
 * the joint outline of two winks is taken for one aslant. */
enum { SQ_TILT_LOOKS = 2, SQ_TILT_RAYS = SQ_RIM_POINTS * 3 / 4 };
SQ_NUMBER(SQ_TILT_FLAT_MM, 0.2);
SQ_NUMBER(SQ_TILT_BETTER, 0.7);
SQ_NUMBER(SQ_TILT_FITS_MM, 0.3);

/* Where rays from a disc's middle leave its colour. Those that fill up the last group are not there. */
typedef SQ_GROUPED(SQ_RIM_POINTS) by_ray;

_Static_assert(SQ_RIM_POINTS % SQ_LANES == 0, "the rays are whole groups");

typedef struct {
    int n;
    by_ray there;  /* 1 or 0 */
    by_ray dx, dy; /* of each ray: pixels for a mm of the mat */
    by_ray ux, uy; /* the same direction on the mat */
    by_ray mm;     /* from the middle to the end of the colour */
} outline;

/* ---- Where the colour ends ---- */

/* The chroma between four pixels; false beyond the window and where nothing is believed. */
static bool chroma_at(sq_chroma *out, const sq_window *w, double x, double y) {
    double u = x - w->x0, v = y - w->y0;
    int i = (int)floor(u), j = (int)floor(v);
    if (i < 0 || j < 0 || i + 1 >= w->w || j + 1 >= w->h) return false;
    if (!(w->believed[j * w->w + i] > 0)) return false;
    *out = sq_window_chroma_between(w, j * w->w + i, (float)(u - i), (float)(v - j));
    return true;
}

/* How far a pixel is from the disc's colour: 0 shows it, 1 is as far as bare felt. */
static double unlike(sq_chroma seen, sq_chroma own) {
    return (double)(sq_chroma_length((sq_chroma){seen.x - own.x, seen.y - own.y}) / sq_chroma_length(own));
}

/* mm along a ray at which the disc's own colour ends; 0 where it does not, or is not seen to. */
static double end_of_colour(const sq_window *w, const sq_disc *disc, int n, int k, double dx, double dy) {
    const sq_disc *d = &disc[k];
    double step = SQ_TILT_STEP_PX / hypot(dx, dy), before = 1;
    for (double r = 0; r < d->radius_mm + SQ_FIT_MARGIN_MM; r += step) {
        double x = d->centre.x + r * dx, y = d->centre.y + r * dy;
        sq_chroma seen;
        if (!chroma_at(&seen, w, x, y) || sq_disc_covered(disc, n, k, x, y, 0)) return 0;
        double now = unlike(seen, d->chroma);
        if (now > SQ_TILT_ENDS)
            return before < SQ_TILT_ENDS ? r - step * (now - SQ_TILT_ENDS) / (now - before) : 0;
        before = now;
    }
    return 0;
}

static void find_outline(outline *o, const sq_window *w, const sq_camera *c, const sq_disc *disc, int n,
                         int k) {
    sq_disc flat = disc[k];
    flat.normal = (sq_mm3){0, 0, 1};
    sq_disc_place_circle(&flat, c);
    const sq_direction *to = sq_rim_directions();
    *o = (outline){0};
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        sq_px p = sq_disc_point_along(&flat, to[i].cosine, to[i].sine, 1);
        double dx = p.x - flat.centre.x, dy = p.y - flat.centre.y;
        double mm = end_of_colour(w, disc, n, k, dx, dy);
        if (!(mm > 0)) continue;
        o->dx.at[o->n] = (float)dx;
        o->dy.at[o->n] = (float)dy;
        o->ux.at[o->n] = (float)to[i].cosine;
        o->uy.at[o->n] = (float)to[i].sine;
        o->there.at[o->n] = 1;
        o->mm.at[o->n++] = (float)mm;
    }
}

/* ---- The ellipse ---- */

/* By how many mm the outline's rays end beyond the rim of a disc that has been placed. */
static inline void find_beyond(by_ray *beyond, const outline *o, const sq_disc *d) {
    const float xx = (float)d->to_mm[0][0], xy = (float)d->to_mm[0][1], yx = (float)d->to_mm[1][0],
                yy = (float)d->to_mm[1][1], radius = (float)d->radius_mm;
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        float a = xx * o->dx.at[i] + xy * o->dy.at[i], b = yx * o->dx.at[i] + yy * o->dy.at[i];
        float length = sqrtf(a * a + b * b);
        beyond->at[i] = o->mm.at[i] - radius / (length > 0 ? length : 1);
    }
}

/* What is summed up over the rays of the least squares for a shift. */
enum { XX, XY, YY, BX, BY, SQUARES, SUMS };

/* One step of least squares for the shift; returns the squares that were left before it. */
static inline double add_shift(sq_mm *shift, const outline *o, const by_ray *beyond, double stray) {
    const float x = (float)shift->x, y = (float)shift->y, per_square = (float)(1 / (stray * stray));
    sq_group sum[SUMS] = {{0}};
    double s[SUMS];
    for (int g = 0; g * SQ_LANES < o->n; g++) {
        sq_group ux = o->ux.group[g], uy = o->uy.group[g], e = beyond->group[g] - x * ux - y * uy;
        sq_group share = o->there.group[g] / (1 + e * e * per_square), weight = share * share;
        sum[SQUARES] += e * e * share;
        sum[XX] += weight * ux * ux;
        sum[XY] += weight * ux * uy;
        sum[YY] += weight * uy * uy;
        sum[BX] += weight * ux * e;
        sum[BY] += weight * uy * e;
    }
    for (int k = 0; k < SUMS; k++)
        s[k] = sq_group_total(&sum[k]);
    s[XX]++; /* one ray's worth of belief that it need not move */
    s[YY]++;
    double det = s[XX] * s[YY] - s[XY] * s[XY];
    shift->x += (s[YY] * s[BX] - s[XY] * s[BY]) / det;
    shift->y += (s[XX] * s[BY] - s[XY] * s[BX]) / det;
    return s[SQUARES];
}

/* How badly the outline fits a disc that has been placed, once it is moved to where it fits best: squares of
 * mm, of which none counts more than SQ_TILT_STRAY_MM; shift: by how much it is moved. */
SQ_WIDE static double misfit_of(const outline *o, const sq_disc *d, sq_mm *shift) {
    by_ray beyond;
    double squares = 0;
    find_beyond(&beyond, o, d);
    *shift = (sq_mm){0, 0};
    for (int round = SQ_TILT_ROUNDS - 1; round >= 0; round--)
        squares = add_shift(shift, o, &beyond, ldexp(SQ_TILT_STRAY_MM, round));
    return squares;
}

/* The same for a disc that leans otherwise than one that has been placed. */
static double misfit(const outline *o, const sq_disc *d, const sq_camera *c, const double J[2][3],
                     sq_mm3 normal, sq_mm *shift) {
    sq_disc t = *d;
    t.normal = normal;
    sq_disc_turn(&t, c, J);
    return misfit_of(o, &t, shift);
}

static sq_mm3 normal_of(double x, double y) {
    return (sq_mm3){x, y, sqrt(fmax(1 - x * x - y * y, 0))};
}

/* The normal's x and y that fit best, on ever finer grids; returns the misfit. */
static double best_normal(const outline *o, const sq_disc *d, const sq_camera *c, const double J[2][3],
                          sq_mm3 *normal, sq_mm *shift) {
    double least = INFINITY, x = 0, y = 0, reach = SQ_TILT_MOST;
    for (int round = 0; round < SQ_TILT_ROUNDS; round++) {
        double mx = x, my = y, step = ldexp(SQ_TILT_LEAST, -round);
        int steps = (int)lround(reach / step);
        for (int i = -steps; i <= steps; i++)
            for (int j = -steps; j <= steps; j++) {
                double nx = mx + i * step, ny = my + j * step;
                if (hypot(nx, ny) > SQ_TILT_MOST) continue;
                sq_mm moved;
                double m = misfit(o, d, c, J, normal_of(nx, ny), &moved);
                if (m >= least) continue;
                least = m;
                x = nx;
                y = ny;
                *shift = moved;
            }
        reach = step;
    }
    *normal = normal_of(x, y);
    return least;
}

bool sq_tilt_find(sq_disc *disc, int n, int k, const sq_window *w, const sq_camera *c) {
    sq_disc *d = &disc[k], before = *d;
    double flat = 0, least = INFINITY;
    int rays = 0;
    for (int look = 0; look < SQ_TILT_LOOKS; look++) { /* the second from where the first found its middle */
        outline o;
        sq_mm shift;
        find_outline(&o, w, c, disc, n, k);
        rays = o.n;
        if (rays < SQ_TILT_RAYS) break;
        double J[2][3];
        sq_camera_jacobian(c, sq_mm_at_height(d->at, d->z), J);
        flat = misfit(&o, d, c, J, (sq_mm3){0, 0, 1}, &shift);
        if (!(flat > SQ_TILT_FLAT_MM * SQ_TILT_FLAT_MM * rays)) break;
        least = best_normal(&o, d, c, J, &d->normal, &shift);
        d->at.x += shift.x;
        d->at.y += shift.y;
        sq_disc_place(d, c);
    }
    bool found = rays >= SQ_TILT_RAYS && hypot(d->normal.x, d->normal.y) >= SQ_TILT_LEAST &&
                 flat > SQ_TILT_FLAT_MM * SQ_TILT_FLAT_MM * rays && least < SQ_TILT_BETTER * flat &&
                 least < SQ_TILT_FITS_MM * SQ_TILT_FITS_MM * rays;
    if (!found) *d = before;
    return found;
}

/* ---- The fit ---- */

enum { UNKNOWNS = 4 }; /* x and y in the disc's plane, mm; turns about these axes, radians */

typedef struct {
    double A[UNKNOWNS][UNKNOWNS], b[UNKNOWNS];
} normal_equations;

/* How far (mm in the disc's plane) along both axes the line of sight goes for each mm that it rises over that
 * plane: by as much a turned rim is seen elsewhere. */
static void sight_line(double out[2], const sq_disc *d, const sq_camera *c) {
    sq_mm3 eye = sq_camera_position(c), n = d->normal;
    double v[3] = {eye.x - d->at.x, eye.y - d->at.y, eye.z - d->z}, e[2][3];
    sq_disc_axes(n, e);
    double up = n.x * v[0] + n.y * v[1] + n.z * v[2];
    for (int j = 0; j < 2; j++)
        out[j] = (e[j][0] * v[0] + e[j][1] * v[1] + e[j][2] * v[2]) / up;
}

/* Adds what disc k shows of a row. */
static void add_part(normal_equations *e, const sq_drawn_row *row, const sq_drawn_part *p, const sq_disc *d,
                     const double sight[2], const sq_window *w, int first, int width, double scale) {
    for (int i = p->begin * SQ_LANES; i < p->end * SQ_LANES && i < width; i++) {
        double u = w->chroma[first + i].x - row->model[0].at[i],
               v = w->chroma[first + i].y - row->model[1].at[i];
        double misfit = 1 + (u * u + v * v) / (scale * scale);
        double weight = w->believed[first + i] / (misfit * misfit), step = p->rim.at[i] * p->shown.at[i];
        if (!(weight > 0) || step == 0) continue;
        double du = step * (d->chroma.x - p->below[0].at[i]), dv = step * (d->chroma.y - p->below[1].at[i]);
        double ax = p->away[0].at[i], ay = p->away[1].at[i];
        double turned = d->radius_mm * (sight[0] * ax + sight[1] * ay);
        /* Of a shift outward by 1 mm a pixel sees -step. */
        double out[UNKNOWNS] = {ax, ay, -turned * ay, turned * ax};
        double stiff = weight * (du * du + dv * dv), pull = weight * (du * u + dv * v);
        for (int j = 0; j < UNKNOWNS; j++) {
            e->b[j] -= pull * out[j];
            for (int l = 0; l <= j; l++)
                e->A[j][l] += stiff * out[j] * out[l];
        }
    }
}

static void build(normal_equations *e, const sq_window *w, const sq_camera *c, const sq_disc *disc, int n,
                  int k, double blur_px) {
    sq_drawn_row *row = sq_disc_render_memory();
    const sq_disc *d = &disc[k];
    double sight[2], scale = sq_fit_scale(w, disc, n);
    sq_box box = sq_fit_box(w, disc, n, (sq_disc_set)1 << k);
    sq_disc_render g;
    memset(e, 0, sizeof *e);
    sight_line(sight, d, c);
    sq_disc_render_begin(&g, disc, n, blur_px, box.x0, box.x1 - box.x0);
    for (int y = box.y0; y < box.y1; y++) {
        int first = (y - w->y0) * w->w + box.x0 - w->x0;
        sq_disc_render_row(row, &g, w->ground + first, y);
        for (int i = 0; i < row->parts; i++)
            if (row->part[i].disc == k) add_part(e, row, &row->part[i], d, sight, w, first, g.width, scale);
    }
    /* What is believed of the place is believed of the rim, which a turn moves by the radius. */
    for (int j = 0; j < UNKNOWNS; j++)
        e->A[j][j] += SQ_FIT_DAMPING_PLACE * (j < 2 ? 1 : d->radius_mm * d->radius_mm);
}

/* Moves and turns d by what was solved, no further than the equations are true. Returns how far, mm. */
static double move(sq_disc *d, const sq_camera *c, const double x[UNKNOWNS]) {
    double shift = hypot(x[0], x[1]), turn = hypot(x[2], x[3]) * d->radius_mm, e[2][3];
    double clip = 1 / fmax(fmax(shift, turn) / SQ_FIT_LONGEST_STEP_MM, 1);
    d->at.x += clip * (d->to_mat[0][0] * x[0] + d->to_mat[0][1] * x[1]);
    d->at.y += clip * (d->to_mat[1][0] * x[0] + d->to_mat[1][1] * x[1]);
    sq_disc_axes(d->normal, e);
    double nx = d->normal.x + clip * (x[3] * e[0][0] - x[2] * e[1][0]),
           ny = d->normal.y + clip * (x[3] * e[0][1] - x[2] * e[1][1]), lean = hypot(nx, ny);
    double most = fmin(1, SQ_TILT_MOST / fmax(lean, 1e-9));
    d->normal = normal_of(nx * most, ny * most);
    sq_disc_place(d, c);
    return clip * (shift + turn);
}

void sq_tilt_fit(sq_disc *disc, int n, int k, const sq_window *w, const sq_camera *c, double blur_px) {
    normal_equations e;
    double moved = INFINITY;
    for (int step = 0; step < SQ_FIT_STEPS && moved > SQ_FIT_DONE_MM; step++) {
        build(&e, w, c, disc, n, k, blur_px);
        if (!sq_cholesky_solve(e.A[0], UNKNOWNS, UNKNOWNS, e.b)) return;
        moved = move(&disc[k], c, e.b);
    }
}

sq_mm3 sq_tilt_mirrored(const sq_disc *d, const sq_camera *c) {
    sq_mm3 eye = sq_camera_position(c), n = d->normal;
    double v[3] = {eye.x - d->at.x, eye.y - d->at.y, eye.z - d->z};
    double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    double twice = 2 * (n.x * v[0] + n.y * v[1] + n.z * v[2]) / square;
    return (sq_mm3){twice * v[0] - n.x, twice * v[1] - n.y, twice * v[2] - n.z};
}
