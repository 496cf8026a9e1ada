/* Evidence: pictures of rests and of the motion before them, in a bounded space. */
#include "ui/game/evidence.h"

#include <dirent.h>
#include <sys/stat.h>

#include "calib/camera/camera_file.h"
#include "tests/fixture/scratch.h"
#include "vision/frame/opencv.h"

enum { W = 320, H = 180 };
static uint8_t pixels[W * H * 3];

/* Noise, so that a JPEG has a size. */
static sq_frame frame_at(double t) {
    srand((unsigned)(t * 1000));
    for (size_t i = 0; i < sizeof pixels; i++)
        pixels[i] = (uint8_t)(rand() >> 8);
    return (sq_frame){
        .width = W, .height = H, .format = SQ_FRAME_BGR, .plane = {pixels}, .stride = {W * 3}, .t = t};
}

static const sq_camera camera = {.fx = 1000,
                                 .fy = 1000,
                                 .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                                 .t = {0, 0, 2000},
                                 .width = W,
                                 .height = H};

static sq_evidence *opened(const char *folder, long long limit) {
    sq_evidence *e;
    sq_diag d;
    if (sq_evidence_open(&e, folder, limit, &d)) fail_msg("%s", d.text);
    return e;
}

/* Two seconds of motion, filmed at 7.5/s, then a rest. */
static void play(sq_evidence *e, int rest) {
    sq_diag d;
    double from = 10 * rest, to = from + 2;
    for (int i = 0; i < 15; i++) {
        sq_frame f = frame_at(from + i / 7.5);
        assert_int_equal(sq_evidence_watch(e, &f, &d), SQ_OK);
    }
    sq_frame f = frame_at(to + 0.3);
    if (sq_evidence_put(e, rest, &f, &camera, from, to, &d)) fail_msg("%s", d.text);
}

static bool is_there(const char *path) {
    return !access(path, F_OK);
}

static long long size_of_all(const char *folder) {
    DIR *dir = opendir(folder);
    struct dirent *entry;
    struct stat s;
    char path[PATH_MAX];
    long long sum = 0;
    while ((entry = readdir(dir))) {
        snprintf(path, sizeof path, "%.2000s/%s", folder, entry->d_name);
        if (entry->d_name[0] != '.' && !stat(path, &s)) sum += s.st_size;
    }
    closedir(dir);
    return sum;
}

static void a_rest_its_camera_and_the_motion_before_it(void **state) {
    (void)state;
    char folder[128], picture[PATH_MAX], file[PATH_MAX];
    sq_evidence_moment *moment;
    sq_picture *p;
    sq_camera back;
    sq_diag d;
    snprintf(folder, sizeof folder, "%s", scratch("evidence"));
    sq_evidence *e = opened(folder, 1 << 30);
    play(e, 0);
    play(e, 1);
    sq_evidence_rest(picture, file, folder, 1);
    assert_int_equal(sq_picture_read(&p, picture, &d), SQ_OK);
    assert_int_equal(sq_picture_frame(p).width, W);
    sq_picture_free(p);
    assert_int_equal(sq_camera_read(&back, file, &d), SQ_OK);
    assert_near(back.fx, camera.fx, 0);
    int n = sq_evidence_motion(&moment, folder, 1, 1);
    assert_int_equal(n, SQ_EVIDENCE_MOTION);
    for (int i = 0; i < n; i++) {
        assert_true(moment[i].t >= 10 && moment[i].t <= 12);
        assert_true(!i || moment[i].t >= moment[i - 1].t + 0.19);
        assert_int_equal(sq_picture_read(&p, moment[i].path, &d), SQ_OK);
        assert_int_equal(sq_picture_frame(p).width, W / 2);
        sq_picture_free(p);
    }
    assert_true(moment[0].t < 10.1 && moment[n - 1].t > 11.7); /* from the first to the last */
    free(moment);
    assert_int_equal(sq_evidence_motion(&moment, folder, 2, 2), 0);
    assert_int_equal(sq_evidence_motion(&moment, "/nowhere", 1, 1), 0);
    play(e, 2);
    play(e, 3);
    n = sq_evidence_motion(&moment, folder, 1, 2);
    assert_int_equal(n, 2 * SQ_EVIDENCE_MOTION);
    for (int i = 0; i < n; i++)
        assert_int_equal(moment[i].rest, i < SQ_EVIDENCE_MOTION ? 1 : 2);
    free(moment);
    assert_false(sq_evidence_thinned(e));
    sq_evidence_close(e);
    sq_evidence_close(NULL);
}

static void the_oldest_makes_room(void **state) {
    (void)state;
    char folder[128], picture[PATH_MAX], file[PATH_MAX];
    sq_evidence_moment *moment;
    snprintf(folder, sizeof folder, "%s", scratch("little"));
    sq_evidence *e = opened(folder, 1 << 30);
    play(e, 0);
    sq_evidence_close(e);
    long long one = size_of_all(folder), limit = 4 * one;
    e = opened(folder, limit);
    for (int rest = 1; rest < 6; rest++) {
        play(e, rest);
        assert_true(size_of_all(folder) <= limit);
    }
    assert_true(sq_evidence_thinned(e));
    assert_int_equal(sq_evidence_motion(&moment, folder, 0, 0), 0);
    assert_int_equal(sq_evidence_motion(&moment, folder, 5, 5), SQ_EVIDENCE_MOTION);
    free(moment);
    for (int rest = 4; rest < 6; rest++) {
        sq_evidence_rest(picture, file, folder, rest);
        assert_true(is_there(picture) && is_there(file));
    }
    sq_evidence_close(e);
    e = opened(folder, limit); /* what is there counts again */
    for (int rest = 6; rest < 30; rest++) {
        play(e, rest);
        assert_true(size_of_all(folder) <= limit);
    }
    sq_evidence_rest(picture, file, folder, 0);
    assert_false(is_there(picture));
    sq_evidence_rest(picture, file, folder, 29);
    assert_true(is_there(picture));
    sq_evidence_close(e);
}

static void a_folder_that_cannot_be_is_said(void **state) {
    (void)state;
    sq_evidence *e;
    sq_diag d;
    assert_int_equal(sq_evidence_open(&e, "/nowhere/at/all", 1, &d), SQ_E_FILE);
    assert_null(e);
    assert_non_null(strstr(d.text, "/nowhere/at/all"));
    char folder[128];
    snprintf(folder, sizeof folder, "%s", scratch("gone"));
    e = opened(folder, 1 << 30);
    rmdir(folder);
    sq_frame f = frame_at(1);
    assert_int_not_equal(sq_evidence_put(e, 0, &f, &camera, 0, 1, &d), SQ_OK);
    mkdir(folder, 0777); /* and then it goes on */
    assert_int_equal(sq_evidence_put(e, 0, &f, &camera, 0, 1, &d), SQ_OK);
    sq_evidence_close(e);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rest_its_camera_and_the_motion_before_it),
        cmocka_unit_test(the_oldest_makes_room),
        cmocka_unit_test(a_folder_that_cannot_be_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
