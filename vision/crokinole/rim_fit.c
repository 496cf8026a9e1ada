/* The rim of a disc: edges along each of its directions, and the circle that most of them agree on. */
#include "vision/crokinole/rim_fit.h"

#include <math.h>
#include <string.h>

#include "vision/frame/simd.h"
#include "vision/geometry/disc.h"
#include "vision/math/cholesky.h"
#include "vision/math/odds.h"
#include "vision/math/tunable_number.h"

/* How far on either side of the rim expected edges are looked for, in radii: the circle may be that much off.
 */
SQ_NUMBER(REACH, 0.17);

/* How far an edge may lie off the rim and still agree with it, mm: half the width of a moulding. */
SQ_NUMBER(AGREES_MM, 0.45);

/* Neighbouring places err alike, by light and shadow: so many of them tell as much as one. */
SQ_NUMBER(ALIKE, 6.0);

/* An edge counts fully from so many times the least slope on. */
SQ_NUMBER(FULL_SLOPE, 3.0);

/* How far a circle is moved to where most edges agree, in radii. */
SQ_NUMBER(SEARCHED, 0.13);

/* Odds, nats, for each e-fold by which the edges agree more on one place than on another. Of 527 discs of
 * many makes 30 were on the wrong one of two edges, 8 of which agreed with 12 to 20 % more than the right one
 * did; 15 to 20 are likeliest. */
SQ_NUMBER(AGREEMENT_TELLS, 18.0);

/* Where less of a rim agrees, another circle is looked for in its place: that of the side's lower edge, of
 * the shadow, or half of each. How much the two agree with tells which is the rim. Of 234 discs on drawn and
 * ray-traced boards, half of them softened and noisy, over 2 mm off were: where at least half of the rim
 * agrees, 1 of 99 whose rival agrees with less than 0.85 of that, and 7 of 48 others. Lower, and wrong
 * regions are told for certain; higher, and a look takes longer. */
SQ_NUMBER(LOOKS_AROUND, 0.614);

/* Where so little agrees that rivals tell nothing, the rim may not show at all. The probability of that, and
 * the agreement below which it begins; it is all there a tenth lower. Of the same discs 2 of 36 that agree
 * with 0.45 to 0.5 were over 2 mm off, and 9 of 60 with less. Lower, and wrong regions are told for certain;
 * higher, and discs near lines are asked for nothing. */
SQ_NUMBER(WRONG_MOST, 0.2);
SQ_NUMBER(LITTLE_AGREES, 0.52);

enum { EDGES = 3 };

/* The edges along one direction, from the circle's rim outwards, mm. */
typedef struct {
    double cosine, sine;
    double skirt_mm; /* by how much the disc's side, seen below its face, may stand out there */
    double lean;     /* by how much what lies a millimetre lower stands out there */
    double bevel_mm; /* the flat face ends so far within the rim; 0: the edge is sharp */
    double low_mm;   /* by how much the rim stands out that lies lower than the face by as much */
    int count;
    double off_mm[EDGES], weight[EDGES];
} rim_place;

static void add_edge(rim_place *p, double off_mm, double weight) {
    int weakest = 0;
    if (p->count < EDGES) {
        p->off_mm[p->count] = off_mm;
        p->weight[p->count++] = weight;
        return;
    }
    for (int i = 1; i < EDGES; i++)
        if (p->weight[i] < p->weight[weakest]) weakest = i;
    if (p->weight[weakest] >= weight) return;
    p->off_mm[weakest] = off_mm;
    p->weight[weakest] = weight;
}

/* At each sample but the outermost, the steepest colour's slope over four samples. */
SQ_WIDE static void steepest_slopes(float level[SQ_PLANE_COLOURS][SQ_RIM_POINTS],
                                    float slope[SQ_RIM_POINTS]) {
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        for (int i = 2; i < SQ_RIM_POINTS - 2; i++) {
            const float *at = level[k] + i;
            float now = fabsf(at[1] - at[-1] + at[2] - at[-2]) * 0.6667f;
            slope[i] = now > slope[i] ? now : slope[i];
        }
}

/* The places along one direction, about so many millimetres from the middle, where the slope over all
 * colours is steepest. */
static void look_along(const sq_colour_planes *picture, const sq_disc *disc, double about_mm, double reach_mm,
                       double edge, rim_place *p) {
    float level[SQ_PLANE_COLOURS][SQ_RIM_POINTS] = {{0}}, slope[SQ_RIM_POINTS] = {0};
    double step_mm = 0.5 / disc->px_per_mm;
    int half = (int)(reach_mm / step_mm) + 3;
    if (half > SQ_RIM_POINTS / 2 - 1) {
        half = SQ_RIM_POINTS / 2 - 1;
        step_mm = reach_mm / (half - 3);
    }
    int count = 2 * half + 1;
    double to_px = 1 / (4 * step_mm * disc->px_per_mm); /* slopes are taken over four samples */
    sq_px from = sq_disc_point_along(disc, p->cosine, p->sine, about_mm - half * step_mm);
    sq_px to = sq_disc_point_along(disc, p->cosine, p->sine, about_mm + half * step_mm);
    sq_px step = {(to.x - from.x) / (count - 1), (to.y - from.y) / (count - 1)};
    sq_colour_planes_along(picture, from, step, count, (float *[]){level[0], level[1], level[2]});
    steepest_slopes(level, slope);
    for (int i = 2; i < count - 2; i++)
        slope[i] *= (float)to_px;
    for (int i = 3; i < count - 3; i++) {
        if ((double)slope[i] < edge || slope[i] < slope[i - 1] || slope[i] <= slope[i + 1]) continue;
        double in = (double)slope[i - 1], out = (double)slope[i + 1], bend = in - 2 * (double)slope[i] + out;
        double shift = bend < 0 ? 0.5 * (in - out) / bend : 0;
        add_edge(p, (i - half + shift) * step_mm, fmin((double)slope[i] / edge, FULL_SLOPE) / FULL_SLOPE);
    }
}

/* The edge of a place that agrees best with a rim moved by `by` (x, y, radius): its weight, and by how much
 * it is off. Where the side of the disc is seen, its lower edge may stand for the rim, and so may the edge of
 * the flat face where there is a bevel. */
static double agreement(const rim_place *p, const double by[3], double *off) {
    double best = 0, rim = by[0] * p->cosine + by[1] * p->sine + by[2];
    for (int i = 0; i < p->count; i++) {
        double r = p->off_mm[i] - rim, at[] = {r - p->low_mm, r - p->skirt_mm, r + p->bevel_mm};
        for (int k = 0; k < (p->bevel_mm > 0 ? 3 : 2); k++) {
            double share = k ? 0.9 : 1;
            double now = share * p->weight[i] * fmax(0, 1 - at[k] * at[k] / (AGREES_MM * AGREES_MM));
            if (now <= best) continue;
            best = now;
            *off = at[k];
        }
    }
    return best;
}

/* The same for a rim that is moved straight outwards, by steps: what is tried often is looked up. Half a step
 * is a tenth of what an edge may be off and agree. The places lie in parts of a wide register each, and each
 * part goes all around: after a few of them most of what is tried is known to be worse. */
#define STEP_MM 0.1
enum { STEPS = 160 };

typedef struct {
    int parts;
    float cosine[SQ_RIM_POINTS], sine[SQ_RIM_POINTS];
    float at[SQ_RIM_POINTS][STEPS + 1]; /* the middle step: not moved; the last: farther than is looked, 0 */
    float rest[SQ_RIM_POINTS / SQ_LANES]; /* as much as the parts after each can add */
} agreements;

static void list_edge(float at[STEPS], double off_mm, double weight) {
    double middle = off_mm / STEP_MM + STEPS / 2.0, half = AGREES_MM / STEP_MM;
    int last = (int)fmin(STEPS - 1, middle + half);
    for (int i = (int)fmax(0, ceil(middle - half)); i <= last; i++) {
        double off = (i - middle) / half;
        at[i] = fmaxf(at[i], (float)(weight * (1 - off * off)));
    }
}

/* What edges of one place agree with. Returns as much as they can. */
static float list_place(const rim_place *p, float at[STEPS + 1]) {
    double most = 0;
    memset(at, 0, (STEPS + 1) * sizeof *at);
    for (int i = 0; i < p->count; i++) {
        list_edge(at, p->off_mm[i] - p->low_mm, p->weight[i]);
        list_edge(at, p->off_mm[i] - p->skirt_mm, 0.9 * p->weight[i]);
        if (p->bevel_mm > 0) list_edge(at, p->off_mm[i] + p->bevel_mm, 0.9 * p->weight[i]);
        most = fmax(most, p->weight[i]);
    }
    return (float)most;
}

static void list_agreements(agreements *out, const rim_place *p, int count) {
    float rest = 0;
    out->parts = count / SQ_LANES;
    for (int part = out->parts - 1; part >= 0; part--) {
        out->rest[part] = rest;
        for (int i = 0; i < SQ_LANES; i++) {
            const rim_place *from = &p[i * out->parts + part];
            int k = part * SQ_LANES + i;
            out->cosine[k] = (float)from->cosine;
            out->sine[k] = (float)from->sine;
            rest += list_place(from, out->at[k]);
        }
    }
}

/* Which of `at` each place of a part has, one row after the other. move: x, y and radius, in steps. */
SQ_WIDE_PART void look_up(const agreements *a, int from, const float move[3], int which[SQ_LANES]) {
    for (int k = 0; k < SQ_LANES; k++) {
        float rim = move[0] * a->cosine[from + k] + move[1] * a->sine[from + k] + move[2];
        int step = (int)(rim + (STEPS + 1) / 2.0f);
        bool within = (step >= 0) & (step < STEPS); /* no branch */
        which[k] = (from + k) * (STEPS + 1) + (within ? step : STEPS);
    }
}

/* What all places agree with together; where that is less than `least`, it may be told too low. */
SQ_WIDE static float agreement_of_all(const agreements *a, const double by[3], float least) {
    const float move[3] = {(float)(by[0] / STEP_MM), (float)(by[1] / STEP_MM), (float)(by[2] / STEP_MM)};
    const float *at = a->at[0];
    float sum[4] = {0}, all = 0; /* added up beside one another: none waits for the one before */
    for (int part = 0; part < a->parts; part++) {
        int which[SQ_LANES];
        look_up(a, part * SQ_LANES, move, which);
        for (int k = 0; k < SQ_LANES; k++)
            sum[k % 4] += at[which[k]];
        all = sum[0] + sum[1] + sum[2] + sum[3];
        if (all + a->rest[part] < least) return all;
    }
    return all;
}

/* The shift (and the change of radius) that most edges agree on: a grid of so many places each way, then
 * smaller steps. */
static float search(const agreements *a, int grid, double pitch, bool radius_too, double by[3]) {
    float best = agreement_of_all(a, by, 0);
    double start[3] = {by[0], by[1], by[2]};
    int radii = radius_too ? grid : 1;
    for (int i = 0; i < grid * grid * radii; i++) {
        double trial[3] = {start[0] + (i % grid - grid / 2) * pitch,
                           start[1] + (i / grid % grid - grid / 2) * pitch,
                           start[2] + (radius_too ? (i / (grid * grid) - grid / 2) * pitch : 0)};
        float sum = agreement_of_all(a, trial, best);
        if (sum <= best) continue;
        best = sum;
        for (int k = 0; k < 3; k++)
            by[k] = trial[k];
    }
    for (double step = pitch / 2; step > 0.04; step /= 2)
        for (int k = 0; k < (radius_too ? 6 : 4); k++) {
            by[k / 2] += k % 2 ? step : -step;
            float sum = agreement_of_all(a, by, best);
            if (sum > best)
                best = sum;
            else
                by[k / 2] -= k % 2 ? step : -step;
        }
    return best;
}

/* The variance of an unknown, in those of the edges: its element of the inverse, by the matrix's factor. */
static double variance(const double factor[9], int n, int unknown) {
    double v[3] = {0}, sum = 0;
    v[unknown] = 1;
    sq_cholesky_forward(factor, n, 3, v);
    for (int k = 0; k < n; k++)
        sum += v[k] * v[k];
    return sum;
}

/* Least squares over the edges that agree; the normal matrix's inverse gives the deviation. */
static bool refine(const rim_place *p, bool radius_too, double by[3], sq_round_thing *t) {
    double each = 1, shown = 0, square = 0, weight = 0;
    int n = radius_too ? 3 : 2;
    for (int round = 0; round < 3; round++) {
        double a[9] = {0}, b[3] = {0};
        shown = square = weight = 0;
        for (int i = 0; i < SQ_RIM_POINTS; i++) {
            double row[3] = {p[i].cosine, p[i].sine, 1}, off = 0, vote = agreement(&p[i], by, &off);
            shown += vote > 0.1;
            square += vote * off * off;
            weight += vote;
            for (int j = 0; j < n; j++) {
                b[j] += vote * row[j] * off;
                for (int k = 0; k <= j; k++)
                    a[3 * j + k] += vote * row[j] * row[k];
            }
        }
        /* A rim of which less than a quarter shows is none. */
        if (shown < SQ_RIM_POINTS / 4.0 || !sq_cholesky_solve(a, n, 3, b)) return false;
        each = (variance(a, n, 0) + variance(a, n, 1)) / 2;
        for (int j = 0; j < n; j++)
            by[j] += b[j];
    }
    t->support = shown / SQ_RIM_POINTS;
    t->agreed = weight / SQ_RIM_POINTS;
    t->sigma_mm = sqrt(ALIKE * square / weight * each * weight / SQ_RIM_POINTS);
    t->wrong_circle = t->agreed > LOOKS_AROUND ? 0 : WRONG_MOST; /* until one has looked around */
    return true;
}

static void set_bevel(rim_place *p, int count, double bevel_mm) {
    for (int i = 0; i < count; i++) {
        p[i].bevel_mm = bevel_mm;
        p[i].low_mm = bevel_mm * p[i].lean;
    }
}

/* The edges about a disc in `count` directions, a divisor of SQ_RIM_POINTS. */
static void look_around_rim(const sq_round_thing *t, const sq_colour_planes *picture, const sq_camera *camera,
                            double z, double edge, int count, rim_place *p) {
    sq_mm3 eye = sq_camera_position(camera);
    sq_disc disc = {.at = t->at, .z = z, .radius_mm = t->radius_mm};
    const sq_direction *to = sq_rim_directions();
    sq_disc_place_circle(&disc, camera);
    for (int i = 0; i < count; i++, to += SQ_RIM_POINTS / count) {
        p[i] = (rim_place){.cosine = to->cosine, .sine = to->sine};
        p[i].lean = ((eye.x - t->at.x) * to->cosine + (eye.y - t->at.y) * to->sine) / (eye.z - z);
        p[i].skirt_mm = fmax(0, p[i].lean) * z;
        look_along(picture, &disc, disc.radius_mm, REACH * disc.radius_mm, edge, &p[i]);
    }
    set_bevel(p, count, t->bevel_mm);
}

void sq_rim_fit(sq_round_thing *t, const sq_colour_planes *picture, const sq_camera *camera, double z,
                double edge, double fixed_mm) {
    sq_round_thing now = *t;
    bool radius_too = !(fixed_mm > 0);
    if (!radius_too) now.radius_mm = fixed_mm;
    rim_place p[SQ_RIM_POINTS];
    agreements a;
    double by[3] = {0};
    look_around_rim(&now, picture, camera, z, edge, SQ_RIM_POINTS, p);
    list_agreements(&a, p, SQ_RIM_POINTS);
    int steps = (int)ceil(SEARCHED * now.radius_mm / AGREES_MM);
    search(&a, 2 * steps + 1, SEARCHED * now.radius_mm / steps, radius_too, by);
    if (!refine(p, radius_too, by, &now)) {
        t->support = t->agreed = 0;
        t->wrong_circle = 1;
        return;
    }
    now.at.x += by[0];
    now.at.y += by[1];
    now.radius_mm += by[2];
    *t = now;
}

/* Shapes that are tried, mm: radii from the expected one, by steps, and bevels. Less of a bevel is not told
 * from an edge that is blurred. A radius may have been taken from the flat faces, but hardly from what is
 * wider than discs. */
static const double radius_off_mm[] = {-0.6, -0.4, -0.2, 0, 0.2, 0.4, 0.6, 0.8, 1},
                    bevel_mm[] = {0, 0.6, 0.8, 1, 1.2, 1.4, 1.6};
enum { RADII = sizeof radius_off_mm / sizeof *radius_off_mm, BEVELS = sizeof bevel_mm / sizeof *bevel_mm };

/* Adds how much of a disc's rim agrees with each radius, wherever its middle is. about_mm: the expected
 * radius, from that with which the disc was measured. */
static void add_agreed(const agreements *a, double about_mm, double agreed[RADII]) {
    const int grid = 5; /* to 0.8 mm: a bevel moves the middle by half its width at most */
    for (int i = 0; i < RADII; i++) {
        double by[3] = {0, 0, about_mm + radius_off_mm[i]};
        agreed[i] += (double)search(a, grid, 4 * STEP_MM, false, by) / (a->parts * SQ_LANES);
    }
}

/* Keeps the radius with which most agrees, between steps. */
static void keep_best(const double agreed[RADII], double about_mm, double bevel, sq_rim_shape *best) {
    for (int i = 1; i < RADII - 1; i++) {
        if (agreed[i] <= best->agreed) continue;
        double bend = agreed[i - 1] - 2 * agreed[i] + agreed[i + 1];
        double shift = bend < 0 ? 0.5 * (agreed[i - 1] - agreed[i + 1]) / bend : 0;
        shift = fmin(0.5, fmax(-0.5, shift)) * (radius_off_mm[i + 1] - radius_off_mm[i]);
        *best = (sq_rim_shape){about_mm + radius_off_mm[i] + shift, bevel, agreed[i]};
    }
}

void sq_rim_shapes(const sq_round_thing *const disc[], int n, const sq_colour_planes *picture,
                   const sq_camera *camera, double z, double edge, double about_mm, sq_rim_shape *sharp,
                   sq_rim_shape *bevelled) {
    rim_place p[SQ_RIM_POINTS / 2]; /* half of them tell enough */
    agreements a;
    double agreed[BEVELS][RADII] = {{0}};
    for (int i = 0; i < n; i++) {
        look_around_rim(disc[i], picture, camera, z, edge, SQ_RIM_POINTS / 2, p);
        for (int k = 0; k < BEVELS; k++) {
            set_bevel(p, SQ_RIM_POINTS / 2, bevel_mm[k]);
            list_agreements(&a, p, SQ_RIM_POINTS / 2);
            add_agreed(&a, about_mm - disc[i]->radius_mm, agreed[k]);
        }
    }
    *sharp = *bevelled = (sq_rim_shape){.radius_mm = about_mm};
    for (int k = 0; k < BEVELS; k++)
        keep_best(agreed[k], about_mm, bevel_mm[k], k ? bevelled : sharp);
    sharp->agreed /= n;
    bevelled->agreed /= n;
}

void sq_rim_look_around(sq_round_thing *t, const sq_colour_planes *picture, const sq_camera *camera, double z,
                        double edge) {
    const sq_round_thing first = *t;
    sq_round_thing beside[5 * 5];
    double rival = 0;
    int n = 0;
    if (first.agreed > LOOKS_AROUND) return; /* hardly any is wrong */
    for (int x = -2; x <= 2; x++)
        for (int y = -2; y <= 2; y++) {
            sq_round_thing *now = &beside[n++];
            *now = first;
            now->at = (sq_mm){first.at.x + x * first.radius_mm / 4, first.at.y + y * first.radius_mm / 4};
            sq_rim_fit(now, picture, camera, z, edge, first.radius_mm);
            if (now->agreed > t->agreed) *t = *now;
        }
    for (int i = 0; i < n; i++)
        if (sq_mm_distance(beside[i].at, t->at) > SEARCHED * first.radius_mm)
            rival = fmax(rival, beside[i].agreed);
    double little = WRONG_MOST * fmin(1, fmax(0, 10 * (LITTLE_AGREES - t->agreed)));
    t->wrong_circle = fmax(little, sq_from_log_odds(AGREEMENT_TELLS * log(rival / t->agreed)));
}

/* The same disc where the edge of its side that is seen is taken for that of its face, or the other way:
 * moved towards the eye's foot by the length of the side that is seen, or away from it. */
static sq_round_thing fit_beside(const sq_round_thing *t, const sq_colour_planes *picture,
                                 const sq_camera *camera, double z, double edge, int way) {
    sq_mm3 eye = sq_camera_position(camera);
    sq_round_thing beside = *t;
    double drop = way * z / (eye.z - z);
    beside.at.x += drop * (eye.x - t->at.x);
    beside.at.y += drop * (eye.y - t->at.y);
    sq_rim_fit(&beside, picture, camera, z, edge, t->radius_mm);
    return beside;
}

/* The log-odds that one of two circles is the rim, and not the other: by how much more agrees with it, and by
 * where it lies. A disc whose rim is farther from the eye shows the lower edge of its side nearer to it: it
 * explains both circles, and the one that is nearer to the eye explains but itself. Of 26 pairs with which
 * nearly as much agrees, on drawn boards of many makes, the farther one was the rim each time: 3 nats. */
static double is_rim(const sq_round_thing *t, const sq_round_thing *other, sq_mm3 eye) {
    const sq_mm foot = {eye.x, eye.y};
    bool farther = sq_mm_distance(t->at, foot) > sq_mm_distance(other->at, foot);
    return AGREEMENT_TELLS * log(t->agreed / other->agreed) + (farther ? 3 : -3);
}

void sq_rim_settle(sq_round_thing *t, const sq_colour_planes *picture, const sq_camera *camera, double z,
                   double edge) {
    const sq_mm3 eye = sq_camera_position(camera);
    sq_round_thing first = *t, rival = {.agreed = 0};
    if (!(first.agreed > 0)) return;
    for (int way = -1; way <= 1; way += 2) {
        sq_round_thing beside = fit_beside(&first, picture, camera, z, edge, way);
        if (!(beside.agreed > 0) || sq_mm_distance(beside.at, first.at) < SEARCHED * first.radius_mm)
            continue;
        if (is_rim(&beside, t, eye) > 0) {
            rival = *t;
            *t = beside;
        } else if (!(rival.agreed > 0) || is_rim(&beside, &rival, eye) > 0)
            rival = beside;
    }
    if (!(rival.agreed > 0)) return;
    double other = sq_from_log_odds(is_rim(&rival, t, eye));
    t->rival_mm = sqrt(other * (1 - other)) * sq_mm_distance(t->at, rival.at);
    t->sigma_mm = hypot(t->sigma_mm, t->rival_mm);
}
