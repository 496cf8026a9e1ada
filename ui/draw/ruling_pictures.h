/* The pictures of rulings: each frame with what was read from it drawn in, FOLDER/0007.jpg for line 7 of the
 * record. They are drawn and written on a thread of their own, so that the judge does not wait for them. */
#ifndef SQ_UI_DRAW_RULING_PICTURES_H
#define SQ_UI_DRAW_RULING_PICTURES_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"
#include "vision/system/diag.h"

typedef struct sq_ruling_pictures sq_ruling_pictures;

/* The folder must be there. On failure *out is null. */
sq_code sq_ruling_pictures_open(sq_ruling_pictures **out, const char *folder, sq_diag *d);

/* Adds the picture of line n; everything is copied. Waits while several are under way. After a failure to
 * write one the rest are left out, and this and close tell it. */
sq_code sq_ruling_pictures_add(sq_ruling_pictures *g, int n, const sq_frame *f, const sq_position *p,
                               const sq_camera *camera, sq_diag *d);

/* Waits until all are written; null is allowed. */
sq_code sq_ruling_pictures_close(sq_ruling_pictures *g, sq_diag *d);

#endif
