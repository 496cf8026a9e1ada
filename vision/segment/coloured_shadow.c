/* Removes coloured shadow from a window: pixels that are darker than felt and too pale for a wink in the
 * shade become bare felt. */
#include "vision/segment/coloured_shadow.h"

#include "vision/math/tunable_number.h"
#include "vision/segment/wink_palette.h"

/* Share of a colour's full chroma, at the brightness of felt, from which what is darker is no shade. Shade of
 * mixed lamps and beside coloured cups reaches 0.4, winks in the shade begin at 0.8. */
SQ_NUMBER(SQ_COLOURED_SHADOW_SHARE, 0.6f);

static bool is_shade(const sq_palette *p, sq_chroma v, float light) {
    if (light >= 1) return false;
    sq_colour nearest = sq_palette_nearest(p, v, 0);
    return sq_chroma_length(v) < SQ_COLOURED_SHADOW_SHARE * light * p->colour[nearest].length;
}

static bool is_coloured(const sq_palette *p, sq_chroma v) {
    for (sq_colour c = 0; c < SQ_USUAL_COLOURS; c++)
        if (sq_palette_shows(p, c, v, SQ_LABEL_SHARE)) return true;
    return false;
}

int sq_coloured_shadow_take_off(sq_window *w, const sq_palette *p) {
    int coloured = 0;
    for (int i = 0; i < w->w * w->h; i++) {
        if (is_shade(p, w->chroma[i], w->light[i])) w->chroma[i] = w->ground[i];
        coloured += w->believed[i] > 0 && is_coloured(p, w->chroma[i]);
    }
    return coloured;
}
