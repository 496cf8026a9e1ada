/* Sheets to print: pages of A4 as a PDF, with texts, lines and shapes. Everything is laid out twice: first to
 * count the pages, then to draw them. */
#ifndef SQ_UI_EXPORT_PAPER_H
#define SQ_UI_EXPORT_PAPER_H

#include <stdbool.h>
#include <stdio.h>

#include "ui/canvas/theme.h"
#include "vision/system/failure.h"

/* In points, 1/72 inch. Printers leave up to 6 mm at the edges blank; binders take 15 mm. */
#define SQ_PAPER_MARGIN 43.0
#define SQ_PAPER_WIDTH (595.3 - 2 * SQ_PAPER_MARGIN)
#define SQ_PAPER_BOTTOM (841.9 - SQ_PAPER_MARGIN - 14) /* above the page's number */

typedef enum {
    SQ_PAPER_TITLE,
    SQ_PAPER_HEAD,
    SQ_PAPER_TEXT,
    SQ_PAPER_SMALL,
    SQ_PAPER_SCORE,
    SQ_PAPER_EVEN, /* fixed width */
    SQ_PAPER_FONTS
} sq_paper_font;

typedef enum { SQ_PAPER_LEFT, SQ_PAPER_CENTRE, SQ_PAPER_RIGHT } sq_paper_align;

typedef struct {
    const void *content; /* what is printed; the caller owns it */
    bool draws;          /* false: the pages are only counted */
    double y;            /* how far this page is filled, from its top */
    int page, pages;
    struct sq_paper_parts *parts; /* private */
} sq_paper;

/* Prints content by two calls of lay_out; the first page is begun before, and the last one is ended after
 * each. The caller checks `to` for write errors. */
sq_code sq_paper_print(FILE *to, const char *title, const void *content, void (*lay_out)(sq_paper *p),
                       sq_diag *d);

/* Places are in points; x is from the left margin, y from the page's top. */

/* Writes text into a box of that width; returns the height that it takes. */
double sq_paper_put(const sq_paper *p, double x, double y, double width, sq_paper_align align,
                    sq_paper_font font, const char *text);
/* Sets the grey level of what follows, from 0 (black) to 1 (white). */
void sq_paper_grey(const sq_paper *p, double level);
void sq_paper_rule(const sq_paper *p, double x, double y, double width, double weight);
void sq_paper_frame(const sq_paper *p, double x, double y, double width, double height);
/* Draws the shape of a colour (ui/canvas/theme.h), which can be recognised in black and white too. */
void sq_paper_swatch(const sq_paper *p, double x, double y, double radius, sq_colour c);
/* Goes to the next page. */
void sq_paper_turn(sq_paper *p);

#endif
