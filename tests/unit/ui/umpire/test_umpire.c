/* The umpire: a mat that somebody has told of, and the filmed game from its true rests. What is said from
 * rest to rest is in tests/umpire/ (test_umpire_scripts.c). */
#include "ui/umpire/umpire.h"

#include "rules/book/ruleset.h"

#include "tests/fixture/game/game_truth.h"
#include "tests/fixture/game/heard_umpire.h"

static sq_umpire *ruling; /* whose rulings are checked; null: nobody's */

/* What the eye calls LOOK and the ruling settles has the ruling's word, and no other pair is touched. */
static void assert_settled(const sq_said *said) {
    if (!ruling || said->kind != SQ_SAID_EVENT || said->event->kind != SQ_EVENT_SHOT) return;
    static sq_position p; /* large */
    p = said->is->position;
    sq_umpire_rule_position(ruling, &p, said);
    for (int i = 0; i < p.squop_count; i++) {
        sq_wink over = p.winks[p.squops[i].over].id, under = p.winks[p.squops[i].under].id;
        sq_wink_set on_mat = sq_winks_on_mat(&said->after->now);
        if (!(on_mat & sq_wink_bit(over)) || !(on_mat & sq_wink_bit(under))) continue;
        bool lies = said->after->now.squops.above[under] & sq_wink_bit(over);
        assert_int_equal(p.squops[i].call, lies ? SQ_CALL_SQUOPPED : SQ_CALL_CLEAR);
    }
    assert_false(p.too_close);
}

static sq_umpire *umpire_from(const sq_start_position *from) {
    sq_umpire *u;
    sq_diag d;
    sq_umpire_settings settings = {.game = {.form = SQ_FORM_PAIRS}, .from = from, .hear = hear};
    count = 0;
    answer = SQ_OK;
    checks = assert_settled;
    assert_int_equal(sq_umpire_new(&u, &settings, &d), SQ_OK);
    return u;
}

static sq_umpire *new_umpire(void) {
    return umpire_from(NULL);
}

static const sq_event_shot *assert_shot(sq_colour colour, bool held) {
    assert_last(SQ_SAID_EVENT);
    assert_int_equal(heard[count - 1].event.kind, SQ_EVENT_SHOT);
    assert_int_equal(heard[count - 1].held, held);
    assert_int_equal(heard[count - 1].event.shot.colour, colour);
    return &heard[count - 1].event.shot;
}

static void put(sq_position *p, const char *name, double x, double y) {
    hand_made_put(p, W(name), W(name), x, y, SQ_PLACE_MAT);
}

/* Somebody has told the names, the turn and the time; the names are not those that go by
 * angle. */
static void a_mat_in_mid_game_is_taken_as_told(void **state) {
    (void)state;
    static sq_start_position told;
    told = (sq_start_position){.position = hand_made_start(), .has_set = true};
    sq_position p = told.position;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        told.position.winks[w].id = w;
    put(&p, "B1", 100, 50);
    put(&p, "g1", 100, 58);
    hand_made_squop(&p, W("g1"), W("B1"), 0.98);
    told.position.winks[W("B1")].at = p.winks[W("B1")].at;
    told.position.winks[W("g1")].at = p.winks[W("g1")].at;
    told.set = (sq_event_set){.named = SQ_SET_TURN | SQ_SET_SQUIDGE_OFF | SQ_SET_ELAPSED,
                              .turn = SQ_RED,
                              .squidge_off = SQ_GREEN,
                              .elapsed = 300 * SQ_US_PER_S};
    sq_umpire *u = umpire_from(&told);
    look(u, &p);
    assert_int_equal(count, 2);
    assert_last(SQ_SAID_EVENT);
    assert_int_equal(heard[1].event.kind, SQ_EVENT_SET);
    const sq_state *s = sq_umpire_state(u);
    assert_int_equal(s->now.turn, SQ_RED);
    assert_int_equal(s->now.winner, SQ_GREEN);
    assert_int_equal(sq_state_elapsed(s), 300 * SQ_US_PER_S);
    assert_int_equal(s->now.squops.above[W("B1")], sq_wink_bit(W("g1")));
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        assert_near(sq_umpire_seen(u)->wink[w].last.at.x, p.winks[w].at.x, 0.5);
    put(&p, "r4", -200, -100);
    look(u, &p);
    assert_int_equal(assert_shot(SQ_RED, false)->wink, W("r4"));
    sq_umpire_free(u);
}

/* A region that hides winks: the look waits, and is judged first if the region is still there. */
static void a_look_that_waits_is_compared_with_if_it_is_judged_first(void **state) {
    (void)state;
    sq_start_position told = {.position = hand_made_start(), .has_set = true};
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        told.position.winks[w].id = w;
    sq_position p = told.position;
    sq_umpire *u = umpire_from(&told);
    assert_true(isnan(sq_umpire_compares_with(u, &p)));
    look(u, &p);
    const double first = sq_umpire_seen(u)->position.t;
    assert_near(sq_umpire_compares_with(u, &p), first, 0);
    assert_true(sq_umpire_keeps(u, first));
    sq_position hidden = p;
    hidden.t = first + 5;
    hidden.regions[hidden.region_count++] = (sq_region){p.winks[hidden.wink_count - 1].at, 20};
    hidden.wink_count--;
    sq_diag d;
    bool again;
    assert_int_equal(sq_umpire_look(u, &hidden, first + 1, first + 4, true, &again, &d), SQ_OK);
    assert_near(sq_umpire_seen(u)->position.t, first, 0);
    assert_true(sq_umpire_keeps(u, hidden.t));
    assert_near(sq_umpire_compares_with(u, &hidden), hidden.t, 0);
    assert_near(sq_umpire_compares_with(u, &p), first, 0); /* the hand has gone */
    sq_umpire_free(u);
}

static void change(sq_changed_cells cells, sq_mm middle, double radius) {
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < SQ_CHANGED_X; x++)
            if (sq_mm_within(sq_changed_at(x, y), middle, radius)) cells[y][x] = 1;
}

/* What changed beside R1 seemed to be b2. Then b2 is seen where hands put winks that were off: it was out of
 * sight in between, and what changed was nothing. */
static void one_that_only_seemed_to_lie_beside_another_was_off(void **state) {
    (void)state;
    static sq_start_position told; /* these are large */
    static sq_position lies, gone;
    static sq_changed_cells meanwhile, then;
    told = (sq_start_position){.position = hand_made_start(), .has_set = true};
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        told.position.winks[w].id = w;
    put(&told.position, "R1", -180, 80);
    put(&told.position, "b2", 0, -200);
    told.set = (sq_event_set){.named = SQ_SET_TURN, .turn = SQ_BLUE};
    lies = told.position;
    sq_umpire *u = umpire_from(&told);
    look(u, &lies);
    gone = lies;
    hand_made_lose(&gone, W("b2"));
    change(meanwhile, (sq_mm){0, -200}, SQ_SMALL_MM / 2);
    change(meanwhile, (sq_mm){-180, 60}, SQ_SMALL_MM / 2);
    sq_changed_from_cells(&gone.changed, at, meanwhile);
    look(u, &gone);
    assert_last(SQ_SAID_QUESTION);
    assert_true(sq_umpire_seen(u)->wink[W("b2")].traced);
    put(&lies, "b2", 300, SQ_MAT_WIDTH_MM / 2 - 22 - SQ_SMALL_MM / 2);
    change(then, lies.winks[W("b2")].at, SQ_SMALL_MM / 2);
    sq_changed_from_cells(&lies.changed, at, then);
    look(u, &lies);
    assert_int_equal(assert_shot(SQ_BLUE, false)->off, BIT("b2"));
    sq_umpire_free(u);
}

static void a_failure_of_the_hearer_is_passed_on(void **state) {
    (void)state;
    sq_umpire *u = new_umpire();
    sq_position p = hand_made_start();
    sq_diag d;
    bool again;
    assert_null(sq_umpire_seen(u));
    answer = SQ_E_FILE;
    assert_int_equal(sq_umpire_look(u, &p, 0, 0, true, &again, &d), SQ_E_FILE);
    sq_umpire_free(u);
}

/* ---- The filmed game ---- */

static sq_wink_set by_truth(const sq_wink true_name[SQ_USUAL_WINKS], sq_wink_set ours) {
    sq_wink_set set = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (ours & sq_wink_bit(w)) set |= sq_wink_bit(true_name[w]);
    return set;
}

static void learn_names(const sq_umpire *u, const sq_position *truth, sq_wink true_name[SQ_USUAL_WINKS]) {
    const sq_tracked *t = sq_umpire_seen(u);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        for (int k = 0; k < SQ_USUAL_WINKS; k++)
            if (sq_mm_distance(truth->winks[k].at, t->wink[w].last.at) < 3) true_name[w] = truth->winks[k].id;
}

static void the_filmed_game_from_its_true_rests(void **state) {
    (void)state;
    const game_truth *g = game_read();
    sq_wink true_name[SQ_USUAL_WINKS] = {0};
    sq_umpire *u = new_umpire();
    sq_diag d;
    bool again;
    srand(11);
    ruling = u;
    for (int i = 0; i < g->rests; i++) {
        sq_position p = g->rest[i];
        for (int k = 0; k < p.squop_count; k++) {
            p.squops[k].probability = 0.97;
            p.squops[k].call = SQ_CALL_LOOK;
        }
        p.too_close = true;
        hand_made_shake(&p, 0.15);
        assert_int_equal(sq_umpire_look(u, &p, i ? g->to[i - 1] : 0, g->from[i], true, &again, &d), SQ_OK);
        if (i == 0) learn_names(u, &g->rest[0], true_name);
    }
    assert_int_equal(sq_umpire_end(u, &d), SQ_OK);
    ruling = NULL;
    assert_int_equal(sq_umpire_questions(u), 0);
    int shots = 0;
    for (int i = 0, action = 0; i < count; i++) {
        if (heard[i].kind != SQ_SAID_EVENT || heard[i].event.kind != SQ_EVENT_SHOT) continue;
        while (strcmp(g->action[action].kind, "shot"))
            action++;
        const sq_event_shot *e = &heard[i].event.shot;
        const game_action *t = &g->action[action++];
        assert_string_equal(sq_wink_name(true_name[e->wink]), sq_wink_name(t->wink));
        assert_int_equal(by_truth(true_name, e->potted), t->potted);
        assert_int_equal(by_truth(true_name, e->off), t->off);
        shots++;
    }
    assert_int_equal(shots, 14);
    const sq_position *last = &g->rest[g->rests - 1];
    for (int c = 0; c < SQ_USUAL_COLOURS; c++)
        assert_int_equal(sq_state_tiddlies(sq_umpire_state(u), (sq_colour)c), last->tiddlies[c].low);
    sq_umpire_free(u);
}

/* All winks of a set behind their baselines. */
static sq_position start_of(sq_wink_set set, int index[SQ_USUAL_WINKS]) {
    sq_position p = hand_made_start();
    p.wink_count = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        if (!(set & sq_wink_bit(w))) continue;
        index[w] = p.wink_count;
        p.winks[p.wink_count++] = p.winks[w];
    }
    return p;
}

/* A book with another set: its game begins when that set is laid out, and nothing else is missed. */
static void a_set_of(const char *text, sq_wink_set set, sq_colour_set colours, bool wants_mm) {
    static const sq_mm out[SQ_USUAL_COLOURS] = {{150, 0}, {0, 120}, {-200, 0}, {0, -220}};
    sq_club_fault fault;
    int index[SQ_USUAL_WINKS], rules = sq_ruleset_add(text, strlen(text), &fault);
    if (rules < 0) fail_msg("line %d: %s", fault.line, fault.why);
    sq_umpire *u;
    sq_diag d;
    sq_umpire_settings settings = {.game = {.rules = rules, .form = SQ_FORM_PAIRS}, .hear = hear};
    count = 0;
    assert_int_equal(sq_umpire_new(&u, &settings, &d), SQ_OK);
    sq_position home = start_of(set, index), p = home;
    look(u, &p);
    assert_int_equal(count, 1);
    assert_int_equal(heard[0].event.kind, SQ_EVENT_GAME);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        sq_wink w = W(((const char *[]){"b1", "g1", "r1", "y1"})[c]);
        for (int s = 0; s < SQ_SIZES; s++)
            assert_int_equal(sq_umpire_seen(u)->position.unseen[c][s], 0);
        if (set & sq_wink_bit(w)) hand_made_put(&p, index[w], w, out[c].x, out[c].y, SQ_PLACE_MAT);
    }
    look(u, &p);
    assert_last(SQ_SAID_EVENT);
    assert_int_equal(heard[count - 1].event.kind, SQ_EVENT_SQUIDGE_OFF);
    assert_int_equal(heard[count - 1].event.squidge_off.played, colours);
    look(u, &home);
    p = home;
    hand_made_put(&p, index[W("g1")], W("g1"), 300, 60, SQ_PLACE_MAT);
    look(u, &p);
    const sq_event_shot *shot = assert_shot(SQ_GREEN, false);
    assert_int_equal(shot->mm_known, wants_mm);
    double mm = hypot(300, 60) - SQ_POT_BASE_MM / 2 - SQ_SMALL_MM / 2;
    if (wants_mm && fabs(shot->mm - mm) > 1) fail_msg("%.1f mm, not %.1f", shot->mm, mm);
    sq_umpire_free(u);
}

static void sets_of_other_numbers(void **state) {
    (void)state;
    static const char rest[] =
        "sides alone\nfouls put-back\nfree-turns none\nleave-free none\nresult winner\n";
    char text[256];
    sq_wink_set small = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        if (sq_wink_size(w) == SQ_SMALL) small |= sq_wink_bit(w);
    checks = NULL;
    answer = SQ_OK;
    snprintf(text, sizeof text, "name three-handed\nyellow none\n%s", rest);
    a_set_of(text, SQ_USUAL_SET & ~sq_winks_of(SQ_YELLOW), 0x7, false);
    snprintf(text, sizeof text, "name one-size\nblue 0+4\ngreen 0+4\nred 0+4\nyellow 0+4\n%s", rest);
    a_set_of(text, small, SQ_USUAL_COLOUR_SET, false);
    snprintf(text, sizeof text, "name how-far\nvariant your-fault\n%s", rest);
    a_set_of(text, SQ_USUAL_SET, SQ_USUAL_COLOUR_SET, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_of_other_numbers),
        cmocka_unit_test(a_mat_in_mid_game_is_taken_as_told),
        cmocka_unit_test(a_look_that_waits_is_compared_with_if_it_is_judged_first),
        cmocka_unit_test(one_that_only_seemed_to_lie_beside_another_was_off),
        cmocka_unit_test(a_failure_of_the_hearer_is_passed_on),
        cmocka_unit_test(the_filmed_game_from_its_true_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
