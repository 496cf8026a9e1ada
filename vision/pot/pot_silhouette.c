/* The pot's silhouette, row by row: the union of the circles that its wall has at some heights, and of the
 * winks on its rim. */
#include "vision/pot/pot_silhouette.h"

#include "rules/terms/equipment_sizes.h"
#include "vision/frame/felt_chroma.h"
#include "vision/geometry/cup.h"

/* px that a coloured cup's chroma reaches beyond what is seen of it: codecs store one chroma for two pixels.
 * Without it the halo about a red cup is taken for slivers of red winks; at a white one there is none. */
SQ_NUMBER(SQ_POT_BLEED_PX, 2.0);

sq_disc sq_pot_level(sq_mm at, double up, const sq_camera *c) {
    double z = up * SQ_POT_HEIGHT_MM;
    sq_disc d = {.at = at, .z = z, .radius_mm = sq_cup_radius_mm(z)};
    sq_disc_place_circle(&d, c);
    return d;
}

static void widen_row(sq_span *s, const sq_disc *d, double margin_mm, int width, int y) {
    double x0, x1;
    if (!sq_disc_chord(d, y, margin_mm, &x0, &x1)) return;
    int begin = (int)fmin(fmax(ceil(x0), 0), width), end = (int)fmin(fmax(floor(x1) + 1, 0), width);
    s->begin = begin < s->begin ? begin : s->begin;
    s->end = end > s->end ? end : s->end;
}

/* The pixels of row y that any of the levels, or a wink on the rim, or the margin around it touches. */
static sq_span row_of(const sq_pot *p, int width, int y) {
    sq_span s = {width, 0};
    for (int i = 0; i < SQ_POT_LEVELS; i++)
        widen_row(&s, &p->level[i], p->margin_mm, width, y);
    for (int i = 0; i < p->rim_count; i++)
        widen_row(&s, &p->rim[i], SQ_POT_MARGIN_MM, width, y);
    return s;
}

static void fill_rows(sq_pot *p, int width, int height) {
    for (int y = 0; y < height; y++)
        p->row[y] = y >= p->box.y0 && y < p->box.y1 ? row_of(p, width, y) : (sq_span){0, 0};
}

void sq_pot_outline(sq_pot *p, int width, int height) {
    bool bleeds = sq_chroma_length(p->tint) > SQ_POT_TINT;
    p->margin_mm = SQ_POT_MARGIN_MM + (bleeds ? SQ_POT_BLEED_PX / p->level[0].px_per_mm : 0);
    p->box = sq_disc_box(&p->level[0], p->margin_mm);
    for (int i = 1; i < SQ_POT_LEVELS; i++)
        p->box = sq_box_of_both(p->box, sq_disc_box(&p->level[i], p->margin_mm));
    for (int i = 0; i < p->rim_count; i++)
        p->box = sq_box_of_both(p->box, sq_disc_box(&p->rim[i], SQ_POT_MARGIN_MM));
    if (p->row) fill_rows(p, width, height);
}

void sq_pot_stand(sq_pot *p, sq_mm at, const sq_camera *c, int width, int height) {
    p->at = at;
    p->tint = (sq_chroma){0, 0};
    p->rim_count = 0;
    for (int i = 0; i < SQ_POT_LEVELS; i++)
        p->level[i] = sq_pot_level(at, (double)i / (SQ_POT_LEVELS - 1), c);
    sq_pot_outline(p, width, height);
}

void sq_pot_hide(const sq_pot *p, sq_window *w) {
    for (int y = 0; y < w->h; y++)
        for (int x = p->row[w->y0 + y].begin; x < p->row[w->y0 + y].end; x++)
            if (x >= w->x0 && x < w->x0 + w->w) w->believed[y * w->w + x - w->x0] = 0;
}
