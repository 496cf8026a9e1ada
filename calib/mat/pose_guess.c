/* Guesses camera poses from triples of lines: the pose of a rectangle from three of its sides in closed
 * form, its fourth side predicted, each guess scored by evidence along all sides. */
#include "calib/mat/pose_guess.h"

#include <string.h>

#include "calib/camera/lens_file.h"
#include "vision/math/tunable_number.h"

/* Cosine of the greatest tilt of the camera against the plumb line, 40°: an overhead camera. */
SQ_NUMBER(SQ_GUESS_UPRIGHT, 0.77);

/* Radians: opposite sides seem so parallel under that tilt; neighbours cross at least so steeply. */
SQ_NUMBER(SQ_GUESS_PARALLEL, 0.30);
SQ_NUMBER(SQ_GUESS_CROSSING, 1.0);

/* Length of the mat in half longer sides of the picture: smaller, and a wink is below 5 pixels at 1080p;
 * larger, and no two opposite sides are in the picture. */
SQ_NUMBER(SQ_GUESS_LEAST, 0.7);
SQ_NUMBER(SQ_GUESS_MOST, 3.2);

/* The fourth side lies so near to where three sides put it, as a share of the mat's length: a focal length 40
 * % off under 10° of tilt. */
SQ_NUMBER(SQ_GUESS_FAR, 0.08);

/* Root of the mean evidence that an invented side finds in texture. */
SQ_NUMBER(SQ_SIDE_CHANCE, 0.25);

/* Guesses whose corners all lie within this share of half the picture's width are one. */
SQ_NUMBER(SQ_SAME_GUESS, 0.006);

/* Three lines: two opposite sides and one between them. */
typedef struct {
    const sq_line_guess *side[2], *end;
} triple;

typedef struct {
    double d[3];
} vec;

static vec cross(vec a, vec b) {
    return (vec){{a.d[1] * b.d[2] - a.d[2] * b.d[1], a.d[2] * b.d[0] - a.d[0] * b.d[2],
                  a.d[0] * b.d[1] - a.d[1] * b.d[0]}};
}

static double dot(vec a, vec b) {
    return a.d[0] * b.d[0] + a.d[1] * b.d[1] + a.d[2] * b.d[2];
}

static vec scaled(vec a, double k) {
    return (vec){{a.d[0] * k, a.d[1] * k, a.d[2] * k}};
}

static vec plus(vec a, vec b) {
    return (vec){{a.d[0] + b.d[0], a.d[1] + b.d[1], a.d[2] + b.d[2]}};
}

static vec unit(vec a) {
    return scaled(a, 1 / sqrt(dot(a, a)));
}

/* The plane through the camera's centre in which a line is seen; f in half longer sides. */
static vec plane_of(const sq_line_guess *l, double f) {
    return (vec){{f * cos(l->angle), f * sin(l->angle), -l->rho}};
}

static vec ray(sq_px u, double f) {
    return (vec){{u.x / f, u.y / f, 1}};
}

static sq_px seen(vec p, double f) {
    return (sq_px){f * p.d[0] / p.d[2], f * p.d[1] / p.d[2]};
}

static sq_px crossing(const sq_line_guess *a, const sq_line_guess *b) {
    double ca = cos(a->angle), sa = sin(a->angle), cb = cos(b->angle), sb = sin(b->angle);
    double det = ca * sb - sa * cb;
    return (sq_px){(a->rho * sb - b->rho * sa) / det, (ca * b->rho - cb * a->rho) / det};
}

/* The angle between two lines, 0..90°, in radians. */
static double angle_between(const sq_line_guess *a, const sq_line_guess *b) {
    double d = fabs(a->angle - b->angle);
    return d > M_PI / 2 ? M_PI - d : d;
}

/* A rectangle in space: corner[0] + i·along + j·across are its corners; camera's frame, mm. */
typedef struct {
    vec corner, along, across; /* along: from `end` to the far side; across: from side[0] to side[1] */
} rectangle;

/* The pose of a rectangle from three of its sides: opposite sides share a direction, which lies in both
 * planes of sight; the end's direction lies in its own and is square to the first; the known length of the
 * end gives the distance. */
static bool pose(const triple *t, double f, double along_mm, double across_mm, rectangle *r) {
    vec n0 = plane_of(t->side[0], f), n1 = plane_of(t->side[1], f), ne = plane_of(t->end, f);
    vec d1 = cross(n0, n1);
    vec c0 = ray(crossing(t->side[0], t->end), f), c1 = ray(crossing(t->side[1], t->end), f);
    /* Sides whose planes of sight are one plane share no direction: such a triple tells no pose. */
    if (!(dot(d1, d1) > 1e-18)) return false;
    d1 = unit(d1);
    vec d2 = cross(ne, d1);
    if (!(dot(d2, d2) > 1e-18)) return false;
    d2 = unit(d2);
    if (dot(plus(c1, scaled(c0, -1)), d2) < 0) d2 = scaled(d2, -1);
    /* λ1 c1 − λ0 c0 = across · d2, least squares over the two unknowns. */
    double a = dot(c0, c0), b = -dot(c0, c1), c = dot(c1, c1);
    double p = -across_mm * dot(c0, d2), q = across_mm * dot(c1, d2), det = a * c - b * b;
    double l0 = (p * c - b * q) / det, l1 = (a * q - b * p) / det;
    if (!(l0 > 0 && l1 > 0)) return false;
    r->corner = scaled(c0, l0);
    r->along = scaled(d1, along_mm);
    r->across = scaled(d2, across_mm);
    return true;
}

static void corners_of(const rectangle *r, double f, sq_px c[4]) {
    vec p = r->corner;
    c[0] = seen(p, f);
    c[1] = seen(plus(p, r->across), f);
    p = plus(p, r->along);
    c[3] = seen(p, f);
    c[2] = seen(plus(p, r->across), f);
}

/* ---- Scoring ---- */

/* What one side adds: the root of its mean evidence, so that four fair sides beat three perfect
 * ones, less what an invented side would find by chance. A side outside of the picture adds nothing
 * and costs nothing. */
static double side_score(double evidence, double inside, double length) {
    if (inside < 0.05 * length) return 0;
    return (sqrt(evidence / inside) - SQ_SIDE_CHANCE) * inside / length;
}

static double line_score(const sq_line_guess *l, sq_px a, sq_px b) {
    double inside, evidence = sq_line_evidence(l, a, b, &inside);
    return side_score(evidence, inside, sq_px_distance(a, b) / (2.6 / SQ_LINE_SAMPLES));
}

/* The share of a stretch that lies in the picture. */
static double share_inside(const sq_thumbnail *s, double bend, sq_px a, sq_px b) {
    enum { STEPS = 32 };
    int inside = 0;
    for (int i = 0; i <= STEPS; i++) {
        double k = (double)i / STEPS;
        sq_px p = sq_small_from_flat(s, (sq_px){a.x + k * (b.x - a.x), a.y + k * (b.y - a.y)}, bend);
        inside += p.x >= 2 && p.y >= 2 && p.x < s->width - 3 && p.y < s->height - 3;
    }
    return inside / (STEPS + 1.0);
}

/* ---- From rectangle to camera ---- */

/* Turns the rectangle's axes into the mat's: +x along the long side, to the right in the picture, z towards
 * the camera; corners in the mat's order. */
static void orient(const rectangle *r, bool along_is_long, sq_camera *c) {
    vec x = unit(along_is_long ? r->along : r->across), y = unit(along_is_long ? r->across : r->along);
    vec middle = plus(r->corner, plus(scaled(r->along, 0.5), scaled(r->across, 0.5)));
    if (x.d[0] < 0) x = scaled(x, -1);
    y = unit(plus(y, scaled(x, -dot(x, y))));
    vec z = cross(x, y);
    if (z.d[2] > 0) { /* z must point to the camera, against the optical axis */
        y = scaled(y, -1);
        z = scaled(z, -1);
    }
    for (int i = 0; i < 3; i++) {
        c->R[i][0] = x.d[i];
        c->R[i][1] = y.d[i];
        c->R[i][2] = z.d[i];
        c->t[i] = middle.d[i];
    }
}

static void lens(const sq_thumbnail *s, double bend, double f, sq_camera *c) {
    double half = (s->width > s->height ? s->width : s->height) * s->factor / 2.0;
    c->fx = c->fy = f * half;
    sq_px middle = sq_px_from_thumbnail(s, (sq_px){(s->width - 1) / 2.0, (s->height - 1) / 2.0});
    c->cx = middle.x;
    c->cy = middle.y;
    c->dist[0] = bend * f * f;
}

static void insert(sq_mat_guess_list *g, const sq_mat_guess *n) {
    for (int i = 0; i < g->count; i++) {
        double far = 0;
        for (int k = 0; k < 4; k++)
            far = fmax(far, sq_px_distance(g->guess[i].corner[k], n->corner[k]));
        if (far > SQ_SAME_GUESS * n->camera.cx) continue;
        if (g->guess[i].score >= n->score) return;
        memmove(&g->guess[i], &g->guess[i + 1], sizeof *n * (size_t)(g->count - i - 1));
        g->count--;
        break;
    }
    if (g->count == SQ_MAT_GUESSES_CAP && g->guess[g->count - 1].score >= n->score) return;
    if (g->count < SQ_MAT_GUESSES_CAP) g->count++;
    int i = g->count - 1;
    for (; i > 0 && g->guess[i - 1].score < n->score; i--)
        g->guess[i] = g->guess[i - 1];
    g->guess[i] = *n;
}

typedef struct {
    sq_mat_guesses *out;
    const sq_thumbnail *small;
    const sq_lines *lines;
    double length_mm, width_mm;
} search;

/* The sorted corners of the frame for the mat's order, from the camera itself. */
static void keep(const search *h, const rectangle *r, const sq_px flat[4], bool along_is_long, double score,
                 sq_mat_guess_list *g) {
    if (g->count == SQ_MAT_GUESSES_CAP && score <= g->guess[g->count - 1].score) return;
    sq_mat_guess n = {.score = score};
    sq_px seen[4];
    for (int j = 0; j < 4; j++) {
        seen[j] = sq_px_from_thumbnail(h->small, sq_small_from_flat(h->small, flat[j], h->lines->bend));
        if (isnan(seen[j].x)) return; /* the lens shows no such place */
    }
    orient(r, along_is_long, &n.camera);
    lens(h->small, h->lines->bend, SQ_GUESS_FOCAL, &n.camera);
    for (int k = 0; k < 4; k++) {
        double x = (k == 1 || k == 2 ? 1 : -1) * h->length_mm / 2, y = (k >= 2 ? 1 : -1) * h->width_mm / 2;
        sq_px pinhole = sq_px_from_mm3(&n.camera, (sq_mm3){x, y, 0});
        if (isnan(pinhole.x)) return;
        /* The crossing of lines that belongs to this corner is the nearest one. */
        double best = INFINITY;
        for (int j = 0; j < 4; j++) {
            double far = sq_px_distance(seen[j], pinhole);
            if (far >= best) continue;
            best = far;
            n.corner[k] = seen[j];
        }
    }
    insert(g, &n);
}

/* Tries one triple with one reading of its sides. */
static void try_triple(const search *h, const triple *t, bool along_is_long) {
    double f = SQ_GUESS_FOCAL, bend = h->lines->bend;
    double along = along_is_long ? h->length_mm : h->width_mm;
    double across = along_is_long ? h->width_mm : h->length_mm;
    rectangle r;
    if (!pose(t, f, along, across, &r)) return;
    vec z = cross(unit(r.along), unit(r.across));
    if (fabs(z.d[2]) < SQ_GUESS_UPRIGHT) return;
    if (r.corner.d[2] + r.along.d[2] <= 0) return;
    /* The far side lies on the side of the end where the picture has more of both sides. */
    for (int way = 0; way < 2; way++, r.along = scaled(r.along, -1)) {
        sq_px c[4];
        corners_of(&r, f, c);
        double longest = fmax(sq_px_distance(c[0], c[1]), sq_px_distance(c[0], c[3]));
        if (longest < SQ_GUESS_LEAST || longest > SQ_GUESS_MOST) continue;
        double three = line_score(t->side[0], c[0], c[3]) + line_score(t->side[1], c[1], c[2]) +
                       line_score(t->end, c[0], c[1]);
        double missing = side_score(0, share_inside(h->small, bend, c[3], c[2]), 1);
        keep(h, &r, c, along_is_long, three + missing, &h->out->three);
        for (int i = 0; i < h->lines->count; i++) {
            const sq_line_guess *far = &h->lines->line[i];
            if (far == t->end || angle_between(far, t->end) > SQ_GUESS_PARALLEL) continue;
            sq_px q[4] = {c[0], c[1], crossing(far, t->side[1]), crossing(far, t->side[0])};
            double off = fmax(sq_px_distance(q[2], c[2]), sq_px_distance(q[3], c[3]));
            if (off > SQ_GUESS_FAR * longest) continue;
            double four = line_score(t->side[0], q[0], q[3]) + line_score(t->side[1], q[1], q[2]) +
                          line_score(t->end, q[0], q[1]) + line_score(far, q[3], q[2]);
            keep(h, &r, q, along_is_long, four, &h->out->four);
        }
    }
}

void sq_mat_guesses_add(sq_mat_guesses *g, const sq_thumbnail *s, const sq_lines *l, double length_mm,
                        double width_mm) {
    search h = {g, s, l, length_mm, width_mm};
    for (int i = 0; i < l->count; i++)
        for (int j = i + 1; j < l->count; j++) {
            if (angle_between(&l->line[i], &l->line[j]) > SQ_GUESS_PARALLEL) continue;
            for (int k = 0; k < l->count; k++) {
                triple t = {{&l->line[i], &l->line[j]}, &l->line[k]};
                if (angle_between(t.side[0], t.end) < SQ_GUESS_CROSSING ||
                    angle_between(t.side[1], t.end) < SQ_GUESS_CROSSING)
                    continue;
                try_triple(&h, &t, true);
                try_triple(&h, &t, false);
            }
        }
}
