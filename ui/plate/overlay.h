/* The overlay: a picture of the mat as a plate (ui/plate/plate_layout.h), with everything that was found
 * drawn into it, and the ruling or the findings in words around it. */
#ifndef SQ_UI_PLATE_OVERLAY_H
#define SQ_UI_PLATE_OVERLAY_H

#include "ui/plate/winks_of_ruling.h"
#include "vision/frame/opencv.h"

/* The memory for drawing, used for one picture after the other; the caller frees it. */
typedef struct sq_overlay sq_overlay;

/* On failure (SQ_E_MEMORY) *out is null. */
sq_code sq_overlay_new(sq_overlay **out, sq_diag *d);
void sq_overlay_free(sq_overlay *o); /* null is allowed */

/* The size of the plate of a picture; the picture is at its upper left corner, `zoom` times as large. */
typedef struct {
    int width, height;
    double zoom;
} sq_overlay_size;
sq_overlay_size sq_overlay_size_of(int width, int height, bool plain);

/* Turns a picture into its plate; it gets the plate's size. */
sq_code sq_overlay_draw(sq_overlay *o, sq_picture *picture, const sq_shown *shown, sq_diag *d);

/* The same as a separate layer (vision/frame/overlay_layer.h) for frames of a video: drawn on black and on
 * white, of the plate's size, without the camera's picture. clean: the frame that the insets show. */
sq_code sq_overlay_draw_on(sq_overlay *o, sq_picture *on_black, sq_picture *on_white, const sq_picture *clean,
                           const sq_shown *shown, sq_diag *d);

/* How many pairs touched in the last drawing: a text and another text, or a wink or line that it does not
 * name. */
int sq_overlay_touches(const sq_overlay *o);

#endif
