/* Random games: what could happen next, and what could not. A seed gives the same game everywhere. */
#ifndef SQ_TESTS_RANDOM_GAME_H
#define SQ_TESTS_RANDOM_GAME_H

#include "rules/engine.h"

typedef struct {
    uint64_t state;
} dice;

/* xorshift64*: Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2016. */
static inline uint32_t roll(dice *d, uint32_t n) {
    d->state ^= d->state >> 12;
    d->state ^= d->state << 25;
    d->state ^= d->state >> 27;
    return (uint32_t)((d->state * 2685821657736338717u) >> 33) % n;
}

static inline bool chance(dice *d, uint32_t percent) {
    return roll(d, 100) < percent;
}

static inline dice dice_of(uint64_t seed) {
    dice d = {seed * 0x9e3779b97f4a7c15u + 1};
    for (int i = 0; i < 8; i++)
        roll(&d, 2);
    return d;
}

/* One of the winks in set, or SQ_NO_WINK. */
static inline sq_wink any_wink(dice *d, sq_wink_set set) {
    uint32_t k = set ? roll(d, (uint32_t)__builtin_popcount(set)) : 0;
    for (; k; k--)
        set &= set - 1;
    return set ? (sq_wink)__builtin_ctz(set) : SQ_NO_WINK;
}

static inline void any_squops(dice *d, sq_squops *q, sq_wink_set may) {
    for (sq_wink w = 0; w < SQ_WINKS; w++) {
        q->above[w] &= may;
        if (!(may & sq_wink_bit(w)) || chance(d, 12)) q->above[w] = 0;
    }
    for (uint32_t n = roll(d, 4); n; n--) {
        sq_wink upper = any_wink(d, may), lower = any_wink(d, may);
        if (upper == SQ_NO_WINK || upper == lower || q->above[upper] & sq_wink_bit(lower)) continue;
        q->above[lower] |= sq_wink_bit(upper);
    }
    if (chance(d, 6)) { /* one wink over many: squop-ups come often enough */
        sq_wink upper = any_wink(d, may);
        for (sq_wink w = 0; upper != SQ_NO_WINK && w < SQ_WINKS; w++)
            if (may & sq_wink_bit(w) && w != upper && sq_wink_colour(w) % 2 != sq_wink_colour(upper) % 2 &&
                !(q->above[upper] & sq_wink_bit(w)))
                q->above[w] |= sq_wink_bit(upper);
    }
}

static inline sq_us time_after(dice *d, const sq_state *s) {
    static const uint32_t steps_ms[] = {0, 250, 1000, 5000, 30000, 100000};
    return s->clock.latest + (sq_us)(roll(d, steps_ms[roll(d, 6)] + 1)) * 1000;
}

static inline sq_event random_shot(dice *d, const sq_state *s) {
    const sq_standing *p = &s->now;
    sq_event e = {.kind = SQ_EVENT_SHOT};
    sq_event_shot *shot = &e.shot;
    shot->t = shot->rest = time_after(d, s);
    if (chance(d, 50)) shot->rest += roll(d, 4000000);
    shot->colour = p->turn < SQ_COLOURS ? p->turn : (sq_colour)roll(d, SQ_COLOURS);
    if (p->free_shot == SQ_FREE_SHOT_NOMINATED) shot->colour = p->nominated;
    if (p->free_shot == SQ_FREE_SHOT_DUE || s->foul.open || chance(d, 4))
        shot->colour = (sq_colour)roll(d, SQ_COLOURS);
    sq_wink_set own = sq_winks_of(shot->colour) & ~p->potted, free = own & sq_free_winks(p);
    shot->wink = any_wink(d, chance(d, 4) || !free ? own : free);
    if (shot->wink == SQ_NO_WINK) shot->wink = (sq_wink)roll(d, SQ_WINKS);
    sq_wink_set moving = (sq_winks_on_mat(p) & ~p->potted) | sq_wink_bit(shot->wink);
    if (chance(d, 35)) shot->potted |= sq_wink_bit(any_wink(d, moving & (chance(d, 70) ? own : ~0u)) & 31);
    if (chance(d, 8)) shot->potted |= sq_wink_bit(any_wink(d, moving) & 31);
    if (chance(d, 8)) shot->off |= sq_wink_bit(any_wink(d, moving) & 31);
    shot->potted &= moving;
    shot->off &= moving & ~shot->potted;
    shot->over_known = chance(d, 80);
    shot->over = p->squops;
    if (shot->over_known) any_squops(d, &shot->over, moving & ~(shot->potted | shot->off));
    if (p->unplayed & sq_wink_bit(shot->wink) && chance(d, 5)) {
        shot->is_short = true;
        shot->potted = shot->off = 0;
        shot->over_known = false;
    }
    return e;
}

static inline sq_event random_set(dice *d, const sq_state *s) {
    sq_event e = {.kind = SQ_EVENT_SET};
    sq_event_set *set = &e.set;
    set->named = roll(d, 1u << SQ_SET_KEYS) & roll(d, 1u << SQ_SET_KEYS);
    if (s->now.phase == SQ_PHASE_SQUIDGE_OFF) set->named |= SQ_SET_SQUIDGE_OFF;
    if (s->now.phase == SQ_PHASE_ENDED || chance(d, 50)) set->named |= SQ_SET_TURN | SQ_SET_PHASE;
    set->turn = (sq_colour)roll(d, SQ_COLOURS);
    set->squidge_off = (sq_colour)roll(d, SQ_COLOURS);
    set->shots = 1 + (int)roll(d, 3);
    set->rounds_left = 1 + (int)roll(d, 5);
    set->phase = (sq_phase)(1 + roll(d, 3));
    set->forfeit = roll(d, 16) & roll(d, 16);
    set->pot = roll(d, 1 << 24) | (roll(d, 1 << 24) & roll(d, 1 << 24));
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (chance(d, 93)) set->pot &= ~sq_wink_bit((sq_wink)(c * SQ_WINKS_PER_COLOUR));
    set->baseline = roll(d, 1 << 24) & roll(d, 1 << 24) & ~set->pot;
    set->elapsed = (sq_us)roll(d, 1600) * SQ_US_PER_S;
    bool winks = set->named & (SQ_SET_POT | SQ_SET_BASELINE);
    sq_wink_set potted = set->named & SQ_SET_POT ? set->pot : winks ? 0 : s->now.potted;
    sq_wink_set unplayed = set->named & SQ_SET_BASELINE ? set->baseline : winks ? 0 : s->now.unplayed;
    set->over = s->now.squops;
    any_squops(d, &set->over, SQ_ALL_WINKS & ~(potted | unplayed));
    return e;
}

static inline sq_event random_squidge_off(dice *d, const sq_state *s) {
    sq_event e = {.kind = SQ_EVENT_SQUIDGE_OFF, .squidge_off = {.played = s->now.among}};
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        if (!(e.squidge_off.played & sq_colour_bit((sq_colour)c))) continue;
        e.squidge_off.where[c] = (sq_squidged)roll(d, 3);
        if (e.squidge_off.where[c] == SQ_SQUIDGED_ON_MAT) e.squidge_off.mm[c] = roll(d, 4) * 12.5;
    }
    return e;
}

static inline sq_event random_clock(dice *d, const sq_state *s) {
    sq_event e = {.kind = SQ_EVENT_CLOCK};
    e.clock.order = (sq_clock_order)roll(d, 3);
    e.clock.t_known = e.clock.order != SQ_CLOCK_KEEP || chance(d, 50);
    e.clock.t = e.clock.t_known ? time_after(d, s) : 0;
    if (e.clock.order == SQ_CLOCK_KEEP || chance(d, 20))
        e.clock.limit = (sq_us)(1 + roll(d, 1600)) * SQ_US_PER_S;
    return e;
}

/* What is likely next: mostly legal. */
static inline sq_event random_event(dice *d, const sq_state *s) {
    sq_event e = {.kind = SQ_EVENT_GAME};
    if (!s->playing) {
        e.game.form = (sq_form)roll(d, SQ_FORMS);
        if (chance(d, 60)) e.game.limit = (sq_us)(30 + roll(d, 400)) * SQ_US_PER_S;
        return e;
    }
    uint32_t r = roll(d, 100);
    if (r < 3) return random_set(d, s);
    if (r < 7) return random_clock(d, s);
    if (s->now.phase == SQ_PHASE_SQUIDGE_OFF) return random_squidge_off(d, s);
    if (s->now.phase == SQ_PHASE_ENDED) {
        if (chance(d, 50)) return (sq_event){.kind = SQ_EVENT_FOUL};
        return random_set(d, s);
    }
    if (s->foul.open && r < 75) {
        e = (sq_event){.kind = SQ_EVENT_CHOOSE};
        e.choose.option = (sq_option)roll(d, 2);
        e.choose.colour = (sq_colour)roll(d, SQ_COLOURS + 1);
        return e;
    }
    if (r < 16) return (sq_event){.kind = SQ_EVENT_FOUL};
    if (r < 20 || (s->now.free_shot == SQ_FREE_SHOT_DUE && r < 50))
        return (sq_event){.kind = SQ_EVENT_NOMINATE, .nominate = {(sq_colour)roll(d, SQ_COLOURS)}};
    if (r < 25)
        return (sq_event){.kind = SQ_EVENT_PASS,
                          .pass = {time_after(d, s), s->now.turn < SQ_COLOURS ? s->now.turn : SQ_BLUE}};
    if (r == 99 && chance(d, 10))
        return (sq_event){.kind = SQ_EVENT_DISRUPT, .disrupt = {(sq_colour)roll(d, SQ_COLOURS)}};
    return random_shot(d, s);
}

/* The same with something wrong about it: another colour, wink, time, list. */
static inline sq_event broken_event(dice *d, const sq_state *s) {
    sq_event e = random_event(d, s);
    switch (e.kind) {
    case SQ_EVENT_SHOT:
        switch (roll(d, 6)) {
        case 0: e.shot.colour = (sq_colour)roll(d, SQ_COLOURS); break;
        case 1: e.shot.wink = (sq_wink)roll(d, SQ_WINKS); break;
        case 2: e.shot.t -= roll(d, 5000000); break;
        case 3: e.shot.potted = roll(d, 1 << 24); break;
        case 4: e.shot.off = roll(d, 1 << 24) & roll(d, 1 << 24); break;
        default: e.shot.over.above[roll(d, SQ_WINKS)] = roll(d, 1 << 24); break;
        }
        return e;
    case SQ_EVENT_SQUIDGE_OFF: e.squidge_off.played = roll(d, 16); return e;
    case SQ_EVENT_SET:
        e.set.named = roll(d, 1u << SQ_SET_KEYS);
        e.set.shots = (int)roll(d, 40) - 5;
        e.set.phase = (sq_phase)roll(d, SQ_PHASES);
        return e;
    case SQ_EVENT_CLOCK: e.clock.t -= roll(d, 5000000); return e;
    default: return (sq_event){.kind = (sq_event_kind)roll(d, SQ_EVENT_KINDS)};
    }
}

#endif
