/* Light over a board: its own brightness at each distance from the middle is taken out, the rest is light. */
#include "vision/crokinole/board_light.h"

#include <math.h>

#include "vision/frame/felt_chroma.h"
#include "vision/math/median.h"
#include "vision/math/tunable_number.h"

/* Where the samples end, in outer radii: before the outer line. */
SQ_NUMBER(OUTERMOST, 0.96);

/* What counts as near a disc, in its radii: beyond its own rim and shadow, and no farther than discs that
 * touch it. */
SQ_NUMBER(NEAR_FROM, 1.3);
SQ_NUMBER(NEAR_TO, 2.8);

/* Brightness, levels; never 0, so that it can be divided by. *full: whether all colours are at their end. */
static float brightness_at(const sq_colour_planes *picture, const sq_seen_board *b, sq_mm at, bool *full) {
    float rgb[SQ_PLANE_COLOURS];
    sq_colour_planes_between(picture, sq_px_from_mm3(&b->camera, (sq_mm3){at.x, at.y, 0}), rgb);
    *full = fminf(rgb[0], fminf(rgb[1], rgb[2])) > SQ_CLIPPED_LEVEL;
    return 1 + sq_luma(rgb[0], rgb[1], rgb[2]);
}

/* By how much a ring is brighter than the next one inwards, at most angles: a shadow's edge crosses few of
 * them, and lies across both. */
static float brighter(const float ring[SQ_RING_PLACES], const float inner[SQ_RING_PLACES]) {
    float ratio[SQ_RING_PLACES];
    for (int i = 0; i < SQ_RING_PLACES; i++)
        ratio[i] = ring[i] / inner[i];
    return sq_median(ratio, SQ_RING_PLACES);
}

void sq_board_light_measure(sq_board_light *out, const sq_colour_planes *picture, const sq_seen_board *b) {
    float seen[SQ_LIGHT_RINGS][SQ_RING_PLACES], all[SQ_LIGHT_RINGS * SQ_RING_PLACES], own = 1;
    float brightness[SQ_LIGHT_RINGS * SQ_RING_PLACES];
    double full = 0, area = 0;
    int n = 0;
    for (int r = 0; r < SQ_LIGHT_RINGS; r++) {
        double mm = OUTERMOST * SQ_BOARD_OUTER_MM * (r + 1) / SQ_LIGHT_RINGS;
        out->ring_mm[r] = mm;
        for (int i = 0; i < SQ_RING_PLACES; i++) {
            double a = 2 * M_PI * i / SQ_RING_PLACES;
            out->place[r][i] = (sq_mm){mm * cos(a), mm * sin(a)};
            bool is_full;
            brightness[n++] = seen[r][i] = brightness_at(picture, b, out->place[r][i], &is_full);
            full += is_full ? mm : 0; /* a ring's area grows with its radius */
            area += mm;
        }
        if (r) own *= brighter(seen[r], seen[r - 1]);
        for (int i = 0; i < SQ_RING_PLACES; i++)
            all[r * SQ_RING_PLACES + i] = out->light[r][i] = seen[r][i] / own;
    }
    out->overexposed = full / area;
    out->brightness = sq_median(brightness, SQ_LIGHT_RINGS * SQ_RING_PLACES);
    float usual = sq_median(all, SQ_LIGHT_RINGS * SQ_RING_PLACES);
    for (int r = 0; r < SQ_LIGHT_RINGS; r++)
        for (int i = 0; i < SQ_RING_PLACES; i++)
            out->light[r][i] /= usual;
}

float sq_board_light_about(const sq_board_light *l, sq_mm at, double radius_mm) {
    float near[SQ_LIGHT_RINGS * SQ_RING_PLACES];
    double least = NEAR_FROM * radius_mm, most = NEAR_TO * radius_mm, from_middle = hypot(at.x, at.y);
    int n = 0;
    for (int r = 0; r < SQ_LIGHT_RINGS; r++) {
        if (fabs(l->ring_mm[r] - from_middle) > most) continue;
        for (int i = 0; i < SQ_RING_PLACES; i++)
            if (sq_mm_within(at, l->place[r][i], most) && !sq_mm_within(at, l->place[r][i], least))
                near[n++] = l->light[r][i];
    }
    return n ? sq_median(near, n) : 1;
}
