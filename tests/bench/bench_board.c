/* A look at drawn crokinole boards, in its three parts, where the board is found and in a film, where it is
 * followed, beside the peer that finds circles in the same frame:
 * OpenCV's HoughCircles.
 *
 * Both get the same planes (I420, as a camera's decoder gives them) on one processor, in turns. Times are
 * milliseconds of the processor, in which others' work does not count. Each board has the median of its
 * turns; of these the median over the boards is printed, and that of the slowest board. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "calib/crokinole/find_board.h"
#include "datasets/crokinole/draw_board.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "vision/crokinole/look_at_board.h"
#include "vision/frame/opencv.h"

enum { TURNS = 7, BOARDS = 12, WIDTH = 1920, HEIGHT = 1080, SEED = 19 };

/* Hough's settings: Canny's upper threshold, and the votes at which it still finds most discs. */
#define HOUGH_EDGE 80
#define HOUGH_VOTES 25

typedef enum { READ, FIND, LOOK, ALL, FOLLOW, FOLLOWED, HOUGH, RATIO, FOLLOWED_RATIO, ROWS } row;

static const char *const names[ROWS] = {
    "picture to planes", "the board found",       "the discs",     "a look",   "the board followed",
    "a look in a film",  "OpenCV's HoughCircles", "times Hough's", "in a film"};

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of the whole process: OpenCV may have threads. */
static double processor_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static sq_code time_hough(const sq_frame *f, const sq_board_position *seen, int *circles, double *ms,
                          sq_diag *d) {
    double radius = seen->count ? seen->disc[0].radius_px : 20, start = processor_ms();
    int low = (int)(0.85 * radius), high = (int)(1.15 * radius + 1);
    sq_code code = sq_cv_hough_circles(f, low, HOUGH_EDGE, HOUGH_VOTES, low, high, circles, d);
    *ms = processor_ms() - start;
    return code;
}

static sq_code look(const sq_frame *f, sq_colour_planes *planes, sq_board_position *seen, double ms[ROWS],
                    sq_diag *d) {
    static sq_seen_board board;
    double start = processor_ms();
    sq_code code = sq_colour_planes_read(planes, f, d);
    double read = processor_ms();
    if (!code) code = sq_board_find(f, planes, &board, d);
    double found = processor_ms();
    if (!code) code = sq_look_at_board(planes, &board, NULL, seen, d);
    double seen_all = processor_ms();
    ms[READ] = read - start;
    ms[FIND] = found - read;
    ms[LOOK] = seen_all - found;
    ms[ALL] = seen_all - start;
    if (code) return code;
    static sq_seen_board again;
    if (!sq_board_follow(planes, &board, &again)) code = sq_board_find(f, planes, &again, d);
    ms[FOLLOW] = processor_ms() - seen_all;
    ms[FOLLOWED] = ms[READ] + ms[FOLLOW] + ms[LOOK];
    return code;
}

/* The medians over all turns. */
static sq_code measure_frame(const sq_frame *f, double median[ROWS], int *discs, int *circles, sq_diag *d) {
    static sq_board_position seen;
    static double at[ROWS][TURNS];
    sq_colour_planes planes = {0};
    sq_code code = SQ_OK;
    for (int turn = -1; turn < TURNS && !code; turn++) { /* the first one warms the memory */
        double ms[ROWS] = {0};
        code = look(f, &planes, &seen, ms, d);
        if (!code) code = time_hough(f, &seen, circles, &ms[HOUGH], d);
        ms[RATIO] = ms[ALL] / ms[HOUGH];
        ms[FOLLOWED_RATIO] = ms[FOLLOWED] / ms[HOUGH];
        for (int k = 0; k < ROWS && turn >= 0; k++)
            at[k][turn] = ms[k];
    }
    sq_colour_planes_free(&planes);
    for (int k = 0; k < ROWS && !code; k++) {
        qsort(at[k], TURNS, sizeof *at[k], by_value);
        median[k] = at[k][TURNS / 2];
    }
    *discs = seen.count;
    return code;
}

static sq_code measure_board(sq_board_family family, int number, double median[ROWS], int *discs,
                             int *circles, sq_diag *d) {
    static sq_board_scene scene;
    sq_picture *picture = NULL;
    sq_board_scene_make(&scene, family, SEED, number, WIDTH, HEIGHT);
    sq_code code = sq_board_draw(&picture, &scene, d);
    if (code) return code;
    sq_naive_picture bgr = {.frame = sq_picture_frame(picture)};
    sq_naive_picture i420 = sq_naive_convert(&bgr, SQ_FRAME_I420, SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, true, 0);
    code = measure_frame(&i420.frame, median, discs, circles, d);
    sq_naive_free(&i420);
    sq_picture_free(picture);
    return code;
}

static void measure_family(sq_board_family family) {
    static double at[ROWS][BOARDS];
    int boards = 0, discs = 0, circles = 0;
    for (int i = 0; i < BOARDS; i++) {
        double median[ROWS];
        int seen = 0, found = 0;
        sq_diag d;
        if (measure_board(family, i + 1, median, &seen, &found, &d)) {
            printf("board %d is left out: %s\n", i + 1, d.text);
            continue;
        }
        for (int k = 0; k < ROWS; k++)
            at[k][boards] = median[k];
        boards++;
        discs += seen;
        circles += found;
    }
    if (!boards) return;
    printf("%d boards with %s, %d x %d\n                            median slowest\n", boards,
           sq_board_family_what(family), WIDTH, HEIGHT);
    for (int k = 0; k < ROWS; k++) {
        qsort(at[k], (size_t)boards, sizeof *at[k], by_value);
        printf("    %-22s %7.2f %7.2f\n", names[k], at[k][boards / 2], at[k][boards - 1]);
    }
    printf("    discs seen: %d; circles: %d\n\n", discs, circles);
}

int main(void) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((unsigned)sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    measure_family(SQ_BOARDS_FEW);
    measure_family(SQ_BOARDS_MANY);
    return EXIT_SUCCESS;
}
