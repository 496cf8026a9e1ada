/* Discs as solids: a flat face, an upper edge that may be cut off, a side, and a foot straight below.
 *
 * Across its outline, in each direction, the light has three levels: the face's, the side's (bevel and all),
 * and the ground's, which may grow brighter outwards, out of the disc's shadow. They are blurred as the
 * picture is. The levels are any; where the two edges between them lie follows from the solid, from where it
 * stands, and from where the eye is. All of that is fitted to all directions of all discs by least squares:
 * of each direction the levels are eliminated first (Kaufman, BIT 15, 1975), then of each disc its place. */
#include "vision/crokinole/disc_solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "vision/crokinole/rim_fit.h"
#include "vision/math/cholesky.h"
#include "vision/math/median.h"
#include "vision/math/normal_distribution.h"
#include "vision/math/tunable_number.h"

/* How many samples of light tell as much as one: what the model lacks (grain, soft shadows, what lies beside
 * a disc) errs alike along much of an outline. By it the errors of 770 drawn discs of many makes are as large
 * as claimed. Lower, and wrong regions are told for certain; higher, and discs are asked for nothing. */
SQ_NUMBER(ALIKE, 80.0);

/* How surely the bevel is known before, and where a disc is, mm. */
SQ_NUMBER(SHAPE_SIGMA_MM, 1.0);

/* The mean square of what bytes lack, which are whole numbers: light differs from any model by it. */
static const double rounding = 1.0 / 12;

/* Pixels of light that are read beyond the edges as they are expected: a shadow is as wide. */
enum { READ_PX = 5 };

enum { PROFILE_CAP = 64, ROUNDS = 5 };

/* Levels across an outline, as steps: the face's, the side's less that, the ground's less that, and what the
 * ground grows by. */
enum { FACE, SIDE, GROUND, GROWS, LEVELS };
/* The two edges: where the face ends, and where the solid does. */
enum { INNER, OUTER, EDGES };

/* What all discs share: the solid, and the eye's place in parts of its height; then where one stands. */
enum { RADIUS, BEVEL, HEIGHT, EYE_X, EYE_Y, SHARED, X = SHARED, Y, ALL };

/* The light along one direction from where a disc is thought to be, in the plane of its face. */
typedef struct {
    double cosine, sine, from_mm;
    int count;
    float light[PROFILE_CAP];
} light_across;

typedef struct {
    sq_round_thing *thing;
    sq_mm middle; /* from where its light is read */
    double px_per_mm, step_mm;
    light_across to[SQ_RIM_POINTS];
    double at[2];
    double own[2][2], with_shared[2][SHARED], right[2]; /* of the normal equations */
    double inverse[2][2];                               /* of its own */
} outline;

typedef struct {
    const sq_colour_planes *picture;
    const sq_camera *camera;
    sq_mm3 eye;
    double z; /* the plane in which light is read */
    double blur_px;
    double shared[SHARED];
    double noise2; /* what a direction's light differs from the model, the median of the squares */
    double mean[SHARED], sigma[SHARED];            /* what was known before */
    double normal[SHARED * SHARED], right[SHARED]; /* of the normal equations; then their factor */
    int count;
    outline disc[SQ_BOARD_DISC_CAP];
} fitting;

/* A circle in the plane in which light is read, from where it is read. */
typedef struct {
    double x, y, radius;
} circle;

/* How a circle at some height above a disc's foot is seen by the eye, were it where p has it. */
static circle seen(const fitting *f, const outline *o, const double p[ALL], double height, double radius) {
    double on_board = f->eye.z / (f->eye.z - height), in_plane = 1 - f->z / f->eye.z;
    double x = p[X] + (on_board - 1) * (p[X] - p[EYE_X] * f->eye.z),
           y = p[Y] + (on_board - 1) * (p[Y] - p[EYE_Y] * f->eye.z);
    return (circle){f->eye.x + (x - f->eye.x) * in_plane - o->middle.x,
                    f->eye.y + (y - f->eye.y) * in_plane - o->middle.y, radius * on_board * in_plane};
}

static double reach(const circle *c, double cosine, double sine) {
    double aside = c->x * sine - c->y * cosine;
    return c->x * cosine + c->y * sine + sqrt(fmax(0, c->radius * c->radius - aside * aside));
}

/* As far as the hull of two circles reaches. */
static double reach_of_hull(const circle *top, const circle *foot, double cosine, double sine) {
    double dx = foot->x - top->x, dy = foot->y - top->y;
    double along = dx * cosine + dy * sine, across = dx * sine - dy * cosine;
    double aside = top->x * sine - top->y * cosine;
    double far = fmax(reach(top, cosine, sine), reach(foot, cosine, sine));
    if (!(along > 0) || fabs(across) < 1e-9) return far;
    double at = top->radius * along / hypot(along, across) * (across > 0 ? 1 : -1), t = (at - aside) / across;
    if (t <= 0 || t >= 1) return far;
    circle between = {top->x + t * dx, top->y + t * dy, top->radius + t * (foot->radius - top->radius)};
    return fmax(far, reach(&between, cosine, sine));
}

static void edges_of(const fitting *f, const outline *o, const double p[ALL], const light_across *l,
                     double edge[EDGES]) {
    circle face = seen(f, o, p, p[HEIGHT], p[RADIUS] - p[BEVEL]),
           top = seen(f, o, p, p[HEIGHT] - p[BEVEL], p[RADIUS]), foot = seen(f, o, p, 0, p[RADIUS]);
    edge[INNER] = reach(&face, l->cosine, l->sine);
    edge[OUTER] = fmax(edge[INNER], reach_of_hull(&top, &foot, l->cosine, l->sine));
}

/* Rows of the model about the edges, and how they change as an edge moves outwards. */
typedef struct {
    int count;
    double row[PROFILE_CAP][LEVELS], moves[PROFILE_CAP][LEVELS];
} model;

static void draw_model(const fitting *f, const outline *o, const light_across *l, const double edge[EDGES],
                       model *m) {
    double blur = f->blur_px / o->px_per_mm, around = READ_PX / o->px_per_mm;
    m->count = 0;
    for (int i = 0; i < l->count; i++) {
        double r = l->from_mm + i * o->step_mm;
        double *row = m->row[m->count], *moves = m->moves[m->count++];
        row[FACE] = 1;
        moves[FACE] = 0;
        for (int k = 0; k < EDGES; k++) {
            double off = (r - edge[k]) / blur;
            row[SIDE + k] = off < -4 ? 0 : off > 4 ? 1 : sq_normal_below(off);
            moves[SIDE + k] = fabs(off) > 4 ? 0 : -sq_normal_density(off) / blur;
        }
        row[GROWS] = ((r - edge[OUTER]) * row[GROUND] - blur * blur * moves[GROUND]) / around;
        moves[GROWS] = -row[GROUND] / around;
    }
}

/* What one direction tells of its two edges: normal equations, mm. */
typedef struct {
    double square; /* mean square of what the model does not explain */
    double a[EDGES][EDGES], b[EDGES];
} edge_equations;

/* The levels that explain the light best: a factor of their matrix, and what is left of the light. Where the
 * side does not show, or the ground hardly does, nothing tells their levels: they are held a little. */
static bool fit_levels(const light_across *l, const model *m, double a[LEVELS * LEVELS], double level[LEVELS],
                       double left[PROFILE_CAP]) {
    memset(a, 0, LEVELS * LEVELS * sizeof *a);
    memset(level, 0, LEVELS * sizeof *level);
    for (int i = 0; i < m->count; i++)
        for (int j = 0; j < LEVELS; j++) {
            level[j] += m->row[i][j] * (double)l->light[i];
            for (int k = 0; k <= j; k++)
                a[LEVELS * j + k] += m->row[i][j] * m->row[i][k];
        }
    a[LEVELS * SIDE + SIDE] += rounding;
    a[LEVELS * GROWS + GROWS] += rounding;
    if (!sq_cholesky_solve(a, LEVELS, LEVELS, level)) return false;
    for (int i = 0; i < m->count; i++) {
        left[i] = (double)l->light[i];
        for (int j = 0; j < LEVELS; j++)
            left[i] -= level[j] * m->row[i][j];
    }
    return true;
}

/* What is left of what edges do to the light, once the levels have followed them. */
static void eliminate_levels(const model *m, const double a[LEVELS * LEVELS], double by[PROFILE_CAP][EDGES]) {
    for (int k = 0; k < EDGES; k++) {
        double follow[LEVELS] = {0};
        for (int i = 0; i < m->count; i++)
            for (int j = 0; j < LEVELS; j++)
                follow[j] += by[i][k] * m->row[i][j];
        sq_cholesky_forward(a, LEVELS, LEVELS, follow);
        sq_cholesky_back(a, LEVELS, LEVELS, follow);
        for (int i = 0; i < m->count; i++)
            for (int j = 0; j < LEVELS; j++)
                by[i][k] -= follow[j] * m->row[i][j];
    }
}

static bool ask_direction(const fitting *f, const outline *o, const light_across *l, const double edge[EDGES],
                          edge_equations *out) {
    model m;
    double a[LEVELS * LEVELS], level[LEVELS], left[PROFILE_CAP], by[PROFILE_CAP][EDGES];
    draw_model(f, o, l, edge, &m);
    *out = (edge_equations){0};
    if (m.count < 2 * LEVELS || !fit_levels(l, &m, a, level, left)) return false;
    for (int i = 0; i < m.count; i++) {
        out->square += left[i] * left[i] / (m.count - LEVELS);
        by[i][INNER] = level[SIDE] * m.moves[i][SIDE];
        by[i][OUTER] = level[GROUND] * m.moves[i][GROUND] + level[GROWS] * m.moves[i][GROWS];
    }
    eliminate_levels(&m, a, by);
    for (int i = 0; i < m.count; i++)
        for (int k = 0; k < EDGES; k++) {
            out->b[k] += by[i][k] * left[i];
            for (int q = 0; q < EDGES; q++)
                out->a[k][q] += by[i][k] * by[i][q];
        }
    return true;
}

static void unknowns_of(const fitting *f, const outline *o, double p[ALL]) {
    memcpy(p, f->shared, sizeof f->shared);
    p[X] = o->at[0];
    p[Y] = o->at[1];
}

static void read_light(const fitting *f, outline *o) {
    const sq_direction *to = sq_rim_directions();
    sq_disc disc = {.at = o->middle, .z = f->z, .radius_mm = f->shared[RADIUS]};
    double p[ALL];
    sq_disc_place_circle(&disc, f->camera);
    o->px_per_mm = disc.px_per_mm;
    o->step_mm = 0.5 / disc.px_per_mm;
    unknowns_of(f, o, p);
    for (int i = 0; i < SQ_RIM_POINTS; i++, to++) {
        light_across *l = &o->to[i];
        double edge[EDGES];
        *l = (light_across){.cosine = to->cosine, .sine = to->sine};
        edges_of(f, o, p, l, edge);
        l->from_mm = edge[INNER] - READ_PX / disc.px_per_mm;
        l->count = (int)fmin(PROFILE_CAP, (edge[OUTER] + READ_PX / disc.px_per_mm - l->from_mm) / o->step_mm);
        sq_px from = sq_disc_point_along(&disc, l->cosine, l->sine, l->from_mm),
              next = sq_disc_point_along(&disc, l->cosine, l->sine, l->from_mm + o->step_mm);
        for (int k = 0; k < l->count; k++)
            l->light[k] = sq_colour_planes_light_between(
                f->picture, (sq_px){from.x + k * (next.x - from.x), from.y + k * (next.y - from.y)});
    }
}

/* How the edges of a direction move with all unknowns. */
static void edges_by(const fitting *f, const outline *o, const double p[ALL], const light_across *l,
                     const double edge[EDGES], double by[ALL][EDGES]) {
    static const double step[ALL] = {0.02, 0.02, 0.05, 0.002, 0.002, 0.02, 0.02};
    for (int k = 0; k < ALL; k++) {
        double moved[ALL], other[EDGES];
        memcpy(moved, p, sizeof moved);
        moved[k] += step[k];
        edges_of(f, o, moved, l, other);
        for (int e = 0; e < EDGES; e++)
            by[k][e] = (other[e] - edge[e]) / step[k];
    }
}

static void add_direction(fitting *f, outline *o, double by[ALL][EDGES], const edge_equations *e,
                          double weight) {
    for (int j = 0; j < ALL; j++) {
        double with[EDGES], right = 0;
        for (int m = 0; m < EDGES; m++) {
            with[m] = weight * (by[j][0] * e->a[0][m] + by[j][1] * e->a[1][m]);
            right += weight * by[j][m] * e->b[m];
        }
        *(j < SHARED ? &f->right[j] : &o->right[j - SHARED]) += right;
        for (int k = 0; k <= j; k++) {
            double sum = with[0] * by[k][0] + with[1] * by[k][1];
            if (j < SHARED)
                f->normal[SHARED * j + k] += sum;
            else if (k < SHARED)
                o->with_shared[j - SHARED][k] += sum;
            else
                o->own[j - SHARED][k - SHARED] = o->own[k - SHARED][j - SHARED] += sum;
        }
    }
}

/* The directions in which the model explains as much as it usually does count fully. */
static void gather(fitting *f) {
    double squares[SQ_BOARD_DISC_CAP * SQ_RIM_POINTS];
    int n = 0;
    memset(f->normal, 0, sizeof f->normal);
    memset(f->right, 0, sizeof f->right);
    for (int d = 0; d < f->count; d++) {
        outline *o = &f->disc[d];
        double p[ALL], edge[EDGES], by[ALL][EDGES];
        memset(o->own, 0, sizeof o->own);
        memset(o->with_shared, 0, sizeof o->with_shared);
        memset(o->right, 0, sizeof o->right);
        unknowns_of(f, o, p);
        for (int i = 0; i < SQ_RIM_POINTS; i++) {
            edge_equations e;
            edges_of(f, o, p, &o->to[i], edge);
            if (!ask_direction(f, o, &o->to[i], edge, &e)) continue;
            squares[n++] = e.square;
            edges_by(f, o, p, &o->to[i], edge, by);
            double usual = f->noise2 > 0 ? f->noise2 : e.square, share = 2 * usual / (usual + e.square);
            add_direction(f, o, by, &e, share * share / fmax(usual, rounding) / ALIKE);
        }
    }
    if (n) f->noise2 = sq_median_of_doubles(squares, n);
}

/* Where nothing shows, a disc stays where it was, within SHAPE_SIGMA_MM. */
static void invert_own(outline *o) {
    const double before = 1 / (SHAPE_SIGMA_MM * SHAPE_SIGMA_MM);
    double a = o->own[0][0] + before, b = o->own[0][1], c = o->own[1][1] + before, det = a * c - b * b;
    o->inverse[0][0] = c / det;
    o->inverse[1][1] = a / det;
    o->inverse[0][1] = o->inverse[1][0] = -b / det;
}

/* What is left is of what the discs share. Discs of one side err alike, by their shadows and colour: they
 * tell as much as one does. */
static void weigh_shared(fitting *f) {
    double each = fmin(1, (double)SQ_BOARD_SIDES / f->count);
    for (int j = 0; j < SHARED; j++) {
        double before = 1 / (f->sigma[j] * f->sigma[j]);
        for (int k = 0; k <= j; k++)
            f->normal[SHARED * j + k] *= each;
        f->normal[SHARED * j + j] += before;
        f->right[j] = each * f->right[j] + before * (f->mean[j] - f->shared[j]);
    }
}

/* Of each disc, its place. */
static void eliminate_places(fitting *f) {
    for (int d = 0; d < f->count; d++) {
        outline *o = &f->disc[d];
        invert_own(o);
        for (int j = 0; j < SHARED; j++)
            for (int v = 0; v < 2; v++) {
                double share =
                    o->with_shared[0][j] * o->inverse[0][v] + o->with_shared[1][j] * o->inverse[1][v];
                f->right[j] -= share * o->right[v];
                for (int k = 0; k <= j; k++)
                    f->normal[SHARED * j + k] -= share * o->with_shared[v][k];
            }
    }
}

/* An edge is found from no farther off than it is blurred: nothing moves by more in one round. */
static double limited(const fitting *f, double by) {
    double most = f->blur_px / f->disc[0].px_per_mm;
    return fmax(-most, fmin(most, by));
}

static bool move_all(fitting *f) {
    double by[SHARED];
    memcpy(by, f->right, sizeof by);
    if (!sq_cholesky_solve(f->normal, SHARED, SHARED, by)) return false;
    for (int j = 0; j < SHARED; j++)
        f->shared[j] += limited(f, by[j]);
    f->shared[BEVEL] = fmax(0, f->shared[BEVEL]);
    for (int d = 0; d < f->count; d++) {
        outline *o = &f->disc[d];
        double left[2] = {o->right[0], o->right[1]};
        for (int u = 0; u < 2; u++)
            for (int k = 0; k < SHARED; k++)
                left[u] -= o->with_shared[u][k] * by[k];
        for (int u = 0; u < 2; u++)
            o->at[u] += limited(f, o->inverse[u][0] * left[0] + o->inverse[u][1] * left[1]);
    }
    return true;
}

/* The covariance of a weighted sum of what is shared with itself. */
static double variance(const fitting *f, const double weight[SHARED]) {
    double v[SHARED], sum = 0;
    memcpy(v, weight, sizeof v);
    sq_cholesky_forward(f->normal, SHARED, SHARED, v);
    for (int j = 0; j < SHARED; j++)
        sum += v[j] * v[j];
    return sum;
}

static double sigma_of_shared(const fitting *f, int which) {
    double weight[SHARED] = {0};
    weight[which] = 1;
    return sqrt(variance(f, weight));
}

/* Where a disc stands, and how surely towards the board's middle. It was sought near one circle: the doubt
 * whether that was the right one stays. Where it is farther off than its light was read, it was no outline.
 */
static void note_place(const fitting *f, const outline *o) {
    sq_round_thing *t = o->thing;
    sq_mm at = {o->at[0], o->at[1]};
    double r = hypot(at.x, at.y), towards[2] = {at.x / r, at.y / r}, by[SHARED] = {0};
    if (!sq_mm_within(at, o->middle, READ_PX / o->px_per_mm)) return;
    for (int k = HEIGHT; k < SHARED; k++)
        for (int u = 0; u < 2; u++)
            by[k] -= towards[u] *
                     (o->inverse[u][0] * o->with_shared[0][k] + o->inverse[u][1] * o->with_shared[1][k]);
    t->at = at;
    t->is_solid = true;
    t->sigma_mm = hypot(sqrt((o->inverse[0][0] + o->inverse[1][1]) / 2), t->rival_mm);
    t->shared_sigma_mm = sqrt(variance(f, by));
}

/* What is seen at one height is as far along the same sight at another. */
static void move_along_sight(sq_round_thing *t, sq_mm3 eye, double from_z, double to_z) {
    double share = (eye.z - to_z) / (eye.z - from_z);
    t->at.x = eye.x + share * (t->at.x - eye.x);
    t->at.y = eye.y + share * (t->at.y - eye.y);
}

/* Whether its outline is a disc's that stands on the board. */
static bool stands(const sq_round_things *things, const sq_disc_tones *tones, int i) {
    const sq_round_thing *t = &things->thing[i];
    bool in_hole = sq_mm_within(t->at, (sq_mm){0, 0}, t->radius_mm);
    return tones->is_disc[i] && 2 * tones->sure[i] > 1 && 2 * t->agreed > 1 && !in_hole &&
           !sq_round_thing_in_ditch(t);
}

static void begin(fitting *f, sq_round_things *things, const sq_disc_tones *tones, const sq_seen_board *b) {
    double bevel = 0;
    for (int i = 0; i < things->count && f->count < SQ_BOARD_DISC_CAP; i++)
        if (stands(things, tones, i)) {
            f->disc[f->count++].thing = &things->thing[i];
            bevel = things->thing[i].bevel_mm;
        }
    const double mean[SHARED] = {things->disc_radius_mm, bevel, things->disc_height_mm, f->eye.x / f->eye.z,
                                 f->eye.y / f->eye.z};
    /* discs are seen as by a nearer eye where they are higher */
    const double height = hypot(things->disc_height_sigma_mm,
                                things->disc_height_mm * f->eye.z * sqrt(b->view_covariance[2][2]));
    const double sigma[SHARED] = {things->disc_radius_sigma_mm, SHAPE_SIGMA_MM, height,
                                  sqrt(b->view_covariance[0][0]), sqrt(b->view_covariance[1][1])};
    memcpy(f->mean, mean, sizeof mean);
    memcpy(f->shared, mean, sizeof mean);
    memcpy(f->sigma, sigma, sizeof sigma);
    for (int d = 0; d < f->count; d++) {
        outline *o = &f->disc[d];
        o->middle = o->thing->at;
        o->at[0] = o->middle.x;
        o->at[1] = o->middle.y;
        read_light(f, o);
    }
}

sq_code sq_disc_solids_fit(sq_round_things *things, const sq_disc_tones *tones,
                           const sq_colour_planes *picture, const sq_seen_board *b, sq_diag *d) {
    fitting *f = malloc(sizeof *f);
    if (!f) return sq_fail(d, SQ_E_MEMORY, "the discs: not enough memory; close other programs");
    *f = (fitting){.picture = picture,
                   .camera = &b->camera,
                   .eye = sq_camera_position(&b->camera),
                   .z = things->disc_height_mm,
                   .blur_px = hypot(SQ_BETWEEN_PX, b->blur_px)};
    begin(f, things, tones, b);
    bool fits = f->count > 0;
    for (int round = 0; round < ROUNDS && fits; round++) {
        gather(f);
        eliminate_places(f);
        weigh_shared(f);
        fits = move_all(f);
    }
    if (fits) {
        things->disc_radius_mm = f->shared[RADIUS];
        things->disc_radius_sigma_mm = sigma_of_shared(f, RADIUS);
        things->disc_height_mm = f->shared[HEIGHT];
        things->disc_height_sigma_mm = sigma_of_shared(f, HEIGHT);
        for (int i = 0; i < things->count; i++)
            move_along_sight(&things->thing[i], f->eye, f->z, f->shared[HEIGHT]);
        for (int i = 0; i < f->count; i++)
            note_place(f, &f->disc[i]);
    }
    free(f);
    return SQ_OK;
}
