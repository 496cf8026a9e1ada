/* The overlay: a position drawn into the picture that it was read from, for people to check at a glance.
 *
 * On the mat: its outline and baselines, the pot's rim and foot, each wink's rim as the camera must see it
 * with the wink's letter (capitals are large winks, so that nobody needs to tell colours), the distance to
 * the pot of each colour's nearest wink, and hatching over what is covered. Winks that overlap or nearly do
 * are shown again, magnified, where the picture is free, with an arrow from the upper to the lower one
 * (unbroken: squopped; dashed: look; dotted: clear) and the millimetres in words. */
#ifndef SQ_UI_DRAW_OVERLAY_H
#define SQ_UI_DRAW_OVERLAY_H

#include "vision/frame/opencv.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"

/* Keeps the memory that drawing needs, for one picture after the other. */
typedef struct sq_overlay sq_overlay;

sq_code sq_overlay_new(sq_overlay **out, sq_diag *d);
void sq_overlay_free(sq_overlay *o);

/* Draws p into the picture, which is the one that p was read from, as is the camera. */
sq_code sq_overlay_draw(sq_overlay *o, sq_picture *picture, const sq_position *p, const sq_camera *camera,
                        sq_diag *d);

/* The same on a canvas of that size, for a layer of its own (vision/frame/overlay_layer.h): the loupes look
 * at `clean`, and the words on tiddlies and looks are left out, since a video has its own. */
void sq_overlay_draw_on(sq_overlay *o, sq_picture *canvas, const sq_picture *clean, const sq_position *p,
                        const sq_camera *camera);

#endif
