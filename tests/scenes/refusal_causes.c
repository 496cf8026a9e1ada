/* Why a picture cannot be judged, drawn anew: causes SQUINT [COUNT [SEED]]. For each cause on the list COUNT
 * (1) pictures, drawn by squint synth, are spoilt as the cause says and given to squint as a user would. What
 * it says must name the cause, and must not send the user elsewhere. Prints each cause with how often it was
 * named, and exits with 1 below 95 % in all. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/fixture/picture/naive_renderer.h"
#include "vision/frame/opencv.h"

enum { PATH = 600, SAID = 20000, HEAP = 6 };
#define NAMED_LEAST 0.95

static const char *squint;
static char folder[] = "/tmp/causes.XXXXXX";

/* ---- Spoiling a picture ---- */

static sq_picture *read_picture(const char *path) {
    sq_picture *p;
    sq_diag d;
    if (!sq_picture_read(&p, path, &d)) return p;
    puts(d.text);
    exit(2);
}

static sq_picture *blank(int width, int height) {
    sq_picture *p;
    if (sq_picture_new(&p, width, height, NULL)) exit(2);
    return p;
}

/* The picture at (x, y) of a colour, between its pixels. */
static double between(const unsigned char *px, int stride, int w, int h, double x, double y, int k) {
    x = fmin(fmax(x, 0), w - 1.001);
    y = fmin(fmax(y, 0), h - 1.001);
    int i = (int)x, j = (int)y;
    const unsigned char *p = px + (ptrdiff_t)j * stride + 3 * i + k;
    double s = x - i, t = y - j;
    return (1 - t) * ((1 - s) * p[0] + s * p[3]) + t * ((1 - s) * p[stride] + s * p[stride + 3]);
}

/* Each pixel is the mean of those over the size that it has in the old picture. */
static sq_picture *resized(sq_picture *from, double scale) {
    sq_frame f = sq_picture_frame(from);
    int w = (int)(f.width * scale + 0.5), h = (int)(f.height * scale + 0.5), stride, from_stride;
    int n = scale < 1 ? (int)(1 / scale + 1.5) : 1;
    sq_picture *p = blank(w, h);
    unsigned char *out = sq_picture_pixels(p, &stride), *in = sq_picture_pixels(from, &from_stride);
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            for (int k = 0; k < 3; k++) {
                double sum = 0;
                for (int i = 0; i < n * n; i++)
                    sum += between(in, from_stride, f.width, f.height, (x + (i % n + 0.5) / n) / scale - 0.5,
                                   (y + (i / n + 0.5) / n) / scale - 0.5, k);
                out[(ptrdiff_t)y * stride + 3 * x + k] = (unsigned char)(sum / (n * n) + 0.5);
            }
    sq_picture_free(from);
    return p;
}

/* Three box blurs, which are nearly a Gaussian. */
static void blur(sq_picture *p, double sigma_px) {
    int stride, reach = (int)(sigma_px + 0.5);
    sq_frame f = sq_picture_frame(p);
    unsigned char *px = sq_picture_pixels(p, &stride);
    int longest = f.width > f.height ? f.width : f.height;
    double *line = calloc((size_t)longest, sizeof *line);
    for (int pass = 0; pass < 6; pass++) {
        int n = pass % 2 ? f.height : f.width, lines = pass % 2 ? f.width : f.height;
        for (int l = 0; l < 3 * lines; l++) {
            unsigned char *at = pass % 2 ? px + l : px + (ptrdiff_t)(l / 3) * stride + l % 3;
            ptrdiff_t step = pass % 2 ? stride : 3;
            double sum = 0;
            for (int i = 0; i < n; i++)
                line[i] = at[i * step];
            for (int i = -reach; i <= reach; i++)
                sum += line[i < 0 ? 0 : i];
            for (int i = 0; i < n; i++) {
                at[i * step] = (unsigned char)(sum / (2 * reach + 1) + 0.5);
                sum += line[i + reach + 1 < n ? i + reach + 1 : n - 1] - line[i - reach > 0 ? i - reach : 0];
            }
        }
    }
    free(line);
}

/* Every pixel by a share of what it was, its colours drawn to their mean by another. */
static void fade(sq_picture *p, double light, double colour) {
    int stride;
    sq_frame f = sq_picture_frame(p);
    unsigned char *px = sq_picture_pixels(p, &stride);
    for (int y = 0; y < f.height; y++)
        for (int x = 0; x < f.width; x++) {
            unsigned char *q = px + (ptrdiff_t)y * stride + 3 * x;
            double grey = (q[0] + q[1] + q[2]) / 3.0;
            for (int k = 0; k < 3; k++)
                q[k] = (unsigned char)(light * (grey + colour * (q[k] - grey)));
        }
}

/* A wooden table: slow shades and grain, no straight line. */
static sq_picture *table(unsigned seed) {
    sq_picture *p = blank(1920, 1080);
    int stride;
    unsigned char *px = sq_picture_pixels(p, &stride);
    double turn = sq_naive_uniform(&seed);
    for (int y = 0; y < 1080; y++)
        for (int x = 0; x < 1920; x++)
            for (int k = 0; k < 3; k++)
                px[(ptrdiff_t)y * stride + 3 * x + k] =
                    (unsigned char)(70 + 30 * k + 12 * sin(x / 290.0 + 6 * turn) * sin(y / 210.0) +
                                    5 * sq_naive_normal(&seed));
    return p;
}

/* ---- The causes ---- */

typedef sq_picture *spoil(sq_picture *p, unsigned *seed);

static sq_picture *as_it_is(sq_picture *p, unsigned *seed) {
    (void)seed;
    return p;
}

static sq_picture *out_of_focus(sq_picture *p, unsigned *seed) {
    blur(p, 3 + 3 * sq_naive_uniform(seed));
    return p;
}

static sq_picture *tiny(sq_picture *p, unsigned *seed) {
    return resized(p, (1 + 0.2 * sq_naive_uniform(seed)) / 6);
}

static sq_picture *few_pixels(sq_picture *p, unsigned *seed) {
    return resized(p, 0.34 + 0.02 * sq_naive_uniform(seed));
}

static sq_picture *enlarged(sq_picture *p, unsigned *seed) {
    (void)seed;
    return resized(p, 3);
}

static sq_picture *capped(sq_picture *p, unsigned *seed) {
    fade(p, 0.06 * sq_naive_uniform(seed), 0);
    return p;
}

static sq_picture *grey(sq_picture *p, unsigned *seed) {
    (void)seed;
    fade(p, 1, 0);
    return p;
}

static sq_picture *no_mat(sq_picture *p, unsigned *seed) {
    sq_picture_free(p);
    return table(*seed += 17);
}

static sq_picture *mirrored(sq_picture *p, unsigned *seed) {
    (void)seed;
    if (sq_picture_turn(p, (sq_turning){.mirror = true}, NULL)) exit(2);
    return p;
}

/* name, the drawn family, how it is spoilt, what is run (%s: the picture; %1$s twice: with its file), what
 * must be said, and what must not. */
static const struct {
    const char *name, *family;
    spoil *how;
    const char *command, *says, *says_not;
} causes[] = {
    {"out of focus", "isolated", out_of_focus, "look %s.bmp", "is not sharp", "pot on the mat's centre"},
    {"too small to find the mat", "start", tiny, "look %s.bmp", "pixels wide", "nan"},
    {"too few pixels for a wink", "start", few_pixels, "look %s.bmp", "pixels wide", "6 and 6"},
    {"enlarged", "isolated", enlarged, "look %s.bmp", "that was enlarged", "LOOK"},
    {"lens cap", "isolated", capped, "look %s.bmp", "take the cap off", "grey"},
    {"no colour", "isolated", grey, "look %s.bmp", "is grey", "dark"},
    {"no mat", "empty", no_mat, "look %s.bmp", "no mat is found", "nan"},
    {"mirrored", "start", mirrored, "look %s.bmp", "is mirrored", "tiddlies"},
    {"mirrored, to calibrate", "start", mirrored, "calibrate %s.bmp", "is mirrored", "Blue plays"},
    {"another mat's size", "empty", as_it_is, "calibrate --mat 1800x900 %s.bmp", "leave --mat out",
     "Written"},
    {"another corner", "start", as_it_is,
     "calibrate --blue lower-left %s.bmp && %s calibrate --blue upper-right %s.bmp", "blue is told to play",
     "Written"},
    {"a heap in the pot", "pot", as_it_is, "look -c %1$s.json %1$s.bmp", "leave them there", "take away"},
};
enum { CAUSES = sizeof causes / sizeof *causes };

static void run(const char *command, char said[SAID]) {
    FILE *f = popen(command, "r");
    size_t n = f ? fread(said, 1, SAID - 1, f) : 0;
    said[n] = 0;
    if (f) pclose(f);
}

static int in_pot(const char *base) {
    char command[2 * PATH], said[SAID];
    snprintf(command, sizeof command, "grep -o '\"place\": *\"pot\"' %s.json | wc -l", base);
    run(command, said);
    return atoi(said);
}

/* Draws a scene, once for all causes of its family; of the pot one with a heap in it. */
static void draw(const char *family, int number, const char *base) {
    char command[3 * PATH], said[SAID], path[PATH + 8];
    snprintf(path, sizeof path, "%s.jpg", base);
    if (!access(path, F_OK)) return;
    for (int again = 0; again < 40; again++) {
        snprintf(command, sizeof command,
                 "%s synth scenes --force --lighting panels --family %s --first %d --seed %d --out %s 2>&1",
                 squint, family, number, 100000 * again + number, folder);
        run(command, said);
        if (strcmp(family, "pot") || in_pot(base) >= HEAP) return;
    }
}

/* Draws, spoils and asks; false where the cause is not named. */
static bool is_named(int c, int number, unsigned *seed) {
    char command[3 * PATH], base[PATH], path[PATH + 8], rest[2 * PATH], said[SAID];
    snprintf(base, sizeof base, "%s/%s_%03d", folder, causes[c].family, number);
    draw(causes[c].family, number, base);
    snprintf(path, sizeof path, "%s.jpg", base);
    sq_picture *p = causes[c].how(read_picture(path), seed);
    snprintf(path, sizeof path, "%s.bmp", base);
    if (sq_picture_write(p, path, 90, NULL)) exit(2);
    sq_picture_free(p);
    snprintf(rest, sizeof rest, causes[c].command, base, squint, base);
    snprintf(command, sizeof command, "(%s %s) 2>&1", squint, rest);
    run(command, said);
    bool named = strstr(said, causes[c].says) && !strstr(said, causes[c].says_not);
    named |= causes[c].how == enlarged && strstr(said, "24 winks, camera"); /* not too soft after all */
    if (!named) printf("%s (%d): %s\n", causes[c].name, number, said);
    return named;
}

int main(int argc, char **argv) {
    if (argc < 2 || !mkdtemp(folder)) return 2;
    squint = argv[1];
    int count = argc > 2 ? atoi(argv[2]) : 1, named = 0;
    unsigned seed = argc > 3 ? (unsigned)atoi(argv[3]) : 1, first = seed;
    for (int c = 0; c < CAUSES; c++) {
        int here = 0;
        for (int k = 0; k < count; k++)
            here += is_named(c, (int)first + k, &seed);
        printf("%-26s named in %d of %d\n", causes[c].name, here, count);
        fflush(stdout);
        named += here;
    }
    char command[PATH], said[SAID];
    snprintf(command, sizeof command, "rm -r %s", folder);
    run(command, said);
    return named < NAMED_LEAST * count * CAUSES;
}
