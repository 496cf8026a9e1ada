/* The densities of single changes: how far winks fly and slide, where they land, and how often they go
 * into the pot or off the mat, by cause. */
#include "vision/play/likelihoods.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/math/normal_distribution.h"
#include "vision/play/eye_reliability.h"
#include "vision/play/play_priors.h"
#include "vision/position/change_map.h"

/* From a density over the distance to one over the plane. */
static double in_plane(double density, double mm) {
    return density / (2 * M_PI * mm);
}

/* A shot goes any distance, each factor of two as likely as the next. */
static double flies(double mm) {
    return in_plane(1 / (mm * log(hypot(SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM) / SQ_PLAY_LEAST_MM)), mm);
}

static double slides(double mm) {
    double near = in_plane(exp(-mm / SQ_TRACK_NUDGE_MM) / SQ_TRACK_NUDGE_MM, mm);
    return SQ_PLAY_STRUCK_SLIDES * near + (1 - SQ_PLAY_STRUCK_SLIDES) * flies(mm);
}

static double into_pot(void) {
    return 1 / SQ_POT_AREA_MM2;
}

/* The strip around the mat in which winks are looked for. */
static double beside_mat(void) {
    return 1 / (SQ_PLAYING_AREA_MM2 - SQ_MAT_LENGTH_MM * SQ_MAT_WIDTH_MM);
}

/* Along the mat's edge, to one side of the line and to the other. */
static double in_strip(double half_width_mm) {
    return 1 / (4 * half_width_mm * (SQ_MAT_LENGTH_MM + SQ_MAT_WIDTH_MM));
}

double sq_play_as_put_back(const sq_change *c) {
    double off_line = fabs(c->off_line_mm), well = SQ_PLAY_PUT_BACK_WELL;
    double there = off_line < SQ_PLAY_PUT_BACK_MM ? well * in_strip(SQ_PLAY_PUT_BACK_MM) : 0;
    double roughly = exp(-off_line / SQ_PLAY_PUT_BACK_ROUGH_MM) * in_strip(SQ_PLAY_PUT_BACK_ROUGH_MM);
    return SQ_PLAY_HAND_BACK * (there + (1 - well) * roughly + SQ_PLAY_ODD * SQ_PLAY_ANYWHERE);
}

/* Round about a place that was aimed at. */
static double misses(double mm, double sigma) {
    return exp(-mm * mm / (2 * sigma * sigma)) / (2 * M_PI * sigma * sigma);
}

static bool may_be_aimed_at(const sq_tracked_wink *w) {
    return w->how != SQ_TRACK_UNKNOWN && w->last.place == SQ_PLACE_MAT;
}

/* Near some other wink: each is as likely to be the one that was aimed at. */
static double near_a_wink(sq_mm to, sq_wink played, const sq_tracked *before) {
    double sum = 0;
    int targets = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_tracked_wink *other = &before->wink[w];
        if (w == played || !may_be_aimed_at(other)) continue;
        sum += misses(sq_mm_distance(to, other->last.at), SQ_PLAY_WINK_MISSED_MM);
        targets++;
    }
    return targets ? sum / targets : 0;
}

static double lands(const sq_change *c, sq_wink w, const sq_tracked *before) {
    double wink = SQ_PLAY_AIMED_AT_WINK, pot = SQ_PLAY_AIMED_AT_POT;
    return wink * near_a_wink(c->to, w, before) +
           pot * misses(sq_mm_distance(c->to, sq_position_pot(&before->position)), SQ_PLAY_POT_MISSED_MM) +
           (1 - wink - pot) * flies(c->mm);
}

double sq_play_fate_mat(void) {
    return 1 - (SQ_PLAY_FATE_SHORT + SQ_PLAY_FATE_POT + SQ_PLAY_FATE_OFF + SQ_PLAY_FATE_POT_UNSEEN +
                SQ_PLAY_FATE_OFF_UNSEEN);
}

/* Of the shots at a wink, those that come to rest upon it: with the centres nearer than that. */
static double meets_its_aim(double reach_mm) {
    const double sigma = SQ_PLAY_WINK_MISSED_MM;
    return 1 - exp(-reach_mm * reach_mm / (2 * sigma * sigma));
}

double sq_play_lands_on_wink(void) {
    return SQ_PLAY_AIMED_AT_WINK * meets_its_aim((SQ_LARGE_MM + SQ_SMALL_MM) / 2);
}

/* The density, at that distance from where a struck wink lay, of the wink that struck it: it gives its
 * momentum away, and lies where the other lay, or little farther. */
static double stops(double mm) {
    mm = fmax(mm, SQ_SMALL_MM / 2);
    return in_plane(exp(-mm / SQ_TRACK_NUDGE_MM) / SQ_TRACK_NUDGE_MM, mm);
}

double sq_play_astray_may_be(const sq_tracked_wink *u, const sq_region *r) {
    if (!u->struck) return 1;
    double beside = fmax(sq_mm_distance(u->struck_at, r->at) - r->radius_mm, 0);
    return SQ_PLAY_STRUCK_SLIDES * exp(-beside / SQ_TRACK_NUDGE_MM) + 1 - SQ_PLAY_STRUCK_SLIDES;
}

/* The share of the shots that are aimed at wink u. */
static double aimed_at(sq_wink u, sq_wink w, const sq_tracked *before) {
    int targets = 1;
    for (sq_wink v = 0; v < SQ_USUAL_WINKS; v++)
        targets += v != w && v != u && may_be_aimed_at(&before->wink[v]);
    return SQ_PLAY_AIMED_AT_WINK / targets;
}

double sq_play_lies_upon_astray(const sq_change *c, sq_wink w, sq_wink u, const sq_tracked *before) {
    bool lands_there = c->kind == SQ_CHANGE_LEFT || c->kind == SQ_CHANGE_MOVED || c->kind == SQ_CHANGE_FOUND;
    const sq_tracked_wink *astray = &before->wink[u];
    if (!lands_there || !astray->struck) return 0;
    double reach = sq_wink_radius_mm(sq_wink_size(w)) + sq_wink_radius_mm(sq_wink_size(u)),
           elsewhere = c->kind == SQ_CHANGE_FOUND ? SQ_PLAY_ANYWHERE : lands(c, w, before);
    double lies = stops(sq_mm_distance(c->to, astray->struck_at)),
           there = lies * (aimed_at(u, w, before) * meets_its_aim(reach) + elsewhere * M_PI * reach * reach);
    return there / (there + elsewhere);
}

double sq_play_as_played(const sq_change *c, sq_wink w, const sq_tracked *before) {
    switch (c->kind) {
    case SQ_CHANGE_LEFT:
    case SQ_CHANGE_MOVED: return sq_play_fate_mat() * lands(c, w, before);
    case SQ_CHANGE_SHORT: return SQ_PLAY_FATE_SHORT * flies(c->mm);
    case SQ_CHANGE_POTTED: return SQ_PLAY_FATE_POT * into_pot();
    case SQ_CHANGE_OFF: return SQ_PLAY_FATE_OFF * beside_mat();
    case SQ_CHANGE_CARRIED: return c->was == SQ_PLACE_OFF ? 0 : SQ_PLAY_ODD * flies(c->mm);
    case SQ_CHANGE_FOUND: return sq_play_fate_mat() * SQ_PLAY_ANYWHERE; /* from nobody knows where */
    default: return 0;
    }
}

/* At least its face shows, less where others lie about it; at most all cells that it or its shadow, about as
 * wide as the wink is thick, reaches by half. A sharp picture shows the lesser part of that, a blurred one
 * the greater. */
double sq_play_pot_speaks(double share, double by_itself, sq_size size, double spread_mm) {
    if (isnan(share)) return 1;
    const double floor = SQ_POT_FLOOR_MM, radius = sq_wink_radius_mm(size),
                 reach = radius + SQ_WINK_THICKNESS_MM + SQ_CHANGED_CELL_MM / 2 + spread_mm;
    double least = radius * radius / (floor * floor), most = reach * reach / (floor * floor),
           sigma = 2 * (radius + SQ_WINK_THICKNESS_MM) / (floor * floor);
    double fallen =
        (sq_normal_below((share - least) / sigma) - sq_normal_below((share - most) / sigma)) / (most - least);
    double stays = exp(-share / by_itself) / by_itself + SQ_TRACE_POT_FALSE;
    return SQ_TRACE_LEFT_IN_POT * fallen / stays + (1 - SQ_TRACE_LEFT_IN_POT);
}

double sq_play_as_found(void) {
    return (1 - SQ_TRACK_STILL_HIDDEN) * SQ_PLAY_ANYWHERE;
}

static bool near(sq_mm a, sq_mm b) {
    return sq_mm_distance(a, b) < SQ_PLAY_NEAR_MM;
}

/* How much likelier than any other direction the one is in which a wink was pushed by one that came from
 * afar: it takes its momentum over. Beside the place where a wink is squidged they are pushed any way. */
static double pushed(const sq_change *c, const sq_change *played) {
    if (!played || near(c->from, played->from) || !near(c->from, played->to)) return 1;
    sq_mm flight = {c->from.x - played->from.x, c->from.y - played->from.y},
          slide = {c->to.x - c->from.x, c->to.y - c->from.y};
    double both = hypot(flight.x, flight.y) * hypot(slide.x, slide.y);
    return both > 0 ? 1 + SQ_PLAY_PUSHED_AHEAD * (flight.x * slide.x + flight.y * slide.y) / both : 1;
}

/* How much likelier than anywhere near the place is where the wink that struck another one came to rest. */
static double stopped(const sq_change *c, const sq_change *played) {
    if (!played || near(c->from, played->from) || !near(c->from, played->to)) return 1;
    return stops(sq_mm_distance(c->from, played->to)) * M_PI * SQ_PLAY_NEAR_MM * SQ_PLAY_NEAR_MM;
}

double sq_play_as_struck(const sq_change *c, sq_wink w, const sq_change *played, const sq_play_prior *prior) {
    bool met = played && (near(c->from, played->from) || near(c->from, played->to));
    switch (c->kind) {
    case SQ_CHANGE_NONE: return 1;
    case SQ_CHANGE_MOVED:
        return (met ? SQ_PLAY_STRUCK_NEAR : SQ_PLAY_STRUCK_FAR) * slides(c->mm) * pushed(c, played) *
               stopped(c, played);
    case SQ_CHANGE_LEFT: return SQ_PLAY_ODD * flies(c->mm);
    case SQ_CHANGE_SHORT: return SQ_PLAY_ODD * slides(c->mm);
    case SQ_CHANGE_POTTED: return SQ_PLAY_STRUCK_GONE * into_pot();
    case SQ_CHANGE_OFF: return SQ_PLAY_STRUCK_GONE * beside_mat();
    case SQ_CHANGE_BACK: return sq_play_as_put_back(c);
    case SQ_CHANGE_CARRIED:
        return (prior->carrying_back ? SQ_PLAY_HAND_BACK : SQ_PLAY_ODD) * SQ_PLAY_ANYWHERE;
    case SQ_CHANGE_VANISHED: return sq_film_missed(prior->film, sq_wink_colour(w));
    case SQ_CHANGE_FOUND: return sq_play_as_found();
    default: return SQ_PLAY_ODD * SQ_PLAY_ODD * SQ_PLAY_ANYWHERE;
    }
}

/* By hand, to one side or the other, at its distance from the pot. */
static double round_the_pot(double mm) {
    return exp(-mm / SQ_TRACK_NUDGE_MM) / (2 * SQ_TRACK_NUDGE_MM) / (2 * SQ_PLAY_PARTED_MM);
}

double sq_play_as_handled(const sq_change *c, sq_wink w, const sq_play_prior *prior) {
    bool taken = c->was == SQ_PLACE_OFF || (prior->carrying_back && c->was != SQ_PLACE_BASELINE),
         undone = prior->unplayed & sq_wink_bit(w) && prior->phase != SQ_PHASE_SQUIDGE_OFF;
    switch (c->kind) {
    case SQ_CHANGE_NONE: return 1;
    case SQ_CHANGE_BACK: return sq_play_as_put_back(c);
    case SQ_CHANGE_UNPOTTED: /* 5.5: from the pot as well */
        return (prior->carrying_back ? SQ_PLAY_HAND_BACK : SQ_PLAY_ODD) * SQ_PLAY_ANYWHERE;
    case SQ_CHANGE_CARRIED:
        return (prior->carrying_back || undone ? SQ_PLAY_HAND_BACK : SQ_PLAY_HAND_ODD) * SQ_PLAY_ANYWHERE;
    case SQ_CHANGE_VANISHED:
        if (c->let_down)
            return SQ_PLAY_HAND_BACK * sq_film_missed_where_it_landed(prior->film, sq_wink_colour(w));
        return taken ? SQ_PLAY_HAND_TAKEN : SQ_PLAY_ODD;
    case SQ_CHANGE_FOUND: return sq_play_as_found() + SQ_PLAY_LOST_WAS_OFF * sq_play_as_put_back(c);
    case SQ_CHANGE_SHORT: return SQ_PLAY_HAND_TIDIED * slides(c->mm);
    case SQ_CHANGE_MOVED:
        if (c->freed) return SQ_PLAY_HAND_BACK * slides(c->mm);
        if (c->rounded) return (c->parted ? SQ_PLAY_HAND_BACK : SQ_PLAY_HAND_TAKEN) * round_the_pot(c->mm);
        return SQ_PLAY_HAND_ODD * slides(c->mm);
    default: return SQ_PLAY_ODD * SQ_PLAY_ANYWHERE;
    }
}

double sq_play_as_jolted(const sq_change *c) {
    if (c->kind == SQ_CHANGE_NONE) return 1;
    if (c->kind == SQ_CHANGE_FOUND) return sq_play_as_found();
    if (c->kind == SQ_CHANGE_BACK || c->kind == SQ_CHANGE_CARRIED || c->kind == SQ_CHANGE_UNPOTTED)
        return SQ_PLAY_ODD * SQ_PLAY_ANYWHERE;
    return SQ_PLAY_JOLTED * (c->kind == SQ_CHANGE_VANISHED ? SQ_PLAY_MISSED : slides(c->mm));
}
