/* Text in pictures: any language, one font, antialiased. Heights and places are pixels of the picture.
 *
 * Text is UTF-8; invalid bytes show as U+FFFD. A letter that the font lacks comes from another font of the
 * machine. Text is one line: a line feed shows as a sign. Nothing is returned: if memory or fonts fail, the
 * text is missing in the picture. Any thread may call these functions. */
#ifndef SQ_UI_CANVAS_LETTERS_H
#define SQ_UI_CANVAS_LETTERS_H

#include "vision/frame/opencv.h"

/* The font of everything that squint draws and prints, as Pango names it. */
#define SQ_LETTERS_FONT "DejaVu Sans, sans-serif"

/* Writes a line whose capitals are height_px high, with the lower left corner of its letters at `at`, on a
 * ground that makes it readable (alpha 0: none). Text that would leave the picture is moved inside; nothing
 * is written at a place that is not finite. */
void sq_letters_draw(sq_picture *p, sq_px at, double height_px, const char *text, sq_paint ink,
                     sq_paint ground);

/* The width of that line in pixels, without its ground. */
double sq_letters_width(double height_px, const char *text);

/* Code that lays out or draws text by Pango must do it between these two calls, since all threads share the
 * fonts. */
void sq_letters_begin(void);
void sq_letters_end(void);

#endif
