/* Judges by shadows which large winks lie on a hidden small one: a robust likelihood ratio for each, then
 * the posterior over how many there are. */
#include "vision/review/hidden_support.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/math/heavy_tails.h"
#include "vision/math/tunable_number.h"
#include "vision/position/rim_gap.h"
#include "vision/position/winks_in_reach.h"
#include "vision/review/rim_shadow.h"

/* The normal's z of a level wink. */
SQ_NUMBER(SQ_HIDDEN_SUPPORT_LEVEL, 0.9998);

/* The scatter of the heights that shadows on the felt tell, in thicknesses of a wink, hard light's shadows
 * included that no circle of directions describes. Less: a highlight or a crease beside a wink raises it. */
SQ_NUMBER(SQ_HIDDEN_SUPPORT_SCATTER, 0.36);
/* The height, in thicknesses, beyond which a wink no longer counts as one on the felt. */
SQ_NUMBER(SQ_HIDDEN_SUPPORT_UNLIKE, 2.0);

enum { ROUNDS = 5 }; /* of telling the raised ones by the flat ones' shadows: the second is nearly the last */

/* The winks that are asked, or that tell what shadows on the felt are like. */
typedef struct {
    int n, wink[SQ_SEEN_CAP];
    bool is_asked[SQ_SEEN_CAP];
    sq_rim_shadow shadow[SQ_SEEN_CAP];
    double height[SQ_SEEN_CAP];  /* by its shadow: 0 on the felt, 1 upon another */
    double trusted[SQ_SEEN_CAP]; /* how far it is like others on the felt: what misleads is left out */
    double raised[SQ_SEEN_CAP];  /* probability */
} lone;

static int hidden_at_most(const sq_position *p) {
    int n = 0;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        n += p->unseen[c][SQ_SMALL];
    return n;
}

static bool lies_level(const sq_seen_wink *w) {
    return w->seen >= SQ_WHOLE_SEEN && w->z < SQ_WINK_THICKNESS_MM && !w->pot_supported &&
           !sq_place_is_potted(w->place) && w->normal.z >= SQ_HIDDEN_SUPPORT_LEVEL &&
           sq_mat_beyond_edge(w->at, sq_seen_radius_mm(w)) <= 0;
}

/* Of those that overlap their places follow from one another (height_posterior.h). */
static bool lies_alone(const sq_position *p, int i) {
    bool alone = true;
    for (int j = 0; j < p->wink_count && alone; j++)
        alone = j == i || sq_gap_between(&p->winks[i], &p->winks[j]).mm > 0;
    return alone;
}

/* A wink behind a baseline was not played yet: it lies on none. */
static bool was_played(const sq_seen_wink *w) {
    return sq_mat_behind_baseline(w->at) < sq_seen_radius_mm(w);
}

static bool may_be_raised(const sq_seen_wink *w) {
    return w->size == SQ_LARGE && was_played(w);
}

static bool any_may_be_raised(const sq_position *p) {
    bool any = false;
    for (int i = 0; i < p->wink_count; i++)
        any |= lies_level(&p->winks[i]) && may_be_raised(&p->winks[i]) && lies_alone(p, i);
    return any;
}

static void measure_shadows(lone *l, const sq_position *p, const sq_order_review_view *v) {
    sq_rim_shadow_view view = {v->frame, v->outline, v->blur_px};
    l->n = 0;
    for (int i = 0; i < p->wink_count; i++) {
        sq_disc disc[SQ_SEEN_CAP];
        int which[SQ_SEEN_CAP], k = 0;
        if (!lies_level(&p->winks[i]) || !lies_alone(p, i)) continue;
        int about = sq_discs_about(disc, which, p->winks[i].at, SQ_NEIGHBOUR_MM, p, v->camera);
        while (which[k] != i)
            k++;
        if (!sq_rim_shadow_measure(&l->shadow[l->n], &view, disc, about, k)) continue;
        l->wink[l->n] = i;
        l->is_asked[l->n++] = may_be_raised(&p->winks[i]);
    }
}

/* Student's t, since now and then a shadow is another thing's. */
static double odds_of(double height) {
    double variance = SQ_HIDDEN_SUPPORT_SCATTER * SQ_HIDDEN_SUPPORT_SCATTER;
    double flat = height * height, raised = (height - 1) * (height - 1), nu = SQ_TAILS;
    return pow((nu * variance + flat) / (nu * variance + raised), (nu + 1) / 2);
}

static void settle(lone *l, int most) {
    double odds[SQ_SEEN_CAP], probability[SQ_SEEN_CAP];
    int asked = 0;
    for (int i = 0; i < l->n; i++)
        if (l->is_asked[i]) odds[asked++] = odds_of(l->height[i]);
    sq_hidden_support_posterior(probability, odds, asked, most);
    asked = 0;
    for (int i = 0; i < l->n; i++) {
        double off = l->height[i] / SQ_HIDDEN_SUPPORT_UNLIKE, like = 1 / (1 + off * off);
        l->raised[i] = l->is_asked[i] ? probability[asked++] : 0;
        l->trusted[i] = like * like;
    }
}

/* In turns, by which winks shadows on the felt are told, and which are told by them. */
static void tell_raised(lone *l, int most) {
    for (int i = 0; i < l->n; i++) {
        l->raised[i] = l->is_asked[i] ? 0.5 : 0;
        l->trusted[i] = 1;
    }
    for (int round = 0; round < ROUNDS; round++) {
        double flat[SQ_SEEN_CAP];
        for (int i = 0; i < l->n; i++)
            flat[i] = (1 - l->raised[i]) * l->trusted[i];
        sq_rim_shadow_compare(l->height, l->shadow, flat, l->n);
        settle(l, most);
    }
}

/* By how much a wink shifts along the sight where it lies higher by its thickness. */
static sq_mm shift_if_raised(const sq_seen_wink *w, const sq_camera *c) {
    sq_px seen = sq_px_from_mm3(c, sq_mm_at_height(w->at, w->z));
    sq_mm higher = sq_mm_from_px(c, seen, w->z + SQ_WINK_THICKNESS_MM);
    if (!isfinite(higher.x) || !isfinite(higher.y)) return (sq_mm){0, 0};
    return (sq_mm){higher.x - w->at.x, higher.y - w->at.y};
}

/* The standard deviation of its x, and of its y, where its height has one of `thick` thicknesses: the shift
 * lies along the sight; x and y have half of its variance each. */
static double sigma_if_raised(sq_mm shift, double thick) {
    return thick * hypot(shift.x, shift.y) * M_SQRT1_2;
}

/* Lays a wink higher with a probability, where it is still seen where it is. */
static void raise(sq_seen_wink *w, double probability, const sq_camera *c) {
    sq_mm shift = shift_if_raised(w, c);
    w->sigma_mm = hypot(w->sigma_mm, sigma_if_raised(shift, sqrt(probability * (1 - probability))));
    w->at.x += probability * shift.x;
    w->at.y += probability * shift.y;
    w->z += probability * SQ_WINK_THICKNESS_MM;
}

/* The share of the mat that the frame shows. */
static double mat_in_view(const sq_order_review_view *v) {
    int all = 0, shown = 0;
    for (double x = -SQ_MAT_LENGTH_MM / 2; x <= SQ_MAT_LENGTH_MM / 2; x += 2 * SQ_LARGE_MM)
        for (double y = -SQ_MAT_WIDTH_MM / 2; y <= SQ_MAT_WIDTH_MM / 2; y += 2 * SQ_LARGE_MM) {
            sq_px at = sq_px_from_mm3(v->camera, (sq_mm3){x, y, 0});
            all++;
            shown += at.x >= 0 && at.y >= 0 && at.x < v->frame->width && at.y < v->frame->height;
        }
    return (double)shown / all;
}

/* How many winks of the set may lie hidden on the mat: those out of sight, less those of the pot's heap. Of a
 * mat of which a part is shown the others may as well lie where it is not. */
static double unseen_on_mat(const sq_position *p, const sq_order_review_view *v) {
    int n = 0;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        int unseen = sq_position_unseen(p, (sq_colour)c), heap = sq_position_in_heap(p, (sq_colour)c);
        n += unseen > heap ? unseen - heap : 0;
    }
    return n * mat_in_view(v);
}

/* How many winks that are not seen lie below each that lies in a pile. How many there are below which one is
 * not known: as many are supposed as there are, evenly. */
static double hidden_below_each(bool is_piled[SQ_SEEN_CAP], const sq_position *p,
                                const sq_order_review_view *v) {
    int piled = 0;
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *w = &p->winks[i];
        piled += is_piled[i] =
            !w->pot_supported && !sq_place_is_potted(w->place) && was_played(w) && !lies_alone(p, i);
    }
    return piled ? unseen_on_mat(p, v) / piled : 0;
}

/* How high winks of piles lie is known no better than how many they hide. */
static void doubt_heights(sq_position *p, const sq_order_review_view *v) {
    bool is_piled[SQ_SEEN_CAP];
    double below = hidden_below_each(is_piled, p, v);
    for (int i = 0; i < p->wink_count; i++) {
        sq_seen_wink *w = &p->winks[i];
        if (!is_piled[i]) continue;
        w->raised_mm = sigma_if_raised(shift_if_raised(w, v->camera), sqrt(fmin(below, 1)));
        w->sigma_mm = hypot(w->sigma_mm, w->raised_mm);
    }
}

/* How many winks hang together with wink i by what they overlap. */
static int winks_of_pile(const sq_position *p, int i) {
    int pile[SQ_SEEN_CAP] = {i}, n = 1;
    bool is_in[SQ_SEEN_CAP] = {false};
    is_in[i] = true;
    for (int k = 0; k < n; k++)
        for (int j = 0; j < p->wink_count; j++) {
            if (is_in[j] || sq_gap_between(&p->winks[pile[k]], &p->winks[j]).mm > 0) continue;
            is_in[j] = true;
            pile[n++] = j;
        }
    return n;
}

void sq_hidden_support_doubt_orders(sq_order *order, int n, const sq_position *p,
                                    const sq_order_review_view *v) {
    bool is_piled[SQ_SEEN_CAP];
    double below = hidden_below_each(is_piled, p, v);
    for (int i = 0; i < n; i++) {
        sq_order *o = &order[i];
        double any = 1 - exp(-below * winks_of_pile(p, o->first));
        if (o->second_over > 0) o->second_over = 1 / (1 / o->second_over + any * o->first_leans);
    }
}

void sq_hidden_support_judge(sq_position *p, const sq_order_review_view *v) {
    static _Thread_local lone l;
    sq_position_count_unseen(p);
    doubt_heights(p, v);
    int most = hidden_at_most(p);
    if (!most || !any_may_be_raised(p)) return;
    measure_shadows(&l, p, v);
    tell_raised(&l, most);
    for (int i = 0; i < l.n; i++)
        if (l.is_asked[i]) raise(&p->winks[l.wink[i]], l.raised[i], v->camera);
}

/* ---- At most so many of them ---- */

/* sum[k]: over all sets of k of the n but one (-1: of all), of the product of their odds. */
static void sum_sets(double sum[SQ_SEEN_CAP + 1], const double *odds, int n, int but) {
    for (int k = 0; k <= n; k++)
        sum[k] = k == 0;
    for (int i = 0; i < n; i++)
        for (int k = n; k > 0 && i != but; k--)
            sum[k] += sum[k - 1] * odds[i];
}

void sq_hidden_support_posterior(double probability[], const double *odds, int n, int most) {
    double sum[SQ_SEEN_CAP + 1], all = 0;
    most = most < n ? most : n;
    sum_sets(sum, odds, n, -1);
    double sets = 1; /* of k winks of n */
    for (int k = 0; k <= most; sets *= (double)(n - k) / (k + 1), k++)
        all += sum[k] / sets;
    for (int i = 0; i < n; i++) {
        double with = 0;
        sum_sets(sum, odds, n, i);
        sets = n;
        for (int k = 1; k <= most; sets *= (double)(n - k) / (k + 1), k++)
            with += odds[i] * sum[k - 1] / sets;
        probability[i] = with / all;
    }
}
