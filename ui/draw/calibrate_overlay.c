/* Draws the measured lines, the pot and the misses of a calibration, and says them. */
#include "ui/draw/calibrate_overlay.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "calib/measure/mat_lines.h"
#include "rules/terms/equipment_sizes.h"
#include "ui/plate/plate_layout.h"

/* Of an overlay as a JPEG: its thin lines stay clean. */
enum { OVERLAY_QUALITY = 92, POINTS = 33, TEXT_SIZE = 1024 };

/* Units. */
#define LINE 1.8
#define MISSING 3.0
#define LABEL 25.0
#define SMALL_LABEL 20.0
#define FAR 400.0
#define DOT 1.8
#define ARROW 110.0
#define ARROW_WIDE 5.0
#define MARGIN 30.0
#define HEADLINE 46.0
#define TEXT 27.0
#define ROW 42.0
#define SAMPLE 60.0

#define GRID_MM 100.0 /* from dot to dot */

/* Owners of labels: of the lines, the corners, the pot. */
enum { CORNER_OWNER = 100, POT_OWNER = 200 };

static const sq_paint found = {.r = 70, .g = 240, .b = 255, .alpha = 1},
                      missing = {.r = 255, .g = 60, .b = 50, .alpha = 1};

/* ---- The picture ---- */

static void draw_line(const sq_plate *s, const sq_mat_fit *fit, sq_mat_line line, bool seen) {
    sq_px at[POINTS];
    for (int i = 0; i < POINTS; i++)
        at[i] = sq_glass_px(&s->window,
                            sq_mm_at_height(sq_mat_line_at(&fit->size, line, i / (POINTS - 1.0)).at, 0));
    sq_plate_draw_line(s, (int)line, at, POINTS, false,
                       (sq_plate_line){.width = seen ? LINE : MISSING,
                                       .mark = seen ? 0 : 14,
                                       .gap = 10,
                                       .paint = seen ? found : missing});
}

static void draw_ring(const sq_plate *s, int owner, sq_mm3 middle, double radius_mm, bool seen) {
    sq_px ring[SQ_RING_POINTS];
    sq_glass_ring(&s->window, middle, (sq_mm3){0, 0, 1}, radius_mm, ring);
    sq_plate_draw_line(
        s, owner, ring, SQ_RING_POINTS, true,
        (sq_plate_line){
            .width = LINE, .mark = seen ? 0 : 10, .gap = 8, .paint = seen ? found : missing, .cased = true});
}

/* Every 10 cm a dot, so that one sees whether the mat is measured where it lies. */
static void draw_grid(const sq_plate *s, const sq_mat_fit *fit) {
    double x_most = fit->size.length_mm / 2, y_most = fit->size.width_mm / 2;
    for (double x = -GRID_MM * floor(x_most / GRID_MM); x < x_most; x += GRID_MM)
        for (double y = -GRID_MM * floor(y_most / GRID_MM); y < y_most; y += GRID_MM) {
            sq_px at = sq_glass_px(&s->window, (sq_mm3){x, y, 0});
            sq_surface_circle(s->canvas, at, (DOT + 1) * s->u, sq_paint_dark);
            sq_surface_circle(s->canvas, at, DOT * s->u, found);
        }
}

static void draw_rulers(const sq_plate *s, const sq_mat_fit *fit) {
    const double height_mm = SQ_WINK_THICKNESS_MM / 2;
    for (int i = 0; i < fit->winks; i++) {
        sq_mm at = sq_mm_from_px(&fit->camera, fit->ruler[i].middle, height_mm);
        draw_ring(s, SQ_OWNED_BY_NOBODY, sq_mm_at_height(at, height_mm), fit->ruler[i].radius_mm, true);
    }
}

static sq_plate_label label(const sq_plate *s, int owner, sq_px at, double size) {
    return (sq_plate_label){.owner = owner,
                            .centre = at,
                            .radius = 6 * s->u,
                            .within = s->mat,
                            .most = FAR,
                            .size = size,
                            .bold = size == LABEL,
                            .shape = SQ_NO_COLOUR,
                            .alpha = 1};
}

/* "the upper left corner lies 120 pixels outside", with an arrow from inside of the border towards it. */
static void draw_miss(const sq_plate *s, const sq_mat_fit *fit, int corner) {
    sq_pane m = s->mat;
    const sq_glass *g = &s->window;
    sq_px at = {g->to.x + (fit->corner[corner].x - g->from.x) * g->zoom,
                g->to.y + (fit->corner[corner].y - g->from.y) * g->zoom},
          to = at;
    double margin = MARGIN * s->u;
    to.x = fmin(fmax(to.x, margin), m.width - 1 - margin);
    to.y = fmin(fmax(to.y, margin), m.height - 1 - margin);
    double n = sq_px_distance(at, to);
    if (!(n > 0)) return;
    sq_px from = {to.x - ARROW * s->u * (at.x - to.x) / n, to.y - ARROW * s->u * (at.y - to.y) / n};
    sq_plate_draw_arrow(s, CORNER_OWNER + corner, from, to,
                        (sq_plate_line){.width = ARROW_WIDE, .paint = missing, .cased = true});
    char words[96];
    snprintf(words, sizeof words, "the %s corner lies %.0f pixels outside", sq_mat_corner_name(corner),
             n / s->window.zoom);
    sq_plate_label l = label(s, SQ_OWNED_BY_NOBODY, from, LABEL); /* leaves its own arrow alone, too */
    sq_plate_put_label(s, &l, words);
}

/* "blue plays here" and the others' colours, in their order round the pot. */
static void draw_corners(const sq_plate *s, const sq_mat_fit *fit) {
    static const char *const words[SQ_USUAL_COLOURS] = {"blue plays from here", "green", "red", "yellow"};
    if (!fit->camera.blue) return;
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        int clockwise = (fit->camera.blue - 1 + (int)c) % SQ_MAT_CORNERS,
            corner = sq_mat_corner_of_blue(clockwise + 1) % SQ_MAT_CORNERS;
        sq_mm at = sq_mat_corner_at(&fit->size, corner);
        /* Well within the corner, where the baseline leaves room. */
        sq_plate_label l =
            label(s, CORNER_OWNER + corner, sq_glass_px(&s->window, (sq_mm3){at.x * 0.8, at.y * 0.72, 0}),
                  c ? SMALL_LABEL : LABEL);
        l.shape = (sq_colour)c;
        l.may_cover = true;
        sq_plate_put_label(s, &l, words[c]);
    }
}

static void draw_mat(const sq_plate *s, const sq_mat_fit *fit) {
    sq_surface_clip_pane(s->canvas, s->mat);
    sq_layout_clip(s->placed, s->mat);
    for (int l = 0; l < SQ_MAT_LINES; l++)
        if (sq_mat_line_seen(fit, (sq_mat_line)l) || sq_mat_line_is_side((sq_mat_line)l))
            draw_line(s, fit, (sq_mat_line)l, sq_mat_line_seen(fit, (sq_mat_line)l));
    draw_ring(s, POT_OWNER, (sq_mm3){0, 0, SQ_POT_HEIGHT_MM}, SQ_POT_TOP_MM / 2, fit->pot);
    draw_grid(s, fit);
    draw_rulers(s, fit);
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        if (!fit->corner_inside[k]) draw_miss(s, fit, k);
    draw_corners(s, fit);
    sq_plate_label l = label(s, POT_OWNER, sq_glass_px(&s->window, (sq_mm3){0, 0, 0}), SMALL_LABEL);
    l.radius = SQ_POT_TOP_MM / 2 * sq_glass_px_per_mm(&s->window, (sq_mm3){0, 0, 0});
    sq_plate_put_label(s, &l, fit->pot ? "the pot" : "the pot is not seen");
    sq_layout_clip(s->placed, (sq_pane){0});
    sq_surface_unclip(s->canvas);
}

/* ---- The words ---- */

/* Whether a side, the pot or a corner is missing. */
static bool lacks(const sq_mat_fit *fit) {
    bool lacks = !fit->pot;
    for (int l = 0; l < SQ_MAT_LINES; l++)
        lacks |= sq_mat_line_is_side((sq_mat_line)l) && !sq_mat_line_seen(fit, (sq_mat_line)l);
    for (int k = 0; k < SQ_MAT_CORNERS; k++)
        lacks |= !fit->corner_inside[k];
    return lacks;
}

static void write_legend(const sq_plate *s, bool lacks_some) {
    static const char *const words[] = {"measured", "a dot every 10 cm", "not seen"};
    double left = s->rail.left + MARGIN * s->u, y = s->rail.top + MARGIN * s->u, u = s->u;
    for (int i = 0; i < 2 + lacks_some; i++, y += ROW * u) {
        sq_px ends[] = {{left, y + 17 * u}, {left + SAMPLE * u, y + 17 * u}};
        if (i != 1)
            sq_plate_draw_line(s, SQ_OWNED_BY_NOBODY, ends, 2, false,
                               (sq_plate_line){.width = i ? MISSING : LINE,
                                               .mark = i ? 14 : 0,
                                               .gap = 10,
                                               .paint = i ? missing : found});
        else
            sq_surface_circle(s->canvas, (sq_px){left + SAMPLE * u / 2, y + 17 * u}, 2 * DOT * u, found);
        sq_plate_write(s, (sq_px){left + (SAMPLE + 14) * u, y}, s->rail.width - (SAMPLE + 60) * u, 1, TEXT,
                       false, words[i], s->theme->ink);
    }
}

static void write_words(const sq_plate *s, const sq_mat_fit *fit, const char *fault) {
    char text[TEXT_SIZE], headline[160];
    double left = s->third.left + MARGIN * s->u, wide = s->third.width - 2 * MARGIN * s->u,
           y = s->third.top + 0.6 * MARGIN * s->u;
    int corner = fit->camera.blue ? sq_mat_corner_of_blue(fit->camera.blue) % SQ_MAT_CORNERS : -1;
    if (fault)
        snprintf(text, sizeof text, "%c%s", toupper((unsigned char)*fault), *fault ? fault + 1 : "");
    else
        sq_mat_describe(fit, text, sizeof text);
    if (fault)
        snprintf(headline, sizeof headline, "The camera is not found");
    else if (corner >= 0)
        snprintf(headline, sizeof headline, "The camera is found; blue plays from the %s corner",
                 sq_mat_corner_name(corner));
    else
        snprintf(headline, sizeof headline, "The camera is found; blue's corner is not: give --blue");
    y += sq_plate_write(s, (sq_px){left, y}, wide, 2, HEADLINE, true, headline,
                        fault ? s->theme->look : s->theme->ink);
    sq_plate_write(s, (sq_px){left, y}, wide, 4, TEXT, false, text, s->theme->ink);
}

static sq_code draw(sq_plate *s, sq_photo *photo, sq_picture *p, const sq_mat_fit *fit, const char *fault,
                    sq_diag *d) {
    sq_frame f = sq_picture_frame(p);
    sq_plate_plan(s, f.width, f.height, false);
    s->window.camera = &fit->camera;
    sq_code code = sq_photo_set(photo, p, sq_photo_plain, d);
    if (!code) code = sq_plate_begin(s, d);
    if (code) return code;
    sq_surface_photo(s->canvas, s->mat, photo, s->window.from, s->window.zoom);
    if (fit->camera.fx > 0) draw_mat(s, fit);
    if (fit->camera.fx > 0) write_legend(s, lacks(fit));
    write_words(s, fit, fault);
    return sq_surface_lay(s->canvas, p, 0, d);
}

sq_code sq_calibrate_plate(sq_picture *p, const sq_mat_fit *fit, const char *fault, sq_diag *d) {
    static sq_layout placed; /* large */
    sq_plate s = {.placed = &placed, .theme = &sq_theme_screen};
    sq_photo *photo = NULL;
    sq_code code = sq_surface_new(&s.canvas, d);
    if (!code) code = sq_photo_new(&photo, d);
    if (!code) code = draw(&s, photo, p, fit, fault, d);
    sq_photo_free(photo);
    sq_surface_free(s.canvas);
    return code;
}

sq_code sq_calibrate_overlay(sq_picture *p, const sq_mat_fit *fit, const char *fault, const char *path,
                             sq_diag *d) {
    sq_code code = sq_calibrate_plate(p, fit, fault, d);
    return code ? code : sq_picture_write(p, path, OVERLAY_QUALITY, d);
}
