/* The golden digits: looks 25 times at pictures (samples, with the camera from file and from the mat, and
 * drawn ones) and prints, each time, a hash of its pixels and a hash of all that was seen, to the last bit.
 * ./dev golden builds this with other compilers and other optimisation, and compares what they print.
 *
 *   golden            NAME PIXELS SEEN, a line for each picture
 *   golden --digits   what was seen as well, so that a difference can be found */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "calib/camera/camera_file.h"
#include "calib/mat/find_camera.h"
#include "datasets/truth/scene_files.h"
#include "ui/game/position_json.h"
#include "vision/frame/opencv.h"
#include "vision/judge_frame.h"

enum { PATH_CAP = 1024, DRAWN = 11, WIDTH = 960, HEIGHT = 540 };

static bool digits;
static sq_sight *sight;
static sq_position seen;
static sq_diag diag;

static void check(sq_code code) {
    if (!code) return;
    fprintf(stderr, "golden: %s\n", diag.text);
    exit(1);
}

/* Fowler, Noll and Vo's hash, FNV-1a. */
static uint64_t hash(uint64_t h, const void *bytes, size_t n) {
    for (const uint8_t *p = bytes, *end = p + n; p < end; p++)
        h = (h ^ *p) * UINT64_C(0x100000001b3);
    return h;
}

#define HASH_START UINT64_C(0xcbf29ce484222325)

static uint64_t hash_pixels(const sq_frame *f) {
    uint64_t h = HASH_START;
    for (int y = 0; y < f->height; y++)
        h = hash(h, f->plane[0] + (ptrdiff_t)y * f->stride[0], 3 * (size_t)f->width);
    return h;
}

static void print(const char *name, const sq_frame *f) {
    json_t *json = sq_position_to_json_exact(&seen);
    char *text = json ? json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS | JSON_REAL_PRECISION(17)) : NULL;
    if (!text) abort();
    printf("%s %016" PRIx64 " %016" PRIx64 "\n", name, hash_pixels(f), hash(HASH_START, text, strlen(text)));
    if (digits) printf("%s\n", text);
    free(text);
    json_decref(json);
}

/* The camera from its file, or from the mat itself. */
static void look(const char *folder, const char *name, bool by_mat) {
    char path[PATH_CAP];
    sq_picture *picture;
    sq_camera camera;
    snprintf(path, sizeof path, "%s/%s.jpg", folder, name);
    check(sq_picture_read(&picture, path, &diag));
    sq_frame f = sq_picture_frame(picture);
    if (by_mat) {
        sq_mat_fit fit;
        check(sq_camera_from_mat(&f, &(sq_mat_settings){0}, &fit, &diag));
        camera = fit.camera;
    } else {
        snprintf(path, sizeof path, "%s/%s.json", folder, name);
        check(sq_camera_read(&camera, path, &diag));
    }
    check(sq_sight_look(sight, &f, &camera, &seen, &diag));
    print(name, &f);
    sq_picture_free(picture);
}

static void draw_and_look(const char *folder, sq_family family) {
    char path[PATH_CAP], name[64];
    check(sq_scene_write(&(sq_scene_wish){.folder = folder,
                                          .ending = "",
                                          .family = family,
                                          .seed = 25,
                                          .number = 1,
                                          .width = WIDTH,
                                          .height = HEIGHT,
                                          .lighting = SQ_LIGHTINGS,
                                          .oddity = SQ_ODDITIES},
                         &diag));
    snprintf(name, sizeof name, "%s_001", sq_family_name(family));
    look(folder, name, false);
    static const char *const endings[] = {"jpg", "json"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s/%s.%s", folder, name, endings[i]);
        unlink(path);
    }
}

int main(int argc, char **argv) {
    static const char *const samples[] = {"hand_006",        "isolated_001",     "piles_005",      "pot_004",
                                          "same-colour_001", "slight-squop_004", "squidge-off_005"};
    digits = argc > 1 && !strcmp(argv[1], "--digits");
    sight = sq_sight_new(&diag);
    if (!sight) check(SQ_E_MEMORY);
    for (int by_mat = 0; by_mat < 2; by_mat++)
        for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
            look(SQ_SOURCE_DIR "/datasets/scenes", samples[i], by_mat);
    char folder[] = "/tmp/squint-golden-XXXXXX";
    if (!mkdtemp(folder)) {
        perror("golden: /tmp");
        return 1;
    }
    for (int k = 0; k < DRAWN; k++)
        draw_and_look(folder, (sq_family)k);
    rmdir(folder);
    sq_sight_free(sight);
    return 0;
}
