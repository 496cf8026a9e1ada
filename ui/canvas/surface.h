/* The surface that pictures are drawn on: lines, shapes, parts of photographs and text, by cairo and Pango,
 * antialiased. All places and lengths are pixels; the middle of the upper left pixel is (0, 0).
 *
 * Drawing functions return nothing: a shape with a coordinate that is not finite is left out, and if memory
 * or fonts fail, something is missing in the drawing; sq_surface_lay returns that failure. Only one thread at
 * a time may use a surface. */
#ifndef SQ_UI_CANVAS_SURFACE_H
#define SQ_UI_CANVAS_SURFACE_H

#include "vision/frame/opencv.h"

typedef struct {
    double left, top, width, height; /* pixels */
} sq_pane;

typedef struct sq_surface sq_surface;

/* Makes a surface without a size; the caller frees. On failure (SQ_E_MEMORY) *out is null. */
sq_code sq_surface_new(sq_surface **out, sq_diag *d);
void sq_surface_free(sq_surface *c); /* null is allowed */

/* Makes the surface empty and transparent, of a size of at least 1 × 1. Fails with SQ_E_MEMORY. */
sq_code sq_surface_begin(sq_surface *c, int width, int height, sq_diag *d);

/* Copies the drawing, on a ground of that grey level, 0 to 255, into a picture, which gets the surface's
 * size. */
sq_code sq_surface_lay(sq_surface *c, sq_picture *to, int level, sq_diag *d);

/* ---- Photographs ---- */

/* A picture to be shown on a surface: in full colour; or dimmed (for a screen) or faded (for paper), so that
 * parts in full colour stand out. */
typedef struct sq_photo sq_photo;
sq_code sq_photo_new(sq_photo **out, sq_diag *d);
void sq_photo_free(sq_photo *p); /* null is allowed */
/* How a picture is shown: the shares, 0..1, of its light and of its colour that are kept, and of white that
 * is mixed in. */
typedef struct {
    double light, colour, white;
} sq_photo_tone;
extern const sq_photo_tone sq_photo_plain, sq_photo_dim, sq_photo_faded;

/* Copies the picture, in this tone. */
sq_code sq_photo_set(sq_photo *p, const sq_picture *from, sq_photo_tone tone, sq_diag *d);

/* Shows the surroundings of `centre` in a pane, `zoom` times as large, with `centre` in the pane's middle. */
void sq_surface_photo(sq_surface *c, sq_pane at, const sq_photo *p, sq_px centre, double zoom);
/* Limits what sq_surface_photo draws to this outline, until sq_surface_unclip. */
void sq_surface_clip(sq_surface *c, const sq_px *points, int count);
void sq_surface_clip_pane(sq_surface *c, sq_pane at);
void sq_surface_unclip(sq_surface *c);

/* ---- Lines and shapes ---- */

typedef struct {
    double width;     /* of the line */
    double mark, gap; /* of a broken line; 0: unbroken */
    sq_paint paint;
} sq_stroke_of;

/* Parts outside the surface are cut off. A shape that reaches farther than a million pixels is not drawn.
 * round: the radius of the corners, pixels. */
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

/* A paragraph that is broken into lines of a width; after `lines` lines it is cut with "…". Draws it if
 * ink.alpha is above 0, and returns its size in any case. */
sq_px sq_surface_paragraph(sq_surface *c, sq_px at, double width, int lines, sq_font font, const char *text,
                           sq_paint ink);

#endif
