#include "vision/pot_contents.h"

#include "rules/gear.h"
#include "vision/median.h"
#include "vision/tolerance.h"

/* The circle through which the inside is seen: the rim's inner edge. */
static sq_disc opening(const sq_pot *pot, const sq_camera *c) {
    sq_disc d = {.at = pot->at, .z = SQ_POT_HEIGHT_MM, .radius_mm = SQ_POT_TOP_MM / 2 - SQ_POT_WALL_MM};
    sq_disc_place(&d, c);
    return d;
}

sq_box sq_pot_opening(const sq_pot *pot, const sq_camera *c) {
    sq_disc d = opening(pot, c);
    return sq_disc_box(&d, 0);
}

static void look_through(sq_window *w, const sq_disc *hole) {
    for (int i = 0; i < w->w * w->h; i++)
        w->believed[i] = sq_disc_distance(hole, w->x0 + i % w->w, w->y0 + i / w->w, 0, 0) < 0;
}

/* The inside's own tint, against which winks stand out: the median chroma, since most of what is seen is the
 * cup. */
static void take_tint(sq_window *w, float *sorted) {
    sq_chroma tint = {0, 0};
    for (int axis = 0; axis < 2; axis++) {
        int n = 0;
        for (int i = 0; i < w->w * w->h; i++)
            if (w->believed[i]) sorted[n++] = axis ? w->chroma[i].y : w->chroma[i].x;
        if (!n) return;
        *(axis ? &tint.y : &tint.x) = sq_median(sorted, n);
    }
    for (int i = 0; i < w->w * w->h; i++)
        w->ground[i] = tint;
}

/* The palette in the cup's shade, without the cup's own colour: colours are paler there, and the colour of
 * most of the inside is the cup's. */
static sq_palette shaded(const sq_palette *p, const sq_window *w) {
    int count[SQ_COLOURS] = {0}, all = 0;
    for (int i = 0; i < w->w * w->h; i++) {
        if (!w->believed[i]) continue;
        all++;
        if (sq_chroma_length(w->chroma[i]) > SQ_POT_TINT) count[sq_palette_nearest(p, w->chroma[i], 0)]++;
    }
    sq_palette shade = *p;
    for (int c = 0; c < SQ_COLOURS; c++) {
        bool cup = count[c] > SQ_POT_OWN_SHARE * all;
        shade.colour[c].length *= cup ? INFINITY : SQ_POT_SHADE;
    }
    return shade;
}

int sq_pot_contents(sq_seen_wink *out, int most, sq_window *w, const sq_pot *pot, const sq_camera *c,
                    const sq_palette *p, const sq_guess_scratch *scratch) {
    sq_disc hole = opening(pot, c), shape[SQ_SIZES];
    look_through(w, &hole);
    take_tint(w, w->light); /* brightness is not asked for here: its memory serves the sorting */
    sq_palette shade = shaded(p, w);
    for (int s = 0; s < SQ_SIZES; s++) {
        shape[s] = (sq_disc){.at = pot->at, .z = SQ_POTTED_Z_MM, .radius_mm = sq_wink_radius_mm((sq_size)s)};
        sq_disc_place(&shape[s], c);
    }
    sq_guess guess[SQ_WINKS];
    int n = sq_guess_discs(guess, SQ_WINKS, w, &shade, shape, 0, scratch), told = 0;
    for (int i = 0; i < n && told < most; i++) {
        double radius = sq_wink_radius_mm(guess[i].size),
               share = guess[i].gain_mm2 / (M_PI * radius * radius);
        sq_mm at = sq_mm_from_px(c, guess[i].centre, SQ_POTTED_Z_MM);
        bool inside = sq_mm_distance(at, pot->at) < SQ_POT_TOP_MM / 2 - radius;
        if (share < SQ_POTTED_SHARE || !inside) continue;
        out[told++] = (sq_seen_wink){.colour = guess[i].colour,
                                     .size = guess[i].size,
                                     .at = at,
                                     .z = SQ_POTTED_Z_MM,
                                     .normal = {0, 0, 1},
                                     .sigma_mm = SQ_POTTED_SIGMA_MM,
                                     .place = SQ_PLACE_POT,
                                     .seen = fmin(share, 1),
                                     .colour_confidence = 1,
                                     .size_confidence = 1,
                                     .id = SQ_NO_WINK};
    }
    return told;
}
