/* The plate: the one design of all that squint draws about a mat. The camera's picture stands in a frame:
 * under it the lower third with the ruling, beside it a rail for what is magnified (between both, where the
 * picture is upright). Nothing of the frame hides any of the picture.
 *
 *   +-----------------------+------+
 *   | the camera's picture  | rail |
 *   +-----------------------+------+
 *   | lower third                  |
 *   +------------------------------+
 */
#ifndef SQ_UI_PLATE_PLATE_H
#define SQ_UI_PLATE_PLATE_H

#include "ui/canvas/layout.h"
#include "ui/canvas/theme.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"

/* A part of the camera's picture, as it is shown: its pixel `from` at `to`, zoom times as large. */
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
    sq_glass window;          /* how the mat's pane shows the picture; its camera is set by whoever has one */
} sq_plate;

/* The places of a plate for a picture of that size. Pictures under 1280 × 720 are shown enlarged. `plain`:
 * for frames of a video, which are shown as they are, or at half their size where they are large. */
void sq_plate_plan(sq_plate *s, int width, int height, bool plain);
/* The same without a frame: rail and lower third have no size. */
void sq_plate_plan_bare(sq_plate *s, int width, int height);

/* Begins the drawing: ground and frame, nothing in them. */
sq_code sq_plate_begin(sq_plate *s, sq_diag *d);

/* ---- Through a window ---- */

/* Where a point of the mat's frame is drawn; and pixels of the plate per millimetre there. */
sq_px sq_glass_px(const sq_glass *w, sq_mm3 at);
double sq_glass_px_per_mm(const sq_glass *w, sq_mm3 at);

/* The outline of a circle in the plane with that normal; a closed one has no last point again. */
enum { SQ_RING_POINTS = 72 };
void sq_glass_ring(const sq_glass *w, sq_mm3 centre, sq_mm3 normal, double radius_mm,
                   sq_px out[SQ_RING_POINTS]);
void sq_glass_wink(const sq_glass *w, const sq_seen_wink *wink, double grown_mm, sq_px out[SQ_RING_POINTS]);

/* ---- What is drawn on a plate knows its place ---- */

/* A line of the camera's picture: its colour between dark edges. owner: as in ui/canvas/layout.h. */
typedef struct {
    double width; /* units */
    double mark, gap;
    sq_paint paint;
    bool cased;
} sq_plate_line;

/* Lines without a place: of a rim whose wink has one (sq_layout_wink), which is in the way of text already.
 */
void sq_plate_draw_rim(const sq_plate *s, const sq_px *points, int count, sq_plate_line with);
void sq_plate_draw_line(const sq_plate *s, int owner, const sq_px *points, int count, bool closed,
                        sq_plate_line with);
/* LOOK: seen on every colour, for its edges are both dark and light. */
void sq_plate_draw_look(const sq_plate *s, int owner, const sq_px *points, int count, bool closed);
/* A line with a head at b. */
void sq_plate_draw_arrow(const sq_plate *s, int owner, sq_px a, sq_px b, sq_plate_line with);

/* Text of a panel, of fewer bytes than SQ_PLATE_TEXT_MAX; returns the height that it takes. */
enum { SQ_PLATE_TEXT_MAX = 1024 };
double sq_plate_write(const sq_plate *s, sq_px at, double width, int lines, double size, bool bold,
                      const char *text, sq_paint ink);
/* A colour's shape, as high as 2 × radius. */
void sq_plate_draw_shape(const sq_plate *s, sq_colour c, sq_px centre, double radius);

/* A label for a thing of the picture, at the nearest free place; false where there is none, and then nothing
 * is drawn. `shape`: a colour whose shape stands before it, or SQ_NO_COLOUR. */
typedef struct {
    int owner;
    sq_px centre;
    double radius; /* of what it names, pixels */
    sq_pane within;
    double most; /* units: so far from the thing at most */
    double size; /* of its letters, units */
    bool bold, look;
    sq_colour shape;
    double alpha;
    bool may_cover; /* it may stand upon what it names */
} sq_plate_label;

bool sq_plate_put_label(const sq_plate *s, const sq_plate_label *l, const char *text);

#endif
