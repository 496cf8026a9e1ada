/* Compares the cells of a picture with those of the last two rests, each but for its brightness, and follows
 * those that differ from both from the picture's edge inwards. */
#include "vision/change/reaching_hand.h"

#include <math.h>
#include <string.h>

/* Levels (root of the mean square over a cell, luma and both chroma) that a hand differs from what it covers.
 * Lower: what a codec draws anew with each picture hangs together by chance. Higher: a hand in a dark room is
 * none. */
SQ_NUMBER(SQ_HAND_CONTRAST, 5.0f);

/* What a shadow leaves of a cell's light, at least, and light adds as much: beyond, another thing lies there.
 * Nearer to 1: a player who leans between lamp and mat is a hand. Farther: a dark sleeve on a light table is
 * a shadow. */
SQ_NUMBER(SQ_HAND_SHADE, 0.7f);

/* Cells of a hand and its arm, at least: half a hand. Fewer: a wink at the picture's edge is a hand. */
enum { SQ_HAND_LEAST = 6 };

/* How far a hand reaches into the picture, as a share of its longer side, of which the mat takes most: an arm
 * of a metre. More: a camera that was pushed is waited for like a hand. */
SQ_NUMBER(SQ_HAND_REACH, 0.6);

/* Seconds after which what has not moved belongs to the table. Less: a hand that rests there is expected at
 * the next rest. */
SQ_NUMBER(SQ_HAND_NONE_AFTER_S, 10.0);

/* A cell shows the same as before, or differs, or does so and hangs on the hand. */
enum { SAME, DIFFERS, HAND };

enum { CELL = SQ_REST_CELL };

/* Sums over a cell: squares of what it was and is, and their product, levels². */
typedef struct {
    float was, both, is;
} products;

static products products_of(const sq_rest_samples *rest, const sq_reaching_hand_view *v, int cx, int cy) {
    products p = {0, 0, 0};
    for (int k = 0; k < v->planes; k++)
        for (int y = cy * CELL; y < (cy + 1) * CELL; y++)
            for (int x = cx * CELL; x < (cx + 1) * CELL; x++) {
                float was = (float)(*rest)[k][y][x] / v->unit, is = (float)(*v->samples)[k][y][x] / v->unit;
                p.was += was * was;
                p.both += was * is;
                p.is += is * is;
            }
    return p;
}

/* Whether a cell shows another thing than at a rest, and not the same in another light. */
static bool differs(const sq_rest_samples *rest, const sq_reaching_hand_view *v, int cx, int cy) {
    products p = products_of(rest, v, cx, cy);
    float gain = p.was > 0 ? fminf(fmaxf(p.both / p.was, SQ_HAND_SHADE), 1 / SQ_HAND_SHADE) : 1;
    float energy = p.is - 2 * gain * p.both + gain * gain * p.was;
    return energy > CELL * CELL * SQ_HAND_CONTRAST * SQ_HAND_CONTRAST &&
           energy > v->noise[cy * v->cells_x + cx];
}

/* What hangs together: how many cells, whether any is watched, and the least and the farthest of them. */
typedef struct {
    int cells, x0, x1, y0, y1;
    bool watched;
} patch;

static void add(patch *p, const sq_reaching_hand_view *v, int x, int y) {
    p->cells++;
    p->watched |= v->watched[y * v->cells_x + x];
    p->x0 = x < p->x0 ? x : p->x0;
    p->x1 = x > p->x1 ? x : p->x1;
    p->y0 = y < p->y0 ? y : p->y0;
    p->y1 = y > p->y1 ? y : p->y1;
}

/* Marks all that differs and hangs together with a cell. */
static patch follow(sq_reaching_hand *h, const sq_reaching_hand_view *v, int from) {
    static _Thread_local int16_t open[SQ_REST_CELLS * SQ_REST_CELLS];
    patch p = {.x0 = v->cells_x, .y0 = v->cells_y};
    int count = 0;
    open[count++] = (int16_t)from;
    h->differs[from] = HAND;
    for (int next = 0; next < count; next++) {
        int x = open[next] % v->cells_x, y = open[next] / v->cells_x;
        add(&p, v, x, y);
        for (int by = y > 0 ? y - 1 : 0; by <= y + 1 && by < v->cells_y; by++)
            for (int bx = x > 0 ? x - 1 : 0; bx <= x + 1 && bx < v->cells_x; bx++) {
                int i = by * v->cells_x + bx;
                if (h->differs[i] != DIFFERS) continue;
                h->differs[i] = HAND;
                open[count++] = (int16_t)i;
            }
    }
    return p;
}

/* Where the camera was pushed, the mat's outline differs, which is longer. What lies along the picture's edge
 * without reaching in is what a camera that sways takes in there, and leaves out again. */
static bool is_hand(const patch *p, const sq_reaching_hand_view *v) {
    double longest = SQ_HAND_REACH * (v->cells_x > v->cells_y ? v->cells_x : v->cells_y);
    int wide = p->x1 - p->x0, high = p->y1 - p->y0;
    return p->watched && p->cells >= SQ_HAND_LEAST && wide && high && wide < longest && high < longest;
}

static bool is_at_edge(const sq_reaching_hand_view *v, int i) {
    int x = i % v->cells_x, y = i / v->cells_x;
    return x == 0 || y == 0 || x == v->cells_x - 1 || y == v->cells_y - 1;
}

/* Marks the cells that differ; returns how many there are. */
static int compare(sq_reaching_hand *h, const sq_reaching_hand_view *v) {
    int count = 0;
    memset(h->differs, SAME, sizeof h->differs);
    for (int i = 0; i < v->cells_x * v->cells_y && h->known; i++) {
        int x = i % v->cells_x, y = i / v->cells_x;
        const sq_rest_samples *rest = (const sq_rest_samples *)h->rest;
        h->differs[i] = differs(&rest[0], v, x, y) && differs(&rest[1], v, x, y);
        count += h->differs[i];
    }
    return count;
}

bool sq_reaching_hand_is_there(sq_reaching_hand *h, const sq_reaching_hand_view *v) {
    bool there = false;
    int cells = v->cells_x * v->cells_y;
    if (compare(h, v) >
        SQ_REST_BUSY_SHARE * cells) /* the lamp, or the camera: all of it is another picture */
        memset(h->differs, SAME, sizeof h->differs);
    for (int i = 0; i < cells; i++) {
        if (h->differs[i] != DIFFERS || !is_at_edge(v, i)) continue;
        patch p = follow(h, v, i);
        there |= is_hand(&p, v);
    }
    return there;
}

void sq_reaching_hand_keep(sq_reaching_hand *h, const sq_reaching_hand_view *v, const double *moved_at,
                           double t) {
    for (int i = 0; i < v->cells_x * v->cells_y; i++) {
        if (h->known && h->differs[i] == HAND && t - moved_at[i] < SQ_HAND_NONE_AFTER_S) continue;
        int x = i % v->cells_x * CELL, y0 = i / v->cells_x * CELL;
        for (int k = 0; k < v->planes; k++)
            for (int y = y0; y < y0 + CELL; y++) {
                const int16_t *now = &(*v->samples)[k][y][x];
                memcpy(&h->rest[1][k][y][x], h->known ? &h->rest[0][k][y][x] : now, CELL * sizeof *now);
                memcpy(&h->rest[0][k][y][x], now, CELL * sizeof *now);
            }
    }
    h->known = true;
}
