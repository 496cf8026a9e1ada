/* The surface that pictures are drawn on. Lines, shapes, parts of photographs and text by cairo and Pango,
 * antialiased; all places and lengths are pixels, the middle of the upper left one at (0, 0).
 *
 * Nothing is returned by what draws: a shape with a coordinate that is not finite is left out, and where
 * memory or fonts fail the drawing lacks something; sq_surface_lay returns that failure. One thread at a time
 * uses a surface. */
#ifndef SQ_UI_CANVAS_SURFACE_H
#define SQ_UI_CANVAS_SURFACE_H

#include "vision/frame/opencv.h"

typedef struct {
    double left, top, width, height; /* pixels */
} sq_pane;

typedef struct sq_surface sq_surface;

/* Without a size as yet; the caller frees. On failure (SQ_E_MEMORY) *out is null. */
sq_code sq_surface_new(sq_surface **out, sq_diag *d);
void sq_surface_free(sq_surface *c); /* null is allowed */

/* Empty, transparent, and of that size, from 1 × 1. Fails (SQ_E_MEMORY) where memory is short. */
sq_code sq_surface_begin(sq_surface *c, int width, int height, sq_diag *d);

/* Copies the drawing, on a ground of that grey level, 0 to 255, into a picture, which takes its size. */
sq_code sq_surface_lay(sq_surface *c, sq_picture *to, int level, sq_diag *d);

/* ---- Photographs ---- */

/* A picture as surfaces show it: in full colour; or so that parts of it in full colour stand out, dimmed for
 * a screen, faded for paper. */
typedef struct sq_photo sq_photo;
sq_code sq_photo_new(sq_photo **out, sq_diag *d);
void sq_photo_free(sq_photo *p); /* null is allowed */
/* How a picture is shown: the shares of its light and of its colour that are left, and of white mixed in. */
typedef struct {
    double light, colour, white;
} sq_photo_tone;
extern const sq_photo_tone sq_photo_plain, sq_photo_dim, sq_photo_faded;

/* Copies the picture. */
sq_code sq_photo_set(sq_photo *p, const sq_picture *from, sq_photo_tone tone, sq_diag *d);

/* Shows in a pane the surroundings of `centre`, `zoom` times as large, centre in the pane's middle. */
void sq_surface_photo(sq_surface *c, sq_pane at, const sq_photo *p, sq_px centre, double zoom);
/* What is drawn next by sq_surface_photo shows within this outline alone, until sq_surface_unclip. */
void sq_surface_clip(sq_surface *c, const sq_px *points, int count);
void sq_surface_clip_pane(sq_surface *c, sq_pane at);
void sq_surface_unclip(sq_surface *c);

/* ---- Lines and shapes ---- */

typedef struct {
    double width;     /* of the line */
    double mark, gap; /* of a broken line; 0: unbroken */
    sq_paint paint;
} sq_stroke_of;

/* What lies outside the canvas is cut off. What reaches farther than a million pixels, or has a coordinate
 * that is no number, is not drawn. round: the radius of the corners, pixels. */
void sq_surface_line(sq_surface *c, const sq_px *points, int count, bool closed, sq_stroke_of with);
void sq_surface_polygon(sq_surface *c, const sq_px *points, int count, sq_paint paint);
void sq_surface_pane(sq_surface *c, sq_pane p, double round, sq_paint paint);
void sq_surface_circle(sq_surface *c, sq_px centre, double radius, sq_paint paint);

/* ---- Text: UTF-8, one font; a line feed begins a new line in a paragraph, and is a sign elsewhere ---- */

typedef struct {
    double size; /* of the font: a capital is 0.73 of it high */
    bool bold;
} sq_font;

/* A line of text as wide as it is and SQ_LINE_SHARE × size high. Its upper left corner is at `at`. */
#define SQ_LINE_SHARE 1.25
void sq_surface_text(sq_surface *c, sq_px at, sq_font font, const char *text, sq_paint ink);
double sq_surface_text_width(sq_surface *c, sq_font font, const char *text);

/* A paragraph broken to a width, at most so many lines, the last one cut with "…". Draws it where ink.alpha
 * is over 0, and returns its size either way. */
sq_px sq_surface_paragraph(sq_surface *c, sq_px at, double width, int lines, sq_font font, const char *text,
                           sq_paint ink);

#endif
