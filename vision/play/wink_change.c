/* Classifies the change of each wink between two rests: moved, potted, off, back, vanished, found. */
#include "vision/play/wink_change.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/play/play_priors.h"
#include "vision/position/rim_gap.h"
#include "vision/position/shared_camera_error.h"

bool sq_play_is_out(const sq_tracked_wink *w) {
    if (w->how == SQ_TRACK_UNKNOWN) return false;
    return (w->how == SQ_TRACK_MISSING && w->index < 0) || w->last.place != SQ_PLACE_BASELINE;
}

/* Two looks at one wink: did it move? The same densities as in track_winks.c weigh it, along one line. Where
 * the picture is as it was the eye has taken it for lying elsewhere, by less than its radius, and it lies
 * there still. */
static bool moved(const sq_tracked_wink *was, const sq_tracked_wink *is) {
    double distance = sq_mm_distance(was->last.at, is->last.at);
    if (is->traced) return true; /* what lay there before changes nothing */
    if (is->changed_share <= SQ_TRACE_STAYED_SHARE && distance < sq_seen_radius_mm(&was->last)) return false;
    double sigma = hypot(hypot(sq_own_sigma_mm(&was->last), sq_own_sigma_mm(&is->last)), SQ_TRACK_SIGMA_MM);
    return distance > fmax(SQ_PLAY_MOVED_SIGMAS * sigma, SQ_PLAY_LEAST_MM);
}

/* Behind its baseline by the record; while winks of the squidge-off lie about, by the eye as well. */
static bool waits(const sq_play_prior *prior, sq_wink w, const sq_tracked_wink *was) {
    bool squidging = prior->phase == SQ_PHASE_SQUIDGE_OFF || prior->carrying_back;
    return prior->unplayed & sq_wink_bit(w) && (!squidging || was->last.place == SQ_PLACE_BASELINE);
}

static sq_change_kind kind_of_move(const sq_play_prior *prior, sq_wink w, const sq_tracked_wink *was,
                                   const sq_tracked_wink *is) {
    bool was_off = was->last.place == SQ_PLACE_OFF, is_off = is->last.place == SQ_PLACE_OFF;
    bool squidging = prior->phase == SQ_PHASE_SQUIDGE_OFF || prior->carrying_back;
    if (was_off && squidging && is->last.place == SQ_PLACE_BASELINE) return SQ_CHANGE_CARRIED;
    if (was_off) return is_off ? SQ_CHANGE_NONE : SQ_CHANGE_BACK;
    if (is_off) return SQ_CHANGE_OFF;
    bool waited = waits(prior, w, was), nowhere = was->how == SQ_TRACK_MISSING && was->away,
         stayed = was->last.place == SQ_PLACE_BASELINE;
    if (is->last.place == SQ_PLACE_BASELINE)
        return waited && nowhere ? SQ_CHANGE_FOUND : waited && stayed ? SQ_CHANGE_SHORT : SQ_CHANGE_CARRIED;
    if (waited) return SQ_CHANGE_LEFT;
    bool lay_elsewhere = was->how == SQ_TRACK_MISSING && !(is->changed_share >= SQ_TRACE_LEFT_SHARE);
    return lay_elsewhere ? SQ_CHANGE_FOUND : SQ_CHANGE_MOVED;
}

/* Overlooked up to now. By the record it was behind its baseline, or it lies somewhere for who knows how
 * long. */
static sq_change_kind kind_of_first_sight(const sq_play_prior *prior, sq_wink w, const sq_tracked_wink *is) {
    bool waited = prior->unplayed & sq_wink_bit(w);
    if (is->how != SQ_TRACK_SEEN || !waited || is->last.place == SQ_PLACE_BASELINE) return SQ_CHANGE_NONE;
    if (sq_tracked_potted(is)) return SQ_CHANGE_POTTED;
    return is->last.place == SQ_PLACE_OFF ? SQ_CHANGE_OFF : SQ_CHANGE_LEFT;
}

/* Out of sight now, and no longer where it was. Where the picture of its place is not known it is overlooked
 * there as before, or has gone if it was seen before. */
static bool has_vanished(const sq_tracked_wink *was, const sq_tracked_wink *is) {
    if (is->how != SQ_TRACK_MISSING || sq_tracked_potted(was)) return false;
    if (!isnan(is->changed_share)) return is->changed_share >= SQ_TRACE_LEFT_SHARE;
    return was->how != SQ_TRACK_MISSING && !was->traced;
}

static sq_change_kind kind_of(const sq_play_prior *prior, sq_wink w, const sq_tracked_wink *was,
                              const sq_tracked_wink *is) {
    if (is->how == SQ_TRACK_UNKNOWN) return SQ_CHANGE_NONE;
    if (was->how == SQ_TRACK_UNKNOWN) return kind_of_first_sight(prior, w, is);
    bool was_potted = sq_tracked_potted(was);
    if (is->how != SQ_TRACK_SEEN) return has_vanished(was, is) ? SQ_CHANGE_VANISHED : SQ_CHANGE_NONE;
    bool told = prior->potted & sq_wink_bit(w); /* though nobody saw it there */
    if (sq_tracked_potted(is)) return was_potted || told ? SQ_CHANGE_NONE : SQ_CHANGE_POTTED;
    if (was_potted) return SQ_CHANGE_UNPOTTED;
    return moved(was, is) ? kind_of_move(prior, w, was, is) : SQ_CHANGE_NONE;
}

/* Rule 25.3: its place is the pot's, which was knocked off it. */
static bool lay_where_pot_stands(const sq_tracked_wink *was) {
    const sq_seen_wink *w = &was->last;
    double foot = sq_seen_radius_mm(w) + SQ_POT_BASE_MM / 2, sure = SQ_PLAY_MOVED_SIGMAS * w->sigma_mm;
    return w->place == SQ_PLACE_MAT && hypot(w->at.x, w->at.y) < foot - fmax(sure, SQ_PLAY_LEAST_MM);
}

/* Rules 25.3, 25.4. */
static bool leans_on_pot(const sq_tracked_wink *w) {
    return w->how != SQ_TRACK_UNKNOWN && (w->last.pot_supported || lay_where_pot_stands(w));
}

static bool is_freed_from_pot(const sq_tracked_wink *was, const sq_tracked_wink *is) {
    return leans_on_pot(was) && !is->last.pot_supported && !lay_where_pot_stands(is) &&
           is->last.edge_to_pot_mm < SQ_PLAY_LET_DOWN_MM;
}

/* Nobody who plays lets it down while the squidge-off is played or carried back. */
static bool may_be_let_down(const sq_play_prior *prior, const sq_tracked_wink *was) {
    bool unseen = was->how != SQ_TRACK_UNKNOWN && was->traced && !was->away && !was->astray,
         at_foot = was->last.place == SQ_PLACE_MAT && was->last.edge_to_pot_mm < SQ_PLAY_LET_DOWN_MM;
    return prior->phase != SQ_PHASE_SQUIDGE_OFF && !prior->carrying_back &&
           (leans_on_pot(was) || (unseen && at_foot));
}

/* Rule 20.1: it is as far from the pot as before. */
static bool is_rounded(const sq_play_prior *prior, const sq_tracked *before, const sq_tracked *after,
                       sq_wink w) {
    const sq_tracked_wink *was = &before->wink[w], *is = &after->wink[w];
    bool on_mat = was->how == SQ_TRACK_SEEN && was->last.place == SQ_PLACE_MAT && is->how == SQ_TRACK_SEEN;
    double was_off = sq_mm_distance(was->last.at, sq_position_pot(&before->position));
    double is_off = sq_mm_distance(is->last.at, sq_position_pot(&after->position));
    return prior->phase == SQ_PHASE_POT_OUT && on_mat && fabs(was_off - is_off) < SQ_PLAY_PARTED_MM;
}

/* Nearer to another wink on the mat, seen or hidden, than a pot-out allows. */
static bool lay_against(const sq_tracked *t, sq_wink w, double least_mm) {
    for (sq_wink v = 0; v < SQ_USUAL_WINKS; v++) {
        bool there = t->wink[v].how == SQ_TRACK_SEEN || t->wink[v].how == SQ_TRACK_COVERED;
        if (v != w && there && t->wink[v].last.place == SQ_PLACE_MAT &&
            sq_gap_between(&t->wink[w].last, &t->wink[v].last).mm < least_mm)
            return true;
    }
    return false;
}

void sq_play_changes(sq_changes *out, const sq_play_prior *prior, const sq_tracked *before,
                     const sq_tracked *after) {
    *out = (sq_changes){0};
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_tracked_wink *was = &before->wink[w], *is = &after->wink[w];
        sq_change *c = &out->of[w];
        c->kind = kind_of(prior, w, was, is);
        c->from = was->last.at;
        c->to = is->last.at;
        c->mm = fmax(sq_mm_distance(c->from, c->to), SQ_PLAY_LEAST_MM);
        if (was->how == SQ_TRACK_UNKNOWN) { /* from somewhere behind its baseline */
            c->from = c->to;
            c->mm = SQ_BASELINE_MM;
        }
        c->was = was->how == SQ_TRACK_UNKNOWN ? SQ_PLACE_BASELINE : was->last.place;
        c->freed = is_freed_from_pot(was, is);
        c->let_down = c->kind == SQ_CHANGE_VANISHED && may_be_let_down(prior, was);
        c->rounded = is_rounded(prior, before, after, w);
        c->parted = c->rounded && lay_against(before, w, prior->by_hand.apart_mm);
        c->off_line_mm =
            -sq_mat_beyond_edge(c->to, sq_wink_radius_mm(sq_wink_size(w))) - prior->by_hand.off_inset_mm;
        if (c->kind != SQ_CHANGE_NONE) out->changed |= sq_wink_bit(w);
        bool potted = sq_tracked_potted(is), inferred = is->index >= 0;
        if (is->how == SQ_TRACK_COVERED && !inferred && !potted) out->covered |= sq_wink_bit(w);
    }
}
