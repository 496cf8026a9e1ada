/* An hour of watching over the camera: false alarms under lamps that flicker, and how soon it is noticed that
 * the camera has moved by half a millimetre.
 *
 * bench_camera_watch [RESTS]: a look at each rest; an hour of play has some 300. Every picture has its own
 * noise, the lamps' beat with the shutter (bands that wander over the rows, and the whole light), winks
 * elsewhere, and goes through JPEG as it does in a camera. Exits with 1 where there was an alarm, or a move
 * was not told. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "calib/camera_monitor.h"
#include "tests/fixture/picture/naive_renderer.h"
#include "vision/frame/opencv.h"

enum { W = 1280, H = 720, RESTS = 300, QUALITY = 88, WINKS = 16, MOVES = 20 };
/* Half a turn of the mains to each side of the mean light; a band's height, as a share of the picture's. */
#define FLICKER 0.08
#define BAND 1.6
#define NOISE 1.5
#define MOVED_MM 0.5

static double now_s(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static sq_naive_picture draw(sq_mm shift) {
    static const uint8_t pot[3] = {170, 30, 30};
    sq_naive_scene s = sq_naive_scene_of(W, H, shift, 0.6);
    s.noise = 0;
    sq_naive_pot(&s, (sq_mm){0, 0}, pot);
    return sq_naive_draw(&s);
}

/* A flat disc where a wink lies at this rest: what it hides must move nothing. */
static void put_wink(uint8_t *to, unsigned *seed) {
    int x0 = (int)(sq_naive_uniform(seed) * W), y0 = (int)(sq_naive_uniform(seed) * H), r = 6;
    const uint8_t red[3] = {30, 30, 190};
    for (int y = y0 - r; y <= y0 + r; y++)
        for (int x = x0 - r; x <= x0 + r; x++)
            if (x >= 0 && y >= 0 && x < W && y < H && hypot(x - x0, y - y0) < r)
                memcpy(to + 3 * ((size_t)y * W + (size_t)x), red, sizeof red);
}

/* The same mat at another moment. */
static void another(uint8_t *to, const sq_frame *from, unsigned *seed) {
    double phase = 2 * M_PI * sq_naive_uniform(seed), all = 1 + FLICKER / 2 * sq_naive_normal(seed);
    for (int y = 0; y < H; y++) {
        double light = all * (1 + FLICKER * sin(phase + 2 * M_PI * BAND * y / H)), code = pow(light, 1 / 2.2);
        const uint8_t *row = from->plane[0] + (size_t)y * (size_t)from->stride[0];
        for (int i = 0; i < 3 * W; i++) {
            double v = row[i] * code + NOISE * sq_naive_normal(seed);
            to[(size_t)y * 3 * W + (size_t)i] = (uint8_t)fmin(255, fmax(0, v + 0.5));
        }
    }
    for (int k = 0; k < WINKS; k++)
        put_wink(to, seed);
}

/* What the vigil says to that moment, after a camera's JPEG; its time is added to *took. */
static const char *look(sq_camera_monitor *v, const sq_frame *of, unsigned *seed, double *took) {
    static const char path[] = "/tmp/bench_camera_watch.jpg";
    sq_picture *p;
    int stride;
    const char *say = NULL;
    if (sq_picture_new(&p, W, H, NULL)) abort();
    another(sq_picture_pixels(p, &stride), of, seed);
    if (stride != 3 * W || sq_picture_write(p, path, QUALITY, NULL)) abort();
    sq_picture_free(p);
    if (sq_picture_read(&p, path, NULL)) abort();
    sq_frame f = sq_picture_frame(p);
    double start = now_s();
    sq_camera_monitor_look(v, &f, &say);
    *took += now_s() - start;
    sq_picture_free(p);
    return say;
}

int main(int argc, char **argv) {
    int rests = argc > 1 ? atoi(argv[1]) : RESTS, alarms = 0, told = 0;
    unsigned seed = 20120801;
    double took = 0, took_anew = 0;
    sq_camera c = sq_naive_camera(W, H, (sq_mm){0, 0}, 0.6);
    c.width = W, c.height = H;
    sq_naive_picture still = draw((sq_mm){0, 0}), moved = draw((sq_mm){MOVED_MM, 0});
    sq_camera_monitor *v = sq_camera_monitor_new(&c, NULL, NULL, SQ_CAMERA_FROM_FILE, NULL);
    for (int i = 0; i < rests && v; i++) {
        const char *say = look(v, &still.frame, &seed, &took);
        alarms += say != NULL;
        if (say) printf("  at rest %d: %s\n", i, say);
    }
    for (int i = 0; i < MOVES && v; i++) {
        const char *say = look(v, i % 2 ? &still.frame : &moved.frame, &seed, &took_anew);
        told += say && strstr(say, "moved");
    }
    sq_camera_monitor_free(v);
    printf("vigil: %d rests under flicker, %d alarms, %.1f ms a look; of %d moves of %.1f mm %d told at the "
           "first rest, "
           "%.0f ms with finding the camera anew\n",
           rests, alarms, 1e3 * took / rests, MOVES, MOVED_MM, told, 1e3 * took_anew / MOVES);
    sq_naive_free(&still);
    sq_naive_free(&moved);
    return alarms || told < MOVES;
}
