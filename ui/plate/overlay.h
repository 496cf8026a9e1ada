/* The overlay: a picture of the mat as a plate (ui/plate/plate.h), with what was read from it drawn in and
 * the ruling, or what a look has found, in words about it. */
#ifndef SQ_UI_PLATE_OVERLAY_H
#define SQ_UI_PLATE_OVERLAY_H

#include "ui/plate/winks_of_ruling.h"
#include "vision/frame/opencv.h"

/* The memory that drawing needs. It serves one picture after the other; the caller frees it. */
typedef struct sq_overlay sq_overlay;

/* On failure (SQ_E_MEMORY) *out is null. */
sq_code sq_overlay_new(sq_overlay **out, sq_diag *d);
void sq_overlay_free(sq_overlay *o); /* null is allowed */

/* The size of the plate of a picture of that size, and where in it the picture stands: at its upper left
 * corner, so many times as large as it was. */
typedef struct {
    int width, height;
    double zoom;
} sq_overlay_size;
sq_overlay_size sq_overlay_size_of(int width, int height, bool plain);

/* Makes the plate of a picture in the picture's place; it takes the plate's size. */
sq_code sq_overlay_draw(sq_overlay *o, sq_picture *picture, const sq_shown *shown, sq_diag *d);

/* The same as a separate layer (vision/frame/overlay_layer.h), on black and on white, of the plate's size,
 * the camera's own picture left out: for frames of a video. clean: the frame that insets show. */
sq_code sq_overlay_draw_on(sq_overlay *o, sq_picture *on_black, sq_picture *on_white, const sq_picture *clean,
                           const sq_shown *shown, sq_diag *d);

/* In the last drawing: texts that touch another text, or a wink or a line that they do not name. */
int sq_overlay_touches(const sq_overlay *o);

#endif
