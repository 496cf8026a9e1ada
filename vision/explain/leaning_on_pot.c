/* Fits a wink that leans against the pot, over direction and lean, and afterwards corrects the place of a
 * wink at the pot by what is possible there. */
#include "vision/explain/leaning_on_pot.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/disc_fit.h"
#include "vision/geometry/cup.h"
#include "vision/geometry/disc.h"
#include "vision/math/normal_distribution.h"
#include "vision/math/tunable_number.h"

/* The deviation of the flare of a cup from the usual one (cup.h). Smaller: winks that lean on a cup of
 * another make are told where they would touch the usual one. Larger: how near they are to the pot is only
 * known as well as they are seen. */
SQ_NUMBER(SQ_CUP_FLARE_SIGMA, 0.2);

/* Leans (radians) between which a leaning wink is looked for, 4° and 70°, at first in steps of twice the
 * least; below, it lies on the felt as far as a picture tells. */
SQ_NUMBER(SQ_LEAN_LEAST, 0.07);
SQ_NUMBER(SQ_LEAN_MOST, 1.22);
SQ_NUMBER(SQ_LEAN_FINE, 0.01);
#define SQ_LEAN_FINER 4 /* by which the search's steps shrink */

/* At the price of 1 mm² unexplained: mm that a pose may slip from touching
 * the cup, and that a flat wink may lie under the cup's base: so well are the cup's side and a wink beside it
 * known. */
SQ_NUMBER(SQ_LEAN_SLIP_MM, 0.3);

/* Deviations that a flat wink may seem to lie beneath the cup's base and still lie beside it. More: one that
 * the pot stands on is told to lie beside. */
SQ_NUMBER(SQ_LEAN_UNDER_SIGMAS, 3.0);

static double azimuth_of(const sq_disc *d, sq_mm pot) {
    return atan2(d->at.y - pot.y, d->at.x - pot.x);
}

/* The height at which a wink that leans so much touches the cup. */
static double touch_height(double radius_mm, double lean) {
    return 2 * (radius_mm - SQ_WINK_ROUNDING_MM) * sin(lean) + SQ_WINK_ROUNDING_MM;
}

void sq_lean_pose(sq_disc *d, sq_mm pot, double azimuth, double lean) {
    double s = sin(lean), c = cos(lean);
    d->z = sq_disc_reach(d->radius_mm, c);
    double away = sq_cup_radius_mm(touch_height(d->radius_mm, lean)) + sq_disc_reach(d->radius_mm, s);
    d->normal = (sq_mm3){s * cos(azimuth), s * sin(azimuth), c};
    d->at = (sq_mm){pot.x + away * cos(azimuth), pot.y + away * sin(azimuth)};
}

bool sq_lean_reaches(const sq_disc *d, sq_mm pot) {
    return sq_mm_distance(d->at, pot) <= SQ_POT_TOP_MM / 2 + sq_wink_radius_mm(SQ_LARGE);
}

static double square(double x) {
    return x * x;
}

static double unexplained(const sq_lean *l, const sq_disc *disc, int n) {
    return sq_fit_unexplained(l->w, disc, n, l->blur_px, l->scale, l->box, INFINITY);
}

double sq_lean_flat_price(const sq_lean *l, const sq_disc *disc, int n, int k) {
    double under = SQ_POT_BASE_MM / 2 + disc[k].radius_mm - sq_mm_distance(disc[k].at, l->pot);
    return unexplained(l, disc, n) + square(fmax(under, 0) / SQ_LEAN_SLIP_MM);
}

/* Fits one lean. */
static double fit_lean(const sq_lean *l, sq_disc *disc, int n, int k, double lean) {
    sq_lean_pose(&disc[k], l->pot, azimuth_of(&disc[k], l->pot), lean);
    sq_disc_place(&disc[k], l->c);
    sq_fit_discs(l->w, l->c, disc, n, (sq_disc_set)1 << k, l->blur_px, SQ_FIT_TRIAL_STEPS);
    sq_disc touching = disc[k];
    sq_lean_pose(&touching, l->pot, azimuth_of(&disc[k], l->pot), lean);
    return unexplained(l, disc, n) + square(sq_mm_distance(touching.at, disc[k].at) / SQ_LEAN_SLIP_MM);
}

double sq_lean_fit(const sq_lean *l, sq_disc *disc, int n, int k) {
    double middle = (SQ_LEAN_LEAST + SQ_LEAN_MOST) / 2, reach = (SQ_LEAN_MOST - SQ_LEAN_LEAST) / 2;
    double least = INFINITY;
    sq_disc start = disc[k], best = start;
    /* Coarsely over all leans, then about the best. */
    for (double step = 2 * SQ_LEAN_LEAST; step > SQ_LEAN_FINE; reach = step, step /= SQ_LEAN_FINER) {
        double found = middle;
        for (double lean = middle - reach; lean <= middle + reach + SQ_LEAN_FINE / 2; lean += step) {
            disc[k] = start;
            double price = fit_lean(l, disc, n, k, lean);
            if (price >= least) continue;
            least = price;
            best = disc[k];
            found = lean;
        }
        middle = found;
        start = best;
    }
    disc[k] = best;
    return least;
}

/* ---- What must hold at the pot ---- */

/* Moves a wink along the line from the pot's axis; the deviation along it shrinks by a factor to that share
 * of its square. */
static void move_out(sq_seen_wink *w, sq_mm pot, double by_mm, double share) {
    double away = sq_mm_distance(w->at, pot);
    w->at.x += (w->at.x - pot.x) / away * by_mm;
    w->at.y += (w->at.y - pot.y) / away * by_mm;
    w->sigma_mm *= sqrt((1 + share) / 2); /* one number for both directions */
}

/* The mean of where it is seen and where it would touch, each as surely as it is known. */
static void touch_cup(sq_seen_wink *w, sq_mm pot, double pot_sigma_mm) {
    double lean = acos(fmin(w->normal.z, 1)), z = touch_height(sq_seen_radius_mm(w), lean);
    sq_disc touching = {.radius_mm = sq_seen_radius_mm(w)};
    sq_lean_pose(&touching, pot, atan2(w->at.y - pot.y, w->at.x - pot.x), lean);
    double seen = square(w->sigma_mm);
    double cup = square(SQ_CUP_FLARE_SIGMA * sq_cup_radius_per_flare_mm(z)) + square(pot_sigma_mm);
    double out = sq_mm_distance(touching.at, pot) - sq_mm_distance(w->at, pot);
    move_out(w, pot, out * seen / (seen + cup), cup / (seen + cup));
}

/* The gap between wink and base is a normal distribution of which only what is above 0 can be: its mean and
 * its variance. The wink takes its part of what the mean moves by; the pot's own place stays. */
static void stay_beside(sq_seen_wink *w, sq_mm pot, double pot_sigma_mm) {
    double gap = sq_mm_distance(w->at, pot) - SQ_POT_BASE_MM / 2 - sq_seen_radius_mm(w);
    double sigma = hypot(w->sigma_mm, pot_sigma_mm), part = square(w->sigma_mm / sigma);
    double t = -gap / sigma; /* deviations beneath the base */
    if (fabs(t) > SQ_LEAN_UNDER_SIGMAS) return;
    double excess = sq_normal_density(t) / sq_normal_below(-t);
    move_out(w, pot, part * sigma * excess, 1 + part * (t - excess) * excess);
}

void sq_lean_settle(sq_seen_wink *w, sq_mm pot, double pot_sigma_mm) {
    if (!(sq_mm_distance(w->at, pot) > 0)) return;
    if (w->pot_supported)
        touch_cup(w, pot, pot_sigma_mm);
    else if (w->z < SQ_WINK_THICKNESS_MM)
        stay_beside(w, pot, pot_sigma_mm);
}
