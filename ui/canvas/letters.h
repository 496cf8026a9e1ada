/* Text in pictures: any language, one font, antialiased. Heights and places are pixels of the picture.
 *
 * Text is UTF-8; bytes that are none show as U+FFFD. A letter that the font lacks comes from another font of
 * the machine. It is one line: a line feed shows as a sign. Nothing is returned: where memory or fonts fail,
 * the text is missing in the picture. Each thread may call these functions. */
#ifndef SQ_UI_CANVAS_LETTERS_H
#define SQ_UI_CANVAS_LETTERS_H

#include "vision/frame/opencv.h"

/* The font of all that squint draws and prints, as Pango names it. */
#define SQ_LETTERS_FONT "DejaVu Sans, sans-serif"

/* Writes a line whose capitals are height_px high, the lower left corner of its letters at `at`, over a
 * ground that makes it readable (its alpha 0: none). Text that would leave the picture is moved in; a place
 * that is not finite writes nothing. */
void sq_letters_draw(sq_picture *p, sq_px at, double height_px, const char *text, sq_paint ink,
                     sq_paint ground);

/* The width of that line in pixels, without its ground. */
double sq_letters_width(double height_px, const char *text);

/* Who lays out or draws text by Pango does it between these two: fonts are shared by all threads. */
void sq_letters_begin(void);
void sq_letters_end(void);

#endif
