/* The gallery: every ruling gets its picture, of what was true when it was added; a failure is told. */
#include "ui/draw/ruling_pictures.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fixture/scratch.h"
#include "tests/fixture/unit.h"
#include "ui/plate/overlay.h"
#include "vision/frame/opencv.h"

enum { W = 320, H = 180, MANY = 9 };

static const sq_ruling_lines words = {
    .count = 1, .line = {"7 [0:29.0] Red plays r2."}, .headline = "Red brings r2 in", .colour = SQ_RED};
static uint8_t pixels[3 * W * H];
static const sq_frame frame = {
    .width = W, .height = H, .format = SQ_FRAME_BGR, .plane = {pixels}, .stride = {3 * W}};
/* Looks straight down; the mat is larger than the picture. */
static const sq_camera camera = {.fx = 1000,
                                 .fy = 1000,
                                 .cx = 159.5,
                                 .cy = 89.5,
                                 .R = {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                                 .t = {0, 0, 1000}};

static const char *path_of(int n) {
    char name[16];
    snprintf(name, sizeof name, "%04d.jpg", n);
    return scratch(name);
}

/* Who listens: how many were drawn, and the size of the last one. */
typedef struct {
    int count, width;
} listener;

static void hear(void *who, int game, int n, const sq_picture *picture) {
    listener *l = who;
    assert_int_equal(game, 1);
    assert_int_equal(n, ++l->count);
    l->width = sq_picture_frame(picture).width;
}

static void every_ruling_gets_its_picture(void **state) {
    (void)state;
    static sq_position p;
    char folder[300];
    sq_ruling_pictures *g;
    sq_diag d = {0};
    listener heard = {0, 0};
    snprintf(folder, sizeof folder, "%s", path_of(0));
    *strrchr(folder, '/') = 0;
    assert_int_equal(
        sq_ruling_pictures_open(
            &g, &(sq_ruling_pictures_settings){.folder = folder, .drawn = hear, .who = &heard}, &d),
        SQ_OK);
    for (int n = 1; n <= MANY; n++) { /* more than can wait */
        memset(pixels, 20 * n, sizeof pixels);
        sq_ruling_pictures_add(g, (sq_ruling_picture_of){1, n, false}, &frame, &p, &camera, &words);
    }
    memset(pixels, 0, sizeof pixels);
    /* A question's is heard, and not written. */
    sq_ruling_pictures_add(g, (sq_ruling_picture_of){1, MANY + 1, true}, &frame, &p, &camera, &words);
    sq_ruling_pictures_close(g);
    assert_int_equal(heard.count, MANY + 1);
    assert_int_equal(heard.width, sq_overlay_size_of(W, H, false).width);
    assert_int_not_equal(access(path_of(MANY + 1), F_OK), 0);
    for (int n = 1; n <= MANY; n++) {
        sq_picture *q;
        int stride;
        assert_int_equal(sq_picture_read(&q, path_of(n), &d), SQ_OK);
        sq_overlay_size size = sq_overlay_size_of(W, H, false);
        int below = (int)(H * size.zoom), bright = 0;
        assert_int_equal(sq_picture_frame(q).height, size.height);
        const unsigned char *rows = sq_picture_pixels(q, &stride);
        assert_near(rows[stride * (below - 5) + 3 * 5], 20 * n, 4); /* the picture of this ruling */
        for (int i = stride * below; i < stride * size.height; i++)
            bright += rows[i] > 150;
        assert_true(bright > 200); /* its words below */
        sq_picture_free(q);
        unlink(path_of(n));
    }
}

/* What is told of pictures that cannot be written. */
typedef struct {
    int count, over;
    char last[300];
} trouble;

static void hear_trouble(void *who, const char *fault) {
    trouble *t = who;
    if (fault) {
        t->count++;
        snprintf(t->last, sizeof t->last, "%s", fault);
        return;
    }
    assert_int_equal(t->count, 1);
    t->over++;
}

static void add_some(sq_ruling_pictures *g, int first) {
    static sq_position p;
    for (int n = first; n < first + MANY; n++)
        sq_ruling_pictures_add(g, (sq_ruling_picture_of){1, n, false}, &frame, &p, &camera, &words);
}

/* Once; the game is not ended, and the pictures come again when there is room. */
static void a_failure_is_told(void **state) {
    (void)state;
    sq_ruling_pictures *g;
    sq_diag d = {0};
    trouble t = {0};
    char folder[300];
    snprintf(folder, sizeof folder, "%.280s", scratch("later"));
    const sq_ruling_pictures_settings set = {.folder = folder, .told = hear_trouble, .who = &t};
    assert_int_equal(sq_ruling_pictures_open(&g, &set, &d), SQ_OK);
    add_some(g, 1);
    while (access(folder, F_OK) || access(scratch("later/0020.jpg"), F_OK)) {
        mkdir(folder, 0700);
        add_some(g, 20);
    }
    sq_ruling_pictures_add(g, (sq_ruling_picture_of){2, 20, false}, &frame, &(sq_position){.t = 0}, &camera,
                           &words);
    sq_ruling_pictures_close(g);
    assert_int_equal(access(scratch("later/game-2-0020.jpg"), F_OK), 0); /* not the first game's */
    assert_int_equal(t.count, 1);
    assert_int_equal(t.over, 1);
    assert_non_null(strstr(t.last, "later/0001.jpg"));
    assert_int_equal(access(scratch("later/0028.jpg"), F_OK), 0);
    sq_ruling_pictures_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_ruling_gets_its_picture),
        cmocka_unit_test(a_failure_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
