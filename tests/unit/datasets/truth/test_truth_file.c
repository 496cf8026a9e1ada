/* Truth files and predictions: there and back, what the reader takes for granted, and a sentence for each way
 * in which a file can be wrong; folders of them. */
#include "datasets/truth/truth_file.h"

#include <stdlib.h>
#include <unistd.h>

#include "datasets/score/scene_score.h"
#include "tests/fixture/unit.h"

static char folder[] = "/tmp/squint-truth-XXXXXX";

static const char *path_of(const char *name) {
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static const char *write_file(const char *name, const char *text) {
    const char *path = path_of(name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
    return path;
}

#define CAMERA                                                                                               \
    "\"camera\":{\"fx\":1600,\"fy\":1600,\"cx\":960,\"cy\":540,\"dist\":[0,0,0,0,0],\"R\":[[1,0,0],[0,-1,0]" \
    ",[0,0,"                                                                                                 \
    "-1]],\"t\":[0,0,1700]},\"width\":1920,\"height\":1080"

static const sq_truth whole = {
    .image = "piles_007.jpg",
    .family = "piles",
    .lighting = "window",
    .pot_colour = "red",
    .seed = 7,
    .width = 1920,
    .height = 1080,
    .camera = {.fx = 1600.25,
               .fy = 1601,
               .cx = 955,
               .cy = 541.5,
               .dist = {-0.1, 0.02, 0.0003, -0.0004, 0.001},
               .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
               .t = {3, -4, 1700}},
    .mat_length_mm = 1829,
    .mat_width_mm = 915,
    .line_width_mm = 1.5,
    .pot = {0.5, -0.25},
    .corners = {{-914.5, -457.5}, {-914.5, 457.5}, {914.5, 457.5}, {914.5, -457.5}},
    .hand = true,
    .squidge_off_count = 2,
    .squidge_off = {4, 9},
    .squidge_off_mm = {17.5, 21.25},
    .wink_count = 2,
    .winks = {{.id = 4,
               .colour = SQ_BLUE,
               .diameter_mm = 16,
               .at = {351.031, -19.001, 2.25},
               .normal = {0.6, 0, 0.8},
               .place = SQ_PLACE_MAT,
               .visible_fraction = 0.5125,
               .over = 1u << 6,
               .overlap_mm2 = {[6] = 12.5},
               .overlap_depth_mm = {[6] = 1.75},
               .pot_supported = true,
               .nearest_edge_to_pot_mm = 324.5},
              {.id = 6,
               .colour = SQ_GREEN,
               .diameter_mm = 22,
               .at = {361, -19, 0.75},
               .normal = {0, 0, 1},
               .place = SQ_PLACE_OFF,
               .visible_fraction = 1,
               .nearest_edge_to_pot_mm = NAN}},
    .thing_count = 2,
    .things = {{true, {12.5, -300}, 31.25}, {false, {-80, 44.125}, 9.5}},
};

static void assert_same_wink(const sq_true_wink *a, const sq_true_wink *b) {
    assert_int_equal(a->id, b->id);
    assert_int_equal(a->colour, b->colour);
    assert_int_equal(a->place, b->place);
    assert_int_equal(a->over, b->over);
    assert_int_equal(a->pot_supported, b->pot_supported);
    assert_near(a->diameter_mm, b->diameter_mm, 0);
    assert_near(a->at.x, b->at.x, 1e-12);
    assert_near(a->at.y, b->at.y, 1e-12);
    assert_near(a->at.z, b->at.z, 0);
    assert_near(a->normal.x, b->normal.x, 1e-12);
    assert_near(a->normal.z, b->normal.z, 1e-12);
    assert_near(a->visible_fraction, b->visible_fraction, 0);
    assert_near(a->nearest_edge_to_pot_mm, b->nearest_edge_to_pot_mm, 0);
    for (int u = 0; u < SQ_USUAL_WINKS; u++) {
        assert_near(a->overlap_mm2[u], b->overlap_mm2[u], 0);
        assert_near(a->overlap_depth_mm[u], b->overlap_depth_mm[u], 0);
    }
}

static void what_is_written_is_read_back(void **state) {
    (void)state;
    static sq_truth back;
    sq_diag d;
    const char *path = path_of("back.json");
    assert_int_equal(sq_truth_write(&whole, path, &d), SQ_OK);
    assert_int_equal(sq_truth_read(&back, path, &d), SQ_OK);
    assert_string_equal(back.image, whole.image);
    assert_string_equal(back.family, whole.family);
    assert_string_equal(back.lighting, whole.lighting);
    assert_string_equal(back.pot_colour, whole.pot_colour);
    assert_int_equal(back.seed, 7);
    assert_true(back.hand);
    assert_int_equal(back.width, 1920);
    assert_near(back.camera.dist[4], 0.001, 1e-15);
    assert_near(back.camera.t[2], 1700, 0);
    assert_near(back.mat_length_mm, 1829, 0);
    assert_near(back.line_width_mm, 1.5, 0);
    assert_near(back.pot.y, -0.25, 0);
    assert_near(back.corners[SQ_YELLOW].x, 914.5, 0);
    assert_int_equal(back.squidge_off_count, 2);
    assert_int_equal(back.squidge_off[1], 9);
    assert_near(back.squidge_off_mm[1], 21.25, 0);
    assert_int_equal(back.wink_count, 2);
    for (int i = 0; i < 2; i++)
        assert_same_wink(&back.winks[i], &whole.winks[i]);
    assert_int_equal(back.thing_count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(back.things[i].is_sheet, whole.things[i].is_sheet);
        assert_near(back.things[i].at.x, whole.things[i].at.x, 0);
        assert_near(back.things[i].at.y, whole.things[i].at.y, 0);
        assert_near(back.things[i].radius_mm, whole.things[i].radius_mm, 0);
    }
}

static void what_a_file_leaves_out_is_taken_for_granted(void **state) {
    (void)state;
    static sq_truth t;
    sq_diag d;
    const char *path =
        write_file("short.json", "{\"image\":\"a.jpg\"," CAMERA
                                 ",\"winks\":[{\"id\":\"b1\",\"colour\":\"blue\",\"diameter_mm\":16,"
                                 "\"x\":1,\"y\":2,\"place\":\"mat\"}]}");
    assert_int_equal(sq_truth_read(&t, path, &d), SQ_OK);
    assert_near(t.winks[0].visible_fraction, 1, 0);
    assert_near(t.winks[0].normal.z, 1, 0);
    assert_near(t.winks[0].at.z, 0.75, 0);
    assert_near(t.winks[0].nearest_edge_to_pot_mm, NAN, 0);
    assert_near(t.mat_length_mm, 1828.8, 0);
    assert_int_equal(t.squidge_off_count, 0);
}

static void each_fault_of_a_truth_file_is_named(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } faults[] = {
        {"{\"image\":\"a.jpg\"", "is no JSON"},
        {"{\"image\":\"a.jpg\",\"winks\":[]}", "has no \"camera\""},
        {"{\"image\":\"a.jpg\"," CAMERA "}", "no list of at most"},
#define WINK(keys) "{\"image\":\"a.jpg\"," CAMERA ",\"winks\":[{\"id\":\"b1\"," keys "}]}"
        {WINK("\"colour\":\"pink\""), "wink 1: \"colour\""},
        {WINK("\"colour\":\"blue\",\"place\":\"air\""), "wink 1: \"place\""},
        {WINK("\"colour\":\"blue\",\"place\":\"mat\",\"diameter_mm\":0"), "wink 1: \"diameter_mm\""},
        {WINK("\"colour\":\"blue\",\"place\":\"mat\",\"diameter_mm\":16,\"x\":\"1\""), "wink 1: \"x\""},
        {WINK("\"colour\":\"blue\",\"place\":\"mat\",\"diameter_mm\":16,\"x\":1"), "wink 1: \"y\""},
        {WINK("\"colour\":\"blue\",\"place\":\"mat\",\"diameter_mm\":16,\"x\":1,\"y\":2,\"normal\":[0,1]"),
         "wink 1: \"normal\""},
        {WINK("\"colour\":\"blue\",\"place\":\"mat\",\"diameter_mm\":16,\"x\":1,\"y\":2},{\"id\":\"b1\","
              "\"colour\":\"blue\",\"place\":\"mat\",\"diameter_mm\":16,\"x\":9,\"y\":2"),
         "wink 2: \"id\""},
    };
    static sq_truth t;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        sq_diag d = {0};
        const char *path = write_file("fault.json", faults[i].text);
        assert_int_not_equal(sq_truth_read(&t, path, &d), SQ_OK);
        if (!strstr(d.text, faults[i].says) || !strstr(d.text, "fault.json"))
            fail_msg("\"%s\" does not say \"%s\"", d.text, faults[i].says);
    }
    sq_diag d = {0};
    assert_int_equal(sq_truth_read(&t, path_of("absent.json"), &d), SQ_E_FILE);
    assert_non_null(strstr(d.text, "absent.json"));
}

static void each_fault_of_a_prediction_is_named_with_its_line(void **state) {
    (void)state;
    static const struct {
        const char *text, *says;
    } faults[] = {
        {"\n{\"image\":", ":2: is no JSON"},
        {"{\"winks\":[]}", ":1: \"image\""},
        {"remark\n{\"image\":\"a.jpg\",\"winks\":[{\"size\":\"large\",\"x\":1,\"y\":1}]}", ":2: \"colour\""},
        {"{\"image\":\"a.jpg\",\"winks\":[{\"colour\":\"red\",\"x\":1,\"y\":1}]}", "\"size\""},
        {"{\"image\":\"a.jpg\",\"winks\":[{\"colour\":\"red\",\"size\":\"large\",\"y\":1}]}", "\"x\""},
        {"{\"image\":\"a.jpg\",\"winks\":[{\"colour\":\"red\",\"size\":\"large\",\"x\":1}]}", "\"y\""},
        {"{\"image\":\"a.jpg\",\"squops\":[{\"over\":0,\"under\":1}]}", "\"over\""},
        {"{\"image\":\"a.jpg\",\"winks\":[{\"colour\":\"red\",\"size\":\"large\",\"x\":1,\"y\":1}],"
         "\"squops\":[{"
         "\"over\":0,\"under\":-1}]}",
         "\"under\""},
        {"{\"image\":\"a.jpg\",\"winks\":[{\"colour\":\"red\",\"size\":\"large\",\"x\":1,\"y\":1}],"
         "\"squops\":[{"
         "\"over\":0,\"under\":0,\"call\":\"perhaps\"}]}",
         "\"call\""},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        sq_diag d = {0};
        sq_predictions p;
        assert_int_not_equal(sq_predictions_read(&p, write_file("fault.jsonl", faults[i].text), &d), SQ_OK);
        if (!strstr(d.text, faults[i].says) || !strstr(d.text, "fault.jsonl"))
            fail_msg("\"%s\" does not say \"%s\"", d.text, faults[i].says);
    }
    sq_diag d = {0};
    sq_predictions p;
    assert_int_equal(sq_predictions_read(&p, path_of("absent.jsonl"), &d), SQ_E_FILE);
}

static void a_prediction_may_leave_out_what_can_be_guessed(void **state) {
    (void)state;
    sq_predictions p;
    sq_diag d;
    const char *path = write_file(
        "lax.jsonl", "{\"image\":\"x/y.z/"
                     "a.jpg\",\"winks\":[{\"colour\":\"red\",\"size\":\"large\",\"x\":1,\"y\":2},{\"colour\":"
                     "\"pink\",\"size\":\"large\",\"x\":1,\"y\":1}],\"squops\":[{\"over\":0,\"under\":1},{"
                     "\"over\":1,\"under\":0,"
                     "\"probability\":0.5},{\"over\":1,\"under\":0,\"call\":\"look\"}],\"tiddlies\":{\"red\":"
                     "{\"low\":1,\"high\":2}}"
                     "}\n\n{\"image\":\"a.jpg\",\"winks\":[]}\n{\"image\":\"b.jpg\"}\n");
    assert_int_equal(sq_predictions_read(&p, path, &d), SQ_OK);
    assert_int_equal(p.count, 3);
    const sq_prediction *first = &p.at[0];
    assert_string_equal(first->name, "a");
    assert_int_equal(first->winks[0].place, SQ_PLACE_MAT);
    assert_near(first->winks[0].seen, 1, 0);
    assert_near(first->winks[0].sigma_mm, 0, 0);
    assert_near(first->winks[0].edge_to_pot_mm, NAN, 0);
    assert_int_equal(first->winks[1].colour, SQ_NO_COLOUR);
    assert_int_equal(first->pairs[0].call, SQ_CALL_SQUOPPED);
    assert_near(first->pairs[0].probability, 1, 0);
    assert_int_equal(first->pairs[1].call, SQ_CALL_CLEAR);
    assert_near(first->pairs[2].probability, 0, 0);
    assert_true(first->tiddlies[SQ_RED].claimed);
    assert_false(first->tiddlies[SQ_BLUE].claimed);
    assert_ptr_equal(sq_prediction_find(&p, "a"), &p.at[1]); /* the last line counts */
    assert_null(sq_prediction_find(&p, "c"));
    sq_predictions_free(&p);
}

/* Three scenes in two folders, a camera file among them, and predictions for two of the scenes. */
static void a_folder_is_scored_by_families(void **state) {
    (void)state;
    sq_diag d;
    char below[600];
    snprintf(below, sizeof below, "%s/scenes", folder);
    assert_int_equal(mkdtemp(strcpy(below, path_of("scenesXXXXXX"))) != NULL, 1);
    char names[4][700];
    const char *last[4] = {"slight-squop_001.json", "slight-squop_102_4k.json", "empty_001.json",
                           "camera.json"};
    for (int i = 0; i < 4; i++) {
        snprintf(names[i], sizeof names[i], "%s/%s", below, last[i]);
        FILE *f = fopen(names[i], "w");
        fprintf(f, i == 3 ? "{" CAMERA "}" : "{\"image\":\"a.jpg\"," CAMERA ",\"winks\":[]}");
        fclose(f);
    }
    const char *claims =
        write_file("claims.jsonl", "{\"image\":\"slight-squop_001.jpg\"}\n{\"image\":\"empty_001.png\"}");
    sq_score s;
    assert_int_equal(sq_score_folder(&s, below, claims, &d), SQ_OK);
    assert_int_equal(s.count, 3);
    assert_string_equal(s.families[0].family, "empty");
    assert_string_equal(s.families[1].family, "slight-squop");
    assert_string_equal(s.families[2].family, "ALL");
    assert_int_equal(s.families[1].n.scenes, 2);
    assert_int_equal(s.families[2].n.scenes, 3);
    assert_int_equal(s.without_prediction, 1);
    sq_score_free(&s);
    for (int i = 0; i < 3; i++)
        unlink(names[i]);
    claims = path_of("claims.jsonl");
    assert_int_equal(sq_score_folder(&s, below, claims, &d), SQ_E_FORMAT);
    assert_non_null(strstr(d.text, "holds no truth file"));
    unlink(names[3]);
    rmdir(below);
    assert_int_equal(sq_score_folder(&s, below, path_of("claims.jsonl"), &d), SQ_E_FILE);
}

static int set_up(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
    (void)state;
    static const char *const made[] = {"back.json",   "short.json", "fault.json",
                                       "fault.jsonl", "lax.jsonl",  "claims.jsonl"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        unlink(path_of(made[i]));
    return rmdir(folder);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(what_a_file_leaves_out_is_taken_for_granted),
        cmocka_unit_test(each_fault_of_a_truth_file_is_named),
        cmocka_unit_test(each_fault_of_a_prediction_is_named_with_its_line),
        cmocka_unit_test(a_prediction_may_leave_out_what_can_be_guessed),
        cmocka_unit_test(a_folder_is_scored_by_families),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
