/* Explains the change between two rests: collects the weighted stories of all namings, turns the weights
 * into probabilities, and splits the best story by the open orders of its piles. */
#include "vision/play/explain_play.h"

#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/mat_geometry.h"
#include "vision/play/doubts_of_reading.h"
#include "vision/play/eye_reliability.h"
#include "vision/play/hypotheses.h"
#include "vision/play/identity_doubt.h"
#include "vision/play/likelihoods.h"
#include "vision/play/play_priors.h"

const char *sq_play_kind_name(sq_play_kind k) {
    static const char *const names[SQ_PLAYS] = {
#define X(number, name) [number] = name,
        SQ_PLAY_LIST(X)
#undef X
    };
    return k < SQ_PLAYS ? names[k] : "?";
}

/* The other likely answers of a doubtful pair, each as a story of its own. */
static void tell_pair_otherwise(sq_stories *s, const sq_play_reading *told, const sq_play_pair *q) {
    sq_pair_answer best = sq_play_pair_answer(q);
    for (unsigned k = 0; sq_play_pair_is_doubtful(q) && k < SQ_PAIR_ANSWERS; k++) {
        if (k == best || q->over[k] < 1 - SQ_PLAY_CERTAIN) continue;
        sq_play_reading r = *told;
        sq_play_pair_put(&r.event.shot.over, q, (sq_pair_answer)k);
        r.probability = told->probability * q->over[k] / q->over[best];
        sq_story_add(s, &r);
    }
}

/* The likeliest story is split by how the winks that moved may lie. */
static void split_by_pairs(sq_stories *s, const sq_play_pairs *pairs) {
    sq_squops over;
    s->reading[0].probability *= sq_play_pairs_decide(pairs, &over);
    sq_play_reading told = s->reading[0];
    for (int i = 0; i < pairs->count; i++)
        tell_pair_otherwise(s, &told, &pairs->pair[i]);
}

/* Weights, which summed to `sum`, become probabilities. */
static void take_over(sq_play *out, const sq_stories *s, double sum) {
    out->reading_count = s->count;
    memcpy(out->reading, s->reading, sizeof out->reading);
    for (int i = 0; i < s->count; i++)
        out->reading[i].probability /= sum;
}

static bool is_more_than_a_shot(const sq_play *p) {
    for (int i = 0; i < p->doubt_count; i++)
        if (p->doubt[i].kind == SQ_DOUBT_LEFT) return true;
    return false;
}

bool sq_play_is_certain(const sq_play *p, const sq_tracked *before) {
    double probability = p->reading[0].probability * sq_play_named_right(&p->reading[0], before);
    return probability >= SQ_PLAY_CERTAIN && p->reading[0].kind != SQ_PLAY_UNEXPLAINED &&
           p->reading[0].kind != SQ_PLAY_WAIT && !p->reading[0].unseen_pile && !is_more_than_a_shot(p);
}

/* The winks that by a reading fell into the pot since the last rest, though nobody sees them there. */
static sq_wink_set potted_unseen(const sq_play_reading *r) {
    const sq_event_squidge_off *e = &r->event.squidge_off;
    sq_wink_set potted = r->event.kind == SQ_EVENT_SHOT ? r->gone & r->event.shot.potted : 0;
    for (sq_wink_set rest = r->event.kind == SQ_EVENT_SQUIDGE_OFF ? r->gone & r->moved : 0; rest;
         rest &= rest - 1)
        if (e->where[sq_wink_colour(sq_wink_first(rest))] == SQ_SQUIDGED_POT)
            potted |= sq_wink_bit(sq_wink_first(rest));
    return potted;
}

/* The picture of the pot says for certain that one of these fell in. */
static bool pot_shows_it(sq_wink_set potted, const sq_tracked *after, const sq_film_odds *film) {
    sq_size size = sq_wink_size(sq_wink_first(potted));
    double speaks = sq_play_pot_speaks(after->pot_changed_share, sq_film_pot_by_itself_at(film, after), size,
                                       sq_tracked_spread_mm(after));
    return !isnan(after->pot_changed_share) && speaks * (1 - SQ_PLAY_CERTAIN) >= 1;
}

bool sq_play_picture_shows_it(const sq_play_reading *r, const sq_tracked *after, const sq_film_odds *film) {
    if (!r->has_event) return true;
    sq_wink_set potted = potted_unseen(r);
    for (sq_wink_set off = r->gone & ~potted; off; off &= off - 1)
        if (after->wink[sq_wink_first(off)].how != SQ_TRACK_SEEN) return false; /* nor is it put back */
    return !potted || pot_shows_it(potted, after, film);
}

/* A wink that went off, in the light of where it is now: it is put back before anybody plays, and hardly
 * where it was. Where it is put back play weighs (sq_play_suppose). */
static double off_borne_out(const sq_tracked_wink *was, const sq_tracked_wink *is, bool played_on) {
    if (was->how == SQ_TRACK_SEEN) return 1; /* weighed already */
    if (is->how != SQ_TRACK_SEEN) return played_on ? 1 - SQ_PLAY_PUT_BACK_IN_TIME : 1;
    return sq_mm_distance(was->last.at, is->last.at) < SQ_PLAY_LEAST_MM ? SQ_PLAY_ODD : 1;
}

/* It was played and nobody sees where it came to rest. */
static void lose_sight_of(sq_tracked_wink *played, const sq_play_reading *r) {
    if (played->how != SQ_TRACK_MISSING && (played->how != SQ_TRACK_COVERED || played->index >= 0)) return;
    played->how = SQ_TRACK_MISSING;
    played->astray = true;
    played->struck = r->struck;
    played->struck_at = r->struck_at;
}

/* It came to rest upon another one, and nobody sees either. */
static void lay_upon(sq_tracked_wink *played, sq_tracked_wink *under) {
    if (played->how != SQ_TRACK_MISSING || under->how != SQ_TRACK_MISSING || under->index >= 0) return;
    played->last.at = under->last.at;
    played->last.place = under->last.place;
    played->last.common = under->last.common;
    played->last.sigma_mm = hypot(under->last.sigma_mm, sq_seen_radius_mm(&under->last) / 2);
    played->traced = under->traced = true;
    played->away = under->away = played->astray = played->struck = false;
}

/* It is where nobody sees it; that it is seen there later is no news. */
static void put_into_pot(sq_tracked_wink *w, const sq_position *p) {
    if (w->how == SQ_TRACK_SEEN) return;
    w->last.place = SQ_PLACE_POT;
    w->last.at = p->pot_found ? p->pot : (sq_mm){0, 0};
    w->last.sigma_mm = SQ_POT_BASE_MM / 4;
    w->away = w->astray = w->struck = w->traced = false;
}

/* It lies where it leant, or by less than its radius from there, and the eye overlooks it. */
static void let_down(sq_tracked_wink *w) {
    if (w->how == SQ_TRACK_SEEN) return;
    w->last.pot_supported = w->away = false;
    w->traced = true;
}

void sq_play_suppose(sq_tracked *t, const sq_play_reading *r, const sq_film_odds *film) {
    bool shot = sq_play_is_shot(r);
    sq_wink played = shot ? r->event.shot.wink : SQ_NO_WINK;
    if (shot && !r->event.shot.is_short && !(r->gone & sq_wink_bit(played)))
        lose_sight_of(&t->wink[played], r);
    for (sq_wink u = 0; shot && u < SQ_USUAL_WINKS; u++)
        if (r->event.shot.over.above[u] & sq_wink_bit(played)) lay_upon(&t->wink[played], &t->wink[u]);
    /* Squidged out of sight: into the pot if it shows that, else away until somebody is asked. */
    sq_wink_set potted = potted_unseen(r);
    if (!shot && potted && !pot_shows_it(potted, t, film)) potted = 0;
    sq_wink_set off = r->gone & (shot ? r->event.shot.off : ~potted);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (off & sq_wink_bit(w) && t->wink[w].how != SQ_TRACK_SEEN) t->wink[w].last.place = SQ_PLACE_OFF;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (potted & sq_wink_bit(w)) put_into_pot(&t->wink[w], &t->position);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (r->let_down & sq_wink_bit(w)) let_down(&t->wink[w]);
}

double sq_play_borne_out(const sq_play_reading *r, const sq_tracked *before, const sq_tracked *later,
                         bool played_on) {
    bool shot = sq_play_is_shot(r);
    sq_wink_set potted = shot ? r->event.shot.potted : 0;
    double weight = 1;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_tracked_wink *was = &before->wink[w], *is = &later->wink[w];
        bool seen_on_mat = is->how == SQ_TRACK_SEEN && !sq_tracked_potted(is);
        if (r->gone & potted & sq_wink_bit(w))
            weight *= seen_on_mat ? SQ_PLAY_ODD : 1;
        else if (r->gone & sq_wink_bit(w))
            weight *= sq_tracked_potted(is) ? SQ_PLAY_ODD : off_borne_out(was, is, played_on);
        else if (was->how == SQ_TRACK_MISSING && is->how == SQ_TRACK_MISSING && is->index < 0)
            weight *= SQ_PLAY_MISSED_AGAIN;
    }
    return weight;
}

/* The pairs by a reading, in whose naming g stands; `after` is told how they lie. Whether the reading has a
 * wink come to lie somewhere. */
static bool tell_piles(sq_play_pairs *out, const sq_story_ground *g, sq_tracked *after,
                       const sq_play_reading *r) {
    bool lies = r->kind == SQ_PLAY_SHOT && !r->event.shot.is_short;
    sq_story_pairs(out, g, lies ? &r->event.shot : NULL);
    sq_play_pairs_tell(out, after);
    return lies;
}

void sq_play_doubt_first(sq_play *p, const sq_play_prior *prior, const sq_tracked *before, sq_tracked *after,
                         const sq_play_hints *hints) {
    sq_story_ground g = {.prior = prior, .before = before, .after = after, .hints = hints};
    sq_play_pairs pairs;
    sq_story_stand(&g, after, p->reading[0].naming);
    bool lies = tell_piles(&pairs, &g, after, &p->reading[0]);
    p->doubt_count = 0;
    sq_play_doubts(p, &g, lies ? &pairs : NULL);
}

void sq_play_explain(sq_play *out, const sq_play_prior *prior, const sq_tracked *before, sq_tracked *after,
                     const sq_play_hints *hints) {
    sq_stories stories = {0};
    sq_story_ground g = {.prior = prior, .before = before, .after = after, .hints = hints};
    *out = (sq_play){.log_evidence = -INFINITY};
    for (int i = 0; i < after->naming_count; i++) {
        sq_story_stand(&g, after, i);
        sq_stories_tell(&stories, &g);
    }
    sq_play_reading first =
        stories.count ? stories.reading[0] : (sq_play_reading){.kind = SQ_PLAY_UNEXPLAINED};
    sq_story_stand(&g, after, first.naming);
    if (g.changes.covered && !hints->veil_lasts) {
        out->reading_count = 1;
        out->reading[0] = (sq_play_reading){.kind = SQ_PLAY_WAIT, .probability = 1, .naming = first.naming};
        sq_play_doubt_covered(out, g.changes.covered);
        return;
    }
    sq_play_pairs pairs;
    bool lies = tell_piles(&pairs, &g, after, &first);
    double sum = stories.all; /* before one of them is split */
    if (lies) split_by_pairs(&stories, &pairs);
    take_over(out, &stories, sum);
    out->log_evidence = log(sum) + after->log_likelihood;
    sq_play_doubts(out, &g, lies ? &pairs : NULL);
    out->certain =
        sq_play_is_certain(out, before) && sq_play_picture_shows_it(&out->reading[0], after, prior->film);
}
