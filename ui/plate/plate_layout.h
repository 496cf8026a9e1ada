/* The plate: the common design of all pictures of a mat. The camera's picture has a frame around it: below it
 * the lower third with the ruling, beside it a rail for what is magnified (between the two if the picture is
 * upright). The frame hides nothing of the picture.
 *
 *   +-----------------------+------+
 *   | the camera's picture  | rail |
 *   +-----------------------+------+
 *   | lower third                  |
 *   +------------------------------+ */
#ifndef SQ_UI_PLATE_PLATE_LAYOUT_H
#define SQ_UI_PLATE_PLATE_LAYOUT_H

#include "ui/canvas/layout.h"
#include "ui/canvas/theme.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"

/* How a part of the camera's picture is shown: its pixel `from` is at `to`, and it is zoom times as large. */
typedef struct {
    const sq_camera *camera;
    sq_px from, to;
    double zoom;
} sq_glass;

typedef struct {
    sq_surface *canvas;
    sq_layout *placed;
    const sq_theme *theme;
    double u; /* the unit of all sizes, pixels: 1 for a picture of 1920 × 1080 */
    sq_pane whole;
    sq_pane mat, third, rail; /* the camera's picture, the lower third, the rail */
    int columns;              /* of the rail */
    sq_glass window;          /* how the pane `mat` shows the picture; the caller sets its camera */
} sq_plate;

/* Computes the panes of a plate for a picture of that size. Pictures below 1280 × 720 are enlarged. `plain`:
 * for frames of a video, which are shown as they are, or at half their size if they are large. */
void sq_plate_plan(sq_plate *s, int width, int height, bool plain);
/* The same without a frame: rail and lower third have no size. */
void sq_plate_plan_bare(sq_plate *s, int width, int height);

/* Begins the drawing: an empty frame. */
sq_code sq_plate_begin(sq_plate *s, sq_diag *d);

/* ---- Through a window ---- */

/* Where a point of the mat's frame is drawn; and pixels of the plate per millimetre there. */
sq_px sq_glass_px(const sq_glass *w, sq_mm3 at);
double sq_glass_px_per_mm(const sq_glass *w, sq_mm3 at);

/* The outline of a circle in the plane with that normal, and of a wink that is grown_mm larger. The first
 * point is not repeated at the end. */
enum { SQ_RING_POINTS = 72 };
void sq_glass_ring(const sq_glass *w, sq_mm3 centre, sq_mm3 normal, double radius_mm,
                   sq_px out[SQ_RING_POINTS]);
void sq_glass_wink(const sq_glass *w, const sq_seen_wink *wink, double grown_mm, sq_px out[SQ_RING_POINTS]);

/* ---- Drawing on a plate; shapes are added to its layout ---- */
/* A line over the camera's picture. cased: with dark edges. owner (below): as in ui/canvas/layout.h. */
typedef struct {
    double width; /* units */
    double mark, gap;
    sq_paint paint;
    bool cased;
} sq_plate_line;

/* A line that is not added to the layout, for the rim of a wink that is already there (sq_layout_wink). */
void sq_plate_draw_rim(const sq_plate *s, const sq_px *points, int count, sq_plate_line with);
void sq_plate_draw_line(const sq_plate *s, int owner, const sq_px *points, int count, bool closed,
                        sq_plate_line with);
/* The line of a LOOK: visible on every colour, since it has dark and light edges. */
void sq_plate_draw_look(const sq_plate *s, int owner, const sq_px *points, int count, bool closed);
/* A line with a head at b. */
void sq_plate_draw_arrow(const sq_plate *s, int owner, sq_px a, sq_px b, sq_plate_line with);

/* Writes text of fewer bytes than SQ_PLATE_TEXT_MAX in a panel, at most `lines` lines; returns its height. */
enum { SQ_PLATE_TEXT_MAX = 1024 };
double sq_plate_write(const sq_plate *s, sq_px at, double width, int lines, double size, bool bold,
                      const char *text, sq_paint ink);
/* A colour's shape, as high as 2 × radius. */
void sq_plate_draw_shape(const sq_plate *s, sq_colour c, sq_px centre, double radius);

/* Puts a label for a thing in the picture at the nearest free place; false, and nothing is drawn, if there is
 * none. `shape`: a colour whose shape comes before the text, or SQ_NO_COLOUR. */
typedef struct {
    int owner;
    sq_px centre;
    double radius; /* of the thing that it names, pixels */
    sq_pane within;
    double most; /* the largest distance from the thing, units */
    double size; /* of its letters, units */
    bool bold, look;
    sq_colour shape;
    double alpha;
    bool may_cover; /* it may cover the thing that it names */
} sq_plate_label;

bool sq_plate_put_label(const sq_plate *s, const sq_plate_label *l, const char *text);

#endif
