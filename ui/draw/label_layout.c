/* Finds free places for labels by trying a set of spots and taking the one that covers least. */
#include "ui/draw/label_layout.h"

/* A label looks for its place in so many directions, and so many label heights away. */
enum { DIRECTIONS = 8, RINGS = 6 };
/* Free places are looked for on a grid of so many steps across the picture. */
enum { GRID = 96 };
/* A label's own area so many times is what each further ring costs: nearer is clearer. */
#define RING_COST 0.2
/* Covering nothing is worth a way of the picture's width, covering a wink's 1000 pixels certainly is. */
#define WAY_COST 0.5

void sq_layout_take(sq_layout *l, sq_pane p, sq_cover c) {
    if (l->count == SQ_PANE_CAP) return;
    l->pane[l->count] = p;
    l->cover[l->count++] = c;
}

static double common(double a, double a_size, double b, double b_size) {
    double low = fmax(a, b), high = fmin(a + a_size, b + b_size);
    return high > low ? high - low : 0;
}

static double covered(const sq_layout *l, sq_pane p) {
    double sum = 0;
    for (int i = 0; i < l->count; i++) {
        const sq_pane *q = &l->pane[i];
        sum += (double)l->cover[i] * common(p.left, p.width, q->left, q->width) *
               common(p.top, p.height, q->top, q->height);
    }
    return sum;
}

static sq_pane inside(const sq_layout *l, sq_pane p) {
    p.left = fmax(0, fmin(p.left, l->width - p.width));
    p.top = fmax(0, fmin(p.top, l->height - p.height));
    return p;
}

sq_pane sq_layout_beside(sq_layout *l, sq_px centre, double radius, sq_px size) {
    sq_pane best = {0};
    double least = INFINITY;
    for (int ring = 0; ring < RINGS; ring++)
        for (int i = 0; i < DIRECTIONS; i++) {
            double a = 2 * M_PI * i / DIRECTIONS, c = cos(a), s = sin(a);
            double reach = radius + ring * size.y;
            /* The label's nearest edge or corner lies at that reach. */
            sq_pane p =
                inside(l, (sq_pane){centre.x + c * (reach + size.x / 2) - size.x / 2,
                                    centre.y + s * (reach + size.y / 2) - size.y / 2, size.x, size.y});
            double cost = covered(l, p) + ring * RING_COST * size.x * size.y;
            if (cost < least) least = cost, best = p;
        }
    sq_layout_take(l, best, SQ_COVER_TEXT);
    return best;
}

sq_pane sq_layout_near(sq_layout *l, sq_px centre, sq_px size) {
    sq_pane best = {0};
    double least = INFINITY, step = l->width / GRID;
    for (double top = 0; top + size.y <= l->height; top += step)
        for (double left = 0; left + size.x <= l->width; left += step) {
            sq_pane p = {left, top, size.x, size.y};
            double way = hypot(left + size.x / 2 - centre.x, top + size.y / 2 - centre.y);
            double cost = covered(l, p) + WAY_COST * way;
            if (cost < least) least = cost, best = p;
        }
    if (!isfinite(least)) best = inside(l, (sq_pane){centre.x, centre.y, size.x, size.y});
    sq_layout_take(l, best, SQ_COVER_TEXT);
    return best;
}
