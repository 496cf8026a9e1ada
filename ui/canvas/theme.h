/* The look of all that squint draws: the same for pictures, videos and cards, once for screens and once for
 * paper. */
#ifndef SQ_UI_CANVAS_THEME_H
#define SQ_UI_CANVAS_THEME_H

#include "rules/terms/wink.h"
#include "ui/canvas/surface.h"

typedef struct {
    sq_paint ground;             /* of the frame about a picture */
    sq_paint card;               /* of what stands on it */
    sq_paint ink, quiet;         /* text, and text of less weight */
    sq_paint rule;               /* hairlines of the frame */
    sq_paint look;               /* LOOK, as text */
    sq_paint colour[SQ_COLOURS]; /* of winks, as solid shapes */
    sq_paint letter[SQ_COLOURS]; /* text on these */
} sq_theme;

extern const sq_theme sq_theme_screen, sq_theme_paper;

/* Lines over the mat, on whatever lies there: LOOK, which no wink's colour hides, the edges of other lines,
 * and each colour's own. */
extern const sq_paint sq_paint_look, sq_paint_dark, sq_paint_light, sq_paint_line[SQ_COLOURS];

/* The shape of a colour, for those who do not see colours: blue a square, green a triangle, red a circle,
 * yellow a diamond, white a triangle that points down, purple a pentagon. At most so many points, about
 * `centre`, as high as 2 × radius. */
enum { SQ_SHAPE_POINTS = 24 };
int sq_theme_shape(sq_px out[SQ_SHAPE_POINTS], sq_colour c, sq_px centre, double radius);

#endif
