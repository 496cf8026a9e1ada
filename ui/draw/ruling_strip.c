/* Sets a ruling's lines into a strip, broken to its width. */
#include "ui/draw/ruling_strip.h"

#include <stdio.h>
#include <string.h>

#include "ui/draw/letters.h"

/* Shares of the picture's rows: the height of capitals of the first line and of the others, from line to
 * line, and the margin. A phone shows 1080 rows on seven centimetres: 20 of them are 1.3 mm, the least that
 * one reads. */
#define FIRST_SHARE 0.019
#define OTHER_SHARE 0.014
#define LEADING 2.1
#define MARGIN_SHARE 0.012

static const sq_paint white = {255, 255, 255, 1}, look = {60, 190, 255, 1}, grey = {200, 200, 200, 1};

/* How many bytes of a line fit into that width, broken after a word; at least one word. */
static size_t bytes_that_fit(const char *text, double letter, double width) {
    size_t fits = 0;
    for (size_t n = strcspn(text, " ");; n += 1 + strcspn(text + n + 1, " ")) {
        char part[SQ_RULING_LINE_MAX];
        snprintf(part, sizeof part, "%.*s", (int)n, text);
        if (fits && sq_letters_width(letter, part) > width) return fits;
        fits = n;
        if (!text[n]) return fits;
    }
}

/* Lays the strip out, and draws it where `on` is given. Returns its height. */
static double lay_out(const sq_ruling_lines *l, sq_picture *on, double top, double width, double rows,
                      sq_paint ground) {
    double margin = rows * MARGIN_SHARE, y = margin;
    for (int i = 0; i < l->count; i++) {
        double letter = rows * (i ? OTHER_SHARE : FIRST_SHARE);
        sq_paint ink = l->question && i <= l->answers ? look : i ? grey : white;
        for (const char *text = l->line[i]; *text;) {
            char part[SQ_RULING_LINE_MAX];
            size_t n = bytes_that_fit(text, letter, width - 2 * margin);
            snprintf(part, sizeof part, "%.*s", (int)n, text);
            y += letter * LEADING;
            if (on)
                sq_letters_draw(on, (sq_px){margin, top + y - letter * (LEADING - 1) / 2}, letter, part, ink,
                                ground);
            text += n + strspn(text + n, " ");
        }
    }
    return l->count ? y + margin : 0;
}

int sq_ruling_strip_height(const sq_ruling_lines *l, int width, int height) {
    return (int)lay_out(l, NULL, 0, width, height, white);
}

void sq_ruling_strip_draw(const sq_ruling_lines *l, sq_picture *on, int top, int rows, sq_paint ground) {
    sq_frame f = sq_picture_frame(on);
    lay_out(l, on, top, f.width, rows, ground);
}
