/* Writes text into pictures: Pango lays a line out, cairo draws its letters as a mask, and the mask is mixed
 * into the picture's pixels. */
#include "ui/canvas/letters.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <pthread.h>

/* A capital of the font, as a share of the font's size; its letters reach so much of a capital's height below
 * the line. */
#define CAPITAL_SHARE 0.729
#define BELOW_SHARE 0.32
/* So much ground about the letters that none touches its edge: pixels, and a share of a capital's height. */
#define RIM_PX 2
#define RIM_SHARE 0.25
/* Places farther off than this are as good as this: no picture is so large. */
#define FAR_PX 1e6

/* Fonts and their glyphs are shared by all threads under Pango, down to FreeType: one thread at a time
 * writes. */
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;

void sq_letters_begin(void) {
    pthread_mutex_lock(&writing);
}

void sq_letters_end(void) {
    pthread_mutex_unlock(&writing);
}

/* A line of text as it will be drawn, in whole pixels. */
typedef struct {
    PangoLayout *layout;
    int width, above, below; /* above and below the line that the letters stand on */
} line;

static PangoLayout *lay_out(double height_px, const char *text) {
    PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
    PangoFontDescription *font = pango_font_description_from_string(SQ_LETTERS_FONT);
    char *valid = g_utf8_make_valid(text, -1);
    PangoLayout *l = pango_layout_new(context);
    pango_font_description_set_absolute_size(font, fmax(1, height_px) / CAPITAL_SHARE * PANGO_SCALE);
    pango_layout_set_font_description(l, font);
    pango_layout_set_single_paragraph_mode(l, TRUE);
    pango_layout_set_text(l, valid, -1);
    g_free(valid);
    pango_font_description_free(font);
    g_object_unref(context);
    return l;
}

/* The caller unrefs the layout. An accent may rise above the capitals. */
static line measure(double height_px, const char *text) {
    PangoRectangle ink, logical;
    line l = {.layout = lay_out(height_px, text)};
    pango_layout_get_pixel_extents(l.layout, &ink, &logical);
    int base = (int)lround((double)pango_layout_get_baseline(l.layout) / PANGO_SCALE);
    l.width = logical.width;
    l.above = (int)fmax(round(height_px), base - ink.y);
    l.below = (int)fmax(round(BELOW_SHARE * height_px), ink.y + ink.height - base);
    return l;
}

static unsigned char mix(unsigned char below, unsigned char over, double alpha) {
    return (unsigned char)lround(below + (over - below) * alpha);
}

static void mix_pixel(unsigned char *bgr, sq_paint paint, double alpha) {
    bgr[0] = mix(bgr[0], paint.b, alpha);
    bgr[1] = mix(bgr[1], paint.g, alpha);
    bgr[2] = mix(bgr[2], paint.r, alpha);
}

/* A part of a picture: left and top, within it, width and height, perhaps beyond it. */
typedef struct {
    int x, y, w, h;
} area;

/* Mixes paint into an area; mask: its share for each pixel of the area, a byte each; null: all of it. */
static void mix_area(sq_picture *p, area a, sq_paint paint, const unsigned char *mask, int mask_stride) {
    int stride;
    sq_frame f = sq_picture_frame(p);
    unsigned char *pixels = sq_picture_pixels(p, &stride);
    for (int y = 0; y < a.h && a.y + y < f.height; y++)
        for (int x = 0; x < a.w && a.x + x < f.width; x++) {
            double share = mask ? mask[(ptrdiff_t)y * mask_stride + x] / 255.0 : 1;
            if (share > 0)
                mix_pixel(pixels + (ptrdiff_t)(a.y + y) * stride + 3 * (ptrdiff_t)(a.x + x), paint,
                          share * paint.alpha);
        }
}

static void mix_letters(sq_picture *p, area a, int rim, const line *l, sq_paint ink) {
    cairo_surface_t *mask = cairo_image_surface_create(CAIRO_FORMAT_A8, a.w, a.h);
    cairo_t *to = cairo_create(mask);
    double base = (double)pango_layout_get_baseline(l->layout) / PANGO_SCALE;
    cairo_move_to(to, rim, rim + l->above - base);
    pango_cairo_update_layout(to, l->layout);
    pango_cairo_show_layout(to, l->layout);
    cairo_surface_flush(mask);
    if (cairo_status(to) == CAIRO_STATUS_SUCCESS)
        mix_area(p, a, ink, cairo_image_surface_get_data(mask), cairo_image_surface_get_stride(mask));
    cairo_destroy(to);
    cairo_surface_destroy(mask);
}

static int inside(double at, int size, int room) {
    return (int)fmax(0, fmin(fmax(-FAR_PX, fmin(at, FAR_PX)), room - size));
}

void sq_letters_draw(sq_picture *p, sq_px at, double height_px, const char *text, sq_paint ink,
                     sq_paint ground) {
    if (!isfinite(at.x) || !isfinite(at.y) || !isfinite(height_px)) return;
    sq_frame f = sq_picture_frame(p);
    sq_letters_begin();
    line l = measure(height_px, text);
    int rim = RIM_PX + (int)lround(RIM_SHARE * height_px);
    area a = {.w = l.width + 2 * rim, .h = l.above + l.below + 2 * rim};
    a.x = inside(round(at.x) - rim, a.w, f.width);
    a.y = inside(round(at.y) - l.above - rim, a.h, f.height);
    if (ground.alpha > 0) mix_area(p, a, ground, NULL, 0);
    mix_letters(p, a, rim, &l, ink);
    g_object_unref(l.layout);
    sq_letters_end();
}

double sq_letters_width(double height_px, const char *text) {
    sq_letters_begin();
    line l = measure(height_px, text);
    g_object_unref(l.layout);
    sq_letters_end();
    return l.width;
}
