/* What changed from rest to rest, wink by wink: positions by hand, and what each change is called. */
#include "vision/play/wink_change.h"

#include "tests/fixture/game/mat_script.h"
#include "vision/play/explain_play.h"

static sq_tracked before, after;
static sq_changes changes;
static sq_play_prior prior = {.phase = SQ_PHASE_TIMED,
                              .turn = SQ_BLUE,
                              .after_pass = SQ_GREEN,
                              .by_hand = {SQ_OFF_MAT_INSET_MM, SQ_POT_OUT_GAP_MM}};

/* Names by hand at first, tracked from there on. */
static void look(const mat *first, const mat *next) {
    int8_t index[SQ_USUAL_WINKS];
    before = (sq_tracked){.position = mat_position(first, index), .naming_count = 1};
    before.seen_count = before.position.wink_count;
    before.naming[0].probability = 1;
    memcpy(before.naming[0].index, index, sizeof index);
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++) {
        bool seen = index[w] >= 0;
        before.wink[w] = (sq_tracked_wink){.how = seen ? SQ_TRACK_SEEN : SQ_TRACK_MISSING,
                                           .index = index[w],
                                           .last = first->wink[w],
                                           .probability = 1};
        if (seen) before.position.winks[index[w]].id = w;
    }
    sq_position p = mat_position(next, NULL);
    sq_track_next(&after, &before, &p);
    prior.unplayed = SQ_USUAL_SET & ~first->played;
    sq_play_changes(&changes, &prior, &before, &after);
}

static void change(mat *m, const char *line) {
    script s = {0};
    snprintf(s.line, sizeof s.line, "%s", line);
    assert_true(mat_change(&s, m));
}

/* b2 alone changes; everything else lies as it lay. */
static void each_change_has_its_kind(void **state) {
    (void)state;
    static const struct {
        const char *from, *to;
        sq_change_kind kind;
    } known[] = {
        {"b2 at 100 50", "b2 at 100 50", SQ_CHANGE_NONE},
        {"b2 at 100 50", "b2 at 140 20", SQ_CHANGE_MOVED},
        {"back b2", "b2 at 140 20", SQ_CHANGE_LEFT},
        {"back b2", "b2 behind baseline at -850 381", SQ_CHANGE_SHORT},
        {"b2 at 60 0", "b2 in pot at 2 3", SQ_CHANGE_POTTED},
        {"b2 at 60 0", "b2 on rim at -8 0", SQ_CHANGE_POTTED},
        {"back b2", "b2 in pot at 2 3", SQ_CHANGE_POTTED},
        {"b2 at 60 0", "b2 off at -118 511", SQ_CHANGE_OFF},
        {"b2 off at -118 511", "b2 at -118 427", SQ_CHANGE_BACK},
        {"b2 at 100 50", "back b2", SQ_CHANGE_CARRIED},
        {"b2 at 100 50", "gone b2", SQ_CHANGE_VANISHED},
        {"b2 in pot at 2 3", "b2 at 90 40", SQ_CHANGE_UNPOTTED},
    };
    const sq_wink b2 = sq_wink_from_name("b2");
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        mat m = mat_at_the_start(), n;
        change(&m, known[k].from);
        n = m;
        change(&n, known[k].to);
        look(&m, &n);
        if (changes.of[b2].kind != known[k].kind)
            fail_msg("%s, then %s: kind %d", known[k].from, known[k].to, changes.of[b2].kind);
        assert_int_equal(changes.changed, known[k].kind == SQ_CHANGE_NONE ? 0 : sq_wink_bit(b2));
        assert_int_equal(changes.covered, 0);
    }
}

static void a_change_tells_from_where_to_where(void **state) {
    (void)state;
    const sq_wink b2 = sq_wink_from_name("b2");
    mat m = mat_at_the_start(), n;
    change(&m, "b2 at 100 50");
    n = m;
    change(&n, "b2 at 130 10");
    look(&m, &n);
    const sq_change *c = &changes.of[b2];
    assert_near(c->from.x, 100, 0);
    assert_near(c->to.y, 10, 0);
    assert_near(c->mm, 50, 1e-9);
    assert_int_equal(c->was, SQ_PLACE_MAT);
    assert_near(c->off_line_mm, SQ_MAT_WIDTH_MM / 2 - 10 - SQ_SMALL_MM / 2 - SQ_OFF_MAT_INSET_MM, 1e-9);
    assert_false(c->freed);
}

/* Rule 25.4: what leant on the pot lies at its foot. */
static void a_wink_let_down_from_the_pot_is_freed(void **state) {
    (void)state;
    mat m = mat_at_the_start(), n;
    change(&m, "b2 at 24 0");
    change(&m, "b2 leans on pot");
    n = m;
    change(&n, "b2 at 31 0");
    look(&m, &n);
    assert_true(changes.of[sq_wink_from_name("b2")].freed);
}

/* Nothing is known of what a hand may lie over. */
static void what_a_hand_covers_has_not_vanished(void **state) {
    (void)state;
    const sq_wink b2 = sq_wink_from_name("b2");
    mat m = mat_at_the_start(), n;
    change(&m, "b2 at 100 50");
    n = m;
    change(&n, "gone b2");
    change(&n, "cover at 110 60 radius 60");
    look(&m, &n);
    assert_int_equal(changes.of[b2].kind, SQ_CHANGE_NONE);
    assert_int_equal(changes.covered, sq_wink_bit(b2));
}

static void a_wink_that_waits_is_not_out(void **state) {
    (void)state;
    mat m = mat_at_the_start();
    change(&m, "b2 at 100 50");
    change(&m, "b3 in pot at 2 3");
    change(&m, "b4 off at -118 511");
    look(&m, &m);
    assert_false(sq_play_is_out(&after.wink[sq_wink_from_name("b1")]));
    for (int k = 2; k <= 4; k++) {
        const char name[] = {'b', (char)('0' + k), 0};
        assert_true(sq_play_is_out(&after.wink[sq_wink_from_name(name)]));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_change_has_its_kind),
        cmocka_unit_test(a_change_tells_from_where_to_where),
        cmocka_unit_test(a_wink_let_down_from_the_pot_is_freed),
        cmocka_unit_test(what_a_hand_covers_has_not_vanished),
        cmocka_unit_test(a_wink_that_waits_is_not_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
