/* Runs the review of open orders in turn: learn the rim light of the frame, compare both orders at each
 * open seam, make the orders consistent, then average the heights. */
#include "vision/review/order_review.h"

#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/pile_search.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/math/odds.h"
#include "vision/math/tunable_number.h"
#include "vision/position/position.h"
#include "vision/position/rim_gap.h"
#include "vision/position/squop.h"
#include "vision/position/winks_in_reach.h"
#include "vision/review/height_posterior.h"
#include "vision/review/overlap_order.h"
#include "vision/review/rim_photometry.h"
#include "vision/segment/glare.h"

/* mm about a wink that are read to learn its rim. */
SQ_NUMBER(SQ_RIM_PHOTOMETRY_MARGIN_MM, 5.0);

/* By how much surer than they are the log-odds of the light are, where the drawing of two colours left their
 * order open: another colour's gloss and cast are not those of the frame's rims. Slivers of one colour, and
 * pairs of one colour in piles, are told no better. Of drawn pairs of two colours that light told by 2 to 7
 * nats 47 of 58 lay so, by 7 to 10 nats 23 of 25, by more 53 of 55: at a third those are as likely as that,
 * and the likelihood of all is greatest. Smaller: orders are told the wrong way round. Larger: what is plain
 * to see is asked. */
SQ_NUMBER(SQ_OVERLAP_ORDER_DOUBTED, 3.0);

/* The disc of a wink; n where it is not among them. */
static int place_of(const int which[SQ_SEEN_CAP], int n, int wink) {
    int k = 0;
    while (k < n && which[k] != wink)
        k++;
    return k;
}

static void read_about(const sq_order_review_view *v, const sq_disc *d) {
    sq_box b = sq_disc_box(d, SQ_RIM_PHOTOMETRY_MARGIN_MM);
    sq_window_read_box(v->window, b, v->frame, v->outline, v->surface);
    sq_pot_hide(v->pot, v->window);
    sq_glare_hide_clipped(v->window, v->surface);
}

static bool is_as_it_was(const sq_seen_wink *w, const sq_seen_wink *was) {
    return w->at.x == was->at.x && w->at.y == was->at.y && w->z == was->z && w->normal.x == was->normal.x &&
           w->normal.y == was->normal.y && w->normal.z == was->normal.z && w->size == was->size &&
           w->pot_supported == was->pot_supported;
}

/* Whether the rim of wink i is read, and it and all that lies about it, or lay there, is as it was then. */
static bool is_read(const sq_open_rims *read, const sq_position *p, int i) {
    int most = read->count > p->wink_count ? read->count : p->wink_count;
    for (int k = 0; k < most; k++) {
        bool is = k < p->wink_count, was = k < read->count;
        if (is && was && is_as_it_was(&p->winks[k], &read->wink[k])) continue;
        if ((is && sq_mm_distance(p->winks[k].at, p->winks[i].at) <= SQ_NEIGHBOUR_MM) ||
            (was && sq_mm_distance(read->wink[k].at, p->winks[i].at) <= SQ_NEIGHBOUR_MM))
            return false;
    }
    return true;
}

/* Reads what is seen beside the rim of wink i. */
static void read_rim(const sq_order_review_view *v, const sq_rim_photometry *light, const sq_position *p,
                     int i) {
    const sq_seen_wink *w = &p->winks[i];
    sq_open_rim *rim = &v->rims->rim[i];
    sq_disc disc[SQ_SEEN_CAP];
    int which[SQ_SEEN_CAP], n = sq_discs_about(disc, which, w->at, SQ_NEIGHBOUR_MM, p, v->camera),
                            k = place_of(which, n, i);
    rim->count = 0;
    if (k == n || w->z > SQ_WINK_THICKNESS_MM || w->pot_supported ||
        sq_mat_beyond_edge(w->at, sq_seen_radius_mm(w)) > 0)
        return;
    read_about(v, &disc[k]);
    sq_open_rim_read(rim, light, v->window, disc, n, k);
}

void sq_order_review_begin(const sq_order_review_view *v) {
    v->rims->count = 0;
}

const sq_rim_photometry *sq_order_review_learn(const sq_order_review_view *v, const sq_position *p) {
    static _Thread_local sq_rim_photometry light;
    sq_rim_photometry_begin(&light, sq_px_per_mm(v->camera, (sq_mm3){0, 0, 0}), v->blur_px);
    for (int i = 0; i < p->wink_count; i++) {
        if (!is_read(v->rims, p, i)) read_rim(v, &light, p, i);
        sq_rim_photometry_add(&light, &v->rims->rim[i]);
    }
    v->rims->count = p->wink_count;
    memcpy(v->rims->wink, p->winks, (size_t)p->wink_count * sizeof *p->winks);
    sq_rim_photometry_solve(&light);
    return &light;
}

static bool overlap(const sq_order *o, const sq_position *p) {
    return sq_gap_between(&p->winks[o->first], &p->winks[o->second]).mm < 0;
}

/* Whether the two of an order overlap no other wink. */
static bool is_by_itself(const sq_order *o, const sq_order *order, int n, const sq_position *p) {
    for (int i = 0; i < n; i++) {
        const sq_order *other = &order[i];
        bool shares = other->first == o->first || other->second == o->first || other->first == o->second ||
                      other->second == o->second;
        if (other != o && shares && overlap(other, p)) return false;
    }
    return true;
}

static bool of_one_colour(const sq_order *o, const sq_position *p) {
    return p->winks[o->first].colour == p->winks[o->second].colour;
}

/* Of two colours light is asked only of pairs by themselves: in a pile it errs with the fit, and so with the
 * drawing. */
static bool is_open(const sq_order *o, const sq_order *order, int n, const sq_position *p) {
    return fabs(o->second_over - 0.5) < SQ_CALL_CERTAIN - 0.5 && overlap(o, p) &&
           (of_one_colour(o, p) || is_by_itself(o, order, n, p));
}

/* The log-odds that light tells of an order. Of an upper wink of which others leave a sliver open it is
 * hardly seen: of such pairs of one colour five of eight were told rightly. In a pile it is another rim's
 * light now and then: of 302 drawn pairs there, told by 4 nats and more, 238 lay so, and no more of those
 * told by 7. */
static double told_by_light(double odds, bool one_colour, bool is_ill_seen) {
    if (!one_colour) return sq_bounded(odds / SQ_OVERLAP_ORDER_DOUBTED, SQ_ORDER_SUREST / 2);
    return sq_bounded(odds, SQ_ORDER_SUREST) / (is_ill_seen ? SQ_OVERLAP_ORDER_DOUBTED : 1);
}

/* What the light at the seam adds to what is known of an order; in_pile: others lie on or under the two. */
static void judge_seam(const sq_order_review_view *v, const sq_position *p, const sq_rim_photometry *light,
                       bool in_pile, sq_order *o) {
    sq_disc disc[SQ_SEEN_CAP];
    int which[SQ_SEEN_CAP],
        n = sq_discs_about(disc, which, p->winks[o->first].at, SQ_NEIGHBOUR_MM, p, v->camera);
    int a = place_of(which, n, o->first), b = place_of(which, n, o->second);
    if (a == n || b == n) return;
    read_about(v, &disc[b]);
    const double sigma_mm[] = {p->winks[o->first].sigma_mm, p->winks[o->second].sigma_mm};
    double odds =
        sq_overlap_order(v->window, disc, n, a, b, of_one_colour(o, p), sigma_mm, light, v->smoothed_px);
    bool is_ill_seen = in_pile || p->winks[odds > 0 ? o->second : o->first].seen < SQ_SLIVER_SEEN;
    odds = told_by_light(odds, of_one_colour(o, p), is_ill_seen) + sq_log_odds(o->second_over);
    o->second_over = sq_from_log_odds(sq_bounded(odds, SQ_ORDER_SUREST));
}

/* The winks from `first` on that are of one pile, as what the heights are averaged over. Returns their
 * number. */
static int pile_from(sq_pile *s, double sigma_mm[SQ_FIT_CAP], const sq_order *order, int n,
                     const sq_position *p, int first, const sq_camera *c) {
    s->count = 1;
    for (int k = 0; k < SQ_FIT_CAP; k++)
        for (int j = 0; j < k; j++)
            s->order[j][k] = 0.5; /* of a pair without an order nothing is known */
    for (int i = 0; i < n; i++) {
        int j = order[i].first - first, k = order[i].second - first;
        if (j < 0 || k >= SQ_FIT_CAP) continue;
        s->order[j][k] = order[i].second_over;
        if (!j && k >= s->count) s->count = k + 1;
    }
    for (int i = 0; i < s->count; i++) {
        const sq_seen_wink *w = &p->winks[first + i];
        s->wink[i] = (sq_pile_wink){.disc = sq_disc_of_wink(w, c),
                                    .pot_supported = w->pot_supported,
                                    .aslant = w->aslant,
                                    .seen = w->seen};
        sigma_mm[i] = w->sigma_mm;
    }
    return s->count;
}

void sq_order_review_heights(const sq_order *order, int n, sq_position *p, const sq_camera *c) {
    static _Thread_local sq_pile s;
    for (int first = 0, count; first < p->wink_count; first += count) {
        double sigma_mm[SQ_FIT_CAP], added_mm[SQ_FIT_CAP];
        count = pile_from(&s, sigma_mm, order, n, p, first, c);
        if (count > 1) sq_height_posterior_average(&s, c, sigma_mm, added_mm);
        for (int i = 0; i < count && count > 1; i++) {
            sq_seen_wink *w = &p->winks[first + i];
            w->at = s.wink[i].disc.at;
            w->z = s.wink[i].disc.z;
            w->normal = s.wink[i].disc.normal;
            w->sigma_mm = hypot(w->sigma_mm, added_mm[i]);
        }
    }
}

void sq_order_review_seams(sq_order *order, int n, const sq_position *p, const sq_order_review_view *v) {
    const sq_rim_photometry *light = 0;
    for (int i = 0; i < n; i++) {
        if (!is_open(&order[i], order, n, p)) continue;
        if (!light) light = sq_order_review_learn(v, p);
        judge_seam(v, p, light, !is_by_itself(&order[i], order, n, p), &order[i]);
    }
}
