/* squint calibrate: a file that reads back, an overlay, and one sentence for each bad input. */
#include <jansson.h>
#include <sys/wait.h>

#include "calib/camera/camera_file.h"
#include "tests/fixture/picture/drawn_mat.h"
#include "tests/fixture/run_command.h"
#include "ui/draw/calibrate_overlay.h"
#include "ui/plate/overlay.h"
#include "vision/frame/opencv.h"

#define CALIBRATE(...) RUN(sq_command_calibrate, "squint calibrate", __VA_ARGS__)

/* Straight down, so that anything the command says of the mat can be foretold. */
static sq_camera above(void) {
    return drawn_camera(960, 540, 560, (sq_mm3){0, 0, 1300}, (sq_mm){0, 0}, 0);
}

/* The same name is the same mat: drawn once. */
static const char *picture_of(const drawn_mat *m, const char *name) {
    const char *drawn = scratch(name);
    if (!access(drawn, F_OK)) return drawn;
    sq_camera c = above();
    sq_frame f = draw_mat(m, &c);
    sq_picture *p;
    int stride;
    assert_int_equal(sq_picture_new(&p, f.width, f.height, NULL), SQ_OK);
    unsigned char *pixels = sq_picture_pixels(p, &stride);
    for (int y = 0; y < f.height; y++)
        memcpy(pixels + (size_t)y * (size_t)stride, f.plane[0] + (size_t)y * (size_t)f.stride[0],
               3 * (size_t)f.width);
    const char *path = scratch(name);
    assert_int_equal(sq_picture_write(p, path, 95, NULL), SQ_OK);
    sq_picture_free(p);
    drawn_free(&f);
    return path;
}

static void the_file_puts_pixels_where_they_belong(void **state) {
    (void)state;
    const char *image = picture_of(&usual_mat, "mat.png"), *file = scratch("camera.json");
    const char *overlay = scratch("check.png");
    answer a = CALIBRATE("--out", file, "--overlay", overlay, "--height", "1300", image);
    assert_int_equal(a.status, SQ_EXIT_OK);
    assert_non_null(strstr(a.out, "4 sides, 4 baselines and the pot"));
    assert_non_null(strstr(a.out, "Written: "));
    assert_string_equal(a.err, "");
    done(a);
    sq_camera truth = above(), c;
    assert_int_equal(sq_camera_read(&c, file, NULL), SQ_OK);
    assert_int_equal(c.width, 960);
    assert_near(sq_camera_position(&c).z, 1300, 26);
    sq_mm at = sq_mm_from_px(&c, sq_px_from_mm3(&truth, (sq_mm3){300, 200, 0}), 0);
    assert_near(at.x, 300, 0.4);
    assert_near(at.y, 200, 0.4);
    sq_picture *drawn;
    assert_int_equal(sq_picture_read(&drawn, overlay, NULL), SQ_OK);
    assert_int_equal(sq_picture_frame(drawn).width, sq_overlay_size_of(960, 540, false).width);
    sq_picture_free(drawn);
}

static void a_lens_file_is_taken(void **state) {
    (void)state;
    const char *image = picture_of(&usual_mat, "mat.png"), *file = scratch("lens.json");
    sq_camera lens = above();
    assert_int_equal(sq_camera_write(&lens, file, NULL), SQ_OK);
    answer a = CALIBRATE("--lens", file, image);
    assert_int_equal(a.status, SQ_EXIT_OK);
    assert_non_null(strstr(a.out, "No file is written"));
    done(a);
    a = CALIBRATE("--lens", scratch("none.json"), image);
    assert_one_sentence(&a, "none.json: ", "squint calibrate");
    done(a);
}

static void no_mat_no_file(void **state) {
    (void)state;
    drawn_mat bare = usual_mat;
    bare.no_baselines = bare.no_pot = true;
    const char *image = picture_of(&bare, "bare.png"), *file = scratch("unwritten.json");
    answer a = CALIBRATE("--out", file, image);
    assert_one_sentence(&a, "no pot in the middle", "bring the whole mat");
    done(a);
    assert_int_equal(access(file, F_OK), -1);
    a = CALIBRATE(scratch("missing.png"));
    assert_one_sentence(&a, "missing.png: ", ";");
    done(a);
}

/* Red pixels (a fault's) of a picture. */
static int red_pixels(const char *path) {
    sq_picture *p;
    assert_int_equal(sq_picture_read(&p, path, NULL), SQ_OK);
    sq_frame f = sq_picture_frame(p);
    int n = 0;
    for (int y = 0; y < f.height; y++)
        for (int x = 0; x < f.width; x++) {
            const uint8_t *at = f.plane[0] + (size_t)y * (size_t)f.stride[0] + 3 * (size_t)x;
            n += at[2] > 200 && at[1] < 80 && at[0] < 80;
        }
    sq_picture_free(p);
    return n;
}

static void a_fault_is_drawn(void **state) {
    (void)state;
    drawn_mat bare = usual_mat;
    bare.no_baselines = bare.no_pot = true;
    answer a = CALIBRATE("--overlay", scratch("good.png"), picture_of(&usual_mat, "mat.png"));
    assert_int_equal(a.status, SQ_EXIT_OK);
    done(a);
    a = CALIBRATE("--overlay", scratch("bad.png"), picture_of(&bare, "bare.png"));
    assert_int_equal(a.status, SQ_EXIT_INPUT);
    done(a);
    memcpy(bare.felt, bare.table, sizeof bare.felt);
    a = CALIBRATE("--overlay", scratch("none.png"), picture_of(&bare, "nothing.png"));
    assert_one_sentence(&a, "no mat is found", "move the camera up");
    done(a);
    assert_int_equal(red_pixels(scratch("good.png")), 0);
    assert_true(red_pixels(scratch("bad.png")) > 30); /* the pot's ring */
    sq_picture *p;
    assert_int_equal(sq_picture_read(&p, scratch("none.png"), NULL), SQ_OK);
    sq_picture_free(p);
}

/* A fit of a bare grey picture that is what the test says. */
static const char *overlay_of(sq_mat_fit *fit, const char *name) {
    sq_picture *p;
    int stride;
    fit->camera = above();
    fit->size = (sq_mat_size){SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};
    fit->pot = true;
    assert_int_equal(sq_picture_new(&p, fit->camera.width, fit->camera.height, NULL), SQ_OK);
    unsigned char *pixels = sq_picture_pixels(p, &stride);
    memset(pixels, 128, (size_t)fit->camera.height * (size_t)stride);
    const char *path = scratch(name);
    assert_int_equal(sq_calibrate_overlay(p, fit, NULL, path, NULL), SQ_OK);
    sq_picture_free(p);
    return path;
}

static void the_rims_that_served_as_rulers_are_drawn(void **state) {
    (void)state;
    sq_mat_fit fit = {.corner_inside = {true, true, true, true}};
    for (int l = 0; l < SQ_MAT_LINES; l++)
        fit.line[l].seen = 1;
    fit.winks = 1;
    sq_camera c = above();
    sq_mm3 at = {230, 130, SQ_WINK_THICKNESS_MM / 2}, rim = {230 + SQ_LARGE_MM / 2, 130, at.z};
    fit.ruler[0] = (sq_mat_ruler){sq_px_from_mm3(&c, at), SQ_LARGE_MM / 2};
    sq_picture *p;
    assert_int_equal(sq_picture_read(&p, overlay_of(&fit, "rulers.png"), NULL), SQ_OK);
    sq_frame f = sq_picture_frame(p);
    double zoom = sq_overlay_size_of(c.width, c.height, false).zoom; /* a small picture is enlarged */
    sq_px on = sq_px_from_mm3(&c, rim), inside = fit.ruler[0].middle;
    on = (sq_px){(on.x + 0.5) * zoom - 0.5, (on.y + 0.5) * zoom - 0.5};
    inside = (sq_px){(inside.x + 0.5) * zoom - 0.5, (inside.y + 0.5) * zoom - 0.5};
    const uint8_t *drawn = f.plane[0] + lround(on.y) * f.stride[0] + 3 * lround(on.x);
    const uint8_t *bare = f.plane[0] + lround(inside.y) * f.stride[0] + 3 * lround(inside.x);
    assert_true(drawn[0] > drawn[2] + 40);
    assert_int_equal(bare[0], bare[2]);
    sq_picture_free(p);
}

/* Wherever the corner lies, its label leaves the arrow alone. */
static void a_corner_outside_has_its_arrow_and_its_label(void **state) {
    (void)state;
    static const sq_px corners[] = {{-300, -200}, {1300, -150}, {1300, 700}, {-100, 900}, {1400, 20}};
    int least = 1 << 30, most = 0;
    for (size_t k = 0; k < sizeof corners / sizeof *corners; k++) {
        sq_mat_fit fit = {.corner_inside = {true, true, true, true}};
        for (int l = 0; l < SQ_MAT_LINES; l++)
            fit.line[l].seen = 1;
        fit.corner_inside[0] = false;
        fit.corner[0] = corners[k];
        int red = red_pixels(overlay_of(&fit, "corner.png"));
        least = red < least ? red : least;
        most = red > most ? red : most;
    }
    assert_in_range(least, most * 4 / 5, most);
}

static void outputs_that_cannot_be_written(void **state) {
    (void)state;
    const char *image = picture_of(&usual_mat, "mat.png");
    answer a = CALIBRATE("--out", "/proc/no/such.json", image);
    assert_one_sentence(&a, "/proc/no: the folder cannot be made", "give another");
    done(a);
    a = CALIBRATE("--overlay", "/proc/no/such.png", image);
    assert_one_sentence(&a, "/proc/no: the folder cannot be made", "give another");
    done(a);
}

/* A per cent too small: told, the camera is right; not told, its own baselines tell. */
static void a_mat_of_another_size(void **state) {
    (void)state;
    drawn_mat other = usual_mat;
    other.length_mm = 1808;
    other.width_mm = 902;
    const char *image = picture_of(&other, "other.png"), *file = scratch("other.json");
    for (int k = 0; k < 2; k++) {
        answer a = k ? CALIBRATE("--out", file, image) : CALIBRATE("--out", file, "--mat=1808x902", image);
        assert_int_equal(a.status, SQ_EXIT_OK);
        assert_non_null(strstr(a.out, k ? "The mat measures 1808 x 902 mm by its baselines"
                                        : "the size given with --mat"));
        done(a);
        sq_camera truth = above(), c;
        assert_int_equal(sq_camera_read(&c, file, NULL), SQ_OK);
        sq_mm at = sq_mm_from_px(&c, sq_px_from_mm3(&truth, (sq_mm3){700, 300, 0}), 0);
        assert_near(at.x, 700, 0.8);
        assert_near(at.y, 300, 0.8);
    }
}

/* Of the child, before what its parent wants to be done at the end. */
static void leave(int status, void *unused) {
    (void)unused;
    fflush(NULL);
    _exit(status);
}

/* What argp refuses ends the program: in a process of its own. */
static void options_that_make_no_sense(void **state) {
    (void)state;
    static const char *const bad[] = {"--mat=914x1829", "--mat=1829",    "--mat=1829x914mm", "--mat=99x98",
                                      "--height=12",    "--height=tall", "--blue=middle"};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        char name[] = "squint calibrate", option[32], image[] = "mat.png";
        char *argv[] = {name, option, image, NULL};
        snprintf(option, sizeof option, "%s", bad[k]);
        const char *said = scratch("said");
        fflush(NULL);
        pid_t child = fork();
        if (!child) {
            on_exit(leave, NULL);
            exit(freopen(said, "w", stderr) ? sq_command_calibrate(3, argv) : SQ_EXIT_OK);
        }
        int status;
        size_t n;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == SQ_EXIT_INPUT);
        unsigned char *text = scratch_read(said, &n);
        assert_non_null(memmem(text, n, ": give ", 7));
        free(text);
    }
}

static void the_focal_length_has_its_source(void **state) {
    (void)state;
    const char *image = picture_of(&usual_mat, "mat.png"), *file = scratch("lens.json");
    sq_camera lens = above();
    assert_int_equal(sq_camera_write(&lens, file, NULL), SQ_OK);
    answer a = CALIBRATE(image);
    assert_non_null(strstr(a.out, "the focal length is not known (--height would tell it)"));
    done(a);
    a = CALIBRATE("--height", "1300", image);
    assert_non_null(strstr(a.out, "the focal length is told by the height by tape measure"));
    done(a);
    a = CALIBRATE("--lens", file, image);
    assert_non_null(strstr(a.out, "the focal length is told by the lens's file"));
    done(a);
}

static void blue_is_asked_for_and_kept(void **state) {
    (void)state;
    const char *image = picture_of(&usual_mat, "mat.png"), *file = scratch("camera.json");
    answer a = CALIBRATE(image);
    assert_non_null(strstr(a.out, "From which corner does blue play?"));
    done(a);
    a = CALIBRATE("--blue", "upper-right", "--out", file, image);
    assert_non_null(strstr(a.out, "Blue plays from the upper right corner"));
    done(a);
    sq_camera c;
    assert_int_equal(sq_camera_read(&c, file, NULL), SQ_OK);
    assert_int_equal(c.blue, 2);
    FILE *f = fopen(file, "w");
    assert_non_null(f);
    fputs("{\"camera\":{\"fx\":900,\"fy\":900,\"cx\":480,\"cy\":270,\"dist\":[0,0,0,0,0],\"R\":[[1,0,0],[0,-"
          "1,0],"
          "[0,0,-1]],\"t\":[0,0,1300],\"blue\":\"left\"}}",
          f);
    fclose(f);
    sq_diag d;
    assert_int_equal(sq_camera_read(&c, file, &d), SQ_E_FORMAT);
    assert_non_null(strstr(d.text, "\"blue\" names no corner"));
}

static void the_zero_test_is_read_from_the_file(void **state) {
    (void)state;
    char text[SQ_ZERO_TEXT_MAX];
    static const char file[] = "{\"camera\":{},\"zero\":{\"passed\":true,\"worst_mm\":0.25}}",
                      none[] = "{\"camera\":{}}";
    sq_camera_zero_text(text, scratch_file("zero.json", file, sizeof file - 1));
    assert_string_equal(text, "{\"passed\":true,\"worst_mm\":0.25}");
    sq_camera_zero_text(text, scratch_file("zero.json", none, sizeof none - 1));
    assert_string_equal(text, "");
    sq_camera_zero_text(text, scratch("missing.json"));
    assert_string_equal(text, "");
}

static void programs_are_told_as_json(void **state) {
    (void)state;
    answer a = CALIBRATE("--json", "--blue=lower-left", "--height=1300", picture_of(&usual_mat, "mat.png"));
    assert_int_equal(a.status, SQ_EXIT_OK);
    json_t *j = json_loads(a.out, 0, NULL);
    assert_non_null(j);
    const char *blue = NULL, *blue_by = NULL, *direction = NULL, *size = NULL, *focal = NULL;
    int sides = 0, baselines = 0, pot = 0;
    double near = 0, worst = 0, height = 0;
    assert_int_equal(json_unpack(j, "{s:s,s:s,s:s,s:{s:s},s:{s:s,s:f},s:{s:i,s:i,s:b},s:{s:f,s:f}}", "blue",
                                 &blue, "blue_by", &blue_by, "direction", &direction, "mat", "by", &size,
                                 "focal", "by", &focal, "height_mm", &height, "seen", "sides", &sides,
                                 "baselines", &baselines, "pot", &pot, "sigma_mm", "near_pot", &near, "worst",
                                 &worst),
                     0);
    assert_string_equal(blue, "lower left");
    assert_string_equal(blue_by, "told");
    assert_string_equal(direction, "sides");
    assert_string_equal(size, "rules");
    assert_string_equal(focal, "height");
    assert_int_equal(sides + baselines, 8);
    assert_true(pot && near > 0 && worst >= near);
    assert_near(height, 1300, 26);
    assert_true(json_is_null(json_object_get(j, "colours"))); /* no wink lies there */
    json_decref(j);
    done(a);
    a = CALIBRATE("--json", scratch("missing.png"));
    assert_int_equal(a.status, SQ_EXIT_INPUT);
    assert_non_null(strstr(a.out, "\"error\":\""));
    done(a);
    a = CALIBRATE("--json", scratch("caf\xe9.png")); /* no UTF-8 */
    assert_int_equal(a.status, SQ_EXIT_INPUT);
    assert_non_null(strstr(a.out, "caf?.png"));
    done(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_puts_pixels_where_they_belong),
        cmocka_unit_test(a_lens_file_is_taken),
        cmocka_unit_test(no_mat_no_file),
        cmocka_unit_test(a_fault_is_drawn),
        cmocka_unit_test(the_rims_that_served_as_rulers_are_drawn),
        cmocka_unit_test(a_corner_outside_has_its_arrow_and_its_label),
        cmocka_unit_test(outputs_that_cannot_be_written),
        cmocka_unit_test(a_mat_of_another_size),
        cmocka_unit_test(options_that_make_no_sense),
        cmocka_unit_test(the_focal_length_has_its_source),
        cmocka_unit_test(blue_is_asked_for_and_kept),
        cmocka_unit_test(the_zero_test_is_read_from_the_file),
        cmocka_unit_test(programs_are_told_as_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
