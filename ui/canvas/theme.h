/* The colours of everything that squint draws, pictures, videos and cards: one theme for screens and one for
 * paper. */
#ifndef SQ_UI_CANVAS_THEME_H
#define SQ_UI_CANVAS_THEME_H

#include "rules/terms/wink.h"
#include "ui/canvas/surface.h"

typedef struct {
    sq_paint ground;             /* of the frame around a picture */
    sq_paint card;               /* of cards on it */
    sq_paint ink, quiet;         /* text, and less important text */
    sq_paint rule;               /* hairlines of the frame */
    sq_paint look;               /* LOOK, as text */
    sq_paint colour[SQ_COLOURS]; /* of winks, as solid shapes */
    sq_paint letter[SQ_COLOURS]; /* text on these */
} sq_theme;

extern const sq_theme sq_theme_screen, sq_theme_paper;

/* Lines over the camera's picture: LOOK, which is visible on every wink; the dark and light edges of other
 * lines; and the lines of each colour. */
extern const sq_paint sq_paint_look, sq_paint_dark, sq_paint_light, sq_paint_line[SQ_COLOURS];

/* The shape of a colour, for the colour-blind: blue a square, green a triangle, red a circle, yellow a
 * diamond, white a triangle that points down, purple a pentagon. The shape is about `centre` and 2 × radius
 * high. Returns the number of its points. */
enum { SQ_SHAPE_POINTS = 24 };
int sq_theme_shape(sq_px out[SQ_SHAPE_POINTS], sq_colour c, sq_px centre, double radius);

#endif
