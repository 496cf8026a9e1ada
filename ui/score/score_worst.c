/* Draws the worst faults of a scoring run on one sheet, a tile for each with true and claimed rims. */
#include "ui/score/score_worst.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "ui/plate/plate_layout.h"

/* The sheet, in pixels: a column holds half of the tiles. */
#define TILE 460
#define WORDS 3 /* lines beneath a tile */
#define WORDS_HEIGHT 84
#define GAP 12
#define COLUMNS 5
#define VIEW_MM 60.0 /* what a tile shows: a pile of large winks and what it lies on */
#define JPEG_QUALITY 92
/* Pixels: letters of the words and of names, lines, and how far from its wink a name may stand. */
#define LETTERS 20.0
#define NAME 18.0
#define RIM 1.6
#define MARK 7.0
#define SPACE 6.0
#define NEAR 80.0

typedef struct {
    sq_plate sheet; /* its window is that of the tile that is being drawn */
    sq_surface *canvas;
    sq_photo *photo;
    sq_layout placed;
    sq_truth truth;
    const sq_predictions *claims;
} desk;

static const sq_mm3 upright = {0, 0, 1};

/* The picture lies beside its truth file. */
static sq_code open_scene(desk *k, const char *path, sq_picture **picture, sq_diag *d) {
    sq_code code = sq_truth_read(&k->truth, path, d);
    if (code) return code;
    char image[PATH_MAX + sizeof k->truth.image];
    const char *slash = strrchr(path, '/');
    snprintf(image, sizeof image, "%.*s%s", slash ? (int)(slash - path + 1) : 0, path, k->truth.image);
    return sq_picture_read(picture, image, d);
}

/* Rims first: names then stand where they touch none. */
static void draw_true_rim(desk *k, int i) {
    const sq_true_wink *w = &k->truth.winks[i];
    const sq_glass *window = &k->sheet.window;
    sq_px points[SQ_RING_POINTS];
    sq_glass_ring(window, w->at, w->normal, w->diameter_mm / 2, points);
    sq_plate_draw_rim(
        &k->sheet, points, SQ_RING_POINTS,
        (sq_plate_line){.width = RIM, .mark = MARK, .gap = SPACE, .paint = sq_paint_light, .cased = true});
    sq_layout_wink(&k->placed, i, sq_glass_px(window, w->at),
                   w->diameter_mm / 2 * sq_glass_px_per_mm(window, w->at));
}

static void write_name(desk *k, int i, sq_pane within) {
    const sq_true_wink *w = &k->truth.winks[i];
    const sq_glass *window = &k->sheet.window;
    sq_plate_label label = {.owner = i,
                            .centre = sq_glass_px(window, w->at),
                            .radius = w->diameter_mm / 2 * sq_glass_px_per_mm(window, w->at),
                            .within = within,
                            .most = NEAR,
                            .size = NAME,
                            .shape = SQ_NO_COLOUR,
                            .alpha = 1,
                            .may_cover = true};
    if (w->id != SQ_NO_WINK) sq_plate_put_label(&k->sheet, &label, sq_wink_name(w->id));
}

static void draw_claims(const desk *k, const sq_prediction *p) {
    for (int i = 0; p && i < p->wink_count; i++) {
        const sq_claimed_wink *w = &p->winks[i];
        sq_px points[SQ_RING_POINTS];
        if (w->colour >= SQ_USUAL_COLOURS || w->size >= SQ_SIZES) continue;
        sq_glass_ring(&k->sheet.window, sq_mm_at_height(w->at, w->z), upright, sq_wink_radius_mm(w->size),
                      points);
        sq_plate_draw_rim(&k->sheet, points, SQ_RING_POINTS,
                          (sq_plate_line){.width = RIM, .paint = sq_paint_line[w->colour], .cased = true});
    }
}

static void say_whom(char *out, size_t size, const sq_fault *f) {
    size_t n = (size_t)snprintf(out, size, "%s", f->a == SQ_NO_WINK ? "nothing" : sq_wink_name(f->a));
    if (f->b != SQ_NO_WINK) n += (size_t)snprintf(out + n, size - n, " over %s", sq_wink_name(f->b));
    if (f->mm > 0) snprintf(out + n, size - n, f->b != SQ_NO_WINK ? " by %.1f mm" : ", %.2f mm", f->mm);
}

static void write_words(const desk *k, const sq_fault *f, int number, sq_pane tile) {
    const sq_theme *theme = k->sheet.theme;
    char name[256], whom[64], line[WORDS][400];
    sq_picture_name(name, sizeof name, f->truth);
    say_whom(whom, sizeof whom, f);
    snprintf(line[0], sizeof line[0], "%d. %s", number, name);
    snprintf(line[1], sizeof line[1], "%s", whom);
    snprintf(line[2], sizeof line[2], "%s", sq_fault_what(f->kind));
    for (int i = 0; i < WORDS; i++) {
        sq_px at = {tile.left, tile.top + tile.height + i * (double)WORDS_HEIGHT / WORDS};
        sq_plate_write(&k->sheet, at, tile.width, 1, LETTERS, i == 0, line[i], i ? theme->quiet : theme->ink);
    }
}

/* What lies about the fault, with rims; what is drawn over the tile's border is cut off. */
static void draw_view(desk *k, const sq_fault *f, sq_pane tile) {
    const sq_camera *camera = &k->truth.camera;
    sq_mm3 at = sq_mm_at_height(f->at, SQ_WINK_THICKNESS_MM / 2);
    char name[256];
    sq_picture_name(name, sizeof name, f->truth);
    k->sheet.window = (sq_glass){.camera = camera,
                                 .from = sq_px_from_mm3(camera, at),
                                 .to = {tile.left + (TILE - 1) / 2.0, tile.top + (TILE - 1) / 2.0},
                                 .zoom = TILE / (VIEW_MM * sq_px_per_mm(camera, at))};
    sq_layout_clear(&k->placed);
    sq_surface_photo(k->canvas, tile, k->photo, k->sheet.window.from, k->sheet.window.zoom);
    sq_surface_clip_pane(k->canvas, tile);
    for (int i = 0; i < k->truth.wink_count; i++)
        draw_true_rim(k, i);
    draw_claims(k, sq_prediction_find(k->claims, name));
    for (int i = 0; i < k->truth.wink_count; i++)
        write_name(k, i, tile);
    sq_surface_unclip(k->canvas);
}

static sq_code draw_tile(desk *k, const sq_fault *f, int number, sq_diag *d) {
    sq_pane tile = {GAP + (number - 1) % COLUMNS * (TILE + GAP),
                    GAP + (number - 1) / COLUMNS * (TILE + WORDS_HEIGHT + GAP), TILE, TILE};
    sq_picture *picture = NULL;
    sq_code code = open_scene(k, f->truth, &picture, d);
    if (!code) code = sq_photo_set(k->photo, picture, sq_photo_plain, d);
    if (!code) {
        draw_view(k, f, tile);
        write_words(k, f, number, tile);
    }
    sq_picture_free(picture);
    return code;
}

static sq_code draw_sheet(desk *k, const sq_worst *worst, const char *path, sq_diag *d) {
    int rows = worst->count ? (worst->count + COLUMNS - 1) / COLUMNS : 1;
    int width = GAP + COLUMNS * (TILE + GAP), height = GAP + rows * (TILE + WORDS_HEIGHT + GAP);
    sq_picture *picture = NULL;
    k->sheet = (sq_plate){.canvas = k->canvas,
                          .placed = &k->placed,
                          .theme = &sq_theme_screen,
                          .u = 1,
                          .whole = {0, 0, width, height}};
    sq_code code = sq_plate_begin(&k->sheet, d);
    sq_surface_pane(k->canvas, k->sheet.whole, 0, k->sheet.theme->ground);
    for (int i = 0; i < worst->count && !code; i++)
        code = draw_tile(k, &worst->at[i], i + 1, d);
    if (!code) code = sq_picture_new(&picture, width, height, d);
    if (!code) code = sq_surface_lay(k->canvas, picture, 0, d);
    if (!code) code = sq_picture_write(picture, path, JPEG_QUALITY, d);
    sq_picture_free(picture);
    return code;
}

static sq_code draw_worst(desk *k, const sq_worst *worst, const char *path, sq_diag *d) {
    sq_code code = sq_surface_new(&k->canvas, d);
    if (!code) code = sq_photo_new(&k->photo, d);
    if (!code) code = draw_sheet(k, worst, path, d);
    sq_surface_free(k->canvas);
    sq_photo_free(k->photo);
    return code;
}

sq_code sq_score_worst_write(const sq_worst *worst, const char *predictions, const char *path, sq_diag *d) {
    sq_predictions claims;
    sq_code code = sq_predictions_read(&claims, predictions, d);
    if (code) return code;
    desk *k = calloc(1, sizeof *k);
    if (k) {
        k->claims = &claims;
        code = draw_worst(k, worst, path, d);
    } else {
        code = sq_fail(d, SQ_E_MEMORY, "%s: not enough memory to draw it; close other programs", path);
    }
    free(k);
    sq_predictions_free(&claims);
    return code;
}
