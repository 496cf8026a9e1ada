/* Pages of A4, by cairo and Pango. */
#include "ui/export/paper.h"

#include <cairo-pdf.h>
#include <pango/pangocairo.h>

#include "ui/canvas/letters.h"

#define PAGE_WIDTH (SQ_PAPER_WIDTH + 2 * SQ_PAPER_MARGIN)
#define PAGE_HEIGHT (SQ_PAPER_BOTTOM + SQ_PAPER_MARGIN + 14)

struct sq_paper_parts {
    cairo_t *to;
    PangoContext *fonts;
};

static const char *const fonts[SQ_PAPER_FONTS] = {
    [SQ_PAPER_TITLE] = SQ_LETTERS_FONT " bold 17", [SQ_PAPER_HEAD] = SQ_LETTERS_FONT " bold 9",
    [SQ_PAPER_TEXT] = SQ_LETTERS_FONT " 8.5",      [SQ_PAPER_SMALL] = SQ_LETTERS_FONT " 7.5",
    [SQ_PAPER_SCORE] = SQ_LETTERS_FONT " bold 13", [SQ_PAPER_EVEN] = "monospace 9"};
static const PangoAlignment aligns[] = {
    [SQ_PAPER_LEFT] = PANGO_ALIGN_LEFT,
    [SQ_PAPER_CENTRE] = PANGO_ALIGN_CENTER,
    [SQ_PAPER_RIGHT] = PANGO_ALIGN_RIGHT,
};

double sq_paper_put(const sq_paper *p, double x, double y, double width, sq_paper_align align,
                    sq_paper_font font, const char *text) {
    PangoLayout *l = pango_layout_new(p->parts->fonts);
    PangoFontDescription *how = pango_font_description_from_string(fonts[font]);
    PangoRectangle box;
    pango_layout_set_font_description(l, how);
    pango_layout_set_width(l, (int)(width * PANGO_SCALE));
    pango_layout_set_wrap(l, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(l, aligns[align]);
    pango_layout_set_text(l, text, -1);
    pango_layout_get_extents(l, NULL, &box);
    cairo_move_to(p->parts->to, SQ_PAPER_MARGIN + x, y);
    if (p->draws) pango_cairo_show_layout(p->parts->to, l);
    pango_font_description_free(how);
    g_object_unref(l);
    return (double)box.height / PANGO_SCALE;
}

void sq_paper_grey(const sq_paper *p, double level) {
    cairo_set_source_rgb(p->parts->to, level, level, level);
}

void sq_paper_rule(const sq_paper *p, double x, double y, double width, double weight) {
    cairo_t *to = p->parts->to;
    if (!p->draws) return;
    cairo_set_line_width(to, weight);
    cairo_move_to(to, SQ_PAPER_MARGIN + x, y);
    cairo_line_to(to, SQ_PAPER_MARGIN + x + width, y);
    cairo_stroke(to);
}

void sq_paper_frame(const sq_paper *p, double x, double y, double width, double height) {
    if (!p->draws) return;
    cairo_set_line_width(p->parts->to, 1.2);
    cairo_rectangle(p->parts->to, SQ_PAPER_MARGIN + x, y, width, height);
    cairo_stroke(p->parts->to);
}

void sq_paper_swatch(const sq_paper *p, double x, double y, double radius, sq_colour c) {
    sq_px corner[SQ_SHAPE_POINTS];
    cairo_t *to = p->parts->to;
    int corners = sq_theme_shape(corner, c, (sq_px){SQ_PAPER_MARGIN + x, y}, radius);
    if (!p->draws || !corners) return;
    cairo_new_sub_path(to);
    for (int i = 0; i < corners; i++)
        cairo_line_to(to, corner[i].x, corner[i].y);
    cairo_close_path(to);
    const sq_paint *paint = &sq_theme_paper.colour[c];
    cairo_set_source_rgb(to, paint->r / 255.0, paint->g / 255.0, paint->b / 255.0);
    cairo_fill_preserve(to);
    sq_paper_grey(p, 0);
    cairo_set_line_width(to, 0.5);
    cairo_stroke(to);
}

/* ---- Pages ---- */

static void begin_page(sq_paper *p) {
    p->page++;
    p->y = SQ_PAPER_MARGIN;
}

static void end_page(const sq_paper *p) {
    char text[64];
    sq_paper_grey(p, 0.3);
    sq_paper_put(p, 0, SQ_PAPER_BOTTOM + 6, SQ_PAPER_WIDTH, SQ_PAPER_LEFT, SQ_PAPER_SMALL,
                 "squint " SQ_VERSION);
    snprintf(text, sizeof text, "%d of %d", p->page, p->pages);
    sq_paper_put(p, 0, SQ_PAPER_BOTTOM + 6, SQ_PAPER_WIDTH, SQ_PAPER_RIGHT, SQ_PAPER_SMALL, text);
    sq_paper_grey(p, 0);
    if (p->draws) cairo_show_page(p->parts->to);
}

void sq_paper_turn(sq_paper *p) {
    end_page(p);
    begin_page(p);
}

static void print(sq_paper *p, void (*lay_out)(sq_paper *p), bool draws) {
    p->draws = draws;
    p->page = 0;
    begin_page(p);
    lay_out(p);
    end_page(p);
    p->pages = p->page;
}

static cairo_status_t write_to(void *to, const unsigned char *bytes, unsigned n) {
    return fwrite(bytes, 1, n, to) == n ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

sq_code sq_paper_print(FILE *to, const char *title, const void *content, void (*lay_out)(sq_paper *p),
                       sq_diag *d) {
    cairo_surface_t *pdf = cairo_pdf_surface_create_for_stream(write_to, to, PAGE_WIDTH, PAGE_HEIGHT);
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_TITLE, title);
    PangoFontMap *map = pango_cairo_font_map_new();
    struct sq_paper_parts parts = {cairo_create(pdf), pango_font_map_create_context(map)};
    sq_paper p = {.content = content, .parts = &parts};
    pango_cairo_context_set_resolution(parts.fonts, 72); /* a font's size is in points, and so is the page */
    pango_cairo_update_context(parts.to, parts.fonts);
    print(&p, lay_out, false);
    print(&p, lay_out, true);
    cairo_destroy(parts.to);
    cairo_surface_finish(pdf);
    cairo_status_t how = cairo_surface_status(pdf);
    cairo_surface_destroy(pdf);
    g_object_unref(parts.fonts);
    g_object_unref(map);
    if (how == CAIRO_STATUS_SUCCESS || how == CAIRO_STATUS_WRITE_ERROR) return SQ_OK;
    return sq_fail(d, SQ_E_FILE, "the sheet cannot be drawn (%s)", cairo_status_to_string(how));
}
