/* Draws insets: marks and hairlines on the picture, and the cards with their magnified parts. */
#include "ui/plate/magnified_insets.h"

#include <stdio.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "ui/plate/inset_sizes.h"

/* Units. */
#define HAIRLINE 1.5
#define FRAME 2.0
#define NAME 21.0
#define NAMES_REACH 300.0 /* of all names of a card together, from their winks */
#define ROUND 8.0
/* Owners of what is drawn in an inset: each wink of each inset has its own. */
#define OWNER(inset, wink) (1000 * ((inset) + 1) + (wink))
/* Pixels of a plate of unit 1 for a millimetre: no inset shows more than there is to see. */
#define MOST_PX_PER_MM 9.0
/* Of its radius: so far a covered wink's name is moved out from under the upper one. */
#define PENDENT 0.62
/* So many deviations a rim's band is wide on each side; and so thin, units, it still shows. */
#define BAND_DEVIATIONS 2.0
#define BAND_ALPHA 0.42
/* The length of the scale bar, and of the ticks of a measured overlap. */
#define BAR_MM 5.0
#define TICK 7.0
/* Of the card: the picture's width beside a pile's list. */
#define PILE_SHARE 0.46
/* A disc of a pile taken apart is seen so flat, and tilted places count so much. */
#define FLAT 0.32

static sq_mm3 centre_of(const sq_seen_wink *w) {
    return sq_mm_at_height(w->at, w->z);
}

/* ---- Marks and hairlines ---- */

static sq_px towards(sq_px from, sq_px to, double by) {
    double far = sq_px_distance(from, to);
    if (!(far > 0)) return from;
    return (sq_px){from.x + (to.x - from.x) * by / far, from.y + (to.y - from.y) * by / far};
}

/* How many winks and marks of other cards a line to that end crosses. */
static int crossed(const sq_insets *all, const sq_inset *in, const sq_plate *s, sq_px end) {
    sq_px from = towards(in->centre, end, in->radius);
    int n = sq_layout_winks_crossed(s->placed, from, end);
    for (int i = 0; i < all->count; i++) {
        const sq_inset *other = &all->inset[i];
        n += other != in && sq_layout_line_distance(other->centre, from, end) < other->radius;
    }
    return n;
}

/* On the card's left side, as level with the mark as can be without a wink or another mark in between. */
static sq_px end_on_side(const sq_insets *all, const sq_inset *in, const sq_plate *s) {
    double top = in->at.top + ROUND * s->u, bottom = in->at.top + in->at.height - ROUND * s->u;
    sq_px level = {in->at.left, fmin(fmax(in->centre.y, top), bottom)}, best = level;
    int least = crossed(all, in, s, level);
    for (double off = ROUND * s->u; least && off < bottom - top; off += ROUND * s->u)
        for (int side = -1; side <= 1; side += 2) {
            sq_px end = {level.x, level.y + side * off};
            if (end.y < top || end.y > bottom) continue;
            int n = crossed(all, in, s, end);
            if (n < least) least = n, best = end;
        }
    return best;
}

/* From the mark to the card; in a rail of two columns down between them. */
static int way_of(sq_px out[3], const sq_insets *all, const sq_inset *in, const sq_plate *s) {
    double middle = in->at.top + in->at.height / 2;
    if (s->columns == 1) {
        out[1] = end_on_side(all, in, s);
        out[0] = towards(in->centre, out[1], in->radius);
        return 2;
    }
    bool first = in->at.top < s->rail.top + 2 * SQ_INSET_GAP * s->u,
         left = in->at.left < s->rail.left + s->rail.width / 3;
    if (first) {
        out[1] = (sq_px){in->at.left + in->at.width / 2, in->at.top};
        out[0] = towards(in->centre, out[1], in->radius);
        return 2;
    }
    out[1] = (sq_px){s->rail.left + s->rail.width / 2, s->rail.top};
    out[2] = (sq_px){left ? in->at.left + in->at.width : in->at.left, middle};
    out[0] = towards(in->centre, out[1], in->radius);
    return 3;
}

static void ring(sq_px out[SQ_RING_POINTS], sq_px centre, double radius) {
    for (int i = 0; i < SQ_RING_POINTS; i++) {
        double a = 2 * M_PI * i / SQ_RING_POINTS;
        out[i] = (sq_px){centre.x + radius * cos(a), centre.y + radius * sin(a)};
    }
}

void sq_insets_mark(const sq_insets *all, const sq_plate *s) {
    for (int i = 0; i < all->count; i++) {
        const sq_inset *in = &all->inset[i];
        sq_px about[SQ_RING_POINTS], way[3];
        bool placed = in->at.width > 0;
        if (!placed && !in->look) continue; /* a LOOK is seen though the rail has no room for it */
        int n = placed ? way_of(way, all, in, s) : 0;
        ring(about, in->centre, in->radius);
        sq_plate_draw_line(s, SQ_OWNED_BY_NOBODY, way, n, false,
                           (sq_plate_line){.width = HAIRLINE, .paint = sq_paint_light, .cased = true});
        if (in->look)
            sq_plate_draw_look(s, SQ_OWNED_BY_NOBODY, about, SQ_RING_POINTS, true);
        else
            sq_plate_draw_line(s, SQ_OWNED_BY_NOBODY, about, SQ_RING_POINTS, true,
                               (sq_plate_line){.width = HAIRLINE, .paint = sq_paint_light, .cased = true});
    }
}

/* ---- Rims ---- */

/* Whether a wink that lies over it hides this point of its rim. */
static bool is_hidden(const sq_position *p, int wink, sq_mm point) {
    for (int i = 0; i < p->squop_count; i++) {
        const sq_squop *q = &p->squops[i];
        if (q->under != wink || !(q->probability > 0.5)) continue;
        const sq_seen_wink *u = &p->winks[q->over];
        if (sq_mm_distance(u->at, point) < sq_seen_radius_mm(u)) return true;
    }
    return false;
}

/* A rim's own deviation, without what moves all winks of the picture alike. */
static double own_sigma(const sq_seen_wink *w) {
    double own = w->sigma_mm * w->sigma_mm - w->common.sigma_mm * w->common.sigma_mm;
    return own > 0 ? sqrt(own) : 0;
}

static void draw_band(const sq_plate *s, const sq_glass *v, const sq_seen_wink *w) {
    sq_px points[SQ_RING_POINTS];
    double wide = 2 * BAND_DEVIATIONS * own_sigma(w) * sq_glass_px_per_mm(v, centre_of(w));
    sq_paint paint = sq_paint_line[w->colour];
    paint.alpha = BAND_ALPHA;
    sq_glass_wink(v, w, 0, points);
    sq_surface_line(s->canvas, points, SQ_RING_POINTS, true,
                    (sq_stroke_of){.width = fmin(wide, 60 * s->u), .paint = paint});
}

/* Unbroken where it is seen, dotted where an upper wink hides it. */
static void draw_rim(const sq_plate *s, const sq_glass *v, const sq_position *p, int wink) {
    const sq_seen_wink *w = &p->winks[wink];
    sq_px points[SQ_RING_POINTS];
    double r = sq_seen_radius_mm(w);
    sq_glass_wink(v, w, 0, points);
    for (int i = 0; i < SQ_RING_POINTS; i++) {
        double a = 2 * M_PI * (i + 0.5) / SQ_RING_POINTS;
        bool hidden =
            !(w->seen > 0) || is_hidden(p, wink, (sq_mm){w->at.x + r * cos(a), w->at.y + r * sin(a)});
        if (hidden && i % 2) continue;
        sq_px piece[] = {points[i], points[(i + 1) % SQ_RING_POINTS]};
        sq_surface_line(s->canvas, piece, 2, false,
                        (sq_stroke_of){.width = 3.4 * s->u, .paint = sq_paint_dark});
        sq_surface_line(s->canvas, piece, 2, false,
                        (sq_stroke_of){.width = 1.6 * s->u, .paint = sq_paint_line[w->colour]});
    }
}

/* Across the overlap, or the gap, on the line of the two middles: from rim to rim, with ticks. */
static void draw_measure(const sq_plate *s, const sq_glass *v, const sq_position *p, const sq_squop *q) {
    const sq_seen_wink *a = &p->winks[q->over], *b = &p->winks[q->under];
    double d = sq_mm_distance(a->at, b->at);
    if (!(d > 0)) return;
    sq_mm to = {(b->at.x - a->at.x) / d, (b->at.y - a->at.y) / d};
    double ra = sq_seen_radius_mm(a), rb = d - sq_seen_radius_mm(b);
    sq_px ends[] = {sq_glass_px(v, (sq_mm3){a->at.x + ra * to.x, a->at.y + ra * to.y, a->z}),
                    sq_glass_px(v, (sq_mm3){a->at.x + rb * to.x, a->at.y + rb * to.y, b->z})};
    double length = sq_px_distance(ends[0], ends[1]);
    sq_plate_line line = {
        .width = 2, .paint = q->call == SQ_CALL_LOOK ? sq_paint_look : sq_paint_light, .cased = true};
    if (!(length > 0)) return;
    sq_px tick = {TICK * s->u * (ends[1].y - ends[0].y) / length,
                  -TICK * s->u * (ends[1].x - ends[0].x) / length};
    sq_plate_draw_line(s, SQ_OWNED_BY_NOBODY, ends, 2, false, line);
    for (int i = 0; i < 2; i++) {
        sq_px across[] = {{ends[i].x - tick.x, ends[i].y - tick.y}, {ends[i].x + tick.x, ends[i].y + tick.y}};
        sq_plate_draw_line(s, SQ_OWNED_BY_NOBODY, across, 2, false, line);
    }
}

/* ---- Names ---- */

/* A place of the wink that no upper one hides, where there is one. */
static sq_px name_place(const sq_glass *v, const sq_position *p, int wink) {
    const sq_seen_wink *w = &p->winks[wink];
    sq_mm away = {0, 0};
    for (int i = 0; i < p->squop_count; i++)
        if (p->squops[i].under == wink && p->squops[i].probability > 0.5) {
            const sq_seen_wink *u = &p->winks[p->squops[i].over];
            double d = sq_mm_distance(w->at, u->at);
            if (d > 0) away.x += (w->at.x - u->at.x) / d, away.y += (w->at.y - u->at.y) / d;
        }
    double length = hypot(away.x, away.y), out = length > 0 ? PENDENT * sq_seen_radius_mm(w) / length : 0;
    return sq_glass_px(v, (sq_mm3){w->at.x + out * away.x, w->at.y + out * away.y, w->z});
}

/* How far from its wink a name may stand, units: the more winks, the closer by. A list names all of a pile,
 * and its picture must be seen. */
static double farthest(const sq_inset *in) {
    return NAMES_REACH / in->count;
}

static void put_name(const sq_plate *s, const sq_glass *v, const sq_position *p, int wink, int owner,
                     sq_pane pane, double most) {
    char name[SQ_LABEL_MAX];
    sq_plate_label l = {.owner = owner,
                        .centre = name_place(v, p, wink),
                        .radius = 2 * s->u,
                        .within = pane,
                        .most = most,
                        .size = NAME,
                        .bold = true,
                        .shape = p->winks[wink].colour,
                        .alpha = 1,
                        .may_cover = true};
    sq_plate_put_label(s, &l, sq_shown_label(name, p, wink));
}

/* ---- The magnified picture ---- */

static bool in_inset(const sq_inset *in, int wink) {
    for (int i = 0; i < in->count; i++)
        if (in->wink[i] == wink) return true;
    return false;
}

/* Every wink that shows is in the way of text, also one that is not named here. */
static void place_winks(const sq_plate *s, const sq_glass *v, const sq_position *p, const sq_inset *in,
                        int index) {
    for (int i = 0; i < p->wink_count; i++) {
        sq_mm3 at = centre_of(&p->winks[i]);
        sq_layout_wink(s->placed, in_inset(in, i) ? OWNER(index, i) : SQ_OWNED_BY_NOBODY, sq_glass_px(v, at),
                       sq_seen_radius_mm(&p->winks[i]) * sq_glass_px_per_mm(v, at));
    }
}

static double zoom_of(const sq_plate *s, const sq_inset *in, sq_pane pane) {
    double fit = fmin(pane.width / in->wide_px, pane.height / in->tall_px), seen = s->window.zoom;
    double px_per_mm = sq_glass_px_per_mm(&s->window, (sq_mm3){0, 0, 0}) / seen;
    return fmax(fmin(fit, MOST_PX_PER_MM * s->u / px_per_mm), fmin(fit, seen));
}

static void draw_pot(const sq_plate *s, const sq_glass *v, const sq_position *p) {
    sq_px rim[SQ_RING_POINTS];
    sq_glass_ring(v, sq_mm_at_height(p->pot, SQ_POT_HEIGHT_MM), (sq_mm3){0, 0, 1}, SQ_POT_TOP_MM / 2, rim);
    sq_plate_draw_line(s, SQ_OWNED_BY_NOBODY, rim, SQ_RING_POINTS, true,
                       (sq_plate_line){.width = FRAME, .paint = sq_paint_light, .cased = true});
}

static void draw_view(const sq_plate *s, const sq_inset *in, int index, const sq_position *p,
                      const sq_photo *clean, sq_pane pane, const sq_glass *v) {
    sq_surface_photo(s->canvas, pane, clean, v->from, v->zoom);
    sq_surface_clip_pane(s->canvas, pane);
    sq_layout_clip(s->placed, pane);
    place_winks(s, v, p, in, index);
    if (in->kind == SQ_INSET_POT) draw_pot(s, v, p);
    for (int i = in->count - 1; i >= 0; i--) {
        if (!(p->winks[in->wink[i]].seen > 0) && in->kind == SQ_INSET_POT) continue;
        draw_band(s, v, &p->winks[in->wink[i]]);
        draw_rim(s, v, p, in->wink[i]);
    }
    for (int i = 0; i < p->squop_count && in->kind == SQ_INSET_PAIR; i++)
        if (in_inset(in, p->squops[i].over) && sq_what_to_say(p, &p->squops[i]) != SQ_SAY_NOTHING)
            draw_measure(s, v, p, &p->squops[i]);
    if (in->miss) draw_measure(s, v, p, &in->apart);
    for (int i = 0; i < in->count; i++)
        if (p->winks[in->wink[i]].seen > 0 || in->kind != SQ_INSET_POT)
            put_name(s, v, p, in->wink[i], OWNER(index, in->wink[i]), pane, farthest(in));
    sq_layout_clip(s->placed, (sq_pane){0});
    sq_surface_unclip(s->canvas);
}

/* ---- A pile taken apart ---- */

static bool is_doubted(const sq_position *p, const sq_inset *in, int wink) {
    for (int i = 0; i < p->squop_count; i++) {
        const sq_squop *q = &p->squops[i];
        if (q->call == SQ_CALL_LOOK && (q->over == wink || q->under == wink) && in_inset(in, q->over))
            return true;
    }
    return false;
}

/* Where discs lie across the pane: their own places, as far as the pane is wide. */
typedef struct {
    double middle_mm, px_per_mm, left;
} spread;

static spread spread_of(const sq_inset *in, const sq_position *p, sq_pane pane) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < in->count; i++) {
        const sq_seen_wink *w = &p->winks[in->wink[i]];
        low = fmin(low, w->at.x - sq_seen_radius_mm(w));
        high = fmax(high, w->at.x + sq_seen_radius_mm(w));
    }
    return (spread){(low + high) / 2, 0.52 * pane.width / (high - low), pane.left + 0.3 * pane.width};
}

static void draw_disc(const sq_plate *s, const sq_seen_wink *w, const spread *at, double y, double row) {
    sq_px points[SQ_RING_POINTS];
    double r = sq_seen_radius_mm(w) * at->px_per_mm, x = at->left + (w->at.x - at->middle_mm) * at->px_per_mm;
    for (int i = 0; i < SQ_RING_POINTS; i++) {
        double a = 2 * M_PI * i / SQ_RING_POINTS;
        points[i] = (sq_px){x + r * cos(a), y + fmin(r * FLAT, 0.6 * row) * sin(a)};
    }
    sq_surface_polygon(s->canvas, points, SQ_RING_POINTS, s->theme->colour[w->colour]);
    sq_surface_line(s->canvas, points, SQ_RING_POINTS, true,
                    (sq_stroke_of){.width = 1.5 * s->u, .paint = sq_paint_dark});
    sq_layout_line(s->placed, SQ_OWNED_BY_NOBODY, points, SQ_RING_POINTS);
}

/* From top to bottom as the list beside it says. */
static void draw_apart(const sq_plate *s, const sq_inset *in, const sq_position *p, sq_pane pane) {
    spread at = spread_of(in, p, pane);
    double row = pane.height / in->count, names = pane.left + 0.62 * pane.width;
    for (int i = in->count - 1; i >= 0; i--)
        draw_disc(s, &p->winks[in->wink[i]], &at, pane.top + (i + 0.5) * row, row);
    for (int i = 0; i < in->count; i++) {
        const sq_seen_wink *w = &p->winks[in->wink[i]];
        bool doubt = is_doubted(p, in, in->wink[i]);
        char name[SQ_LABEL_MAX], text[SQ_LABEL_MAX + 8];
        double y = pane.top + (i + 0.5) * row, size = SQ_INSET_TEXT;
        snprintf(text, sizeof text, "%s%s", sq_shown_label(name, p, in->wink[i]), doubt ? " ?" : "");
        double edge = at.left + (w->at.x - at.middle_mm + sq_seen_radius_mm(w)) * at.px_per_mm;
        sq_surface_line(s->canvas, (sq_px[]){{edge, y}, {names - 4 * s->u, y}}, 2, false,
                        (sq_stroke_of){.width = s->u, .paint = s->theme->rule});
        sq_plate_draw_shape(s, w->colour, (sq_px){names + 0.4 * size * s->u, y}, 0.34 * size * s->u);
        sq_plate_write(s, (sq_px){names + size * s->u, y - 0.6 * size * s->u},
                       pane.left + pane.width - names - size * s->u, 1, size, true, text,
                       doubt ? s->theme->look : s->theme->ink);
    }
}

/* ---- Cards ---- */

static void say_title(char out[SQ_WORDS_CAP], const sq_inset *in, const sq_position *p) {
    char a[SQ_LABEL_MAX], b[SQ_LABEL_MAX];
    int winks = in->count;
    for (sq_colour c = 0; c < SQ_USUAL_COLOURS; c++)
        winks += sq_position_in_heap(p, c);
    if (in->kind == SQ_INSET_POT)
        snprintf(out, SQ_WORDS_CAP, "%s pot: %d wink%s", in->look ? "LOOK: the" : "The", winks,
                 winks == 1 ? "" : "s");
    else if (in->kind == SQ_INSET_PILE)
        snprintf(out, SQ_WORDS_CAP, in->look ? "LOOK: pile of %d" : "Pile of %d, from the top", in->count);
    else
        snprintf(out, SQ_WORDS_CAP, "%s%s and %s", in->look ? "LOOK: " : "",
                 sq_shown_label(a, p, in->wink[0]), sq_shown_label(b, p, in->wink[1]));
}

/* "5 mm" and a bar as long, at the right of the title. Returns what is left of the width. */
static double draw_scale(const sq_plate *s, const sq_glass *v, const sq_inset *in, const sq_position *p,
                         sq_px right) {
    double long_px = BAR_MM * sq_glass_px_per_mm(v, centre_of(&p->winks[in->wink[0]])), u = s->u;
    double wide = sq_surface_text_width(s->canvas, (sq_font){18 * u, false}, "5 mm"), y = right.y + 16 * u;
    if (!(long_px < 150 * u)) return 0;
    sq_px bar[] = {{right.x - wide - 8 * u - long_px, y}, {right.x - wide - 8 * u, y}};
    sq_surface_line(s->canvas, bar, 2, false, (sq_stroke_of){.width = 2 * u, .paint = s->theme->ink});
    for (int i = 0; i < 2; i++)
        sq_surface_line(s->canvas, (sq_px[]){{bar[i].x, y - 5 * u}, {bar[i].x, y + 5 * u}}, 2, false,
                        (sq_stroke_of){.width = 2 * u, .paint = s->theme->ink});
    sq_plate_write(s, (sq_px){right.x - wide, right.y + 4 * u}, wide + 4, 1, 18, false, "5 mm",
                   s->theme->quiet);
    return wide + long_px + 20 * u;
}

static void draw_card(const sq_plate *s, const sq_inset *in, int index, const sq_position *p,
                      const sq_photo *clean) {
    double u = s->u, gap = SQ_INSET_GAP * u, wide = in->at.width - 2 * gap, left = in->at.left + gap,
           y = in->at.top + 0.5 * gap;
    char title[SQ_WORDS_CAP];
    sq_pane view = {left, y + SQ_INSET_TITLE * SQ_LINE_SHARE * u + 0.5 * gap,
                    in->kind == SQ_INSET_PILE ? PILE_SHARE * wide : wide, in->tall};
    sq_glass v = {s->window.camera,
                  in->from,
                  {view.left + (view.width - 1) / 2, view.top + (view.height - 1) / 2},
                  zoom_of(s, in, view)};
    sq_surface_pane(s->canvas, in->at, ROUND * u, s->theme->card);
    if (in->look) {
        sq_surface_pane(s->canvas, (sq_pane){in->at.left, in->at.top, 7 * u, in->at.height}, 3 * u,
                        s->theme->look);
    }
    double scale = draw_scale(s, &v, in, p, (sq_px){left + wide, y});
    say_title(title, in, p);
    sq_plate_write(s, (sq_px){left, y}, wide - scale, 1, SQ_INSET_TITLE, true, title,
                   in->look ? s->theme->look : s->theme->ink);
    draw_view(s, in, index, p, clean, view, &v);
    if (in->kind == SQ_INSET_PILE)
        draw_apart(s, in, p, (sq_pane){left + view.width, view.top, wide - view.width, view.height});
    y = view.top + view.height + 0.5 * gap;
    for (int i = 0; i < in->line_count; i++)
        y += sq_plate_write(s, (sq_px){left, y}, wide, 2, SQ_INSET_TEXT, false, in->line[i].text,
                            in->line[i].look ? s->theme->look : s->theme->ink);
}

void sq_insets_draw(const sq_insets *all, const sq_plate *s, const sq_shown *shown, const sq_photo *clean) {
    for (int i = 0; i < all->count; i++)
        if (all->inset[i].at.width > 0) draw_card(s, &all->inset[i], i, shown->position, clean);
}
