/* The overlay of a board. A disc's ring shows its foot and not its face: by the foot it scores. */
#include "ui/crokinole/board_overlay.h"

#include <stdio.h>
#include <string.h>

#include "ui/canvas/letters.h"
#include "vision/crokinole/board_regions.h"

static const sq_paint line_paint = {230, 80, 230, 0.9}, light_paint = {170, 235, 255, 1},
                      dark_paint = {255, 140, 60, 1}, look_paint = {60, 190, 255, 1},
                      ground = {20, 20, 20, 0.75};

enum { POINTS = 180, INSETS = 6 };

/* A circle on the board through the camera; and through a magnifying view: `from` comes to lie at `to`. */
static void draw_circle(sq_picture *picture, const sq_camera *c, sq_mm at, double radius, int width,
                        sq_paint paint, sq_px from, sq_px to, double zoom) {
    sq_px points[POINTS];
    for (int i = 0; i < POINTS; i++) {
        double a = 2 * M_PI * i / POINTS;
        sq_px p = sq_px_from_mm3(c, (sq_mm3){at.x + radius * cos(a), at.y + radius * sin(a), 0});
        points[i] = (sq_px){to.x + zoom * (p.x - from.x), to.y + zoom * (p.y - from.y)};
    }
    sq_draw_polyline(picture, points, POINTS, true, width, paint);
}

static void draw_rings(sq_picture *picture, const sq_board_position *p, int width) {
    sq_px zero = {0, 0};
    for (int k = 0; k < SQ_RINGS; k++) {
        const sq_ring_line *r = &p->board.ring[k];
        for (int edge = -1; edge <= 1; edge += 2)
            draw_circle(picture, &p->board.camera, r->middle, r->radius_mm + edge * r->half_width_mm, width,
                        line_paint, zero, zero, 1);
    }
}

static sq_paint paint_of(const sq_board_disc_seen *disc) {
    return !disc->sure ? look_paint : disc->side == SQ_LIGHT ? light_paint : dark_paint;
}

static void draw_disc(sq_picture *picture, const sq_board_position *p, const sq_board_disc_seen *disc,
                      double unit) {
    sq_px zero = {0, 0};
    char text[32];
    draw_circle(picture, &p->board.camera, disc->at, p->disc_radius_mm, (int)ceil(1.5 * unit), paint_of(disc),
                zero, zero, 1);
    snprintf(text, sizeof text, disc->sure ? "%d" : "%d?", sq_board_region_value(disc->region));
    double high = 11 * unit, wide = sq_letters_width(high, text);
    sq_letters_draw(picture, (sq_px){disc->px.x - wide / 2, disc->px.y + high / 2}, high, text,
                    paint_of(disc), ground);
}

/* A doubtful disc six times as large, in a corner, with its gap. */
static void draw_inset(sq_picture *picture, const sq_picture *clean, const sq_board_position *p,
                       const sq_board_disc_seen *disc, int number, double unit) {
    int side = (int)(150 * unit), left = 8 + number % 2 * (p->width - side - 16),
        top = 8 + number / 2 * (side + 8);
    if (top + side > p->height || side > p->width / 2) return;
    double zoom = side / (3.2 * disc->radius_px);
    sq_px to = {left + side / 2.0, top + side / 2.0};
    char text[64];
    sq_picture_magnify(picture, left, top, side, side, clean, disc->px, zoom);
    const sq_ring_line *r = &p->board.ring[disc->nearest];
    sq_px corners[4] = {{left, top}, {left + side, top}, {left + side, top + side}, {left, top + side}};
    sq_draw_polyline(picture, corners, 4, true, 2, look_paint);
    for (int i = 0; i < POINTS; i++) { /* what lies within the inset of the foot and of the line's edges */
        double a = 2 * M_PI * i / POINTS;
        for (int which = -1; which <= 1; which++) {
            double radius = which ? r->radius_mm + which * r->half_width_mm : p->disc_radius_mm;
            sq_mm at = which ? r->middle : disc->at;
            for (int fine = 0; fine < (which ? 12 : 3); fine++) {
                double b = a + 2 * M_PI / POINTS * fine / (which ? 12 : 3);
                sq_px q = sq_px_from_mm3(&p->board.camera,
                                         (sq_mm3){at.x + radius * cos(b), at.y + radius * sin(b), 0});
                sq_px s = {to.x + zoom * (q.x - disc->px.x), to.y + zoom * (q.y - disc->px.y)};
                if (s.x > left && s.y > top && s.x < left + side && s.y < top + side)
                    sq_draw_circle(picture, s, 0.8 * unit, 0, which ? line_paint : paint_of(disc));
            }
        }
    }
    snprintf(text, sizeof text, "%.1f ± %.1f mm", disc->clearance_mm, disc->clearance_sigma_mm);
    sq_letters_draw(picture, (sq_px){left + 6 * unit, top + side - 6 * unit}, 9 * unit, text, look_paint,
                    ground);
}

sq_code sq_board_overlay_draw(sq_picture *picture, const sq_board_position *p, sq_diag *d) {
    sq_picture *clean = NULL;
    sq_frame f = sq_picture_frame(picture);
    sq_code code = sq_picture_from_frame(&clean, &f, d);
    if (code) return code;
    double unit = fmax(1, (p->width < p->height ? p->width : p->height) / 1080.0);
    char text[96];
    int insets = 0;
    draw_rings(picture, p, (int)unit);
    for (int i = 0; i < p->count; i++)
        if (p->disc[i].region != SQ_REGION_DITCH) draw_disc(picture, p, &p->disc[i], unit);
    for (int i = 0; i < p->count; i++)
        if (!p->disc[i].sure && p->disc[i].region != SQ_REGION_DITCH && insets < INSETS)
            draw_inset(picture, clean, p, &p->disc[i], insets++, unit);
    if (*p->refusal)
        snprintf(text, sizeof text, "%s", "no ruling");
    else
        snprintf(text, sizeof text, "light %d   dark %d%s", p->score[SQ_LIGHT], p->score[SQ_DARK],
                 insets ? " ?" : "");
    double wide = sq_letters_width(16 * unit, text);
    sq_letters_draw(picture, (sq_px){(p->width - wide) / 2, p->height - 12 * unit}, 16 * unit, text,
                    light_paint, ground);
    sq_picture_free(clean);
    return SQ_OK;
}
