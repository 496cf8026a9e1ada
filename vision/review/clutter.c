/* Decides which suspects are no winks: likelihood ratios of colour and of outline, against the other winks
 * of the picture, and prior odds from the number of winks in a set. */
#include "vision/review/clutter.h"

#include <assert.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/rim_support.h"
#include "vision/frame/light_sample.h"
#include "vision/geometry/blurred_edge.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/math/median.h"
#include "vision/math/odds.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/glare.h"
#include "vision/segment/wink_palette.h"

/* Neighbouring rays that tell as much as one: a codec's block spans them. */
SQ_NUMBER(SQ_RIM_RADIUS_ALIKE, 6.0);

/* Share of a round rim's rays that something else spoils: a finger over it, a shade, a neighbour's colour. */
SQ_NUMBER(SQ_RIM_RADIUS_SPOILT, 0.1);

/* mm by which the widths of winks seem to differ in one picture: bevels in the light and in the shade. Lower:
 * winks under a lamp become clutter. Bevels are darker than faces: by as much a wink's colour as a rule ends
 * inside of the rim that fits best, its usual girth. That is believed as much as SQ_MEDIAN_LEAST winks, so
 * that it is not told by coins where nothing else lies about. */
SQ_NUMBER(SQ_RIM_RADIUS_WIDTH_MM, 0.15);

/* mm over which the rim of a coin that was taken for a wink may lie as well; and by which a paper's outline
 * strays from the discs that it was taken for. */
SQ_NUMBER(SQ_COIN_WIDTHS_MM, 5.0);
SQ_NUMBER(SQ_PAPER_STRAY_MM, 1.0);

/* Share of its tint by which a wink differs from its fellows beside what these do from one another (lower:
 * what a lamp grazes becomes clutter); the longest tint, in their lengths, that is taken for their colour. */
SQ_NUMBER(SQ_CLUTTER_TINT, 0.05);
SQ_NUMBER(SQ_CLUTTER_LONGEST, 1.2);

/* Degrees of freedom of that difference's distribution, at most: how far gloss and mixed lamps carry a few.
 * Fewer: a finger in the dark is taken for a wink. */
#define SQ_CLUTTER_FREEDOM 4

/* The lightest shade (share of the light) that is believed. */
SQ_NUMBER(SQ_CLUTTER_LIGHTEST, 1.5);

/* How many of what is found as winks are none, where no more are seen than a set has (of 3422 in two drawn
 * sets without clutter 9 were none). Lower: coins stay winks. Higher: glossy winks under tinted lamps become
 * regions. */
SQ_NUMBER(SQ_CLUTTER_SELDOM, 0.0035);

/* How often what is less usual is so: that a wink of the set is out of sight, in the pot or under others;
 * that winks beyond the set are of another set, and not clutter; that clutter makes too many of one size
 * where all of the colour are not too many, and not a mistaken size; that clutter lies with winks of other
 * colours, and not by itself. Higher: winks of piles become regions, whose colours mix at the rims. */
SQ_NUMBER(SQ_CLUTTER_UNUSUAL, 0.2);

/* Suspects of one pile and colour. */
typedef struct {
    int pile;
    sq_colour colour;
    int count[SQ_SIZES];
    double pixels, light[3];    /* as a suspect's */
    double rim_wink;            /* logarithm of how well its girths suit winks, … */
    double rim_coin, rim_paper; /* coins, and papers */
    bool among_others;          /* it lies with winks of another colour */
    double odds;                /* logarithm of how much better it is explained by winks than by clutter */
    bool is_clutter;
} group;

typedef struct {
    int n;
    group group[SQ_SEEN_CAP];
    int of[SQ_SEEN_CAP]; /* each suspect's group; -1: none */
    double girth_mm, girth_spread_mm;
} search;

/* ---- What a suspect shows ---- */

void sq_suspect_look(sq_suspect *out, const sq_window *w, const sq_disc *disc, int n, int k, double blur_px,
                     int pile_number) {
    const sq_disc *d = &disc[k];
    double blur_mm = blur_px / d->px_per_mm, level[3] = {0};
    sq_box b = sq_window_box(w, d, 0);
    out->pile = pile_number;
    out->pixels = 0;
    for (int y = b.y0; y < b.y1; y++)
        for (int x = b.x0; x < b.x1; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            float rgb[3];
            if (!(w->believed[i] > 0) || sq_disc_distance(d, x, y, 0, 0) > -SQ_FACE_BLURS * blur_mm ||
                sq_disc_covered(disc, n, k, x, y, blur_mm))
                continue;
            sq_window_rgb(w, i, rgb);
            for (int c = 0; c < 3; c++)
                level[c] += (double)rgb[c];
            out->pixels++;
        }
    for (int c = 0; c < 3; c++)
        out->light[c] = out->pixels ? pow(fmax(level[c] / out->pixels, 0), SQ_LIGHT_EXPONENT) : 0;
    sq_rim_radius_measure(&out->girth, w, disc, n, k, blur_px);
}

/* ---- Girths ---- */

/* Student's t with three degrees of freedom: most lie within the scale, a few far off. */
static double t3(double x, double scale) {
    double t = 1 + x * x / (3 * scale * scale);
    return 2 / (M_PI * sqrt(3) * scale) / (t * t);
}

static double median_of(const sq_rim_radius *g) {
    float v[SQ_RIM_POINTS];
    for (int i = 0; i < g->n; i++)
        v[i] = g->beyond[i];
    return (double)sq_median(v, g->n);
}

/* The girth that winks have in this picture, and how far a ray's strays: medians over all whose rim is mostly
 * free, and a few usual ones. */
static void learn_girths(search *q, const sq_suspect *suspect, int n) {
    float middle[SQ_SEEN_CAP + SQ_MEDIAN_LEAST], spread[SQ_SEEN_CAP + SQ_MEDIAN_LEAST];
    int m = 0;
    for (; m < SQ_MEDIAN_LEAST; m++) {
        middle[m] = -(float)SQ_RIM_RADIUS_WIDTH_MM;
        spread[m] = (float)SQ_RIM_RADIUS_WIDTH_MM;
    }
    for (int i = 0; i < n; i++) {
        const sq_rim_radius *g = &suspect[i].girth;
        float beyond[SQ_RIM_POINTS];
        if (suspect[i].pile < 0 || g->n < SQ_RIM_POINTS / 2) continue;
        double mid = median_of(g);
        memcpy(beyond, g->beyond, (size_t)g->n * sizeof *beyond);
        middle[m] = (float)mid;
        spread[m++] = sq_robust_deviation(beyond, g->n, (float)mid);
    }
    q->girth_mm = (double)sq_median(middle, m);
    q->girth_spread_mm = (double)sq_median(spread, m);
}

/* Adds what a girth says. Neighbouring rays see the same pixels: SQ_RIM_RADIUS_ALIKE of them tell as much as
 * one. What they have in common is the width, in which a coin is free; of a rim that is half hidden it tells
 * nothing, as the disc was laid where it suits. The rest is roundness. */
static void add_girth(group *h, const search *q, const sq_rim_radius *g) {
    if (!g->n) return;
    double round = 0, any = 0, wide = median_of(g), told = g->n / SQ_RIM_RADIUS_ALIKE;
    for (int i = 0; i < g->n; i++) {
        double off = (double)g->beyond[i] - wide, strays = t3(off, SQ_PAPER_STRAY_MM);
        double of_round = t3(off, q->girth_spread_mm);
        round += log(of_round + SQ_RIM_RADIUS_SPOILT * (strays - of_round)) / SQ_RIM_RADIUS_ALIKE;
        any += log(strays) / SQ_RIM_RADIUS_ALIKE;
    }
    h->rim_wink += round;
    h->rim_coin += round;
    h->rim_paper += any;
    if (g->n < SQ_RIM_SUPPORT * SQ_RIM_POINTS) return; /* its width is not known apart from its place */
    double off = wide - q->girth_mm;
    h->rim_wink += log(t3(off, hypot(SQ_RIM_RADIUS_WIDTH_MM, q->girth_spread_mm / sqrt(told))));
    h->rim_coin -= log(SQ_COIN_WIDTHS_MM);
    h->rim_paper += log(t3(off, SQ_PAPER_STRAY_MM));
}

/* ---- Colours ---- */

/* Differences of red and blue from green, in linear light: what a mirrored lamp leaves as it is. */
typedef struct {
    double x, y;
} tint;

static tint tint_of(const double light[3]) {
    return (tint){light[0] - light[1], light[2] - light[1]};
}

static double tint_distance(tint a, tint b) {
    return hypot(a.x - b.x, a.y - b.y);
}

static double tint_length(tint t) {
    return hypot(t.x, t.y);
}

/* How far what a group shows is from a wink of the reference's light, as a share of its tint: the nearer of a
 * wink that mirrors a lamp and one that lies in the shade. */
static double unlike(const group *h, const double reference[3]) {
    double full = tint_length(tint_of(reference)), across = 0, square = 0;
    for (int c = 0; c < 3; c++) {
        across += h->light[c] * reference[c];
        square += reference[c] * reference[c];
    }
    /* Without any light `off` is not a number; fmin then returns the distance of the tints. */
    double shade = fmin(across / square, SQ_CLUTTER_LIGHTEST), off = 0;
    for (int c = 0; c < 3; c++)
        off += pow(h->light[c] / shade - reference[c], 2);
    return fmin(tint_distance(tint_of(h->light), tint_of(reference)), sqrt(off)) / full;
}

/* Whether enough of a group's faces is seen, and no lamp mirrored all over them: the darkest of a plastic's
 * three colours is far darker than felt. */
static bool tells_colour(const group *h) {
    double darkest = fmin(h->light[0], fmin(h->light[1], h->light[2]));
    return h->pixels >= SQ_SAMPLES_ENOUGH && darkest < pow((double)SQ_GLARE_BEGINS, SQ_LIGHT_EXPONENT);
}

/* How much a group counts as an example of its colour: coins and papers are paler than plastic, and not of a
 * wink's girth. */
static double example_weight(const group *h) {
    double length = tint_length(tint_of(h->light)), clutter = fmax(h->rim_coin, h->rim_paper);
    return !tells_colour(h) ? 0 : length * length * sq_from_log_odds(h->rim_wink - clutter);
}

/* The fellows of a group: the others of its colour. The one that the others are nearest to, and the mean of
 * how far they are from it, as a share of its tint; how many there are. Null where there are none. */
static const group *typical_fellow(const search *q, const group *h, double *spread, int *fellows) {
    const group *best = 0;
    double least = INFINITY, weight[SQ_SEEN_CAP], total = 0;
    *fellows = 0;
    for (int i = 0; i < q->n; i++) {
        bool counts = &q->group[i] != h && q->group[i].colour == h->colour;
        total += weight[i] = counts ? example_weight(&q->group[i]) : 0;
        *fellows += weight[i] > 0;
    }
    for (int i = 0; i < q->n; i++) {
        double cost = 0;
        for (int j = 0; j < q->n; j++)
            cost += weight[j] * tint_distance(tint_of(q->group[i].light), tint_of(q->group[j].light));
        if (!(weight[i] > 0) || cost >= least) continue;
        least = cost;
        best = &q->group[i];
    }
    if (best) *spread = least / total / tint_length(tint_of(best->light));
    return best;
}

/* Logarithm of how much likelier a wink shows such a colour than clutter does, which may show any that is
 * taken for a wink's: those of a sector of the plane of tints. */
static double colour_odds(const search *q, const group *h) {
    double spread;
    int fellows;
    const group *like = !tells_colour(h) ? 0 : typical_fellow(q, h, &spread, &fellows);
    if (!like) return 0;
    double square = spread * spread + SQ_CLUTTER_TINT * SQ_CLUTTER_TINT, off = unlike(h, like->light);
    double sector = SQ_COLOUR_REACH_DEG * M_PI / 180 * SQ_CLUTTER_LONGEST * SQ_CLUTTER_LONGEST;
    double freedom =
        fmin(fellows + 1,
             SQ_CLUTTER_FREEDOM); /* Student's t over a plane; with few fellows its tails are longer */
    return log(sector / (2 * M_PI * square)) - (freedom / 2 + 1) * log1p(off * off / (freedom * square));
}

/* ---- The whole ---- */

/* The group of that pile and colour; a new one where there is none yet. */
static int find_group(search *q, const sq_suspect *s) {
    int i = 0;
    while (i < q->n && (q->group[i].pile != s->pile || q->group[i].colour != s->colour))
        i++;
    if (i < q->n) return i;
    group *h = &q->group[q->n++];
    *h = (group){.pile = s->pile, .colour = s->colour};
    for (int j = 0; j < i; j++)
        if (q->group[j].pile == s->pile) h->among_others = q->group[j].among_others = true;
    return i;
}

static void add_suspect(group *h, const search *q, const sq_suspect *s) {
    double all = h->pixels + s->pixels;
    for (int c = 0; c < 3 && s->pixels; c++)
        h->light[c] += (s->light[c] - h->light[c]) * s->pixels / all;
    h->pixels = all;
    h->count[s->size]++;
    add_girth(h, q, &s->girth);
}

static void judge(const search *q, group *h) {
    bool metal = h->colour == SQ_RED || h->colour == SQ_YELLOW;
    double coin = metal ? exp(h->rim_coin - h->rim_wink) : 0, paper = exp(h->rim_paper - h->rim_wink);
    h->odds = colour_odds(q, h) - log((coin + paper) / 2);
}

/* Logarithm of the odds, before it is looked at, that a group is clutter: of so many winks of its colour and
 * size as are seen, those beyond the set are. Where it takes more of them, winks of the set must be out of
 * sight; where no more are seen of the colour than a set has, one may be taken for the other size. */
static double prior_odds(const group *h, int seen[SQ_USUAL_COLOURS][SQ_SIZES], sq_wink_set absent) {
    double odds = SQ_CLUTTER_SELDOM / (1 - SQ_CLUTTER_SELDOM);
    int set = sq_set_count(absent, h->colour, SQ_LARGE) + sq_set_count(absent, h->colour, SQ_SMALL);
    for (int s = 0; s < SQ_SIZES; s++) {
        int have = seen[h->colour][s], surplus = have - sq_set_count(absent, h->colour, (sq_size)s);
        if (!h->count[s] || surplus <= 0) continue;
        double short_of = pow(SQ_CLUTTER_UNUSUAL, fmax(h->count[s] - surplus, 0));
        if (have + seen[h->colour][!s] <= set) short_of *= SQ_CLUTTER_UNUSUAL;
        odds = fmax(odds, (1 - SQ_CLUTTER_UNUSUAL) / SQ_CLUTTER_UNUSUAL * short_of * surplus / have);
    }
    return log(odds) + (h->among_others ? log(SQ_CLUTTER_UNUSUAL) : 0);
}

/* Takes away the group that is clutter most surely; false where none is likelier clutter than not. */
static bool take_worst(search *q, int seen[SQ_USUAL_COLOURS][SQ_SIZES], sq_wink_set absent) {
    group *worst = 0;
    double most = 0;
    for (int i = 0; i < q->n; i++) {
        group *h = &q->group[i];
        double odds = prior_odds(h, seen, absent) - h->odds;
        if (h->is_clutter || odds <= most) continue;
        worst = h;
        most = odds;
    }
    if (!worst) return false;
    worst->is_clutter = true;
    for (int s = 0; s < SQ_SIZES; s++)
        seen[worst->colour][s] -= worst->count[s];
    return true;
}

int sq_clutter_find(bool is_clutter[], const sq_suspect *suspect, int n, sq_wink_set absent) {
    static _Thread_local search q;
    int seen[SQ_USUAL_COLOURS][SQ_SIZES] = {{0}}, found = 0;
    assert(n <= SQ_SEEN_CAP);
    q.n = 0;
    learn_girths(&q, suspect, n);
    for (int i = 0; i < n; i++) {
        seen[suspect[i].colour][suspect[i].size]++;
        q.of[i] = suspect[i].pile < 0 ? -1 : find_group(&q, &suspect[i]);
        if (q.of[i] >= 0) add_suspect(&q.group[q.of[i]], &q, &suspect[i]);
    }
    for (int i = 0; i < q.n; i++)
        judge(&q, &q.group[i]);
    while (take_worst(&q, seen, absent))
        ;
    for (int i = 0; i < n; i++)
        found += is_clutter[i] = q.of[i] >= 0 && q.group[q.of[i]].is_clutter;
    return found;
}

/* Of a colour's winks that are none yet the one off the mat whose place is least known; -1: none lies there.
 */
static int least_sure_off(const bool is_clutter[], const sq_position *p, sq_colour c) {
    int found = -1;
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *w = &p->winks[i];
        bool off = sq_mat_beyond_edge(w->at, -sq_seen_radius_mm(w)) > 0;
        if (w->colour != c || is_clutter[i] || !off) continue;
        if (found < 0 || w->sigma_mm > p->winks[found].sigma_mm) found = i;
    }
    return found;
}

int sq_clutter_off_mat(bool is_clutter[], const sq_position *p) {
    int taken = 0;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        int surplus = -sq_set_count(p->absent, (sq_colour)c, SQ_LARGE) -
                      sq_set_count(p->absent, (sq_colour)c, SQ_SMALL);
        for (int i = 0; i < p->wink_count; i++)
            surplus += p->winks[i].colour == (sq_colour)c && !is_clutter[i];
        for (int i; surplus > 0 && (i = least_sure_off(is_clutter, p, (sq_colour)c)) >= 0; surplus--, taken++)
            is_clutter[i] = true;
    }
    return taken;
}
