/* A line of rests.jsonl: what moved since the rest before is told, what only trembled is not. */
#include "ui/game/rest_json.h"

#include <jansson.h>

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

static const sq_ruleset *book; /* null but where a book is asked */

static json_t *line(const sq_position *now, const sq_position *before, double gap_s) {
    static sq_observation look;
    look = (sq_observation){.rest = 7, .t_start = 20.5, .t_rest = 21.25, .gap_s = gap_s};
    char *text = sq_rest_json(now, before, &look, book);
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

/* The nearest spot is 22 mm in, but 10 cm from the wink that lies there (13.1). */
static void a_wink_that_went_off_is_told_where_it_comes_back(void **state) {
    (void)state;
    sq_position p = start();
    sq_seen_wink *off = &p.winks[W("r1")], *there = &p.winks[W("y1")];
    off->place = SQ_PLACE_OFF;
    off->at = (sq_mm){100, SQ_MAT_WIDTH_MM / 2 + 50};
    book = sq_ruleset_at(sq_ruleset_find("etwa-2012"));
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
    book = sq_ruleset_at(sq_ruleset_find("corner-race")); /* there it goes back behind its baseline */
    o = line(&p, NULL, 0);
    assert_non_null(book);
    assert_null(json_object_get(o, "back"));
    json_decref(o);
    book = NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_rest_has_nothing_before_it),
        cmocka_unit_test(what_moved_is_told_with_where_it_came_from),
        cmocka_unit_test(what_vanishes_and_is_found_again_is_told),
        cmocka_unit_test(a_wink_that_went_off_is_told_where_it_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
