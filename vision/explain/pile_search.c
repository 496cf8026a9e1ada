/* The search for the winks of a cluster: a first guess, then local moves (swap, resize, remove, add, tilt,
 * replace, lay upon two) as long as the price falls, then the probabilities of sizes and orders. */
#include "vision/explain/pile_search.h"

#include <stdlib.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/leaning_on_pot.h"
#include "vision/explain/rim_support.h"
#include "vision/explain/tilt_fit.h"
#include "vision/explain/wink_within_wink.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/geometry/wink_pose.h"
#include "vision/math/odds.h"
#include "vision/math/tunable_number.h"
#include "vision/position/position.h"
#include "vision/position/squop.h"
#include "vision/segment/blur_estimate.h"
#include "vision/system/clock.h"

/* mm² by which a change must better the explanation: under it the fit's own restlessness decides. */
SQ_NUMBER(SQ_MOVE_LEAST_MM2, 1.0);

/* Discs of the other size that one disc may turn out to be. */
enum { SQ_REPLACED_BY = 2 };

/* mm² by which another order or size, or one disc fewer, may start out worse and still be fitted: three steps
 * of two discs win less. Lower, and right explanations are passed over; higher, and piles take twice as long.
 */
SQ_NUMBER(SQ_HOPELESS_MM2, 60.0);

/* mm² that one large wink may leave unexplained more than two winks of its colour within its outline, in a
 * blurred picture. Two small ones 5 mm apart leave twice that bare: so much it may leave where a set has not
 * so many. Less: large winks out of focus are told as piles of small ones. */
SQ_NUMBER(SQ_SPLIT_MM2, 50.0);

/* Share of what is seen of a wink that the others about it leave unexplained without it, where some of them
 * are of its colour: at which it is as likely none of its own as a wink, and that makes the odds e to 1 from
 * there. Of 970 drawn pairs that would be called with such winks five of seven at 0.05 to 0.1 were none, one
 * of 617 above. Lower: a third wink that is found in the outline of two is told to squop. */
SQ_NUMBER(SQ_OWN_EVEN, 0.1);
SQ_NUMBER(SQ_OWN_COST, 0.02);

/* Who lies over whom, two colours: mm² of picture by which the other order explains less that make the odds e
 * to 1, of two winks by themselves and in a pile. Of 150 drawn and rendered pairs by themselves that differed
 * by 0.6 mm² and more not one was told the wrong way round; in piles one of 20 that differed by 4 to 20 was.
 * Then the overlap's depth (mm) up to which it is believed the less: below, the rims' blur is all there is to
 * see. A wink's size is told at the same price as an order in a pile: by how much less the other size
 * explains. */
SQ_NUMBER(SQ_ORDER_COST_MM2, 0.6);
SQ_NUMBER(SQ_NAT_MM2, 1.5);
SQ_NUMBER(SQ_ORDER_HI_MM, 0.8);

/* The sine of a lean upon what nobody sees that is e times as unlikely as none: half of the leaning winks of
 * drawn piles lean by 0.17 and more, a tenth by 0.4. Lower: squops are called the wrong way round, where what
 * seems covered leans. Higher: squops that are plain to see are asked about. */
SQ_NUMBER(SQ_TILT_USUAL, 0.15);

/* mm, standard deviation of the height of such a wink: what bears it is not seen, and is a wink or two. */
#define SQ_TILT_Z_MM SQ_WINK_THICKNESS_MM

/* A blob is one wink alone when its area is a wink's to this share, the drawing leaves less than
 * SQ_RAGGED_LEFT of the face unexplained, and enough of the rim shows its edge; whatever else is explained
 * the long way. */
SQ_NUMBER(SQ_ALONE_AREA, 0.25);

bool sq_pile_scratch_new(sq_pile_scratch *s) {
    s->misfits = malloc((SQ_PATCH_MAX_PIXELS + SQ_PATCH_MAX_SIDE) * sizeof *s->misfits);
    return sq_proposal_scratch_new(&s->guess) && s->misfits;
}

void sq_pile_scratch_free(sq_pile_scratch *s) {
    sq_proposal_scratch_free(&s->guess);
    free(s->misfits);
}

typedef struct {
    const sq_window *w;
    const sq_camera *c;
    const sq_palette *p;
    const sq_mm *pot; /* null where none stands */
    double blur_px, alike_px;
    sq_pile_source source;
    const int *too_many;
    const sq_pile_scratch *scratch;
    sq_pile_parts *parts;
    sq_disc shape[SQ_SIZES]; /* a disc of each size at the window's middle: its outline in pixels */
    double mm2_per_px;
} search;

static void end(const search *q, sq_pile_part part, double began) {
    q->parts->ms[part] += sq_monotonic_ms() - began;
}

/* One explanation of the window: winks[k] and disc[k] are the same, bottom first. */
typedef struct {
    int n;
    sq_disc disc[SQ_FIT_CAP];
    sq_pile_wink wink[SQ_FIT_CAP]; /* colour and size; the rest is filled in by the report */
    sq_fit_quality quality;
} hypothesis;

static void add_wink(const search *q, hypothesis *h, sq_colour colour, sq_size size, sq_px at,
                     sq_chroma chroma) {
    sq_disc d = {.radius_mm = sq_wink_radius_mm(size),
                 .z = SQ_WINK_THICKNESS_MM / 2,
                 .chroma = chroma,
                 .usual = sq_palette_chroma(q->p, colour)};
    d.at = sq_mm_from_px(q->c, at, d.z);
    sq_disc_place(&d, q->c);
    h->disc[h->n] = d;
    h->wink[h->n++] = (sq_pile_wink){.colour = colour, .size = size};
}

static double depth_of(const hypothesis *h, int i, int j) {
    return -sq_disc_gap(&h->disc[i], &h->disc[j]);
}

static sq_disc_set bit(int k) {
    return (sq_disc_set)1 << k;
}

/* Disc k and those that it overlaps. */
static sq_disc_set neighbours(const hypothesis *h, int k) {
    sq_disc_set s = 0;
    for (int j = 0; j < h->n; j++)
        if (depth_of(h, k, j) > 0) s |= bit(j);
    return s;
}

/* Lets the discs come to rest upon one another, each still seen where it is seen; one that lies alone leans
 * on nothing. Returns whether any lies higher than on the felt. */
static bool settle(const search *q, hypothesis *h) {
    bool raised = false;
    for (int k = 0; k < h->n; k++) {
        bool aslant = h->wink[k].aslant &= neighbours(h, k) != bit(k);
        if (aslant) sq_pose_let_down(&h->disc[k], h->disc, k, q->c);
        raised |= aslant || sq_pose_settle(&h->disc[k], h->disc, k, q->c);
    }
    return raised;
}

static void fit(const search *q, hypothesis *h, int steps) {
    sq_fit_discs(q->w, q->c, h->disc, h->n, SQ_ALL_DISCS, q->blur_px, steps);
    bool flat =
        h->n == 1 && !h->wink[0].aslant && sq_mat_beyond_edge(h->disc[0].at, h->disc[0].radius_mm) <= 0;
    if (!flat && settle(q, h)) {
        sq_fit_discs(q->w, q->c, h->disc, h->n, SQ_ALL_DISCS, q->blur_px, SQ_FIT_TRIAL_STEPS);
        settle(q, h);
    }
    sq_fit_judge(q->w, h->disc, h->n, q->blur_px, &h->quality, q->scratch->misfits);
}

/* ---- Other explanations ---- */

/* How far a trial is followed: at most so many steps of the fit; not at all where it already starts out worse
 * by more than `hopeless` mm², for no fit would mend it; and judged no further than to `most` mm² worse. */
typedef struct {
    int steps;
    double hopeless, most;
} effort;

static double left_in(const search *q, const hypothesis *h, sq_box box) {
    return sq_fit_residual_in(q->w, h->disc, h->n, q->scratch->misfits, box);
}

/* What trial t, once its moving discs have settled, leaves unexplained more than h does, which was judged
 * last, mm²: compared only where they can differ, which at first is on h's discs `changed`. Of what is more
 * than e.most no more than that is known: it is told too low. */
static double worse_by(const search *q, const hypothesis *h, sq_disc_set changed, hypothesis *t,
                       sq_disc_set moving, effort e) {
    double scale = h->quality.scale;
    sq_box box = sq_fit_box(q->w, h->disc, h->n, changed);
    if (e.hopeless < INFINITY) {
        double now = left_in(q, h, box), most = now + e.hopeless,
               start = sq_fit_unexplained(q->w, t->disc, t->n, q->blur_px, scale, box, most);
        if (start > most) return start - now;
    }
    box = sq_box_of_both(box, sq_fit_box(q->w, t->disc, t->n, moving));
    sq_fit_discs(q->w, q->c, t->disc, t->n, moving, q->blur_px, e.steps);
    box = sq_box_of_both(box, sq_fit_box(q->w, t->disc, t->n, moving));
    double now = left_in(q, h, box);
    return sq_fit_unexplained(q->w, t->disc, t->n, q->blur_px, scale, box, now + e.most) - now;
}

/* The most that a trial of so many discs more than h may leave unexplained more, and be better. */
static double most_worse(int more) {
    return -SQ_DISC_COST_MM2 * more;
}

static bool keep_if_better(const search *q, hypothesis *best, hypothesis *t, double worse) {
    if (!(worse + SQ_DISC_COST_MM2 * (t->n - best->n) < -SQ_MOVE_LEAST_MM2)) return false;
    *best = *t;
    sq_fit_judge(q->w, best->disc, best->n, q->blur_px, &best->quality, q->scratch->misfits);
    return true;
}

/* Worth a trial: much of the picture on it is not explained, or hardly any of it is seen. */
static bool doubtful(const hypothesis *h, int k) {
    return h->quality.residual_mm2[k] > SQ_DISC_COST_MM2 || h->quality.seen[k] < SQ_SLIVER_SEEN;
}

/* Lays the disc at level `from` at level `to`; those between move by one. */
static void lay_at(hypothesis *h, int from, int to) {
    sq_disc d = h->disc[from];
    sq_pile_wink s = h->wink[from];
    int begin = from < to ? from : to + 1, source = from < to ? from + 1 : to;
    size_t between = (size_t)abs(to - from);
    memmove(&h->disc[begin], &h->disc[source], sizeof d * between);
    memmove(&h->wink[begin], &h->wink[source], sizeof s * between);
    h->disc[to] = d;
    h->wink[to] = s;
}

/* What t, which is h with the disc at `lower` laid upon the one at `upper`, leaves unexplained more
 * than h. */
static double worse_if_raised(const search *q, const hypothesis *h, hypothesis *t, int lower, int upper,
                              double most) {
    *t = *h;
    lay_at(t, lower, upper);
    return worse_by(q, h, bit(lower), t, bit(upper - 1) | bit(upper),
                    (effort){SQ_FIT_TRIAL_STEPS, SQ_HOPELESS_MM2, most});
}

/* The same where the disc at `upper` is laid under the one at `lower`. */
static double worse_if_lowered(const search *q, const hypothesis *h, hypothesis *t, int lower, int upper) {
    *t = *h;
    lay_at(t, upper, lower);
    return worse_by(q, h, bit(upper), t, bit(lower) | bit(lower + 1),
                    (effort){SQ_FIT_TRIAL_STEPS, SQ_HOPELESS_MM2, INFINITY});
}

static bool try_swaps(const search *q, hypothesis *best) {
    bool better = false;
    for (int i = 0; i < best->n; i++)
        for (int j = i + 1; j < best->n; j++) {
            bool alike = best->wink[i].colour == best->wink[j].colour;
            if (alike || depth_of(best, i, j) <= 0 || !(doubtful(best, i) || doubtful(best, j))) continue;
            hypothesis t;
            better |= keep_if_better(q, best, &t, worse_if_raised(q, best, &t, i, j, most_worse(0)));
        }
    return better;
}

/* What t, which is h with disc i of the other size about a middle, leaves unexplained more than h. */
static double worse_if_resized(const search *q, const hypothesis *h, hypothesis *t, int i, sq_mm at,
                               double most) {
    *t = *h;
    t->wink[i].size = t->wink[i].size == SQ_LARGE ? SQ_SMALL : SQ_LARGE;
    t->disc[i].at = at;
    t->disc[i].radius_mm = sq_wink_radius_mm(t->wink[i].size);
    sq_disc_place(&t->disc[i], q->c);
    return worse_by(q, h, bit(i), t, bit(i), (effort){SQ_FIT_TRIAL_STEPS, SQ_HOPELESS_MM2, most});
}

/* The same where the rim that is seen stays where it is: of a covered wink it is all that tells the size. */
static double worse_if_resized_by_rim(const search *q, const hypothesis *h, hypothesis *t, int i,
                                      double most) {
    double other = sq_wink_radius_mm(h->wink[i].size == SQ_LARGE ? SQ_SMALL : SQ_LARGE);
    sq_mm at = sq_rim_kept(q->w, h->disc, h->n, i, q->blur_px, other - h->disc[i].radius_mm);
    return worse_if_resized(q, h, t, i, at, most);
}

static bool try_sizes(const search *q, hypothesis *best) {
    bool better = false;
    for (int i = 0; i < best->n; i++) {
        hypothesis t;
        if (doubtful(best, i))
            better |= keep_if_better(q, best, &t,
                                     worse_if_resized(q, best, &t, i, best->disc[i].at, most_worse(0)));
    }
    return better;
}

/* Whether others lie on or under disc i, so that not all of its rim need be seen. */
static bool is_lapped(const hypothesis *h, int i) {
    return neighbours(h, i) != bit(i);
}

/* A covered wink of the wrong size leaves little unexplained: it is asked even so. */
static bool try_covered_sizes(const search *q, hypothesis *best) {
    bool better = false;
    for (int i = 0; i < best->n; i++) {
        hypothesis t;
        if (is_lapped(best, i))
            better |= keep_if_better(q, best, &t, worse_if_resized_by_rim(q, best, &t, i, most_worse(0)));
    }
    return better;
}

static void remove_disc(hypothesis *h, int i) {
    h->n--;
    memmove(&h->disc[i], &h->disc[i + 1], sizeof h->disc[0] * (size_t)(h->n - i));
    memmove(&h->wink[i], &h->wink[i + 1], sizeof h->wink[0] * (size_t)(h->n - i));
}

/* Of the two normals with which disc k looks the same, gives it the one with which it comes to lie lower. */
static void lean_down(const search *q, hypothesis *h, int k) {
    sq_disc *d = &h->disc[k], other = *d;
    other.normal = sq_tilt_mirrored(d, q->c);
    h->wink[k].aslant = true;
    sq_pose_let_down(d, h->disc, k, q->c);
    if (other.normal.z < SQ_STEEPEST) return;
    sq_pose_let_down(&other, h->disc, k, q->c);
    if (other.z < d->z) *d = other;
}

/* mm² that leaning must explain beyond what any change must, as one by twice the usual sine would cost: a
 * quarter of what a lean of 10 degrees bares of a large wink. Were it higher, what lies upon hidden winks
 * would be drawn under its neighbours; lower, shadows would lean winks. */
static double tilt_cost_mm2(void) {
    return 2 * SQ_NAT_MM2;
}

/* Lays disc k at a level and leans it as its outline tells. */
static bool try_tilt(const search *q, hypothesis *best, int k, int level) {
    hypothesis t = *best;
    lay_at(&t, k, level);
    if (!sq_tilt_find(t.disc, t.n, level, q->w, q->c)) return false;
    sq_tilt_fit(t.disc, t.n, level, q->w, q->c, q->blur_px);
    if (hypot(t.disc[level].normal.x, t.disc[level].normal.y) < SQ_TILT_LEAST) return false;
    lean_down(q, &t, level);
    return keep_if_better(q, best, &t,
                          worse_by(q, best, bit(k), &t, bit(level), (effort){0, INFINITY, most_worse(0)}) +
                              tilt_cost_mm2());
}

/* What lies upon winks that nobody sees leans more than those that are seen make it; taken as flat it is too
 * wide, and seems to lie under what it lies upon. */
static bool try_tilts(const search *q, hypothesis *best) {
    bool better = false;
    if (q->parts->is_out[SQ_PILE_TILTS]) return false;
    double began = sq_monotonic_ms();
    for (int k = 0; k < best->n; k++) {
        int top = best->n - 1;
        if (best->quality.residual_mm2[k] < tilt_cost_mm2() || best->quality.seen[k] < SQ_SLIVER_SEEN ||
            neighbours(best, k) == bit(k))
            continue;
        better |= try_tilt(q, best, k, top) || (k < top && try_tilt(q, best, k, k));
    }
    end(q, SQ_PILE_TILTS, began);
    return better;
}

/* What t, which is h with the disc at `lower` laid upon the one at `upper`, aslant upon something that nobody
 * sees, leaves unexplained more than h. A wink that leans looks as narrow as one of which that much is
 * covered: so much it leans at first. */
static double worse_if_leaning(const search *q, const hypothesis *h, hypothesis *t, int lower, int upper) {
    *t = *h;
    lay_at(t, lower, upper);
    sq_disc *d = &t->disc[upper];
    sq_mm other = h->disc[upper].at, to = {other.x - d->at.x, other.y - d->at.y};
    double apart = hypot(to.x, to.y), narrower = depth_of(h, lower, upper) / (2 * d->radius_mm);
    /* What lay upon its middle would lean as it does. */
    bool bears = sq_disc_covered(t->disc, t->n, upper, d->centre.x, d->centre.y, 0);
    if (bears || !(apart > 0 && narrower > 0 && narrower < 1)) return INFINITY;
    /* A flat one would not turn. */
    double lean = fmax(sqrt(1 - (1 - narrower) * (1 - narrower)), SQ_TILT_LEAST);
    to = (sq_mm){to.x / apart, to.y / apart};
    d->at.x -= to.x * narrower * d->radius_mm;
    d->at.y -= to.y * narrower * d->radius_mm;
    d->normal = (sq_mm3){lean * to.x, lean * to.y, sqrt(1 - lean * lean)};
    sq_disc_place(d, q->c);
    sq_tilt_fit(t->disc, t->n, upper, q->w, q->c, q->blur_px);
    if (hypot(d->normal.x, d->normal.y) < SQ_TILT_LEAST) return INFINITY;
    lean_down(q, t, upper);
    return worse_by(q, h, bit(lower), t, bit(upper - 1) | bit(upper),
                    (effort){SQ_FIT_TRIAL_STEPS, INFINITY, INFINITY});
}

/* Whether disc k lies half on or under another one of its colour: one wink may have been found twice. */
static bool has_twin(const hypothesis *h, int k) {
    bool has = false;
    for (int j = 0; j < h->n; j++)
        has |= j != k && h->wink[j].colour == h->wink[k].colour &&
               sq_mm_distance(h->disc[j].at, h->disc[k].at) < h->disc[j].radius_mm;
    return has;
}

/* What disc i's neighbours leave unexplained more than h without it. */
static double worse_without(const search *q, const hypothesis *h, int i, hypothesis *t, double hopeless,
                            double most) {
    *t = *h;
    remove_disc(t, i);
    sq_disc_set near = neighbours(h, i), below = bit(i) - 1;
    return worse_by(q, h, bit(i), t, (near & below) | (near >> 1 & ~below),
                    (effort){SQ_FIT_TRIAL_STEPS, hopeless, most});
}

static bool try_removals(const search *q, hypothesis *best) {
    bool better = false;
    for (int i = 0; i < best->n; i++) {
        if (!doubtful(best, i) && !has_twin(best, i)) continue;
        hypothesis t;
        better |= keep_if_better(q, best, &t, worse_without(q, best, i, &t, SQ_HOPELESS_MM2, most_worse(-1)));
    }
    return better;
}

/* Adds to h the disc of a wanted size that explains most of what is left, at the level where it explains
 * most; returns that level, or -1 where much is left of no colour. */
static int add_another(const search *q, hypothesis *h, const bool wanted[SQ_SIZES]) {
    sq_proposal g;
    if (h->n == SQ_FIT_CAP) return -1;
    sq_fit_explained(q->w, h->disc, h->n, q->blur_px, h->quality.scale, q->scratch->guess.label);
    if (!sq_proposal_another(&g, q->w, q->p, q->shape, wanted, q->blur_px, &q->scratch->guess)) return -1;
    add_wink(q, h, g.colour, g.size, g.centre, sq_palette_chroma(q->p, g.colour));
    double least = INFINITY;
    int best = h->n - 1;
    for (int level = h->n - 1; level >= 0; level--) {
        hypothesis t = *h;
        lay_at(&t, t.n - 1, level);
        sq_box box = sq_fit_box(q->w, t.disc, t.n, bit(level));
        double left = sq_fit_unexplained(q->w, t.disc, t.n, q->blur_px, h->quality.scale, box, least);
        best = left < least ? level : best;
        least = fmin(left, least);
    }
    lay_at(h, h->n - 1, best);
    return best;
}

/* One disc more, where much of one colour is left. */
static bool try_addition(const search *q, hypothesis *best) {
    if (best->quality.unexplained < SQ_DISC_COST_MM2) return false;
    hypothesis t = *best;
    int level = add_another(q, &t, (bool[SQ_SIZES]){true, true});
    return level >= 0 && keep_if_better(q, best, &t,
                                        worse_by(q, best, 0, &t, neighbours(&t, level),
                                                 (effort){SQ_FIT_TRIAL_STEPS, INFINITY, most_worse(1)}));
}

/* What one disc was taken for may be several of the other size: two small winks side by side, a large one
 * that looks out on two sides. */
static bool try_replacements(const search *q, hypothesis *best) {
    bool better = false;
    for (int i = 0; i < best->n; i++) {
        if (best->quality.residual_mm2[i] < SQ_DISC_COST_MM2) continue;
        bool wanted[SQ_SIZES] = {best->wink[i].size != SQ_LARGE, best->wink[i].size != SQ_SMALL};
        hypothesis t = *best;
        sq_disc_set near = neighbours(best, i);
        remove_disc(&t, i);
        int added = 0;
        for (; added < SQ_REPLACED_BY && add_another(q, &t, wanted) >= 0; added++)
            ;
        if (added)
            better |=
                keep_if_better(q, best, &t,
                               worse_by(q, best, near, &t, SQ_ALL_DISCS,
                                        (effort){SQ_FIT_TRIAL_STEPS, INFINITY, most_worse(t.n - best->n)}));
    }
    return better;
}

/* Whether discs i and j are of one colour, one of them small, and lie wholly within a large one's outline. */
static bool within_one(const hypothesis *h, int i, int j) {
    double slack = (SQ_LARGE_MM - SQ_SMALL_MM) / 2;
    bool both_small = h->wink[i].size == SQ_SMALL && h->wink[j].size == SQ_SMALL,
         both_large = h->wink[i].size == SQ_LARGE && h->wink[j].size == SQ_LARGE;
    return h->wink[i].colour == h->wink[j].colour && !both_large &&
           sq_mm_distance(h->disc[i].at, h->disc[j].at) < slack * (both_small ? 2 : 1);
}

/* What disc `upper` was taken for, upon disc `lower` of another colour, may be two of its colour: one
 * beneath, and another one upon both. Neither step by itself explains more; so both are paid for. What lies
 * within the outline of the one beneath is no other one: the first, aslant, looks like that. */
static bool try_bridge(const search *q, hypothesis *best, int lower, int upper) {
    hypothesis t = *best;
    sq_disc_set near = neighbours(best, upper);
    lay_at(&t, upper, lower);
    int level = add_another(q, &t, (bool[SQ_SIZES]){[SQ_SMALL] = true}), top = t.n - 1;
    if (level < 0) return false;
    if (level <= upper) {
        lay_at(&t, level, top);
        level = top;
    }
    double worse =
        worse_by(q, best, near, &t, neighbours(&t, level), (effort){SQ_FIT_STEPS, INFINITY, most_worse(2)});
    if (within_one(&t, lower, level)) return false;
    return keep_if_better(q, best, &t, worse + SQ_DISC_COST_MM2);
}

static bool try_bridges(const search *q, hypothesis *best) {
    for (int upper = 1; upper < best->n; upper++)
        for (int lower = 0; lower < upper; lower++)
            if (best->quality.residual_mm2[upper] >= SQ_DISC_COST_MM2 && depth_of(best, lower, upper) > 0 &&
                best->wink[lower].colour != best->wink[upper].colour && try_bridge(q, best, lower, upper))
                return true;
    return false;
}

/* Of discs i < j a large one is made, in t: i stays. */
static void unite(const search *q, hypothesis *t, int i, int j) {
    sq_disc *one = &t->disc[i], *other = &t->disc[j];
    if (t->wink[j].size == SQ_LARGE)
        one->at = other->at;
    else if (t->wink[i].size == SQ_SMALL)
        one->at = (sq_mm){(one->at.x + other->at.x) / 2, (one->at.y + other->at.y) / 2};
    t->wink[i].size = SQ_LARGE;
    one->radius_mm = sq_wink_radius_mm(SQ_LARGE);
    sq_disc_place(one, q->c);
    remove_disc(t, j);
}

/* In a blurred picture one large wink, whose middle then has more colour than its rim, is taken for two; and
 * of two that lie so not both would be seen. Noise, a codec and clipped light make the same of it here and
 * there in a sharp one, which shows where a set has not so many. */
static void unite_split(const search *q, hypothesis *best, int too_many[SQ_USUAL_COLOURS]) {
    for (int i = 0; i < best->n; i++)
        for (int j = i + 1; j < best->n; j++) {
            sq_colour colour = best->wink[i].colour;
            bool is_beyond_set = q->too_many && q->too_many[colour] > 0;
            bool unsure = is_beyond_set || q->blur_px >= SQ_BLURRED_MM * best->disc[i].px_per_mm;
            if (!unsure || !within_one(best, i, j)) continue;
            hypothesis t = *best;
            sq_disc_set near = neighbours(best, i) | neighbours(best, j);
            unite(q, &t, i, j);
            double worse = worse_by(q, best, near, &t, bit(i), (effort){SQ_FIT_STEPS, INFINITY, INFINITY});
            if (!keep_if_better(q, best, &t, worse - SQ_SPLIT_MM2 * (is_beyond_set ? 2 : 1))) continue;
            j = i;
            too_many[colour]--;
        }
}

/* Whether disc k overlaps others of its colour; and whether one of them lies, of the same size, where it
 * lies: such a one would take its place, were it none. */
static bool overlaps_like(const hypothesis *h, int k, bool *has_double) {
    bool overlaps = false;
    *has_double = false;
    for (int j = 0; j < h->n; j++) {
        if (j == k || h->wink[j].colour != h->wink[k].colour || depth_of(h, j, k) <= 0) continue;
        overlaps = true;
        *has_double |= h->wink[j].size == h->wink[k].size &&
                       sq_mm_distance(h->disc[j].at, h->disc[k].at) < SQ_SAME_WINK_MM;
    }
    return overlaps && !h->wink[k].on_same_colour;
}

/* Takes away the disc of a colour whose place others of that colour can take best; false where none can. */
static bool remove_part(const search *q, hypothesis *best, sq_colour colour) {
    hypothesis t;
    double least = SQ_SPLIT_MM2;
    int part = -1;
    bool has_double;
    for (int k = 0; k < best->n; k++) {
        if (best->wink[k].colour != colour || !overlaps_like(best, k, &has_double)) continue;
        double worse = worse_without(q, best, k, &t, INFINITY, INFINITY);
        part = worse < least ? k : part;
        least = fmin(worse, least);
    }
    if (part < 0) return false;
    worse_without(q, best, part, &t, INFINITY, INFINITY);
    *best = t;
    sq_fit_judge(q->w, best->disc, best->n, q->blur_px, &best->quality, q->scratch->misfits);
    return true;
}

/* One wink that was taken for two. */
static void mend_splits(const search *q, hypothesis *best) {
    if (q->parts->is_out[SQ_PILE_UNITE_SPLIT]) return;
    double began = sq_monotonic_ms();
    int too_many[SQ_USUAL_COLOURS] = {0};
    if (q->too_many) memcpy(too_many, q->too_many, sizeof too_many);
    unite_split(q, best, too_many);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        while (too_many[c] > 0 && remove_part(q, best, (sq_colour)c))
            too_many[c]--;
    end(q, SQ_PILE_UNITE_SPLIT, began);
}

/* ---- Who lies over whom ---- */

static double probability_of(double log_odds) {
    return sq_from_log_odds(sq_bounded(log_odds, SQ_ORDER_SUREST));
}

/* Rises from 0 to 1 while x goes from 0 to hi. */
static double ramp(double x, double hi) {
    return fmin(fmax(x / hi, 0), 1);
}

/* By how much more errors are alike where two overlap: in a coarsely coded film all over an area, the faces
 * too, not along the rims alone. */
static double alike_where_lapped(const search *q) {
    double alike = sq_errors_alike(q->alike_px);
    return q->source == SQ_PILE_CODED_FILM ? alike * alike : alike;
}

/* Of two colours the drawing tells: how much more of the picture stays unexplained the other way round,
 * which is believed the more the deeper the overlap. In a pile that has two other ways, over or under what
 * lies between, and what nobody thought of may be in it. */
static double order_by_drawing(const search *q, const hypothesis *h, int lower, int upper) {
    hypothesis t;
    sq_disc_set pair = bit(lower) | bit(upper);
    bool alone = neighbours(h, lower) == pair && neighbours(h, upper) == pair;
    double worse = worse_if_raised(q, h, &t, lower, upper, INFINITY);
    if (upper > lower + 1) worse = fmin(worse, worse_if_lowered(q, h, &t, lower, upper));
    return worse / (alone ? SQ_ORDER_COST_MM2 : SQ_NAT_MM2) / alike_where_lapped(q) *
           ramp(depth_of(h, lower, upper), SQ_ORDER_HI_MM);
}

/* How likely it is that the lower one leans upon what nobody sees, and lies over the upper one, as a share of
 * how likely what was found is. */
static double likelihood_of_leaning(const search *q, const hypothesis *h, int lower, int upper) {
    hypothesis t;
    if (q->parts->is_out[SQ_PILE_TILTS]) return 0;
    double began = sq_monotonic_ms(), worse = worse_if_leaning(q, h, &t, lower, upper);
    end(q, SQ_PILE_TILTS, began);
    return exp(-worse / SQ_NAT_MM2 / alike_where_lapped(q) -
               hypot(t.disc[upper].normal.x, t.disc[upper].normal.y) / SQ_TILT_USUAL);
}

/* Where a wink has come to rest a film whose frames draw on earlier ones may show for a while the chroma of
 * what was there before: of drawn pairs sent through codecs three of a hundred that could not be plainer were
 * seen the wrong way round. */
static double surest_by_drawing(const search *q) {
    return q->source == SQ_PILE_BY_ITSELF ? SQ_ORDER_SUREST : SQ_ORDER_SUREST / 2;
}

/* The probability that the later of two overlapping winks really lies over the earlier one. Of one colour
 * only light tells (overlap_order.h), not a drawing; that of a small wink wholly upon a large one has told
 * already that it is there. */
static double judge_order(const search *q, const hypothesis *h, int lower, int upper, double *leaning) {
    double logit;
    *leaning = 0;
    if (h->wink[upper].on_same_colour && lower < upper - 1) upper--; /* it lies on what its host lies on */
    if (h->wink[upper].on_same_colour)
        logit = SQ_ORDER_SUREST; /* not one of 1700 bare ones was taken for one */
    else if (h->wink[lower].colour == h->wink[upper].colour)
        return 0.5;
    else {
        logit = sq_bounded(order_by_drawing(q, h, lower, upper), surest_by_drawing(q));
        *leaning = likelihood_of_leaning(q, h, lower, upper);
    }
    return probability_of(logit);
}

/* The probability that disc k has the size that it was taken for. Sets what it would be with the other one.
 */
static double judge_size(const search *q, const hypothesis *h, int k, sq_other_size *other) {
    hypothesis t;
    bool may_differ = doubtful(h, k) || is_lapped(h, k);
    *other = (sq_other_size){0};
    if (!may_differ || h->wink[k].on_same_colour) return probability_of(SQ_ORDER_SUREST);
    double worse = worse_if_resized_by_rim(q, h, &t, k, INFINITY);
    *other = (sq_other_size){true, {t.disc[k].at.x - h->disc[k].at.x, t.disc[k].at.y - h->disc[k].at.y}};
    return probability_of(worse / SQ_NAT_MM2);
}

/* The probability that disc k is a wink of its own: of one colour, two that overlap are drawn as a third one
 * between them would be, but for its rims. Sets what the others leave more without it, mm². */
static double judge_its_own(const search *q, const hypothesis *h, int k, double *worse) {
    hypothesis t;
    bool has_double;
    *worse = INFINITY;
    if (!overlaps_like(h, k, &has_double)) return 1;
    *worse = worse_without(q, h, k, &t, INFINITY, INFINITY);
    double shown = M_PI * h->disc[k].radius_mm * h->disc[k].radius_mm * h->quality.seen[k];
    return has_double ? 1 : probability_of((*worse / shown - SQ_OWN_EVEN) / SQ_OWN_COST);
}

/* ---- The whole ---- */

/* How much of disc k's rim can be seen, and at how much of that its colour ends. */
static void judge_rim(const search *q, const hypothesis *h, int k, double *share, double *support) {
    *share = *support = 1;
    if (q->parts->is_out[SQ_PILE_RIMS]) return;
    double began = sq_monotonic_ms();
    sq_rim_support_of(q->w, h->disc, h->n, k, q->blur_px, share, support);
    end(q, SQ_PILE_RIMS, began);
}

/* Most winks lie alone: a blob of one wink's area is fitted as one, and where the drawing leaves nothing to
 * explain and the whole rim shows its edge, no other explanation is looked for. */
static bool explain_alone(const search *q, hypothesis *h, double most_left) {
    sq_chroma chroma;
    sq_px middle;
    double area = sq_proposal_blob(q->w, q->mm2_per_px, &chroma, &middle), share, support;
    for (int s = 0; s < SQ_SIZES; s++) {
        double radius = sq_wink_radius_mm((sq_size)s), face = M_PI * radius * radius;
        if (fabs(area / face - 1) > SQ_ALONE_AREA) continue;
        h->n = 0;
        add_wink(q, h, sq_palette_nearest(q->p, chroma, 0), (sq_size)s, middle, chroma);
        fit(q, h, SQ_FIT_STEPS);
        judge_rim(q, h, 0, &share, &support);
        if (h->quality.unexplained < most_left * face && share >= SQ_ALONE_RIM && support >= SQ_ALONE_RIM)
            return true;
    }
    h->n = 0;
    return false;
}

/* What was guessed first lies on top as a rule: it showed most. The model draws bottom first. */
static void guess_together(const search *q, double blur_px, hypothesis *h, bool *truncated) {
    sq_proposal guess[SQ_FIT_CAP + 1];
    int n = sq_proposal_discs(guess, SQ_FIT_CAP + 1, q->w, q->p, q->shape, blur_px, &q->scratch->guess);
    *truncated = n > SQ_FIT_CAP;
    h->n = 0;
    for (int i = (n < SQ_FIT_CAP ? n : SQ_FIT_CAP) - 1; i >= 0; i--)
        add_wink(q, h, guess[i].colour, guess[i].size, guess[i].centre,
                 sq_palette_chroma(q->p, guess[i].colour));
}

/* Whether a small wink of that colour is known already where another one is supposed. */
static bool known_there(const hypothesis *h, sq_colour colour, sq_px at) {
    for (int k = 0; k < h->n; k++)
        if (h->wink[k].colour == colour && h->wink[k].size == SQ_SMALL &&
            sq_px_distance(h->disc[k].centre, at) < SQ_SAME_WINK_MM * h->disc[k].px_per_mm)
            return true;
    return false;
}

/* Small winks that lie wholly upon large ones of their own colour; the drawing knows nothing of them. */
static void find_same_colour_on_top(const search *q, hypothesis *h) {
    int before = h->n;
    if (q->parts->is_out[SQ_PILE_SAME_COLOUR_ON_TOP]) return;
    double began = sq_monotonic_ms();
    for (int k = 0; k < h->n && h->n < SQ_FIT_CAP; k++) {
        sq_colour colour = h->wink[k].colour;
        sq_px at;
        if (h->wink[k].size != SQ_LARGE ||
            !sq_wink_within_wink_find(&at, q->w, h->disc, h->n, k, q->blur_px) || known_there(h, colour, at))
            continue;
        add_wink(q, h, colour, SQ_SMALL, at, h->disc[k].chroma);
        h->wink[h->n - 1].on_same_colour = true;
        lay_at(h, h->n - 1, k + 1);
    }
    end(q, SQ_PILE_SAME_COLOUR_ON_TOP, began);
    if (h->n == before) return;
    settle(q, h);
    sq_fit_judge(q->w, h->disc, h->n, q->blur_px, &h->quality, q->scratch->misfits);
}

/* Whether disc j may be a part of what disc k is, if k leans: of one wink aslant two flat ones were made. */
static bool may_be_one(const hypothesis *h, int j, int k) {
    return j != k && !h->wink[j].on_same_colour && h->wink[j].colour == h->wink[k].colour &&
           depth_of(h, j, k) > 0;
}

/* Disc k as it might lean, and all that may be a part of it. */
static sq_lean lean_of(const search *q, const hypothesis *h, int k) {
    sq_lean l = {.w = q->w, .c = q->c, .pot = *q->pot, .blur_px = q->blur_px};
    sq_disc disc[SQ_FIT_CAP];
    sq_disc_set one = bit(k);
    memcpy(disc, h->disc, sizeof disc);
    disc[k].radius_mm = sq_wink_radius_mm(SQ_LARGE);
    for (int j = 0; j < h->n; j++)
        if (may_be_one(h, j, k)) one |= bit(j);
    l.scale = sq_fit_scale(q->w, &h->disc[k], 1);
    l.box = sq_fit_box(q->w, disc, h->n, one);
    return l;
}

/* Fits disc k as leaning, of a size and without disc j (-1: with all); keeps it if it costs less than
 * `least`, if anything does. */
static void try_leaning(const sq_lean *l, const hypothesis *h, int k, sq_size size, int j, hypothesis *best,
                        double *least) {
    double spared = j < 0 ? 0 : SQ_DISC_COST_MM2;
    if (*least + spared <= 0) return;
    hypothesis t = *h;
    t.wink[k].size = size;
    t.wink[k].pot_supported = true;
    t.wink[k].aslant = false;
    t.disc[k].radius_mm = sq_wink_radius_mm(size);
    if (j >= 0) remove_disc(&t, j);
    double price = sq_lean_fit(l, t.disc, t.n, k - (j >= 0 && j < k)) - spared;
    if (price >= *least) return;
    *least = price;
    *best = t;
}

/* Winks beside the pot may lean on it. */
static void lean_on_pot(const search *q, hypothesis *h) {
    if (q->parts->is_out[SQ_PILE_LEANING]) return;
    double began = sq_monotonic_ms();
    for (int k = 0; k < h->n && q->pot; k++) {
        if (h->wink[k].on_same_colour || !sq_lean_reaches(&h->disc[k], *q->pot)) continue;
        sq_lean l = lean_of(q, h, k);
        double least = sq_lean_flat_price(&l, h->disc, h->n, k) - SQ_DISC_COST_MM2;
        hypothesis best = *h;
        for (int size = 0; size < SQ_SIZES; size++)
            for (int j = -1; j < h->n; j++)
                if (j < 0 || may_be_one(h, j, k)) try_leaning(&l, h, k, (sq_size)size, j, &best, &least);
        *h = best;
        sq_fit_judge(q->w, h->disc, h->n, q->blur_px, &h->quality, q->scratch->misfits);
    }
    end(q, SQ_PILE_LEANING, began);
}

/* What a pile's mixed pixels took for one colour may be another once its face is fitted. */
static void name_colours(const search *q, hypothesis *h) {
    for (int k = 0; k < h->n; k++) {
        h->wink[k].colour = sq_palette_nearest(q->p, h->disc[k].chroma, 0);
        h->disc[k].usual = sq_palette_chroma(q->p, h->wink[k].colour);
    }
}

/* Follows a guess downhill. */
static void improve(const search *q, hypothesis *h) {
    fit(q, h, SQ_FIT_STEPS);
    bool better = h->n > 0;
    for (int round = 0; round < SQ_FIT_CAP && better; round++) {
        better = try_sizes(q, h);
        better |= try_swaps(q, h);
        better |= try_removals(q, h);
        better |= try_addition(q, h);
        if (!better) better = try_tilts(q, h);
        if (!better) better = try_replacements(q, h);
        if (!better) better = try_bridges(q, h);
        if (!better) better = try_covered_sizes(q, h);
    }
}

/* How many winks of each colour and size two guesses take is the same. */
static bool takes_the_same(const hypothesis *a, const hypothesis *b) {
    int more[SQ_USUAL_COLOURS][SQ_SIZES] = {{0}};
    for (int k = 0; k < a->n; k++)
        more[a->wink[k].colour][a->wink[k].size]++;
    for (int k = 0; k < b->n; k++)
        more[b->wink[k].colour][b->wink[k].size]--;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        if (more[c][SQ_SMALL] || more[c][SQ_LARGE]) return false;
    return true;
}

static double price_of(const hypothesis *h) {
    return h->quality.unexplained + SQ_DISC_COST_MM2 * h->n;
}

/* In a blurred picture a large wink may be guessed to be two small ones, one upon the other, from which no
 * step leads to the one. Guessed as of a picture of the usual blur it is large: where that is another guess
 * both are followed. */
static void explain_together(const search *q, hypothesis *h, bool *truncated) {
    hypothesis other;
    bool cut = false;
    other.n = 0;
    guess_together(q, q->blur_px, h, truncated);
    if (q->blur_px > SQ_BLUR_PX) guess_together(q, SQ_BLUR_PX, &other, &cut);
    bool both = other.n > 0 && !takes_the_same(h, &other);
    improve(q, h);
    if (both) improve(q, &other);
    if (both && price_of(&other) < price_of(h) - SQ_MOVE_LEAST_MM2) {
        *h = other;
        *truncated = cut;
    } else if (both)
        sq_fit_judge(q->w, h->disc, h->n, q->blur_px, &h->quality, q->scratch->misfits);
    mend_splits(q, h);
    name_colours(q, h);
    fit(q, h, SQ_FIT_STEPS);
}

/* mm over the mat by which 1 mm of height shifts what is seen at a place. */
static double shift_by_height(const sq_camera *c, const sq_disc *d) {
    return sq_mm_distance(sq_mm_from_px(c, d->centre, d->z), sq_mm_from_px(c, d->centre, d->z + 1));
}

static void report(sq_pile *out, const search *q, hypothesis *h) {
    sq_fit_sigmas(q->w, h->disc, h->n, q->blur_px, &h->quality);
    out->count = h->n;
    out->unexplained_mm2 = h->quality.unexplained;
    for (int k = 0; k < h->n; k++) {
        sq_pile_wink *s = &out->wink[k];
        float confidence;
        sq_palette_nearest(q->p, h->disc[k].chroma, &confidence);
        *s = h->wink[k];
        s->disc = h->disc[k];
        s->shifted_mm = s->aslant ? SQ_TILT_Z_MM * shift_by_height(q->c, &s->disc) * M_SQRT1_2 : 0;
        s->lapped = is_lapped(h, k);
        s->sigma_mm =
            (s->lapped ? alike_where_lapped(q) : sq_errors_alike(q->alike_px)) * h->quality.sigma_mm[k];
        s->seen = h->quality.seen[k];
        s->residual_mm2 = h->quality.residual_mm2[k];
        s->colour_confidence = confidence;
        s->size_confidence = judge_size(q, h, k, &s->other_size);
        s->its_own = judge_its_own(q, h, k, &s->spared_mm2);
        judge_rim(q, h, k, &s->rim_share, &s->rim_support);
        for (int j = 0; j < k; j++) {
            out->order[j][k] = 0.5;
            out->leaning[j][k] = 0;
            if (depth_of(h, j, k) > 0) out->order[j][k] = judge_order(q, h, j, k, &out->leaning[j][k]);
        }
    }
}

void sq_pile_explain(sq_pile *out, const sq_pile_view *v) {
    const sq_window *w = v->window;
    *out = (sq_pile){0};
    search q = {.w = w,
                .c = v->camera,
                .p = v->palette,
                .pot = v->pot,
                .blur_px = v->blur_px,
                .alike_px = v->alike_px,
                .source = v->source,
                .too_many = v->too_many,
                .scratch = v->scratch,
                .parts = v->parts};
    sq_px middle = {w->x0 + w->w / 2.0, w->y0 + w->h / 2.0};
    for (int s = 0; s < SQ_SIZES; s++) {
        q.shape[s] = (sq_disc){.radius_mm = sq_wink_radius_mm((sq_size)s), .z = SQ_WINK_THICKNESS_MM / 2};
        q.shape[s].at = sq_mm_from_px(q.c, middle, q.shape[s].z);
        if (w->w <= 0 || w->h <= 0 || !isfinite(q.shape[s].at.x)) return;
        sq_disc_place(&q.shape[s], q.c);
    }
    q.mm2_per_px = 1 / (q.shape[0].px_per_mm * q.shape[0].px_per_mm);
    static _Thread_local hypothesis h;
    if (!explain_alone(&q, &h, SQ_RAGGED_LEFT)) explain_together(&q, &h, &out->truncated);
    out->truncated &= h.n == SQ_FIT_CAP; /* guesses that were left out, but not missed, are no loss */
    if (!h.n && explain_alone(&q, &h, SQ_ALONE_PALE_LEFT)) h.wink[0].pale = true;
    find_same_colour_on_top(&q, &h);
    lean_on_pot(&q, &h);
    report(out, &q, &h);
}
