/* The overlay: a position drawn into the picture that it was read from, so that people can check it at a
 * glance.
 *
 * On the mat it shows the outline and the baselines, the pot's rim and foot, and each wink's rim as the
 * camera must see it. Each wink has its letter (capitals are large winks), so that nobody needs to see
 * colours. The nearest wink of each colour has its distance to the pot. What is covered is hatched. Winks
 * that overlap or nearly do are shown again, magnified, where the picture is free. There an arrow points from
 * the upper to the lower one (unbroken: squopped; dashed: look; dotted: clear), with the millimetres in
 * words. */
#ifndef SQ_UI_DRAW_OVERLAY_H
#define SQ_UI_DRAW_OVERLAY_H

#include "vision/frame/opencv.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"

/* The memory that drawing needs. It serves one picture after the other; the caller frees it. */
typedef struct sq_overlay sq_overlay;

sq_code sq_overlay_new(sq_overlay **out, sq_diag *d);
void sq_overlay_free(sq_overlay *o);

/* Draws p into the picture that it was read from. camera: the one that took it. */
sq_code sq_overlay_draw(sq_overlay *o, sq_picture *picture, const sq_position *p, const sq_camera *camera,
                        sq_diag *d);

/* The same on a canvas of the picture's size, for a separate layer (vision/frame/overlay_layer.h). The loupes
 * show `clean`. The words on tiddlies and looks are left out, since a video has its own. */
void sq_overlay_draw_on(sq_overlay *o, sq_picture *canvas, const sq_picture *clean, const sq_position *p,
                        const sq_camera *camera);

#endif
