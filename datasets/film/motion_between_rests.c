/* The movement between two rests of a drawn game: where the flying or carried wink, the wink it pushes, and
 * the hand are at each frame. */
#include "datasets/film/motion_between_rests.h"

#include "datasets/scene/vector.h"

/* A flying wink lands after this share of its flight's time and of its way, hops on, and slides to rest. */
#define LANDS 0.74
#define LANDS_AT 0.93
#define HOP_ENDS 0.9
#define HOP_ENDS_AT 0.99
/* A hop is so high, as a share of the flight, and no higher. */
#define HOP_SHARE 0.1
#define HOP_CAP_MM 25.0

const char *sq_action_name(sq_action_kind k) {
    static const char *const names[SQ_ACTIONS] = {
#define X(number, name) [number] = name,
        SQ_ACTION_LIST(X)
#undef X
    };
    return k < SQ_ACTIONS ? names[k] : "?";
}

/* From 0 to 1, without a jerk at either end. */
static double eased(double k) {
    k = fmin(1, fmax(0, k));
    return k * k * (3 - 2 * k);
}

static double part(double frame, int from, int to) {
    return to > from ? (frame - from) / (to - from) : frame >= to;
}

static sq_mm3 between(sq_mm3 a, sq_mm3 b, double k) {
    return sq_along(sq_times(a, 1 - k), b, k);
}

/* How far on its way, and how high, a wink is at part k of its time: a flight, a hop, a slide. One that drops
 * into the pot flies all the way. */
static double way_at(double k, bool drops, double apex, double *height) {
    double lands = drops ? 1 : LANDS, lands_at = drops ? 1 : LANDS_AT, hop = (k - lands) / (HOP_ENDS - lands);
    *height = 0;
    if (k <= lands) {
        *height = apex * 4 * (k / lands) * (1 - k / lands);
        return lands_at * k / lands;
    }
    if (k <= HOP_ENDS) {
        *height = fmin(HOP_CAP_MM, HOP_SHARE * apex) * 4 * hop * (1 - hop);
        return lands_at + hop * (HOP_ENDS_AT - lands_at);
    }
    double slid = (k - HOP_ENDS) / (1 - HOP_ENDS);
    return HOP_ENDS_AT + (1 - HOP_ENDS_AT) * slid * (2 - slid);
}

/* A parabola or two; the wink tumbles, the less the nearer it is to the felt. */
static sq_solid_disc flying(const sq_way *w, double apex, double k, bool drops) {
    sq_solid_disc d = w->to;
    double height, on = way_at(k, drops, apex, &height);
    d.at = between(w->from.at, w->to.at, on);
    d.at.z += height;
    double tumble = fmin(1, height / (2 * d.radius));
    sq_mm3 lean = {0.8 * sin(14 * k), 0.8 * cos(11 * k), 0};
    d.normal = sq_unit(sq_along(between(w->from.normal, w->to.normal, on), lean, tumble));
    return d;
}

/* Carried by the fingers: lifted, then let down. */
static sq_solid_disc carried(const sq_way *w, double k) {
    const double lift = 45;
    sq_solid_disc d = w->to;
    d.at = between(w->from.at, w->to.at, eased(k));
    d.at.z += lift * fmin(1, 4 * fmin(k, 1 - k));
    d.normal = sq_unit(between(w->from.normal, w->to.normal, k));
    return d;
}

sq_solid_disc sq_action_wink_at(const sq_action *d, double frame) {
    double k = part(frame, d->start, d->rest);
    if (frame >= d->rest) return d->way.to;
    if (frame <= d->start) return d->way.from;
    return d->kind == SQ_ACTION_PUT_BACK ? carried(&d->way, k) : flying(&d->way, d->apex, k, d->potted != 0);
}

/* Struck as the other lands, it slides in the last part of the time. */
sq_solid_disc sq_action_pushed_at(const sq_action *d, double frame) {
    double slid = fmin(1, fmax(0, (part(frame, d->start, d->rest) - LANDS) / (1 - LANDS)));
    sq_solid_disc pushed = d->pushed.to;
    pushed.at = between(d->pushed.from.at, d->pushed.to.at, frame >= d->rest ? 1 : sqrt(slid));
    return pushed;
}

/* It goes out again from where it let go. */
bool sq_action_hand_at(const sq_action *d, double frame, sq_mm3 *tip) {
    int gone = d->clear - 2;
    if (frame < d->hand_in || frame >= gone) return false;
    bool carries = d->kind == SQ_ACTION_PUT_BACK;
    sq_mm3 grip = sq_minus(d->hand.tip, d->way.from.at);
    sq_mm3 last = carries ? sq_sum(d->way.to.at, grip) : d->hand.tip;
    int from = carries ? d->rest : d->start;
    if (frame < d->start)
        *tip = between(d->outside, d->hand.tip, eased(part(frame, d->hand_in, d->start)));
    else if (carries && frame < d->rest)
        *tip = sq_sum(sq_action_wink_at(d, frame).at, grip);
    else
        *tip = between(last, d->outside, eased(part(frame, from, gone)));
    return true;
}

void sq_action_scene(sq_scene *out, const sq_scene *rest_before, const sq_action *d, int frame) {
    *out = *rest_before;
    out->pieces[d->way.piece].disc = sq_action_wink_at(d, frame);
    if (d->pushed.piece >= 0) out->pieces[d->pushed.piece].disc = sq_action_pushed_at(d, frame);
    sq_hand h = d->hand;
    if (sq_action_hand_at(d, frame, &h.tip)) sq_hand_put(out, &h);
}
