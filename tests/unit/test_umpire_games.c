/* The umpire over random games: played by the rules, on a mat that is all geometry, seen by an eye with
 * deviations, slips and doubts. How many shots are told rightly, wrongly, or held as questions. */
#include "ui/umpire.h"

#include <stdlib.h>

#include "rules/gear.h"
#include "tests/unit/hand_made.h"
#include "tests/unit/unit.h"
#include "vision/mat.h"

/* ---- the mat ---- */

typedef struct {
    sq_position lies; /* disc i is wink i of the true names; sigma 0 */
    sq_squops squops; /* truth */
    sq_state game;    /* by the true events */
    double t;
} table;

static double uniform(double low, double high) {
    return low + (high - low) * (rand() / (double)RAND_MAX);
}

static bool chance(double p) {
    return uniform(0, 1) < p;
}

static double gap_between(const sq_position *p, int a, int b) {
    return sq_mm_distance(p->winks[a].at, p->winks[b].at) - sq_seen_radius_mm(&p->winks[a]) -
           sq_seen_radius_mm(&p->winks[b]);
}

static bool on_mat(const sq_seen_wink *w) {
    return w->place == SQ_PLACE_MAT;
}

static void place_at(table *t, sq_wink w, double x, double y, sq_place place) {
    t->lies.winks[w] = hand_made_wink(w, x, y, place);
}

/* w has come from elsewhere: over all that it meets, and nothing over it any more. */
static void land(table *t, sq_wink w) {
    for (int u = 0; u < SQ_WINKS; u++) {
        t->squops.above[u] &= ~sq_wink_bit(w);
        if (u != w && on_mat(&t->lies.winks[u]) && on_mat(&t->lies.winks[w]) &&
            gap_between(&t->lies, w, u) < 0)
            t->squops.above[u] |= sq_wink_bit(w);
    }
    t->squops.above[w] = 0;
}

/* Clear of the pot, of the baselines' corners and, if asked, of all other winks. */
static bool is_open(const table *t, sq_wink w, sq_mm at, double clear_mm) {
    double r = sq_wink_radius_mm(sq_wink_size(w));
    if (hypot(at.x, at.y) < SQ_POT_TOP_MM / 2 + r + 2 || sq_mat_beyond_edge(at, r) > -2) return false;
    if (sq_mat_behind_baseline(at) > -r - 5) return false;
    for (int u = 0; u < SQ_WINKS; u++)
        if (u != w && on_mat(&t->lies.winks[u]) &&
            sq_mm_distance(at, t->lies.winks[u].at) - r - sq_seen_radius_mm(&t->lies.winks[u]) < clear_mm)
            return false;
    return true;
}

static void put_somewhere(table *t, sq_wink w, sq_mm near, double spread, double clear_mm) {
    for (int i = 0; i < 1000; i++, spread *= 1.02) {
        sq_mm at = {near.x + spread * hand_made_normal(), near.y + spread * hand_made_normal()};
        if (!is_open(t, w, at, clear_mm)) continue;
        place_at(t, w, at.x, at.y, SQ_PLACE_MAT);
        return;
    }
    fail_msg("no room on the mat");
}

/* ---- play ---- */

static sq_wink random_wink(sq_wink_set set) {
    int n = rand() % __builtin_popcount(set);
    while (n--)
        set &= set - 1;
    return (sq_wink)__builtin_ctz(set);
}

/* What is played next: a free wink of the colour that may play. */
static sq_wink choose(const table *t, sq_colour *colour) {
    const sq_standing *now = &t->game.now;
    *colour = now->turn;
    sq_wink_set winks = sq_free_winks(now) & sq_winks_of(now->turn);
    if (now->free_shot != SQ_FREE_SHOT_NONE) winks = sq_free_winks(now);
    sq_wink w = random_wink(winks & ~now->potted);
    *colour = sq_wink_colour(w);
    return w;
}

/* Slides a wink that lies near the landing one, so that it meets no other. */
static void strike(table *t, sq_wink by) {
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
static void fly(table *t, sq_wink w) {
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
static sq_event shoot(table *t) {
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

static void put_back(table *t, sq_wink w) {
    double inset = SQ_MAT_WIDTH_MM / 2 - SQ_OFF_MAT_INSET_MM - sq_wink_radius_mm(sq_wink_size(w));
    double side = t->lies.winks[w].at.y > 0 ? 1 : -1, x = t->lies.winks[w].at.x;
    while (!is_open(t, w, (sq_mm){x, side * inset}, 50))
        x = uniform(-500, 500);
    place_at(t, w, x, side * inset, SQ_PLACE_MAT);
}

/* Rule 20.1: all lie apart. */
static bool move_apart(table *t) {
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

/* ---- the eye ---- */

typedef struct {
    double sigma; /* mm */
    double slips; /* winks that it overlooks, a look */
    double order; /* of an overlap, how often it knows which wink is above */
    bool sees_in_pot;
} eye;

static bool is_hidden(const table *t, sq_wink w) {
    int all = 0, covered = 0;
    double r = sq_wink_radius_mm(sq_wink_size(w));
    sq_mm at = t->lies.winks[w].at;
    for (double y = -r; y <= r; y += 2)
        for (double x = -r; x <= r; x += 2) {
            if (hypot(x, y) > r) continue;
            all++;
            for (int u = 0; u < SQ_WINKS; u++)
                if (t->squops.above[w] & sq_wink_bit((sq_wink)u) &&
                    sq_mm_distance((sq_mm){at.x + x, at.y + y}, t->lies.winks[u].at) <
                        sq_seen_radius_mm(&t->lies.winks[u])) {
                    covered++;
                    break;
                }
        }
    return covered >= 0.93 * all;
}

/* Pairs as the eye measures them, its winks in p by index. */
static void see_pairs(sq_position *p, const table *t, const eye *e) {
    for (int a = 0; a < p->wink_count; a++)
        for (int b = a + 1; b < p->wink_count; b++) {
            sq_wink wa = p->winks[a].id, wb = p->winks[b].id;
            if (!on_mat(&p->winks[a]) || !on_mat(&p->winks[b])) continue;
            double gap = gap_between(p, a, b), sigma = 1.5 * e->sigma;
            double overlap = 0.5 * erfc(gap / (sigma * M_SQRT2));
            if (overlap <= 0.01) continue;
            bool a_over = t->squops.above[wb] & sq_wink_bit(wa), knows = chance(e->order);
            double right = knows ? 0.97 : 0.5, a_above = a_over ? right : 1 - right;
            p->squops[p->squop_count++] = (sq_squop){a, b, overlap * a_above, gap, sigma, SQ_CALL_LOOK};
            p->squops[p->squop_count++] = (sq_squop){b, a, overlap * (1 - a_above), gap, sigma, SQ_CALL_LOOK};
        }
}

static sq_position see(const table *t, const eye *e) {
    sq_position p = {.pot_found = true, .t = t->t};
    for (sq_wink w = 0; w < SQ_WINKS; w++) {
        const sq_seen_wink *lies = &t->lies.winks[w];
        if (is_hidden(t, w) || chance(e->slips) || (lies->place == SQ_PLACE_POT && !e->sees_in_pot)) continue;
        p.winks[p.wink_count] = *lies;
        p.winks[p.wink_count++].id = w;
    }
    sq_position shaken = p; /* shuffles as well, so ids must go after the pairs are known */
    for (int i = 0; i < shaken.wink_count; i++) {
        shaken.winks[i].at.x += e->sigma * hand_made_normal();
        shaken.winks[i].at.y += e->sigma * hand_made_normal();
        shaken.winks[i].sigma_mm = e->sigma;
    }
    see_pairs(&shaken, t, e);
    hand_made_shake(&shaken, 0);
    for (int i = 0; i < shaken.wink_count; i++)
        shaken.winks[i].sigma_mm = e->sigma;
    return shaken;
}

/* ---- the judge ---- */

typedef struct {
    int shots, right, held, wrong, other;
} tally;

enum { TRUE_SHOTS = 4096 };
static sq_event_shot truth[TRUE_SHOTS];
static int true_count;
static sq_wink true_name[SQ_WINKS];
static tally counted;
static bool verbose;

static sq_wink_set by_truth(sq_wink_set ours) {
    sq_wink_set set = 0;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (ours & sq_wink_bit(w)) set |= sq_wink_bit(true_name[w]);
    return set;
}

static bool same_over(const sq_event_shot *ours, const sq_event_shot *theirs) {
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (by_truth(ours->over.above[w]) != theirs->over.above[true_name[w]]) return false;
    return true;
}

static sq_code hear(void *who, const sq_said *said, sq_diag *d) {
    (void)who, (void)d;
    if (said->kind == SQ_SAID_REFUSED) counted.other++;
    if (said->kind != SQ_SAID_EVENT || said->event->kind != SQ_EVENT_SHOT) return SQ_OK;
    const sq_event_shot *e = &said->event->shot, *best = NULL;
    for (int i = 0; i < true_count; i++)
        if (truth[i].rest == e->rest) best = &truth[i];
    bool right = best && true_name[e->wink] == best->wink && by_truth(e->potted) == best->potted &&
                 by_truth(e->off) == best->off && same_over(e, best);
    if (said->held)
        counted.held++;
    else if (right)
        counted.right++;
    else
        counted.wrong++;
    if (verbose && !right)
        print_message("  %.0f s: %s told, %s true; %s %.3f potted %x/%x off %x/%x over %d\n", said->t,
                      sq_wink_name(true_name[e->wink]), best ? sq_wink_name(best->wink) : "nothing",
                      said->held ? "held" : "WRONG", said->reading->probability, by_truth(e->potted),
                      best ? best->potted : 0, by_truth(e->off), best ? best->off : 0,
                      best && same_over(e, best));
    return SQ_OK;
}

static void look(sq_umpire *u, table *t, const eye *e) {
    sq_diag d;
    bool again;
    t->t += 3;
    sq_position p = see(t, e);
    assert_int_equal(sq_umpire_look(u, &p, t->t - 2, t->t - 1, false, &again, &d), SQ_OK);
    if (!again) return;
    p = see(t, e);
    assert_int_equal(sq_umpire_look(u, &p, t->t - 2, t->t - 1, true, &again, &d), SQ_OK);
}

static void learn_names(const sq_umpire *u, const table *t) {
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        for (sq_wink v = 0; v < SQ_WINKS; v++)
            if (sq_mm_distance(sq_umpire_seen(u)->wink[w].last.at, t->lies.winks[v].at) < 5) true_name[w] = v;
}

static void squidge_off(sq_umpire *u, table *t, const eye *e) {
    table start = *t;
    look(u, t, &(eye){e->sigma, 0, e->order, e->sees_in_pot});
    learn_names(u, t);
    for (sq_wink w = 0; w < SQ_WINKS; w += SQ_WINKS_PER_COLOUR) {
        place_at(t, w, 100 + 15 * w, 100, SQ_PLACE_MAT);
        look(u, t, e);
    }
    for (sq_wink w = 0; w < SQ_WINKS; w += SQ_WINKS_PER_COLOUR) {
        t->lies.winks[w] = start.lies.winks[w];
        look(u, t, e);
    }
    sq_rulings r;
    sq_event game = {.kind = SQ_EVENT_GAME}, off = {.kind = SQ_EVENT_SQUIDGE_OFF};
    off.squidge_off = (sq_event_squidge_off){.played = SQ_ALL_COLOURS, .mm = {1, 2, 3, 4}};
    t->game = sq_state_none();
    assert_true(sq_engine_step(&t->game, &game, &t->game, &r));
    assert_true(sq_engine_step(&t->game, &off, &t->game, &r));
}

static tally play_game(unsigned seed, const eye *e, int shots) {
    static table t;
    sq_umpire *u;
    sq_diag d;
    sq_rulings r;
    srand(seed);
    counted = (tally){0};
    true_count = 0;
    sq_umpire_settings settings = {.game = {.form = SQ_FORM_PAIRS}, .hear = hear};
    assert_int_equal(sq_umpire_new(&u, &settings, &d), SQ_OK);
    t = (table){.lies = hand_made_start()};
    squidge_off(u, &t, e);
    for (int i = 0; i < shots && t.game.now.turn != SQ_NO_COLOUR; i++) {
        bool pot_out = t.game.now.phase == SQ_PHASE_POT_OUT;
        sq_event shot = shoot(&t);
        if (pot_out) shot.shot.over = (sq_squops){0}; /* taken as moved apart */
        shot.shot.rest = sq_us_from_s(t.t + 2);
        truth[true_count++] = shot.shot;
        if (!sq_engine_step(&t.game, &shot, &t.game, &r)) {
            char why[SQ_RULING_TEXT_MAX];
            fail_msg("the simulated game: %s", sq_refusal_text(&r.list[0], why));
        }
        look(u, &t, e);
        if (shot.shot.off) {
            put_back(&t, shot.shot.wink);
            look(u, &t, e);
        }
        if (t.game.now.phase == SQ_PHASE_POT_OUT && move_apart(&t)) look(u, &t, e);
    }
    assert_int_equal(sq_umpire_end(u, &d), SQ_OK);
    counted.shots = true_count;
    counted.wrong += 0;
    sq_umpire_free(u);
    return counted;
}

static tally play_games(int games, const eye *e) {
    tally all = {0};
    for (int g = 0; g < games; g++) {
        tally one = play_game((unsigned)g + 1, e, 60);
        if (verbose)
            print_message("seed %d: %d shots, %d right, %d held, %d wrong, %d refused\n", g + 1, one.shots,
                          one.right, one.held, one.wrong, one.other);
        all.shots += one.shots, all.right += one.right, all.held += one.held, all.wrong += one.wrong;
        all.other += one.other;
    }
    print_message("%d shots: %d right, %d held, %d wrong, %d refused\n", all.shots, all.right, all.held,
                  all.wrong, all.other);
    return all;
}

static void a_good_eye(void **state) {
    (void)state;
    static const eye good = {.sigma = 0.1, .slips = 0, .order = 1, .sees_in_pot = true};
    play_games(10, &good);
}

static void an_eye_with_slips(void **state) {
    (void)state;
    static const eye fair = {.sigma = 0.2, .slips = 0.005, .order = 0.8, .sees_in_pot = true};
    play_games(10, &fair);
}

static void an_eye_that_cannot_look_into_the_pot(void **state) {
    (void)state;
    static const eye blind = {.sigma = 0.15, .slips = 0.002, .order = 0.8, .sees_in_pot = false};
    play_games(10, &blind);
}

int main(void) {
    verbose = getenv("SQUINT_VERBOSE");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_eye),
        cmocka_unit_test(an_eye_with_slips),
        cmocka_unit_test(an_eye_that_cannot_look_into_the_pot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
