/* Keeps a flat list of what is drawn, and looks through all of it: drawings have a few hundred things. */
#include "ui/canvas/layout.h"

#include <math.h>

/* A text looks for its place in so many directions, and in steps of this share of its height. */
enum { DIRECTIONS = 16 };
#define STEP_SHARE 0.5
/* Nearer to the thing than this share of the text's height it needs no line. */
#define CLOSE_SHARE 0.7
/* Touching by less than this is none: pixels. */
#define SLIGHT_PX 0.5

void sq_layout_clear(sq_layout *p) {
    p->count = 0;
    p->full = false;
    p->clip = (sq_pane){0};
}

void sq_layout_clip(sq_layout *p, sq_pane clip) {
    p->clip = clip;
}

static sq_layout_thing *add(sq_layout *p, sq_layout_kind kind, int owner) {
    static sq_layout_thing nowhere;
    p->full |= p->count == SQ_LAYOUT_CAP;
    sq_layout_thing *t = p->full ? &nowhere : &p->thing[p->count++];
    *t = (sq_layout_thing){.kind = kind, .owner = owner};
    if (kind != SQ_LAYOUT_TEXT) t->clip = p->clip;
    return t;
}

void sq_layout_text(sq_layout *p, int owner, sq_pane at) {
    add(p, SQ_LAYOUT_TEXT, owner)->pane = at;
}

void sq_layout_wink(sq_layout *p, int owner, sq_px centre, double radius) {
    if (!isfinite(centre.x + centre.y + radius)) return;
    sq_layout_thing *t = add(p, SQ_LAYOUT_WINK, owner);
    t->a = centre;
    t->radius = radius;
}

void sq_layout_line(sq_layout *p, int owner, const sq_px *points, int count) {
    for (int i = 1; i < count; i++) {
        if (!isfinite(points[i - 1].x + points[i - 1].y + points[i].x + points[i].y)) continue;
        sq_layout_thing *t = add(p, SQ_LAYOUT_LINE, owner);
        t->a = points[i - 1];
        t->b = points[i];
    }
}

static sq_pane grown(sq_pane p, double by) {
    return (sq_pane){p.left - by, p.top - by, p.width + 2 * by, p.height + 2 * by};
}

static bool panes_meet(sq_pane a, sq_pane b) {
    return a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height &&
           b.top < a.top + a.height;
}

static bool wink_meets(sq_pane p, sq_px c, double radius) {
    double dx = fmax(0, fmax(p.left - c.x, c.x - p.left - p.width)),
           dy = fmax(0, fmax(p.top - c.y, c.y - p.top - p.height));
    return p.width > 0 && p.height > 0 && hypot(dx, dy) < radius;
}

/* Cuts the segment to the pane, side by side (Liang and Barsky 1984). */
static bool line_meets(sq_pane p, sq_px a, sq_px b) {
    double dx = b.x - a.x, dy = b.y - a.y, low = 0, high = 1;
    const double way[] = {-dx, dx, -dy, dy},
                 room[] = {a.x - p.left, p.left + p.width - a.x, a.y - p.top, p.top + p.height - a.y};
    if (!(p.width > 0 && p.height > 0)) return false;
    for (int i = 0; i < 4; i++) {
        if (way[i] == 0 && room[i] < 0) return false;
        if (way[i] < 0) low = fmax(low, room[i] / way[i]);
        if (way[i] > 0) high = fmin(high, room[i] / way[i]);
    }
    return low < high;
}

static sq_pane common(sq_pane a, sq_pane b) {
    double left = fmax(a.left, b.left), top = fmax(a.top, b.top);
    return (sq_pane){left, top, fmin(a.left + a.width, b.left + b.width) - left,
                     fmin(a.top + a.height, b.top + b.height) - top};
}

static bool meets(const sq_layout_thing *t, sq_pane p) {
    if (t->clip.width > 0) p = common(p, t->clip);
    switch (t->kind) {
    case SQ_LAYOUT_TEXT: return panes_meet(t->pane, p);
    case SQ_LAYOUT_WINK: return wink_meets(p, t->a, t->radius);
    default: return line_meets(p, t->a, t->b);
    }
}

static bool may_touch(const sq_layout_thing *t, int owner) {
    return t->kind != SQ_LAYOUT_TEXT && t->owner == owner && owner != SQ_OWNED_BY_NOBODY;
}

/* Whether a text there would touch only things of its owner. air: the least distance (pixels) to all
 * others. */
static bool is_free(const sq_layout *p, int owner, sq_pane at, double air) {
    for (int i = 0; i < p->count; i++)
        if (!may_touch(&p->thing[i], owner) && meets(&p->thing[i], grown(at, air))) return false;
    return true;
}

/* Whether a line from a to b would touch only texts of its owner. */
static bool is_clear(const sq_layout *p, int owner, sq_px a, sq_px b) {
    for (int i = 0; i < p->count; i++) {
        const sq_layout_thing *t = &p->thing[i];
        bool own = t->owner == owner && owner != SQ_OWNED_BY_NOBODY;
        if (t->kind == SQ_LAYOUT_TEXT && !own && line_meets(t->pane, a, b)) return false;
    }
    return true;
}

double sq_layout_line_distance(sq_px place, sq_px a, sq_px b) {
    double dx = b.x - a.x, dy = b.y - a.y, long2 = dx * dx + dy * dy;
    double along = long2 > 0 ? fmin(fmax(((place.x - a.x) * dx + (place.y - a.y) * dy) / long2, 0), 1) : 0;
    return sq_px_distance(place, (sq_px){a.x + along * dx, a.y + along * dy});
}

int sq_layout_winks_crossed(const sq_layout *p, sq_px a, sq_px b) {
    int crossed = 0;
    for (int i = 0; i < p->count; i++) {
        const sq_layout_thing *t = &p->thing[i];
        crossed += t->kind == SQ_LAYOUT_WINK && sq_layout_line_distance(t->a, a, b) < t->radius;
    }
    return crossed;
}

static bool inside(sq_pane p, sq_pane of) {
    return p.left >= of.left && p.top >= of.top && p.left + p.width <= of.left + of.width &&
           p.top + p.height <= of.top + of.height;
}

/* So that the text's nearest edge or corner lies at that reach. */
static sq_pane pane_at(const sq_place_wanted *w, double reach, int direction) {
    double a = 2 * M_PI * direction / DIRECTIONS, c = cos(a), s = sin(a);
    return (sq_pane){w->centre.x + c * (reach + w->size.x / 2) - w->size.x / 2,
                     w->centre.y + s * (reach + w->size.y / 2) - w->size.y / 2, w->size.x, w->size.y};
}

static void way_to(const sq_place_wanted *w, sq_pane at, sq_px *from, sq_px *to) {
    *to = (sq_px){fmax(at.left, fmin(w->centre.x, at.left + at.width)),
                  fmax(at.top, fmin(w->centre.y, at.top + at.height))};
    double far = sq_px_distance(w->centre, *to);
    *from = *to;
    if (far - w->radius < CLOSE_SHARE * w->size.y || !(far > 0)) return;
    *from = (sq_px){w->centre.x + (to->x - w->centre.x) * w->radius / far,
                    w->centre.y + (to->y - w->centre.y) * w->radius / far};
}

bool sq_layout_beside(sq_layout *p, int owner, const sq_place_wanted *w, sq_pane *at, sq_px *from,
                      sq_px *to) {
    if (!isfinite(w->centre.x + w->centre.y + w->radius)) return false;
    sq_pane on = {w->centre.x - w->size.x / 2, w->centre.y - w->size.y / 2, w->size.x, w->size.y};
    if (w->may_cover && inside(on, w->within) && is_free(p, owner, on, 0)) {
        *from = *to = w->centre;
        *at = on;
        sq_layout_text(p, owner, on);
        return true;
    }
    for (double out = w->air; out <= w->most; out += STEP_SHARE * w->size.y)
        for (int i = 0; i < DIRECTIONS; i++) {
            sq_pane pane = pane_at(w, w->radius + out, i);
            if (!inside(pane, w->within) || !is_free(p, owner, pane, w->air)) continue;
            way_to(w, pane, from, to);
            if ((from->x != to->x || from->y != to->y) && !is_clear(p, owner, *from, *to)) continue;
            *at = pane;
            sq_layout_text(p, owner, pane);
            if (from->x != to->x || from->y != to->y) sq_layout_line(p, owner, (sq_px[]){*from, *to}, 2);
            return true;
        }
    return false;
}

int sq_layout_touches(const sq_layout *p) {
    int touches = p->full;
    for (int i = 0; i < p->count; i++) {
        const sq_layout_thing *text = &p->thing[i];
        for (int k = 0; k < p->count && text->kind == SQ_LAYOUT_TEXT; k++) {
            const sq_layout_thing *t = &p->thing[k];
            bool once = t->kind != SQ_LAYOUT_TEXT || k < i;
            touches +=
                k != i && once && !may_touch(t, text->owner) && meets(t, grown(text->pane, -SLIGHT_PX));
        }
    }
    return touches;
}
