/* Other accounts of the game: where a question was held, each of its other answers may be what happened. Each
 * goes on as a game of its own, which nobody hears, until what is seen later speaks against it. What is told
 * is as sure as the accounts in which it holds are likely together (multiple hypothesis tracking, Reid 1979).
 */
#include "ui/umpire/umpire_state.h"
#include "vision/play/identity_doubt.h"
#include "vision/play/play_priors.h"

#include <math.h>
#include <string.h>

/* ---- Which accounts there are ---- */

static double of_the_others(const sq_umpire *u) {
    double sum = 0;
    for (int i = 0; i < u->account_count; i++)
        sum += u->account[i].probability;
    return sum;
}

/* What is no longer followed stays possible. */
static void drop(sq_umpire *u, int i) {
    sq_umpire_account dropped = u->account[i];
    for (int k = 0; k < u->held_count; k++)
        if (u->held[k].line == dropped.line) u->held[k].untold += dropped.probability;
    u->account_count--;
    for (; i < u->account_count; i++)
        u->account[i] = u->account[i + 1];
    u->account[i] = dropped; /* its room is free */
}

void sq_umpire_drop_accounts(sq_umpire *u) {
    u->account_count = u->held_count = u->certain_count = 0;
}

static int least_likely(const sq_umpire *u) {
    int least = 0;
    for (int i = 1; i < u->account_count; i++)
        if (u->account[i].probability < u->account[least].probability) least = i;
    return least;
}

/* Room for one more of that probability; null where all rooms hold likelier ones. */
static sq_umpire_account *room_for(sq_umpire *u, double probability) {
    if (u->account_count == SQ_UMPIRE_ACCOUNTS) {
        int least = least_likely(u);
        if (u->account[least].probability >= probability) return NULL;
        drop(u, least);
    }
    return &u->account[u->account_count++];
}

static sq_code nobody_hears(void *who, const sq_said *said, sq_diag *d) {
    (void)who, (void)said, (void)d;
    return SQ_OK;
}

/* The game as it is if the i-th reading of the open question is right. */
static void go_by(sq_umpire_account *a, const sq_umpire *u, const sq_play *open, int i) {
    sq_umpire *other = a->umpire;
    sq_play told = *open;
    sq_diag unheard;
    told.reading[0] = open->reading[i];
    told.reading[i] = open->reading[0];
    *other = *u;
    other->is_account = true;
    other->account_count = 0;
    other->settings.hear = nobody_hears;
    other->automation = (sq_automation){0};
    sq_umpire_suppose(other, &told.reading[0]);
    sq_tracked is = other->latest;
    sq_umpire_settle(other, &told, &is, SQ_SETTLE_HOLD, &unheard);
}

double sq_umpire_keep_accounts(sq_umpire *u, const sq_play *open) {
    if (u->is_account || u->stage != SQ_UMPIRE_IN_GAME) return 1;
    double all = 0, own = 1 - of_the_others(u), untold = 0;
    for (int i = 0; i < open->reading_count; i++)
        all += open->reading[i].probability;
    for (int i = 1; i < open->reading_count; i++) {
        double probability = own * open->reading[i].probability / all;
        sq_umpire_account *a = probability < SQ_PLAY_MISREAD ? NULL : room_for(u, probability);
        if (!a) untold += probability;
        if (!a) continue;
        a->probability = probability;
        a->line = u->n + open->reading[0].has_event;
        a->has_looked = false;
        a->in_pile = open->reading[i].unseen_pile ? open->reading[i].event.shot.wink : SQ_NO_WINK;
        go_by(a, u, open, i);
    }
    return untold + fmax(1 - all, 0);
}

void sq_umpire_note_held(sq_umpire *u, int line, sq_wink_set gone, double untold) {
    if (u->is_account || u->held_count == SQ_LATE_CERTAINTIES) return;
    u->held[u->held_count++] = (sq_umpire_held){line, u->held_question, untold, gone};
}

/* The probability that a held line is right, by the record and by the accounts that have another answer to it
 * or to an earlier one. Those that part from the record later may have found what neither of these had to
 * offer. */
static double right_as_held(const sq_umpire *u, const sq_umpire_held *h) {
    double own = 1 - of_the_others(u), others = 0;
    for (int i = 0; i < u->account_count; i++)
        if (u->account[i].line <= h->line) others += u->account[i].probability;
    return (1 - h->untold) * own / (own + others);
}

/* All of them are in sight at the present rest. */
static bool are_seen(const sq_tracked *t, sq_wink_set winks) {
    for (; winks; winks &= winks - 1)
        if (t->wink[sq_wink_first(winks)].how != SQ_TRACK_SEEN) return false;
    return true;
}

/* Those of which nothing else is likely any more. */
static void find_certain(sq_umpire *u) {
    int kept = 0;
    for (int i = 0; i < u->held_count; i++) {
        const sq_umpire_held h = u->held[i];
        double right = are_seen(&u->next, h.gone) ? right_as_held(u, &h) : 0;
        bool certain = right >= SQ_PLAY_CERTAIN && u->certain_count < SQ_LATE_CERTAINTIES;
        if (certain)
            u->certain[u->certain_count++] = (sq_late_certainty){h.line, h.question, right};
        else
            u->held[kept++] = h;
    }
    u->held_count = kept;
}

/* ---- What they make of a rest ---- */

static void look(sq_umpire_account *a, const sq_umpire *u, const sq_position *p, double t_start,
                 double t_rest) {
    sq_umpire *by = a->umpire;
    bool was_open = by->question.is_open;
    by->has_given_up = false;
    by->gap_s = u->gap_s;
    by->unjudged = u->unjudged;
    sq_umpire_judge_by_sight(by, u->occlusion_lasts, p, t_start, t_rest);
    a->now = (sq_umpire_claim){by->play, sq_umpire_supposed(by)};
    if (by->has_given_up)
        a->asked = by->given_up;
    else if (was_open)
        a->asked = (sq_umpire_claim){by->question.play, a->now.after};
}

double sq_umpire_borne_out(double log_evidence, double most) {
    return SQ_PLAY_MISREAD + (1 - SQ_PLAY_MISREAD) * exp(log_evidence - most);
}

static void weigh(sq_umpire *u, const double log_evidence[SQ_UMPIRE_ACCOUNTS], double own_log_evidence) {
    double most = own_log_evidence, sum = (1 - of_the_others(u));
    for (int i = 0; i < u->account_count; i++)
        most = fmax(most, log_evidence[i]);
    sum *= sq_umpire_borne_out(own_log_evidence, most);
    for (int i = 0; i < u->account_count; i++)
        sum += u->account[i].probability *= sq_umpire_borne_out(log_evidence[i], most);
    for (int i = u->account_count - 1; i >= 0; i--) {
        u->account[i].probability /= sum;
        if (u->account[i].probability < SQ_PLAY_MISREAD) drop(u, i);
    }
}

/* Something that has not moved now lies upon w, under it or against it, or may do. */
static bool is_among_others(const sq_tracked *t, sq_wink w, sq_wink_set moved) {
    const sq_position *p = &t->position;
    const sq_seen_wink *is = &t->wink[w].last;
    for (int i = 0; i < p->squop_count; i++) {
        sq_wink over = p->winks[p->squops[i].over].id, under = p->winks[p->squops[i].under].id,
                other = over == w ? under : over;
        if ((over == w || under == w) && (other == SQ_NO_WINK || !(moved & sq_wink_bit(other)))) return true;
    }
    for (int i = 0; i < p->region_count; i++)
        if (sq_mm_within(is->at, p->regions[i].at, p->regions[i].radius_mm + sq_seen_radius_mm(is)))
            return true;
    return false;
}

/* How well the wink of the unseen pile bears an account out, when it comes in sight: one that lies by itself
 * is in none that the eye could see. */
static double pile_shows(sq_umpire_account *a) {
    const sq_tracked *t = &a->umpire->next;
    sq_wink w = a->in_pile;
    if (w == SQ_NO_WINK || t->wink[w].how != SQ_TRACK_SEEN || t->wink[w].traced) return 1;
    a->in_pile = SQ_NO_WINK;
    return is_among_others(t, w, a->umpire->play.reading[0].moved) ? 1 : SQ_PLAY_PILE_MISSED;
}

void sq_umpire_accounts_look(sq_umpire *u, const sq_position *p, double t_start, double t_rest,
                             double log_evidence) {
    double others[SQ_UMPIRE_ACCOUNTS];
    for (int i = 0; i < u->account_count; i++) {
        sq_umpire_account *a = &u->account[i];
        look(a, u, p, t_start, t_rest);
        others[i] = a->now.play.log_evidence;
        if (!isfinite(others[i]) || !a->has_looked) others[i] = log_evidence; /* weighed, or it waits */
        others[i] += log(pile_shows(a));
        a->has_looked = true;
    }
    if (isfinite(log_evidence)) weigh(u, others, log_evidence);
    find_certain(u);
}

void sq_umpire_new_accounts_look(sq_umpire *u, const sq_position *p, double t_start, double t_rest) {
    for (int i = 0; i < u->account_count; i++) {
        if (u->account[i].has_looked) continue;
        look(&u->account[i], u, p, t_start, t_rest);
        u->account[i].has_looked = true;
    }
}

void sq_umpire_accounts_asked(sq_umpire *u) {
    for (int i = 0; i < u->account_count; i++)
        u->account[i].asked = u->account[i].now;
}

/* ---- In how many of them a thing is true ---- */

/* Who lies over whom, of pairs of which one has moved. */
static bool same_piles(const sq_play_reading *a, const sq_play_reading *b) {
    sq_wink_set moved = a->moved | b->moved;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        sq_wink_set differ = a->event.shot.over.above[w] ^ b->event.shot.over.above[w];
        if (differ & (moved & sq_wink_bit(w) ? SQ_USUAL_SET : moved)) return false;
    }
    return true;
}

static bool says_the_same(const sq_play_reading *a, const sq_play_reading *b) {
    return sq_umpire_plays_alike(a, b) && (!sq_play_is_shot(a) || same_piles(a, b));
}

/* What the rules make of it for those who play on. */
static bool goes_on_alike(const sq_state *a, const sq_state *b) {
    return a->now.turn == b->now.turn && a->now.phase == b->now.phase && a->foul.open == b->foul.open;
}

static double probability_in(const sq_umpire_claim *c, const sq_play_reading *r, const sq_state *after) {
    double sum = 0;
    if (r->has_event && !goes_on_alike(&c->after, after)) return 0;
    for (int i = 0; i < c->play.reading_count; i++)
        if (says_the_same(&c->play.reading[i], r)) sum += c->play.reading[i].probability;
    return sum;
}

/* In all accounts together, the record's among them. */
static double in_all(const sq_umpire *u, const sq_play_reading *r) {
    double sum = (1 - of_the_others(u)) * r->probability;
    sq_state after = u->game;
    sq_umpire_take_reading(&after, r);
    for (int i = 0; i < u->account_count; i++) {
        const sq_umpire_account *a = &u->account[i];
        double now = a->has_looked ? probability_in(&a->now, r, &after) : r->probability,
               asked = u->question.is_open && a->has_looked ? probability_in(&a->asked, r, &after) : 0;
        sum += a->probability * fmax(now, asked);
    }
    return fmin(sum, r->probability);
}

/* The line that was held and on which most depends. */
static int likeliest_line(const sq_umpire *u) {
    int line = 0;
    double most = 0;
    for (int i = 0; i < u->account_count; i++)
        if (u->account[i].probability > most) most = u->account[i].probability, line = u->account[i].line;
    return line;
}

sq_play sq_umpire_in_all_accounts(const sq_umpire *u, const sq_play *play) {
    sq_play told = *play;
    if (!u->account_count) return told;
    for (int i = 0; i < told.reading_count; i++)
        told.reading[i].probability = in_all(u, &told.reading[i]);
    bool stands = sq_play_is_certain(&told, &u->settled);
    if (!stands && sq_play_is_certain(play, &u->settled) && told.doubt_count < SQ_DOUBTS_CAP) {
        sq_doubt *d = &told.doubt[told.doubt_count++];
        *d = sq_play_doubt_of(SQ_DOUBT_EARLIER, told.reading[0].probability, SQ_NO_WINK, SQ_NO_WINK);
        d->line = likeliest_line(u);
    }
    told.certain &= stands;
    return told;
}
