/* The pen of the overlay. It draws what is given in millimetres, through the camera and a magnifying view.
 * Its lines differ in form, and they stand out on any ground. */
#ifndef SQ_UI_DRAW_PEN_H
#define SQ_UI_DRAW_PEN_H

#include "vision/frame/opencv.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"

/* A magnifying view: the camera's pixel `from` is drawn at `to`, and what lies around it `zoom` times as
 * large. */
typedef struct {
    sq_px from, to;
    double zoom;
} sq_view;

typedef struct {
    sq_picture *picture;
    const sq_camera *camera;
    sq_view view;
    double unit;   /* the width of a thin line, pixels: 1 for 1080 rows */
    double casing; /* width of the dark border on each side of a line, units */
} sq_pen;

typedef enum { SQ_STROKE_SOLID, SQ_STROKE_DASHED, SQ_STROKE_DOTTED } sq_stroke;

/* Colours: number, blue, green, red. */
#define SQ_INK_LIST(X)             \
    X(SQ_INK_BLUE, 255, 190, 110)  \
    X(SQ_INK_GREEN, 110, 235, 110) \
    X(SQ_INK_RED, 120, 120, 255)   \
    X(SQ_INK_YELLOW, 80, 240, 255) \
    X(SQ_INK_WHITE, 255, 255, 255) \
    X(SQ_INK_LOOK, 60, 190, 255)   \
    X(SQ_INK_GREY, 215, 215, 215)  \
    X(SQ_INK_MAT, 230, 80, 230)

typedef enum {
#define X(number, b, g, r) number,
    SQ_INK_LIST(X)
#undef X
        SQ_INKS
} sq_ink;

/* The ink for a colour's winks. */
sq_ink sq_ink_of(sq_colour c);

sq_px sq_pen_px(const sq_pen *pen, sq_mm3 at);

/* A line through pixels of the drawing; width in units. */
void sq_pen_path(const sq_pen *pen, const sq_px *points, int count, sq_stroke stroke, double width,
                 sq_ink ink);
void sq_pen_line(const sq_pen *pen, sq_px a, sq_px b, sq_stroke stroke, double width, sq_ink ink);
/* The same with a head at b. */
void sq_pen_arrow(const sq_pen *pen, sq_px a, sq_px b, sq_stroke stroke, double width, sq_ink ink);
/* A straight line on the mat, bent as the lens bends it. */
void sq_pen_mat_line(const sq_pen *pen, sq_mm a, sq_mm b, sq_stroke stroke, double width, sq_ink ink);
/* A circle in the plane with that normal; mm. */
void sq_pen_circle(const sq_pen *pen, sq_mm3 centre, sq_mm3 normal, double radius_mm, sq_stroke stroke,
                   double width, sq_ink ink);

/* One line of text; `lines` is a factor on the usual height, and `at` the middle of the left edge. A
 * label has a dark ground of its own; words lie on a ground that is there already. */
void sq_pen_label(const sq_pen *pen, sq_px at, double lines, const char *text, sq_ink ink);
void sq_pen_words(const sq_pen *pen, sq_px at, double lines, const char *text, sq_ink ink);
/* The size of a text with its ground, pixels. */
sq_px sq_pen_text_size(const sq_pen *pen, double lines, const char *text);

/* "b3" where the wink has a name, else its letter "b". */
void sq_pen_letter(char out[4], const sq_seen_wink *w);

#endif
