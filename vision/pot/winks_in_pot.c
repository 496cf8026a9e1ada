/* Looks into the pot: measures the cup's own colour along its wall, and proposes discs among what is seen
 * through the opening. */
#include "vision/pot/winks_in_pot.h"

#include <string.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/geometry/cup.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"
#include "vision/math/units.h"
#include "vision/pot/find_pot.h"
#include "vision/segment/cluster.h"

/* The wall's thickness with the rim's blur, mm, and how far in from there the cup's own wall is what is seen
 * most. */
#define SQ_POT_WALL_MM (SQ_CUP_WALL_MM + SQ_POT_MARGIN_MM)

/* What is seen in the pot: how pale colours are in the cup's shade; and the share of the light on a
 * wink in there that a coloured wall throws: measured on yellow in red cups, whose hue it turns by 15 to 30
 * degrees. */
SQ_NUMBER(SQ_POT_SHADE, 0.6f);
SQ_NUMBER(SQ_POT_GLOW, 0.4f);

/* The circle through which the inside is seen: the rim's inner edge. */
static sq_disc opening(const sq_pot *pot, const sq_camera *c) {
    sq_disc d = {.at = pot->at, .z = SQ_POT_HEIGHT_MM, .radius_mm = SQ_POT_TOP_MM / 2 - SQ_POT_WALL_MM};
    sq_disc_place_circle(&d, c);
    return d;
}

sq_box sq_pot_opening(const sq_pot *pot, const sq_camera *c) {
    sq_disc d = opening(pot, c);
    return sq_disc_box(&d, 0);
}

/* What is seen through the opening, and the ring of it along the rim, where the cup's wall is seen and few
 * winks reach: a mask of bits. */
enum { OUTSIDE, INSIDE, WALL };

static int part_at(const sq_window *w, int i, const sq_pot *pot, const sq_disc *hole) {
    int x = w->x0 + i % w->w, y = w->y0 + i / w->w;
    double from_rim = -sq_disc_distance(hole, x, y, 0, 0);
    for (int k = 0; k < pot->rim_count; k++)
        if (sq_disc_distance(&pot->rim[k], x, y, 0, 0) < SQ_POT_MARGIN_MM) return 0;
    return from_rim <= 0 ? OUTSIDE : from_rim < SQ_POT_WALL_MM ? INSIDE | WALL : INSIDE;
}

static void look_through(sq_window *w, const sq_pot *pot, const sq_disc *hole, uint8_t *part) {
    for (int i = 0; i < w->w * w->h; i++) {
        part[i] = (uint8_t)part_at(w, i, pot, hole);
        w->believed[i] = part[i] & INSIDE;
    }
}

void sq_pot_measure_tint(sq_pot *p, sq_window *w, const sq_camera *c, const sq_proposal_scratch *scratch) {
    sq_disc hole = opening(p, c);
    uint8_t *part = scratch->label; /* not yet in use */
    float *sorted = w->light;       /* brightness is not asked for here: its memory serves the sorting */
    look_through(w, p, &hole, part);
    p->tint = (sq_chroma){0, 0};
    for (int axis = 0; axis < 2; axis++) {
        int n = 0;
        for (int i = 0; i < w->w * w->h; i++)
            if (part[i] & WALL) sorted[n++] = axis ? w->chroma[i].y : w->chroma[i].x;
        if (n) *(axis ? &p->tint.y : &p->tint.x) = sq_median(sorted, n);
    }
}

/* The palette in the cup's shade: paler, and without the cup's own colour. What a coloured wall throws on a
 * wink turns its hue towards the wall's. */
static sq_palette shaded(const sq_palette *p, sq_chroma tint) {
    sq_palette shade = *p;
    float length = sq_chroma_length(tint);
    bool coloured = length > SQ_POT_TINT;
    int own = coloured ? (int)sq_palette_nearest(p, tint, 0) : -1;
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        sq_palette_colour *s = &shade.colour[c];
        s->length *= c == own ? INFINITY : SQ_POT_SHADE;
        if (!coloured || c == own) continue;
        float angle = s->angle / SQ_DEGREES;
        s->angle = sq_chroma_angle((sq_chroma){cosf(angle) + SQ_POT_GLOW * tint.x / length,
                                               sinf(angle) + SQ_POT_GLOW * tint.y / length});
    }
    return shade;
}

/* The share of its face that a guess shows. */
static double share_of(const sq_proposal *g) {
    double radius = sq_wink_radius_mm(g->size);
    return g->gain_mm2 / (M_PI * radius * radius);
}

/* Whether so much of its face settles a guess's size. In doubt, two small winks side by side fill
 * much of a large one, and half a large one fills a small one; not so where the others of the set
 * are seen elsewhere. */
static bool settle_size(sq_proposal *g, const int unseen[SQ_SIZES]) {
    double share = share_of(g);
    if (share < SQ_POTTED_SHARE) return false;
    if (g->size == SQ_LARGE)
        return unseen[SQ_LARGE] && (unseen[SQ_SMALL] < 2 || share >= SQ_POTTED_LARGE_SHARE);
    bool small = unseen[SQ_SMALL] > 0, large = unseen[SQ_LARGE] > 0, much = share >= SQ_POTTED_SMALL_SHARE;
    if (large && !small) g->size = SQ_LARGE;
    return large ? much : small;
}

/* Whether a guess is a wink, however little is seen of it. A white cup mirrors the mat and the room, and the
 * shade in it is bluish, but paler by as much again as winks are there. */
static bool is_shown(const sq_proposal *g, const sq_window *w, const sq_disc *d, const sq_palette *shade) {
    sq_box b = sq_window_box(w, d, 0);
    float sum = 0, least = SQ_POT_SHADE * shade->colour[g->colour].length;
    int n = 0;
    for (int y = b.y0; y < b.y1; y++)
        for (int x = b.x0; x < b.x1; x++) {
            int i = (y - w->y0) * w->w + x - w->x0;
            bool on = w->believed[i] > 0 && sq_disc_distance(d, x, y, 0, 0) < 0 &&
                      sq_palette_nearest(shade, w->chroma[i], 0) == g->colour;
            sum += on ? sq_chroma_length(w->chroma[i]) : 0;
            n += on;
        }
    return n > 0 && g->gain_mm2 >= SQ_PIECE_MM2 && sum >= least * (float)n;
}

static sq_seen_wink wink_of(const sq_proposal *g, sq_mm at) {
    return (sq_seen_wink){.colour = g->colour,
                          .size = g->size,
                          .at = at,
                          .z = SQ_POTTED_Z_MM,
                          .normal = {0, 0, 1},
                          .sigma_mm = SQ_POTTED_SIGMA_MM,
                          .place = SQ_PLACE_POT,
                          .seen = fmin(share_of(g), 1),
                          .colour_confidence = 1,
                          .size_confidence = 1,
                          .id = SQ_NO_WINK};
}

/* The guesses that are told go to `out`; what else the heap shows is counted with them. */
static int tell(sq_seen_wink *out, int most, int shown[SQ_USUAL_COLOURS],
                int left[SQ_USUAL_COLOURS][SQ_SIZES], const sq_proposal *guess, int n, const sq_window *w,
                const sq_pot *pot, const sq_camera *c, const sq_palette *shade) {
    int told = 0, more[SQ_USUAL_COLOURS] = {0};
    for (int i = 0; i < n && told < most; i++) {
        sq_proposal g = guess[i];
        bool is_told = settle_size(&g, left[g.colour]);
        sq_disc d = {.at = sq_mm_from_px(c, g.centre, SQ_POTTED_Z_MM),
                     .z = SQ_POTTED_Z_MM,
                     .radius_mm = sq_wink_radius_mm(g.size)};
        sq_disc_place(&d, c);
        if (sq_mm_distance(d.at, pot->at) > SQ_POT_TOP_MM / 2 - d.radius_mm || !is_shown(&g, w, &d, shade))
            continue;
        more[g.colour] += !is_told;
        if (!is_told) continue;
        left[g.colour][g.size]--;
        shown[g.colour]++;
        out[told++] = wink_of(&g, d.at);
    }
    for (int k = 0; k < SQ_USUAL_COLOURS; k++) {
        int missing = left[k][SQ_LARGE] + left[k][SQ_SMALL];
        shown[k] += more[k] < missing ? more[k] : missing;
    }
    return told;
}

int sq_pot_contents(sq_seen_wink *out, int most, int shown[SQ_USUAL_COLOURS],
                    const int unseen[SQ_USUAL_COLOURS][SQ_SIZES], sq_window *w, const sq_pot *pot,
                    const sq_camera *c, const sq_palette *p, const sq_proposal_scratch *scratch) {
    sq_disc hole = opening(pot, c), shape[SQ_SIZES];
    uint8_t *part = scratch->label; /* not yet in use */
    look_through(w, pot, &hole, part);
    for (int i = 0; i < w->w * w->h; i++)
        w->ground[i] = pot->tint; /* against which winks stand out */
    sq_palette shade = shaded(p, pot->tint);
    for (int s = 0; s < SQ_SIZES; s++) {
        shape[s] = (sq_disc){.at = pot->at, .z = SQ_POTTED_Z_MM, .radius_mm = sq_wink_radius_mm((sq_size)s)};
        sq_disc_place(&shape[s], c);
    }
    sq_proposal guess[SQ_USUAL_WINKS];
    int left[SQ_USUAL_COLOURS][SQ_SIZES];
    memcpy(left, unseen, sizeof left);
    memset(shown, 0, SQ_USUAL_COLOURS * sizeof *shown);
    int n = sq_proposal_discs(guess, SQ_USUAL_WINKS, w, &shade, shape, 0, scratch);
    return tell(out, most, shown, left, guess, n, w, pot, c, &shade);
}
