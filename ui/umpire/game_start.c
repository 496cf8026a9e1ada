/* The first rest of a game: winks behind their baselines, a mat in the middle of a game, or another game. */
#include "ui/umpire/umpire_state.h"

#include <stddef.h>

#include "vision/play/wink_change.h"

enum { PLAYED_FOR_NEW_GAME = 4 /* before winks that are all back can mean another game */ };

/* Of the set, in sight, to begin with: with fewer it is no game, or somebody still lays it out. */
static int least_winks(const sq_position *p) {
    return sq_set_size(p->absent) / 2;
}

/* Of the set, behind baselines, to take a mat as the start: all but what the eye may overlook. */
static int start_winks(const sq_position *p) {
    return sq_set_size(p->absent) * 3 / 4;
}

/* Seconds in which players lay their winks out who have begun to. */
#define LAID_OUT_S 20.0

static sq_wink_set places(const sq_tracked *t, sq_place a, sq_place b) {
    sq_wink_set set = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (t->wink[w].how != SQ_TRACK_UNKNOWN && (t->wink[w].last.place == a || t->wink[w].last.place == b))
            set |= sq_wink_bit(w);
    return set;
}

static sq_wink_set waiting_winks(const sq_tracked *t) {
    return places(t, SQ_PLACE_BASELINE, SQ_PLACE_BASELINE);
}

/* Of some colour more than one. */
static bool has_two_of_a_colour(sq_wink_set set) {
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        if (sq_wink_count(set & sq_winks_of((sq_colour)c)) > 1) return true;
    return false;
}

/* At most one wink of each colour is seen out, and not one of all four: the squidge-off is to come or under
 * way. However few winks are seen, none of the others hides under so few. */
static bool none_is_played(const sq_tracked *t) {
    const sq_wink_set set = SQ_USUAL_SET & ~t->position.absent;
    sq_wink_set out = set & ~waiting_winks(t);
    int colours = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (t->wink[w].how == SQ_TRACK_UNKNOWN) out &= ~sq_wink_bit(w);
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++)
        colours += (set & sq_winks_of((sq_colour)c)) != 0;
    return !has_two_of_a_colour(out) && sq_wink_count(out) < colours;
}

static bool is_start(const sq_tracked *t) {
    return none_is_played(t) && sq_wink_count(waiting_winks(t)) >= start_winks(&t->position);
}

static sq_squops seen_squops(const sq_tracked *t, sq_wink_set among) {
    sq_squops q = {0};
    for (int i = 0; i < t->position.squop_count; i++) {
        const sq_squop *s = &t->position.squops[i];
        sq_wink over = t->position.winks[s->over].id, under = t->position.winks[s->under].id;
        if (over == SQ_NO_WINK || under == SQ_NO_WINK || s->probability < 0.5) continue;
        if (among & sq_wink_bit(over) && among & sq_wink_bit(under)) q.above[under] |= sq_wink_bit(over);
    }
    return q;
}

sq_event_set sq_umpire_as_it_lies(const sq_tracked *t, sq_colour turn) {
    sq_event_set e = {.named = SQ_SET_TURN | SQ_SET_POT | SQ_SET_BASELINE | SQ_SET_OVER, .turn = turn};
    e.pot = places(t, SQ_PLACE_POT, SQ_PLACE_RIM);
    e.baseline = waiting_winks(t);
    e.over = seen_squops(t, SQ_USUAL_SET & ~(e.pot | e.baseline));
    return e;
}

/* The winks that are seen elsewhere than behind their baselines. */
static sq_wink_set seen_out(const sq_tracked *t) {
    sq_wink_set out = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (t->wink[w].how == SQ_TRACK_SEEN && sq_play_is_out(&t->wink[w])) out |= sq_wink_bit(w);
    return out;
}

void sq_umpire_leave_time_open(sq_event_set *e, const sq_tracked *t) {
    if (e->named & SQ_SET_ELAPSED || !seen_out(t)) return;
    e->named |= SQ_SET_ELAPSED;
    e->elapsed = SQ_ELAPSED_UNKNOWN;
}

/* The game stands as somebody tells; what he does not tell is as it lies. */
static sq_code set_as_told(sq_umpire *u, const sq_event_set *told, sq_diag *d) {
    sq_event_set lies = sq_umpire_as_it_lies(&u->next, told->turn);
    sq_event e = {.kind = SQ_EVENT_SET, .set = *told};
    if (!(told->named & (SQ_SET_POT | SQ_SET_BASELINE))) {
        e.set.pot = lies.pot;
        e.set.baseline = lies.baseline;
    }
    if (!(told->named & SQ_SET_OVER)) e.set.over = lies.over;
    e.set.named |= lies.named;
    sq_umpire_leave_time_open(&e.set, &u->next);
    u->stage = SQ_UMPIRE_IN_GAME;
    return sq_umpire_carry_out(u, e, (sq_said){.t = u->next.position.t, .is = &u->next}, d);
}

/* What lies about as only a shot puts it: a wink that was laid out badly may lie a little over its baseline.
 */
static sq_wink_set shot_out(const sq_tracked *t) {
    sq_wink_set out = seen_out(t);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (sq_mat_behind_baseline(t->wink[w].last.at) > -SQ_LARGE_MM) out &= ~sq_wink_bit(w);
    return out;
}

/* All play it, and it is no tie of some. */
static bool is_first_squidge_off(const sq_umpire *u) {
    const sq_standing *now = &u->game.now;
    return u->stage == SQ_UMPIRE_IN_GAME && now->phase == SQ_PHASE_SQUIDGE_OFF &&
           now->among == sq_colours_in_play(now);
}

const sq_squidged_out *sq_umpire_squidged(const sq_umpire *u) {
    return is_first_squidge_off(u) ? &u->squidged : NULL;
}

static void remember_squidged(sq_umpire *u, sq_wink w) {
    u->squidged.winks &= ~sq_winks_of(sq_wink_colour(w));
    u->squidged.winks |= sq_wink_bit(w);
    u->squidged.lay[sq_wink_colour(w)] = u->settled.wink[w].last;
}

void sq_umpire_note_squidged(sq_umpire *u) {
    const sq_wink_set out = seen_out(&u->settled), shot = shot_out(&u->settled);
    sq_wink_set back = 0;
    if (u->stage == SQ_UMPIRE_JOINED_LATE) u->seen_out |= out;
    if (!is_first_squidge_off(u)) return;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (shot & sq_wink_bit(w))
            remember_squidged(u, w);
        else if (u->settled.wink[w].how == SQ_TRACK_SEEN && !(out & sq_wink_bit(w)))
            back |= u->squidged.winks & sq_wink_bit(w);
    int missing = sq_wink_count(u->game.now.among) - sq_wink_count(u->squidged.winks);
    if (u->start_in_doubt && back) { /* what lay about at first is laid out now */
        u->squidged.winks &= ~back;
        u->start_in_doubt = shot != 0;
    } else if (sq_wink_count(back) > 1 && missing > 1) { /* begun anew, or two or more squidged unseen? */
        u->squidged = (sq_squidged_out){0};
        u->start_in_doubt = true;
    } else if (sq_wink_count(back) > 1) {
        u->stage = SQ_UMPIRE_JOINED_LATE;
    }
}

/* ---- A start in doubt ---- */

static bool is_start_in_doubt(const sq_umpire *u) {
    return u->start_in_doubt && is_first_squidge_off(u);
}

bool sq_umpire_join_late(sq_umpire *u) {
    if (!is_start_in_doubt(u) || u->question.is_open || !has_two_of_a_colour(shot_out(&u->next)))
        return false;
    u->start_in_doubt = false;
    u->stage = SQ_UMPIRE_JOINED_LATE;
    return true;
}

bool sq_umpire_keeps_silent(const sq_umpire *u, const sq_play_reading *r) {
    return r->kind == SQ_PLAY_SQUIDGED && is_start_in_doubt(u);
}

/* Before the winks are carried back, or not, one is as likely as the other. */
void sq_umpire_doubt_start(const sq_umpire *u, sq_play *p, const sq_tracked *is) {
    const sq_play_reading *first = &p->reading[0];
    if (!is_start_in_doubt(u) || first->kind != SQ_PLAY_SQUIDGED || !first->has_event) return;
    sq_colour last = sq_wink_colour(sq_wink_first(first->moved));
    sq_event_set lies = sq_umpire_as_it_lies(is, sq_next_in_play(&u->game.now, last));
    sq_umpire_leave_time_open(&lies, is);
    sq_umpire_add_answer(p, SQ_PLAY_UNDER_WAY, &lies, SQ_DOUBT_START, SQ_NO_WINK);
}

/* ---- Beginning ---- */

static sq_code begin(sq_umpire *u, sq_diag *d) {
    u->gap_s = u->question.gap_s = u->unjudged = u->question.unjudged = 0;
    u->question.is_open = u->covered.is_kept = false;
    u->n = u->question.number = 0;
    u->held_question = -1;
    u->pace = (sq_umpire_pace){0};
    u->doubtful = (sq_squops){0};
    u->has_lost_turn = u->has_said_wait = u->has_urged = false;
    u->squidged = (sq_squidged_out){0};
    u->seen_out = 0;
    sq_umpire_drop_accounts(u);
    u->game = sq_state_none();
    u->stage = is_start(&u->next) ? SQ_UMPIRE_IN_GAME : SQ_UMPIRE_JOINED_LATE;
    u->settled = u->latest = u->earlier = u->next;
    u->start_in_doubt = shot_out(&u->next) != 0;
    if (u->stage == SQ_UMPIRE_IN_GAME) sq_film_learn_start(&u->film, &u->next);
    sq_event e = {.kind = SQ_EVENT_GAME, .game = u->settings.game};
    sq_code code = sq_umpire_carry_out(u, e, (sq_said){.t = u->next.position.t, .is = &u->next}, d);
    const sq_start_position *from = u->settings.from;
    u->settings.from = NULL;
    sq_umpire_note_squidged(u);
    return !code && from && from->has_set ? set_as_told(u, &from->set, d) : code;
}

/* Of these, the winks that are seen behind a baseline: one that is out of sight may lie anywhere by now. */
static int seen_waiting(const sq_tracked *t, sq_wink_set among) {
    int seen = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        seen += among & waiting_winks(t) & sq_wink_bit(w) && t->wink[w].how == SQ_TRACK_SEEN;
    return seen;
}

/* Winks that were played. Of a game joined late: those that lay about, if they were more than a squidge-off,
 * whose winks are carried back as well. */
static sq_wink_set known_played(const sq_umpire *u) {
    if (u->stage == SQ_UMPIRE_IN_GAME) return u->game.now.in_play & ~u->game.now.unplayed;
    return has_two_of_a_colour(u->seen_out) ? u->seen_out : 0;
}

bool sq_umpire_is_another_game(const sq_umpire *u) {
    sq_wink_set back = known_played(u);
    int count = sq_wink_count(back);
    return count >= PLAYED_FOR_NEW_GAME && is_start(&u->next) && 2 * seen_waiting(&u->next, back) >= count;
}

/* A hand lies over the mat, or what is as large: smaller things may stay there for the whole game. */
const sq_region *sq_umpire_covers(const sq_position *p) {
    const sq_region *largest = NULL;
    for (int i = 0; i < p->region_count; i++)
        if (!largest || p->regions[i].radius_mm > largest->radius_mm) largest = &p->regions[i];
    bool covers = largest && M_PI * largest->radius_mm * largest->radius_mm > SQ_CLUSTER_MOST_MM2;
    return covers ? largest : NULL;
}

/* Somebody still lays it out, or it is no game. What lies over the mat hides nothing where all is
 * in sight. */
static bool is_laid_out(const sq_position *p) {
    return p->wink_count >= (sq_umpire_covers(p) ? sq_set_size(p->absent) : least_winks(p));
}

/* Of one colour half is out of sight or more, which no game that begins has: they lie there too, and the eye
 * does not see them in this light. */
static bool lacks_a_colour(const sq_tracked *t) {
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        sq_wink_set its = sq_winks_of((sq_colour)c) & ~t->position.absent;
        int seen = 0;
        for (sq_wink_set rest = its; rest; rest &= rest - 1)
            seen += t->wink[sq_wink_first(rest)].how != SQ_TRACK_UNKNOWN;
        if (its && 2 * seen <= sq_wink_count(its)) return true;
    }
    return false;
}

/* The start was waited for, or this is it, as far as it is seen. In mid-game piles hide what is not seen. */
static bool must_be_whole(const sq_umpire *u) {
    return u->has_said_wait || sq_wink_count(waiting_winks(&u->next)) >= start_winks(&u->next.position);
}

/* Whoever lays winks out sees that they are missed. Where they lie there already and are not seen, nobody
 * knows what is waited for: said once more, with all that is missing. */
static sq_code wait_for_winks(sq_umpire *u, const sq_position *p, sq_diag *d) {
    if (!u->has_said_wait) u->waits_from_t = p->t;
    if (u->has_said_wait && (u->has_urged || p->t - u->waits_from_t < LAID_OUT_S)) {
        sq_track_start(&u->next, p);
        return SQ_OK;
    }
    u->has_urged = u->has_said_wait;
    u->has_said_wait = true;
    sq_track_start(&u->next, p);
    return sq_umpire_say(u, (sq_said){.kind = SQ_SAID_WAIT, .t = p->t, .is = &u->next, .again = u->has_urged},
                         d);
}

/* No game is under way, and the eye misses too many to begin one: what it names wrongly now it names wrongly
 * for the whole game. */
static bool is_badly_seen_start(const sq_umpire *u) {
    return none_is_played(&u->next) && !is_start(&u->next);
}

sq_code sq_umpire_first_rest(sq_umpire *u, const sq_position *p, bool last, bool *again, sq_diag *d) {
    *again = !last && p->wink_count < sq_set_size(p->absent);
    if (*again) return SQ_OK;
    if (!is_laid_out(p)) return wait_for_winks(u, p, d);
    if (u->settings.from) {
        sq_track_named(&u->latest, &u->settings.from->position);
        sq_track_next(&u->next, &u->latest, p);
    } else {
        sq_track_start(&u->next, p);
        bool lacks = must_be_whole(u) && lacks_a_colour(&u->next);
        if (lacks || is_badly_seen_start(u)) return wait_for_winks(u, p, d);
    }
    return begin(u, d);
}

sq_code sq_umpire_begin_again(sq_umpire *u, const sq_position *p, sq_diag *d) {
    sq_code code = u->question.is_open ? sq_umpire_give_up_question(u, d) : SQ_OK;
    if (!code) code = sq_umpire_say(u, (sq_said){.kind = SQ_SAID_NEW_GAME, .t = p->t, .is = &u->next}, d);
    return code ? code : begin(u, d);
}
