/* The beliefs behind what is reported: shares, deviations and probabilities that no single stage can know,
 * since they rest on what several have found. */
#include "vision/wink_confidence.h"

#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/explain/pale_winks.h"
#include "vision/explain/rim_support.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/math/normal_distribution.h"
#include "vision/math/tunable_number.h"
#include "vision/position/squop.h"
#include "vision/review/order_review.h"
#include "vision/segment/blur_estimate.h"
#include "vision/segment/glare.h"

/* The share of its colour's full chroma that a wink beside the pot must have where less of it than
 * SQ_SEEN_BESIDE_POT is seen: the tint that a coloured cup throws on the felt has a third of a wink's chroma.
 * And the same for one of the cup's own colour: what blur mixes of cup and felt has half of it and, close to
 * the cup, two thirds. */
SQ_NUMBER(SQ_WEAKEST_BESIDE_POT, 0.5);
SQ_NUMBER(SQ_WEAKEST_LIKE_POT, 0.7);
SQ_NUMBER(SQ_SEEN_BESIDE_POT, 0.7);

/* How many winks that are other than drawn by more than SQ_RAGGED_LEFT are what they were taken for. Of drawn
 * piles' pairs 774 of 782 that leave less lie as was said, of the others 111 of 122; of those by themselves
 * all of 27 (the two are enough, and nothing else may lie there). Of slivers twice that share: 266 of 271 lay
 * as was said, of the others 83 of 95. */
SQ_NUMBER(SQ_RAGGED_TRUE, 0.78);

/* The arc (share of the rim) that must be there to judge a wink's rim. */
SQ_NUMBER(SQ_RIM_LEAST, 0.12);

/* The width (mm) of the sickle that a shift leaves unexplained, as it would be under the usual blur. One of a
 * width d that is narrower than the blur b leaves but d² / b of it. The parts of the deviation were measured
 * under the usual blur, where a pixel is about a millimetre: what is more is undone, and that one's put on.
 */
static double sickle_mm(double left_mm, double blur_px, double px_per_mm) {
    double usual = SQ_BLUR_PX / fmin(px_per_mm, 1), blur = fmax(blur_px / px_per_mm, usual);
    double width = left_mm < blur ? sqrt(left_mm * blur) : left_mm;
    return width < usual ? width * width / usual : width;
}

/* What the fit claims, and what it cannot know: shading and shadow; what is not as it was drawn; and the rim
 * that is not seen. */
static double sigma_under(double blur_px, const sq_pile_wink *k) {
    if (k->on_same_colour) return SQ_SIGMA_ON_SAME_COLOUR_MM;
    double noise = hypot(SQ_SIGMA_FACTOR * k->sigma_mm, SQ_SIGMA_FLOOR_MM);
    double sickle = sickle_mm(k->residual_mm2 / (4 * k->disc.radius_mm), blur_px, k->disc.px_per_mm);
    double left =
        k->lapped ? hypot(SQ_SIGMA_LAPPED_LEFT * sickle, SQ_SIGMA_LAPPED_MM) : SQ_SIGMA_LEFT * sickle;
    double hidden = hypot(k->shifted_mm, SQ_SIGMA_HIDDEN_MM * (1 - k->seen));
    return hypot(noise, hypot(left, hidden));
}

double sq_confidence_sigma(const sq_eye_state *v, const sq_pile_wink *k) {
    return sigma_under(v->blur_px, k);
}

/* The mean brightness of what is seen of a disc, in felts. */
static double light_of(const sq_window *w, const sq_disc *d) {
    double sum = 0;
    int n = 0;
    sq_box b = sq_window_box(w, d, 0);
    for (int y = b.y0; y < b.y1; y++)
        for (int x = b.x0; x < b.x1; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            bool on = w->believed[i] > 0 && sq_disc_distance(d, x, y, 0, 0) < 0;
            sum += on ? w->light[i] : 0;
            n += on;
        }
    return n ? sum / n : 0;
}

/* The share of its colour's full chroma from which a disc is a wink: any, but beside the pot. There the pot
 * the cup's own colour on the felt, and the shade of one lamp in the light of another, look like the sliver
 * of a pale wink. That is pale because it mirrors a lamp, and so is brighter than felt; they are not. */
static double weakest_of(const sq_eye_state *v, const sq_pile_wink *k) {
    double to_pot = sq_mm_distance(k->disc.at, v->pot.at) - k->disc.radius_mm - SQ_POT_TOP_MM / 2;
    bool coloured = sq_chroma_length(v->pot.tint) > SQ_POT_TINT;
    if (to_pot >= 0 || k->seen >= SQ_SEEN_BESIDE_POT) return 0;
    if (coloured &&
        sq_angle_between(sq_chroma_angle(v->pot.tint), sq_chroma_angle(k->disc.chroma)) < SQ_COLOUR_REACH_DEG)
        return SQ_WEAKEST_LIKE_POT;
    return light_of(&v->window, &k->disc) > 1 ? 0 : SQ_WEAKEST_BESIDE_POT;
}

/* Whether rims are spread too widely there for finer things to be believed. */
static bool is_blurred(const sq_eye_state *v, const sq_disc *d) {
    return v->blur_px > SQ_BLURRED_MM * d->px_per_mm;
}

bool sq_confidence_is_refuted(const sq_pile_wink *k) {
    return !k->on_same_colour && k->rim_share >= SQ_RIM_LEAST && k->rim_support < SQ_RIM_SUPPORT;
}

bool sq_confidence_is_wink(const sq_eye_state *v, const sq_pile_wink *k) {
    /* What reaches beyond what is looked at off the mat is a border of the table's rather than a wink. */
    if (sq_mat_beyond_edge(k->disc.at, k->disc.radius_mm) > SQ_REACH_MM) return false;
    if (k->on_same_colour && is_blurred(v, &k->disc)) return false;
    bool rim = k->on_same_colour || (k->rim_share >= SQ_RIM_LEAST && k->rim_support >= SQ_RIM_SUPPORT);
    if (k->faint) return sq_pale_winks_is_seen(k);
    return rim && sq_palette_shows(&v->palette, k->colour, k->disc.chroma, weakest_of(v, k));
}

bool sq_confidence_more_than_a_set(const sq_eye_state *v, int too_many[SQ_USUAL_COLOURS]) {
    int count[SQ_USUAL_COLOURS][SQ_SIZES] = {{0}};
    bool more = false;
    memset(too_many, 0, SQ_USUAL_COLOURS * sizeof *too_many);
    for (int k = 0; k < v->pile.count; k++) {
        const sq_pile_wink *w = &v->pile.wink[k];
        if (!sq_confidence_is_wink(v, w)) continue;
        bool beyond = ++count[w->colour][w->size] > sq_set_count(v->out->absent, w->colour, w->size);
        too_many[w->colour] += beyond;
        more |= beyond;
    }
    return more;
}

/* Whether much of what is seen of a wink in a pile is not as it was drawn; two by themselves can hardly lie
 * otherwise. */
static bool is_ragged(const sq_eye_state *v, const sq_pile_wink *k) {
    double face = M_PI * k->disc.radius_mm * k->disc.radius_mm;
    return v->pile.count > 2 &&
           k->residual_mm2 > (k->seen < SQ_SLIVER_SEEN ? 2 : 1) * SQ_RAGGED_LEFT * face * k->seen;
}

/* A ragged one may lie otherwise; the sliver that two others leave open, if ragged, may well be of a wink of
 * the other size, or two slivers of one. In a blurred picture one may be found twice, which leaves as much of
 * the picture unexplained as if it were hidden. */
double sq_confidence_presence(const sq_eye_state *v, const sq_pile_wink *k) {
    bool guessed = is_blurred(v, &k->disc) && sigma_under(SQ_BLUR_PX, k) > SQ_SIGMA_HIDDEN_MM;
    return k->its_own * (is_ragged(v, k) || guessed ? SQ_RAGGED_TRUE : 1);
}

/* What is white, and what is of no colour that a wink has, may be of any. What is bright is made a wink only
 * where its colour is likelier than all others together. */
static double colour_seen(const sq_eye_state *v, const sq_pile_wink *w, double likely, bool is_bright) {
    bool lit = (w->pale || w->faint) && light_of(&v->window, &w->disc) > 1;
    if (lit || !sq_palette_shows(&v->palette, w->colour, w->disc.chroma, 0)) return 0;
    return !is_bright ? 1 : likely > 0.5 ? likely : 0;
}

void sq_confidence_judge_colours(sq_eye_state *v, bool is_bright) {
    if (is_bright) {
        sq_window_read(&v->window, &v->frame, &v->outline, &v->surface);
        sq_pot_hide(&v->pot, &v->window);
    }
    sq_disc disc[SQ_FIT_CAP];
    for (int k = 0; k < v->pile.count; k++)
        disc[k] = v->pile.wink[k].disc;
    for (int k = 0; k < v->pile.count; k++) {
        const sq_pile_wink *w = &v->pile.wink[k];
        double *likely = v->likely[k];
        bool is_told =
            sq_glare_likely(likely, &v->window, &v->surface, &v->palette, disc, v->pile.count, k, v->blur_px);
        v->colour_seen[k] = colour_seen(v, w, is_told ? likely[w->colour] : 0, is_bright);
        for (int c = 0; c < SQ_USUAL_COLOURS; c++)
            likely[c] = !is_told ? 0 : v->colour_seen[k] > 0 ? likely[c] : 1.0 / SQ_USUAL_COLOURS;
    }
}

/* Whether a wink may be of another colour, for all that is seen of it. */
static bool is_open(const sq_eye_state *v, int i) {
    const double *likely = v->colour_likely[i];
    double sum = 0;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        sum += likely[c];
    return sum > 0 && likely[v->out->winks[i].colour] < SQ_CALL_CERTAIN;
}

/* The colours that a set has, less those of winks whose colour is certain, as far as they are there and of
 * that size. */
static void count_left(const sq_eye_state *v, double left[SQ_USUAL_COLOURS][SQ_SIZES]) {
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        for (int s = 0; s < SQ_SIZES; s++)
            left[c][s] = sq_set_count(v->out->absent, (sq_colour)c, (sq_size)s);
    for (int i = 0; i < v->out->wink_count; i++) {
        const sq_seen_wink *w = &v->out->winks[i];
        if (!is_open(v, i)) left[w->colour][w->size] -= w->size_confidence;
    }
}

/* How likely each colour is for a wink as it looks and as the set has it: one of those of its size that are
 * left. Returns the likeliest. */
static sq_colour weigh_by_set(double p[SQ_USUAL_COLOURS], const sq_eye_state *v, int i,
                              const double left[SQ_USUAL_COLOURS][SQ_SIZES]) {
    double sum = 0;
    int best = 0;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        sum += p[c] = sq_confidence_weight(v->colour_likely[i][c], fmax(left[c][v->out->winks[i].size], 0));
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        p[c] /= sum;
        best = p[c] > p[best] ? c : best;
    }
    return (sq_colour)best;
}

/* Lists the winks that are open, each as what its pile took it for. Returns their number. */
static int take_open(sq_eye_state *v, int which[SQ_SEEN_CAP]) {
    int open = 0;
    for (int i = 0; i < v->out->wink_count; i++) {
        v->out->winks[i].colour = v->suspect[i].colour = v->pile_colour[i];
        if (is_open(v, i)) which[open++] = i;
    }
    return open;
}

/* The surest first: the colour that it is given is then hardly left for the others. One that may well be of
 * several keeps its name, and so does one that looks more like it than like what is left: among those that
 * are taken for seen something else may be. */
void sq_confidence_name_by_set(sq_eye_state *v) {
    double left[SQ_USUAL_COLOURS][SQ_SIZES], p[SQ_USUAL_COLOURS];
    int which[SQ_SEEN_CAP], open = take_open(v, which);
    count_left(v, left);
    while (open) {
        int first = 0;
        double most = 0;
        for (int k = 0; k < open; k++) {
            sq_colour c = weigh_by_set(p, v, which[k], left);
            double sure = p[c];
            first = sure > most ? k : first;
            most = fmax(sure, most);
        }
        int i = which[first];
        sq_seen_wink *w = &v->out->winks[i];
        sq_colour likeliest = weigh_by_set(p, v, i, left);
        const double *seen = v->colour_likely[i];
        bool is_against_sight = seen[likeliest] < seen[w->colour];
        if (!is_against_sight && p[likeliest] > 0.5) w->colour = v->suspect[i].colour = likeliest;
        w->colour_confidence = is_against_sight ? seen[w->colour] : p[w->colour];
        left[w->colour][w->size] -= w->colour_confidence * w->size_confidence;
        which[first] = which[--open];
    }
}

void sq_confidence_open_renamed(sq_eye_state *v) {
    for (int i = 0; i < v->order_count; i++) {
        sq_order *o = &v->order[i];
        bool was_alike = v->pile_colour[o->first] == v->pile_colour[o->second],
             is_alike = v->out->winks[o->first].colour == v->out->winks[o->second].colour;
        if (is_alike && !was_alike) o->second_over = 0.5;
    }
}

/* The probability that wink i overlaps another one even if it is of the other size. */
static double overlaps_resized(const sq_eye_state *v, int i, int other) {
    const sq_seen_wink *a = &v->out->winks[i], *b = &v->out->winks[other];
    if (!v->other_size[i].is_known) return 0;
    sq_mm at = {a->at.x + v->other_size[i].moved.x, a->at.y + v->other_size[i].moved.y};
    double radius = sq_wink_radius_mm(a->size == SQ_LARGE ? SQ_SMALL : SQ_LARGE);
    double gap = sq_mm_distance(at, b->at) - radius - sq_seen_radius_mm(b);
    return sq_normal_below(-gap / hypot(a->sigma_mm, b->sigma_mm));
}

/* The probability that what is said of wink i and another one holds, for all that is not known of the size of
 * i: with the other size it is another wink, the rim of which that is hidden lies elsewhere. */
static double sized_so(const sq_eye_state *v, int i, int other) {
    double there = v->presence[i];
    double doubt = there > 0 ? fmax(0, 1 - v->out->winks[i].size_confidence / there) : 0;
    return 1 - doubt * (1 - overlaps_resized(v, i, other));
}

/* The probability that a wink is what it was taken for, as far as the set tells: of those beyond the set as
 * many are not, the sooner the less is known of where they lie. Of 233 drawn pairs with a wink of a kind of
 * which there were too many, 40 that were called were no squops, of 3851 others 64. */
static double presence_in_set(const sq_eye_state *v, int wink) {
    const sq_position *p = v->out;
    const sq_seen_wink *w = &p->winks[wink];
    double beyond = sq_position_surplus(p, w->colour, w->size), sum = 0;
    if (!(beyond > 0)) return v->presence[wink];
    for (int i = 0; i < p->wink_count; i++)
        if (sq_seen_alike(&p->winks[i], w)) sum += p->winks[i].sigma_mm * p->winks[i].sigma_mm;
    return v->presence[wink] * (1 - fmin(1, beyond * w->sigma_mm * w->sigma_mm / sum));
}

/* Whether the camera clips most of the felt's light between two winks. */
static bool is_clipped_about(const sq_eye_state *v, const sq_seen_wink *a, const sq_seen_wink *b) {
    sq_mm3 between = {(a->at.x + b->at.x) / 2, (a->at.y + b->at.y) / 2, 0};
    sq_px at = sq_px_from_mm3(v->camera, between);
    float level[3];
    int clipped = 0;
    sq_felt_at(&v->surface, (float)at.x, (float)at.y, level);
    for (int k = 0; k < 3; k++)
        clipped += level[k] > SQ_CLIPPED_LEVEL;
    return clipped > 1;
}

/* Of one wink whose colour a strong JPEG has spread two of that colour are made, and blocks of luma look like
 * their seam; where the felt is clipped, so is the shadow of a rim, and light that the camera cannot show is
 * told for a seam: such a pair is as doubtful as a ragged one. */
void sq_confidence_doubt_orders(sq_eye_state *v) {
    for (int i = 0; i < v->order_count; i++) {
        sq_order *o = &v->order[i];
        const sq_seen_wink *first = &v->out->winks[o->first], *second = &v->out->winks[o->second];
        double both = presence_in_set(v, o->first) * presence_in_set(v, o->second) *
                      fmin(sized_so(v, o->first, o->second), sized_so(v, o->second, o->first));
        if (first->colour == second->colour && (v->coded_step > 0 || is_clipped_about(v, first, second)))
            both *= SQ_RAGGED_TRUE;
        o->second_over = 0.5 + (o->second_over - 0.5) * both;
    }
}
