/* Tries each place of a window: reads the steps about a circle there, and takes the circle at which most are
 * alike. Its place is then refined by where the step is half done. */
#include "vision/explain/outlined_discs.h"

#include <math.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/pale_winks.h"
#include "vision/explain/pile_search.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/math/cholesky.h"
#include "vision/math/median.h"
#include "vision/position/position.h"

/* By how much the picture differs from the felt at a place; false where that is not seen. */
static bool read_from_felt(const sq_window *w, sq_px p, float by[3]) {
    if (!sq_window_rgb_at(w, p, by)) return false;
    for (int c = 0; c < 3; c++)
        by[c] -= 1;
    return true;
}

/* How far from a rim both its sides are read, pixels: beyond the blur. A place that is off by less still has
 * the rim between them. */
static double away_px(const sq_outline_view *v) {
    return fmax(2 * v->blur_px, 1);
}

static bool on_another(const sq_outline_view *v, sq_px p, double margin_mm) {
    for (int i = 0; i < v->others; i++)
        if (sq_disc_distance(&v->other[i], p.x, p.y, 0, 0) < margin_mm) return true;
    return false;
}

static float product(const float a[3], const float b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Whether a difference from the felt is nearer to the step than to none, in all three colours together. */
static bool is_like(const float by[3], const float step[3]) {
    float off[3] = {by[0] - step[0], by[1] - step[1], by[2] - step[2]};
    return 4 * product(off, off) < product(step, step);
}

/* Whether something else lies beside a face there: the picture is nearer to the face than to the felt. Where
 * a codec has left two winks that touch no colour that tells them apart, neither is known before the other.
 */
static bool goes_on(const float face[3], const float beyond[3]) {
    float in[3], out[3];
    for (int c = 0; c < 3; c++) {
        in[c] = face[c] - 1;
        out[c] = beyond[c] - 1;
    }
    return 4 * product(out, out) > product(in, in);
}

/* Reads the steps at every so manieth direction of a rim; gives their number, or -1 where one of them lies
 * out of the window. */
static int read_steps(float by[SQ_RIM_POINTS][3], const sq_disc *d, const sq_outline_view *v, int every) {
    const sq_direction *to = sq_rim_directions();
    double away = away_px(v) / d->px_per_mm, r = d->radius_mm;
    int n = 0;
    for (int i = 0; i < SQ_RIM_POINTS; i += every) {
        float face[3], felt[3];
        sq_px in = sq_disc_point_along(d, to[i].cosine, to[i].sine, r - away),
              out = sq_disc_point_along(d, to[i].cosine, to[i].sine, r + away);
        if (on_another(v, in, away) || on_another(v, out, away)) continue;
        if (!sq_window_rgb_at(v->window, in, face) || !sq_window_rgb_at(v->window, out, felt)) return -1;
        if (v->is_coarse && goes_on(face, felt)) continue;
        for (int c = 0; c < 3; c++)
            by[n][c] = face[c] - felt[c];
        n++;
    }
    return n;
}

/* Sets step and support from n steps. */
static void compare_steps(sq_outlined_disc *o, float by[SQ_RIM_POINTS][3], int n) {
    float one[SQ_RIM_POINTS];
    int alike = 0;
    for (int c = 0; c < 3; c++) {
        for (int i = 0; i < n; i++)
            one[i] = by[i][c];
        o->step[c] = sq_median(one, n);
    }
    for (int i = 0; i < n; i++)
        alike += is_like(by[i], o->step);
    o->support = (double)alike / n;
}

/* Whether every sixth direction leaves it possible that there is an outline: of most places that is enough.
 */
static bool may_be_outline(sq_outlined_disc *o, const sq_outline_view *v) {
    float by[SQ_RIM_POINTS][3];
    int n = read_steps(by, &o->disc, v, 6);
    if (n <= 0) return n == 0;
    compare_steps(o, by, n);
    return o->support >= 0.5;
}

/* Its step, support and open share, where its disc lies; false where there is no such outline. */
static bool read_outline(sq_outlined_disc *o, const sq_outline_view *v) {
    float by[SQ_RIM_POINTS][3];
    int n = read_steps(by, &o->disc, v, 1);
    o->open = (double)n / SQ_RIM_POINTS;
    /* Less than half of a rim does not tell where its middle is; and half of one that ends where nothing is
     * known shows a small wink in a large face. */
    if (o->open < (v->is_coarse ? 0.75 : 0.5)) return false;
    compare_steps(o, by, n);
    float least = v->is_coarse ? 2 * SQ_PALE_LEAST : SQ_PALE_LEAST;
    return product(o->step, o->step) >= least * least && o->support >= SQ_ALONE_RIM;
}

/* Whether its face is of one colour. */
static bool has_even_face(const sq_outlined_disc *o, const sq_outline_view *v) {
    const sq_disc *d = &o->disc;
    double away = away_px(v) / d->px_per_mm;
    sq_box b = sq_window_box(v->window, d, 0);
    int all = 0, like = 0;
    for (int y = b.y0; y < b.y1; y++)
        for (int x = b.x0; x < b.x1; x++) {
            sq_px p = {x, y};
            float by[3];
            if (sq_disc_distance(d, x, y, 0, 0) > -away || on_another(v, p, away) ||
                !read_from_felt(v->window, p, by))
                continue;
            all++;
            like += is_like(by, o->step);
        }
    return all && like >= SQ_ALONE_RIM * all;
}

/* mm beyond the rim to where the step ends, however blurred it is; NaN where another disc lies there. */
static double ends_beyond(const sq_outlined_disc *o, const sq_outline_view *v, sq_direction to) {
    const sq_disc *d = &o->disc;
    double reach = away_px(v) / d->px_per_mm, sum = 0, share = 0;
    int half = (int)ceil(reach / SQ_RIM_STEP_MM);
    for (int i = -half; i <= half; i++) {
        sq_px p = sq_disc_point_along(d, to.cosine, to.sine, d->radius_mm + i * SQ_RIM_STEP_MM);
        float by[3];
        if (on_another(v, p, reach) || !read_from_felt(v->window, p, by)) return NAN;
        share = (double)(product(by, o->step) / product(o->step, o->step));
        sum += fmin(fmax(share, 0), 1);
    }
    return v->is_coarse && share > 0.5 ? NAN : (sum - half - 0.5) * SQ_RIM_STEP_MM;
}

/* Whether a face may end so many mm beyond a wink's rim. The bevel mirrors the lamp no longer: a bright face
 * ends up to two steps within. Beside a dark one lies its shadow, as dark up to two steps beyond, and by the
 * width of a blurred rim more where a codec has made one of both. */
static bool may_end_there(const sq_outlined_disc *o, const sq_outline_view *v, double beyond) {
    bool dark = o->step[0] + o->step[1] + o->step[2] < 0;
    double shadow = 2 * SQ_RIM_STEP_MM + (v->is_coarse ? v->blur_px / o->disc.px_per_mm : 0);
    return beyond > -(dark ? 1 : 2) * SQ_RIM_STEP_MM && beyond < (dark ? shadow : 0);
}

/* Moves it to where its rim fits best; false where it is wider or narrower than a wink. */
static bool refine(sq_outlined_disc *o, const sq_outline_view *v) {
    const sq_direction *to = sq_rim_directions();
    double a[3][3] = {{0}}, b[3] = {0}, square = 0;
    int n = 0;
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        double beyond = ends_beyond(o, v, to[i]), row[3] = {1, to[i].cosine, to[i].sine};
        if (!isfinite(beyond)) continue;
        n++;
        square += beyond * beyond;
        for (int j = 0; j < 3; j++) {
            b[j] += row[j] * beyond;
            for (int k = 0; k <= j; k++)
                a[j][k] += row[j] * row[k];
        }
    }
    double sum[3] = {b[0], b[1], b[2]};
    if (!n || !sq_cholesky_solve(a[0], 3, 3, b)) return false;
    for (int j = 0; j < 3; j++)
        square -= b[j] * sum[j];
    o->sigma_mm = sqrt(fmax(square, 0) / n * 2 / n);
    o->wider_mm = v->is_coarse ? fmax(b[0], 0) : 0;
    sq_disc *d = &o->disc;
    d->centre = sq_disc_point_along(d, b[1], b[2], 1);
    d->at = sq_mm_from_px(v->camera, d->centre, d->z);
    sq_disc_place(d, v->camera);
    return may_end_there(o, v, b[0]);
}

static bool is_known(const sq_outline_view *v, const sq_disc *d) {
    for (int i = 0; i < v->others; i++)
        if (sq_mm_distance(v->other[i].at, d->at) < SQ_SAME_WINK_MM) return true;
    return false;
}

/* How much an outline tells. */
static double worth(const sq_outlined_disc *o) {
    return o->support * o->open * sqrt((double)product(o->step, o->step));
}

/* Whether the picture differs from the felt in its middle: most places need no second look. */
static bool stands_out(const sq_outline_view *v, sq_px middle) {
    float by[3];
    if (!read_from_felt(v->window, middle, by)) return false;
    return product(by, by) >= SQ_PALE_LEAST * SQ_PALE_LEAST;
}

/* Whether a disc there may lie wholly on the mat, for all that the place is off. */
static bool may_be_on_mat(const sq_outline_view *v, const sq_disc *d) {
    double away = away_px(v) / d->px_per_mm;
    return sq_mat_beyond_edge(sq_mm_from_px(v->camera, d->centre, d->z), d->radius_mm) <= away;
}

static bool moves_well(sq_outlined_disc *o, const sq_outline_view *v) {
    return refine(o, v) && isfinite(o->disc.centre.x) && read_outline(o, v);
}

/* A second step mends what the first one, begun a pixel off, read from felt. */
static bool settles(sq_outlined_disc *o, const sq_outline_view *v) {
    for (int step = 0; step < 2; step++)
        if (!moves_well(o, v)) return false;
    return has_even_face(o, v) && !is_known(v, &o->disc);
}

bool sq_outlined_disc_find(sq_outlined_disc *out, const sq_outline_view *v, double radius_mm) {
    const sq_window *w = v->window;
    sq_outlined_disc at = {.disc = {.radius_mm = radius_mm, .z = SQ_WINK_THICKNESS_MM / 2}};
    at.disc.at = sq_mm_from_px(v->camera, (sq_px){w->x0 + w->w / 2.0, w->y0 + w->h / 2.0}, at.disc.z);
    if (w->w <= 0 || w->h <= 0 || !isfinite(at.disc.at.x)) return false;
    sq_disc_place(&at.disc, v->camera);
    int step = (int)away_px(v), reach = (int)ceil(radius_mm * at.disc.px_per_mm);
    double best = 0;
    for (int y = v->open.y0 - reach; y < v->open.y1 + reach; y += step)
        for (int x = v->open.x0 - reach; x < v->open.x1 + reach; x += step) {
            at.disc.centre = (sq_px){x, y};
            if (!stands_out(v, at.disc.centre) || !may_be_on_mat(v, &at.disc) || !may_be_outline(&at, v) ||
                !read_outline(&at, v) || worth(&at) <= best)
                continue;
            sq_outlined_disc o = at;
            o.disc.at = sq_mm_from_px(v->camera, o.disc.centre, o.disc.z);
            if (!settles(&o, v)) continue;
            best = worth(&at);
            *out = o;
        }
    return best > 0;
}

double sq_outlined_disc_over(const sq_outlined_disc *o, const sq_window *w, const sq_disc *other) {
    sq_box b = sq_window_box(w, &o->disc, 0);
    int all = 0, like = 0;
    for (int y = b.y0; y < b.y1; y++)
        for (int x = b.x0; x < b.x1; x++) {
            float by[3];
            if (sq_disc_distance(&o->disc, x, y, 0, 0) > 0 || sq_disc_distance(other, x, y, 0, 0) > 0 ||
                !read_from_felt(w, (sq_px){x, y}, by))
                continue;
            all++;
            like += is_like(by, o->step);
        }
    return all ? (double)like / all : 0.5;
}
