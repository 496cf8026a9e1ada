/* A look at a drawn crokinole board, in its three parts, beside the peer that finds circles in the same
 * frame: OpenCV's HoughCircles.
 *
 * Both get the same planes (I420, as a camera's decoder gives them) on one processor, in turns. Times are
 * milliseconds of the processor, in which others' work does not count: the median of all turns, and the
 * least. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "calib/crokinole/find_board.h"
#include "datasets/crokinole/draw_board.h"
#include "tests/fixture/naive.h"
#include "vision/crokinole/look_at_board.h"
#include "vision/frame/opencv.h"

enum { TURNS = 15, WIDTH = 1920, HEIGHT = 1080, SEED = 19 };

/* Hough's settings: Canny's upper threshold, and the votes at which it still finds most discs. */
#define HOUGH_EDGE 80
#define HOUGH_VOTES 25

typedef enum { READ, FIND, LOOK, ALL, HOUGH, RATIO, ROWS } row;

static const char *const names[ROWS] = {"picture to planes",     "the board found", "the discs", "a look",
                                        "OpenCV's HoughCircles", "times Hough's"};

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
    if (!code) code = sq_board_find(planes, &board, d);
    double found = processor_ms();
    if (!code) code = sq_look_at_board(planes, &board, NULL, seen, d);
    double seen_all = processor_ms();
    ms[READ] = read - start;
    ms[FIND] = found - read;
    ms[LOOK] = seen_all - found;
    ms[ALL] = seen_all - start;
    return code;
}

static sq_code measure(const sq_frame *f, const char *name, sq_diag *d) {
    static sq_board_position seen;
    static double at[ROWS][TURNS];
    sq_colour_planes planes = {0};
    sq_code code = SQ_OK;
    int circles = 0;
    for (int turn = -1; turn < TURNS && !code; turn++) { /* the first one warms the memory */
        double ms[ROWS] = {0};
        code = look(f, &planes, &seen, ms, d);
        if (!code) code = time_hough(f, &seen, &circles, &ms[HOUGH], d);
        ms[RATIO] = ms[ALL] / ms[HOUGH];
        for (int k = 0; k < ROWS && turn >= 0; k++)
            at[k][turn] = ms[k];
    }
    sq_colour_planes_free(&planes);
    if (code) return code;
    printf("%s, %d x %d\n                            median   least\n", name, f->width, f->height);
    for (int k = 0; k < ROWS; k++) {
        qsort(at[k], TURNS, sizeof *at[k], by_value);
        printf("    %-22s %7.2f %7.2f\n", names[k], at[k][TURNS / 2], at[k][0]);
    }
    printf("    discs seen: %d; circles: %d\n\n", seen.count, circles);
    return SQ_OK;
}

int main(void) {
    static const sq_board_family families[] = {SQ_BOARDS_FEW, SQ_BOARDS_MANY};
    static const char *const drawn[] = {"board with few discs", "board with many discs"};
    static sq_board_scene scene;
    cpu_set_t one;
    sq_diag d;
    CPU_ZERO(&one);
    CPU_SET((unsigned)sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        sq_picture *picture = NULL;
        sq_board_scene_make(&scene, families[i], SEED, 1, WIDTH, HEIGHT);
        sq_code code = sq_board_draw(&picture, &scene, &d);
        if (!code) {
            sq_naive_picture bgr = {.frame = sq_picture_frame(picture)};
            sq_naive_picture i420 =
                sq_naive_convert(&bgr, SQ_FRAME_I420, SQ_CHROMA_CENTRE, SQ_MATRIX_BT601, true, 0);
            code = measure(&i420.frame, drawn[i], &d);
            sq_naive_free(&i420);
        }
        sq_picture_free(picture);
        if (code) return fprintf(stderr, "%s\n", d.text), EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
