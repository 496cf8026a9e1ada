/* The surface that winks lie on, as the lamps light it: its colour in every tile of the picture.
 *
 * 97 % of a picture is felt, so the felt itself shows the light. What differs from it in chromaticity is a
 * wink, a hand or the pot. The colour of a wink relative to the felt under it is the same under every lamp. A
 * shadow scales a colour and does not change its chromaticity. There are two surfaces: the felt inside the
 * outline of the mat, and the table outside. */
#ifndef SQ_VISION_SEGMENT_BACKGROUND_H
#define SQ_VISION_SEGMENT_BACKGROUND_H

#include "vision/frame/felt_chroma.h"
#include "vision/frame/rgb_patch.h"
#include "vision/geometry/mat_outline.h"
#include "vision/math/tunable_number.h"

/* The chroma below which a pixel does not have the colour of a wink: a third of a wink's full chroma. It is
 * also the chroma that remains of a highlight when the lamp's light is subtracted, and how far a pixel over
 * the mat's edge may differ from every mixture of felt and table. Lower: blur, shadow and grain make blobs.
 * Higher: pale winks are lost. */
SQ_NUMBER(SQ_COLOURLESS, 0.2f);

/* The side of a tile, mm: more than twice the widest wink, so that most of a tile is felt, and small compared
 * with how fast a lamp's light changes over the mat. */
SQ_NUMBER(SQ_TILE_MM, 70.0);

enum { SQ_TILE_CAP = 4096 };

typedef struct {
    float level[3]; /* median sRGB levels 0..255: red, green, blue */
    float lit[3];   /* the same without clipping: an estimate where the camera clips them */
    float peak;     /* the strongest chroma difference in the tile */
    int samples;    /* 0: filled in from the neighbours */
} sq_tile;

/* The noise of a chromaticity difference on plain surface, as variances. The grain's part is the same in
 * light and shade. The camera's part is constant in levels, and so is relatively larger in the shade. */
typedef struct {
    float grain;  /* relative to the surface's own level */
    float camera; /* in levels² */
} sq_background_noise;

typedef struct {
    int tile_px, cols, rows;
    sq_tile tile[SQ_SURFACES][SQ_TILE_CAP];
    bool known[SQ_SURFACES];
    sq_background_noise noise[SQ_SURFACES][2]; /* for each difference of sq_chroma_difference */
    float codec_levels; /* standard deviation (levels) by a codec's rounding, which most pixels do not show */
} sq_background;

/* Measures both surfaces on a sparse grid of the frame. tile_px: side of a tile, larger than any pile. */
void sq_background_measure(sq_background *s, const sq_frame *f, const sq_outline *o, int tile_px);

/* The standard deviation of chromaticity difference i (0: red less green, 1: blue less green) on a plain
 * tile, relative to the surface's own level. A pixel that differs by clearly more is no felt. */
float sq_tile_noise(const sq_background *s, sq_background_kind kind, const sq_tile *t, int i);

/* The same for the typical tile of a surface: the larger of the two. */
float sq_background_usual_noise(const sq_background *s, sq_background_kind kind);

/* The felt's colour (sRGB levels, more than 255 where the camera clips it) at a pixel, bilinear between
 * tiles.
 */
void sq_felt_at(const sq_background *s, float x, float y, float level[3]);

/* The same at n <= SQ_PATCH_MAX_SIDE pixels of row y from x0 on. */
void sq_felt_row(const sq_background *s, int y, int x0, int n, sq_rgb_row *out);

/* The two differences that are 0 on a surface however brightly it is lit: red and blue less green, each
 * relative to the level of the tile (a power-law transfer curve keeps ratios). */
static inline void sq_chroma_difference(const sq_tile *t, const float rgb[3], float d[2]) {
    float g = rgb[1] / (t->level[1] + 1);
    d[0] = rgb[0] / (t->level[0] + 1) - g;
    d[1] = rgb[2] / (t->level[2] + 1) - g;
}

#endif
