/* Draws lines, arrows, circles and words given in millimetres, through the camera and a magnifying view. */
#include "ui/draw/pen.h"

#include <stdio.h>

#include "ui/canvas/letters.h"

enum {
    CIRCLE_POINTS = 64, /* a rim of 100 px is then nowhere off by a tenth of a pixel */
    LINE_POINTS = 24,   /* for the bend of the lens along the mat's side */
    PATH_CAP = 256,
    MARK_CAP = 2000 /* of a broken line; one that runs far out of the picture ends there */
};
#define TEXT_HEIGHT 10.0 /* units: a capital */
#define LINE_HEIGHT 2.1  /* capitals from line to line */
#define HEAD_LENGTH 7.0  /* units of an arrow's head */
#define HEAD_WIDTH 3.5
#define GROUND_ALPHA 0.75

static const sq_paint inks[SQ_INKS] = {
#define X(number, b, g, r) [number] = {b, g, r, 1},
    SQ_INK_LIST(X)
#undef X
};
static const sq_paint dark = {20, 20, 20, 0.55};

sq_ink sq_ink_of(sq_colour c) {
    static const sq_ink of[SQ_USUAL_COLOURS] = {SQ_INK_BLUE, SQ_INK_GREEN, SQ_INK_RED, SQ_INK_YELLOW};
    return c < SQ_USUAL_COLOURS ? of[c] : SQ_INK_GREY;
}

sq_px sq_pen_px(const sq_pen *pen, sq_mm3 at) {
    sq_px p = sq_px_from_mm3(pen->camera, at);
    const sq_view *v = &pen->view;
    return (sq_px){v->to.x + (p.x - v->from.x) * v->zoom, v->to.y + (p.y - v->from.y) * v->zoom};
}

static int width_px(const sq_pen *pen, double units) {
    double px = round(units * pen->unit);
    return px < 1 ? 1 : (int)px;
}

static void stroke_piece(const sq_pen *pen, const sq_px *points, int count, double width, sq_ink ink) {
    if (count < 2) return;
    if (pen->casing > 0)
        sq_draw_polyline(pen->picture, points, count, false, width_px(pen, width + 2 * pen->casing), dark);
    sq_draw_polyline(pen->picture, points, count, false, width_px(pen, width), inks[ink]);
}

/* Cuts the path into marks and gaps by the length walked along it, and strokes the marks. */
static void stroke_broken(const sq_pen *pen, const sq_px *points, int count, double mark, double gap,
                          double width, sq_ink ink) {
    sq_px piece[PATH_CAP] = {points[0]};
    int n = 1;
    bool on = true;
    int marks = 0;
    double left = mark;
    for (int i = 1; i < count; i++) {
        sq_px a = points[i - 1], b = points[i];
        double length = sq_px_distance(a, b), done = 0;
        while (length - done > left && marks++ < MARK_CAP) {
            done += left;
            sq_px cut = {a.x + (b.x - a.x) * done / length, a.y + (b.y - a.y) * done / length};
            if (on && n < PATH_CAP) piece[n++] = cut;
            if (on) stroke_piece(pen, piece, n, width, ink);
            on = !on;
            left = on ? mark : gap;
            piece[0] = cut;
            n = 1;
        }
        left -= length - done;
        if (on && n < PATH_CAP) piece[n++] = b;
    }
    if (on) stroke_piece(pen, piece, n, width, ink);
}

void sq_pen_path(const sq_pen *pen, const sq_px *points, int count, sq_stroke stroke, double width,
                 sq_ink ink) {
    for (int i = 0; i < count; i++)
        if (!isfinite(points[i].x) || !isfinite(points[i].y)) return; /* behind the camera */
    if (stroke == SQ_STROKE_SOLID)
        stroke_piece(pen, points, count, width, ink);
    else if (stroke == SQ_STROKE_DASHED)
        stroke_broken(pen, points, count, 6 * pen->unit, 5 * pen->unit, width, ink);
    else
        stroke_broken(pen, points, count, 1.5 * pen->unit, 4 * pen->unit, width, ink);
}

void sq_pen_line(const sq_pen *pen, sq_px a, sq_px b, sq_stroke stroke, double width, sq_ink ink) {
    sq_pen_path(pen, (sq_px[]){a, b}, 2, stroke, width, ink);
}

void sq_pen_arrow(const sq_pen *pen, sq_px a, sq_px b, sq_stroke stroke, double width, sq_ink ink) {
    double length = sq_px_distance(a, b);
    if (!(length > 0)) return;
    double l = HEAD_LENGTH * pen->unit / length, w = HEAD_WIDTH * pen->unit / length;
    double dx = b.x - a.x, dy = b.y - a.y;
    sq_px neck = {b.x - l * dx, b.y - l * dy};
    sq_px head[] = {b, {neck.x - w * dy, neck.y + w * dx}, {neck.x + w * dy, neck.y - w * dx}, b};
    if (l < 1) sq_pen_line(pen, a, neck, stroke, width, ink);
    stroke_piece(pen, head, 4, 1, ink);
    sq_draw_polygon(pen->picture, head, 3, inks[ink]);
}

void sq_pen_mat_line(const sq_pen *pen, sq_mm a, sq_mm b, sq_stroke stroke, double width, sq_ink ink) {
    sq_px points[LINE_POINTS + 1];
    for (int i = 0; i <= LINE_POINTS; i++) {
        double s = (double)i / LINE_POINTS;
        points[i] = sq_pen_px(pen, (sq_mm3){a.x + s * (b.x - a.x), a.y + s * (b.y - a.y), 0});
    }
    sq_pen_path(pen, points, LINE_POINTS + 1, stroke, width, ink);
}

/* Two unit vectors across a normal, which need not be of length one. */
static void across(sq_mm3 n, sq_mm3 *u, sq_mm3 *v) {
    double length = sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    if (!(length > 0)) n = (sq_mm3){0, 0, length = 1};
    n = (sq_mm3){n.x / length, n.y / length, n.z / length};
    double flat = hypot(n.x, n.z); /* u = n × y */
    *u = flat > 0 ? (sq_mm3){n.z / flat, 0, -n.x / flat} : (sq_mm3){1, 0, 0};
    *v = (sq_mm3){n.y * u->z - n.z * u->y, n.z * u->x - n.x * u->z, n.x * u->y - n.y * u->x};
}

void sq_pen_circle(const sq_pen *pen, sq_mm3 centre, sq_mm3 normal, double radius_mm, sq_stroke stroke,
                   double width, sq_ink ink) {
    sq_px points[CIRCLE_POINTS + 1];
    sq_mm3 u, v;
    across(normal, &u, &v);
    for (int i = 0; i <= CIRCLE_POINTS; i++) {
        double a = 2 * M_PI * i / CIRCLE_POINTS, c = radius_mm * cos(a), s = radius_mm * sin(a);
        points[i] = sq_pen_px(pen, (sq_mm3){centre.x + c * u.x + s * v.x, centre.y + c * u.y + s * v.y,
                                            centre.z + c * u.z + s * v.z});
    }
    sq_pen_path(pen, points, CIRCLE_POINTS + 1, stroke, width, ink);
}

sq_px sq_pen_text_size(const sq_pen *pen, double lines, const char *text) {
    double height = lines * TEXT_HEIGHT * pen->unit;
    return (sq_px){sq_letters_width(height, text) + height, LINE_HEIGHT * height};
}

static void write_text(const sq_pen *pen, sq_px at, double lines, const char *text, sq_ink ink,
                       double ground) {
    double height = lines * TEXT_HEIGHT * pen->unit;
    sq_paint below = dark;
    below.alpha = ground;
    sq_letters_draw(pen->picture, (sq_px){at.x + height / 2, at.y + height / 2}, height, text, inks[ink],
                    below);
}

void sq_pen_label(const sq_pen *pen, sq_px at, double lines, const char *text, sq_ink ink) {
    write_text(pen, at, lines, text, ink, GROUND_ALPHA);
}

void sq_pen_words(const sq_pen *pen, sq_px at, double lines, const char *text, sq_ink ink) {
    write_text(pen, at, lines, text, ink, 0);
}

void sq_pen_letter(char out[4], const sq_seen_wink *w) {
    static const char letters[SQ_COLOURS][SQ_SIZES] = {
#define X(number, name, large, small) [number] = {large, small},
        SQ_COLOUR_LIST(X)
#undef X
    };
    if (w->id != SQ_NO_WINK)
        snprintf(out, 4, "%s", sq_wink_name(w->id));
    else
        snprintf(out, 4, "%c", letters[w->colour][w->size]);
}
