/* A person's word between two rests: what the umpire believes then agrees with the record. */
#include "ui/umpire/umpire_state.h"

#include <string.h>

/* ---- The open question ---- */

bool sq_umpire_question(const sq_umpire *u, sq_umpire_asks *out) {
    *out = (sq_umpire_asks){u->question.list, u->question.listed, u->question.t_start, u->question.t_rest,
                            u->question.number};
    return u->question.is_open;
}

/* The answer of that place in the list; the question has been weighed since, and may know it by another. */
static void put_first(sq_umpire *u, int listed) {
    sq_play *q = &u->question.play;
    int i = 0;
    while (i < q->reading_count - 1 && sq_umpire_place_in_list(u, &q->reading[i]) != listed)
        i++;
    sq_play_reading right = q->reading[i];
    if (sq_umpire_place_in_list(u, &right) != listed) {
        right = u->question.list[listed];
        right.naming = q->reading[0].naming;
    }
    right.probability = 1;
    memmove(&q->reading[1], &q->reading[0], (size_t)i * sizeof right);
    q->reading[0] = right;
}

static sq_code answer(sq_umpire *u, int reading, sq_diag *d) {
    if (!u->question.is_open || reading < 1 || reading > u->question.listed) return SQ_OK;
    put_first(u, reading - 1);
    sq_umpire_suppose(u, &u->question.play.reading[0]);
    sq_play open = u->question.play;
    sq_tracked is = u->latest;
    return sq_umpire_settle(u, &open, &is, SQ_SETTLE_DO, d);
}

/* Whether it says how the winks came to lie as they do. */
static bool tells_what_was_played(const sq_event *e) {
    return e->kind == SQ_EVENT_SHOT || e->kind == SQ_EVENT_SQUIDGE_OFF ||
           (e->kind == SQ_EVENT_SET && e->set.named & (SQ_SET_POT | SQ_SET_BASELINE | SQ_SET_OVER));
}

/* The mat is taken as it lies, with the names of the reading that has this shot. */
static void close_question(sq_umpire *u, const sq_event *e) {
    for (int i = 0; i < u->question.play.reading_count && e->kind == SQ_EVENT_SHOT; i++) {
        const sq_play_reading *r = &u->question.play.reading[i];
        if (!sq_play_is_shot(r) || r->event.shot.wink != e->shot.wink) continue;
        sq_umpire_suppose(u, r);
        break;
    }
    if (e->kind == SQ_EVENT_SHOT) u->earlier = u->settled;
    u->settled = u->latest;
    u->question.is_open = u->has_said_wait = false;
    u->question.gap_s = u->question.unjudged = 0;
    u->question.vanished = u->question.traced = 0;
}

/* ---- Names and places ---- */

typedef enum { ANYWHERE, BASELINE, POT, MAT } whereabouts;

static whereabouts by_record(const sq_standing *s, sq_wink w) {
    return s->unplayed & sq_wink_bit(w) ? BASELINE : s->potted & sq_wink_bit(w) ? POT : MAT;
}

static whereabouts as_seen(const sq_tracked_wink *t) {
    if (t->how != SQ_TRACK_SEEN) return ANYWHERE;
    return sq_tracked_potted(t) ? POT : t->last.place == SQ_PLACE_BASELINE ? BASELINE : MAT;
}

/* How much of what the record says of wink w does not fit the wink that the mat shows as x. A place counts
 * for more than all squops. */
static int misfit(const sq_umpire *u, sq_wink w, sq_wink x) {
    const sq_tracked_wink *t = &u->settled.wink[x];
    whereabouts seen = as_seen(t), told = by_record(&u->game.now, w);
    if (seen == ANYWHERE) return 0;
    return SQ_USUAL_WINKS * (seen != told) + sq_wink_count(sq_squops_under(&u->game.now.squops, w) ^ t->on);
}

static void exchange_names(sq_umpire *u) {
    for (sq_wink a = 0; a < SQ_USUAL_WINKS; a++)
        for (sq_wink b = (sq_wink)(a + 1); b < SQ_USUAL_WINKS; b++) {
            if (sq_wink_colour(a) != sq_wink_colour(b) || sq_wink_size(a) != sq_wink_size(b)) continue;
            if (misfit(u, a, b) + misfit(u, b, a) >= misfit(u, a, a) + misfit(u, b, b)) continue;
            sq_track_exchange(&u->settled, a, b);
            sq_track_exchange(&u->earlier, a, b);
            sq_track_exchange(&u->latest, a, b);
        }
}

/* Winks out of sight lie where the record has them. */
static void place_the_unseen(sq_umpire *u) {
    sq_wink_set potted = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        sq_tracked_wink *t = &u->settled.wink[w];
        if (t->how == SQ_TRACK_SEEN || t->how == SQ_TRACK_UNKNOWN) continue;
        whereabouts told = by_record(&u->game.now, w);
        if (told == POT) potted |= sq_wink_bit(w);
        if (told != MAT || !sq_tracked_potted(t)) continue;
        t->last.place = SQ_PLACE_MAT;
        t->how = SQ_TRACK_MISSING;
        t->astray = true;
        t->struck = false;
    }
    if (!potted) return;
    sq_play_reading into_pot = {.has_event = true, .gone = potted, .event = {.kind = SQ_EVENT_SHOT}};
    into_pot.event.shot.wink = sq_wink_first(potted);
    into_pot.event.shot.potted = potted;
    sq_play_suppose(&u->settled, &into_pot, &u->film);
}

/* What is settled agrees with the record, which may have been corrected: how winks lie over each other
 * too. */
static void agree(sq_umpire *u) {
    u->settled.pair_count = u->latest.pair_count = 0;
    exchange_names(u);
    place_the_unseen(u);
}

sq_code sq_umpire_word(sq_umpire *u, const sq_event *e, const sq_state *state, sq_diag *d) {
    sq_umpire_overrule(u, state);
    if (u->stage == SQ_UMPIRE_BEFORE_GAME) return SQ_OK;
    if (u->stage == SQ_UMPIRE_JOINED_LATE) { /* who sets the winks has said how the game stands */
        bool is_told = e->kind == SQ_EVENT_SQUIDGE_OFF,
             none_played =
                 u->game.now.phase == SQ_PHASE_SQUIDGE_OFF || u->game.now.unplayed == u->game.now.in_play;
        if (none_played && !is_told) return SQ_OK;
        u->stage = SQ_UMPIRE_IN_GAME;
    }
    if (e->kind == SQ_EVENT_ANSWER) return answer(u, e->answer.reading, d);
    if (u->question.is_open && tells_what_was_played(e)) close_question(u, e);
    agree(u);
    if (u->question.is_open) {
        u->question.is_changed = true;
        return sq_umpire_look_again(u, &u->last_look, d);
    }
    u->latest = u->settled;
    return SQ_OK;
}
