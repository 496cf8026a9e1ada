/* A position as JSON: there and back, the contract's keys, and lines that are no position. */
#include "ui/game/position_json.h"

#include <stdlib.h>

#include "tests/fixture/unit.h"
#include "vision/position/squops_and_distances.h"

/* One of everything, with numbers that the writer's rounding leaves alone. */
static const sq_position full = {
    .t = 12.5,
    .width = 1920,
    .height = 1080,
    .source = SQ_CAMERA_FROM_MAT,
    .camera_rms_px = 0.25,
    .pot_found = true,
    .pot = {0.125, -0.5},
    .pot_sigma_mm = 0.1,
    .wink_count = 2,
    .winks = {{.colour = SQ_BLUE,
               .size = SQ_SMALL,
               .at = {351.031, -19.001},
               .z = 2.25,
               .normal = {0.1, -0.2, 0.9747},
               .sigma_mm = 0.08,
               .common = {0.05, 0.07, 0.0005},
               .raised_mm = 0.06,
               .place = SQ_PLACE_MAT,
               .seen = 1,
               .pot_supported = true,
               .edge_to_pot_mm = 324.5,
               .edge_sigma_mm = 0.11,
               .colour_confidence = 0.999,
               .size_confidence = 0.98,
               .id = 4},
              {.colour = SQ_YELLOW,
               .size = SQ_LARGE,
               .at = {361, -19},
               .z = 0.75,
               .normal = {0, 0, 1},
               .sigma_mm = NAN,
               .place = SQ_PLACE_OFF,
               .seen = 0.5,
               .edge_to_pot_mm = NAN,
               .edge_sigma_mm = NAN,
               .colour_confidence = 1,
               .size_confidence = 1,
               .id = SQ_NO_WINK}},
    .squop_count = 1,
    .squops = {{.over = 0,
                .under = 1,
                .probability = 0.5125,
                .gap_mm = -0.103,
                .sigma_mm = 0.25,
                .call = SQ_CALL_LOOK}},
    .other_pot_found = true,
    .other_pot = {210.5, -80.25},
    .region_count = 1,
    .regions = {{{-300, 12}, 80}},
    .unseen = {{2, 3}, {2, 4}, {2, 4}, {1, 4}},
    .potted = {0, 2, 0, 1},
    .tiddlies = {{0, 1}, {0, 0}, {18, 18}, {1, 1}},
    .nearest_count = 2,
    .nearest = {{0, SQ_BLUE, 324.5, 0.11}, {-1, SQ_GREEN, NAN, NAN}},
    .too_close = true,
    .truncated = true,
    .sight_ms = 14.25,
    .load_ms = 9.5,
};

static char *printed(const sq_position *p, const char *image) {
    char *line = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&line, &size);
    assert_non_null(to);
    assert_int_equal(sq_position_write_json(to, p, image, NULL, NULL), SQ_OK);
    fclose(to);
    return line;
}

static json_t *parsed(const char *line) {
    json_error_t e;
    json_t *o = json_loads(line, JSON_REJECT_DUPLICATES, &e);
    if (!o) fail_msg("%s: %s", e.text, line);
    return o;
}

static void there_and_back_prints_the_same(void **state) {
    (void)state;
    char *line = printed(&full, "a.jpg");
    json_t *o = parsed(line);
    sq_position back;
    assert_int_equal(sq_position_from_json(&back, o, "a", NULL), SQ_OK);
    char *again = printed(&back, "a.jpg");
    assert_string_equal(line, again);
    free(line);
    free(again);
    json_decref(o);
}

static void numbers_come_back_as_they_were(void **state) {
    (void)state;
    char *line = printed(&full, NULL);
    json_t *o = parsed(line);
    sq_position back;
    assert_int_equal(sq_position_from_json(&back, o, "a", NULL), SQ_OK);
    assert_near(back.t, full.t, 0);
    assert_near(back.camera_rms_px, full.camera_rms_px, 0);
    assert_near(back.pot.y, full.pot.y, 0);
    assert_near(back.pot_sigma_mm, full.pot_sigma_mm, 0);
    assert_near(back.winks[0].at.x, full.winks[0].at.x, 0);
    assert_near(back.winks[0].normal.z, full.winks[0].normal.z, 0);
    assert_near(back.winks[1].sigma_mm, NAN, 0);
    assert_near(back.winks[0].raised_mm, full.winks[0].raised_mm, 0);
    assert_near(back.winks[1].raised_mm, 0, 0);
    assert_null(json_object_get(json_array_get(json_object_get(o, "winks"), 1), "raised_mm"));
    assert_int_equal(back.winks[0].id, full.winks[0].id);
    assert_int_equal(back.winks[1].id, SQ_NO_WINK);
    assert_int_equal(back.winks[1].place, SQ_PLACE_OFF);
    assert_near(back.squops[0].gap_mm, full.squops[0].gap_mm, 0);
    assert_int_equal(back.squops[0].call, SQ_CALL_LOOK);
    assert_int_equal(back.nearest[1].wink, -1);
    assert_int_equal(back.tiddlies[SQ_RED].high, 18);
    assert_int_equal(back.unseen[SQ_YELLOW][SQ_LARGE], 1);
    assert_near(back.regions[0].radius_mm, 80, 0);
    assert_near(back.other_pot.y, full.other_pot.y, 0);
    assert_true(back.other_pot_found);
    assert_memory_equal(back.potted, full.potted, sizeof full.potted);
    assert_true(back.too_close && back.truncated && back.pot_found);
    free(line);
    json_decref(o);
}

/* Red is farther than green, but less is known of where it lies. */
static void who_may_be_nearest_too_follows_from_the_winks(void **state) {
    (void)state;
    static const double mm[] = {64.5, 64.8, 65}, sigma_mm[] = {0.05, 0.05, 2};
    sq_position p = full, back;
    p.wink_count = 3;
    p.squop_count = 0;
    for (int i = 0; i < 3; i++) {
        p.winks[i] = full.winks[0];
        p.winks[i].colour = (sq_colour)i;
        p.winks[i].edge_to_pot_mm = mm[i];
        p.winks[i].edge_sigma_mm = sigma_mm[i];
        p.winks[i].common.to_pot_mm = 0;
    }
    p.pot_sigma_mm = 0;
    sq_position_nearest(&p);
    assert_true(p.too_close);
    assert_int_equal(p.rival, 2);
    json_t *o = sq_position_to_json_exact(&p);
    assert_int_equal(sq_position_from_json(&back, o, "a", NULL), SQ_OK);
    assert_int_equal(back.rival, 2);
    assert_true(sq_position_is_too_close(&back, 2));
    assert_false(sq_position_is_too_close(&back, 1));
    json_decref(o);
}

/* For the looks of a game alone. */
static void what_has_changed_is_told_exactly(void **state) {
    (void)state;
    sq_position p = full, back;
    p.changed = (sq_changed){.known = true,
                             .since = 3.25,
                             .dazzled = true,
                             .run_count = 2,
                             .runs = {{10, 7, 3}, {0, 8, SQ_CHANGED_X}}};
    json_t *o = sq_position_to_json_exact(&p), *rounded = sq_position_to_json(&p, NULL);
    assert_int_equal(sq_position_from_json(&back, o, "a", NULL), SQ_OK);
    assert_true(back.changed.known && back.changed.dazzled);
    assert_near(back.changed.since, 3.25, 0);
    assert_int_equal(back.changed.run_count, 2);
    assert_memory_equal(back.changed.runs, p.changed.runs, 2 * sizeof p.changed.runs[0]);
    assert_null(json_object_get(rounded, "changed"));
    assert_int_equal(sq_position_from_json(&back, rounded, "a", NULL), SQ_OK);
    assert_false(back.changed.known);
    json_decref(o);
    json_decref(rounded);
}

static void one_line_without_nan(void **state) {
    (void)state;
    char *line = printed(&full, "a.jpg");
    assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
    assert_null(strstr(line, "nan"));
    assert_null(strstr(line, "null"));
    assert_non_null(strstr(line, "\"image\":\"a.jpg\",\"width\":1920"));
    assert_non_null(strstr(line, "\"x\":351.031,\"y\":-19.001,"));
    assert_non_null(strstr(line, "\"gap_mm\":-0.103,"));
    assert_non_null(strstr(line, "\"ms\":{\"load\":9.5,\"sight\":14.25}"));
    free(line);
}

static void an_empty_mat_has_every_key(void **state) {
    (void)state;
    sq_position empty = {.camera_rms_px = NAN};
    char *line = printed(&empty, "e.png");
    json_t *o = parsed(line);
    static const char *const keys[] = {"image",  "width",  "height",   "calibration", "pot",       "winks",
                                       "squops", "unseen", "tiddlies", "nearest",     "too_close", "ms"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!json_object_get(o, keys[i])) fail_msg("no key %s in %s", keys[i], line);
    assert_true(json_is_null(json_object_get(o, "pot")));
    sq_position back;
    assert_int_equal(sq_position_from_json(&back, o, "e", NULL), SQ_OK);
    assert_false(back.pot_found);
    free(line);
    json_decref(o);
}

static void a_name_that_is_no_utf8_still_prints(void **state) {
    (void)state;
    char *line = printed(&full, "mat-\xff.jpg");
    assert_non_null(strstr(line, "\"image\":\"mat-?.jpg\""));
    free(line);
}

/* Each line lacks or breaks one thing; the sentence names it. */
static void what_no_position_can_be_is_refused(void **state) {
    (void)state;
    static const struct {
        const char *line, *key;
    } cases[] = {
        {"[]", "width"},
        {"{\"width\":9,\"height\":-1,\"winks\":[]}", "height"},
        {"{\"width\":9,\"height\":9}", "winks"},
        {"{\"width\":9,\"height\":9,\"winks\":[{\"colour\":\"pink\"}]}", "colour"},
        {"{\"width\":9,\"height\":9,\"winks\":[{\"colour\":\"blue\",\"size\":\"huge\"}]}", "size"},
        {"{\"width\":9,\"height\":9,\"winks\":[{\"colour\":\"blue\",\"size\":\"large\",\"place\":\"mat\","
         "\"y\":1,\"seen\":1}]}",
         "x"},
        {"{\"width\":9,\"height\":9,\"winks\":[{\"colour\":\"blue\",\"size\":\"large\",\"place\":\"mat\","
         "\"x\":1,\"y\":1,\"seen\":1,\"normal\":[0,1]}]}",
         "normal"},
        {"{\"width\":9,\"height\":9,\"winks\":[],\"squops\":[{\"over\":0,\"under\":1}]}", "over"},
        {"{\"width\":9,\"height\":9,\"winks\":[],\"nearest\":[{\"colour\":\"red\",\"wink\":0}]}", "wink"},
        {"{\"width\":9,\"height\":9,\"winks\":[],\"tiddlies\":{\"red\":{\"low\":3,\"high\":2}}}", "tiddlies"},
        {"{\"width\":9,\"height\":9,\"winks\":[],\"changed\":{\"since\":1,\"runs\":[1,2]}}", "changed"},
        {"{\"width\":9,\"height\":9,\"winks\":[],\"changed\":{\"since\":1,\"runs\":[457,2,2]}}", "changed"},
        {"{\"width\":9,\"height\":9,\"winks\":[],\"changed\":{\"runs\":[]}}", "changed"},
        {"{\"width\":9,\"height\":9,\"winks\":[],\"unseen\":{\"red\":{\"large\":-1,\"small\":2}}}", "unseen"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        json_t *o = parsed(cases[i].line);
        sq_position p;
        sq_diag d;
        assert_int_equal(sq_position_from_json(&p, o, "line 1", &d), SQ_E_FORMAT);
        char quoted[32];
        snprintf(quoted, sizeof quoted, "\"%s\"", cases[i].key);
        if (!strstr(d.text, quoted)) fail_msg("%s is not named: %s", quoted, d.text);
        json_decref(o);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back_prints_the_same),
        cmocka_unit_test(numbers_come_back_as_they_were),
        cmocka_unit_test(who_may_be_nearest_too_follows_from_the_winks),
        cmocka_unit_test(what_has_changed_is_told_exactly),
        cmocka_unit_test(one_line_without_nan),
        cmocka_unit_test(an_empty_mat_has_every_key),
        cmocka_unit_test(a_name_that_is_no_utf8_still_prints),
        cmocka_unit_test(what_no_position_can_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
