/* Draws the worst faults of a scoring run on one sheet, a tile for each with true and claimed rims. */
#include "ui/score/score_worst.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/terms/gear.h"
#include "ui/draw/pen.h"

/* The sheet, in pixels: a column holds half of the tiles. */
#define TILE 460
#define TEXT_LINES 1.2 /* of the pen's usual height */
#define WORDS 3        /* lines beneath a tile */
#define WORDS_HEIGHT 72
#define GAP 8
#define COLUMNS 5
#define VIEW_MM 60.0 /* what a tile shows: a pile of large winks and what it lies on */
#define JPEG_QUALITY 92

typedef struct {
    sq_picture *sheet;
    const sq_predictions *claims;
    sq_truth *truth;
} desk;

static const sq_mm3 upright = {0, 0, 1};
static const sq_px middle = {(TILE - 1) / 2.0, (TILE - 1) / 2.0};

/* The picture lies beside its truth file. */
static sq_code open_scene(desk *k, const char *path, sq_picture **picture, sq_diag *d) {
    sq_code code = sq_truth_read(k->truth, path, d);
    if (code) return code;
    char image[PATH_MAX + sizeof k->truth->image];
    const char *slash = strrchr(path, '/');
    snprintf(image, sizeof image, "%.*s%s", slash ? (int)(slash - path + 1) : 0, path, k->truth->image);
    return sq_picture_read(picture, image, d);
}

static void draw_truth(const sq_pen *pen, const sq_truth *t) {
    for (int i = 0; i < t->wink_count; i++) {
        const sq_true_wink *w = &t->winks[i];
        sq_pen_circle(pen, w->at, w->normal, w->diameter_mm / 2, SQ_STROKE_DASHED, 1, SQ_INK_WHITE);
        sq_px at = sq_pen_px(pen, w->at);
        bool inside = at.x > 0 && at.y > 0 && at.x < TILE && at.y < TILE;
        if (w->id != SQ_NO_WINK && inside)
            sq_pen_words(pen, at, TEXT_LINES, sq_wink_name(w->id), SQ_INK_WHITE);
    }
}

static void draw_claims(const sq_pen *pen, const sq_prediction *p) {
    for (int i = 0; p && i < p->wink_count; i++) {
        const sq_claimed_wink *w = &p->winks[i];
        if (w->colour >= SQ_USUAL_COLOURS || w->size >= SQ_SIZES) continue;
        sq_pen_circle(pen, sq_mm_at_height(w->at, w->z), upright, sq_wink_radius_mm(w->size), SQ_STROKE_SOLID,
                      1, sq_ink_of(w->colour));
    }
}

static void say_whom(char *out, size_t size, const sq_fault *f) {
    size_t n = (size_t)snprintf(out, size, "%s", f->a == SQ_NO_WINK ? "nothing" : sq_wink_name(f->a));
    if (f->b != SQ_NO_WINK) n += (size_t)snprintf(out + n, size - n, " over %s", sq_wink_name(f->b));
    if (f->mm > 0) snprintf(out + n, size - n, f->b != SQ_NO_WINK ? " by %.1f mm" : ", %.2f mm", f->mm);
}

static void write_words(const desk *k, const sq_fault *f, int number, int left, int top) {
    char name[256], whom[64], line[WORDS][400];
    sq_picture_name(name, sizeof name, f->truth);
    say_whom(whom, sizeof whom, f);
    snprintf(line[0], sizeof line[0], "%d. %s", number, name);
    snprintf(line[1], sizeof line[1], "%s", whom);
    snprintf(line[2], sizeof line[2], "%s", sq_fault_what(f->kind));
    sq_pen pen = {.picture = k->sheet, .unit = 1};
    for (int i = 0; i < WORDS; i++)
        sq_pen_words(&pen, (sq_px){left, top + (i + 0.5) * WORDS_HEIGHT / WORDS}, TEXT_LINES, line[i],
                     i ? SQ_INK_GREY : SQ_INK_WHITE);
}

/* What lies about the fault, with rims, on a tile of its own: what is drawn over its border is cut off. */
static void draw_view(const desk *k, const sq_fault *f, sq_picture *tile, const sq_picture *picture) {
    const sq_camera *camera = &k->truth->camera;
    sq_mm3 at = sq_mm_at_height(f->at, SQ_WINK_THICKNESS_MM / 2);
    sq_view view = {sq_px_from_mm3(camera, at), middle, TILE / (VIEW_MM * sq_px_per_mm(camera, at))};
    sq_pen pen = {.picture = tile, .camera = camera, .view = view, .unit = 1};
    char name[256];
    sq_picture_name(name, sizeof name, f->truth);
    sq_picture_magnify(tile, 0, 0, TILE, TILE, picture, view.from, view.zoom);
    draw_truth(&pen, k->truth);
    draw_claims(&pen, sq_prediction_find(k->claims, name));
}

static sq_code draw_tile(desk *k, const sq_fault *f, int number, sq_diag *d) {
    sq_picture *picture, *tile;
    sq_code code = open_scene(k, f->truth, &picture, d);
    if (code) return code;
    code = sq_picture_new(&tile, TILE, TILE, d);
    if (!code) {
        int left = GAP + (number - 1) % COLUMNS * (TILE + GAP);
        int top = GAP + (number - 1) / COLUMNS * (TILE + WORDS_HEIGHT + GAP);
        draw_view(k, f, tile, picture);
        sq_picture_magnify(k->sheet, left, top, TILE, TILE, tile, middle, 1);
        write_words(k, f, number, left, top + TILE);
        sq_picture_free(tile);
    }
    sq_picture_free(picture);
    return code;
}

static sq_code draw_sheet(desk *k, const sq_worst *worst, const char *path, sq_diag *d) {
    int rows = (worst->count + COLUMNS - 1) / COLUMNS;
    sq_code code = sq_picture_new(&k->sheet, GAP + COLUMNS * (TILE + GAP),
                                  GAP + (rows ? rows : 1) * (TILE + WORDS_HEIGHT + GAP), d);
    if (code) return code;
    for (int i = 0; i < worst->count && !code; i++)
        code = draw_tile(k, &worst->at[i], i + 1, d);
    if (!code) code = sq_picture_write(k->sheet, path, JPEG_QUALITY, d);
    sq_picture_free(k->sheet);
    return code;
}

sq_code sq_score_worst_write(const sq_worst *worst, const char *predictions, const char *path, sq_diag *d) {
    sq_predictions claims;
    sq_code code = sq_predictions_read(&claims, predictions, d);
    if (code) return code;
    desk k = {.claims = &claims, .truth = malloc(sizeof *k.truth)};
    if (k.truth)
        code = draw_sheet(&k, worst, path, d);
    else
        code = sq_fail(d, SQ_E_MEMORY, "%s: not enough memory to draw it; close other programs", path);
    free(k.truth);
    sq_predictions_free(&claims);
    return code;
}
