/* Draws the measured lines, the pot and the misses of a calibration into a copy of its picture. */
#include "ui/draw/calibrate_overlay.h"

#include <stdio.h>
#include <string.h>

#include "rules/terms/gear.h"
#include "ui/canvas/letters.h"

/* Of an overlay as a JPEG: its thin lines stay clean. */
enum { OVERLAY_QUALITY = 92, POINTS = 65, DASHES = 24, LINE_CAP = 160 };

/* Shares of the picture's height: letters, an arrow, its head, and from the arrow to its label. */
#define TEXT_SHARE 0.018
#define ARROW_SHARE 0.09
#define HEAD_SHARE 0.025
#define LABEL_SHARE 0.04

static const sq_paint seen = {230, 120, 20, 0.9}, fault_paint = {40, 40, 230, 0.95}, ink = {255, 255, 255, 1},
                      ground = {0, 0, 0, 0.7};

static sq_px line_point(const sq_mat_fit *fit, sq_mat_line line, double share) {
    sq_mm mm = sq_mat_line_at(&fit->size, line, share).at;
    return sq_px_from_mm3(&fit->camera, sq_mm_at_height(mm, 0));
}

static void draw_line(sq_picture *p, const sq_mat_fit *fit, sq_mat_line line) {
    sq_px at[POINTS];
    for (int i = 0; i < POINTS; i++)
        at[i] = line_point(fit, line, i / (POINTS - 1.0));
    sq_draw_polyline(p, at, POINTS, false, 1, seen);
}

static void draw_dashes(sq_picture *p, const sq_mat_fit *fit, sq_mat_line line) {
    for (int i = 0; i < DASHES; i++)
        sq_draw_line(p, line_point(fit, line, i / (double)DASHES), line_point(fit, line, (i + 0.5) / DASHES),
                     2, fault_paint);
}

/* A level circle, as this camera sees it. */
static void draw_circle(sq_picture *p, const sq_mat_fit *fit, sq_mm3 middle, double radius_mm, bool is_seen) {
    sq_px at[POINTS];
    for (int i = 0; i < POINTS; i++) {
        double angle = 2 * M_PI * i / POINTS, x = cos(angle), y = sin(angle);
        at[i] = sq_px_from_mm3(&fit->camera,
                               (sq_mm3){middle.x + radius_mm * x, middle.y + radius_mm * y, middle.z});
    }
    sq_draw_polyline(p, at, POINTS, true, is_seen ? 1 : 2, is_seen ? seen : fault_paint);
}

static void draw_rulers(sq_picture *p, const sq_mat_fit *fit) {
    const double height_mm = SQ_WINK_THICKNESS_MM / 2;
    for (int i = 0; i < fit->winks; i++) {
        sq_mm at = sq_mm_from_px(&fit->camera, fit->ruler[i].middle, height_mm);
        draw_circle(p, fit, sq_mm_at_height(at, height_mm), fit->ruler[i].radius_mm, true);
    }
}

/* From inside of the picture's border towards a corner beyond it. */
static void draw_arrow(sq_picture *p, const sq_mat_fit *fit, int corner) {
    double w = fit->camera.width, h = fit->camera.height, margin = HEAD_SHARE * h;
    sq_px to = fit->corner[corner], from;
    to.x = fmin(fmax(to.x, margin), w - 1 - margin);
    to.y = fmin(fmax(to.y, margin), h - 1 - margin);
    double dx = fit->corner[corner].x - to.x, dy = fit->corner[corner].y - to.y, n = hypot(dx, dy);
    if (!(n > 0)) return;
    dx /= n, dy /= n;
    from = (sq_px){to.x - ARROW_SHARE * h * dx, to.y - ARROW_SHARE * h * dy};
    sq_px left = {to.x - HEAD_SHARE * h * (dx - dy), to.y - HEAD_SHARE * h * (dy + dx)};
    sq_px right = {to.x - HEAD_SHARE * h * (dx + dy), to.y - HEAD_SHARE * h * (dy - dx)};
    sq_draw_line(p, from, to, 3, fault_paint);
    sq_draw_line(p, left, to, 3, fault_paint);
    sq_draw_line(p, right, to, 3, fault_paint);
    char words[LINE_CAP];
    snprintf(words, sizeof words, "the %s corner lies %.0f pixels outside", sq_mat_corner_name(corner), n);
    double inwards = (to.y < h / 2 ? LABEL_SHARE : -LABEL_SHARE) * h;
    sq_letters_draw(p, (sq_px){from.x, from.y + inwards}, TEXT_SHARE * h, words, ink, ground);
}

/* How many bytes of a text make one line: as many words as fit, at least one. */
static size_t fitting(const char *text, double size, double width) {
    size_t take = strnlen(text, LINE_CAP - 1);
    for (;;) {
        char line[LINE_CAP];
        if (text[take])
            while (take > 1 && text[take] != ' ')
                take--;
        snprintf(line, sizeof line, "%.*s", (int)take, text);
        if (take <= 1 || sq_letters_width(size, line) <= width) return take;
        take--;
    }
}

static void draw_sentence(sq_picture *p, int width, int height, const char *text) {
    double size = TEXT_SHARE * height;
    for (double y = 2 * size; *text; y += 2 * size) {
        char line[LINE_CAP];
        size_t take = fitting(text, size, width - 4 * size);
        snprintf(line, sizeof line, "%.*s", (int)take, text);
        sq_letters_draw(p, (sq_px){2 * size, y}, size, line, ink, ground);
        for (text += take; *text == ' ';)
            text++;
    }
}

static void draw_mat(sq_picture *p, const sq_mat_fit *fit) {
    for (int l = 0; l < SQ_MAT_LINES; l++) {
        if (sq_mat_line_seen(fit, (sq_mat_line)l))
            draw_line(p, fit, (sq_mat_line)l);
        else if (sq_mat_line_is_side((sq_mat_line)l))
            draw_dashes(p, fit, (sq_mat_line)l);
    }
    draw_circle(p, fit, (sq_mm3){0, 0, SQ_POT_HEIGHT_MM}, SQ_POT_TOP_MM / 2, fit->pot);
    draw_rulers(p, fit);
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        if (!fit->corner_inside[k]) draw_arrow(p, fit, k);
}

sq_code sq_calibrate_overlay(sq_picture *p, const sq_mat_fit *fit, const char *fault, const char *path,
                             sq_diag *d) {
    sq_frame f = sq_picture_frame(p);
    if (fit->camera.fx > 0) draw_mat(p, fit);
    if (fault) draw_sentence(p, f.width, f.height, fault);
    return sq_picture_write(p, path, OVERLAY_QUALITY, d);
}
