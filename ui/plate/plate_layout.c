/* Plans and begins a plate, and draws its smallest parts: lines that show on any ground, labels, shapes. */
#include "ui/plate/plate_layout.h"

#include <string.h>

/* A picture of this size has the unit 1; in one smaller than that share of it letters would be too small. */
#define UNIT_WIDTH 1920.0
#define UNIT_HEIGHT 1080.0
#define LEAST_UNIT (2.0 / 3)
/* Pixels of the shorter side for a unit in a picture without a frame: it is a part, shown large. */
#define BARE_UNIT 480.0
/* Frames of a video that are larger than this are shown at half their size: to encode all of them takes
 * longer than to judge the game, and what matters is shown from near. */
#define MOST_PLAIN_UNIT 0.9
/* Units. The frame keeps the shape of a picture of 16:9. */
#define RAIL_WIDE 480.0
#define THIRD_TALL 270.0
/* Of an upright picture. */
#define THIRD_TALL_UPRIGHT 430.0
#define RAIL_TALL_UPRIGHT 640.0

/* Units: a dark edge on each side of a line; LOOK's lines, edges and dashes; an arrow's head. */
#define CASING 1.2
#define LOOK_WIDTH 2.2
#define LOOK_LIGHT 1.6
#define LOOK_DARK 3.0
#define LOOK_MARK 9.0
#define LOOK_GAP 5.0
#define HEAD_LONG 13.0
#define HEAD_WIDE 5.0

/* Shares of a label's letters: its sides, its shape. Units: its distance from all else. */
#define LABEL_SIDE 0.35
#define LABEL_SHAPE 0.36
#define LABEL_AIR 2.5
#define LABEL_GROUND 0.8
#define LEADER_WIDTH 1.1

void sq_plate_plan(sq_plate *s, int width, int height, bool plain) {
    double unit = sqrt((double)width * height / (UNIT_WIDTH * UNIT_HEIGHT));
    double zoom = plain                      ? (unit > MOST_PLAIN_UNIT ? 0.5 : 1)
                  : unit > LEAST_UNIT * 0.99 ? 1
                                             : LEAST_UNIT / unit;
    s->u = fmax(unit * zoom, LEAST_UNIT);
    double w = round(width * zoom), h = round(height * zoom);
    bool upright = height > width;
    double across = upright ? w : w + round(RAIL_WIDE * s->u),
           third = round((upright ? THIRD_TALL_UPRIGHT : THIRD_TALL) * s->u),
           under = upright ? round(RAIL_TALL_UPRIGHT * s->u) : 0;
    s->mat = (sq_pane){0, 0, w, h};
    s->rail = upright ? (sq_pane){0, h, w, under} : (sq_pane){w, 0, across - w, h};
    s->third = (sq_pane){0, h + under, across, third};
    s->columns = upright ? 2 : 1;
    s->whole = (sq_pane){0, 0, across, h + under + third};
    s->window = (sq_glass){
        .from = {(width - 1) / 2.0, (height - 1) / 2.0}, .to = {(w - 1) / 2, (h - 1) / 2}, .zoom = zoom};
}

void sq_plate_plan_bare(sq_plate *s, int width, int height) {
    sq_plate_plan(s, width, height, true);
    s->u = fmin(width, height) / BARE_UNIT;
    s->whole = s->mat;
    s->rail = s->third = (sq_pane){s->mat.width, s->mat.height, 0, 0};
}

sq_code sq_plate_begin(sq_plate *s, sq_diag *d) {
    sq_code code = sq_surface_begin(s->canvas, (int)s->whole.width, (int)s->whole.height, d);
    if (code) return code;
    sq_layout_clear(s->placed);
    sq_surface_pane(s->canvas, s->third, 0, s->theme->ground);
    sq_surface_pane(s->canvas, s->rail, 0, s->theme->ground);
    return SQ_OK;
}

/* ---- Through a window ---- */

sq_px sq_glass_px(const sq_glass *w, sq_mm3 at) {
    sq_px p = sq_px_from_mm3(w->camera, at);
    return (sq_px){w->to.x + (p.x - w->from.x) * w->zoom, w->to.y + (p.y - w->from.y) * w->zoom};
}

double sq_glass_px_per_mm(const sq_glass *w, sq_mm3 at) {
    return sq_px_per_mm(w->camera, at) * w->zoom;
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

void sq_glass_ring(const sq_glass *w, sq_mm3 centre, sq_mm3 normal, double radius_mm,
                   sq_px out[SQ_RING_POINTS]) {
    sq_mm3 u, v;
    across(normal, &u, &v);
    for (int i = 0; i < SQ_RING_POINTS; i++) {
        double a = 2 * M_PI * i / SQ_RING_POINTS, c = radius_mm * cos(a), s = radius_mm * sin(a);
        out[i] = sq_glass_px(w, (sq_mm3){centre.x + c * u.x + s * v.x, centre.y + c * u.y + s * v.y,
                                         centre.z + c * u.z + s * v.z});
    }
}

void sq_glass_wink(const sq_glass *w, const sq_seen_wink *wink, double grown_mm, sq_px out[SQ_RING_POINTS]) {
    sq_glass_ring(w, sq_mm_at_height(wink->at, wink->z), wink->normal, sq_seen_radius_mm(wink) + grown_mm,
                  out);
}

/* ---- Lines ---- */

static sq_stroke_of stroke(const sq_plate *s, double width, double mark, double gap, sq_paint paint) {
    return (sq_stroke_of){width * s->u, mark * s->u, gap * s->u, paint};
}

/* Every third corner of a bent line will do: by less than a unit it lies elsewhere. */
enum { CORNER = 3 };

static void place_line(const sq_plate *s, int owner, const sq_px *points, int count, bool closed) {
    int step = count > 2 * CORNER ? CORNER : 1, i = 0;
    for (; i + 1 < count; i += step)
        sq_layout_line(s->placed, owner,
                       (sq_px[]){points[i], points[i + step < count ? i + step : count - 1]}, 2);
    if (closed && count > 2) sq_layout_line(s->placed, owner, (sq_px[]){points[count - 1], points[0]}, 2);
}

static void draw_line(const sq_plate *s, const sq_px *points, int count, bool closed, sq_plate_line with) {
    if (with.cased)
        sq_surface_line(s->canvas, points, count, closed,
                        stroke(s, with.width + 2 * CASING, with.mark, with.gap, sq_paint_dark));
    sq_surface_line(s->canvas, points, count, closed, stroke(s, with.width, with.mark, with.gap, with.paint));
}

void sq_plate_draw_rim(const sq_plate *s, const sq_px *points, int count, sq_plate_line with) {
    draw_line(s, points, count, true, with);
}

void sq_plate_draw_line(const sq_plate *s, int owner, const sq_px *points, int count, bool closed,
                        sq_plate_line with) {
    draw_line(s, points, count, closed, with);
    place_line(s, owner, points, count, closed);
}

void sq_plate_draw_look(const sq_plate *s, int owner, const sq_px *points, int count, bool closed) {
    sq_surface_line(s->canvas, points, count, closed,
                    stroke(s, LOOK_WIDTH + 2 * (LOOK_LIGHT + LOOK_DARK) / 2, 0, 0, sq_paint_dark));
    sq_surface_line(s->canvas, points, count, closed,
                    stroke(s, LOOK_WIDTH + LOOK_LIGHT, 0, 0, sq_paint_light));
    sq_surface_line(s->canvas, points, count, closed,
                    stroke(s, LOOK_WIDTH + LOOK_LIGHT, LOOK_MARK, LOOK_GAP, sq_paint_look));
    place_line(s, owner, points, count, closed);
}

void sq_plate_draw_arrow(const sq_plate *s, int owner, sq_px a, sq_px b, sq_plate_line with) {
    double length = sq_px_distance(a, b), l = HEAD_LONG * s->u, h = HEAD_WIDE * s->u;
    if (!(length > 0)) return;
    if (l > length) h *= length / l, l = length;
    double dx = (b.x - a.x) / length, dy = (b.y - a.y) / length;
    sq_px neck = {b.x - l * dx, b.y - l * dy};
    sq_px head[] = {b, {neck.x - h * dy, neck.y + h * dx}, {neck.x + h * dy, neck.y - h * dx}};
    sq_plate_draw_line(s, owner, (sq_px[]){a, neck}, 2, false, with);
    if (with.cased) sq_surface_line(s->canvas, head, 3, true, stroke(s, 2 * CASING, 0, 0, sq_paint_dark));
    sq_surface_polygon(s->canvas, head, 3, with.paint);
    place_line(s, owner, head, 3, true);
}

/* ---- Text ---- */

/* "4.8 ± 0.2 mm" and "97 %" stay on one line. */
static const char *keep_together(char out[SQ_PLATE_TEXT_MAX], const char *text) {
    static const char *const before[] = {"±", "mm", "%"};
    size_t n = 0;
    for (const char *t = text; *t && n + 3 < SQ_PLATE_TEXT_MAX; t++) {
        bool kept = *t == ' ' && t - text > 1 && !strncmp(t - 2, "±", 2);
        for (size_t i = 0; i < sizeof before / sizeof *before && *t == ' '; i++)
            kept |= !strncmp(t + 1, before[i], strlen(before[i]));
        if (kept) out[n++] = '\xc2';
        out[n++] = kept ? '\xa0' : *t;
    }
    out[n] = 0;
    return out;
}

double sq_plate_write(const sq_plate *s, sq_px at, double width, int lines, double size, bool bold,
                      const char *text, sq_paint ink) {
    sq_font font = {size * s->u, bold};
    char kept[SQ_PLATE_TEXT_MAX];
    sq_px took = sq_surface_paragraph(s->canvas, at, width, lines, font, keep_together(kept, text), ink);
    if (ink.alpha > 0) sq_layout_text(s->placed, SQ_OWNED_BY_NOBODY, (sq_pane){at.x, at.y, took.x, took.y});
    return took.y;
}

void sq_plate_draw_shape(const sq_plate *s, sq_colour c, sq_px centre, double radius) {
    sq_px points[SQ_SHAPE_POINTS];
    int n = sq_theme_shape(points, c, centre, radius);
    if (!n) return;
    sq_surface_polygon(s->canvas, points, n, s->theme->colour[c]);
}

static bool is_in(sq_pane p, sq_px at) {
    return at.x >= p.left && at.y >= p.top && at.x <= p.left + p.width && at.y <= p.top + p.height;
}

bool sq_plate_put_label(const sq_plate *s, const sq_plate_label *l, const char *text) {
    if (!is_in(l->within, l->centre)) return false; /* what it names is not to be seen */
    sq_font font = {l->size * s->u, l->bold};
    double side = LABEL_SIDE * font.size,
           shape = l->shape < SQ_USUAL_COLOURS ? (2 * LABEL_SHAPE + LABEL_SIDE) * font.size : 0;
    double width = sq_surface_text_width(s->canvas, font, text) + 2 * side + shape;
    sq_place_wanted wanted = {.centre = l->centre,
                              .radius = l->radius,
                              .size = {width, SQ_LINE_SHARE * font.size},
                              .within = l->within,
                              .air = LABEL_AIR * s->u,
                              .most = l->most * s->u,
                              .may_cover = l->may_cover};
    sq_pane at;
    sq_px from, to;
    sq_paint ground = {.r = 14, .g = 18, .b = 22, .alpha = LABEL_GROUND * l->alpha},
             ink = l->look ? sq_theme_screen.look : sq_theme_screen.ink;
    ink.alpha = l->alpha;
    if (!sq_layout_beside(s->placed, l->owner, &wanted, &at, &from, &to)) return false;
    if (from.x != to.x || from.y != to.y) {
        sq_surface_line(s->canvas, (sq_px[]){from, to}, 2, false,
                        stroke(s, 2 * LEADER_WIDTH, 0, 0, sq_paint_dark));
        sq_surface_line(s->canvas, (sq_px[]){from, to}, 2, false, stroke(s, LEADER_WIDTH, 0, 0, ink));
    }
    sq_surface_pane(s->canvas, at, 0.2 * font.size, ground);
    if (shape > 0) {
        sq_px points[SQ_SHAPE_POINTS];
        int n = sq_theme_shape(points, l->shape,
                               (sq_px){at.left + side + LABEL_SHAPE * font.size, at.top + at.height / 2},
                               LABEL_SHAPE * font.size);
        sq_paint paint = sq_theme_screen.colour[l->shape];
        paint.alpha = l->alpha;
        sq_surface_polygon(s->canvas, points, n, paint);
    }
    sq_surface_text(s->canvas, (sq_px){at.left + side + shape, at.top}, font, text, ink);
    return true;
}
