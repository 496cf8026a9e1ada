/* Names the winks of a new rest: densities for each pair of wink and disc, the cheapest namings by
 * assignment, and what becomes of the winks that are out of sight. */
#include "vision/play/track_winks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/math/heavy_tails.h"
#include "vision/play/change_traces.h"
#include "vision/play/hungarian.h"
#include "vision/play/play_priors.h"
#include "vision/position/mat_corners.h"
#include "vision/position/rim_gap.h"
#include "vision/position/shared_camera_error.h"
#include "vision/position/squop.h"

bool sq_tracked_potted(const sq_tracked_wink *w) {
    return w->how != SQ_TRACK_UNKNOWN && sq_place_is_potted(w->last.place);
}

/* ---- How likely it is that a disc is a wink: densities over the mat, 1/mm² ---- */

/* Student's t in the plane with SQ_TAILS degrees of freedom. */
static double density_stays(double distance, double sigma) {
    double s2 = sigma * sigma, nu = SQ_TAILS;
    return pow(1 + distance * distance / (nu * s2), -(nu + 2) / 2) / (2 * M_PI * s2);
}

static double density_nudged(double distance) {
    return exp(-distance / SQ_TRACK_NUDGE_MM) / (2 * M_PI * SQ_TRACK_NUDGE_MM * SQ_TRACK_NUDGE_MM);
}

/* In the pot a wink mostly stays, too; one that falls in may stir it. */
static double density_in_pot(const sq_tracked_wink *was, const sq_seen_wink *is) {
    double sigma = hypot(hypot(sq_own_sigma_mm(&was->last), sq_own_sigma_mm(is)), SQ_TRACK_SIGMA_MM);
    double stays = density_stays(sq_mm_distance(was->last.at, is->at), sigma);
    return SQ_TRACK_POT_STIRRED / SQ_POT_AREA_MM2 + (SQ_TRACK_STAYS - SQ_TRACK_POT_STIRRED) * stays;
}

/* A wink whose place looks as before has not left it: not by its own radius, and where less than all of it
 * has changed not by two. */
static double share_left(const sq_tracked_wink *was, double changed, double distance) {
    double radius = sq_seen_radius_mm(&was->last);
    bool stayed = (changed <= SQ_TRACE_STAYED_SHARE && distance > radius) ||
                  (changed < SQ_TRACE_LEFT_SHARE && distance > 2 * radius);
    return stayed ? SQ_TRACE_LEFT_UNSEEN : 1;
}

/* What falls into the pot shows there, above all what the eye sees there; what lies on the rim need not reach
 * over the floor. pot: the share of it that has changed. */
static double share_shown_in_pot(double pot, sq_place place) {
    if (!(pot < SQ_TRACE_POT_SHARE)) return 1;
    return place == SQ_PLACE_POT ? SQ_TRACE_LEFT_UNSEEN : 1 - SQ_TRACE_LEFT_IN_POT;
}

/* Nor does a wink come to lie where nothing changes; but upon its like it hardly shows. */
static double share_arrived(double there, bool upon_like) {
    if (!(there <= SQ_TRACE_STAYED_SHARE)) return 1;
    return upon_like ? SQ_TRACE_UPON_LIKE_UNSEEN : SQ_TRACE_LEFT_UNSEEN;
}

/* Shares that have changed; NaN where that is not known. */
typedef struct {
    double old_place, new_place, pot; /* of its place, of the one where it lies now, of the pot's mouth */
    bool upon_like;                   /* one of its colour lay there before */
} shares;

static const shares nothing_known = {NAN, NAN, NAN, false};

/* The corner that a baseline cuts off the mat, mm². */
static double corner_mm2(void) {
    double diagonal = hypot(SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM), high = diagonal / 2 - SQ_BASELINE_MM;
    return high * high * diagonal * diagonal / (2 * SQ_MAT_LENGTH_MM * SQ_MAT_WIDTH_MM);
}

/* Never seen yet: it waits behind its baseline still, or lies anywhere. */
static double density_at_first(const sq_seen_wink *is) {
    double waits = is->place == SQ_PLACE_BASELINE ? 1 / corner_mm2() : 0;
    return (1 - SQ_TRACK_HIDDEN) * (waits + 1 / SQ_PLAYING_AREA_MM2) / 2;
}

/* Out of sight since it left its place: it lies anywhere already, where the picture has no reason to change,
 * or is moved again now. */
static double density_found(const sq_tracked_wink *was, const sq_seen_wink *is, shares changed) {
    double sigma = hypot(hypot(sq_own_sigma_mm(&was->last), sq_own_sigma_mm(is)), SQ_TRACK_HIDDEN_SIGMA_MM),
           never_left = density_stays(sq_mm_distance(was->last.at, is->at), sigma),
           lies = changed.new_place >= SQ_TRACE_LEFT_SHARE ? SQ_TRACE_CHANGED_BY_LIGHT : 1,
           arrives = share_arrived(changed.new_place, changed.upon_like);
    return SQ_TRACK_STAYS * (SQ_TRACE_CHANGED_BY_LIGHT * never_left + lies / SQ_PLAYING_AREA_MM2) +
           SQ_TRACK_FLEW * arrives / SQ_PLAYING_AREA_MM2;
}

static double density_moved(const sq_tracked_wink *was, const sq_seen_wink *is, shares changed) {
    if (was->how == SQ_TRACK_UNKNOWN) return density_at_first(is);
    if (sq_place_is_potted(was->last.place))
        return sq_place_is_potted(is->place) ? density_in_pot(was, is) : SQ_TRACK_FALSE / SQ_PLAYING_AREA_MM2;
    if (sq_place_is_potted(is->place))
        return SQ_TRACK_POTTED / SQ_POT_AREA_MM2 * share_left(was, changed.old_place, INFINITY) *
               share_shown_in_pot(changed.pot, is->place);
    if (was->astray) return (1 - SQ_TRACK_POTTED) / SQ_PLAYING_AREA_MM2;
    if (was->how == SQ_TRACK_MISSING && was->away) return density_found(was, is, changed);
    double distance = sq_mm_distance(was->last.at, is->at);
    double sigma = hypot(hypot(sq_own_sigma_mm(&was->last), sq_own_sigma_mm(is)), SQ_TRACK_SIGMA_MM);
    if (was->how != SQ_TRACK_SEEN) sigma = hypot(sigma, SQ_TRACK_HIDDEN_SIGMA_MM);
    double moves = SQ_TRACK_NUDGED * density_nudged(distance) + SQ_TRACK_FLEW / SQ_PLAYING_AREA_MM2;
    if (was->last.place == SQ_PLACE_BASELINE && is->place == SQ_PLACE_BASELINE) moves *= SQ_PLAY_FATE_SHORT;
    if (distance > SQ_TRACE_ABOUT_MM) moves *= share_arrived(changed.new_place, changed.upon_like);
    return SQ_TRACK_STAYS * density_stays(distance, sigma) +
           moves * share_left(was, changed.old_place, distance);
}

/* It was seen so near to it that a lamp hardly hides it here. */
static bool is_in_the_same_light(const sq_tracked_wink *was, const sq_seen_wink *trace) {
    return was->how == SQ_TRACK_SEEN && !was->traced &&
           sq_mm_distance(was->last.at, trace->at) < SQ_PLAY_NEAR_MM;
}

/* That sight overlooks a wink, which leaves a trace of that size. Where it lay before it leaves none: what
 * changes there is its own leaving. */
static double share_traced_as(sq_wink w, const sq_tracked_wink *was, const sq_seen_wink *trace) {
    double like = sq_wink_size(w) == trace->size ? trace->size_confidence : 1 - trace->size_confidence;
    bool lay_there = was->how != SQ_TRACK_UNKNOWN && !was->astray && !was->away &&
                     sq_mm_distance(was->last.at, trace->at) < 2 * sq_seen_radius_mm(&was->last);
    double missed = is_in_the_same_light(was, trace) ? SQ_PLAY_MISSED : SQ_PLAY_MISSED_WHERE_IT_LANDED;
    return missed * SQ_TRACE_LEFT_BY_WINK * like * (lay_there ? SQ_TRACE_OF_ITSELF : 1);
}

/* That sight reports a wink as a disc of that colour and size. */
static double share_reported_as(sq_wink w, const sq_seen_wink *is) {
    double colour = fmin(fmax(is->colour_confidence, SQ_TRACK_CLASS_LEAST), 1 - SQ_TRACK_CLASS_LEAST);
    double size = fmin(fmax(is->size_confidence, SQ_TRACK_CLASS_LEAST), 1 - SQ_TRACK_CLASS_LEAST);
    return (sq_wink_colour(w) == is->colour ? colour : (1 - colour) / (SQ_USUAL_COLOURS - 1)) *
           (sq_wink_size(w) == is->size ? size : 1 - size);
}

/* ---- Out of sight ---- */

static bool under_region(sq_mm at, const sq_position *p) {
    for (int i = 0; i < p->region_count; i++)
        if (sq_mm_within(at, p->regions[i].at, p->regions[i].radius_mm)) return true;
    return false;
}

static bool is_of_one_wink(const sq_region *r, const sq_seen_wink *w) {
    return 2 * r->radius_mm < SQ_TRACE_LONGEST_MM && sq_mm_distance(r->at, w->at) < sq_seen_radius_mm(w);
}

/* It has not been seen to leave the place where it was, though somebody would have seen it. */
static bool lies_there(const sq_tracked_wink *was, double changed) {
    return isnan(changed) ? was->traced && !was->astray && !was->away : changed < SQ_TRACE_LEFT_SHARE;
}

/* It is a wink that left a trace, now or before. */
static bool is_explained(const sq_region *r, const sq_tracked *t, const sq_tracked *before) {
    for (int k = 0; k < t->trace_count; k++)
        if (is_of_one_wink(r, &t->trace[k])) return true;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_tracked_wink *was = &before->wink[w];
        if (was->traced && lies_there(was, t->wink[w].changed_share) && is_of_one_wink(r, &was->last))
            return true;
    }
    return false;
}

/* What the eye cannot make out covers nothing where it is known to be a wink. */
static void explain_regions(sq_tracked *t, const sq_tracked *before) {
    sq_position *p = &t->position;
    int kept = 0;
    for (int i = 0; i < p->region_count; i++)
        if (!is_explained(&p->regions[i], t, before)) p->regions[kept++] = p->regions[i];
    p->region_count = kept;
}

/* No disc. */
enum { NONE = -1 };

/* but: bits of the discs that do not count. */
static bool under_disc(sq_mm at, const sq_position *p, int discs, uint64_t but) {
    for (int i = 0; i < discs; i++)
        if (!(but >> i & 1) && sq_mm_within(at, p->winks[i].at, sq_seen_radius_mm(&p->winks[i]))) return true;
    return false;
}

/* Bits of the discs that cover nothing of a wink, as all lie now. */
static uint64_t discs_apart(const sq_seen_wink *last, const sq_position *p, int discs) {
    static_assert(SQ_SEEN_CAP <= 64, "a bit for each disc");
    uint64_t apart = 0;
    for (int i = 0; i < discs; i++) {
        double reach = sq_seen_radius_mm(last) + sq_seen_radius_mm(&p->winks[i]);
        if (sq_place_is_potted(p->winks[i].place) || !sq_mm_within(last->at, p->winks[i].at, reach))
            apart |= UINT64_C(1) << i;
    }
    return apart;
}

/* Share of a wink's face, where it was last seen, over which something other than these discs lies now. */
static double share_covered(const sq_seen_wink *last, const sq_position *p, int discs, uint64_t but) {
    double radius = sq_seen_radius_mm(last);
    int all = 0, covered = 0;
    but |= discs_apart(last, p, discs);
    for (double y = -radius; y <= radius; y += SQ_TRACK_GRID_MM)
        for (double x = -radius; x <= radius; x += SQ_TRACK_GRID_MM) {
            sq_mm at = {last->at.x + x, last->at.y + y};
            if (x * x + y * y > radius * radius) continue;
            all++;
            covered += under_region(at, p) || under_disc(at, p, discs, but);
        }
    return (double)covered / all;
}

/* The discs that lie where the winks lay over which w lay: they did not come to lie over it. */
static uint64_t discs_beneath(const sq_tracked_wink *was, sq_wink w, const sq_position *p, int discs) {
    uint64_t beneath = 0;
    for (sq_wink u = 0; u < SQ_USUAL_WINKS; u++)
        for (int i = 0; was[w].on & sq_wink_bit(u) && i < discs; i++) {
            bool alike = p->winks[i].colour == sq_wink_colour(u) && p->winks[i].size == sq_wink_size(u);
            if (alike && sq_mm_distance(was[u].last.at, p->winks[i].at) < SQ_TRACK_HIDDEN_SIGMA_MM)
                beneath |= UINT64_C(1) << i;
        }
    return beneath;
}

/* As a disc, or as a part of a face in a heap where no disc can be told. */
static bool other_in_pot(const sq_position *p, int discs) {
    for (int i = 0; i < discs; i++)
        if (sq_place_is_potted(p->winks[i].place)) return true;
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        if (sq_position_in_heap(p, (sq_colour)c)) return true;
    return false;
}

/* How much of a wink is covered where it was last seen; in the pot all or nothing. was: all of them. */
static double share_hidden(const sq_tracked_wink *was, sq_wink w, const sq_position *p, int discs) {
    if (sq_place_is_potted(was[w].last.place)) return other_in_pot(p, discs);
    return share_covered(&was[w].last, p, discs, discs_beneath(was, w, p, discs));
}

/* How often a wink that was seen is overlooked when so much of it is freshly covered. */
static double share_overlooked(double covered) {
    double deep = (covered - SQ_TRACK_OVERLAID_SHARE) / (SQ_TRACK_COVERED_SHARE - SQ_TRACK_OVERLAID_SHARE);
    return SQ_TRACK_MISSED + (SQ_TRACK_HIDDEN - SQ_TRACK_MISSED) * fmin(fmax(deep, 0), 1);
}

static double share_out_of_sight(const sq_tracked_wink *was, sq_wink w, const sq_position *p, int discs) {
    if (was[w].how == SQ_TRACK_UNKNOWN) return SQ_TRACK_HIDDEN;
    if (was[w].how == SQ_TRACK_MISSING || was[w].traced) return SQ_TRACK_STILL_HIDDEN;
    double covered = share_hidden(was, w, p, discs);
    if (was[w].how == SQ_TRACK_COVERED && covered >= SQ_TRACK_OVERLAID_SHARE) return SQ_TRACK_STILL_HIDDEN;
    return share_overlooked(covered);
}

/* ---- In sight ---- */

/* A wink that lies under others does not come out from there while they stay. */
static double share_comes_out(const sq_tracked_wink *was, const sq_position *p, int discs, int as) {
    if (was->how != SQ_TRACK_COVERED || sq_place_is_potted(was->last.place)) return 1;
    return share_covered(&was->last, p, discs, UINT64_C(1) << as) < SQ_TRACK_COVERED_SHARE
               ? 1
               : SQ_TRACK_COMES_OUT;
}

static const sq_seen_wink *disc_of(const sq_tracked *t, int index) {
    return index < t->seen_count ? &t->position.winks[index] : &t->trace[index - t->seen_count];
}

/* Sight tells by the colour that it saw whose baseline a wink lies behind: another colour may wait there. */
static bool place_hangs_on_colour(const sq_seen_wink *d, sq_wink w) {
    return d->colour != sq_wink_colour(w) && d->place == SQ_PLACE_MAT &&
           sq_mat_behind_baseline(d->at) > sq_seen_radius_mm(d);
}

/* The rim goes out or in with the size, and with it the way from the rim to the pot. */
static void set_size(sq_seen_wink *w, sq_size size) {
    double reported_mm = sq_seen_radius_mm(w);
    w->size = size;
    w->edge_to_pot_mm += reported_mm - sq_seen_radius_mm(w);
}

/* A disc as it is if it is w: a trace tells neither the colour nor, therefore, whose baseline it is that it
 * lies behind. What changes is on the mat, though the outline, which is rough, may reach over its edge. */
static sq_seen_wink disc_as(const sq_tracked *t, int index, sq_wink w) {
    sq_seen_wink d = *disc_of(t, index), named = d;
    bool traced = index >= t->seen_count;
    if (!traced && !place_hangs_on_colour(&d, w)) return d;
    named.colour = sq_wink_colour(w);
    set_size(&named, sq_wink_size(w));
    if (traced) d = named;
    sq_corner_order order = sq_mat_corner_order(t->position.winks, t->seen_count);
    if (sq_corner_order_is_sure(&order) && sq_mat_waits(&named, order.blue)) d.place = SQ_PLACE_BASELINE;
    return d;
}

static double density_seen(const sq_tracked *t, const sq_tracked *before, sq_wink w, int as, shares changed) {
    const sq_tracked_wink *was = &before->wink[w];
    sq_seen_wink disc = disc_as(t, as, w);
    double moved = density_moved(was, &disc, changed);
    return as < t->seen_count ? moved * share_comes_out(was, &t->position, t->seen_count, as) : moved;
}

double sq_track_likelihood(const sq_tracked *now, const sq_tracked *before, sq_wink w) {
    const sq_tracked_wink *is = &now->wink[w];
    if (is->how != SQ_TRACK_SEEN) return share_out_of_sight(before->wink, w, &now->position, now->seen_count);
    return density_seen(now, before, w, is->disc, nothing_known);
}

/* ---- The likeliest namings ---- */

/* On winks and beside them. */
static double beside_winks_mm2(const sq_tracked *t) {
    return sq_set_size(t->position.absent) * M_PI * SQ_LARGE_MM * SQ_LARGE_MM;
}

/* Lies on or under one of its own colour: the eye may have made two of one. */
static bool is_double(const sq_position *p, int disc) {
    const sq_seen_wink *a = &p->winks[disc];
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *b = &p->winks[i];
        double reach = fmax(sq_seen_radius_mm(a), sq_seen_radius_mm(b));
        if (i != disc && b->colour == a->colour && !sq_place_is_potted(b->place) &&
            sq_mm_distance(a->at, b->at) < reach)
            return true;
    }
    return false;
}

static double false_traces_believed(bool whole) {
    return whole ? SQ_TRACE_FALSE : SQ_TRACE_PART_FALSE;
}

/* What the film has shown of them; what is believed before weighs as much as a rest for each wink. */
static double false_traces_shown(const sq_tracked *t, bool upon_bare, bool whole) {
    return (false_traces_believed(whole) * SQ_USUAL_WINKS + t->traces_false[upon_bare][whole]) /
           (SQ_USUAL_WINKS + t->rests_traced);
}

/* False traces a rest, of parts or of whole winks, upon bare winks or elsewhere: as expected, or as many as
 * the film has shown, or as this rest shows beyond the wink that was played and one that it struck: a codec
 * that begins anew changes all at once. Where it makes more of parts than is expected, every sixth of them is
 * as large as a wink (of 422 in 16 coded films, 63). */
static double false_traces(const sq_tracked *t, bool upon_bare, bool whole) {
    double believed = false_traces_believed(whole), shown = false_traces_shown(t, upon_bare, whole);
    int here = -2;
    for (int i = 0; i < t->trace_count; i++)
        here += t->trace_upon_bare[i] == upon_bare;
    if (whole) shown += fmax(false_traces_shown(t, upon_bare, false) - false_traces_believed(false), 0) / 6;
    return fmax(believed, fmax(shown, here));
}

static bool is_at_a_wink(const sq_tracked *t, const sq_seen_wink *trace) {
    for (int i = 0; i < t->seen_count; i++)
        if (sq_mm_within(trace->at, t->position.winks[i].at, SQ_LARGE_MM)) return true;
    return false;
}

/* The density, as a share of the false traces, where winks have gone: a codec draws whole blocks anew, there
 * and where the hand was. In 16 coded films a third of them lay where a wink was that had gone or had come,
 * and a fifth farther off, as far as a hand is wide. */
static double false_where_winks_went(const sq_tracked *t, const sq_tracked *before,
                                     const sq_seen_wink *trace) {
    const double place = SQ_LARGE_MM, hand = 2 * SQ_PLAY_NEAR_MM;
    double density = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        if (!(t->wink[w].changed_share >= SQ_TRACE_LEFT_SHARE)) continue;
        double away = sq_mm_distance(trace->at, before->wink[w].last.at);
        density += away < place ? 1 / (3 * M_PI * place * place) : 0;
        density += away < hand ? 1 / (5 * M_PI * hand * hand) : 0;
    }
    return density;
}

/* What a picture changes by itself it changes anywhere, but most where it has edges: upon winks and beside
 * them, and where they have been. Where sight sees something, too, it does not change by itself. */
static double log_false_trace(const sq_tracked *t, const sq_tracked *before, int trace) {
    bool whole = t->trace_whole[trace];
    double believed = false_traces_believed(whole), by_itself = false_traces(t, false, whole),
           upon_bare = false_traces(t, true, whole) - believed,
           often = (t->trace_sighted[trace] ? believed : by_itself) / SQ_PLAYING_AREA_MM2;
    if (is_at_a_wink(t, &t->trace[trace]) && !t->trace_sighted[trace])
        often += (by_itself + (t->trace_upon_bare[trace] ? upon_bare : 0)) / beside_winks_mm2(t);
    if (!t->trace_sighted[trace]) often += by_itself * false_where_winks_went(t, before, &t->trace[trace]);
    return log(often);
}

static bool lies_in_a_pile(const sq_tracked *t, int disc) {
    const sq_seen_wink *w = t->position.winks;
    for (int i = 0; i < t->seen_count; i++)
        if (i != disc && !sq_place_is_potted(w[i].place) && sq_gap_between(&w[i], &w[disc]).mm < 0)
            return true;
    return false;
}

/* What was no wink at the rest before, in a pile that was explained wrongly or beside the mat, and is seen
 * again: what misled the eye is mostly still there. */
static double density_false_again(const sq_tracked *before, const sq_seen_wink *disc) {
    double most = 0;
    for (int i = 0; i < before->seen_count; i++) {
        const sq_seen_wink *was = &before->position.winks[i];
        bool alike = sq_seen_alike(was, disc);
        if (was->id != SQ_NO_WINK || !alike) continue;
        if (was->place != SQ_PLACE_OFF && !lies_in_a_pile(before, i)) continue;
        double sigma = hypot(hypot(sq_own_sigma_mm(was), sq_own_sigma_mm(disc)), SQ_TRACK_HIDDEN_SIGMA_MM);
        most = fmax(most, SQ_PLAY_MISSED_AGAIN * density_stays(sq_mm_distance(was->at, disc->at), sigma));
    }
    return most;
}

/* A false disc is mostly one of which little is seen, or a double: what is left of a wink, a pile or a shadow
 * that was explained wrongly. Such a one lies on or beside a wink. */
static double log_first_false(const sq_tracked *t, const sq_tracked *before, int disc) {
    const sq_position *p = &t->position;
    if (disc >= t->seen_count) return log_false_trace(t, before, disc - t->seen_count);
    if (sq_place_is_potted(p->winks[disc].place) &&
        p->changed.known) /* what is false there lies nowhere else */
        return log(SQ_TRACK_FALSE * SQ_TRACK_FALSE_WHOLE / SQ_POT_AREA_MM2);
    if (p->winks[disc].seen < SQ_SLIVER_SEEN || is_double(p, disc))
        return log(SQ_TRACK_FALSE * (1 - SQ_TRACK_FALSE_WHOLE) / beside_winks_mm2(t));
    return log(SQ_TRACK_FALSE * SQ_TRACK_FALSE_WHOLE / SQ_PLAYING_AREA_MM2);
}

static int discs_beside_mat(const sq_tracked *t, sq_colour c) {
    int n = 0;
    for (int i = 0; i < t->seen_count; i++)
        n += t->position.winks[i].place == SQ_PLACE_OFF && t->position.winks[i].colour == c;
    return n;
}

/* False discs of a colour a rest beside the mat: as expected, or as many as the film has shown, or as this
 * rest shows beyond the one that was played: the table has an edge, or something lies on it. What is believed
 * before weighs as much as a rest for each wink. */
static double false_beside_mat(const sq_tracked *t, const sq_tracked *before, sq_colour c) {
    double believed = SQ_TRACK_FALSE * SQ_TRACK_FALSE_WHOLE;
    double shown = (believed * SQ_USUAL_WINKS + t->false_beside[c]) / (SQ_USUAL_WINKS + t->rests_traced);
    int here = discs_beside_mat(t, c) - discs_beside_mat(before, c) - 1;
    return fmax(believed, fmax(shown, here));
}

/* By how much oftener than by log_first_false a disc beside the mat is false in this film, 1/mm². */
static double density_false_in_film(const sq_tracked *t, const sq_tracked *before, const sq_seen_wink *disc) {
    if (disc->place != SQ_PLACE_OFF) return 0;
    double beside_mm2 = SQ_PLAYING_AREA_MM2 - SQ_MAT_LENGTH_MM * SQ_MAT_WIDTH_MM;
    return (false_beside_mat(t, before, disc->colour) - SQ_TRACK_FALSE * SQ_TRACK_FALSE_WHOLE) / beside_mm2;
}

static double log_false(const sq_tracked *t, const sq_tracked *before, int disc) {
    double first = log_first_false(t, before, disc);
    if (disc >= t->seen_count) return first;
    const sq_seen_wink *d = disc_of(t, disc);
    return log(exp(first) + density_false_in_film(t, before, d) + density_false_again(before, d));
}

/* The evidence that a disc is w, against its being false. */
static double log_odds_of_disc(const sq_tracked *t, const sq_tracked *before, sq_wink w, int i,
                               shares changed) {
    const sq_tracked_wink *was = &before->wink[w];
    const sq_seen_wink *disc = disc_of(t, i);
    changed.old_place = t->wink[w].changed_share;
    double share = i < t->seen_count ? share_reported_as(w, disc) : share_traced_as(w, was, disc);
    bool waits = i >= t->seen_count && was->last.place == SQ_PLACE_BASELINE &&
                 disc_as(t, i, w).place == SQ_PLACE_BASELINE;
    if (waits)
        share *= SQ_TRACE_OF_ITSELF; /* what changes among the winks that wait is none that came there */
    return log(density_seen(t, before, w, i, changed) * share) - log_false(t, before, i);
}

static bool is_absent(const sq_position *p, sq_wink w) {
    return p->absent & sq_wink_bit(w);
}

/* Negative log-likelihoods; a disc that is given to a wink need not be false. A wink that the set lacks is
 * out of sight for certain. */
static void count_costs(sq_assign_costs *c, const sq_tracked *t, const sq_tracked *before) {
    int discs = t->seen_count + t->trace_count;
    c->rows = SQ_USUAL_WINKS;
    c->columns = discs + SQ_USUAL_WINKS;
    for (int i = 0; i < discs; i++) {
        const sq_seen_wink *disc = disc_of(t, i);
        shares changed = {NAN, sq_trace_changed_new_place(before, &t->position, disc), t->pot_changed_share,
                          sq_trace_upon_like(before, disc)};
        for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
            c->cost[w][i] =
                is_absent(&t->position, w) ? SQ_ASSIGN_NEVER : -log_odds_of_disc(t, before, w, i, changed);
    }
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        for (int other = 0; other < SQ_USUAL_WINKS; other++)
            c->cost[w][discs + other] = SQ_ASSIGN_NEVER;
        c->cost[w][discs + w] = is_absent(&t->position, w)
                                    ? 0
                                    : -log(share_out_of_sight(before->wink, w, &t->position, t->seen_count));
    }
}

/* Two winks that look alike and whose places tell nothing: their names may be exchanged without loss. */
static bool interchangeable(const sq_tracked_wink *was, sq_wink a, sq_wink b) {
    if (sq_wink_colour(a) != sq_wink_colour(b) || sq_wink_size(a) != sq_wink_size(b)) return false;
    return (was[a].how == SQ_TRACK_UNKNOWN && was[b].how == SQ_TRACK_UNKNOWN) ||
           (sq_tracked_potted(&was[a]) && sq_tracked_potted(&was[b]));
}

static double angle_at(const sq_tracked *t, int index) {
    return index < 0 ? INFINITY : atan2(disc_of(t, index)->at.y, disc_of(t, index)->at.x);
}

static double distance_to(const sq_tracked_wink *was, const sq_tracked *t, int index) {
    return index < 0 ? 0 : sq_mm_distance(was->last.at, disc_of(t, index)->at);
}

/* In the pot each keeps the name that is nearer; what was never seen is named by growing angle, as at the
 * start. */
static bool better_exchanged(const sq_naming *n, const sq_tracked_wink *was, const sq_tracked *t, sq_wink a,
                             sq_wink b) {
    int ia = n->index[a], ib = n->index[b];
    if (was[a].how == SQ_TRACK_UNKNOWN) return angle_at(t, ib) < angle_at(t, ia);
    return distance_to(&was[a], t, ib) + distance_to(&was[b], t, ia) <
           distance_to(&was[a], t, ia) + distance_to(&was[b], t, ib);
}

/* Of the namings that differ only so, one. */
static void settle(sq_naming *n, const sq_tracked_wink *was, const sq_tracked *t) {
    for (sq_wink a = 0; a < SQ_USUAL_WINKS; a++)
        for (sq_wink b = (sq_wink)(a + 1); b < SQ_USUAL_WINKS; b++)
            if (interchangeable(was, a, b) && better_exchanged(n, was, t, a, b)) {
                int8_t index = n->index[a];
                n->index[a] = n->index[b];
                n->index[b] = index;
            }
}

static sq_naming solve(const sq_assign_costs *c, const sq_tracked_wink *was, const sq_tracked *t,
                       double *cost) {
    int column[SQ_ASSIGN_ROWS], discs = t->seen_count + t->trace_count;
    sq_naming n = {0};
    *cost = sq_assign(c, column);
    for (int w = 0; w < SQ_USUAL_WINKS; w++)
        n.index[w] = (int8_t)(column[w] < discs ? column[w] : -1);
    settle(&n, was, t);
    return n;
}

/* Puts a naming in its place by cost, unless it is there already. */
static void keep(sq_tracked *t, double costs[SQ_NAMINGS], const sq_naming *n, double cost) {
    for (int i = 0; i < t->naming_count; i++)
        if (!memcmp(t->naming[i].index, n->index, sizeof n->index)) return;
    int at = t->naming_count;
    while (at > 0 && costs[at - 1] > cost)
        at--;
    if (at == SQ_NAMINGS) return;
    if (t->naming_count < SQ_NAMINGS) t->naming_count++;
    for (int i = t->naming_count - 1; i > at; i--) {
        t->naming[i] = t->naming[i - 1];
        costs[i] = costs[i - 1];
    }
    t->naming[at] = *n;
    costs[at] = cost;
}

/* The best naming, and the best ones without each of its pairs: the second best of all is among them. */
static void find_namings(sq_tracked *t, const sq_tracked *before) {
    const sq_tracked_wink *was = before->wink;
    sq_assign_costs c;
    double costs[SQ_NAMINGS], cost;
    int discs = t->seen_count + t->trace_count;
    count_costs(&c, t, before);
    t->naming_count = 0;
    sq_naming best = solve(&c, was, t, &cost);
    keep(t, costs, &best, cost);
    for (int w = 0; w < SQ_USUAL_WINKS; w++) {
        int column = best.index[w] < 0 ? discs + w : best.index[w];
        double kept = c.cost[w][column];
        c.cost[w][column] = SQ_ASSIGN_NEVER;
        sq_naming other = solve(&c, was, t, &cost);
        c.cost[w][column] = kept;
        if (cost < SQ_ASSIGN_NEVER / 2) keep(t, costs, &other, cost);
    }
    double sum = 0;
    for (int i = 0; i < t->naming_count; i++)
        sum += t->naming[i].probability = exp(costs[0] - costs[i]);
    for (int i = 0; i < t->naming_count; i++)
        t->naming[i].probability /= sum;
    t->log_likelihood = log(sum) - costs[0];
    for (int i = 0; i < t->seen_count; i++)
        t->log_likelihood += log_false(t, before, i) - log_first_false(t, before, i);
}

/* ---- What a naming says ---- */

/* Of the winks that hardly go anywhere, the share that was pushed. */
static double share_pushed(void) {
    return SQ_TRACK_NUDGED / (SQ_TRACK_STAYS + SQ_TRACK_NUDGED);
}

double sq_track_overlaps_hidden(double gap_mm, double sigma_mm) {
    double pushed = sq_overlap_probability(gap_mm, hypot(sigma_mm, SQ_TRACK_HIDDEN_SIGMA_MM));
    return share_pushed() * pushed + (1 - share_pushed()) * sq_overlap_probability(gap_mm, sigma_mm);
}

/* The hidden wink as a disc of the position, and who lies over it. still: nobody can have pushed it. */
static int infer(sq_position *p, sq_wink w, const sq_seen_wink *last, bool still, int discs) {
    if (p->wink_count == SQ_SEEN_CAP) {
        p->truncated = true;
        return -1;
    }
    sq_seen_wink *hidden = &p->winks[p->wink_count];
    *hidden = *last;
    hidden->id = w;
    hidden->seen = 0;
    sq_seen_wink lies = *hidden;
    if (!still) hidden->sigma_mm = hypot(last->sigma_mm, sqrt(share_pushed()) * SQ_TRACK_HIDDEN_SIGMA_MM);
    for (int i = 0; i < discs && !sq_place_is_potted(last->place); i++) {
        if (sq_place_is_potted(p->winks[i].place)) continue;
        sq_gap gap = sq_gap_between(&lies, &p->winks[i]);
        double overlap = still ? sq_overlap_probability(gap.mm, gap.sigma_mm)
                               : sq_track_overlaps_hidden(gap.mm, gap.sigma_mm);
        sq_position_put_squop(p, i, p->wink_count, overlap);
    }
    return p->wink_count++;
}

/* The two overlap as surely as their places tell, in the order that was told; where none was, nobody knows
 * in which. */
static void overlap_by_places(sq_position *p, int a, int b) {
    const sq_seen_wink *x = &p->winks[a], *y = &p->winks[b];
    if (sq_place_is_potted(x->place) || sq_place_is_potted(y->place)) return;
    sq_gap gap = sq_gap_between(x, y);
    double over = sq_position_over(p, a, b), all = over + sq_position_over(p, b, a);
    sq_position_put_overlap(p, a, b, sq_overlap_probability(gap.mm, gap.sigma_mm),
                            all > 0 ? over / all : 0.5);
}

/* The trace as a disc of the position, inferred; returns its index, -1 where there is no room. */
static int infer_from_trace(sq_tracked *t, sq_seen_wink trace) {
    sq_position *p = &t->position;
    if (p->wink_count == SQ_SEEN_CAP) {
        p->truncated = true;
        return NONE;
    }
    p->winks[p->wink_count] = trace;
    for (int i = 0; i < p->wink_count; i++)
        overlap_by_places(p, p->wink_count, i);
    return p->wink_count++;
}

/* Returns false where there is no room for it. */
static bool see(sq_tracked *t, sq_wink w, int as, const sq_tracked_wink *was) {
    bool traced = as >= t->seen_count;
    int index = traced ? infer_from_trace(t, disc_as(t, as, w)) : as;
    if (index < 0) return false;
    sq_seen_wink *disc = &t->position.winks[index];
    if (!traced) {
        t->reported[as] = (sq_reported){true, disc->colour, disc->size, disc->place};
        disc->place = disc_as(t, as, w).place;
    }
    disc->id = w;
    disc->colour = sq_wink_colour(w);
    set_size(disc, sq_wink_size(w));
    t->wink[w] = (sq_tracked_wink){.how = SQ_TRACK_SEEN,
                                   .index = index,
                                   .disc = as,
                                   .traced = traced,
                                   .last = *disc,
                                   .last_t = t->position.t,
                                   .changed_share = t->wink[w].changed_share,
                                   .misnamed = was->misnamed};
    return true;
}

/* discs: those that lie open, by sight or by their traces. */
static void remember(sq_tracked *t, sq_wink w, const sq_tracked_wink *before, int discs) {
    const sq_tracked_wink *was = &before[w];
    sq_tracked_wink *is = &t->wink[w];
    double changed = is->changed_share;
    *is = *was;
    is->index = NONE;
    is->changed_share = changed;
    if (was->how == SQ_TRACK_UNKNOWN) return;
    bool covered = !was->astray && share_hidden(before, w, &t->position, discs) >= SQ_TRACK_OVERLAID_SHARE;
    is->how = covered ? SQ_TRACK_COVERED : SQ_TRACK_MISSING;
    is->away |= !covered && changed >= SQ_TRACE_LEFT_SHARE;
    bool there = lies_there(was, changed), under_disc = covered && !under_region(was->last.at, &t->position);
    if (there || under_disc) is->index = infer(&t->position, w, &was->last, there, discs);
}

static double probability_of(const sq_tracked *t, sq_wink w, int index) {
    double sum = 0;
    for (int i = 0; i < t->naming_count; i++)
        sum += t->naming[i].index[w] == index ? t->naming[i].probability : 0;
    return sum;
}

static bool is_resized(const sq_tracked *t, int disc) {
    return disc < t->seen_count && t->reported[disc].named &&
           t->reported[disc].size != t->position.winks[disc].size;
}

static bool is_of_sight(const sq_tracked *t, const sq_squop *s) {
    return s->over < t->seen_count && s->under < t->seen_count;
}

static bool is_of_resized(const sq_tracked *t, const sq_squop *s) {
    return is_resized(t, s->over) || is_resized(t, s->under);
}

/* What names make larger reaches farther, over winks and under them that sight took it to lie clear of. */
static void resize_overlaps(sq_tracked *t) {
    sq_position *p = &t->position;
    for (int i = 0; i < p->squop_count && t->resized_count < SQ_SEEN_CAP; i++)
        if (is_of_sight(t, &p->squops[i]) && is_of_resized(t, &p->squops[i]))
            t->resized[t->resized_count++] = p->squops[i];
    for (int i = 0; i < t->seen_count; i++)
        for (int j = 0; is_resized(t, i) && j < p->wink_count; j++)
            if (j != i) overlap_by_places(p, i, j);
}

/* The squops that sight reported. */
static void forget_squops(sq_tracked *t) {
    sq_position *p = &t->position;
    int kept = 0;
    for (int i = 0; i < p->squop_count; i++) {
        const sq_squop s = p->squops[i];
        if (is_of_sight(t, &s) && !is_of_resized(t, &s)) p->squops[kept++] = s;
    }
    for (int i = 0; i < t->resized_count && kept < SQ_PAIR_CAP; i++)
        p->squops[kept++] = t->resized[i];
    p->squop_count = kept;
    t->resized_count = 0;
}

/* Leaves what sight reported: no names, no inferred winks. */
static void forget_names(sq_tracked *t) {
    sq_position *p = &t->position;
    forget_squops(t);
    p->wink_count = t->seen_count;
    for (int i = 0; i < p->wink_count; i++) {
        const sq_reported r = t->reported[i];
        p->winks[i].id = SQ_NO_WINK;
        if (!r.named) continue;
        p->winks[i].colour = r.colour;
        set_size(&p->winks[i], r.size);
        p->winks[i].place = r.place;
        t->reported[i].named = false;
    }
}

/* By name: sight counts by the colours and sizes that it sees, some of which the names put right. */
static void count_unseen(sq_tracked *t) {
    memset(t->position.unseen, 0, sizeof t->position.unseen);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        t->position.unseen[sq_wink_colour(w)][sq_wink_size(w)] +=
            t->wink[w].index < 0 && !is_absent(&t->position, w);
}

/* What each wink lies on, as it is seen. */
static void see_piles(sq_tracked *t) {
    const sq_position *p = &t->position;
    for (int i = 0; i < p->squop_count; i++) {
        sq_wink over = p->winks[p->squops[i].over].id, under = p->winks[p->squops[i].under].id;
        if (over == SQ_NO_WINK || under == SQ_NO_WINK || p->squops[i].probability < 0.5) continue;
        if (t->wink[over].how == SQ_TRACK_SEEN) t->wink[over].on |= sq_wink_bit(under);
    }
}

static void apply(sq_tracked *t, const sq_tracked_wink *was, int naming) {
    const int8_t *index = t->naming[naming].index;
    forget_names(t);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) /* before any is inferred to lie under them */
        if (index[w] >= 0 && !see(t, w, index[w], &was[w])) remember(t, w, was, t->seen_count);
    resize_overlaps(t);
    int open = t->position.wink_count;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        if (index[w] < 0) remember(t, w, was, open);
        t->wink[w].probability = probability_of(t, w, index[w]);
    }
    see_piles(t);
    count_unseen(t);
}

void sq_track_choose(sq_tracked *now, const sq_tracked *before, int naming) {
    assert(naming >= 0 && naming < now->naming_count);
    apply(now, before->wink, naming);
}

static bool is_named(const sq_tracked *t, int trace) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (t->wink[w].how == SQ_TRACK_SEEN && t->wink[w].disc == t->seen_count + trace) return true;
    return false;
}

/* How far changes reach in this film: soft pictures and codecs spread them. What is usual weighs as much as
 * one that was seen. */
static double halo_mm(const sq_tracked *t) {
    return (sq_trace_usual_halo_mm() + t->halos_mm) / (1 + t->halos);
}

double sq_tracked_spread_mm(const sq_tracked *t) {
    return fmax(halo_mm(t) - sq_trace_usual_halo_mm(), 0);
}

/* The outline of a trace is the less to be trusted the more of what changes is no wink. */
static void look_for_traces(sq_tracked *t, const sq_tracked *before) {
    t->rests_traced = before->rests_traced + 1;
    memcpy(t->traces_false, before->traces_false, sizeof t->traces_false);
    memcpy(t->false_beside, before->false_beside, sizeof t->false_beside);
    for (int i = 0; i < before->seen_count; i++) {
        const sq_seen_wink *was = &before->position.winks[i];
        t->false_beside[was->colour] += was->place == SQ_PLACE_OFF && was->id == SQ_NO_WINK;
    }
    for (int i = 0; i < before->trace_count; i++)
        t->traces_false[before->trace_upon_bare[i]][before->trace_whole[i]] += !is_named(before, i);
    t->halos_mm = before->halos_mm;
    t->halos = before->halos + sq_trace_halos(&t->halos_mm, before, &t->position);
    t->trace_count = sq_traces_find(t->trace, before, &t->position, halo_mm(t));
    if (t->trace_count > SQ_SEEN_CAP - t->seen_count) t->trace_count = SQ_SEEN_CAP - t->seen_count;
    for (int i = 0; i < t->trace_count; i++) {
        t->trace_sighted[i] = under_region(t->trace[i].at, &t->position);
        t->trace_upon_bare[i] = sq_trace_upon_bare_wink(before, &t->position, &t->trace[i]);
        t->trace_whole[i] = sq_trace_is_whole(&t->trace[i]);
    }
    double doubt = fmin(false_traces(t, false, false), 1);
    for (int i = 0; i < t->trace_count; i++) {
        sq_seen_wink *w = &t->trace[i];
        w->sigma_mm = fmax(w->sigma_mm, doubt * SQ_TRACE_PART_SIGMA_MM);
        w->size_confidence += doubt * (0.5 - w->size_confidence);
    }
}

void sq_track_next(sq_tracked *out, const sq_tracked *before, const sq_position *p) {
    assert(out != before);
    out->position = *p;
    out->seen_count = p->wink_count;
    memset(out->reported, 0, sizeof out->reported);
    out->resized_count = 0;
    out->pair_count = 0;
    out->pot_changed_share = sq_trace_changed_in_pot(before, p);
    out->changed_by_itself = sq_trace_changed_by_itself(before, p);
    look_for_traces(out, before);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        out->wink[w].changed_share = sq_trace_changed_old_place(before, p, w);
    explain_regions(out, before);
    find_namings(out, before);
    apply(out, before->wink, 0);
}

/* ---- Names exchanged ---- */

static sq_wink_set exchange_bits(sq_wink_set set, sq_wink a, sq_wink b) {
    sq_wink_set both = sq_wink_bit(a) | sq_wink_bit(b), differ = set & both;
    return differ && differ != both ? set ^ both : set;
}

void sq_track_exchange(sq_tracked *t, sq_wink a, sq_wink b) {
    sq_tracked_wink was = t->wink[a];
    t->wink[a] = t->wink[b];
    t->wink[b] = was;
    t->wink[a].last.id = a;
    t->wink[b].last.id = b;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        t->wink[w].on = exchange_bits(t->wink[w].on, a, b);
    for (int i = 0; i < t->position.wink_count; i++) {
        sq_wink *id = &t->position.winks[i].id;
        *id = *id == a ? b : *id == b ? a : *id;
    }
    t->pair_count = 0;
    for (int i = 0; i < t->naming_count; i++) {
        int8_t index = t->naming[i].index[a];
        t->naming[i].index[a] = t->naming[i].index[b];
        t->naming[i].index[b] = index;
    }
}

/* ---- The start ---- */

/* Names in each colour and size by growing angle; what is out of sight gets the last ones. */
static void name_by_angle(sq_naming *n, const sq_tracked *t) {
    for (int a = 0; a < SQ_USUAL_WINKS; a++)
        for (int b = a + 1; b < SQ_USUAL_WINKS; b++)
            if (sq_wink_colour((sq_wink)a) == sq_wink_colour((sq_wink)b) &&
                sq_wink_size((sq_wink)a) == sq_wink_size((sq_wink)b) &&
                angle_at(t, n->index[b]) < angle_at(t, n->index[a])) {
                int8_t index = n->index[a];
                n->index[a] = n->index[b];
                n->index[b] = index;
            }
}

/* The discs of a first observation, of which nothing is known from before, to be named in one way. */
static sq_tracked of_one_naming(const sq_position *p) {
    sq_tracked t = {.position = *p,
                    .seen_count = p->wink_count,
                    .naming_count = 1,
                    .pot_changed_share = NAN,
                    .changed_by_itself = NAN};
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        t.wink[w].changed_share = NAN;
    return t;
}

void sq_track_start(sq_tracked *out, const sq_position *p) {
    static const sq_tracked nothing;
    *out = of_one_naming(p);
    find_namings(out, &nothing);
    out->naming_count = 1;
    out->naming[0].probability = 1;
    name_by_angle(&out->naming[0], out);
    apply(out, nothing.wink, 0);
}

void sq_track_named(sq_tracked *out, const sq_position *p) {
    static const sq_tracked_wink nothing[SQ_USUAL_WINKS];
    *out = of_one_naming(p);
    out->naming[0].probability = 1;
    memset(out->naming[0].index, NONE, sizeof out->naming[0].index);
    for (int i = 0; i < p->wink_count; i++)
        if (p->winks[i].id != SQ_NO_WINK) out->naming[0].index[p->winks[i].id] = (int8_t)i;
    apply(out, nothing, 0);
}
