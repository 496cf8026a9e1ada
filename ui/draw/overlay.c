/* Draws a position into its picture: mat, pot, rims, letters, distances and magnified views. Texts come last,
 * so that no line crosses them. */
#include "ui/draw/overlay.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/measure/mat_shape.h"
#include "rules/terms/gear.h"
#include "ui/draw/magnifier.h"

#define UNIT_ROWS 1080.0 /* a thin line is a pixel wide in a picture of so many rows */
#define HATCH_MM 18.0    /* from line to line over what is covered */
#define CLEARANCE 3.0    /* units from a wink's rim to its letter */
#define HEADER_LINES 1.1

/* A text that has its place, and waits for all lines to be drawn: none shall cross it. */
typedef struct {
    sq_pane at;
    sq_ink ink;
    char text[2 * SQ_WORDS_CAP];
} label;

struct sq_overlay {
    sq_picture *clean; /* the picture before it was drawn into: the loupes look at it */
    sq_layout layout;
    sq_magnifiers loupes;
    int labels;
    label label[SQ_PANE_CAP];
};

sq_code sq_overlay_new(sq_overlay **out, sq_diag *d) {
    sq_overlay *o = calloc(1, sizeof *o);
    if (!o) return sq_fail(d, SQ_E_MEMORY, "the overlay: not enough memory; close other programs");
    sq_code code = sq_picture_new(&o->clean, 1, 1, d);
    if (code)
        free(o);
    else
        *out = o;
    return code;
}

void sq_overlay_free(sq_overlay *o) {
    if (!o) return;
    sq_picture_free(o->clean);
    free(o);
}

static const sq_mm3 upright = {0, 0, 1};

/* The sides and the baselines (rule 2.3.1). */
static void draw_mat(const sq_pen *with) {
    const sq_mat_size size = {SQ_MAT_LENGTH_MM, SQ_MAT_WIDTH_MM};
    sq_pen pen = *with;
    pen.casing = 0; /* it would hide the very line that it shows */
    for (int i = 0; i < SQ_MAT_LINES; i++)
        sq_pen_mat_line(&pen, sq_mat_line_at(&size, (sq_mat_line)i, 0).at,
                        sq_mat_line_at(&size, (sq_mat_line)i, 1).at, SQ_STROKE_SOLID, 1, SQ_INK_MAT);
}

static void draw_pot(const sq_pen *pen, const sq_position *p) {
    if (!p->pot_found) return;
    sq_pen_circle(pen, sq_mm_at_height(p->pot, SQ_POT_HEIGHT_MM), upright, SQ_POT_TOP_MM / 2, SQ_STROKE_SOLID,
                  1, SQ_INK_WHITE);
    sq_pen_circle(pen, sq_mm_at_height(p->pot, 0), upright, SQ_POT_BASE_MM / 2, SQ_STROKE_DOTTED, 1,
                  SQ_INK_WHITE);
}

static void draw_wink(const sq_pen *pen, const sq_seen_wink *w) {
    if (w->place == SQ_PLACE_POT && !(w->seen > 0)) return; /* the pot's label counts it */
    sq_pen_circle(pen, sq_mm_at_height(w->at, w->z), w->normal, sq_seen_radius_mm(w),
                  w->seen > 0 ? SQ_STROKE_SOLID : SQ_STROKE_DASHED, 1, sq_ink_of(w->colour));
}

static double radius_px(const sq_pen *pen, const sq_seen_wink *w) {
    return sq_seen_radius_mm(w) * sq_px_per_mm(pen->camera, sq_mm_at_height(w->at, w->z));
}

/* A label beside a thing, and where it had to go far, a line to it. */
static void put_label(sq_overlay *o, const sq_pen *pen, sq_px at, double radius, const char *text,
                      sq_ink ink) {
    if (!(at.x >= 0 && at.y >= 0 && at.x < o->layout.width && at.y < o->layout.height)) return;
    sq_px size = sq_pen_text_size(pen, 1, text);
    sq_pane p = sq_layout_beside(&o->layout, at, radius + CLEARANCE * pen->unit, size);
    sq_px near = {fmax(p.left, fmin(at.x, p.left + p.width)), fmax(p.top, fmin(at.y, p.top + p.height))};
    double way = sq_px_distance(at, near);
    if (way > radius + size.y / 2) {
        sq_px rim = {at.x + radius * (near.x - at.x) / way, at.y + radius * (near.y - at.y) / way};
        sq_pen_line(pen, rim, near, SQ_STROKE_SOLID, 1, ink);
    }
    assert(o->labels < SQ_PANE_CAP); /* holds one for each wink, colour and region */
    label *l = &o->label[o->labels++];
    *l = (label){.at = p, .ink = ink};
    snprintf(l->text, sizeof l->text, "%s", text);
}

static void draw_labels(const sq_overlay *o, const sq_pen *pen) {
    for (int i = 0; i < o->labels; i++) {
        const label *l = &o->label[i];
        sq_pen_label(pen, (sq_px){l->at.left, l->at.top + l->at.height / 2}, 1, l->text, l->ink);
    }
}

static void put_letter(sq_overlay *o, const sq_pen *pen, const sq_seen_wink *w) {
    char letter[4];
    sq_pen_letter(letter, w);
    put_label(o, pen, sq_pen_px(pen, sq_mm_at_height(w->at, w->z)), radius_px(pen, w), letter,
              sq_ink_of(w->colour));
}

/* Names of the winks in the pot, which lie on each other: one label for all. */
static void put_potted(sq_overlay *o, const sq_pen *pen, const sq_position *p) {
    char text[SQ_WORDS_CAP] = "in the pot:";
    size_t n = strlen(text), names = 0;
    for (int i = 0; i < p->wink_count; i++) {
        if (p->winks[i].place != SQ_PLACE_POT) continue;
        char letter[4];
        sq_pen_letter(letter, &p->winks[i]);
        n += (size_t)snprintf(text + n, n < sizeof text ? sizeof text - n : 0, " %s", letter);
        names++;
    }
    sq_mm3 pot = sq_mm_at_height(p->pot, SQ_POT_HEIGHT_MM / 2);
    if (names && p->pot_found)
        put_label(o, pen, sq_pen_px(pen, pot), SQ_POT_TOP_MM * sq_px_per_mm(pen->camera, pot), text,
                  SQ_INK_WHITE);
}

/* A hatched circle: chords along one diagonal. */
static void draw_region(const sq_pen *with, const sq_region *r) {
    sq_pen pen = *with;
    pen.casing = 0; /* what is covered shall still be seen */
    sq_pen_circle(&pen, sq_mm_at_height(r->at, 0), upright, r->radius_mm, SQ_STROKE_DASHED, 2, SQ_INK_LOOK);
    double radius = fmin(r->radius_mm, SQ_MAT_LENGTH_MM);
    for (double off = HATCH_MM / 2 - radius; off < radius; off += HATCH_MM) {
        double half = sqrt(radius * radius - off * off) * M_SQRT1_2, step = off * M_SQRT1_2;
        sq_pen_mat_line(&pen, (sq_mm){r->at.x + step - half, r->at.y - step - half},
                        (sq_mm){r->at.x + step + half, r->at.y - step + half}, SQ_STROKE_SOLID, 1,
                        SQ_INK_LOOK);
    }
}

/* From the wink's nearest edge to the pot's foot (rule 5.4.1), with the millimetres. */
static void draw_distance(sq_overlay *o, const sq_pen *pen, const sq_position *p, const sq_nearest *n,
                          bool look) {
    if (n->wink < 0 || !isfinite(n->mm) || !p->pot_found) return;
    const sq_seen_wink *w = &p->winks[n->wink];
    double d = sq_mm_distance(w->at, p->pot);
    bool in_play = w->place == SQ_PLACE_MAT || w->place == SQ_PLACE_OFF;
    if (!in_play || !(n->mm > 0) || !(d > 0)) return;
    sq_mm to = {(p->pot.x - w->at.x) / d, (p->pot.y - w->at.y) / d};
    double near = sq_seen_radius_mm(w), far = d - SQ_POT_BASE_MM / 2;
    sq_mm edge = {w->at.x + near * to.x, w->at.y + near * to.y},
          foot = {w->at.x + far * to.x, w->at.y + far * to.y};
    sq_pen_mat_line(pen, edge, foot, look ? SQ_STROKE_DASHED : SQ_STROKE_SOLID, 1, sq_ink_of(w->colour));
    char letter[4], mm[SQ_WORDS_CAP], text[2 * SQ_WORDS_CAP];
    sq_pen_letter(letter, w);
    sq_say_mm(mm, n->mm, n->sigma_mm);
    snprintf(text, sizeof text, "%s%s %s", look ? "LOOK: " : "", letter, mm);
    sq_mm3 middle = {(edge.x + foot.x) / 2, (edge.y + foot.y) / 2, 0};
    put_label(o, pen, sq_pen_px(pen, middle), 0, text, look ? SQ_INK_LOOK : sq_ink_of(w->colour));
}

/* Two lines over all: tiddlies; what the lines mean and what is missing. */
static void header_text(char tiddlies[SQ_WORDS_CAP], char legend[SQ_WORDS_CAP], const sq_position *p) {
    size_t n = (size_t)snprintf(tiddlies, SQ_WORDS_CAP, "tiddlies");
    int looks = 0, missing = 0;
    for (unsigned c = 0; c < SQ_COLOURS; c++) {
        char count[SQ_WORDS_CAP];
        sq_say_tiddlies(count, p, (sq_colour)c);
        n += (size_t)snprintf(tiddlies + n, SQ_WORDS_CAP - n, "   %s %.10s", sq_colour_name((sq_colour)c),
                              count);
        missing += p->unseen[c][SQ_LARGE] + p->unseen[c][SQ_SMALL];
    }
    for (int i = 0; i < p->squop_count; i++)
        looks += p->squops[i].call == SQ_CALL_LOOK && sq_what_to_say(p, &p->squops[i]) != SQ_SAY_NOTHING;
    looks += p->too_close + p->region_count;
    n = (size_t)snprintf(legend, SQ_WORDS_CAP, "%d wink%s in sight", p->wink_count,
                         p->wink_count == 1 ? "" : "s");
    if (missing) n += (size_t)snprintf(legend + n, SQ_WORDS_CAP - n, ", %d not", missing);
    if (looks) snprintf(legend + n, SQ_WORDS_CAP - n, "; LOOK at %d place%s", looks, looks == 1 ? "" : "s");
}

typedef struct {
    char tiddlies[SQ_WORDS_CAP], legend[SQ_WORDS_CAP];
    sq_pane at;
} header;

static header plan_header(const sq_pen *pen, const sq_position *p, sq_layout *layout) {
    header h;
    header_text(h.tiddlies, h.legend, p);
    sq_px a = sq_pen_text_size(pen, HEADER_LINES, h.tiddlies),
          b = sq_pen_text_size(pen, HEADER_LINES, h.legend);
    h.at = sq_layout_near(layout, (sq_px){0, 0}, (sq_px){fmax(a.x, b.x), a.y + b.y});
    return h;
}

static void draw_header(const sq_pen *pen, const header *h) {
    double line = h->at.height / 2;
    sq_pen_label(pen, (sq_px){h->at.left, h->at.top + line / 2}, HEADER_LINES, h->tiddlies, SQ_INK_WHITE);
    sq_pen_label(pen, (sq_px){h->at.left, h->at.top + 3 * line / 2}, HEADER_LINES, h->legend, SQ_INK_WHITE);
}

static void take(const sq_pen *pen, sq_mm3 at, double radius_mm, sq_cover cover, sq_layout *layout) {
    sq_px c = sq_pen_px(pen, at);
    double r = radius_mm * sq_px_per_mm(pen->camera, at);
    if (isfinite(c.x + c.y + r)) sq_layout_take(layout, (sq_pane){c.x - r, c.y - r, 2 * r, 2 * r}, cover);
}

/* What labels and loupes shall not cover. */
static void take_things(const sq_pen *pen, const sq_position *p, sq_layout *layout) {
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *w = &p->winks[i];
        take(pen, sq_mm_at_height(w->at, w->z), sq_seen_radius_mm(w), SQ_COVER_WINK, layout);
    }
    for (int i = 0; i < p->region_count; i++)
        take(pen, sq_mm_at_height(p->regions[i].at, 0), p->regions[i].radius_mm, SQ_COVER_LINE, layout);
    /* A circle about the middle of its height holds the pot as it is seen, foot and rim. */
    if (p->pot_found)
        take(pen, sq_mm_at_height(p->pot, SQ_POT_HEIGHT_MM / 2), SQ_POT_TOP_MM, SQ_COVER_WINK, layout);
}

static void draw_things(sq_overlay *o, const sq_pen *pen, const sq_position *p) {
    draw_mat(pen);
    draw_pot(pen, p);
    for (int i = 0; i < p->region_count; i++)
        draw_region(pen, &p->regions[i]);
    for (int i = 0; i < p->wink_count; i++)
        draw_wink(pen, &p->winks[i]);
    for (int i = 0; i < p->nearest_count; i++)
        draw_distance(o, pen, p, &p->nearest[i], p->too_close && i < 2);
    for (int i = 0; i < p->wink_count; i++)
        if (o->loupes.of[i] < 0 && p->winks[i].place != SQ_PLACE_POT) put_letter(o, pen, &p->winks[i]);
    put_potted(o, pen, p);
    for (int i = 0; i < p->region_count; i++)
        put_label(o, pen, sq_pen_px(pen, sq_mm_at_height(p->regions[i].at, 0)), 0, "covered: not judged",
                  SQ_INK_LOOK);
}

static void draw(sq_overlay *o, sq_picture *canvas, const sq_picture *clean, const sq_position *p,
                 const sq_camera *camera, bool with_header) {
    sq_frame frame = sq_picture_frame(canvas);
    sq_pen pen = {canvas, camera, {{0, 0}, {0, 0}, 1}, fmax(1, frame.height / UNIT_ROWS), 1};
    o->layout = (sq_layout){.width = frame.width, .height = frame.height};
    o->labels = 0;
    take_things(&pen, p, &o->layout);
    header h;
    if (with_header) h = plan_header(&pen, p, &o->layout);
    sq_magnifiers_plan(&o->loupes, &pen, p, &o->layout);
    draw_things(o, &pen, p);
    sq_magnifiers_draw(&o->loupes, &pen, clean, p);
    draw_labels(o, &pen);
    if (with_header) draw_header(&pen, &h);
}

sq_code sq_overlay_draw(sq_overlay *o, sq_picture *picture, const sq_position *p, const sq_camera *camera,
                        sq_diag *d) {
    sq_frame frame = sq_picture_frame(picture);
    sq_code code = sq_picture_set_frame(o->clean, &frame, d);
    if (!code) draw(o, picture, o->clean, p, camera, true);
    return code;
}

void sq_overlay_draw_on(sq_overlay *o, sq_picture *canvas, const sq_picture *clean, const sq_position *p,
                        const sq_camera *camera) {
    draw(o, canvas, clean, p, camera, false);
}
