/* A line of rests.jsonl: what moved since the rest before is told, what only trembled is not. */
#include "ui/game/rests_file.h"

#include <jansson.h>
#include <math.h>

#include "rules/book/ruleset.h"
#include "tests/fixture/game/hand_made.h"
#include "tests/fixture/unit.h"

#define W(name) sq_wink_from_name(name)

/* All 24, each with its name. */
static sq_position start(void) {
    sq_position p = hand_made_start();
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        p.winks[w].id = w;
    return p;
}

static const sq_state *game; /* null but where a game is asked */

static sq_state game_by(const char *book) {
    int rules = sq_ruleset_find(book);
    assert_true(rules >= 0);
    return (sq_state){.rules = rules};
}

static json_t *line(const sq_position *now, const sq_position *before, double gap_s) {
    static sq_observation look;
    look = (sq_observation){.rest = 7, .t_start = 20.5, .t_rest = 21.25, .gap_s = gap_s};
    sq_backs back;
    sq_rest_backs(&back, now, game);
    char *text = sq_rest_json(now, before, &look, &back);
    assert_non_null(text);
    json_t *o = json_loads(text, 0, NULL);
    assert_non_null(o);
    free(text);
    return o;
}

static size_t many(const json_t *o, const char *key) {
    return json_array_size(json_object_get(o, key));
}

static void the_first_rest_has_nothing_before_it(void **state) {
    (void)state;
    sq_position p = start();
    json_t *o = line(&p, NULL, 0);
    assert_int_equal(many(o, "winks"), SQ_USUAL_WINKS);
    assert_int_equal(many(o, "moved") + many(o, "vanished") + many(o, "found"), 0);
    assert_int_equal(json_integer_value(json_object_get(o, "rest")), 7);
    assert_near(json_real_value(json_object_get(o, "t_start")), 20.5, 0);
    assert_near(json_real_value(json_object_get(o, "t_rest")), 21.25, 0);
    assert_null(json_object_get(o, "gap_s"));
    json_decref(o);
}

static void what_moved_is_told_with_where_it_came_from(void **state) {
    (void)state;
    sq_position before = start(), now = start();
    now.winks[W("b3")].at = (sq_mm){100, 50};
    now.winks[W("r1")].at.x += 1; /* within what the eye errs */
    json_t *o = line(&now, &before, 60);
    assert_int_equal(many(o, "moved"), 1);
    const json_t *moved = json_array_get(json_object_get(o, "moved"), 0),
                 *from = json_object_get(moved, "from");
    assert_string_equal(json_string_value(json_object_get(moved, "id")), "b3");
    assert_near(json_number_value(json_array_get(from, 0)), before.winks[W("b3")].at.x, 1e-3);
    assert_near(json_number_value(json_array_get(from, 1)), before.winks[W("b3")].at.y, 1e-3);
    assert_near(json_number_value(json_object_get(moved, "mm")),
                sq_mm_distance(before.winks[W("b3")].at, now.winks[W("b3")].at), 1e-3);
    assert_near(json_real_value(json_object_get(o, "gap_s")), 60, 0);
    json_decref(o);
}

static void what_vanishes_and_is_found_again_is_told(void **state) {
    (void)state;
    sq_position all = start(), less = start();
    hand_made_lose(&less, W("y2"));
    json_t *o = line(&less, &all, 0);
    assert_int_equal(many(o, "vanished"), 1);
    assert_string_equal(json_string_value(json_array_get(json_object_get(o, "vanished"), 0)), "y2");
    assert_int_equal(many(o, "found") + many(o, "moved"), 0);
    json_decref(o);
    o = line(&all, &less, 0);
    assert_int_equal(many(o, "found"), 1);
    assert_int_equal(many(o, "vanished") + many(o, "moved"), 0);
    json_decref(o);
}

static void put_on_mat(sq_position *p, const char *name, double x, double y) {
    p->winks[W(name)].place = SQ_PLACE_MAT;
    p->winks[W(name)].at = (sq_mm){x, y};
}

/* The nearest spot is 22 mm in, but 10 cm from the wink that lies there (13.1). */
static void a_wink_that_went_off_is_told_where_it_comes_back(void **state) {
    (void)state;
    sq_position p = start();
    sq_seen_wink *off = &p.winks[W("r1")], *there = &p.winks[W("y1")];
    off->place = SQ_PLACE_OFF;
    off->at = (sq_mm){100, SQ_MAT_WIDTH_MM / 2 + 50};
    sq_state by_2012 = game_by("etwa-2012"), race = game_by("corner-race");
    game = &by_2012;
    json_t *o = line(&p, NULL, 0), *back = json_array_get(json_object_get(o, "back"), 0);
    double inset = SQ_MAT_WIDTH_MM / 2 - 22 - SQ_SMALL_MM / 2;
    assert_int_equal(many(o, "back"), 1);
    assert_string_equal(json_string_value(json_object_get(back, "id")), "r1");
    assert_near(json_number_value(json_object_get(back, "x")), 100, 1e-3);
    assert_near(json_number_value(json_object_get(back, "y")), inset, 1e-3);
    json_decref(o);
    there->place = SQ_PLACE_MAT;
    there->at = (sq_mm){100, inset};
    o = line(&p, NULL, 0);
    back = json_array_get(json_object_get(o, "back"), 0);
    assert_near(fabs(json_number_value(json_object_get(back, "x")) - 100), 100 + SQ_SMALL_MM, 1e-3);
    json_decref(o);
    put_on_mat(&p, "y1", -300, 0);
    p.winks[W("g1")].place = SQ_PLACE_OFF; /* at the same place: the second keeps away from the first */
    p.winks[W("g1")].at = off->at;
    o = line(&p, NULL, 0);
    assert_int_equal(many(o, "back"), 2);
    double first = json_number_value(json_object_get(json_array_get(json_object_get(o, "back"), 0), "x")),
           second = json_number_value(json_object_get(json_array_get(json_object_get(o, "back"), 1), "x"));
    assert_near(fabs(first - second), 100 + SQ_SMALL_MM, 1e-3);
    json_decref(o);
    game = &race; /* there it goes back behind its baseline */
    o = line(&p, NULL, 0);
    assert_null(json_object_get(o, "back"));
    json_decref(o);
    game = NULL;
}

/* How far from the pot `w` is put by the line, mm; and that it is that wink, for this reason. */
static double put_at(const json_t *o, const char *name, const char *why, sq_mm *to) {
    assert_int_equal(many(o, "back"), 1);
    const json_t *back = json_array_get(json_object_get(o, "back"), 0);
    assert_string_equal(json_string_value(json_object_get(back, "id")), name);
    assert_string_equal(json_string_value(json_object_get(back, "why")), why);
    *to =
        (sq_mm){json_number_value(json_object_get(back, "x")), json_number_value(json_object_get(back, "y"))};
    return hypot(to->x, to->y);
}

/* The upper wink goes round the pot, as far from it as before, until 2 mm are between them (20.1). */
static void after_a_pot_out_winks_are_put_apart(void **state) {
    (void)state;
    sq_position p = start();
    put_on_mat(&p, "b1", 200, 0);
    put_on_mat(&p, "g1", 200, 10);
    p.squops[p.squop_count++] =
        (sq_squop){.over = W("g1"), .under = W("b1"), .probability = 0.99, .call = SQ_CALL_SQUOPPED};
    sq_state by_2012 = game_by("etwa-2012"), parker = game_by("parker"), simple = game_by("etwa-simple");
    game = &by_2012;
    json_t *o = line(&p, NULL, 0); /* no colour has potted out */
    assert_null(json_object_get(o, "back"));
    json_decref(o);
    sq_mm to;
    by_2012.now.phase = parker.now.phase = simple.now.phase = SQ_PHASE_POT_OUT;
    o = line(&p, NULL, 0);
    assert_near(put_at(o, "g1", "apart", &to), hypot(200, 10), 2e-3);
    assert_near(hypot(to.x - 200, to.y), SQ_SMALL_MM + 2, 2e-3);
    json_decref(o);
    game = &parker; /* "just moved clear" (9d) */
    o = line(&p, NULL, 0);
    put_at(o, "g1", "apart", &to);
    assert_near(hypot(to.x - 200, to.y), SQ_SMALL_MM, 2e-3);
    json_decref(o);
    game = &simple; /* there squops stay */
    o = line(&p, NULL, 0);
    assert_null(json_object_get(o, "back"));
    json_decref(o);
    game = NULL;
}

/* It is laid flat against the pot's base, but not where it squops or is squopped (25.4). */
static void a_wink_that_leans_on_the_pot_is_laid_flat(void **state) {
    (void)state;
    sq_position p = start();
    put_on_mat(&p, "y2", 0, -22);
    p.winks[W("y2")].pot_supported = true;
    sq_state by_2012 = game_by("etwa-2012");
    sq_mm to;
    game = &by_2012;
    json_t *o = line(&p, NULL, 0);
    assert_near(put_at(o, "y2", "leans", &to), (SQ_POT_BASE_MM + SQ_SMALL_MM) / 2, 2e-3);
    assert_true(to.y < 0);
    assert_null(json_object_get(json_array_get(json_object_get(o, "back"), 0), "over"));
    json_decref(o);
    put_on_mat(&p, "r1", 3, -40); /* where it will lie */
    o = line(&p, NULL, 0);
    const json_t *over = json_object_get(json_array_get(json_object_get(o, "back"), 0), "over");
    assert_int_equal(json_array_size(over), 1);
    assert_string_equal(json_string_value(json_array_get(over, 0)), "r1");
    json_decref(o);
    p.squops[p.squop_count++] = (sq_squop){.over = W("y2"), .under = W("b1"), .call = SQ_CALL_LOOK};
    o = line(&p, NULL, 0);
    assert_null(json_object_get(o, "back"));
    json_decref(o);
    game = NULL;
}

/* The earlier full rules lay it flat also where it squops (7 b), Parker's every one (3). What it squopped and
 * is clear of then comes free. */
static void each_book_says_which_are_laid_flat(void **state) {
    (void)state;
    sq_position p = start();
    put_on_mat(&p, "y2", 0, -22);
    p.winks[W("y2")].pot_supported = true;
    put_on_mat(&p, "g1", -15, -20); /* under its edge, beside the pot */
    put_on_mat(&p, "r1", 3, -40);   /* where it will lie */
    p.squops[p.squop_count++] =
        (sq_squop){.over = W("y2"), .under = W("g1"), .probability = 0.99, .call = SQ_CALL_SQUOPPED};
    sq_state by_2012 = game_by("etwa-2012"), classic = game_by("etwa-classic"), parker = game_by("parker");
    game = &by_2012;
    json_t *o = line(&p, NULL, 0);
    assert_null(json_object_get(o, "back"));
    json_decref(o);
    sq_mm to;
    game = &classic;
    o = line(&p, NULL, 0);
    assert_near(put_at(o, "y2", "leans", &to), (SQ_POT_BASE_MM + SQ_SMALL_MM) / 2, 2e-3);
    const json_t *over = json_object_get(json_array_get(json_object_get(o, "back"), 0), "over");
    assert_int_equal(json_array_size(over), 1);
    assert_string_equal(json_string_value(json_array_get(over, 0)), "r1");
    json_decref(o);
    p.squops[p.squop_count++] =
        (sq_squop){.over = W("b1"), .under = W("y2"), .probability = 0.99, .call = SQ_CALL_SQUOPPED};
    o = line(&p, NULL, 0);
    assert_null(json_object_get(o, "back"));
    json_decref(o);
    game = &parker;
    o = line(&p, NULL, 0);
    put_at(o, "y2", "leans", &to);
    json_decref(o);
    game = NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_rest_has_nothing_before_it),
        cmocka_unit_test(what_moved_is_told_with_where_it_came_from),
        cmocka_unit_test(what_vanishes_and_is_found_again_is_told),
        cmocka_unit_test(a_wink_that_went_off_is_told_where_it_comes_back),
        cmocka_unit_test(after_a_pot_out_winks_are_put_apart),
        cmocka_unit_test(a_wink_that_leans_on_the_pot_is_laid_flat),
        cmocka_unit_test(each_book_says_which_are_laid_flat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
