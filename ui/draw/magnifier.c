/* Plans and draws the magnified views of winks that overlap: groups them, words what there is to say, places
 * and draws each view. */
#include "ui/draw/magnifier.h"

#include <stdio.h>
#include <string.h>

#define PAIR_PX_PER_MM 3.2 /* units: a small wink is then 51 px wide, room for its name and an arrow */
#define PILE_PX_PER_MM 5.0 /* a pile has more names and arrows on the same place */
#define LEAST_ZOOM 1.5     /* less is hardly a loupe */
#define MOST_OF_HEIGHT 0.3 /* of the picture's, for what one loupe magnifies */
#define MARGIN_MM 5.0      /* of felt shown about the winks */
#define GAP 6.0            /* units between loupes */
#define TEXT_LINES 0.9     /* of the usual height */
#define PENDENT 0.55       /* of its radius: so far a covered wink's name is moved out from under the upper */

#define ARROW_MM 4.0 /* an arrow runs so far on both sides of the upper wink's rim */

/* ---- Groups: winks that some entry of squops joins. ---- */

static int root(const int *parent, int i) {
    while (parent[i] != i)
        i = parent[i];
    return i;
}

/* of[i]: the lowest wink of i's group; how many are in a group: size[of[i]]. */
static void find_groups(const sq_position *p, int of[SQ_SEEN_CAP], int size[SQ_SEEN_CAP]) {
    for (int i = 0; i < p->wink_count; i++) {
        of[i] = i;
        size[i] = 0;
    }
    for (int i = 0; i < p->squop_count; i++) {
        int a = root(of, p->squops[i].over), b = root(of, p->squops[i].under);
        of[a > b ? a : b] = a > b ? b : a;
    }
    for (int i = 0; i < p->wink_count; i++)
        size[of[i] = root(of, i)]++;
}

static bool must_look(const sq_position *p, const int of[SQ_SEEN_CAP], int group) {
    for (int i = 0; i < p->squop_count; i++)
        if (of[p->squops[i].over] == group && p->squops[i].call == SQ_CALL_LOOK) return true;
    return false;
}

static void name_winks(sq_magnifiers *l, const sq_position *p, const int of[SQ_SEEN_CAP]) {
    for (int i = 0; i < p->wink_count; i++) {
        char letter[4], primes[] = "''''";
        sq_pen_letter(letter, &p->winks[i]);
        int same = 0;
        for (int j = 0; j < i; j++)
            same += of[j] == of[i] && p->winks[i].id == SQ_NO_WINK && l->name[j].text[0] == letter[0];
        snprintf(l->name[i].text, sizeof l->name[i].text, "%s%.*s", letter, same, primes);
    }
}

/* ---- Words. ---- */

static sq_stroke stroke_of(sq_call c) {
    return c == SQ_CALL_SQUOPPED ? SQ_STROKE_SOLID : c == SQ_CALL_LOOK ? SQ_STROKE_DASHED : SQ_STROKE_DOTTED;
}

static sq_ink ink_of(sq_call c) {
    return c == SQ_CALL_LOOK ? SQ_INK_LOOK : c == SQ_CALL_CLEAR ? SQ_INK_GREY : SQ_INK_WHITE;
}

/* No entry of squops takes more lines. */
enum { SAY_LINES = 3 };

/* An entry in one line, or in more where an umpire must look. Returns how many; 0 where another entry says
 * it. */
static int say(sq_magnifier_line line[SAY_LINES], const sq_magnifiers *l, const sq_position *p,
               const sq_squop *s) {
    sq_magnifier_name over = l->name[s->over], under = l->name[s->under];
    const sq_squop *r = sq_squop_reverse(p, s);
    char gap[SQ_WORDS_CAP], sure[SQ_WORDS_CAP], back[SQ_WORDS_CAP];
    char *a = line[0].text, *b = line[1].text, *c = line[2].text;
    sq_say_gap(gap, s);
    sq_say_probability(sure, s->probability);
    sq_say_probability(back, r ? r->probability : 0);
    for (int i = 0; i < SAY_LINES; i++)
        line[i].ink = ink_of(s->call);
    switch (sq_what_to_say(p, s)) {
    case SQ_SAY_SQUOPPED:
        snprintf(a, SQ_WORDS_CAP, "%s over %s: %.60s", over.text, under.text, gap);
        return 1;
    case SQ_SAY_CLEAR: snprintf(a, SQ_WORDS_CAP, "%s, %s clear: %.60s", over.text, under.text, gap); return 1;
    case SQ_SAY_WHETHER:
        snprintf(a, SQ_WORDS_CAP, "LOOK: %s over %s? %.20s", over.text, under.text, sure);
        snprintf(b, SQ_WORDS_CAP, "  %.60s", gap);
        return 2;
    case SQ_SAY_WHICH:
        snprintf(a, SQ_WORDS_CAP, "LOOK: which is over?");
        snprintf(b, SQ_WORDS_CAP, "  %s %.20s, %s %.20s", over.text, sure, under.text, back);
        snprintf(c, SQ_WORDS_CAP, "  %.60s", gap);
        return 3;
    default: return 0;
    }
}

/* Looks first, then squops, then what is clear; what does not fit is counted in the last line. */
static void say_all(sq_magnifier *loupe, const sq_magnifiers *l, const sq_position *p,
                    const int of[SQ_SEEN_CAP], int group) {
    static const sq_call order[SQ_CALLS] = {SQ_CALL_LOOK, SQ_CALL_SQUOPPED, SQ_CALL_CLEAR};
    int left = 0;
    for (int c = 0; c < SQ_CALLS; c++)
        for (int i = 0; i < p->squop_count; i++) {
            sq_magnifier_line line[SAY_LINES];
            if (of[p->squops[i].over] != group || p->squops[i].call != order[c]) continue;
            int lines = say(line, l, p, &p->squops[i]);
            bool fits =
                loupe->line_count + lines < SQ_LOUPE_LINES; /* one stays for the count of the others */
            for (int k = 0; k < lines && fits; k++)
                loupe->line[loupe->line_count++] = line[k];
            left += lines && !fits;
        }
    if (!left) return;
    sq_magnifier_line *last = &loupe->line[loupe->line_count++];
    last->ink = SQ_INK_GREY;
    snprintf(last->text, SQ_WORDS_CAP, "and %d more", left);
}

/* ---- Places. ---- */

static sq_pane bounds(const sq_pen *pen, const sq_position *p, const int of[SQ_SEEN_CAP], int group,
                      double *px_per_mm) {
    double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
    for (int i = 0; i < p->wink_count; i++) {
        if (of[i] != group) continue;
        const sq_seen_wink *w = &p->winks[i];
        sq_mm3 at = sq_mm_at_height(w->at, w->z);
        sq_px c = sq_pen_px(pen, at);
        *px_per_mm = sq_px_per_mm(pen->camera, at);
        double r = (sq_seen_radius_mm(w) + MARGIN_MM) * *px_per_mm;
        x0 = fmin(x0, c.x - r), y0 = fmin(y0, c.y - r), x1 = fmax(x1, c.x + r), y1 = fmax(y1, c.y + r);
    }
    return (sq_pane){x0, y0, x1 - x0, y1 - y0};
}

static double zoom_for(const sq_magnifier *loupe, int winks, double px_per_mm, const sq_pen *pen,
                       double rows) {
    double wanted = (winks > 2 ? PILE_PX_PER_MM : PAIR_PX_PER_MM) * pen->unit / px_per_mm;
    double most = MOST_OF_HEIGHT * rows / fmax(loupe->of.width, loupe->of.height);
    return fmin(fmax(LEAST_ZOOM, wanted), most);
}

static void place(sq_magnifier *loupe, const sq_pen *pen, sq_layout *layout) {
    sq_px size = {loupe->of.width * loupe->zoom, loupe->of.height * loupe->zoom};
    for (int i = 0; i < loupe->line_count; i++) {
        sq_px text = sq_pen_text_size(pen, TEXT_LINES, loupe->line[i].text);
        size.x = fmax(size.x, text.x);
        size.y += text.y;
    }
    sq_px centre = {loupe->of.left + loupe->of.width / 2, loupe->of.top + loupe->of.height / 2};
    double gap = GAP * pen->unit;
    sq_pane p = sq_layout_near(layout, centre, (sq_px){size.x + 2 * gap, size.y + 2 * gap});
    loupe->at = (sq_pane){round(p.left + gap), round(p.top + gap), floor(size.x), floor(size.y)};
}

static void add_group(sq_magnifiers *l, const sq_pen *pen, const sq_position *p, const int of[SQ_SEEN_CAP],
                      int group, int winks, sq_layout *layout) {
    if (l->count == SQ_LOUPE_CAP) return;
    sq_magnifier *loupe = &l->loupe[l->count];
    double px_per_mm = 0;
    loupe->of = bounds(pen, p, of, group, &px_per_mm);
    if (!isfinite(loupe->of.width + loupe->of.height) || !(px_per_mm > 0)) return; /* behind the camera */
    loupe->zoom = zoom_for(loupe, winks, px_per_mm, pen, layout->height);
    say_all(loupe, l, p, of, group);
    sq_layout_take(layout, loupe->of, SQ_COVER_TEXT);
    for (int i = 0; i < p->wink_count; i++)
        if (of[i] == group) l->of[i] = l->count;
    l->count++;
}

void sq_magnifiers_plan(sq_magnifiers *l, const sq_pen *pen, const sq_position *p, sq_layout *layout) {
    int of[SQ_SEEN_CAP], size[SQ_SEEN_CAP];
    *l = (sq_magnifiers){0};
    find_groups(p, of, size);
    name_winks(l, p, of);
    for (int i = 0; i < p->wink_count; i++)
        l->of[i] = -1;
    for (int look = 1; look >= 0; look--)
        for (int i = 0; i < p->wink_count; i++)
            if (of[i] == i && size[i] > 1 && must_look(p, of, i) == look)
                add_group(l, pen, p, of, i, size[i], layout);
    for (int i = 0; i < l->count; i++)
        place(&l->loupe[i], pen, layout);
}

/* ---- Drawing. ---- */

static void draw_frame(const sq_pen *pen, sq_pane p, sq_ink ink) {
    sq_px corners[] = {{p.left, p.top},
                       {p.left + p.width, p.top},
                       {p.left + p.width, p.top + p.height},
                       {p.left, p.top + p.height},
                       {p.left, p.top}};
    sq_pen_path(pen, corners, 5, SQ_STROKE_SOLID, 1, ink);
}

/* From the middle of a towards the middle of b, the part that lies outside of both. */
static void draw_link(const sq_pen *pen, sq_pane a, sq_pane b) {
    sq_px from = {a.left + a.width / 2, a.top + a.height / 2},
          to = {b.left + b.width / 2, b.top + b.height / 2};
    double dx = fabs(to.x - from.x), dy = fabs(to.y - from.y);
    double leave = fmin(a.width / 2 / dx, a.height / 2 / dy),
           enter = 1 - fmin(b.width / 2 / dx, b.height / 2 / dy);
    if (!(leave < enter)) return; /* they touch */
    sq_px p = {from.x + leave * (to.x - from.x), from.y + leave * (to.y - from.y)};
    sq_px q = {from.x + enter * (to.x - from.x), from.y + enter * (to.y - from.y)};
    sq_pen_line(pen, p, q, SQ_STROKE_SOLID, 1, SQ_INK_WHITE);
}

/* Where a wink's name stands: in its middle, or away from the winks over it. */
static sq_px name_place(const sq_pen *pen, const sq_position *p, int wink) {
    const sq_seen_wink *w = &p->winks[wink];
    sq_mm away = {0, 0};
    for (int i = 0; i < p->squop_count; i++)
        if (p->squops[i].under == wink && p->squops[i].probability > 0.5) {
            const sq_seen_wink *u = &p->winks[p->squops[i].over];
            double d = sq_mm_distance(w->at, u->at);
            if (d > 0) away.x += (w->at.x - u->at.x) / d, away.y += (w->at.y - u->at.y) / d;
        }
    double length = hypot(away.x, away.y), out = length > 0 ? PENDENT * sq_seen_radius_mm(w) / length : 0;
    return sq_pen_px(pen, (sq_mm3){w->at.x + out * away.x, w->at.y + out * away.y, w->z});
}

/* Across the upper wink's rim towards the middle of the lower one: arrows of a pile stay apart. */
static void draw_arrow(const sq_pen *pen, const sq_position *p, const sq_squop *s) {
    const sq_seen_wink *a = &p->winks[s->over], *b = &p->winks[s->under];
    double d = sq_mm_distance(a->at, b->at), r = sq_seen_radius_mm(a);
    if (!(d > 0)) return;
    sq_mm to = {(b->at.x - a->at.x) / d, (b->at.y - a->at.y) / d};
    sq_mm3 from = {a->at.x + (r - ARROW_MM) * to.x, a->at.y + (r - ARROW_MM) * to.y, a->z};
    sq_mm3 end = {a->at.x + (r + ARROW_MM) * to.x, a->at.y + (r + ARROW_MM) * to.y, b->z};
    sq_px tail = sq_pen_px(pen, from), head = sq_pen_px(pen, end);
    sq_pen_arrow(pen, tail, head, stroke_of(s->call), 1.5, ink_of(s->call));
    if (sq_what_to_say(p, s) == SQ_SAY_WHICH) /* a head at either end: it may be the other way round */
        sq_pen_arrow(pen, head, tail, stroke_of(s->call), 1.5, ink_of(s->call));
}

static bool squops(const sq_position *p, int over, int under) {
    for (int i = 0; i < p->squop_count; i++)
        if (p->squops[i].over == over && p->squops[i].under == under)
            return p->squops[i].call == SQ_CALL_SQUOPPED;
    return false;
}

/* A third wink lies between the two: the arrows by way of it tell the pile's order, and this one would only
 * add to the thicket. */
static bool by_way(const sq_position *p, const sq_squop *s) {
    for (int i = 0; i < p->wink_count && s->call == SQ_CALL_SQUOPPED; i++)
        if (squops(p, s->over, i) && squops(p, i, s->under)) return true;
    return false;
}

static void draw_winks(const sq_magnifiers *l, int loupe, const sq_pen *pen, const sq_position *p) {
    sq_pen thin = *pen;
    thin.casing = 0; /* the rim itself shall show beside the line */
    for (int i = 0; i < p->wink_count; i++) {
        const sq_seen_wink *w = &p->winks[i];
        if (l->of[i] == loupe)
            sq_pen_circle(&thin, sq_mm_at_height(w->at, w->z), w->normal, sq_seen_radius_mm(w),
                          w->seen > 0 ? SQ_STROKE_SOLID : SQ_STROKE_DASHED, 1, sq_ink_of(w->colour));
    }
    for (int i = 0; i < p->squop_count; i++)
        if (l->of[p->squops[i].over] == loupe && sq_what_to_say(p, &p->squops[i]) != SQ_SAY_NOTHING &&
            !by_way(p, &p->squops[i]))
            draw_arrow(pen, p, &p->squops[i]);
    for (int i = 0; i < p->wink_count; i++) {
        if (l->of[i] != loupe) continue;
        sq_px at = name_place(pen, p, i), size = sq_pen_text_size(pen, TEXT_LINES, l->name[i].text);
        sq_pen_label(pen, (sq_px){at.x - size.x / 2, at.y}, TEXT_LINES, l->name[i].text,
                     sq_ink_of(p->winks[i].colour));
    }
}

static void draw_loupe(const sq_magnifiers *l, int index, const sq_pen *pen, const sq_picture *clean,
                       const sq_position *p) {
    const sq_magnifier *loupe = &l->loupe[index];
    double seen_height = loupe->of.height * loupe->zoom;
    sq_view view = {
        .from = {loupe->of.left + loupe->of.width / 2, loupe->of.top + loupe->of.height / 2},
        .to = {loupe->at.left + (loupe->at.width - 1) / 2, loupe->at.top + (floor(seen_height) - 1) / 2},
        .zoom = loupe->zoom};
    sq_picture_magnify(pen->picture, (int)loupe->at.left, (int)loupe->at.top, (int)loupe->at.width,
                       (int)seen_height, clean, view.from, view.zoom);
    sq_pen glass = *pen;
    glass.view = view;
    draw_winks(l, index, &glass, p);
    double y = loupe->at.top + seen_height;
    sq_px words[] = {{loupe->at.left, y},
                     {loupe->at.left + loupe->at.width, y},
                     {loupe->at.left + loupe->at.width, loupe->at.top + loupe->at.height},
                     {loupe->at.left, loupe->at.top + loupe->at.height}};
    sq_draw_polygon(pen->picture, words, 4, (sq_paint){20, 20, 20, 0.8});
    for (int i = 0; i < loupe->line_count; i++) {
        double h = sq_pen_text_size(pen, TEXT_LINES, loupe->line[i].text).y;
        sq_pen_words(pen, (sq_px){loupe->at.left, y + h / 2}, TEXT_LINES, loupe->line[i].text,
                     loupe->line[i].ink);
        y += h;
    }
    draw_frame(pen, loupe->at, SQ_INK_WHITE);
}

void sq_magnifiers_draw(const sq_magnifiers *l, const sq_pen *pen, const sq_picture *clean,
                        const sq_position *p) {
    for (int i = 0; i < l->count; i++) {
        draw_frame(pen, l->loupe[i].of, SQ_INK_WHITE);
        draw_link(pen, l->loupe[i].of, l->loupe[i].at);
    }
    for (int i = 0; i < l->count; i++)
        draw_loupe(l, i, pen, clean, p);
}
