/* A game on a mat that is all geometry: 24 discs, moved by shots that obey the rules engine. What flies lands
 * over all that it meets; what is struck slides; what left the mat is put back. */
#ifndef SQ_TESTS_TABLE_H
#define SQ_TESTS_TABLE_H

#include <stdlib.h>

#include "rules/engine.h"
#include "rules/gear.h"
#include "tests/unit/hand_made.h"
#include "tests/unit/unit.h"
#include "vision/mat.h"

/* ---- The mat ---- */

typedef struct {
    sq_position lies; /* disc i is wink i of the true names; sigma 0 */
    sq_squops squops; /* truth */
    sq_state game;    /* by the true events */
    double t;
} table;

static inline double uniform(double low, double high) {
    return low + (high - low) * (rand() / (double)RAND_MAX);
}

static inline bool chance(double p) {
    return uniform(0, 1) < p;
}

static inline double gap_between(const sq_position *p, int a, int b) {
    return sq_mm_distance(p->winks[a].at, p->winks[b].at) - sq_seen_radius_mm(&p->winks[a]) -
           sq_seen_radius_mm(&p->winks[b]);
}

static inline bool on_mat(const sq_seen_wink *w) {
    return w->place == SQ_PLACE_MAT;
}

static inline void place_at(table *t, sq_wink w, double x, double y, sq_place place) {
    t->lies.winks[w] = hand_made_wink(w, x, y, place);
}

/* w has come from elsewhere: over all that it meets, and nothing over it any more. */
static inline void land(table *t, sq_wink w) {
    for (int u = 0; u < SQ_WINKS; u++) {
        t->squops.above[u] &= ~sq_wink_bit(w);
        if (u != w && on_mat(&t->lies.winks[u]) && on_mat(&t->lies.winks[w]) &&
            gap_between(&t->lies, w, u) < 0)
            t->squops.above[u] |= sq_wink_bit(w);
    }
    t->squops.above[w] = 0;
}

/* Clear of the pot, of the baselines' corners and, if asked, of all other winks. */
static inline bool is_open(const table *t, sq_wink w, sq_mm at, double clear_mm) {
    double r = sq_wink_radius_mm(sq_wink_size(w));
    if (hypot(at.x, at.y) < SQ_POT_TOP_MM / 2 + r + 2 || sq_mat_beyond_edge(at, r) > -2) return false;
    if (sq_mat_behind_baseline(at) > -r - 5) return false;
    for (int u = 0; u < SQ_WINKS; u++)
        if (u != w && on_mat(&t->lies.winks[u]) &&
            sq_mm_distance(at, t->lies.winks[u].at) - r - sq_seen_radius_mm(&t->lies.winks[u]) < clear_mm)
            return false;
    return true;
}

static inline void put_somewhere(table *t, sq_wink w, sq_mm near, double spread, double clear_mm) {
    for (int i = 0; i < 1000; i++, spread *= 1.02) {
        sq_mm at = {near.x + spread * hand_made_normal(), near.y + spread * hand_made_normal()};
        if (!is_open(t, w, at, clear_mm)) continue;
        place_at(t, w, at.x, at.y, SQ_PLACE_MAT);
        return;
    }
    fail_msg("no room on the mat");
}

/* ---- Play ---- */

static inline sq_wink random_wink(sq_wink_set set) {
    int n = rand() % __builtin_popcount(set);
    while (n--)
        set &= set - 1;
    return (sq_wink)__builtin_ctz(set);
}

/* What is played next: a free wink of the colour that may play. */
static inline sq_wink choose(const table *t, sq_colour *colour) {
    const sq_standing *now = &t->game.now;
    *colour = now->turn;
    sq_wink_set winks = sq_free_winks(now) & sq_winks_of(now->turn);
    if (now->free_shot != SQ_FREE_SHOT_NONE) winks = sq_free_winks(now);
    sq_wink w = random_wink(winks & ~now->potted);
    *colour = sq_wink_colour(w);
    return w;
}

/* Slides a wink that lies near the landing one, so that it meets no other. */
static inline void strike(table *t, sq_wink by) {
    for (sq_wink w = 0; w < SQ_WINKS; w++) {
        if (w == by || !on_mat(&t->lies.winks[w]) || t->squops.above[w] || gap_between(&t->lies, by, w) > 15)
            continue;
        sq_mm from = t->lies.winks[w].at;
        double slide = 4 - 25 * log(uniform(0.02, 1)), angle = uniform(0, 2 * M_PI);
        sq_mm to = {from.x + slide * cos(angle), from.y + slide * sin(angle)};
        if (!is_open(t, w, to, 1)) continue;
        place_at(t, w, to.x, to.y, SQ_PLACE_MAT);
        land(t, w);
        return;
    }
}

/* Where a shot aims: at another side's wink, or somewhere about the pot. */
static inline void fly(table *t, sq_wink w) {
    sq_wink_set targets = 0;
    for (sq_wink u = 0; u < SQ_WINKS; u++)
        if (on_mat(&t->lies.winks[u]) && u != w &&
            sq_partnership_of(sq_wink_colour(u)) != sq_partnership_of(sq_wink_colour(w)))
            targets |= sq_wink_bit(u);
    if (targets && chance(0.5))
        put_somewhere(t, w, t->lies.winks[random_wink(targets)].at, 9, -100);
    else
        put_somewhere(t, w, (sq_mm){0, 0}, 180, -100);
    land(t, w);
    if (chance(0.15)) strike(t, w);
}

/* One shot; the event is the truth. */
static inline sq_event shoot(table *t) {
    sq_event e = {.kind = SQ_EVENT_SHOT};
    sq_event_shot *s = &e.shot;
    s->wink = choose(t, &s->colour);
    s->t = sq_us_from_s(t->t + 1);
    s->rest = sq_us_from_s(t->t + 2);
    sq_seen_wink *w = &t->lies.winks[s->wink];
    bool near_pot = on_mat(w) && hypot(w->at.x, w->at.y) < 250;
    if (chance(near_pot ? 0.4 : 0.02)) {
        s->potted = sq_wink_bit(s->wink);
        place_at(t, s->wink, uniform(-10, 10), uniform(-10, 10), SQ_PLACE_POT);
        land(t, s->wink);
    } else if (chance(0.03)) {
        s->off = sq_wink_bit(s->wink);
        double x = uniform(-500, 500);
        place_at(t, s->wink, x, (chance(0.5) ? 1 : -1) * uniform(475, 515), SQ_PLACE_OFF);
        land(t, s->wink);
    } else {
        fly(t, s->wink);
    }
    s->over_known = true;
    s->over = t->squops;
    return e;
}

static inline void put_back(table *t, sq_wink w) {
    double inset = SQ_MAT_WIDTH_MM / 2 - SQ_OFF_MAT_INSET_MM - sq_wink_radius_mm(sq_wink_size(w));
    double side = t->lies.winks[w].at.y > 0 ? 1 : -1, x = t->lies.winks[w].at.x;
    while (!is_open(t, w, (sq_mm){x, side * inset}, 50))
        x = uniform(-500, 500);
    place_at(t, w, x, side * inset, SQ_PLACE_MAT);
}

/* Rule 20.1: all lie apart. */
static inline bool move_apart(table *t) {
    bool any = false;
    for (sq_wink u = 0; u < SQ_WINKS; u++)
        for (sq_wink_set rest = t->squops.above[u]; rest; rest &= rest - 1) {
            sq_wink w = (sq_wink)__builtin_ctz(rest);
            put_somewhere(t, w, t->lies.winks[w].at, 20, 2.5);
            any = true;
        }
    t->squops = (sq_squops){0};
    return any;
}

#endif
