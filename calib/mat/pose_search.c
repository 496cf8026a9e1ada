/* Brings a rough camera home: tries lenses and guesses, measures the lines roughly under each, and fits
 * until one camera explains them. */
#include <stdlib.h>
#include <string.h>

#include "calib/camera/lens_file.h"
#include "calib/mat/camera_priors.h"
#include "calib/mat/find_camera_parts.h"
#include "calib/mat/mat_edge_sightings.h"
#include "rules/terms/equipment_sizes.h"
#include "vision/math/tunable_number.h"

/* Millimetres of radius: what is larger is a large wink. Radii are off by a share of themselves. */
#define SQ_BETWEEN_SIZES_MM (sqrt(SQ_SMALL_MM * SQ_LARGE_MM) / 2)

/* Bends (hough_lines.h) that are tried: k1 of −0.26 to 0.06 at the guessed focal length. */
SQ_NUMBER(SQ_BEND_LEAST, -0.09);
SQ_NUMBER(SQ_BEND_MOST, 0.021);
SQ_NUMBER(SQ_BEND_STEP, 0.035);

/* And those of wide lenses (k1 of −0.3 at 90° of view is −0.39 here), where none of these shows a pot. */
#define SQ_BENDS_WIDE \
    { -0.14, -0.20, -0.28, -0.38 }
/* Likeness to a mat: a perfect one reaches 10. Below the least nothing is measured
 * finely; at "sure" no other guess is tried. SQ_MAT_POT_CHANCE: what felt gives for a pot. */
SQ_NUMBER(SQ_LIKENESS_LEAST, 1.6);
SQ_NUMBER(SQ_LIKENESS_SURE, 6.0);
SQ_NUMBER(SQ_MAT_POT_CHANCE, 0.2);

/* Millimetres around its place in which the pot is looked for where sides are doubted. */
SQ_NUMBER(SQ_MAT_POT_REACH_FAR_MM, 40.0);

/* ---- Guesses, and which of them is the mat ---- */

/* Adds the guesses that the picture's lines allow under a lens that bends so. */
static void guess_under(sq_mat_finder *x, double bend) {
    sq_lines_find(&x->lines, &x->small, &x->pixels, bend, x->votes);
    sq_mat_guesses_add(&x->guesses, &x->small, &x->lines, x->size.length_mm, x->size.width_mm);
}

static void guess_usual(sq_mat_finder *x) {
    x->guesses.four.count = x->guesses.three.count = 0;
    for (double bend = SQ_BEND_LEAST; bend <= SQ_BEND_MOST; bend += SQ_BEND_STEP)
        guess_under(x, bend);
}

/* Wide webcams, action cameras. */
static void guess_wide(sq_mat_finder *x) {
    static const double bends[] = SQ_BENDS_WIDE;
    x->guesses.four.count = x->guesses.three.count = 0;
    for (size_t i = 0; i < sizeof bends / sizeof *bends; i++)
        guess_under(x, bends[i]);
}

/* The fit has no parameter for k3: a lens that is told keeps its own. */
bool sq_mat_fit_sightings(sq_mat_finder *x) {
    if (x->settings->lens) x->fit.camera.dist[4] = x->settings->lens->dist[4];
    return sq_camera_fit_solve(&x->fit, &x->sightings, &x->prior, &x->work);
}

static void add_corners(sq_mat_finder *x, const sq_px corner[SQ_MAT_CORNERS], double sigma_px) {
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        sq_sighting_add_point(&x->sightings, sq_mm_at_height(sq_mat_corner_at(&x->size, k), 0), corner[k],
                              sigma_px * x->measure.fine_px);
}

/* Under the page's magnifying glass a finger is twice as exact as lines of a thumbnail. */
void sq_mat_add_corners(sq_mat_finder *x) {
    if (x->settings->corners) add_corners(x, x->told, SQ_CORNER_SIGMA_PX / 2);
}

static bool fit_corners(sq_mat_finder *x, const sq_mat_guess *g) {
    memset(&x->sightings, 0, sizeof x->sightings);
    add_corners(x, g->corner, SQ_CORNER_SIGMA_PX);
    x->fit.camera = g->camera;
    return sq_mat_fit_sightings(x);
}

bool sq_mat_find_discs(sq_mat_finder *x) {
    if (!x->discs_sought)
        x->discs_found = sq_mat_discs_find(&x->discs, &x->small, &x->pixels, x->mask, x->votes);
    x->discs_sought = true;
    return x->discs_found;
}

void sq_mat_find_rims(sq_mat_finder *x) {
    const sq_camera *c = &x->fit.camera;
    sq_mat_find_discs(x);
    x->rim_count = 0;
    for (int i = 0; i < x->discs.count; i++) {
        const sq_disc_spot *s = &x->discs.disc[i];
        sq_mm at = sq_mm_from_px(c, s->middle, SQ_WINK_THICKNESS_MM / 2);
        double px_per_mm = sq_px_per_mm(c, sq_mm_at_height(at, SQ_WINK_THICKNESS_MM / 2));
        sq_size size = s->radius_px / px_per_mm > SQ_BETWEEN_SIZES_MM ? SQ_LARGE : SQ_SMALL;
        sq_wink_sight rim = {s->middle, px_per_mm * sq_wink_radius_mm(size), 0, size};
        if (isfinite(px_per_mm) && sq_mat_rim_measure(&rim, x->frame)) x->rim[x->rim_count++] = rim;
    }
}

void sq_mat_add_rims(sq_mat_finder *x) {
    for (int i = 0; i < x->rim_count; i++)
        sq_sighting_add_rim(&x->sightings, &x->rim[i]);
}

/* How much of a mat is there: each side and baseline counts for as much as shows of what should show, the pot
 * as much as a side. */
static double likeness(const sq_mat_look *look) {
    double sum = look->pot.evidence - SQ_MAT_POT_CHANCE;
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        const sq_line_look *k = &look->line[l];
        double chance =
            sq_mat_line_is_side((sq_mat_line)l) ? SQ_LINE_EVIDENCE : 0; /* baselines may be absent */
        sum += k->inside * (k->evidence - chance);
    }
    return sum;
}

/* Brings a rough camera home and says how much it looks like the mat; −1 where it leads nowhere. */
static double bring_home(sq_mat_finder *x) {
    sq_measure_roughly(&x->measure, &x->fit.camera, x->measure.fine_px, &x->sightings, &x->look);
    if (!sq_mat_fit_sightings(x)) return -1;
    sq_measure_pot(&x->measure, &x->fit.camera, SQ_MAT_POT_REACH_ROUGH_MM, &x->sightings, &x->look);
    return likeness(&x->look);
}

/* The best so far. */
typedef struct {
    double likes;
    sq_camera camera;
    bool pot;
} choice;

static void consider(const sq_mat_finder *x, double likes, choice *best) {
    if (likes > best->likes) *best = (choice){likes, x->fit.camera, x->look.pot_seen};
}

/* The camera that the lines alone tell that are not doubted: those near by, then, from further away, the
 * baselines at the mat's other end, and the pot. */
static bool follow_others(sq_mat_finder *x, unsigned doubted) {
    x->measure.leave_out = doubted;
    bool found = true;
    for (int reach = 1; reach <= 2 && found; reach++) {
        sq_camera camera = x->fit.camera;
        sq_measure_roughly(&x->measure, &camera, reach * x->measure.fine_px, &x->sightings, &x->look);
        sq_measure_pot(&x->measure, &camera, SQ_MAT_POT_REACH_FAR_MM, &x->sightings, &x->look);
        found = sq_mat_fit_sightings(x);
    }
    x->measure.leave_out = 0;
    return found;
}

/* A table's edge near to a side of the mat, and clearer, may have been taken for it. No pot stands in the
 * middle then; each side is doubted, and each two of them. */
static void doubt_sides(sq_mat_finder *x, choice *best) {
    sq_camera camera = best->camera;
    for (unsigned sides = 1; sides < 1u << SQ_MAT_SIDES; sides++) {
        x->fit.camera = camera;
        if (__builtin_popcount(sides) <= 2 && follow_others(x, sides)) consider(x, bring_home(x), best);
    }
}

/* Where lines mislead, or too few are in the picture, the winks' sizes and the pot tell a camera that is a
 * hundredth off, and some degrees turned. */
static void start_from_winks(sq_mat_finder *x, choice *best) {
    if (!sq_mat_find_discs(x)) return;
    sq_camera_prior prior = x->prior;
    x->prior.turn_sigma = SQ_TURN_SUPPOSED_SIGMA;
    x->prior.tilt_sigma = SQ_PRIOR_TILT;
    x->fit.camera = x->discs.camera;
    sq_mat_find_rims(x);
    memset(&x->sightings, 0, sizeof x->sightings);
    sq_mat_add_rims(x);
    sq_measure_pot(&x->measure, &x->discs.camera, SQ_MAT_POT_REACH_ROUGH_MM, &x->sightings, &x->look);
    bool found = x->look.pot_seen && sq_mat_fit_sightings(x);
    x->prior = prior;
    sq_camera camera = x->fit.camera;
    for (int turn = -1; turn <= 1 && found; turn++) {
        x->fit.camera = camera;
        sq_camera_turn_mat(&x->fit.camera, turn * SQ_TURN_SUPPOSED_SIGMA);
        if (follow_others(x, 0)) consider(x, bring_home(x), best);
    }
    x->rim_count = 0; /* another camera may be chosen, that tells their sizes otherwise */
}

/* Brings the guesses home, the likeliest first, until one is surely the mat. */
static void try_guesses(sq_mat_finder *x, choice *best) {
    const sq_mat_guess_list *lists[] = {&x->guesses.four, &x->guesses.three};
    for (size_t k = 0; k < 2 && best->likes < SQ_LIKENESS_SURE; k++)
        for (int i = 0; i < lists[k]->count && best->likes < SQ_LIKENESS_SURE; i++)
            if (fit_corners(x, &lists[k]->guess[i])) consider(x, bring_home(x), best);
}

/* ---- Corners that a person has touched ---- */

static sq_px middle_of(const sq_px p[SQ_MAT_CORNERS]) {
    sq_px m = {0, 0};
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        m = (sq_px){m.x + p[k].x / SQ_MAT_CORNERS, m.y + p[k].y / SQ_MAT_CORNERS};
    return m;
}

static double side_px(const sq_px p[SQ_MAT_CORNERS], int k) {
    return sq_px_distance(p[k % SQ_MAT_CORNERS], p[(k + 1) % SQ_MAT_CORNERS]);
}

/* Brings them into the mat's order: counterclockwise as they are seen, from the one at which the long side
 * begins that runs to the right. */
static void order_corners(const sq_px touched[SQ_MAT_CORNERS], sq_px out[SQ_MAT_CORNERS]) {
    sq_px middle = middle_of(touched), round[SQ_MAT_CORNERS];
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        int i = k;
        double angle = atan2(middle.y - touched[k].y, touched[k].x - middle.x);
        for (; i > 0 && atan2(middle.y - round[i - 1].y, round[i - 1].x - middle.x) > angle; i--)
            round[i] = round[i - 1];
        round[i] = touched[k];
    }
    int first = side_px(round, 0) + side_px(round, 2) < side_px(round, 1) + side_px(round, 3);
    if (round[(first + 1) % SQ_MAT_CORNERS].x < round[first].x) first += 2;
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        out[k] = round[(first + k) % SQ_MAT_CORNERS];
}

/* They go round a middle, none of them between others. */
static bool are_convex(const sq_px p[SQ_MAT_CORNERS]) {
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        sq_px a = p[k], b = p[(k + 1) % SQ_MAT_CORNERS], c = p[(k + 2) % SQ_MAT_CORNERS];
        if ((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) >= 0) return false;
    }
    return true;
}

/* A camera that looks straight down at them; the fit tilts it. */
static sq_camera above_corners(const sq_mat_finder *x, const sq_px p[SQ_MAT_CORNERS]) {
    int longer = x->frame->width > x->frame->height ? x->frame->width : x->frame->height;
    sq_px middle = middle_of(p);
    double turn = atan2(p[1].y + p[2].y - p[0].y - p[3].y, p[1].x + p[2].x - p[0].x - p[3].x);
    double c = cos(turn), s = sin(turn);
    sq_camera out = {.R = {{c, s, 0}, {s, -c, 0}, {0, 0, -1}},
                     .cx = (x->frame->width - 1) / 2.0,
                     .cy = (x->frame->height - 1) / 2.0};
    out.fx = out.fy = SQ_GUESS_FOCAL * longer / 2;
    out.t[2] = out.fx * 2 * x->size.length_mm / (side_px(p, 0) + side_px(p, 2));
    out.t[0] = (middle.x - out.cx) / out.fx * out.t[2];
    out.t[1] = (middle.y - out.cy) / out.fy * out.t[2];
    return out;
}

static bool start_from_told(sq_mat_finder *x) {
    sq_mat_guess g = {0};
    order_corners(x->settings->corners, x->told);
    if (!are_convex(x->told)) return false;
    memcpy(g.corner, x->told, sizeof g.corner);
    g.camera = above_corners(x, x->told);
    return fit_corners(x, &g);
}

bool sq_mat_search(sq_mat_finder *x) {
    choice best = {.likes = 0};
    sq_thumbnail_make(&x->small, x->frame);
    sq_edge_pixels_find(&x->pixels, &x->small);
    if (x->settings->corners) return start_from_told(x);
    guess_usual(x);
    try_guesses(x, &best);
    if (best.likes >= SQ_LIKENESS_LEAST && !best.pot) doubt_sides(x, &best);
    if (!best.pot) start_from_winks(x, &best);
    if (!best.pot && best.likes >= SQ_LIKENESS_LEAST) {
        guess_wide(x);
        try_guesses(x, &best);
    }
    x->fit.camera = best.camera;
    return best.likes >= SQ_LIKENESS_LEAST;
}
