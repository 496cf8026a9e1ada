#include "vision/lean.h"

#include "rules/gear.h"
#include "vision/tolerance.h"

/* The cup's outer radius at a height: base and top are the rules', the side between is concave (2.4). */
static double cup_radius(double z) {
    double up = fmin(fmax(z / SQ_POT_HEIGHT_MM, 0), 1);
    return (SQ_POT_BASE_MM + (SQ_POT_TOP_MM - SQ_POT_BASE_MM) * pow(up, SQ_POT_FLARE)) / 2;
}

void sq_lean_pose(sq_disc *d, sq_mm pot, double azimuth, double lean) {
    double s = sin(lean), c = cos(lean), half = SQ_WINK_THICKNESS_MM / 2;
    double touch = 2 * d->radius_mm * s; /* height at which the lower face's inner edge meets the cup */
    double away = cup_radius(touch) + d->radius_mm * c + half * s;
    d->z = d->radius_mm * s + half * c;
    d->normal = (sq_mm3){s * cos(azimuth), s * sin(azimuth), c};
    d->at = (sq_mm){pot.x + away * cos(azimuth), pot.y + away * sin(azimuth)};
}

/* Fits one leaning pose; its price is what is left unexplained, and how far from touching the cup it came to
 * lie. */
static double price(const sq_window *w, const sq_camera *c, sq_mm pot, sq_disc *disc, int n, int k,
                    double blur_px, double lean, double scale, sq_box box) {
    double azimuth = atan2(disc[k].at.y - pot.y, disc[k].at.x - pot.x);
    sq_lean_pose(&disc[k], pot, azimuth, lean);
    sq_disc_place(&disc[k], c);
    sq_fit_discs(w, c, disc, n, (sq_disc_set)1 << k, blur_px, SQ_LEAN_STEPS);
    sq_disc touching = disc[k];
    sq_lean_pose(&touching, pot, atan2(disc[k].at.y - pot.y, disc[k].at.x - pot.x), lean);
    double slip = sq_mm_distance(touching.at, disc[k].at) / SQ_LEAN_SLIP_MM;
    return sq_fit_unexplained(w, disc, n, blur_px, scale, box) + slip * slip;
}

bool sq_lean_try(const sq_window *w, const sq_camera *c, sq_mm pot, sq_disc *disc, int n, int k,
                 double blur_px) {
    double reach = SQ_POT_TOP_MM / 2 + disc[k].radius_mm;
    if (sq_mm_distance(disc[k].at, pot) > reach) return false;
    sq_fit_quality now;
    sq_fit_judge(w, disc, n, blur_px, &now);
    sq_box box = sq_fit_box(w, disc, n, (sq_disc_set)1 << k);
    /* What lies on the felt cannot lie under the cup's base: the price of that is as if it had slipped. */
    double under = SQ_POT_BASE_MM / 2 + disc[k].radius_mm - sq_mm_distance(disc[k].at, pot);
    double slip = fmax(under, 0) / SQ_LEAN_SLIP_MM;
    double least = sq_fit_unexplained(w, disc, n, blur_px, now.scale, box) + slip * slip - SQ_LEAN_BETTER_MM2;
    sq_disc flat = disc[k], best = flat;
    bool leans = false;
    /* Coarsely over all leans, then about the best. */
    double centre = (SQ_LEAN_LEAST + SQ_LEAN_MOST) / 2, reach_rad = (SQ_LEAN_MOST - SQ_LEAN_LEAST) / 2,
           step = SQ_LEAN_COARSE;
    for (; step > SQ_LEAN_FINE; reach_rad = step, step /= 4) {
        double found = centre;
        for (double lean = centre - reach_rad; lean <= centre + reach_rad + SQ_LEAN_FINE / 2; lean += step) {
            disc[k] = flat;
            double p = price(w, c, pot, disc, n, k, blur_px, lean, now.scale, box);
            if (p < least) {
                least = p;
                best = disc[k];
                found = lean;
                leans = true;
            }
        }
        if (!leans) break;
        centre = found;
    }
    disc[k] = best;
    return leans;
}
