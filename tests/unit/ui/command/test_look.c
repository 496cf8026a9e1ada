/* squint look: bad inputs are answered by one sentence each and do not stop the others; what is printed is
 * what the contract says. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "datasets/crokinole/draw_board.h"
#include "tests/fixture/run_command.h"
#include "ui/game/position_json.h"
#include "vision/eye_stages.h"
#include "vision/frame/opencv.h"

#define SCENE SQ_SHARED_DIR "/scenes/isolated_001"

#define LOOK(...) RUN(sq_command_look, "squint look", __VA_ARGS__)

/* A camera file that suits any picture: its size is not told. */
static const char *camera_file(void) {
    static const char json[] =
        "{\"camera\":{\"fx\":1000,\"fy\":1000,\"cx\":959.5,\"cy\":539.5,\"dist\":[0,0,0,0,0],"
        "\"R\":[[1,0,0],[0,-1,0],[0,0,-1]],\"t\":[0,0,1000]}}";
    return scratch_file("camera.json", json, sizeof json - 1);
}

static void a_picture_that_is_not_there(void **state) {
    (void)state;
    answer a = LOOK("--calibration", camera_file(), scratch("none.jpg"));
    assert_one_sentence(&a, "none.jpg: ", ";");
    assert_string_equal(a.out, "");
    done(a);
}

static void what_is_no_picture(void **state) {
    (void)state;
    answer a = LOOK("--json", "--calibration", camera_file(), scratch_file("text.jpg", "hello", 5));
    assert_one_sentence(&a, "text.jpg: ", ";");
    assert_int_equal(lines(a.out), 1);
    json_t *o = json_loads(a.out, 0, NULL);
    assert_non_null(json_string_value(json_object_get(o, "error")));
    assert_non_null(strstr(json_string_value(json_object_get(o, "image")), "text.jpg"));
    json_decref(o);
    done(a);
}

static void a_grey_picture_and_a_folder(void **state) {
    (void)state;
    sq_picture *grey;
    const char *path = scratch("grey.png");
    assert_int_equal(sq_picture_new(&grey, 960, 540, NULL), SQ_OK);
    assert_int_equal(sq_picture_write(grey, path, 90, NULL), SQ_OK);
    answer a = LOOK("--calibration", camera_file(), path);
    assert_one_sentence(&a, "grey.png: the picture is too dark", "cap");
    done(a);
    int stride;
    unsigned char *pixels = sq_picture_pixels(grey, &stride);
    memset(pixels, 120, (size_t)stride * 540);
    assert_int_equal(sq_picture_write(grey, path, 90, NULL), SQ_OK);
    sq_picture_free(grey);
    a = LOOK("--calibration", camera_file(), path);
    assert_one_sentence(&a, "grey.png: the picture is grey", "colour");
    done(a);
    const char *folder = scratch("empty");
    assert_int_equal(mkdir(folder, 0777), 0);
    a = LOOK("--calibration", camera_file(), folder);
    assert_one_sentence(&a, "/empty: ", "no picture");
    done(a);
}

static void a_camera_that_cannot_be_used(void **state) {
    (void)state;
    answer a = LOOK("--calibration", scratch("no-camera.json"), "x.jpg");
    assert_one_sentence(&a, "no-camera.json: ", "squint calibrate");
    done(a);
    a = LOOK("--calibration", scratch_file("empty.json", "{}", 2), "x.jpg");
    assert_one_sentence(&a, "empty.json: ", "camera");
    done(a);
}

static void a_picture_without_a_mat(void **state) {
    (void)state;
    sq_picture *plain;
    int stride;
    const char *path = scratch("plain.png");
    assert_int_equal(sq_picture_new(&plain, 640, 360, NULL), SQ_OK);
    unsigned char *pixels = sq_picture_pixels(plain, &stride);
    for (int i = 0; i < stride * 360; i++)
        pixels[i] = (unsigned char)(90 + 40 * (i % 3));
    assert_int_equal(sq_picture_write(plain, path, 90, NULL), SQ_OK);
    sq_picture_free(plain);
    answer a = LOOK(path);
    assert_one_sentence(&a, "plain.png: no mat is found", "sides");
    done(a);
}

/* Tilted by 3 degrees, 43 mm over the mat, with an absurd focal length: a part of the mat lies behind the
 * camera, and its edge there is seen farther off than an int can count pixels. */
static void a_camera_that_touches_the_mat(void **state) {
    (void)state;
    static const char json[] =
        "{\"camera\":{\"fx\":1e7,\"fy\":1e7,\"cx\":319.5,\"cy\":179.5,\"dist\":[0,0,0,0,0],"
        "\"R\":[[0.99875,0,0.05],[0,-1,0],[0.05,0,-0.99875]],\"t\":[-1837,-35,43.4]}}";
    sq_picture *green;
    const char *path = scratch("green.png");
    int stride;
    assert_int_equal(sq_picture_new(&green, 640, 360, NULL), SQ_OK);
    sq_picture_pixels(green, &stride)[1] = 255;
    assert_int_equal(sq_picture_write(green, path, 90, NULL), SQ_OK);
    sq_picture_free(green);
    answer a = LOOK("--calibration", scratch_file("low.json", json, sizeof json - 1), path);
    assert_one_sentence(&a, "green.png: ", "camera");
    done(a);
}

static void overlays_that_would_be_lost(void **state) {
    (void)state;
    answer a = LOOK("-c", camera_file(), "-o", scratch("one.png"), "a.jpg", "b.jpg");
    assert_one_sentence(&a, "one.png: several pictures need a folder", "one.png/");
    done(a);
    char folder[512];
    snprintf(folder, sizeof folder, "%s/", scratch("overlays"));
    a = LOOK("-c", camera_file(), "-o", folder, "p/a.jpg", "q/a.png");
    assert_one_sentence(&a, "p/a.jpg and q/a.png: ", "two runs");
    done(a);
    a = LOOK("-c", camera_file(), "-o", "/proc/no/such/", "a.jpg");
    assert_one_sentence(&a, "/proc/no/such/: ", "folder");
    done(a);
}

static void the_others_are_judged_all_the_same(void **state) {
    (void)state;
    if (access(SCENE ".jpg", R_OK)) {
        print_message("%s.jpg is not there\n", SCENE);
        skip();
    }
    const char *overlay = scratch("seen.png");
    answer a = LOOK("--json", "-c", SCENE ".json", scratch("none.jpg"), SCENE ".jpg");
    assert_one_sentence(&a, "none.jpg: ", ";");
    assert_int_equal(lines(a.out), 2);
    json_t *o = json_loads(strchr(a.out, '\n'), 0, NULL);
    sq_position p;
    sq_diag d;
    if (sq_position_from_json(&p, o, "stdout", &d)) fail_msg("%s", d.text);
    assert_string_equal(json_string_value(json_object_get(o, "image")), SCENE ".jpg");
    assert_int_equal(p.width, 1920);
    assert_int_equal(p.source, SQ_CAMERA_FROM_FILE);
    assert_int_equal(p.wink_count, SQ_USUAL_WINKS); /* all apart, in plain sight */
    assert_true(p.load_ms > 0 && p.sight_ms > 0);
    json_decref(o);
    done(a);

    a = LOOK("-c", SQ_SHARED_DIR "/scenes", "-o", overlay, SCENE ".jpg");
    assert_int_equal(a.status, SQ_EXIT_OK);
    assert_string_equal(a.err, "");
    assert_non_null(strstr(a.out, "isolated_001.jpg: 24 winks, camera from its file"));
    done(a);
    sq_picture *seen;
    if (sq_picture_read(&seen, overlay, &d)) fail_msg("%s", d.text);
    assert_int_equal(sq_picture_frame(seen).width, 2400);
    sq_picture_free(seen);
}

/* A scene as it is, and saved anew as it must not be: noisy, packed too tightly. */
static void what_is_wrong_with_a_picture_is_said(void **state) {
    (void)state;
    static const char scene[] = SQ_SOURCE_DIR "/datasets/scenes/isolated_001";
    static const struct {
        int noise, quality;
        const char *says;
    } saved[] = {{0, 95, NULL}, {24, 95, "noisy"}, {0, 20, "packed"}};
    char name[1024], camera[1024];
    snprintf(name, sizeof name, "%s.jpg", scene);
    snprintf(camera, sizeof camera, "%s.json", scene);
    for (size_t i = 0; i < sizeof saved / sizeof *saved; i++) {
        sq_picture *p;
        sq_diag d;
        if (sq_picture_read(&p, name, &d)) fail_msg("%s", d.text);
        int stride, w = sq_picture_frame(p).width, h = sq_picture_frame(p).height;
        unsigned char *pixels = sq_picture_pixels(p, &stride);
        unsigned random = 1;
        for (int k = 0; k < stride * h && 3 * w == stride; k++) {
            random = random * 1664525u + 1013904223u;
            int v = pixels[k] + (saved[i].noise ? (int)(random >> 8) % (2 * saved[i].noise) : 0);
            pixels[k] = (unsigned char)(v > 255 ? 255 : v);
        }
        if (sq_picture_write(p, scratch("wrong.jpg"), saved[i].quality, &d)) fail_msg("%s", d.text);
        sq_picture_free(p);
        answer a = LOOK("-c", camera, scratch("wrong.jpg"));
        assert_int_equal(a.status, SQ_EXIT_OK);
        const char *said = strstr(a.out, "  The picture is ");
        assert_true(saved[i].says ? said && strstr(said, saved[i].says) : !said);
        assert_null(said ? strstr(said + 1, "  The picture is ") : NULL);
        done(a);
    }
}

static void stages_are_listed_and_left_out_by_name(void **state) {
    (void)state;
    answer a = LOOK("--stages");
    assert_int_equal(a.status, 0);
    for (int k = 0; k < SQ_STAGES; k++)
        assert_non_null(strstr(a.out, sq_stage_of((sq_stage)k)->name));
    done(a);
    a = LOOK("--without", "glare,background", "--calibration", camera_file(), scratch("none.jpg"));
    assert_one_sentence(&a, "background: no stage of that name can be left out; these can: ", "glare");
    done(a);
}

static bool is_in(const char *folder, const char *name) {
    char path[2048];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, R_OK) == 0;
}

/* Each stage that works has its picture, with the scene in a frame; one that is left out has none. */
static void stages_are_drawn(void **state) {
    (void)state;
    static const char scene[] = SQ_SOURCE_DIR "/datasets/scenes/piles_005";
    char folder[512], name[1024];
    snprintf(folder, sizeof folder, "%s", scratch("stages"));
    answer a = LOOK("-c", SQ_SOURCE_DIR "/datasets/scenes", "--dump", folder, "--without", "glare",
                    SQ_SOURCE_DIR "/datasets/scenes/piles_005.jpg");
    assert_int_equal(a.status, SQ_EXIT_OK);
    done(a);
    int number = 0, drawn = 0, residuals = 0;
    for (int k = 0; k < SQ_STAGES; k++) {
        const sq_stage_entry *e = sq_stage_of((sq_stage)k);
        number += e->run != NULL;
        snprintf(name, sizeof name, "%02d-%s.png", number, e->name);
        assert_int_equal(is_in(folder, name), e->run && k != SQ_STAGE_GLARE);
        drawn += is_in(folder, name);
        snprintf(name, sizeof name, "%02d-%s-residual.png", number, e->name);
        residuals += k == SQ_STAGE_PILE_SEARCH && is_in(folder, name);
    }
    assert_true(drawn > 10);
    assert_int_equal(residuals, 1);
    sq_picture *plain, *segment;
    sq_diag d;
    snprintf(name, sizeof name, "%s.jpg", scene);
    if (sq_picture_read(&plain, name, &d)) fail_msg("%s", d.text);
    snprintf(name, sizeof name, "%s/06-segment.png", folder);
    if (sq_picture_read(&segment, name, &d)) fail_msg("%s", d.text);
    sq_frame f = sq_picture_frame(plain), g = sq_picture_frame(segment);
    assert_true(g.width > f.width && g.height > f.height);
    size_t painted = 0;
    for (int y = 0; y < f.height; y++)
        for (int x = 0; x < 3 * f.width; x++)
            painted += f.plane[0][y * f.stride[0] + x] != g.plane[0][y * g.stride[0] + x];
    assert_in_range(painted, 1000, 100000); /* the winks, and nothing else */
    sq_picture_free(plain);
    sq_picture_free(segment);
}

static void a_folder_for_stages_that_cannot_be(void **state) {
    (void)state;
    answer a = LOOK("-c", camera_file(), "--dump", "/proc/no/such", "a.jpg");
    assert_one_sentence(&a, "/proc/no/such: the folder cannot be made", "give another");
    done(a);
}

/* A drawn board, as a file. */
static const char *board_file(sq_board_family family, uint64_t seed, int width, int height) {
    static char path[300];
    static sq_board_scene s;
    sq_picture *picture = NULL;
    sq_diag d;
    snprintf(path, sizeof path, "%s", scratch("board.png"));
    sq_board_scene_make(&s, family, seed, 1, width, height);
    assert_int_equal(sq_board_draw(&picture, &s, &d), SQ_OK);
    assert_int_equal(sq_picture_write(picture, path, 0, &d), SQ_OK);
    sq_picture_free(picture);
    return path;
}

/* Where a hand lies over the board, not all has been judged; a program reads that in its line. */
static void a_board_without_a_ruling(void **state) {
    (void)state;
    const char *board = board_file(SQ_BOARDS_HAND, 6, 640, 540);
    answer a = LOOK("--game", "crokinole", board);
    assert_non_null(strstr(a.out, "no ruling: something lies over the board"));
    assert_int_equal(a.status, SQ_EXIT_NO);
    done(a);
    a = LOOK("--game", "crokinole", "--json", board);
    assert_non_null(strstr(a.out, "\"abstain\":true"));
    assert_int_equal(a.status, SQ_EXIT_OK);
    done(a);
}

/* The scene's mat, as another game's picture. */
static void the_wrong_game_is_named(void **state) {
    (void)state;
    char mat[300];
    snprintf(mat, sizeof mat, "%s/datasets/scenes/piles_005.jpg", SQ_SOURCE_DIR);
    answer a = LOOK("--game", "crokinole", mat);
    assert_one_sentence(&a, "no crokinole board is seen, but a tiddlywinks mat is",
                        "leave out --game crokinole");
    assert_int_equal(a.status, SQ_EXIT_INPUT);
    done(a);
    a = LOOK(board_file(SQ_BOARDS_FEW, 8265, 800, 680));
    assert_one_sentence(&a, "no mat is found, but a crokinole board is seen", "give --game crokinole");
    done(a);
}

static void what_does_not_go_with_another_game(void **state) {
    (void)state;
    static const char *const books[] = {"etwa-2012", "parker"};
    for (size_t i = 0; i < sizeof books / sizeof *books; i++) {
        answer a = LOOK("--rules", books[i], "--game", "crokinole", "a.jpg");
        assert_one_sentence(&a, "--rules does not go with --game crokinole", "leave it out");
        done(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_that_is_not_there),
        cmocka_unit_test(what_is_no_picture),
        cmocka_unit_test(a_grey_picture_and_a_folder),
        cmocka_unit_test(a_camera_that_cannot_be_used),
        cmocka_unit_test(a_picture_without_a_mat),
        cmocka_unit_test(overlays_that_would_be_lost),
        cmocka_unit_test(a_camera_that_touches_the_mat),
        cmocka_unit_test(the_others_are_judged_all_the_same),
        cmocka_unit_test(what_is_wrong_with_a_picture_is_said),
        cmocka_unit_test(stages_are_listed_and_left_out_by_name),
        cmocka_unit_test(stages_are_drawn),
        cmocka_unit_test(a_folder_for_stages_that_cannot_be),
        cmocka_unit_test(a_board_without_a_ruling),
        cmocka_unit_test(the_wrong_game_is_named),
        cmocka_unit_test(what_does_not_go_with_another_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
