/* The pictures of rulings: each frame with what was read from it drawn in, FOLDER/0007.jpg for line 7 of the
 * record. They are drawn and written on a thread of their own, so that the judge does not wait for them. */
#ifndef SQ_UI_GALLERY_H
#define SQ_UI_GALLERY_H

#include "vision/camera.h"
#include "vision/diag.h"
#include "vision/frame.h"
#include "vision/position.h"

typedef struct sq_gallery sq_gallery;

/* The folder must be there. On failure *out is null. */
sq_code sq_gallery_open(sq_gallery **out, const char *folder, sq_diag *d);

/* Adds the picture of line n; everything is copied. Waits while several are under way. After a failure to
 * write one the rest are left out, and this and close tell it. */
sq_code sq_gallery_add(sq_gallery *g, int n, const sq_frame *f, const sq_position *p, const sq_camera *camera,
                       sq_diag *d);

/* Waits until all are written; null is allowed. */
sq_code sq_gallery_close(sq_gallery *g, sq_diag *d);

#endif
