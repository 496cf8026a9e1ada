/* Weighs where light puts winks against where colour put them. */
#include "vision/review/place_by_light.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/math/median.h"
#include "vision/review/luma_rims.h"

typedef struct {
    int wink;
    sq_mm by, sigma;
} told;

/* Of what leans, however little, or may, the rim looks different. */
static bool may_be_moved(const sq_seen_wink *w) {
    bool is_flat = !(hypot(w->normal.x, w->normal.y) > 0) && w->z < SQ_WINK_THICKNESS_MM;
    return is_flat && w->seen > SQ_WHOLE_SEEN && !w->pot_supported &&
           sq_mat_beyond_edge(w->at, sq_seen_radius_mm(w)) <= 0;
}

static int ask_light(told out[SQ_SEEN_CAP], const sq_position *p, const sq_order_review_view *v) {
    int count = 0;
    const sq_rim_photometry *light = sq_order_review_learn(v, p);
    for (int i = 0; i < p->wink_count; i++) {
        told *t = &out[count];
        t->wink = i;
        count +=
            may_be_moved(&p->winks[i]) && sq_rim_photometry_place(&t->by, &t->sigma, light, &v->rims->rim[i]);
    }
    return count;
}

/* By how much more light errs than if each pixel did so by itself: all that the two places differ by is taken
 * for light's, though part of it is colour's. */
static double error_of_light(const told *t, int n) {
    float off[2 * SQ_SEEN_CAP];
    for (int i = 0; i < n; i++) {
        off[2 * i] = (float)(t[i].by.x / t[i].sigma.x);
        off[2 * i + 1] = (float)(t[i].by.y / t[i].sigma.y);
    }
    return (double)sq_robust_deviation(off, 2 * n, 0);
}

/* Moves the wink to the mean of both places, each weighed by its variance. Where they differ by more than
 * both err, one has gone astray, light more often: a shadow or a hand lies beside (Cauchy's weight, a half at
 * two deviations). */
static void move(sq_seen_wink *w, const told *t, double error) {
    double colour = w->sigma_mm * w->sigma_mm, x = error * t->sigma.x, y = error * t->sigma.y;
    double all_x = colour + x * x, all_y = colour + y * y;
    double off = t->by.x * t->by.x / all_x + t->by.y * t->by.y / all_y, believed = 1 / (1 + off / 4);
    w->at.x += believed * colour / all_x * t->by.x;
    w->at.y += believed * colour / all_y * t->by.y;
}

void sq_place_by_light(sq_position *p, const sq_order_review_view *v) {
    told t[SQ_SEEN_CAP];
    int n = ask_light(t, p, v);
    if (n < SQ_LUMA_RIM_WINKS) return;
    double error = error_of_light(t, n);
    for (int i = 0; i < n; i++)
        move(&p->winks[t[i].wink], &t[i], error);
}
