/* Draws on an image surface of cairo, and converts between its pixels and those of pictures. */
#include "ui/canvas/surface.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <stdlib.h>
#include <string.h>

#include "ui/canvas/letters.h"

/* Bytes of a pixel in a surface and in a picture. */
enum { WIDE = 4, BGR = 3, FULL = 255 };

struct sq_surface {
    cairo_surface_t *surface;
    cairo_t *to;
};

struct sq_photo {
    cairo_surface_t *surface; /* null: none is set */
    int width, height;
};

sq_code sq_surface_new(sq_surface **out, sq_diag *d) {
    *out = calloc(1, sizeof **out);
    return *out ? SQ_OK : sq_fail(d, SQ_E_MEMORY, "no memory for a drawing; close other programs");
}

static void drop(sq_surface *c) {
    if (c->to) cairo_destroy(c->to);
    if (c->surface) cairo_surface_destroy(c->surface);
    c->to = NULL;
    c->surface = NULL;
}

void sq_surface_free(sq_surface *c) {
    if (!c) return;
    drop(c);
    free(c);
}

sq_code sq_surface_begin(sq_surface *c, int width, int height, sq_diag *d) {
    bool same = c->surface && cairo_image_surface_get_width(c->surface) == width &&
                cairo_image_surface_get_height(c->surface) == height;
    if (!same) {
        drop(c);
        c->surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    } else {
        cairo_destroy(c->to);
    }
    c->to = cairo_create(c->surface);
    if (cairo_status(c->to) != CAIRO_STATUS_SUCCESS)
        return sq_fail(d, SQ_E_MEMORY, "no memory for a drawing of %d x %d pixels; close other programs",
                       width, height);
    cairo_set_operator(c->to, CAIRO_OPERATOR_CLEAR);
    cairo_paint(c->to);
    cairo_set_operator(c->to, CAIRO_OPERATOR_OVER);
    cairo_set_line_join(c->to, CAIRO_LINE_JOIN_ROUND);
    cairo_translate(c->to, 0.5,
                    0.5); /* cairo's pixels have their corners at whole numbers, ours their middles */
    return SQ_OK;
}

static uint32_t *row_of(cairo_surface_t *s, int y) {
    unsigned char *data = cairo_image_surface_get_data(s);
    return (uint32_t *)(void *)(data + (ptrdiff_t)y * cairo_image_surface_get_stride(s));
}

static void mix_row(unsigned char *to, const uint32_t *from, int width, uint32_t level) {
    for (int x = 0; x < width; x++, to += BGR) {
        uint32_t v = from[x], under = (FULL - (v >> 24)) * level / FULL;
        to[0] = (unsigned char)((v & FULL) + under);
        to[1] = (unsigned char)((v >> 8 & FULL) + under);
        to[2] = (unsigned char)((v >> 16 & FULL) + under);
    }
}

sq_code sq_surface_lay(sq_surface *c, sq_picture *to, int level, sq_diag *d) {
    int width = cairo_image_surface_get_width(c->surface),
        height = cairo_image_surface_get_height(c->surface), stride;
    if (cairo_status(c->to) != CAIRO_STATUS_SUCCESS)
        return sq_fail(d, SQ_E_MEMORY, "the drawing failed (%s); close other programs",
                       cairo_status_to_string(cairo_status(c->to)));
    sq_frame now = sq_picture_frame(to);
    cairo_surface_flush(c->surface);
    if (now.width != width || now.height != height) {
        /* A picture takes the size of a frame; the pixels of this one are written over. */
        const unsigned char *any = cairo_image_surface_get_data(c->surface);
        sq_frame like = {.width = width,
                         .height = height,
                         .format = SQ_FRAME_BGR,
                         .plane = {any},
                         .stride = {BGR * width}};
        sq_code code = sq_picture_set_frame(to, &like, d);
        if (code) return code;
    }
    unsigned char *pixels = sq_picture_pixels(to, &stride);
    for (int y = 0; y < height; y++)
        mix_row(pixels + (ptrdiff_t)y * stride, row_of(c->surface, y), width, (uint32_t)level);
    return SQ_OK;
}

/* ---- Photographs ---- */

sq_code sq_photo_new(sq_photo **out, sq_diag *d) {
    *out = calloc(1, sizeof **out);
    return *out ? SQ_OK : sq_fail(d, SQ_E_MEMORY, "no memory for a picture; close other programs");
}

void sq_photo_free(sq_photo *p) {
    if (!p) return;
    if (p->surface) cairo_surface_destroy(p->surface);
    free(p);
}

static bool resize(sq_photo *p, int width, int height) {
    if (p->surface && p->width == width && p->height == height) return true;
    if (p->surface) cairo_surface_destroy(p->surface);
    p->surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    p->width = width;
    p->height = height;
    if (cairo_surface_status(p->surface) == CAIRO_STATUS_SUCCESS) return true;
    cairo_surface_destroy(p->surface);
    p->surface = NULL;
    return false;
}

const sq_photo_tone sq_photo_plain = {1, 1, 0}, sq_photo_dim = {0.62, 0.55, 0},
                    sq_photo_faded = {0.5, 0.4, 0.47};

/* In 256ths: what is left of a pixel's own value, of its mean, and what is added. */
typedef struct {
    uint32_t own, grey, white;
} fixed_tone;

static uint32_t toned(const unsigned char *bgr, const fixed_tone *t) {
    uint32_t more = (bgr[0] + 2u * bgr[1] + bgr[2]) / 4 * t->grey + t->white;
    return (bgr[0] * t->own + more) >> 8 | ((bgr[1] * t->own + more) >> 8) << 8 |
           ((bgr[2] * t->own + more) >> 8) << 16;
}

sq_code sq_photo_set(sq_photo *p, const sq_picture *from, sq_photo_tone tone, sq_diag *d) {
    sq_frame f = sq_picture_frame(from);
    if (!resize(p, f.width, f.height))
        return sq_fail(d, SQ_E_MEMORY, "no memory for a picture of %d x %d pixels; close other programs",
                       f.width, f.height);
    fixed_tone t = {(uint32_t)lround(256 * tone.light * tone.colour),
                    (uint32_t)lround(256 * tone.light * (1 - tone.colour)),
                    (uint32_t)lround(256 * FULL * tone.white)};
    cairo_surface_flush(p->surface);
    for (int y = 0; y < f.height; y++) {
        const unsigned char *row = f.plane[0] + (ptrdiff_t)y * f.stride[0];
        uint32_t *to = row_of(p->surface, y);
        for (int x = 0; x < f.width; x++, row += BGR)
            to[x] = t.own == 256 ? row[0] | (uint32_t)row[1] << 8 | (uint32_t)row[2] << 16 : toned(row, &t);
    }
    cairo_surface_mark_dirty(p->surface);
    return SQ_OK;
}

static void path_of_pane(const sq_surface *c, sq_pane p) {
    cairo_rectangle(c->to, p.left - 0.5, p.top - 0.5, p.width, p.height);
}

void sq_surface_photo(sq_surface *c, sq_pane at, const sq_photo *p, sq_px centre, double zoom) {
    if (!p->surface || !isfinite(centre.x + centre.y + zoom) || !(zoom > 0)) return;
    cairo_save(c->to);
    path_of_pane(c, at);
    cairo_clip(c->to);
    cairo_translate(c->to, at.left + at.width / 2 - 0.5, at.top + at.height / 2 - 0.5);
    cairo_scale(c->to, zoom, zoom);
    cairo_rectangle(c->to, -centre.x - 0.5, -centre.y - 0.5, p->width, p->height);
    cairo_clip(c->to); /* beyond the picture there is nothing, and at its edge all of it */
    cairo_set_source_surface(c->to, p->surface, -centre.x - 0.5, -centre.y - 0.5);
    cairo_pattern_set_filter(cairo_get_source(c->to), zoom == 1  ? CAIRO_FILTER_NEAREST
                                                      : zoom > 1 ? CAIRO_FILTER_BILINEAR
                                                                 : CAIRO_FILTER_GOOD);
    cairo_pattern_set_extend(cairo_get_source(c->to), CAIRO_EXTEND_PAD);
    cairo_paint(c->to);
    cairo_restore(c->to);
}

static bool path(const sq_surface *c, const sq_px *points, int count, bool closed) {
    for (int i = 0; i < count; i++)
        if (!(fabs(points[i].x) < 1e6 && fabs(points[i].y) < 1e6))
            return false; /* far off, or behind the camera */
    cairo_new_path(c->to);
    for (int i = 0; i < count; i++)
        cairo_line_to(c->to, points[i].x, points[i].y);
    if (closed) cairo_close_path(c->to);
    return count > 0;
}

void sq_surface_clip(sq_surface *c, const sq_px *points, int count) {
    cairo_save(c->to);
    if (!path(c, points, count, true)) cairo_new_path(c->to); /* nothing shows */
    cairo_clip(c->to);
}

void sq_surface_clip_pane(sq_surface *c, sq_pane at) {
    cairo_save(c->to);
    cairo_new_path(c->to);
    path_of_pane(c, at);
    cairo_clip(c->to);
}

void sq_surface_unclip(sq_surface *c) {
    cairo_restore(c->to);
}

/* ---- Lines and shapes ---- */

static void set_paint(const sq_surface *c, sq_paint p) {
    cairo_set_source_rgba(c->to, p.r / 255.0, p.g / 255.0, p.b / 255.0, p.alpha);
}

void sq_surface_line(sq_surface *c, const sq_px *points, int count, bool closed, sq_stroke_of with) {
    if (!path(c, points, count, closed)) return;
    cairo_set_line_width(c->to, with.width);
    cairo_set_dash(c->to, (double[]){with.mark, with.gap}, with.mark > 0 ? 2 : 0, 0);
    set_paint(c, with.paint);
    cairo_stroke(c->to);
}

void sq_surface_polygon(sq_surface *c, const sq_px *points, int count, sq_paint paint) {
    if (!path(c, points, count, true)) return;
    set_paint(c, paint);
    cairo_fill(c->to);
}

void sq_surface_pane(sq_surface *c, sq_pane p, double round, sq_paint paint) {
    if (!isfinite(p.left + p.top + p.width + p.height)) return;
    double r = fmin(round, fmin(p.width, p.height) / 2), left = p.left - 0.5, top = p.top - 0.5,
           right = left + p.width, bottom = top + p.height;
    cairo_new_path(c->to);
    cairo_arc(c->to, right - r, top + r, r, -M_PI / 2, 0);
    cairo_arc(c->to, right - r, bottom - r, r, 0, M_PI / 2);
    cairo_arc(c->to, left + r, bottom - r, r, M_PI / 2, M_PI);
    cairo_arc(c->to, left + r, top + r, r, M_PI, 3 * M_PI / 2);
    cairo_close_path(c->to);
    set_paint(c, paint);
    cairo_fill(c->to);
}

void sq_surface_circle(sq_surface *c, sq_px centre, double radius, sq_paint paint) {
    if (!isfinite(centre.x + centre.y + radius)) return;
    cairo_new_path(c->to);
    cairo_arc(c->to, centre.x, centre.y, fmax(0, radius), 0, 2 * M_PI);
    set_paint(c, paint);
    cairo_fill(c->to);
}

/* ---- Text ---- */

/* The caller holds the letters, and unrefs. */
static PangoLayout *layout_of(const sq_surface *c, sq_font font, const char *text) {
    PangoLayout *l = pango_cairo_create_layout(c->to);
    PangoFontDescription *f = pango_font_description_from_string(SQ_LETTERS_FONT);
    char *valid = g_utf8_make_valid(text, -1);
    pango_font_description_set_absolute_size(f, fmax(1, font.size) * PANGO_SCALE);
    pango_font_description_set_weight(f, font.bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(l, f);
    pango_layout_set_text(l, valid, -1);
    pango_font_description_free(f);
    g_free(valid);
    return l;
}

double sq_surface_text_width(sq_surface *c, sq_font font, const char *text) {
    PangoRectangle logical;
    sq_letters_begin();
    PangoLayout *l = layout_of(c, font, text);
    pango_layout_set_single_paragraph_mode(l, TRUE);
    pango_layout_get_extents(l, NULL, &logical);
    g_object_unref(l);
    sq_letters_end();
    return (double)logical.width / PANGO_SCALE;
}

void sq_surface_text(sq_surface *c, sq_px at, sq_font font, const char *text, sq_paint ink) {
    if (!isfinite(at.x + at.y)) return;
    sq_letters_begin();
    PangoLayout *l = layout_of(c, font, text);
    pango_layout_set_single_paragraph_mode(l, TRUE);
    double base = (double)pango_layout_get_baseline(l) / PANGO_SCALE;
    set_paint(c, ink);
    cairo_move_to(c->to, at.x - 0.5,
                  at.y - 0.5 + font.size - base); /* the letters stand a font's size below */
    pango_cairo_show_layout(c->to, l);
    g_object_unref(l);
    sq_letters_end();
}

sq_px sq_surface_paragraph(sq_surface *c, sq_px at, double width, int lines, sq_font font, const char *text,
                           sq_paint ink) {
    PangoRectangle logical;
    sq_letters_begin();
    PangoLayout *l = layout_of(c, font, text);
    pango_layout_set_width(l, (int)(fmax(1, width) * PANGO_SCALE));
    pango_layout_set_height(l, -lines);
    pango_layout_set_wrap(l, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_ellipsize(l, PANGO_ELLIPSIZE_END);
    pango_layout_get_extents(l, NULL, &logical);
    if (ink.alpha > 0) {
        set_paint(c, ink);
        cairo_move_to(c->to, at.x - 0.5, at.y - 0.5);
        pango_cairo_show_layout(c->to, l);
    }
    g_object_unref(l);
    sq_letters_end();
    return (sq_px){(double)logical.width / PANGO_SCALE, (double)logical.height / PANGO_SCALE};
}
