/* Lists what is doubtful about a reading, as questions for the umpire with their probabilities. */
#include "vision/play/doubts_of_reading.h"

#include "vision/math/normal_distribution.h"
#include "vision/play/identity_doubt.h"
#include "vision/play/play_priors.h"
#include "vision/position/squops_and_distances.h"

/* Past the last place a doubt is not told; there are always enough others then. */
static void add(sq_play *p, sq_doubt d) {
    if (p->doubt_count < SQ_DOUBTS_CAP) p->doubt[p->doubt_count++] = d;
}

sq_doubt sq_play_doubt_of(sq_doubt_kind kind, double probability, sq_wink w, sq_wink other) {
    return (sq_doubt){.kind = kind,
                      .probability = probability,
                      .wink = w,
                      .other = other,
                      .colour = SQ_NO_COLOUR,
                      .due = SQ_NO_COLOUR,
                      .gap_mm = NAN,
                      .sigma_mm = NAN};
}

static void doubt_each(sq_play *p, sq_doubt_kind kind, sq_wink_set winks, double probability) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (winks & sq_wink_bit(w)) add(p, sq_play_doubt_of(kind, probability, w, SQ_NO_WINK));
}

void sq_play_doubt_covered(sq_play *p, sq_wink_set covered) {
    doubt_each(p, SQ_DOUBT_HIDDEN, covered, 0);
}

/* Of one that is out of sight itself something else is asked. */
static void doubt_unseen_pile(sq_play *p, const sq_story_ground *g, double probability) {
    sq_wink played = p->reading[0].event.shot.wink;
    bool in_sight = g->after->wink[played].how == SQ_TRACK_SEEN;
    if (in_sight) add(p, sq_play_doubt_of(SQ_DOUBT_UNSEEN_PILE, probability, played, SQ_NO_WINK));
}

/* What tells the first reading, a shot, from another one. */
static void doubt_shot(sq_play *p, const sq_story_ground *g, const sq_play_reading *other,
                       double probability) {
    const sq_event_shot *a = &p->reading[0].event.shot, *b = &other->event.shot;
    if (other->kind != SQ_PLAY_SHOT) {
        add(p, sq_play_doubt_of(SQ_DOUBT_OUTCOME, probability, a->wink, SQ_NO_WINK));
    } else if (a->wink != b->wink) {
        add(p, sq_play_doubt_of(SQ_DOUBT_WHICH, probability, a->wink, b->wink));
    } else if (p->reading[0].passed != other->passed) {
        sq_doubt d = sq_play_doubt_of(SQ_DOUBT_TURN, probability, a->wink, SQ_NO_WINK);
        d.colour = a->colour;
        d.due = g->prior->turn;
        add(p, d);
    } else if (p->reading[0].unseen_pile != other->unseen_pile) {
        doubt_unseen_pile(p, g, probability);
    } else if ((a->potted != b->potted || a->off != b->off) && !(p->reading[0].gone | other->gone)) {
        add(p, sq_play_doubt_of(SQ_DOUBT_OUTCOME, probability, a->wink, SQ_NO_WINK));
    }
}

static void doubt_between(sq_play *p, const sq_story_ground *g, const sq_play_reading *other) {
    double probability = p->reading[0].probability / (p->reading[0].probability + other->probability);
    if (p->reading[0].kind == SQ_PLAY_SHOT)
        doubt_shot(p, g, other, probability);
    else if (p->reading[0].kind == SQ_PLAY_NOTHING && other->kind == SQ_PLAY_SHOT &&
             !(p->reading[0].moved & sq_wink_bit(other->event.shot.wink)))
        add(p, sq_play_doubt_of(SQ_DOUBT_MISSING, probability, other->event.shot.wink, SQ_NO_WINK));
    else if (!p->reading[0].gone)
        add(p, sq_play_doubt_of(SQ_DOUBT_UNEXPLAINED, probability, SQ_NO_WINK, SQ_NO_WINK));
}

static void doubt_pairs(sq_play *p, const sq_play_pairs *pairs) {
    for (int i = 0; i < pairs->count; i++) {
        const sq_play_pair *q = &pairs->pair[i];
        if (!sq_play_pair_is_doubtful(q)) continue;
        double best = fmax(fmax(q->over[0], q->over[1]), q->over[2]);
        bool b_above = q->over[1] > q->over[0];
        sq_doubt d = sq_play_doubt_of(SQ_DOUBT_OVER, best, b_above ? q->b : q->a, b_above ? q->a : q->b);
        d.gap_mm = q->gap_mm;
        d.sigma_mm = q->sigma_mm;
        add(p, d);
    }
}

/* The colour that lies nearest to the pot; SQ_NO_COLOUR if one lies in it, or none on the mat. */
static sq_colour nearest_on_mat(const sq_event_squidge_off *e) {
    sq_colour nearest = SQ_NO_COLOUR;
    for (unsigned i = 0; i < SQ_USUAL_COLOURS; i++) {
        sq_colour c = (sq_colour)i;
        if (!(e->played & sq_colour_bit(c))) continue;
        if (e->where[c] == SQ_SQUIDGED_POT) return SQ_NO_COLOUR;
        if (e->where[c] == SQ_SQUIDGED_ON_MAT && (nearest == SQ_NO_COLOUR || e->mm[c] < e->mm[nearest]))
            nearest = c;
    }
    return nearest;
}

/* Whether the first of two is nearer. */
static sq_doubt which_is_nearer(const sq_story_ground *g, const sq_event_squidge_off *e, const sq_wink *out,
                                sq_colour first, sq_colour other) {
    const sq_seen_wink *a = sq_story_squidged_lies(g, out[first]), *b = sq_story_squidged_lies(g, out[other]);
    double gap = e->mm[other] - e->mm[first];
    double sigma = hypot(sq_nearer_sigma_mm(&g->after->position, a, b), SQ_TRACK_SIGMA_MM);
    sq_doubt d = sq_play_doubt_of(SQ_DOUBT_NEAREST, sq_normal_below(gap / sigma), out[first], out[other]);
    d.gap_mm = gap;
    d.sigma_mm = sigma;
    return d;
}

/* The nearest wins if it is nearer than each of the others. The product is at most the probability of that:
 * the error of the nearest is the same against all. Asked is about the one that is likeliest to be nearer. */
static void doubt_nearest(sq_play *p, const sq_story_ground *g) {
    const sq_event_squidge_off *e = &p->reading[0].event.squidge_off;
    sq_wink out[SQ_USUAL_COLOURS];
    sq_colour first = nearest_on_mat(e);
    sq_doubt rival = {.probability = 1};
    double all = 1;
    sq_story_squidged(g, out);
    for (unsigned i = 0; i < SQ_USUAL_COLOURS && first != SQ_NO_COLOUR; i++) {
        sq_colour c = (sq_colour)i;
        if (c == first || !(e->played & sq_colour_bit(c)) || e->where[c] != SQ_SQUIDGED_ON_MAT) continue;
        sq_doubt d = which_is_nearer(g, e, out, first, c);
        all *= d.probability;
        if (d.probability < rival.probability) rival = d;
    }
    p->reading[0].probability *= all;
    if (all >= SQ_PLAY_CERTAIN) return;
    rival.probability = all;
    add(p, rival);
}

/* The likeliest of its like to be it. */
static sq_wink mistaken_for(const sq_tracked *t, sq_wink w) {
    sq_wink other = SQ_NO_WINK;
    for (sq_wink v = 0; v < SQ_USUAL_WINKS; v++) {
        bool alike = sq_wink_colour(v) == sq_wink_colour(w) && sq_wink_size(v) == sq_wink_size(w);
        if (v == w || !alike || !(t->wink[v].misnamed > 0)) continue;
        if (other == SQ_NO_WINK || t->wink[v].misnamed > t->wink[other].misnamed) other = v;
    }
    return other;
}

static void doubt_names(sq_play *p, const sq_tracked *before) {
    sq_wink_set told = sq_play_names_told(&p->reading[0]);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        double misnamed = told & sq_wink_bit(w) ? before->wink[w].misnamed : 0;
        sq_wink other = mistaken_for(before, w);
        if (misnamed > 1 - SQ_PLAY_CERTAIN && other != SQ_NO_WINK)
            add(p, sq_play_doubt_of(SQ_DOUBT_WHICH, 1 - misnamed, w, other));
    }
}

/* Of these winks, those that are still out of sight. */
static sq_wink_set unseen(const sq_tracked *t, sq_wink_set winks) {
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (t->wink[w].how == SQ_TRACK_SEEN) winks &= ~sq_wink_bit(w);
    return winks;
}

/* Winks besides the played one that waited behind a baseline and lie on the mat now: no shot takes winks out
 * of two corners. */
static sq_wink_set left_besides(const sq_story_ground *g, const sq_play_reading *shot) {
    sq_wink_set winks = shot->moved & g->prior->unplayed & ~sq_wink_bit(shot->event.shot.wink);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_tracked_wink *k = &g->after->wink[w];
        if (k->how != SQ_TRACK_SEEN || k->last.place != SQ_PLACE_MAT ||
            sq_wink_colour(w) == shot->event.shot.colour)
            winks &= ~sq_wink_bit(w);
    }
    return winks;
}

void sq_play_doubts(sq_play *p, const sq_story_ground *g, const sq_play_pairs *pairs) {
    const sq_play_reading *first = &p->reading[0];
    sq_wink_set vanished = sq_changed_to(&g->changes, SQ_CHANGE_VANISHED) | unseen(g->after, first->gone);
    doubt_each(p, SQ_DOUBT_MISSING, vanished, first->probability);
    if (first->kind == SQ_PLAY_UNEXPLAINED)
        add(p, sq_play_doubt_of(SQ_DOUBT_UNEXPLAINED, first->probability, SQ_NO_WINK, SQ_NO_WINK));
    if (first->kind == SQ_PLAY_SHOT) doubt_each(p, SQ_DOUBT_LEFT, left_besides(g, first), first->probability);
    if (first->unseen_pile && first->probability >= SQ_PLAY_CERTAIN)
        doubt_unseen_pile(p, g, first->probability);
    if (first->kind == SQ_PLAY_SQUIDGED && first->has_event) doubt_nearest(p, g);
    if (pairs) doubt_pairs(p, pairs);
    doubt_names(p, g->before);
    for (int i = 1; i < p->reading_count; i++)
        if (p->reading[i].probability > 1 - SQ_PLAY_CERTAIN) doubt_between(p, g, &p->reading[i]);
    if (!p->doubt_count && p->reading_count > 1 && first->probability < SQ_PLAY_CERTAIN)
        doubt_between(p, g, &p->reading[1]); /* of many unlikely ones */
}
