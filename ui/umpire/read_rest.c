/* Reads a rest: what the game leads one to expect, how long shots take in it, and what was then most likely
 * played. */
#include "rules/book/ruleset.h"
#include "ui/umpire/umpire_state.h"
#include "vision/play/play_priors.h"

#include <math.h>
#include <string.h>

static sq_colour after_a_pass(const sq_state *s) {
    sq_event e = {.kind = SQ_EVENT_PASS, .pass = {.t = s->clock.latest, .colour = s->now.turn}};
    sq_state after;
    sq_rulings r;
    if (s->now.turn == SQ_NO_COLOUR || !sq_engine_step(s, &e, &after, &r)) return SQ_NO_COLOUR;
    return after.now.turn;
}

static sq_play_by_hand by_hand(const sq_ruleset *rules) {
    return (sq_play_by_hand){.off_inset_mm = rules->set.off_inset, .apart_mm = rules->set.pot_out_gap};
}

/* In how many places two tellings of where winks lie differ. */
static int differences(const sq_squops *a, sq_wink_set potted_a, const sq_squops *b, sq_wink_set potted_b) {
    int n = sq_wink_count(potted_a ^ potted_b);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        n += sq_wink_count(a->above[w] ^ b->above[w]);
    return n;
}

static int differ(const sq_standing *a, const sq_standing *b) {
    return differences(&a->squops, a->potted, &b->squops, b->potted);
}

bool sq_umpire_not_put_back(const sq_umpire *u, const sq_state *s, sq_event_set *lies) {
    const sq_standing *shot = &s->last.after;
    if (u->stage != SQ_UMPIRE_IN_GAME || sq_ruleset_at(s->rules)->set.fouls != SQ_FOULS_PUT_BACK)
        return false;
    if (s->can_call || !differ(&s->now, shot) || differ(&s->now, &s->last.before)) return false;
    *lies = sq_umpire_as_it_lies(&u->settled, s->now.turn);
    if (differences(&lies->over, lies->pot, &shot->squops, shot->potted) >=
        differences(&lies->over, lies->pot, &s->now.squops, s->now.potted))
        return false;
    sq_wink_set elsewhere = lies->pot | lies->baseline;
    for (sq_wink w = 0; w < SQ_WINKS; w++) /* as it was told, which is more than one look */
        lies->over.above[w] = elsewhere & sq_wink_bit(w) ? 0 : shot->squops.above[w] & ~elsewhere;
    return true;
}

sq_play_prior sq_umpire_expected(const sq_umpire *u, const sq_state *s) {
    const sq_standing *now = &s->now;
    if (u->stage == SQ_UMPIRE_JOINED_LATE) {
        sq_event_set lies = sq_umpire_as_it_lies(&u->settled, SQ_NO_COLOUR);
        return (sq_play_prior){.phase = SQ_PHASE_TIMED,
                               .turn = SQ_NO_COLOUR,
                               .after_pass = SQ_NO_COLOUR,
                               .by_hand = by_hand(sq_ruleset_at(u->settings.game.rules)),
                               .wants_mm = sq_ruleset_wants_mm(sq_ruleset_at(u->settings.game.rules)),
                               .film = &u->film,
                               .unplayed = lies.baseline,
                               .potted = lies.pot,
                               .squops = lies.over};
    }
    bool nominated = now->free_shot == SQ_FREE_SHOT_NOMINATED, lost = u->has_lost_turn;
    sq_play_prior prior = {.phase = now->phase,
                           .turn = lost        ? SQ_NO_COLOUR
                                   : nominated ? now->nominated
                                               : now->turn,
                           .after_pass = lost ? SQ_NO_COLOUR : after_a_pass(s),
                           .any_colour = now->free_shot == SQ_FREE_SHOT_DUE,
                           .carrying_back = now->phase == SQ_PHASE_TIMED && now->unplayed == now->in_play,
                           .foul_open = s->foul.open,
                           .among = now->phase == SQ_PHASE_SQUIDGE_OFF ? now->among : 0,
                           .squidged = now->phase == SQ_PHASE_SQUIDGE_OFF ? sq_umpire_squidged(u) : NULL,
                           .by_hand = by_hand(sq_ruleset_at(s->rules)),
                           .wants_mm = sq_ruleset_wants_mm(sq_ruleset_at(s->rules)),
                           .film = &u->film,
                           .unplayed = now->unplayed,
                           .potted = now->potted,
                           .squops = now->squops};
    sq_event_set lies;
    if (!sq_umpire_not_put_back(u, s, &lies)) return prior;
    prior.unplayed = lies.baseline;
    prior.potted = lies.pot;
    prior.squops = lies.over;
    return prior;
}

bool sq_umpire_take_reading(sq_state *game, const sq_play_reading *r) {
    sq_state s = *game;
    sq_rulings rulings;
    if (!r->has_event) return true;
    if (r->passed) {
        sq_event pass = {.kind = SQ_EVENT_PASS, .pass = {.t = s.clock.latest, .colour = s.now.turn}};
        sq_engine_step(&s, &pass, &s, &rulings);
    }
    sq_event e = r->event;
    sq_umpire_keep_time(&e, &s.clock);
    return sq_engine_step(&s, &e, game, &rulings);
}

/* ---- What else it may have been ---- */

bool sq_umpire_may_hide_a_shot(const sq_state *s, const sq_play_reading *r, double gap_s, int unjudged) {
    if (r->kind == SQ_PLAY_NOTHING || r->kind == SQ_PLAY_WAIT) return false;
    if (gap_s > 0) return true;
    if (!unjudged || r->kind != SQ_PLAY_SHOT) return false;
    /* A second shot has moved a second wink, unless the same player went on with the same one. */
    sq_state after = *s;
    bool in_reach = !(r->event.shot.potted & sq_wink_bit(r->event.shot.wink));
    return sq_wink_count(r->moved) > 1 ||
           (in_reach && sq_umpire_take_reading(&after, r) && after.now.turn == r->event.shot.colour);
}

static void doubt_first(sq_play *p, sq_doubt_kind kind, sq_wink w) {
    p->doubt_count += p->doubt_count < SQ_DOUBTS_CAP;
    memmove(&p->doubt[1], &p->doubt[0], (size_t)(p->doubt_count - 1) * sizeof p->doubt[0]);
    p->doubt[0] = sq_play_doubt_of(kind, p->reading[0].probability, w, SQ_NO_WINK);
}

void sq_umpire_add_answer(sq_play *p, sq_play_kind kind, const sq_event_set *then, sq_doubt_kind doubt,
                          sq_wink w) {
    p->reading_count += p->reading_count < SQ_READINGS;
    memmove(&p->reading[2], &p->reading[1], (size_t)(p->reading_count - 2) * sizeof p->reading[0]);
    p->reading[1] = p->reading[0];
    p->reading[1].kind = kind;
    p->reading[1].has_event = true;
    p->reading[1].event = (sq_event){.kind = SQ_EVENT_SET, .set = *then};
    double all = 0;
    for (int i = 0; i < p->reading_count; i++)
        all += p->reading[i].probability;
    for (int i = 0; i < p->reading_count; i++)
        p->reading[i].probability /= all;
    p->certain = false;
    doubt_first(p, doubt, w);
}

/* The wink that the last shot played for the first time lies behind its baseline again, and nothing else has
 * gone there; SQ_NO_WINK: none does. */
static sq_wink wink_taken_back(const sq_umpire *u, const sq_state *s, const sq_tracked *was,
                               const sq_tracked *is, sq_wink_set moved) {
    sq_wink_set back = 0, first = s->last.before.unplayed & ~s->now.unplayed;
    for (sq_wink_set rest = moved; rest; rest &= rest - 1) {
        sq_wink w = sq_wink_first(rest);
        bool lay_there = u->earlier.wink[w].last.place == SQ_PLACE_BASELINE,
             lies_there = is->wink[w].how == SQ_TRACK_SEEN && is->wink[w].last.place == SQ_PLACE_BASELINE;
        if (lies_there && was->wink[w].last.place != SQ_PLACE_BASELINE) back |= sq_wink_bit(w);
        if (!lay_there) first &= ~sq_wink_bit(w);
    }
    return sq_wink_count(back) == 1 && back & first ? sq_wink_first(back) : SQ_NO_WINK;
}

/* How the game stood before the last shot, as far as a set can tell; false: a set cannot. */
static bool as_before_shot(const sq_state *s, sq_event_set *then) {
    const sq_standing *before = &s->last.before, *now = &s->now;
    const sq_ruleset *rules = sq_ruleset_at(s->rules);
    if (before->squop_up_by != SQ_NO_SIDE || before->owed != SQ_NO_SIDE || before->free_shot) return false;
    *then = (sq_event_set){.named = SQ_SET_TURN | SQ_SET_POT | SQ_SET_BASELINE | SQ_SET_OVER,
                           .turn = before->turn,
                           .pot = before->potted,
                           .baseline = before->unplayed,
                           .over = before->squops,
                           .shots = before->shots,
                           .rounds_left = before->rounds_left};
    if (before->shots != rules->set.turn_shots) then->named |= SQ_SET_SHOTS;
    if (before->phase != SQ_PHASE_ROUND_LIMIT) return true;
    if (before->rounds_left == now->rounds_left && before->running_round == now->running_round)
        return before->extra_turn == now->extra_turn;
    then->named |= SQ_SET_ROUNDS_LEFT;
    bool all = before->rounds_left == rules->set.rounds; /* which a set takes for the running round */
    return rules->set.running_round && !before->extra_turn && all == before->running_round;
}

/* Whoever takes his shot back carries its wink back; nothing in the rules lets hands do that otherwise. */
static void doubt_last_shot(const sq_umpire *u, const sq_state *s, sq_play *p, const sq_tracked *was,
                            const sq_tracked *is) {
    sq_event_set then;
    bool played = u->stage == SQ_UMPIRE_IN_GAME && !s->foul.open && s->now.unplayed != s->now.in_play &&
                  (s->now.phase == SQ_PHASE_TIMED || s->now.phase == SQ_PHASE_ROUND_LIMIT);
    if (!played || p->reading[0].kind != SQ_PLAY_BY_HAND) return;
    sq_wink w = wink_taken_back(u, s, was, is, p->reading[0].moved);
    if (w == SQ_NO_WINK || !as_before_shot(s, &then)) return;
    sq_umpire_add_answer(p, SQ_PLAY_TAKEN_BACK, &then, SQ_DOUBT_TAKEN_BACK, w);
}

void sq_umpire_doubt_more(const sq_umpire *u, const sq_state *s, sq_play *p, const sq_tracked *was,
                          const sq_tracked *is, double gap_s, int unjudged) {
    p->certain &= !sq_umpire_may_hide_a_shot(s, &p->reading[0], gap_s, unjudged);
    sq_umpire_doubt_start(u, p, is);
    doubt_last_shot(u, s, p, was, is);
}

static bool begins_with_likeliest(const sq_play *p) {
    for (int i = 1; i < p->reading_count; i++)
        if (p->reading[i].probability > p->reading[0].probability) return false;
    return true;
}

void sq_umpire_put_in_order(sq_play *p) {
    for (int i = 1; i < p->reading_count; i++) {
        sq_play_reading r = p->reading[i];
        int at = i;
        for (; at > 0 && r.probability > p->reading[at - 1].probability; at--)
            p->reading[at] = p->reading[at - 1];
        p->reading[at] = r;
    }
}

bool sq_umpire_allows(const sq_state *s, const sq_play_reading *r) {
    sq_state after = *s;
    return sq_umpire_take_reading(&after, r);
}

/* The game, with its winks where they lie though the record has put them back. */
static sq_state as_on_the_mat(const sq_umpire *u, const sq_state *s) {
    sq_state out = *s;
    sq_event e = {.kind = SQ_EVENT_SET};
    sq_rulings rulings;
    if (sq_umpire_not_put_back(u, s, &e.set)) sq_engine_step(s, &e, &out, &rulings);
    return out;
}

bool sq_umpire_put_lawful_first(const sq_umpire *u, const sq_state *s, sq_play *p) {
    const sq_play_reading first = p->reading[0];
    const sq_state stands = as_on_the_mat(u, s);
    if (u->stage != SQ_UMPIRE_IN_GAME || !sq_play_is_shot(&first) || sq_umpire_allows(&stands, &first))
        return false;
    for (int i = 1; i < p->reading_count; i++) {
        const sq_play_reading r = p->reading[i];
        bool answers = sq_play_is_shot(&r) &&
                       (r.event.shot.wink == first.event.shot.wink || r.probability >= 1 - SQ_PLAY_CERTAIN);
        if (!answers || !sq_umpire_allows(&stands, &r)) continue;
        memmove(&p->reading[1], &p->reading[0], (size_t)i * sizeof r);
        p->reading[0] = r;
        return true;
    }
    return false;
}

/* ---- How long a shot takes ---- */

void sq_umpire_note_pace(sq_umpire_pace *p, double seconds) {
    if (!(seconds > 0)) return;
    p->shots++;
    p->sum += log(seconds);
    p->sum_of_squares += log(seconds) * log(seconds);
}

double sq_umpire_twice_over(const sq_umpire_pace *p, double seconds) {
    if (p->shots < SQ_PLAY_PACE_SHOTS || !(seconds > 0)) return 1;
    double mean = p->sum / p->shots, variance = p->sum_of_squares / p->shots - mean * mean;
    variance = fmax(variance, SQ_PLAY_PACE_SIGMA * SQ_PLAY_PACE_SIGMA);
    double once = log(seconds) - mean, twice = once - M_LN2;
    double ratio = exp((once * once - twice * twice) / (2 * variance));
    return fmin(fmax(ratio, 1 / SQ_PLAY_PACE_MOST), SQ_PLAY_PACE_MOST);
}

/* ---- What was played ---- */

/* What the rules refuse is unlikely, but is asked about where nothing else explains what is seen. A mat that
 * was in mid-game has no rules to ask yet. */
static void weigh_by_rules(sq_umpire *u, const sq_state *in_record, const sq_play_prior *prior,
                           const sq_play_hints *hints) {
    const sq_state stands = as_on_the_mat(u, in_record);
    sq_play *p = &u->play;
    bool has_rules = u->stage != SQ_UMPIRE_JOINED_LATE;
    double all = 0, left = 0;
    for (int i = 0; i < p->reading_count; i++) {
        all += p->reading[i].probability;
        if (has_rules && !sq_umpire_allows(&stands, &p->reading[i]))
            p->reading[i].probability *= SQ_PLAY_REFUSED;
        left += p->reading[i].probability;
    }
    for (int i = 0; i < p->reading_count && left > 0; i++)
        p->reading[i].probability *= all / left;
    bool stays = begins_with_likeliest(p);
    sq_umpire_put_in_order(p);
    if (sq_umpire_put_lawful_first(u, in_record, p)) stays = false;
    if (!stays) sq_play_doubt_first(p, prior, &u->latest, &u->next, hints);
    p->certain = sq_play_is_certain(p, &u->latest) &&
                 sq_play_picture_shows_it(&p->reading[0], &u->next, &u->film) &&
                 (!has_rules || sq_umpire_allows(&stands, &p->reading[0]));
}

void sq_umpire_explain(sq_umpire *u, const sq_state *state, const sq_position *p, double t_start,
                       double t_rest) {
    sq_play_prior prior = sq_umpire_expected(u, state);
    double twice_over = sq_umpire_twice_over(&u->pace, t_rest - t_start);
    sq_play_hints hints = {t_start, t_rest, 0, &u->earlier, twice_over, u->occlusion_lasts};
    sq_track_next(&u->next, &u->latest, p);
    sq_play_explain(&u->play, &prior, &u->latest, &u->next, &hints);
    weigh_by_rules(u, state, &prior, &hints);
    sq_umpire_doubt_more(u, state, &u->play, &u->latest, &u->next, u->gap_s, u->unjudged);
}
