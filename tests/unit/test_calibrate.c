/* squint calibrate: a file that reads back, an overlay, and one sentence for each bad input. */
#include "calib/camera_file.h"
#include "tests/unit/drawn_mat.h"
#include "tests/unit/run_command.h"
#include "vision/cv.h"

#define CALIBRATE(...) RUN(sq_command_calibrate, "squint calibrate", __VA_ARGS__)

/* Straight down, so that anything the command says of the mat can be foretold. */
static sq_camera above(void) {
    return drawn_camera(960, 540, 560, (sq_mm3){0, 0, 1300}, (sq_mm){0, 0}, 0);
}

static const char *picture_of(const drawn_mat *m, const char *name) {
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
    assert_int_equal(sq_picture_frame(drawn).width, 960);
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
    assert_one_sentence(&a, "no pot stands in its middle", "put the pot");
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

static void outputs_that_cannot_be_written(void **state) {
    (void)state;
    const char *image = picture_of(&usual_mat, "mat.png");
    answer a = CALIBRATE("--out", "/proc/no/such.json", image);
    assert_one_sentence(&a, "/proc/no/such.json: ", "folder");
    done(a);
    a = CALIBRATE("--overlay", "/proc/no/such.png", image);
    assert_one_sentence(&a, "/proc/no/such.png: ", "folder");
    done(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_puts_pixels_where_they_belong),
        cmocka_unit_test(a_lens_file_is_taken),
        cmocka_unit_test(no_mat_no_file),
        cmocka_unit_test(a_fault_is_drawn),
        cmocka_unit_test(outputs_that_cannot_be_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
