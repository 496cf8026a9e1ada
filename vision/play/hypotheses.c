/* Tells and weighs the stories of one naming: nothing, moved by hand, put back, a shot of each wink that
 * may have been played, a stage of the squidge-off. */
#include "vision/play/hypotheses.h"

#include <string.h>

#include "vision/play/change_traces.h"
#include "vision/play/eye_reliability.h"
#include "vision/play/identity_doubt.h"
#include "vision/play/likelihoods.h"
#include "vision/play/play_priors.h"

static bool same(const sq_play_reading *a, const sq_play_reading *b) {
    if (a->kind != b->kind || a->passed != b->passed || a->has_event != b->has_event) return false;
    if (a->unseen_pile != b->unseen_pile) return false;
    return !a->has_event || !memcmp(&a->event, &b->event, sizeof a->event);
}

/* Two that say the same, told in the likelier one's names; what belongs to which naming stays known. */
static sq_play_reading both_of(const sq_play_reading *a, const sq_play_reading *b) {
    sq_play_reading both = a->probability > b->probability ? *a : *b;
    both.probability = a->probability + b->probability;
    for (int n = 0; n < SQ_NAMINGS; n++)
        both.also[n] = n == both.naming ? 0
                                        : (a->probability * sq_play_share_of_naming(a, n) +
                                           b->probability * sq_play_share_of_naming(b, n)) /
                                              both.probability;
    return both;
}

void sq_story_add(sq_stories *s, const sq_play_reading *r) {
    if (!(r->probability > 0)) return;
    s->all += r->probability;
    sq_play_reading added = *r;
    int i = 0;
    while (i < s->count && !same(&s->reading[i], r))
        i++;
    if (i < s->count) {
        added = both_of(&s->reading[i], r);
    } else if (s->count < SQ_READINGS) {
        i = s->count++;
    } else {
        i = s->count - 1;
        if (s->reading[i].probability >= added.probability) return;
    }
    for (; i > 0 && s->reading[i - 1].probability < added.probability; i--)
        s->reading[i] = s->reading[i - 1];
    s->reading[i] = added;
}

void sq_story_stand(sq_story_ground *g, sq_tracked *after, int naming) {
    sq_track_choose(after, g->before, naming);
    sq_play_changes(&g->changes, g->prior, g->before, after);
    g->naming = naming;
    g->weight = after->naming[naming].probability;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (g->changes.of[w].kind != SQ_CHANGE_NONE) g->weight /= sq_track_likelihood(after, g->before, w);
}

/* The winks of a colour that lie in the pot, by the record and by what is seen, but show no face there. */
static int hidden_in_pot(sq_wink_set potted, const sq_tracked *t, sq_colour c) {
    int hidden = 0;
    for (sq_wink_set rest = potted & sq_winks_of(c); rest; rest &= rest - 1)
        hidden += t->wink[sq_wink_first(rest)].how != SQ_TRACK_SEEN;
    return hidden;
}

/* How many more winks of a colour show in the pot, by a part of their face, than may lie there. */
static int beyond(const sq_tracked *t, sq_wink_set potted, sq_colour c) {
    int more = sq_position_in_heap(&t->position, c) - hidden_in_pot(potted, t, c);
    return more > 0 ? more : 0;
}

static sq_wink_set potted_by(const sq_play_reading *r) {
    if (!r->has_event) return 0;
    const sq_event_squidge_off *e = &r->event.squidge_off;
    sq_wink_set potted = r->event.kind == SQ_EVENT_SHOT ? r->event.shot.potted : 0;
    for (unsigned c = 0; r->event.kind == SQ_EVENT_SQUIDGE_OFF && c < SQ_USUAL_COLOURS; c++)
        if (e->where[c] == SQ_SQUIDGED_POT) potted |= r->gone & sq_winks_of((sq_colour)c);
    return potted;
}

/* The pot shows of a colour more than a story has in it: of what is counted there hardly anything is false
 * (in 4000 rests of films of all kinds three times). What was so at the rest before says nothing of this
 * story. */
static double pot_colours(const sq_story_ground *g, const sq_play_reading *r) {
    sq_wink_set was = g->prior->potted, is = (was | potted_by(r)) & ~r->let_down;
    double weight = 1;
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        int more = beyond(g->after, is, (sq_colour)c);
        if (more && more > beyond(g->before, was, (sq_colour)c))
            weight *= SQ_TRACK_FALSE * SQ_TRACK_FALSE_WHOLE;
    }
    return weight;
}

/* A story of this ground; weight: of all but the naming and, where there is one, the order of piles. */
static void tell(sq_stories *s, const sq_story_ground *g, sq_play_reading r, double weight) {
    r.naming = g->naming;
    r.moved = g->changes.changed;
    r.probability = weight * g->weight * pot_colours(g, &r);
    sq_story_add(s, &r);
}

/* Events are compared byte by byte, so no byte may be left to chance. */
static sq_play_reading reading_of(sq_play_kind kind, sq_event_kind event) {
    sq_play_reading r = {.kind = kind, .has_event = true};
    memset(&r.event, 0, sizeof r.event);
    r.event.kind = event;
    return r;
}

sq_wink_set sq_changed_to(const sq_changes *c, sq_change_kind kind) {
    sq_wink_set set = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (c->of[w].kind == kind) set |= sq_wink_bit(w);
    return set;
}

void sq_story_pairs(sq_play_pairs *out, const sq_story_ground *g, const sq_event_shot *e) {
    sq_play_landing l = {.prior = g->prior,
                         .before = g->before,
                         .after = g->after,
                         .changes = &g->changes,
                         .among = SQ_USUAL_SET & ~(g->prior->unplayed | g->prior->potted),
                         .played = e ? e->wink : SQ_NO_WINK};
    if (e) l.among = (l.among | sq_wink_bit(e->wink)) & ~(e->potted | e->off);
    if (g->prior->phase == SQ_PHASE_POT_OUT) l.among = 0; /* 20.1: none lies over another */
    sq_play_pairs_find(out, &l);
}

/* ---- No shot ---- */

/* The eye overlooks a wink, and once more at the next rest. */
static double overlooked(const sq_story_ground *g, sq_wink w, double missed) {
    return missed * (g->hints->vanished & sq_wink_bit(w) ? SQ_PLAY_MISSED_AGAIN : 1);
}

static double missed_where_it_landed(const sq_story_ground *g, sq_wink w) {
    return sq_film_missed_where_it_landed(g->prior->film, sq_wink_colour(w));
}

/* A wink that was out of sight in between and now lies elsewhere on the mat. */
static bool has_returned(const sq_story_ground *g, sq_wink w) {
    sq_change_kind k = g->changes.of[w].kind;
    return g->hints->vanished & sq_wink_bit(w) && (k == SQ_CHANGE_LEFT || k == SQ_CHANGE_MOVED);
}

/* How well the picture of the pot goes with a story in which these winks are potted and nobody sees them
 * there, or in which others are seen to have fallen in or out, against one in which none is. Where a wink is
 * seen there and nothing has changed, its name is doubted already. */
static double pot_shows(const sq_story_ground *g, sq_wink_set potted) {
    sq_wink_set seen =
        sq_changed_to(&g->changes, SQ_CHANGE_POTTED) | sq_changed_to(&g->changes, SQ_CHANGE_UNPOTTED);
    if (!(seen | potted)) return 1;
    double speaks =
        sq_play_pot_speaks(g->after->pot_changed_share, sq_film_pot_by_itself_at(g->prior->film, g->after),
                           sq_wink_size(sq_wink_first(seen ? seen : potted)), sq_tracked_spread_mm(g->after));
    return seen ? fmax(speaks, 1) : speaks;
}

/* One that came to rest out of sight would have changed the picture there. */
static double traceless(const sq_story_ground *g) {
    return g->after->position.changed.known ? sq_film_traceless(g->prior->film) : 1;
}

/* Those that nobody shot off were overlooked in between. */
static double overlooked_meanwhile(const sq_story_ground *g) {
    double weight = 1;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (has_returned(g, w)) weight *= overlooked(g, w, missed_where_it_landed(g, w));
    return weight;
}

/* How well the order in the piles goes with a story without a shot. */
static double piles_unplayed(const sq_story_ground *g) {
    sq_play_pairs pairs;
    sq_story_pairs(&pairs, g, NULL);
    return pairs.evidence;
}

/* It lies where it was, and the eye overlooks it there though the picture of the place is another. */
static double overlooked_there(const sq_story_ground *g, sq_wink w) {
    bool changed = g->after->wink[w].changed_share >= SQ_TRACE_LEFT_SHARE;
    return overlooked(g, w, sq_film_missed(g->prior->film, sq_wink_colour(w))) *
           (changed ? SQ_TRACE_CHANGED_BY_LIGHT : 1);
}

static void tell_nothing(sq_stories *s, const sq_story_ground *g) {
    double weight = 1 - SQ_PLAY_SHOT_BETWEEN - SQ_PLAY_ONLY_HANDS;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (g->changes.of[w].kind == SQ_CHANGE_VANISHED)
            weight *= overlooked_there(g, w);
        else if (g->changes.of[w].kind == SQ_CHANGE_FOUND)
            weight *= sq_play_as_found();
        else if (g->changes.of[w].kind != SQ_CHANGE_NONE)
            weight = 0;
    weight *= piles_unplayed(g);
    tell(s, g, (sq_play_reading){.kind = SQ_PLAY_NOTHING}, weight);
}

/* Winks moved that the rules want moved by hand, and in a pot-out those that were in their way. */
static bool is_owed(const sq_story_ground *g) {
    bool owed = false;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_change *c = &g->changes.of[w];
        bool wanted = c->kind == SQ_CHANGE_BACK || c->let_down ||
                      (c->kind == SQ_CHANGE_MOVED && (c->freed || c->parted));
        owed |= wanted;
        if (c->kind != SQ_CHANGE_NONE && !wanted && !c->rounded) return false;
    }
    return owed;
}

static void tell_by_hand(sq_stories *s, const sq_story_ground *g) {
    double weight = (is_owed(g) ? SQ_PLAY_HANDS_OWED : SQ_PLAY_ONLY_HANDS) * overlooked_meanwhile(g);
    sq_play_reading r = {.kind = SQ_PLAY_BY_HAND};
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        weight *= sq_play_as_handled(&g->changes.of[w], w, g->prior);
        if (g->changes.of[w].let_down) r.let_down |= sq_wink_bit(w);
    }
    tell(s, g, r, weight * piles_unplayed(g));
}

static void tell_jolt(sq_stories *s, const sq_story_ground *g) {
    double weight = SQ_PLAY_JOLT * overlooked_meanwhile(g);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        weight *= sq_play_as_jolted(&g->changes.of[w]);
    tell(s, g, (sq_play_reading){.kind = SQ_PLAY_UNEXPLAINED}, weight * piles_unplayed(g));
}

/* All that changed lies again where it lay before the last shot. */
static void tell_replaced(sq_stories *s, const sq_story_ground *g) {
    const sq_tracked *earlier = g->hints->earlier;
    if (!g->prior->foul_open || !earlier) return;
    double weight = SQ_PLAY_REPLACED_FOUL;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_change *c = &g->changes.of[w];
        if (c->kind == SQ_CHANGE_NONE) continue;
        double off = sq_mm_distance(c->to, earlier->wink[w].last.at);
        bool there = c->kind != SQ_CHANGE_VANISHED && off < SQ_PLAY_PUT_BACK_ROUGH_MM;
        weight *= there ? 1 / (M_PI * SQ_PLAY_PUT_BACK_ROUGH_MM * SQ_PLAY_PUT_BACK_ROUGH_MM)
                        : SQ_PLAY_ODD * SQ_PLAY_ANYWHERE;
    }
    sq_play_reading r = reading_of(SQ_PLAY_REPLACED, SQ_EVENT_CHOOSE);
    r.event.choose.option = SQ_CHOOSE_REPLAY;
    r.event.choose.colour = SQ_NO_COLOUR;
    tell(s, g, r, weight);
}

/* ---- A shot ---- */

/* Winks that moved though what lay over them lies where it lay. */
static double come_out_from_under(const sq_story_ground *g) {
    double weight = 1;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (g->changes.changed & sq_wink_bit(w) && g->prior->squops.above[w] & ~g->changes.changed)
            weight *= SQ_PLAY_FROM_UNDER;
    return weight;
}

static double others_struck(const sq_story_ground *g, sq_wink_set but, const sq_change *played) {
    double weight = 1;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (!(but & sq_wink_bit(w))) weight *= sq_play_as_struck(&g->changes.of[w], w, played, g->prior);
    return weight;
}

/* Another wink that the played one may have struck far from where it was played; SQ_NO_WINK where there is
 * none, or more than one. */
static sq_wink wink_it_struck(const sq_story_ground *g, sq_wink w) {
    sq_wink struck = SQ_NO_WINK;
    for (sq_wink_set rest = sq_changed_to(&g->changes, SQ_CHANGE_MOVED) & ~sq_wink_bit(w); rest;
         rest &= rest - 1) {
        sq_wink u = sq_wink_first(rest);
        if (sq_mm_distance(g->changes.of[u].from, g->changes.of[w].from) < SQ_PLAY_NEAR_MM) continue;
        if (struck != SQ_NO_WINK) return SQ_NO_WINK;
        struck = u;
    }
    return struck;
}

static sq_play_reading shot_of(const sq_story_ground *g, sq_wink w) {
    sq_play_reading r = reading_of(SQ_PLAY_SHOT, SQ_EVENT_SHOT);
    sq_event_shot *e = &r.event.shot;
    e->t = sq_us_from_s(g->hints->t_start);
    e->rest = sq_us_from_s(fmax(g->hints->t_rest, g->hints->t_start));
    e->colour = sq_wink_colour(w);
    e->wink = w;
    e->potted = sq_changed_to(&g->changes, SQ_CHANGE_POTTED);
    e->off = sq_changed_to(&g->changes, SQ_CHANGE_OFF);
    e->is_short = g->changes.of[w].kind == SQ_CHANGE_SHORT;
    sq_wink struck = wink_it_struck(g, w);
    r.struck = struck != SQ_NO_WINK;
    if (r.struck) r.struck_at = g->changes.of[struck].from;
    const sq_tracked_wink *is = &g->after->wink[w];
    e->mm_known = g->prior->wants_mm && is->how == SQ_TRACK_SEEN && is->last.place == SQ_PLACE_MAT;
    if (e->mm_known) e->mm = fmax(is->last.edge_to_pot_mm, 0);
    return r;
}

/* As due, after a pass, or out of turn. */
static void tell_by_turn(sq_stories *s, const sq_story_ground *g, sq_play_reading r, double weight) {
    const sq_play_prior *p = g->prior;
    sq_colour c = r.event.shot.colour;
    if (p->any_colour || p->foul_open || p->turn == SQ_NO_COLOUR) {
        tell(s, g, r, weight / SQ_USUAL_COLOURS);
    } else if (c == p->turn) {
        tell(s, g, r, weight * SQ_PLAY_DUE);
    } else if (!r.event.shot.is_short) { /* a short one is no shot, and so not out of turn */
        tell(s, g, r, weight * SQ_PLAY_OUT_OF_TURN);
        r.passed = true;
        if (c == p->after_pass) tell(s, g, r, weight * SQ_PLAY_AFTER_PASS);
    }
}

/* r's squops: those that the story has though nobody sees them; what is seen is added. */
static void tell_shot(sq_stories *s, const sq_story_ground *g, sq_play_reading r, double fate) {
    sq_event_shot *e = &r.event.shot;
    const sq_change *played = &g->changes.of[e->wink];
    double weight = SQ_PLAY_SHOT_BETWEEN / SQ_WINKS_PER_COLOUR * fate;
    weight *= others_struck(g, sq_wink_bit(e->wink), played);
    if (g->prior->squops.above[e->wink]) weight *= SQ_PLAY_SQUOPPED_PLAYED;
    weight *= come_out_from_under(g) * pot_shows(g, e->potted & r.gone);
    if (!e->is_short) {
        sq_play_pairs pairs;
        sq_squops unseen = e->over;
        sq_story_pairs(&pairs, g, e);
        sq_play_pairs_decide(&pairs, &e->over);
        for (sq_wink u = 0; u < SQ_USUAL_WINKS; u++)
            e->over.above[u] |= unseen.above[u];
        weight *= pairs.evidence;
        e->over_known = true;
        sq_play_reading pile = r;
        pile.unseen_pile = true;
        if (pairs.unseen > 0) tell_by_turn(s, g, pile, weight * pairs.unseen);
        weight *= 1 - pairs.unseen;
    }
    tell_by_turn(s, g, r, weight);
}

/* The played wink landed on another open one, or beside it, and the eye makes nothing of the two. Where it is
 * known that all of the other's place has changed, it landed there: beside it, it would have left a trace. */
static void tell_vanished_pile(sq_stories *s, const sq_story_ground *g, sq_wink w) {
    double aimed = SQ_PLAY_AIMED_AT_WINK / (sq_set_size(g->before->position.absent) - 1),
           again = overlooked(g, w, SQ_PLAY_PILE_MISSED);
    double beneath = (1 + (1 - traceless(g))) / 2;
    for (sq_wink u = 0; u < SQ_USUAL_WINKS; u++) {
        if (u == w || g->changes.of[u].kind != SQ_CHANGE_VANISHED) continue;
        sq_play_reading beside = shot_of(g, w), over = beside;
        over.event.shot.over.above[u] |= sq_wink_bit(w);
        double fate = sq_play_fate_mat() * aimed * again /
                      sq_film_missed(g->prior->film, sq_wink_colour(u)); /* u is not overlooked by itself */
        tell_shot(s, g, over, fate * beneath);
        tell_shot(s, g, beside, fate * (1 - beneath));
    }
}

static bool is_about_where_it_was(const sq_tracked_wink *w) {
    return w->how != SQ_TRACK_UNKNOWN && !w->astray;
}

/* The played wink is out of sight: it went where nobody sees it, or lies on the mat and is overlooked, by
 * itself or, which happens sooner, in a pile. share: what the whole of it is worth. */
static void tell_unseen_shot(sq_stories *s, const sq_story_ground *g, sq_wink w, double share) {
    sq_play_reading there = shot_of(g, w), pile = there, off = there, potted = there;
    bool veil = g->after->position.region_count;
    double missed = fmax(veil ? SQ_PLAY_MISSED_UNDER_VEIL : 0, missed_where_it_landed(g, w));
    double pile_missed = fmax(missed, SQ_PLAY_PILE_MISSED), on_wink = sq_play_lands_on_wink();
    pile.unseen_pile = true;
    tell_shot(s, g, there,
              share * sq_play_fate_mat() * (1 - on_wink) * overlooked(g, w, missed) * traceless(g));
    tell_shot(s, g, pile,
              share * sq_play_fate_mat() * on_wink * overlooked(g, w, pile_missed) * traceless(g));
    off.gone = potted.gone = sq_wink_bit(w);
    off.event.shot.off |= sq_wink_bit(w);
    potted.event.shot.potted |= sq_wink_bit(w);
    double to_pot_mm = sq_mm_distance(g->changes.of[w].from, sq_position_pot(&g->before->position));
    bool from_near = is_about_where_it_was(&g->before->wink[w]) && to_pot_mm < SQ_PLAY_POT_RANGE_MM;
    tell_shot(s, g, off, share * SQ_PLAY_FATE_OFF_UNSEEN * (from_near ? SQ_PLAY_OFF_FROM_NEAR : 1));
    tell_shot(s, g, potted, share * SQ_PLAY_FATE_POT_UNSEEN * (from_near ? SQ_PLAY_POT_FROM_NEAR : 1));
}

static void tell_vanished_shot(sq_stories *s, const sq_story_ground *g, sq_wink w) {
    tell_unseen_shot(s, g, w, 1);
    tell_vanished_pile(s, g, w);
}

/* Out of sight at both rests, and neither under others nor in the pot nor where nothing has changed: it may
 * have been played meanwhile. */
static bool may_have_moved_unseen(const sq_story_ground *g, sq_wink w) {
    const sq_tracked_wink *was = &g->before->wink[w], *is = &g->after->wink[w];
    if (is->how == SQ_TRACK_SEEN || was->how == SQ_TRACK_SEEN || sq_tracked_potted(was)) return false;
    if (was->how != SQ_TRACK_UNKNOWN && was->last.place == SQ_PLACE_OFF) return false;
    return !(is->changed_share < SQ_TRACE_LEFT_SHARE) && (is->how != SQ_TRACK_COVERED || is->index < 0);
}

/* It was nowhere for a while and now lies on the mat: it went off and was put back, or it was overlooked. */
static void tell_returned_shot(sq_stories *s, const sq_story_ground *g, sq_wink w) {
    sq_play_reading off = shot_of(g, w), there = off;
    off.gone = sq_wink_bit(w);
    off.event.shot.off |= sq_wink_bit(w);
    tell_shot(s, g, off, SQ_PLAY_FATE_OFF_UNSEEN * sq_play_as_put_back(&g->changes.of[w]));
    tell_shot(s, g, there,
              overlooked(g, w, missed_where_it_landed(g, w)) *
                  sq_play_as_played(&g->changes.of[w], w, g->before));
}

/* It was out of sight before it was played, and now lies on the mat: it came to rest there, or went off
 * unseen and was put back. */
static void tell_found_shot(sq_stories *s, const sq_story_ground *g, sq_wink w) {
    const sq_change *c = &g->changes.of[w];
    sq_play_reading there = shot_of(g, w), off = there;
    tell_shot(s, g, there, sq_play_as_played(c, w, g->before));
    off.event.shot.off |= sq_wink_bit(w);
    tell_shot(s, g, off, (SQ_PLAY_FATE_OFF + SQ_PLAY_FATE_OFF_UNSEEN) * sq_play_as_put_back(c));
}

/* It lies on the mat: it came to rest there, or it went off and was put back at once. */
static void tell_seen_shot(sq_stories *s, const sq_story_ground *g, sq_wink w) {
    const sq_change *c = &g->changes.of[w];
    sq_play_reading there = shot_of(g, w), off = there;
    tell_shot(s, g, there, sq_play_as_played(c, w, g->before));
    if (c->kind != SQ_CHANGE_LEFT && c->kind != SQ_CHANGE_MOVED) return;
    off.event.shot.off |= sq_wink_bit(w);
    double at_once = SQ_PLAY_BACK_AT_ONCE * (g->hints->twice_over > 0 ? g->hints->twice_over : 1);
    tell_shot(s, g, off, (SQ_PLAY_FATE_OFF + SQ_PLAY_FATE_OFF_UNSEEN) * at_once * sq_play_as_put_back(c));
}

/* Taken up where the squidge-off left it, now or before, and not seen at its baseline yet (5.5). */
static bool is_on_its_way_back(const sq_story_ground *g, sq_wink w) {
    bool taken_up = g->changes.of[w].kind == SQ_CHANGE_VANISHED || may_have_moved_unseen(g, w);
    return g->prior->carrying_back && taken_up && sq_play_is_out(&g->before->wink[w]);
}

static void tell_shots(sq_stories *s, const sq_story_ground *g) {
    if (g->prior->phase == SQ_PHASE_SQUIDGE_OFF || g->prior->phase == SQ_PHASE_ENDED) return;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        const sq_change *c = &g->changes.of[w];
        if (g->prior->potted & sq_wink_bit(w) || is_on_its_way_back(g, w)) continue;
        if (c->kind == SQ_CHANGE_VANISHED)
            tell_vanished_shot(s, g, w);
        else if (has_returned(g, w))
            tell_returned_shot(s, g, w);
        else if (c->kind == SQ_CHANGE_FOUND)
            tell_found_shot(s, g, w);
        else if (may_have_moved_unseen(g, w)) /* instead of having stayed out of sight */
            tell_unseen_shot(s, g, w, 1 / sq_track_likelihood(g->after, g->before, w));
        else
            tell_seen_shot(s, g, w);
    }
}

/* ---- The squidge-off ---- */

/* One that is seen out there, before one that only vanished; then the one that was out before. */
static bool is_sooner_squidged(const sq_story_ground *g, sq_wink w, sq_wink than) {
    if (than == SQ_NO_WINK) return true;
    bool seen = g->after->wink[w].how == SQ_TRACK_SEEN, other = g->after->wink[than].how == SQ_TRACK_SEEN;
    return seen != other ? seen : sq_play_is_out(&g->before->wink[w]);
}

/* Winks of the squidge-off that are behind their baselines again. */
static sq_wink_set carried_back(const sq_story_ground *g) {
    sq_wink_set back = g->prior->squidged ? g->prior->squidged->winks : 0;
    for (sq_wink_set rest = back; rest; rest &= rest - 1) {
        sq_wink w = sq_wink_first(rest);
        if (g->after->wink[w].how != SQ_TRACK_SEEN || sq_play_is_out(&g->after->wink[w]))
            back &= ~sq_wink_bit(w);
    }
    return back;
}

bool sq_story_squidged(const sq_story_ground *g, sq_wink out[SQ_USUAL_COLOURS]) {
    bool all = true;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        out[c] = SQ_NO_WINK;
        if (!(g->prior->among & sq_colour_bit((sq_colour)c))) continue;
        for (int k = 0; k < SQ_WINKS_PER_COLOUR; k++) {
            sq_wink w = (sq_wink)(c * SQ_WINKS_PER_COLOUR + k);
            if (sq_play_is_out(&g->after->wink[w]) && is_sooner_squidged(g, w, out[c])) out[c] = w;
        }
        sq_wink_set back = carried_back(g) & sq_winks_of((sq_colour)c);
        if (out[c] == SQ_NO_WINK && back) out[c] = sq_wink_first(back);
        all &= out[c] != SQ_NO_WINK;
    }
    return all;
}

const sq_seen_wink *sq_story_squidged_lies(const sq_story_ground *g, sq_wink out) {
    bool back = carried_back(g) & sq_wink_bit(out);
    return back ? &g->prior->squidged->lay[sq_wink_colour(out)] : &g->after->wink[out].last;
}

/* What the winks of a squidge-off did between the two rests. */
typedef struct {
    sq_wink out[SQ_USUAL_COLOURS];
    bool complete;      /* every colour has one */
    sq_wink_set played; /* left their baselines: mostly one, but all four if they are quick */
    sq_wink_set found;  /* were out and out of sight, and are seen now */
    sq_wink_set gone;   /* out and out of sight now */
    sq_wink_set back;   /* carried back now */
} squidged;

static squidged squidged_now(const sq_story_ground *g) {
    squidged s = {0};
    s.complete = sq_story_squidged(g, s.out);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        if (s.out[c] == SQ_NO_WINK) continue;
        const sq_tracked_wink *was = &g->before->wink[s.out[c]], *is = &g->after->wink[s.out[c]];
        const sq_wink_set bit = sq_wink_bit(s.out[c]);
        if (is->how == SQ_TRACK_MISSING && is->index < 0 && !sq_tracked_potted(was)) s.gone |= bit;
        if (carried_back(g) & bit)
            s.back |= g->changes.changed & bit;
        else if (!sq_play_is_out(was))
            s.played |= g->changes.changed & bit;
        else if (was->how == SQ_TRACK_MISSING && is->how == SQ_TRACK_SEEN)
            s.found |= bit;
    }
    return s;
}

/* How those that are seen flew, how others were overlooked and came in sight, that hands begin to carry back
 * when all have played. */
static double squidged_weight(const sq_story_ground *g, const squidged *s) {
    sq_wink_set back = s->complete ? s->back : 0;
    double weight = SQ_PLAY_SHOT_BETWEEN * others_struck(g, s->played | s->found | back, NULL);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        sq_wink w = s->out[c];
        sq_wink_set bit = w == SQ_NO_WINK ? 0 : sq_wink_bit(w);
        if (s->played & bit & ~s->gone) weight *= sq_play_as_played(&g->changes.of[w], w, g->before);
        if (s->found & bit) weight *= missed_where_it_landed(g, w) * SQ_PLAY_ANYWHERE;
        if (back & bit) weight *= SQ_PLAY_HAND_BACK * SQ_PLAY_ANYWHERE;
    }
    return weight;
}

/* What no camera measures is not written down. */
static double to_hundredth(double mm) {
    return round(mm * 100) / 100;
}

/* How they came to lie, those out of sight taken as off the mat, some (`potted`) as in the pot. */
static void tell_squidged(sq_stories *s, const sq_story_ground *g, const squidged *now, sq_wink_set potted) {
    sq_play_reading r = reading_of(SQ_PLAY_SQUIDGED, SQ_EVENT_SQUIDGE_OFF);
    sq_event_squidge_off *e = &r.event.squidge_off;
    double weight = squidged_weight(g, now) * pot_shows(g, potted & now->played);
    e->played = g->prior->among;
    r.has_event = now->complete;
    r.gone = now->gone;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        if (now->out[c] == SQ_NO_WINK) continue;
        const sq_seen_wink *lies = sq_story_squidged_lies(g, now->out[c]);
        sq_wink_set bit = sq_wink_bit(now->out[c]);
        bool gone = now->gone & bit, on_mat = !gone && lies->place == SQ_PLACE_MAT,
             in_pot = gone ? potted & bit : sq_place_is_potted(lies->place);
        e->where[c] = on_mat ? SQ_SQUIDGED_ON_MAT : in_pot ? SQ_SQUIDGED_POT : SQ_SQUIDGED_OFF;
        e->mm[c] = on_mat ? to_hundredth(fmax(lies->edge_to_pot_mm, 0)) : 0;
        if (gone) /* all aim at the pot */
            weight *= in_pot ? SQ_PLAY_FATE_POT_UNSEEN * SQ_PLAY_POT_FROM_NEAR : SQ_PLAY_FATE_OFF_UNSEEN;
    }
    tell(s, g, r, weight);
}

/* Those out of sight lie on the mat, overlooked: who is nearest cannot be told yet. */
static void tell_squidged_unseen(sq_stories *s, const sq_story_ground *g, const squidged *now) {
    double weight = squidged_weight(g, now);
    for (sq_wink_set rest = now->gone; rest; rest &= rest - 1) {
        sq_wink w = sq_wink_first(rest);
        weight *= sq_play_fate_mat() * overlooked(g, w, missed_where_it_landed(g, w));
    }
    tell(s, g, (sq_play_reading){.kind = SQ_PLAY_SQUIDGED}, weight);
}

static void tell_squidge_off(sq_stories *s, const sq_story_ground *g) {
    if (g->prior->phase != SQ_PHASE_SQUIDGE_OFF) return;
    const squidged now = squidged_now(g);
    if (!(now.played | now.found)) return;
    sq_wink_set potted = now.gone;
    do { /* every part of those out of sight */
        tell_squidged(s, g, &now, potted);
        potted = (potted - 1) & now.gone;
    } while (potted != now.gone && now.complete);
    if (!now.complete && now.gone) tell_squidged(s, g, &now, 0);
    if (now.gone) tell_squidged_unseen(s, g, &now);
}

void sq_stories_tell(sq_stories *s, const sq_story_ground *g) {
    tell_nothing(s, g);
    if (g->changes.changed) {
        tell_by_hand(s, g);
        tell_jolt(s, g);
        tell_replaced(s, g);
    }
    tell_shots(s, g);
    tell_squidge_off(s, g);
}
