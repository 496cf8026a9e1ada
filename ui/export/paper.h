/* Sheets to print: pages of A4 as a PDF, with texts, lines and shapes. Everything is laid out twice: first to
 * count the pages, then to draw them. */
#ifndef SQ_UI_EXPORT_PAPER_H
#define SQ_UI_EXPORT_PAPER_H

#include <stdbool.h>
#include <stdio.h>

#include "ui/canvas/theme.h"
#include "vision/system/failure.h"

/* Points, 1/72 inch. Printers leave out up to 6 mm at the edges; binders take 15 mm. */
#define SQ_PAPER_MARGIN 43.0
#define SQ_PAPER_WIDTH (595.3 - 2 * SQ_PAPER_MARGIN)
#define SQ_PAPER_BOTTOM (841.9 - SQ_PAPER_MARGIN - 14) /* above the page's number */

typedef enum {
    SQ_PAPER_TITLE,
    SQ_PAPER_HEAD,
    SQ_PAPER_TEXT,
    SQ_PAPER_SMALL,
    SQ_PAPER_SCORE,
    SQ_PAPER_EVEN, /* all letters of one width */
    SQ_PAPER_FONTS
} sq_paper_font;

typedef enum { SQ_PAPER_LEFT, SQ_PAPER_CENTRE, SQ_PAPER_RIGHT } sq_paper_align;

typedef struct {
    const void *content; /* what is printed; the caller's */
    bool draws;          /* else it is only laid out */
    double y;            /* how far this page is, from its top */
    int page, pages;
    struct sq_paper_parts *parts; /* its own */
} sq_paper;

/* Lays out and draws content: lay_out begins with the first page begun, and ends with the last one not ended.
 * The caller checks `to` for errors of writing. */
sq_code sq_paper_print(FILE *to, const char *title, const void *content, void (*lay_out)(sq_paper *p),
                       sq_diag *d);

/* Places are in points; x is from the left margin, y from the page's top. */

/* Writes text into a box of that width; returns the height that it takes. */
double sq_paper_put(const sq_paper *p, double x, double y, double width, sq_paper_align align,
                    sq_paper_font font, const char *text);
/* The grey level of what follows, from 0 (black) to 1 (white). */
void sq_paper_grey(const sq_paper *p, double level);
void sq_paper_rule(const sq_paper *p, double x, double y, double width, double weight);
void sq_paper_frame(const sq_paper *p, double x, double y, double width, double height);
/* The shape that stands for the colour on all pictures: a sheet that is printed black on white shows it too.
 */
void sq_paper_swatch(const sq_paper *p, double x, double y, double radius, sq_colour c);
/* Goes to the next page. */
void sq_paper_turn(sq_paper *p);

#endif
