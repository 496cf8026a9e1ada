/* Weighs who lies over whom after a play: what the eye says of a pair, times what is expected of it from
 * the rest before and from how the winks came there. */
#include "vision/play/pile_orders.h"

#include <string.h>

#include "vision/math/normal_distribution.h"
#include "vision/play/likelihoods.h"
#include "vision/play/play_priors.h"
#include "vision/position/rim_gap.h"
#include "vision/position/squop.h"

/* ---- What the eye says ---- */

/* A rest's squops by the two winks that they are of, so that no pair is searched for. */
typedef struct {
    const sq_tracked *is;
    int16_t at[SQ_SEEN_CAP][SQ_SEEN_CAP]; /* over, under: winks of its position; -1: no squop */
} told_rest;

static void find_squops(told_rest *out, const sq_tracked *t) {
    const sq_position *p = &t->position;
    out->is = t;
    for (int over = 0; over < p->wink_count; over++)
        memset(out->at[over], -1, (size_t)p->wink_count * sizeof *out->at[over]);
    for (int i = p->squop_count - 1; i >= 0; i--)
        out->at[p->squops[i].over][p->squops[i].under] = (int16_t)i;
}

/* What a pair is judged by. */
typedef struct {
    const sq_play_landing *l;
    told_rest before, after;
    sq_wink_set moved;
} evidence;

static int squop_seen(const told_rest *t, sq_wink over, sq_wink under) {
    int o = t->is->wink[over].index, u = t->is->wink[under].index;
    return o < 0 || u < 0 ? -1 : t->at[o][u];
}

/* Both orders of a pair as a position has them; false where it says nothing of them. */
static bool squops_told(const told_rest *t, const sq_play_pair *pair, double over[SQ_PAIR_ANSWERS]) {
    const sq_squop *squops = t->is->position.squops;
    int a = squop_seen(t, pair->a, pair->b), b = squop_seen(t, pair->b, pair->a);
    over[SQ_PAIR_A_OVER] = a < 0 ? 0 : squops[a].probability;
    over[SQ_PAIR_B_OVER] = b < 0 ? 0 : squops[b].probability;
    over[SQ_PAIR_APART] = fmax(0, 1 - over[SQ_PAIR_A_OVER] - over[SQ_PAIR_B_OVER]);
    return a >= 0 || b >= 0;
}

static bool in_sight(const sq_tracked *t, sq_wink w) {
    return t->wink[w].how == SQ_TRACK_SEEN;
}

/* One that is hidden is not seen: where it lies tells that they overlap, nothing tells in which order. */
static void share_evenly(double over[SQ_PAIR_ANSWERS]) {
    double half = (over[SQ_PAIR_A_OVER] + over[SQ_PAIR_B_OVER]) / 2;
    over[SQ_PAIR_A_OVER] = over[SQ_PAIR_B_OVER] = half;
}

static bool nowhere(const sq_tracked *t, sq_wink w) {
    return t->wink[w].index < 0;
}

/* w is overlooked, or lies under what the eye makes nothing of, and the other one came to lie somewhere: w is
 * about where it was last seen. */
static bool overlooked_beside(const sq_play_landing *l, sq_wink w, sq_wink other, sq_wink_set moved) {
    const sq_tracked_wink *is = &l->after->wink[w];
    bool hidden = is->how == SQ_TRACK_MISSING || is->how == SQ_TRACK_COVERED;
    return hidden && nowhere(l->after, w) && !is->astray && is->last.place == SQ_PLACE_MAT &&
           w != l->played && in_sight(l->after, other) && moved & sq_wink_bit(other);
}

/* The mean depth of an overlap beyond that many mm, counting all else as nothing. */
static double depth_beyond(double gap_mm, double sigma_mm, double mm) {
    double short_of = (gap_mm + mm) / sigma_mm;
    return sigma_mm * sq_normal_density(short_of) -
           (gap_mm + mm) * sq_overlap_probability(gap_mm + mm, sigma_mm);
}

/* The share of such overlaps in which a wink that comes to rest stays upon the other one: their rims are
 * round, and with less than half its thickness upon the other's rim it slips off, the sooner the less it is.
 */
static double share_stays_upon(double gap_mm, double sigma_mm) {
    double holds = SQ_WINK_THICKNESS_MM / 2, overlap = sq_overlap_probability(gap_mm, sigma_mm);
    double stays = depth_beyond(gap_mm, sigma_mm, 0) - depth_beyond(gap_mm, sigma_mm, holds);
    return overlap > 0 ? stays / (holds * overlap) : 1;
}

static void weigh_slipping(sq_play_pair *pair) {
    double stays = share_stays_upon(pair->gap_mm, pair->sigma_mm);
    double a = pair->over[SQ_PAIR_A_OVER] * stays, b = pair->over[SQ_PAIR_B_OVER] * stays,
           all = a + b + pair->over[SQ_PAIR_APART];
    pair->over[SQ_PAIR_A_OVER] = a / all;
    pair->over[SQ_PAIR_B_OVER] = b / all;
    pair->over[SQ_PAIR_APART] /= all;
}

static bool in_contact(const sq_play_pair *pair) {
    return pair->recorded != SQ_PAIR_APART || !isnan(pair->gap_mm);
}

static void look_at_last_places(sq_play_pair *pair, const sq_tracked *t) {
    const sq_seen_wink *a = &t->wink[pair->a].last, *b = &t->wink[pair->b].last;
    sq_gap gap = sq_gap_between(a, b);
    double sigma = hypot(gap.sigma_mm, SQ_TRACK_HIDDEN_SIGMA_MM);
    double overlap = sq_overlap_probability(gap.mm, sigma);
    for (unsigned k = 0; k < SQ_PAIR_ANSWERS; k++)
        pair->over[k] = fmax(k == SQ_PAIR_APART ? 1 - overlap : overlap / 2, SQ_PLAY_PAIR_LEAST);
    if (overlap > SQ_SQUOP_REPORTED) pair->gap_mm = gap.mm, pair->sigma_mm = sigma;
}

/* The look at a pair, without forethought. Where one is nowhere to be seen every answer is as good; but one
 * that moved is hardly where it was. */
static void look_at(sq_play_pair *pair, const evidence *e) {
    const sq_tracked *t = e->after.is;
    sq_wink_set moved = e->moved;
    pair->gap_mm = pair->sigma_mm = NAN;
    if (overlooked_beside(e->l, pair->a, pair->b, moved) ||
        overlooked_beside(e->l, pair->b, pair->a, moved)) {
        look_at_last_places(pair, t);
        return;
    }
    if (nowhere(t, pair->a) || nowhere(t, pair->b)) {
        bool left = (nowhere(t, pair->a) && moved & sq_wink_bit(pair->a)) ||
                    (nowhere(t, pair->b) && moved & sq_wink_bit(pair->b));
        for (unsigned k = 0; k < SQ_PAIR_ANSWERS; k++)
            pair->over[k] = left && k != SQ_PAIR_APART ? SQ_PLAY_PAIR_LEAST : 1.0 / SQ_PAIR_ANSWERS;
        return;
    }
    int s = squop_seen(&e->after, pair->a, pair->b);
    if (s < 0) s = squop_seen(&e->after, pair->b, pair->a);
    if (s >= 0) pair->gap_mm = t->position.squops[s].gap_mm, pair->sigma_mm = t->position.squops[s].sigma_mm;
    if (!in_contact(pair)) return; /* most pairs: nothing of it will be weighed */
    bool told = squops_told(&e->after, pair, pair->over);
    if (told && (!pair->stayed || pair->known.looks)) weigh_slipping(pair);
    if (!in_sight(t, pair->a) || !in_sight(t, pair->b)) share_evenly(pair->over);
    for (int k = 0; k < SQ_PAIR_ANSWERS; k++)
        pair->over[k] = fmax(pair->over[k], SQ_PLAY_PAIR_LEAST);
}

/* ---- What is expected ---- */

/* The first look at a pair that has come to lie so. */
static void look_first(sq_play_pair *pair, const double weight[SQ_PAIR_ANSWERS]) {
    double all = weight[SQ_PAIR_A_OVER] + weight[SQ_PAIR_B_OVER] + weight[SQ_PAIR_APART];
    pair->known = (sq_pair_seen){.a = pair->a, .b = pair->b, .looks = 1};
    for (int k = 0; k < SQ_PAIR_ANSWERS; k++) {
        pair->known.expected[k] = weight[k] / all;
        pair->known.seen[k] = log(pair->over[k]);
    }
}

/* Returns the evidence of the orders: how likely what is seen is, against both orders being as likely. */
static double weigh(sq_play_pair *pair, const double weight[SQ_PAIR_ANSWERS]) {
    look_first(pair, weight);
    double sum = 0, either = (weight[SQ_PAIR_A_OVER] + weight[SQ_PAIR_B_OVER]) / 2;
    double open = either * (pair->over[SQ_PAIR_A_OVER] + pair->over[SQ_PAIR_B_OVER]) +
                  weight[SQ_PAIR_APART] * pair->over[SQ_PAIR_APART];
    for (int k = 0; k < SQ_PAIR_ANSWERS; k++)
        sum += pair->over[k] *= weight[k];
    for (int k = 0; k < SQ_PAIR_ANSWERS; k++)
        pair->over[k] /= sum;
    return sum / open;
}

static sq_pair_answer recorded(const sq_squops *q, sq_wink a, sq_wink b) {
    if (q->above[b] & sq_wink_bit(a)) return SQ_PAIR_A_OVER;
    return q->above[a] & sq_wink_bit(b) ? SQ_PAIR_B_OVER : SQ_PAIR_APART;
}

static sq_pair_answer likeliest(const double over[SQ_PAIR_ANSWERS]) {
    sq_pair_answer best = SQ_PAIR_APART;
    for (unsigned k = 0; k < SQ_PAIR_APART; k++)
        if (over[k] > over[best]) best = (sq_pair_answer)k;
    return best;
}

/* What all looks say of an answer: their mean, as often as they would have to be independent. A second look
 * at what has not moved tells little that is new: what misled the first one misleads it too. */
static double told_by_looks(const sq_pair_seen *known, int answer) {
    return known->looks ? exp(known->seen[answer] / (1 + (known->looks - 1) * SQ_PLAY_SECOND_SIGHT)) : 1;
}

/* The probability of all that was seen of a pair: as it is expected to lie, or (`open`) for any answer. */
static double all_looks(const sq_pair_seen *known, bool open) {
    double sum = 0;
    for (int k = 0; k < SQ_PAIR_ANSWERS; k++)
        sum += (open ? 1.0 / SQ_PAIR_ANSWERS : known->expected[k]) * told_by_looks(known, k);
    return sum;
}

/* One more look at a pair that lies as before. Returns its evidence: how likely it is after the others,
 * against nothing being known of how the two lie. */
static double look_once_more(sq_play_pair *pair, bool in_sight) {
    const sq_pair_seen was = pair->known;
    sq_pair_seen *is = &pair->known;
    is->looks += in_sight;
    for (int k = 0; k < SQ_PAIR_ANSWERS; k++) {
        if (in_sight) is->seen[k] += log(pair->over[k]);
        pair->over[k] = is->expected[k] * told_by_looks(is, k) / all_looks(is, false);
    }
    return all_looks(is, false) * all_looks(&was, true) / (all_looks(is, true) * all_looks(&was, false));
}

/* As it was believed to lie, or as the record says where an umpire has put it right. */
static double weigh_by_belief(sq_play_pair *pair, const told_rest *before) {
    double believed[SQ_PAIR_ANSWERS], weight[SQ_PAIR_ANSWERS];
    bool told = squops_told(before, pair, believed) && likeliest(believed) == pair->recorded;
    for (int k = 0; k < SQ_PAIR_ANSWERS; k++) {
        double stays = told ? believed[k] : k == (int)pair->recorded;
        weight[k] = SQ_PLAY_PAIR_STAYS * stays + (1 - SQ_PLAY_PAIR_STAYS) / SQ_PAIR_ANSWERS;
        pair->over[k] = pow(pair->over[k], SQ_PLAY_SECOND_SIGHT);
    }
    return weigh(pair, weight);
}

/* Whether they overlap is left to the eye: the two answers "over" weigh 1 together. */
static double weigh_by_order(sq_play_pair *pair, bool a_above, double share) {
    double a = a_above ? share : 1 - share;
    return weigh(pair, (double[SQ_PAIR_ANSWERS]){a, 1 - a, 0.5});
}

/* Came through the air: it was played, or went farther than struck winks slide. */
static bool flew(const sq_play_landing *l, sq_wink w) {
    const sq_change *c = &l->changes->of[w];
    if (w == l->played) return true;
    if (c->kind == SQ_CHANGE_NONE || c->kind == SQ_CHANGE_VANISHED) return false; /* or overlooked */
    return l->played == SQ_NO_WINK || c->kind != SQ_CHANGE_MOVED || c->mm > SQ_PLAY_FLEW_MM;
}

static double weigh_by_landing(sq_play_pair *pair, const sq_play_landing *l) {
    bool a_flew = flew(l, pair->a), b_flew = flew(l, pair->b), played = pair->b == l->played;
    if (a_flew && b_flew) { /* the played one struck the other first, and that one flew on */
        bool either = played || pair->a == l->played;
        return weigh_by_order(pair, played, either ? SQ_PLAY_STRUCK_ABOVE : 0.5);
    }
    if (a_flew || b_flew) return weigh_by_order(pair, a_flew, SQ_PLAY_LANDS_ABOVE);
    bool met = pair->recorded == SQ_PAIR_APART;
    return weigh_by_order(pair, pair->recorded == SQ_PAIR_A_OVER, met ? 0.5 : SQ_PLAY_SLIDES_ALIKE);
}

/* ---- All pairs ---- */

/* One that only vanished is overlooked, unless it was played. */
static sq_wink_set moved_winks(const sq_play_landing *l) {
    sq_wink_set moved = l->changes->changed;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (l->changes->of[w].kind == SQ_CHANGE_VANISHED) moved &= ~sq_wink_bit(w);
    return l->played == SQ_NO_WINK ? moved : moved | sq_wink_bit(l->played);
}

static const sq_pair_seen *known_of(const sq_tracked *t, sq_wink a, sq_wink b) {
    for (int i = 0; i < t->pair_count; i++)
        if (t->pair[i].a == a && t->pair[i].b == b) return &t->pair[i];
    return NULL;
}

/* Returns the evidence of the order that is seen; of two that do not touch nothing is weighed. */
static double judge_pair(sq_play_pair *pair, const evidence *e, sq_wink a, sq_wink b) {
    *pair = (sq_play_pair){.a = a, .b = b, .recorded = recorded(&e->l->prior->squops, a, b)};
    pair->stayed = !(e->moved & (sq_wink_bit(a) | sq_wink_bit(b)));
    const sq_pair_seen *known = pair->stayed ? known_of(e->before.is, a, b) : NULL;
    if (known) pair->known = *known;
    look_at(pair, e);
    if (!in_contact(pair)) return 1;
    if (!pair->stayed) return weigh_by_landing(pair, e->l);
    bool seen = in_sight(e->after.is, a) && in_sight(e->after.is, b);
    return pair->known.looks ? look_once_more(pair, seen) : weigh_by_belief(pair, &e->before);
}

/* Those that lie on the mat, nobody sees where. */
static sq_wink_set astray_winks(const sq_play_landing *l) {
    sq_wink_set set = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (l->after->wink[w].how == SQ_TRACK_MISSING && l->after->wink[w].astray) set |= sq_wink_bit(w);
    return set & l->among & ~(l->played == SQ_NO_WINK ? 0 : sq_wink_bit(l->played));
}

/* That two overlap, of which the other one is only a region of which the eye makes nothing. */
static double overlaps_region(const sq_seen_wink *w, const sq_region *r) {
    double gap = sq_mm_distance(w->at, r->at) - sq_seen_radius_mm(w) - r->radius_mm;
    return sq_overlap_probability(gap, hypot(w->sigma_mm, SQ_TRACK_HIDDEN_SIGMA_MM));
}

/* Which of the winks that are astray a region may show: a region shows one at most, and a wink is shown by
 * one at most. */
typedef struct {
    sq_wink_set astray;
    int region_count;
    sq_region region[2 * SQ_REGION_CAP];
    double by_wink[SQ_USUAL_WINKS];      /* the probability that some region shows it */
    double of_region[2 * SQ_REGION_CAP]; /* the probability that it shows some of them */
} shown_astray;

static bool is_among(const sq_region *r, const sq_region *list, int count) {
    for (int i = 0; i < count; i++)
        if (sq_mm_distance(r->at, list[i].at) < fmax(r->radius_mm, list[i].radius_mm)) return true;
    return false;
}

/* Those that are seen, and those that were seen before: the played wink may have come to lie on one so that
 * the eye takes it for a part of that. */
static void gather_regions(shown_astray *s, const sq_play_landing *l) {
    const sq_position *is = &l->after->position, *was = &l->before->position;
    s->region_count = is->region_count;
    memcpy(s->region, is->regions, (size_t)is->region_count * sizeof *is->regions);
    for (int i = 0; i < was->region_count; i++)
        if (!is_among(&was->regions[i], is->regions, is->region_count))
            s->region[s->region_count++] = was->regions[i];
}

/* How many of the winks that are astray a region might be, each by itself. */
static double claims_of(const sq_play_landing *l, const sq_region *r, sq_wink_set astray) {
    double all = 0;
    for (; astray; astray &= astray - 1)
        all += sq_play_astray_may_be(&l->before->wink[sq_wink_first(astray)], r);
    return fmax(all, 1);
}

static shown_astray shown_by_regions(const sq_play_landing *l, sq_wink_set astray) {
    shown_astray s = {.astray = astray};
    double claims[2 * SQ_REGION_CAP];
    gather_regions(&s, l);
    for (int i = 0; i < s.region_count; i++)
        claims[i] = claims_of(l, &s.region[i], astray);
    for (sq_wink_set rest = s.astray; rest; rest &= rest - 1) {
        sq_wink u = sq_wink_first(rest);
        double share[2 * SQ_REGION_CAP], all = 0;
        for (int i = 0; i < s.region_count; i++)
            all += share[i] = sq_play_astray_may_be(&l->before->wink[u], &s.region[i]) / claims[i];
        for (int i = 0; i < s.region_count; i++)
            s.of_region[i] += share[i] / fmax(all, 1);
        s.by_wink[u] = fmin(all, 1);
    }
    return s;
}

/* The played wink may lie on what a region shows, if that is a wink that is astray; or nothing shows of that,
 * but it has struck another one there. */
static double lies_against_unseen(const sq_play_landing *l) {
    if (l->played == SQ_NO_WINK || !in_sight(l->after, l->played)) return 0;
    const sq_wink_set astray = astray_winks(l);
    if (!astray) return 0;
    const shown_astray s = shown_by_regions(l, astray);
    double clear = 1;
    for (int i = 0; i < s.region_count; i++)
        clear *= 1 - s.of_region[i] * overlaps_region(&l->after->wink[l->played].last, &s.region[i]);
    for (sq_wink_set rest = s.astray; rest; rest &= rest - 1) {
        sq_wink u = sq_wink_first(rest);
        clear *= 1 - (1 - s.by_wink[u]) *
                         sq_play_lies_upon_astray(&l->changes->of[l->played], l->played, u, l->before);
    }
    return 1 - clear;
}

void sq_play_pairs_find(sq_play_pairs *out, const sq_play_landing *l) {
    evidence e;
    e.l = l;
    e.moved = moved_winks(l);
    find_squops(&e.before, l->before);
    find_squops(&e.after, l->after);
    out->unseen = lies_against_unseen(l);
    out->count = 0;
    out->evidence = 1;
    for (sq_wink a = 0; a < SQ_USUAL_WINKS; a++)
        for (sq_wink b = (sq_wink)(a + 1); b < SQ_USUAL_WINKS; b++) {
            if (!(l->among & sq_wink_bit(a)) || !(l->among & sq_wink_bit(b))) continue;
            double likely = judge_pair(&out->pair[out->count], &e, a, b);
            if (!in_contact(&out->pair[out->count])) continue;
            out->evidence *= likely;
            out->count++;
        }
}

sq_pair_answer sq_play_pair_answer(const sq_play_pair *p) {
    sq_pair_answer best = likeliest(p->over);
    return p->stayed && p->over[best] < SQ_PLAY_CERTAIN ? p->recorded : best;
}

bool sq_play_pair_is_doubtful(const sq_play_pair *p) {
    return !p->stayed && p->over[likeliest(p->over)] < SQ_PLAY_CERTAIN;
}

void sq_play_pair_put(sq_squops *over, const sq_play_pair *p, sq_pair_answer answer) {
    over->above[p->a] &= ~sq_wink_bit(p->b);
    over->above[p->b] &= ~sq_wink_bit(p->a);
    if (answer == SQ_PAIR_A_OVER) over->above[p->b] |= sq_wink_bit(p->a);
    if (answer == SQ_PAIR_B_OVER) over->above[p->a] |= sq_wink_bit(p->b);
}

double sq_play_pairs_decide(const sq_play_pairs *p, sq_squops *over) {
    double all = 1;
    *over = (sq_squops){0};
    for (int i = 0; i < p->count; i++) {
        const sq_play_pair *pair = &p->pair[i];
        sq_pair_answer answer = sq_play_pair_answer(pair);
        sq_play_pair_put(over, pair, answer);
        if (!pair->stayed) all *= pair->over[answer];
    }
    return all;
}

/* ---- What is known from now on ---- */

void sq_play_pairs_tell(const sq_play_pairs *p, sq_tracked *t) {
    t->pair_count = 0;
    for (int i = 0; i < p->count; i++) {
        const sq_play_pair *pair = &p->pair[i];
        if (t->pair_count < SQ_SEEN_CAP) t->pair[t->pair_count++] = pair->known;
        int a = t->wink[pair->a].index, b = t->wink[pair->b].index;
        if (a < 0 || b < 0 || isnan(pair->gap_mm)) continue;
        sq_position_put_squop(&t->position, a, b, pair->over[SQ_PAIR_A_OVER]);
        sq_position_put_squop(&t->position, b, a, pair->over[SQ_PAIR_B_OVER]);
    }
}

void sq_play_pairs_suppose(sq_tracked *t, const sq_squops *over, sq_wink_set moved) {
    for (int i = 0; i < t->pair_count; i++) {
        sq_pair_seen *pair = &t->pair[i];
        if (!(moved & (sq_wink_bit(pair->a) | sq_wink_bit(pair->b)))) continue;
        sq_pair_answer answer = recorded(over, pair->a, pair->b);
        for (int k = 0; k < SQ_PAIR_ANSWERS; k++)
            pair->expected[k] =
                k == (int)answer ? SQ_PLAY_PAIR_STAYS : (1 - SQ_PLAY_PAIR_STAYS) / (SQ_PAIR_ANSWERS - 1);
    }
}
