/* Round things: votes of slopes for middles, circles climbed into place, the radius that discs share. */
#include "vision/crokinole/round_things.h"

#include <stdlib.h>
#include <string.h>

#include "rules/crokinole/terms.h"
#include "vision/crokinole/board_light.h"
#include "vision/crokinole/rim_fit.h"
#include "vision/frame/simd.h"
#include "vision/geometry/disc.h"
#include "vision/math/median.h"
#include "vision/math/peaks.h"
#include "vision/math/tunable_number.h"

/* Radii of discs, in parts of the outer line's: 0.048 to 0.060 are measured on boards. */
SQ_NUMBER(RADIUS_LEAST, 0.0475);
SQ_NUMBER(RADIUS_MOST, 0.0610);

/* A disc's height in parts of its width: 10 mm of 29, 9.5 mm of 32. */
SQ_NUMBER(HEIGHT_SHARE, 0.325);

/* By how much a disc's height is not known before any is seen, as a share of it. */
SQ_NUMBER(HEIGHT_LOG_SIGMA, 0.06);

/* How far from the middle is looked, in outer radii: the ditch ends at 1.3. */
SQ_NUMBER(REACH, 1.33);

/* Where slopes become edges: times the median slope of the picture; and levels a pixel, at least. */
SQ_NUMBER(EDGE_NOISES, 2.5f);
SQ_NUMBER(EDGE_LEAST, 2.0f);

/* The share of a rim that must vote for its middle. */
SQ_NUMBER(VOTES_LEAST, 0.3);

/* How surely a disc's radius is known, mm, before any is measured; it counts beside the radii that are
 * measured like so many of them. */
SQ_NUMBER(RADIUS_SIGMA_MM, 0.25);
SQ_NUMBER(RADIUS_LIKE, 2.0);

/* Peaks so near to each other, in disc radii, are of one place, and half as near of one circle. A disc's side
 * and shadow have peaks up to half a radius off; discs that lie side by side are 2 radii apart. Smaller, and
 * peaks of one disc take the room of others; larger than 1, and a disc's shadow takes its neighbour's. */
SQ_NUMBER(SAME_PLACE, 0.6);

#define USUAL_MM (0.053 * SQ_BOARD_OUTER_MM) /* the radius of tournament discs, with which is begun */

enum { DISC_PX = 16, PEAKS = 8192 };

typedef struct {
    const sq_seen_board *board;
    const sq_colour_planes *picture;
    sq_colour_planes small; /* where the picture is larger than discs need */
    const sq_colour_planes *level;
    int factor;
    int x0, y0, w, h; /* the window of `level` that is looked at */
    int16_t *gx, *gy; /* slopes of the steepest colour, eighths of a level a pixel */
    float *votes;
    float *smooth;           /* lies where the slopes were, which are not needed any more then */
    float edge;              /* slope of an edge, eighths */
    sq_peak *peaks;          /* room for twice as many as are kept */
    double middle_px_per_mm; /* of `level`, at the board's middle */
    double middle_scale, scale_x, scale_y; /* px a mm of `level` at the window's (x, y): linear */
} finder;

double sq_disc_height_mm(double radius_mm) {
    return 2 * HEIGHT_SHARE * radius_mm;
}

static void set_window(finder *f) {
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        double a = 2 * M_PI * i / SQ_RIM_POINTS, r = REACH * SQ_BOARD_OUTER_MM;
        sq_px p = sq_shrunk_from_px(sq_px_from_mm3(&f->board->camera, (sq_mm3){r * cos(a), r * sin(a), 0}),
                                    f->factor);
        x0 = fmin(x0, p.x);
        x1 = fmax(x1, p.x);
        y0 = fmin(y0, p.y);
        y1 = fmax(y1, p.y);
    }
    f->x0 = (int)fmax(0, x0);
    f->y0 = (int)fmax(0, y0);
    f->w = (int)fmin(f->level->width, x1 + 2) - f->x0;
    f->h = (int)fmin(f->level->height, y1 + 2) - f->y0;
}

/* Pixels of `level` to a millimetre at a place of it. */
static double scale_at(const finder *f, double x, double y) {
    return f->middle_scale + f->scale_x * x + f->scale_y * y;
}

static void set_scale(finder *f) {
    const sq_camera *c = &f->board->camera;
    double r = SQ_BOARD_OUTER_MM, s[4];
    static const int sides[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    sq_px at[4];
    for (int i = 0; i < 4; i++) {
        sq_mm3 p = {r * sides[i][0], r * sides[i][1], 0};
        s[i] = sq_px_per_mm(c, p) / f->factor;
        at[i] = sq_shrunk_from_px(sq_px_from_mm3(c, p), f->factor);
    }
    f->scale_x = (s[0] - s[1]) / (at[0].x - at[1].x);
    f->scale_y = (s[2] - s[3]) / (at[2].y - at[3].y);
    f->middle_scale =
        (s[0] + s[1]) / 2 - f->scale_x * (at[0].x + at[1].x) / 2 - f->scale_y * (at[0].y + at[1].y) / 2;
}

/* Sobel's slopes of one row of one colour, kept where they are steeper than what is there. */
SQ_WIDE static void slope_row(const uint8_t *restrict up, const uint8_t *restrict row,
                              const uint8_t *restrict down, int n, int16_t *restrict gx,
                              int16_t *restrict gy) {
    for (int x = 1; x < n - 1; x++) {
        int a = (up[x + 1] + 2 * row[x + 1] + down[x + 1]) - (up[x - 1] + 2 * row[x - 1] + down[x - 1]);
        int b = (down[x - 1] + 2 * down[x] + down[x + 1]) - (up[x - 1] + 2 * up[x] + up[x + 1]);
        int now = a * a + b * b, was = gx[x] * gx[x] + gy[x] * gy[x];
        gx[x] = (int16_t)(now > was ? a : gx[x]);
        gy[x] = (int16_t)(now > was ? b : gy[x]);
    }
}

/* By how much the levels of a place differ from any edge along a row or column and any even slope (Immerkaer,
 * Computer Vision and Image Understanding 64, 1996). Of noise the median is that of Sobel's slopes; grain is
 * smooth along the wood, and has little of it. A JPEG's chroma is of two pixels each: those two apart are
 * compared. */
static float unevenness(const finder *f, int x, int y) {
    int stride = f->level->width, most = 0;
    for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
        const uint8_t *row = f->level->level[k] + (f->y0 + y) * stride + f->x0 + x, *up = row - 2 * stride,
                      *down = row + 2 * stride;
        int corners = up[-2] + up[2] + down[-2] + down[2], sides = up[0] + down[0] + row[-2] + row[2];
        int now = abs(corners - 2 * sides + 4 * row[0]);
        most = now > most ? now : most;
    }
    return (float)most;
}

/* So far apart are the places of which medians are taken, a disc and a pixel: a board has tens of thousands
 * of them. No usual width of a picture is a multiple of it. */
static const int every = 2 * DISC_PX + 1;

static float median_unevenness(const finder *f) {
    int n = 0;
    for (int y = 2; y < f->h - 2; y++)
        for (int x = 2 + y * DISC_PX % every; x < f->w - 2; x += every)
            f->votes[n++] = unevenness(f, x, y);
    return n ? sq_median(f->votes, n) : 0;
}

static void find_slopes(finder *f) {
    int stride = f->level->width;
    memset(f->gx, 0, sizeof *f->gx * (size_t)(f->w * f->h));
    memset(f->gy, 0, sizeof *f->gy * (size_t)(f->w * f->h));
    for (int y = 1; y < f->h - 1; y++)
        for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
            const uint8_t *row = f->level->level[k] + (size_t)(f->y0 + y) * (size_t)stride + (size_t)f->x0;
            slope_row(row - stride, row, row + stride, f->w, f->gx + y * f->w, f->gy + y * f->w);
        }
    int n = 0, most = f->w * f->h;
    for (int i = 0; i < most; i += every)
        f->votes[n++] = sqrtf((float)(f->gx[i] * f->gx[i] + f->gy[i] * f->gy[i]));
    f->edge = fmaxf(8 * EDGE_LEAST, EDGE_NOISES * sq_median(f->votes, n));
}

enum { VOTERS = 64 };

/* What votes, of one row: edges, their slopes, and the radii that are tried, in pixels. */
typedef struct {
    int count;
    float x[VOTERS], gx[VOTERS], gy[VOTERS], per[VOTERS], least[VOTERS], most[VOTERS];
} voters;

/* The places in the window for which they vote, on one side, with a radius that is so much more than the
 * least; -1: none. */
SQ_WIDE static void aim(const voters *v, float y, float side, float more, int w, int h, int place[VOTERS]) {
    for (int k = 0; k < VOTERS; k++) {
        float radius = v->least[k] + more;
        int px = (int)(v->x[k] + side * radius * v->gx[k] * v->per[k] + 0.5f);
        int py = (int)(y + side * radius * v->gy[k] * v->per[k] + 0.5f);
        bool in = (radius < v->most[k]) & ((unsigned)px < (unsigned)w) & ((unsigned)py < (unsigned)h);
        place[k] = in ? py * w + px : -1;
    }
}

static void cast_votes(finder *f, const voters *v, int y) {
    float widest = 0;
    for (int k = 0; k < v->count; k++)
        widest = fmaxf(widest, v->most[k] - v->least[k]);
    for (float more = 0; more < widest; more++)
        for (int side = -1; side <= 1; side += 2) {
            int place[VOTERS];
            aim(v, (float)y, (float)side, more, f->w, f->h, place);
            for (int k = 0; k < v->count; k++)
                if (place[k] >= 0) f->votes[place[k]] += 1;
        }
}

static void vote(finder *f) {
    voters v = {0};
    memset(f->votes, 0, sizeof *f->votes * (size_t)(f->w * f->h));
    float edge2 = f->edge * f->edge;
    for (int y = 1; y < f->h - 1; y++) {
        const int16_t *across = f->gx + y * f->w, *down = f->gy + y * f->w;
        v.count = 0;
        for (int x = 1; x < f->w - 1; x++) {
            float gx = across[x], gy = down[x], m2 = gx * gx + gy * gy;
            if (!(m2 > edge2)) continue;
            float scale = (float)(scale_at(f, x + f->x0, y + f->y0) * SQ_BOARD_OUTER_MM);
            int k = v.count++;
            v.x[k] = (float)x;
            v.gx[k] = gx;
            v.gy[k] = gy;
            v.per[k] = 1 / sqrtf(m2);
            v.least[k] = (float)RADIUS_LEAST * scale;
            v.most[k] = (float)RADIUS_MOST * scale;
            if (v.count < VOTERS) continue;
            cast_votes(f, &v, y);
            v.count = 0;
        }
        cast_votes(f, &v, y);
    }
}

/* Sums over 3 x 3 places: of columns first. The votes are not needed any more then. */
static void smooth_votes(finder *f) {
    int w = f->w;
    float *sum = f->votes; /* of a row, its columns' */
    memset(f->smooth, 0, sizeof *f->smooth * (size_t)(w * f->h));
    for (int y = 1; y < f->h - 1; y++, sum += w) {
        float *smooth = f->smooth + y * w;
        for (int x = 0; x < w; x++)
            sum[x] += sum[w + x] + sum[2 * w + x];
        for (int x = 1; x < w - 1; x++)
            smooth[x] = sum[x - 1] + sum[x] + sum[x + 1];
    }
}

enum { AROUND = 16 };

/* Where the ground may be the hole's, as far from the middle: a hole is up to 4 mm wider than a disc, and up
 * to 2 mm off. */
static bool ground_may_be_hole(const sq_round_thing *t) {
    static const double widest = 1.25; /* disc radii */
    return hypot(t->at.x, t->at.y) < widest * t->radius_mm;
}

/* A disc there, of which most of the rim shows: part of its ground is the hole's. */
static bool lies_over_hole_edge(const sq_round_thing *t) {
    return hypot(t->at.x, t->at.y) > t->radius_mm / 2 && ground_may_be_hole(t) && 2 * t->support > 1;
}

/* How far a face is from the ground about it in most directions: of ground of two colours the median of each
 * channel alone may be the face's own. ground: of two rings. */
static float ground_apart(const float face[SQ_PLANE_COLOURS], float ground[SQ_PLANE_COLOURS][2 * AROUND]) {
    float apart[AROUND] = {0};
    for (int i = 0; i < AROUND; i++)
        for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
            float mean = 0;
            for (int near = i + AROUND - 1; near <= i + AROUND + 1; near++) /* less noise */
                mean += (ground[k][near % AROUND] + ground[k][near % AROUND + AROUND]) / 6;
            apart[i] = hypotf(apart[i], mean - face[k]);
        }
    return sq_median(apart, AROUND);
}

void sq_colours_around(const sq_colour_planes *picture, const sq_disc *disc, double radius_mm, int n,
                       float *const level[SQ_PLANE_COLOURS]) {
    const sq_direction *to = sq_rim_directions();
    for (int i = 0; i < n; i++, to += SQ_RIM_POINTS / n) {
        float v[SQ_PLANE_COLOURS];
        sq_colour_planes_between(picture, sq_disc_point_along(disc, to->cosine, to->sine, radius_mm), v);
        for (int k = 0; k < SQ_PLANE_COLOURS; k++)
            level[k][i] = v[k];
    }
}

/* The mean deviation of a face's levels, each from the median of its ring: rings that are painted or turned
 * on a disc, and a hole in its middle, are its own. */
static float spread_of_rings(const float *level, int rings) {
    float sum = 0, order[AROUND];
    for (int r = 0; r < rings; r++) {
        memcpy(order, level + r * AROUND, sizeof order);
        float usual = sq_median(order, AROUND);
        for (int i = 0; i < AROUND; i++)
            sum += fabsf(level[r * AROUND + i] - usual) / (float)(rings * AROUND);
    }
    return sum;
}

/* The share of the face's samples that are nearer to the ground's colour than to its own: letters and leaves
 * have ground between their strokes. */
static float share_of_ground(const sq_round_thing *t, const float *const in[SQ_PLANE_COLOURS], int n) {
    int ground = 0;
    for (int i = 0; i < n; i++) {
        float to_face = 0, to_ground = 0;
        for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
            to_face += (in[k][i] - t->face[k]) * (in[k][i] - t->face[k]);
            to_ground += (in[k][i] - t->around[k]) * (in[k][i] - t->around[k]);
        }
        ground += to_ground < to_face;
    }
    return (float)ground / (float)n;
}

/* The colour of the face, and of a ring about it: medians of samples. */
static void take_colours(const finder *f, sq_round_thing *t, double z) {
    enum { ROUNDS = 3 };
    static const double inner[ROUNDS] = {0.25, 0.5, 0.75}, outer[2] = {1.2, 1.35};
    sq_disc disc = {.at = t->at, .z = z, .radius_mm = t->radius_mm};
    float in[SQ_PLANE_COLOURS][ROUNDS * AROUND], as_read[SQ_PLANE_COLOURS][ROUNDS * AROUND],
        out[SQ_PLANE_COLOURS][2 * AROUND];
    sq_disc_place_circle(&disc, &f->board->camera);
    for (int r = 0; r < ROUNDS; r++)
        sq_colours_around(f->picture, &disc, inner[r] * t->radius_mm, AROUND,
                          (float *[]){in[0] + r * AROUND, in[1] + r * AROUND, in[2] + r * AROUND});
    for (int r = 0; r < 2; r++)
        sq_colours_around(f->picture, &disc, outer[r] * t->radius_mm, AROUND,
                          (float *[]){out[0] + r * AROUND, out[1] + r * AROUND, out[2] + r * AROUND});
    memcpy(as_read, in, sizeof in);
    t->spread = 0;
    for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
        t->spread += spread_of_rings(in[k], ROUNDS) / SQ_PLANE_COLOURS; /* before they are put in order */
        t->face[k] = sq_median(in[k], ROUNDS * AROUND);
    }
    float apart = ground_apart(t->face, out);
    t->contrast = 0;
    for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
        t->around[k] = sq_median(out[k], 2 * AROUND);
        t->contrast = hypotf(t->contrast, t->face[k] - t->around[k]);
    }
    t->ground_share =
        share_of_ground(t, (const float *[]){as_read[0], as_read[1], as_read[2]}, ROUNDS * AROUND);
    if (lies_over_hole_edge(t)) t->contrast = fmaxf(t->contrast, apart);
}

/* Whether so near to one of the first n another disc cannot lie. */
static bool is_beside(const sq_round_things *out, int n, const sq_round_thing *t, double radii) {
    for (int i = 0; i < n; i++)
        if (sq_mm_within(out->thing[i].at, t->at, radii * t->radius_mm)) return true;
    return false;
}

/* Whether a peak is a stronger one's once more. But a pale disc's shadow, or the side of a high one, may have
 * more votes than its rim: what all of a rim votes for is looked at too. */
static bool is_known(const finder *f, const sq_round_things *out, const sq_round_thing *t, float votes) {
    bool whole = (double)votes > 2 * M_PI * USUAL_MM * f->middle_px_per_mm;
    return is_beside(out, out->count, t, whole ? SAME_PLACE / 2 : SAME_PLACE);
}

/* The strongest places of the votes: where texture has more of them than there is room for, the weakest are
 * left out, not those at the picture's end. */
static void take_things(const finder *f, sq_round_things *out) {
    float least = (float)(VOTES_LEAST * 2 * M_PI * USUAL_MM * f->middle_px_per_mm);
    int n = sq_peaks_find(f->smooth, f->w, f->h, least, PEAKS, f->peaks);
    for (int i = 0; i < n && out->count < SQ_ROUND_CAP; i++) {
        sq_round_thing t = {.radius_mm = USUAL_MM};
        sq_px at = sq_px_from_shrunk((sq_px){f->peaks[i].x + f->x0, f->peaks[i].y + f->y0}, f->factor);
        t.at = sq_mm_from_px(&f->board->camera, at, sq_disc_height_mm(USUAL_MM));
        if (hypot(t.at.x, t.at.y) < REACH * SQ_BOARD_OUTER_MM && !is_known(f, out, &t, f->peaks[i].height))
            out->thing[out->count++] = t;
    }
}

static void fit(const finder *f, const sq_round_things *out, sq_round_thing *t, double fixed_mm) {
    double z = sq_disc_height_mm(fixed_mm > 0 ? fixed_mm : USUAL_MM);
    sq_rim_fit(t, f->picture, &f->board->camera, z, out->noise, fixed_mm);
}

static bool at_middle(const finder *f, const sq_round_thing *t) {
    return sq_mm_distance(t->at, f->board->ring[SQ_RING_FIFTEEN].middle) < t->radius_mm;
}

bool sq_round_thing_in_ditch(const sq_round_thing *t) {
    return hypot(t->at.x, t->at.y) > SQ_BOARD_OUTER_MM;
}

/* The median of those whose rims show best. */
double sq_disc_rulers_radius(const sq_disc_rulers *rulers, int side, double *sigma_mm) {
    float radius[SQ_BOARD_DISC_CAP];
    int n = 0;
    for (float least = 0.9f; n < 3 && least > 0.6f; least -= 0.1f) {
        n = 0;
        for (int i = 0; i < rulers->count; i++)
            if (rulers->support[i] > least && (side == SQ_BOARD_SIDES || rulers->side[i] == side))
                radius[n++] = rulers->radius_mm[i];
    }
    double median = n ? (double)sq_median(radius, n) : 0,
           square = RADIUS_LIKE * RADIUS_SIGMA_MM * RADIUS_SIGMA_MM;
    for (int i = 0; i < n; i++)
        square += (radius[i] - median) * (radius[i] - median);
    *sigma_mm = sqrt(square / (RADIUS_LIKE + n) / SQ_BOARD_SIDES);
    return median;
}

/* The radii of those of the things with the most votes, on the board or in its ditch, of which most of a rim
 * shows. The hole is none of them. */
static sq_disc_rulers measure_radii(const finder *f, sq_round_things *out, bool ditch) {
    sq_disc_rulers rulers = {0};
    int tried = 0;
    for (int i = 0; i < out->count && tried < SQ_ROUND_RULERS; i++) {
        sq_round_thing t = out->thing[i];
        if (at_middle(f, &t) || sq_round_thing_in_ditch(&t) != ditch || is_beside(out, i, &t, SAME_PLACE))
            continue;
        fit(f, out, &t, 0);
        tried++;
        if (2 * t.support < 1) continue;
        out->ruler[rulers.count] = i;
        rulers.radius_mm[rulers.count] = (float)t.radius_mm;
        rulers.side[rulers.count] = SQ_BOARD_SIDES;
        rulers.support[rulers.count++] = (float)t.support;
    }
    out->rulers = rulers.count;
    return rulers;
}

/* Where there is no room, the oldest give way. */
static void add_rulers(sq_disc_rulers *to, const sq_disc_rulers *more) {
    int over = to->count + more->count - SQ_BOARD_DISC_CAP;
    if (over > 0) {
        size_t left = (size_t)(to->count -= over);
        memmove(to->radius_mm, to->radius_mm + over, left * sizeof *to->radius_mm);
        memmove(to->support, to->support + over, left * sizeof *to->support);
        memmove(to->side, to->side + over, left * sizeof *to->side);
    }
    memcpy(to->radius_mm + to->count, more->radius_mm, (size_t)more->count * sizeof *to->radius_mm);
    memcpy(to->support + to->count, more->support, (size_t)more->count * sizeof *to->support);
    memcpy(to->side + to->count, more->side, (size_t)more->count * sizeof *to->side);
    to->count += more->count;
}

/* In the ditch discs lie lower, and are seen smaller: theirs counts where none lies on the board. Returns
 * whether any disc tells. */
static bool learn_radii(const finder *f, sq_disc_rulers *rulers, sq_round_things *out, double *ditch_mm) {
    double sigma, ditch_sigma;
    sq_disc_rulers in_ditch = measure_radii(f, out, true), on_board = measure_radii(f, out, false);
    if (rulers) {
        add_rulers(rulers, &on_board);
        on_board = *rulers;
    }
    double board = sq_disc_rulers_radius(&on_board, SQ_BOARD_SIDES, &sigma),
           ditch = sq_disc_rulers_radius(&in_ditch, SQ_BOARD_SIDES, &ditch_sigma);
    out->disc_radius_sigma_mm = board > 0 ? sigma : ditch_sigma;
    out->disc_radius_mm = board > 0 ? board : ditch > 0 ? ditch : USUAL_MM;
    out->disc_height_mm = sq_disc_height_mm(out->disc_radius_mm);
    out->disc_height_sigma_mm = HEIGHT_LOG_SIGMA * out->disc_height_mm;
    *ditch_mm = ditch > 0 ? ditch : out->disc_radius_mm;
    return board > 0 || ditch > 0;
}

/* What the board usually looks like as far from its middle, all around: discs and figures are few. A gap
 * between discs differs from what is about it, but not from this. What lies over the hole's edge covers most
 * of its ring itself, and is not compared. */
static void compare_with_board(const finder *f, sq_round_thing *t) {
    float level[SQ_PLANE_COLOURS][SQ_RIM_POINTS], v[SQ_PLANE_COLOURS], off = 0;
    double r = hypot(t->at.x, t->at.y);
    if (ground_may_be_hole(t) && 2 * t->support > 1) return;
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        double a = 2 * M_PI * i / SQ_RIM_POINTS;
        sq_px p = sq_px_from_mm3(&f->board->camera, (sq_mm3){r * cos(a), r * sin(a), 0});
        sq_colour_planes_between(f->picture, p, v);
        for (int k = 0; k < SQ_PLANE_COLOURS; k++)
            level[k][i] = v[k];
    }
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        off = hypotf(off, t->face[k] - sq_median(level[k], SQ_RIM_POINTS));
    t->contrast = fminf(t->contrast, 2 * off);
}

/* A circle of any radius at the hole. What is narrower than the hole's edge is a disc's rim: that of a flat
 * face with a bevel as dark as the hole about it, or of a whole disc where those on the board show their flat
 * faces alone. But a narrow hole's edge may be as wide as the latter; so it is where no disc has told the
 * radius (known). */
static void fit_circle_at_hole(const finder *f, const sq_round_things *out, bool known, sq_round_thing *t) {
    static const double narrowest = 1.06; /* hole, in disc radii */
    sq_round_thing own = *t;
    if (!at_middle(f, t)) return;
    fit(f, out, &own, 0);
    if (own.support < SQ_WHOLE_RIM || own.agreed < t->agreed) return;
    bool hole = own.radius_mm > narrowest * t->radius_mm;
    own.shows_edge = t->shows_edge = hole || own.radius_mm > t->radius_mm + 2 * out->disc_radius_sigma_mm;
    if (own.radius_mm < t->radius_mm || (known && !hole)) *t = own;
}

static void fit_all(const finder *f, sq_round_things *out, double ditch_mm, bool known) {
    sq_board_light light;
    sq_board_light_measure(&light, f->picture, f->board);
    out->overexposed = light.overexposed;
    out->brightness = light.brightness;
    for (int i = 0; i < out->count; i++) {
        fit(f, out, &out->thing[i], sq_round_thing_in_ditch(&out->thing[i]) ? ditch_mm : out->disc_radius_mm);
        fit_circle_at_hole(f, out, known, &out->thing[i]);
        out->thing[i].light = sq_board_light_about(&light, out->thing[i].at, out->disc_radius_mm);
        take_colours(f, &out->thing[i], out->disc_height_mm);
        compare_with_board(f, &out->thing[i]);
    }
}

static sq_code prepare(finder *f, sq_diag *d) {
    double disc_px = USUAL_MM * sq_px_per_mm(&f->board->camera, (sq_mm3){0, 0, 0});
    f->factor = (int)fmax(1, disc_px / DISC_PX + 0.3);
    f->level = f->picture;
    sq_code code = SQ_OK;
    if (f->factor > 1) {
        code = sq_colour_planes_shrink(&f->small, f->picture, f->factor, d);
        f->level = &f->small;
    }
    if (code) return code;
    set_window(f);
    set_scale(f);
    f->middle_px_per_mm = disc_px / USUAL_MM / f->factor;
    size_t n = (size_t)f->w * (size_t)f->h;
    f->smooth = malloc(n * sizeof *f->smooth);
    f->votes = malloc(n * sizeof *f->votes);
    f->peaks = malloc(2 * PEAKS * sizeof *f->peaks);
    if (!f->smooth || !f->votes || !f->peaks)
        return sq_fail(d, SQ_E_MEMORY, "the discs: not enough memory; close other programs");
    f->gx = (int16_t *)f->smooth;
    f->gy = f->gx + n;
    return SQ_OK;
}

static void release(finder *f) {
    free(f->smooth);
    free(f->votes);
    free(f->peaks);
    sq_colour_planes_free(&f->small);
}

sq_code sq_round_things_find(const sq_colour_planes *picture, const sq_seen_board *b, sq_disc_rulers *rulers,
                             sq_round_things *out, sq_diag *d) {
    finder f = {.board = b, .picture = picture};
    double ditch_mm = 0;
    *out = (sq_round_things){0};
    sq_code code = prepare(&f, d);
    if (!code) {
        find_slopes(&f);
        out->noise = f.edge / 8;
        vote(&f);
        smooth_votes(&f);
        take_things(&f, out);
        bool known = learn_radii(&f, rulers, out, &ditch_mm);
        fit_all(&f, out, ditch_mm, known);
    }
    release(&f);
    return code;
}

sq_code sq_round_things_pixel_noise(sq_round_things *things, const sq_colour_planes *picture,
                                    const sq_seen_board *b, sq_diag *d) {
    finder f = {.board = b, .picture = picture};
    sq_code code = prepare(&f, d);
    if (!code)
        things->pixel_noise =
            fmin(things->noise, (double)fmaxf(EDGE_LEAST, EDGE_NOISES * median_unevenness(&f) / 8));
    release(&f);
    return code;
}
