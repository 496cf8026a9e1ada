/* Rules 8 to 14: a shot and its outcome. */
#include <stddef.h>

#include "rules/topic/engine_step.h"

static sq_wink_set over_each_other(const sq_squops *q) {
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        for (sq_wink_set rest = q->above[w]; rest; rest &= rest - 1) {
            sq_wink u = sq_wink_first(rest);
            if (u < SQ_WINKS && q->above[u] & sq_wink_bit(w)) return sq_wink_bit(w) | sq_wink_bit(u);
        }
    return 0;
}

bool sq_squops_fit(sq_step *st, const sq_squops *q, sq_wink_set may) {
    sq_wink_set named = 0;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (q->above[w]) named |= q->above[w] | sq_wink_bit(w);
    if (named & ~may) return SQ_REFUSE(st, OVER_NOT_ON_MAT, .winks = named & ~may & SQ_ALL_WINKS);
    sq_wink_set twisted = over_each_other(q);
    return !twisted || SQ_REFUSE(st, OVER_EACH_OTHER, .winks = twisted);
}

void sq_squops_keep(sq_squops *q, sq_wink_set winks) {
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        q->above[w] = winks & sq_wink_bit(w) ? q->above[w] & winks : 0;
}

static bool check_wink(sq_step *st, const sq_event_shot *e) {
    const sq_standing *p = &st->s->now;
    sq_wink_set played = sq_wink_bit(e->wink), moved = e->potted | e->off;
    sq_wink_set strange = (played | moved) & ~p->in_play;
    if (strange) return SQ_REFUSE(st, NOT_IN_PLAY, .winks = strange);
    if (sq_wink_colour(e->wink) != e->colour)
        return SQ_REFUSE(st, NOT_ITS_WINK, .winks = played, .colour = (uint8_t)e->colour);
    if (st->rules->set.once && !((p->unplayed | p->potted) & played))
        return SQ_REFUSE(st, PLAYED_BEFORE, .winks = played);
    if (e->potted && !st->rules->set.pot) return SQ_REFUSE(st, NO_POT, .winks = e->potted);
    if (p->potted & played) return SQ_REFUSE(st, POTTED_PLAYED, .winks = played);
    if (e->potted & e->off) return SQ_REFUSE(st, POTTED_AND_OFF, .winks = e->potted & e->off);
    if (moved & p->potted) return SQ_REFUSE(st, POTTED_BEFORE, .winks = moved & p->potted);
    sq_wink_set stays = moved & p->unplayed & ~played;
    return !stays || SQ_REFUSE(st, UNPLAYED_MOVED, .winks = stays);
}

static bool check(sq_step *st, const sq_event_shot *e) {
    const sq_standing *p = &st->s->now;
    if (p->phase == SQ_PHASE_ENDED) return SQ_REFUSE(st, GAME_ENDED);
    if (p->phase == SQ_PHASE_SQUIDGE_OFF) return SQ_REFUSE(st, BEFORE_SQUIDGE_OFF);
    if (p->aside) return SQ_REFUSE(st, ASIDE_FIRST);
    if (!check_wink(st, e)) return false;
    sq_wink_set elsewhere = p->potted | e->potted | (p->unplayed & ~sq_wink_bit(e->wink));
    if (e->over_known && !sq_squops_fit(st, &e->over, p->in_play & ~(elsewhere | e->off))) return false;
    for (unsigned m = 0; m < SQ_MARKS; m++)
        if (e->marks >> m & 1 && !sq_ruleset_mark(st->rules, (sq_mark)m)) return SQ_REFUSE(st, UNKNOWN_MARK);
    const sq_variant *game = sq_variant_of(st->rules);
    sq_refusal_kind lack = game && game->lacks ? game->lacks(p, e) : SQ_REFUSAL_KINDS;
    if (lack != SQ_REFUSAL_KINDS) return sq_refuse(st, (sq_ruling){.what = (uint8_t)lack});
    if (e->rest < e->t) return SQ_REFUSE(st, REST_BEFORE_SHOT);
    return sq_clock_reach(st, e->t);
}

/* Who lies over whom after the shot on p; after a pot-out nobody, where squops cease then (20.1). */
static sq_squops squops_after(const sq_step *st, const sq_standing *p, const sq_event_shot *e) {
    sq_squops q = e->over_known ? e->over : p->squops;
    bool none = p->phase == SQ_PHASE_POT_OUT && st->rules->set.squops_cease;
    sq_squops_keep(&q, none ? 0 : SQ_ALL_WINKS & ~(e->potted | e->off));
    return q;
}

static bool are_enemies(const sq_step *st, sq_wink a, sq_wink b) {
    if (st->rules->set.sides == SQ_SIDES_ALONE) return sq_wink_colour(a) != sq_wink_colour(b);
    return sq_partnership_of(sq_wink_colour(a)) != sq_partnership_of(sq_wink_colour(b));
}

/* What squops lead to by a club's book: the winks below go home, or the upper ones are moved aside. */
static void settle_squops(const sq_step *st, sq_standing *p) {
    const int does = st->rules->set.squop;
    if (does == SQ_SQUOP_SENDS_HOME) p->unplayed |= sq_squopped_winks(p);
    if (does == SQ_SQUOP_SENDS_HOME || does == SQ_SQUOP_ASIDE) p->squops = (sq_squops){0};
    if (does != SQ_SQUOP_ASIDE_ENEMY) return;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        for (sq_wink u = 0; u < SQ_WINKS; u++)
            if (are_enemies(st, u, w)) p->squops.above[w] &= ~sq_wink_bit(u);
}

static void place(const sq_step *st, sq_standing *p, const sq_event_shot *e) {
    p->squops = squops_after(st, p, e);
    p->potted |= e->potted;
    p->unplayed &= ~sq_wink_bit(e->wink);
    if (st->rules->set.off_place == SQ_OFF_TO_START) p->unplayed |= e->off;
    if (st->rules->set.pot_emptied && p->potted == p->in_play) {
        p->unplayed = p->in_play;
        p->potted = 0;
    }
    settle_squops(st, p);
    const sq_variant *game = sq_variant_of(st->rules);
    if (game && game->settle) game->settle(st, p, e);
}

/* Who plays a shot and whose winks count as its own (12, 14; 22.6.2 and 22.6.3 for a free shot). */
typedef struct {
    sq_partnership side;
    sq_colour_set own;
    sq_colour forfeiting; /* pays for a wink of its own that goes off */
} shooter;

/* The winks that earn extra shots, and how many (12). */
static sq_wink_set earning(const sq_step *st, const sq_event_shot *e, const shooter *who, int *shots) {
    const sq_settings *set = &st->rules->set;
    const bool alone = set->sides == SQ_SIDES_ALONE;
    const sq_wink_set own = sq_winks_of_colours(who->own),
                      side = alone ? 0 : sq_winks_of_colours(sq_colours_of(who->side)) & ~own;
    const struct {
        sq_wink_set winks;
        int each;
    } kinds[] = {{own, set->extra_own}, {side, set->extra_partner}, {~(own | side), set->extra_enemy}};
    sq_wink_set earn = 0;
    *shots = 0;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        int each = kinds[i].each ? kinds[i].each + (e->is_outside ? set->extra_outside : 0) : 0;
        *shots += each * sq_wink_count(e->potted & kinds[i].winks);
        if (kinds[i].each) earn |= e->potted & kinds[i].winks;
    }
    return earn;
}

/* Winks that the shot has newly squopped, but for the one played. */
static sq_wink_set newly_squopped(const sq_step *st, const sq_event_shot *e) {
    const sq_standing *before = &st->s->last.before;
    sq_standing after = *before;
    after.squops = squops_after(st, before, e);
    return sq_squopped_winks(&after) & ~sq_squopped_winks(before) & ~sq_wink_bit(e->wink);
}

/* Whether the wink played has slid under one of its own colour. */
static bool is_under_own(const sq_event_shot *e) {
    return e->over_known && e->over.above[e->wink] & sq_winks_of(e->colour);
}

static int earned(const sq_step *st, const sq_event_shot *e, const shooter *who) {
    const sq_settings *set = &st->rules->set;
    int shots;
    earning(st, e, who, &shots);
    if (set->extra_squop) shots += set->extra_squop * sq_wink_count(newly_squopped(st, e));
    return shots + (is_under_own(e) ? set->extra_under : 0);
}

/* The outcome of a shot on p, however the turn goes on. */
static void apply(sq_step *st, sq_standing *p, const sq_event_shot *e, const shooter *who) {
    place(st, p, e);
    if (st->rules->set.off_price != SQ_OFF_NOTHING && e->off & sq_winks_of_colours(who->own))
        st->s->last.forfeits |= sq_colour_bit(who->forfeiting);
    p->forfeits |= st->s->last.forfeits;
    p->put_back = 0;
    sq_pot_out_check(st, p);
    if (p->phase == SQ_PHASE_ENDED) return;
    if (sq_squop_up_ends_game(st, p)) {
        sq_score_tiddlies(st, p);
        return;
    }
    sq_squop_up_after_shot(st, p, who->side);
}

/* What a pot-out leads to: the sentence about sides, or the one about a number of colours where that ends the
 * game. */
static void say_by_end(sq_step *st, sq_ruling_kind of_sides, sq_ruling_kind of_colours, int n) {
    bool colours = st->rules->set.pot_outs != SQ_ENDS_WITH_SIDE;
    sq_say(st, (sq_ruling){.what = (uint8_t)(colours ? of_colours : of_sides), .n = n});
}

static void say_ended(sq_step *st, const sq_standing *from, const sq_standing *to) {
    if (to->pot_outs) {
        say_by_end(st, SQ_RULED_ENDED_BY_POT_OUTS, SQ_RULED_ENDED_BY_COLOURS, (int)sq_pot_out_colours(to));
        sq_score_say_pot_outs(st, to);
    } else {
        SQ_SAY(st, ALL_SQUOPPED);
        SQ_SAY(st, ENDED_BY_SQUOPS);
        sq_score_say_tiddlies(st, true);
    }
    if (from->owed != SQ_NO_SIDE) SQ_SAY(st, NO_OPPORTUNITY, .side = (uint8_t)from->owed);
}

static void say_pot_out(sq_step *st, const sq_standing *from, const sq_standing *to) {
    for (int i = from->pot_outs; i < to->pot_outs; i++)
        for (unsigned c = 0; c < SQ_COLOURS; c++)
            if (to->pot_out[i] & sq_colour_bit((sq_colour)c)) SQ_SAY(st, POTTED_OUT, .colour = (uint8_t)c);
    if (from->pot_outs == to->pot_outs || to->phase == SQ_PHASE_ENDED) return;
    int enough = sq_pot_out_enough(st->rules, to);
    if (from->pot_outs) {
        say_by_end(st, SQ_RULED_POT_OUT_GOES_ON, SQ_RULED_POT_OUT_COLOURS_GO_ON, enough);
        return;
    }
    say_by_end(st, SQ_RULED_POT_OUT, SQ_RULED_POT_OUT_COLOURS, enough);
    if (st->rules->set.squops_cease) SQ_SAY(st, POT_OUT_APART, .n = st->rules->set.pot_out_gap);
    if (from->owed != SQ_NO_SIDE) SQ_SAY(st, NO_OPPORTUNITY, .side = (uint8_t)from->owed);
}

void sq_shot_say_outcome(sq_step *st, const sq_standing *from, const sq_standing *to) {
    say_pot_out(st, from, to);
    if (from->squop_up_by != SQ_NO_SIDE && to->squop_up_by == SQ_NO_SIDE) {
        SQ_SAY(st, FREEING_SHOT);
        SQ_SAY(st, SQUOP_UP_OVER, .side = (uint8_t)sq_opponents(from->squop_up_by));
    }
    if (to->phase == SQ_PHASE_ENDED) say_ended(st, from, to);
}

static void say_off(sq_step *st, const sq_event_shot *e, const shooter *who, bool free_shot) {
    if (!e->off) return;
    sq_wink_set own = e->off & sq_winks_of_colours(who->own);
    uint8_t c = (uint8_t)who->forfeiting;
    if (st->rules->set.off_place == SQ_OFF_TO_MAT) SQ_SAY(st, OFF_REPLACED, .winks = e->off);
    if (!own || st->rules->set.off_price == SQ_OFF_NOTHING)
        SQ_SAY(st, OFF_OTHERS, .winks = e->off);
    else if (free_shot)
        SQ_SAY(st, FREE_SHOT_OFF, .winks = own, .colour = c);
    else
        SQ_SAY(st, OFF_FORFEITS, .winks = own, .colour = c);
}

static void say_potted(sq_step *st, const sq_event_shot *e, const shooter *who, bool free_shot) {
    if (!e->potted || st->s->now.phase == SQ_PHASE_ENDED) return;
    int n;
    sq_wink_set own = earning(st, e, who, &n);
    uint8_t c = (uint8_t)st->s->last.before.turn;
    if (!n)
        SQ_SAY(st, NO_EXTRA_SHOT, .winks = e->potted);
    else if (n == 1)
        SQ_SAY(st, EXTRA_SHOT, .winks = own, .colour = c);
    else
        SQ_SAY(st, EXTRA_SHOTS, .winks = own, .colour = c, .n = n);
    if (n && free_shot) SQ_SAY(st, FREE_SHOT_EXTRA, .winks = own, .colour = c);
}

/* 20.1: a shot in a pot-out may squop, and that is undone at once. */
static void say_apart(sq_step *st, const sq_event_shot *e) {
    sq_wink_set squopped = 0;
    if (!st->rules->set.squops_cease) return;
    for (sq_wink w = 0; w < SQ_WINKS && e->over_known; w++)
        if (e->over.above[w]) squopped |= sq_wink_bit(w);
    if (squopped && st->s->last.before.phase == SQ_PHASE_POT_OUT)
        SQ_SAY(st, POT_OUT_APART, .n = st->rules->set.pot_out_gap);
}

/* Who plays the colour that is due; in a free shot whose winks count as own is the book's choice (22.6.2). */
static shooter shooter_due(const sq_step *st, const sq_standing *p, const sq_event_shot *e) {
    bool both = p->free_shot == SQ_FREE_SHOT_NONE || st->rules->set.nominated_counts == SQ_BOTH_COUNT;
    sq_colour_set own = sq_colour_bit(e->colour) | (both ? sq_colour_bit(p->turn) : 0);
    own &= ~p->unowned;
    sq_colour pays = p->turn;
    if (st->rules->set.play == SQ_PLAY_SIDE) {
        own = sq_colours_of(sq_partnership_of(p->turn));
        pays = sq_next_in_play(p, sq_next_in_play(p, p->turn)); /* the same player's next turn */
    }
    return (shooter){sq_partnership_of(p->turn), own, pays};
}

static bool is_allowed(const sq_step *st, const sq_event_shot *e) {
    const sq_variant *game = sq_variant_of(st->rules);
    return !game || !game->allowed || game->allowed(&st->s->now) & sq_wink_bit(e->wink);
}

/* A squopped wink was played: all stands as before, but that winks lie as the shot left them. */
static void play_squopped(sq_step *st, const sq_event_shot *e, const shooter *who) {
    sq_standing *p = &st->s->now;
    bool squopped = p->squops.above[e->wink];
    *p = st->s->last.before;
    place(st, p, e);
    if (squopped)
        SQ_SAY(st, SQUOPPED_PLAYED, .winks = sq_wink_bit(e->wink));
    else
        SQ_SAY(st, NOT_ALLOWED, .winks = sq_wink_bit(e->wink));
    sq_foul_open(st, who->side);
    sq_foul_settle(st);
}

/* A shot that has left shut what it had to free ends the turn (11 d of the earlier rules); what the opponents
 * get is settled at the turn's end, or by a wink that is moved aside. */
static void fail(sq_step *st, const sq_event_shot *e, sq_colour_set due) {
    sq_standing *p = &st->s->now;
    if (st->rules->set.remedy == SQ_MOVE_ASIDE)
        sq_aside_due(st, e, due);
    else
        p->shots = 0;
}

/* What follows from squops by a club's book. */
static void say_squops(sq_step *st, const sq_event_shot *e) {
    const sq_settings *set = &st->rules->set;
    const sq_standing *before = &st->s->last.before, *now = &st->s->now;
    const bool told = set->extra_squop || set->extra_under || set->squop != SQ_SQUOP_BLOCKS || e->off;
    if (!told) return; /* as in most books, after most shots */
    sq_standing lay = *before;
    lay.squops = squops_after(st, before, e);
    sq_wink_set covered = sq_squopped_winks(&lay), fresh = newly_squopped(st, e);
    uint8_t c = (uint8_t)before->turn;
    if (set->extra_squop && fresh)
        SQ_SAY(st, EXTRA_SQUOP, .winks = fresh, .colour = c, .n = set->extra_squop * sq_wink_count(fresh));
    if (set->extra_under && is_under_own(e))
        SQ_SAY(st, EXTRA_UNDER, .winks = sq_wink_bit(e->wink), .colour = c, .n = set->extra_under);
    if (set->squop == SQ_SQUOP_SENDS_HOME && covered) SQ_SAY(st, SENT_HOME, .winks = covered);
    sq_wink_set freed = covered & ~sq_squopped_winks(now);
    if (set->squop >= SQ_SQUOP_ASIDE && freed) SQ_SAY(st, SQUOP_ASIDE, .winks = freed);
    if (set->off_place == SQ_OFF_TO_START && e->off) SQ_SAY(st, OFF_HOME, .winks = e->off);
}

static int added_to_tally(const sq_ruleset *rules, const sq_event_shot *e) {
    int sum = rules->set.tally_potted * sq_wink_count(e->potted);
    for (unsigned m = 0; m < SQ_MARKS; m++)
        if (e->marks >> m & 1) sum += sq_ruleset_mark(rules, (sq_mark)m);
    return sum;
}

static void say_tally(sq_step *st, const sq_event_shot *e) {
    int sum = added_to_tally(st->rules, e);
    bool plain = !e->marks && st->rules->set.tally_potted == 1;
    if (st->rules->set.best == SQ_BEST_TALLY && sum && !plain)
        SQ_SAY(st, TALLIED, .colour = (uint8_t)st->s->last.before.turn, .n = sum);
}

static void say_outcome(sq_step *st, const sq_event_shot *e, const shooter *who, bool free_shot) {
    const sq_standing *p = &st->s->now, *before = &st->s->last.before;
    say_off(st, e, who, free_shot);
    sq_shot_say_outcome(st, before, p);
    say_apart(st, e);
    say_potted(st, e, who, free_shot);
    say_squops(st, e);
    say_tally(st, e);
    if (p->shots > 0 && before->squop_up_by == who->side && p->squop_up_by != who->side)
        SQ_SAY(st, FREED_TURN_GOES_ON, .colour = (uint8_t)p->turn, .n = p->shots);
}

/* The colour due is played, or the nominated one. Where the shot itself nominates and is put back, another
 * colour may be nominated: "the same shot need not be attempted again" (23.2 i). */
static bool play_due(sq_step *st, const sq_event_shot *e, bool nominates) {
    sq_state *s = st->s;
    sq_standing *p = &s->now;
    bool free_shot = p->free_shot != SQ_FREE_SHOT_NONE;
    shooter who = shooter_due(st, p, e);
    if (!p->begun) sq_clock_between_turns(st, p->turn);
    sq_clock_start(st);
    sq_clock_reach(st, e->rest);
    sq_clock_in_turn(st, p);
    p->begun = true;
    s->last.before = s->last.after = *p;
    s->last.forfeits = 0;
    if (nominates) sq_free_shot_due(&s->last.before);
    int more = earned(st, e, &who);
    s->last.after.shots = !more && st->rules->set.miss_ends ? 0 : s->last.after.shots + more - 1;
    s->last.after.played = true;
    s->last.after.tally[p->turn] += added_to_tally(st->rules, e);
    sq_free_shot_clear(&s->last.after);
    apply(st, &s->last.after, e, &who);
    bool covered = p->squops.above[e->wink] && st->rules->set.squop != SQ_SQUOP_BLOCKS_NOTHING;
    if (covered || !is_allowed(st, e)) {
        play_squopped(st, e, &who);
        return true;
    }
    s->last.start = s->start;
    s->last.squops = squops_after(st, &s->last.before, e);
    sq_colour_set due = sq_squop_up_due_with_shot(st, p);
    *p = s->last.after;
    s->can_call = true;
    say_outcome(st, e, &who, free_shot);
    const sq_variant *game = sq_variant_of(st->rules);
    if (game && game->round && p->phase != SQ_PHASE_ENDED) game->round(st, e);
    if (sq_squop_up_failed(&s->last.before, p, due))
        fail(st, e, due);
    else if (!sq_potter_check(st, &s->last.before) && p->shots > 0)
        sq_squop_up_check_in_turn(st);
    sq_turn_go_on(st);
    return true;
}

/* 23.3: another colour than the one due is played, or plays on. Time that ran out before the first of its
 * shots ended the timed period before it, as it does with a turn that is due. */
static bool play_wrong(sq_step *st, const sq_event_shot *e) {
    sq_state *s = st->s;
    sq_foul *f = &s->foul;
    shooter who = {sq_partnership_of(e->colour), sq_colour_bit(e->colour), e->colour};
    if (!f->open && !s->now.begun) sq_clock_between_turns(st, s->now.turn);
    sq_clock_start(st);
    sq_clock_reach(st, e->rest);
    sq_clock_in_turn(st, f->open ? &s->last.after : &s->now);
    if (!f->open) {
        s->last.before = s->last.after = s->now;
        s->last.forfeits = 0;
        s->can_call = false;
        *f = (sq_foul){.wrong_colour = true, .colour = e->colour, .put_back = s->now.put_back};
        f->shots = who.side == sq_partnership_of(s->now.turn) ? s->now.shots : 1;
        SQ_SAY(st, NOT_DUE_PLAYED, .colour = (uint8_t)e->colour, .other = (uint8_t)s->now.turn);
    }
    f->shots += earned(st, e, &who) - 1;
    apply(st, &s->last.after, e, &who);
    place(st, &s->now, e);
    if (f->open)
        SQ_SAY(st, FOUL_GOES_ON, .side = (uint8_t)sq_opponents(f->by));
    else
        sq_foul_open(st, who.side);
    sq_foul_settle(st);
    return true;
}

/* Rule 9.3: no shot. It starts no time, begins no turn and changes no wink; but it names the colour of a free
 * shot, and tells how late it is. */
static bool fall_short(sq_step *st, const sq_event_shot *e) {
    sq_standing *p = &st->s->now;
    sq_wink_set played = sq_wink_bit(e->wink);
    if (!st->rules->set.short_attempts) return SQ_REFUSE(st, NO_SHORT);
    if (st->s->foul.open) return SQ_REFUSE(st, FOUL_OPEN);
    if (!(p->unplayed & played)) return SQ_REFUSE(st, SHORT_ON_MAT, .winks = played);
    if (e->potted || e->off) return SQ_REFUSE(st, SHORT_MOVED);
    if (p->free_shot == SQ_FREE_SHOT_DUE && !sq_free_shot_nominate(st, e->colour, e->wink)) return false;
    if (!sq_free_shot_is(st, e->colour, e->wink))
        return SQ_REFUSE(st, SHORT_NOT_DUE, .colour = (uint8_t)e->colour);
    SQ_SAY(st, SHORT, .winks = played);
    sq_clock_reach(st, e->rest);
    if (!p->begun) sq_clock_between_turns(st, p->turn);
    return true;
}

bool sq_step_shot(sq_step *st, const sq_event_shot *e) {
    sq_standing *p = &st->s->now;
    const sq_foul *f = &st->s->foul;
    if (!check(st, e)) return false;
    if (e->is_short) return fall_short(st, e);
    if (f->open && f->by == sq_partnership_of(e->colour)) {
        bool earned = f->wrong_colour && f->colour == e->colour && f->shots > 0;
        if (!earned || st->s->last.after.phase == SQ_PHASE_ENDED)
            return SQ_REFUSE(st, OFFENDER_PLAYS, .side = (uint8_t)f->by);
        return play_wrong(st, e);
    }
    if (f->open && !sq_foul_accept_by_playing(st, e->colour)) return false;
    bool nominates = p->free_shot == SQ_FREE_SHOT_DUE;
    if (nominates && !sq_free_shot_nominate(st, e->colour, e->wink)) return false;
    if (!sq_free_shot_is(st, e->colour, e->wink)) return play_wrong(st, e);
    return play_due(st, e, nominates);
}
