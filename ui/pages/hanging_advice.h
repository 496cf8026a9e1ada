/* How a camera hangs over the mat, and how to hang it better, for the person who holds it. */
#ifndef SQ_UI_PAGES_HANGING_ADVICE_H
#define SQ_UI_PAGES_HANGING_ADVICE_H

#include <stdbool.h>

#include "calib/mat/find_camera.h"

/* What to do, as seen on the screen of a phone whose back camera looks down. Each value is 0 if it is good
 * enough already. */
typedef struct {
    double turn_deg;          /* turn it clockwise by this much */
    double tilt_deg;          /* its tilt from the vertical */
    double raise_x, raise_y;  /* the edge to raise against the tilt: a unit vector, right and down */
    double right_mm, down_mm; /* move it this far to the right, and towards the lower edge */
    double raise_mm;  /* raise it by this much; negative: lower it. As precise as the focal length is */
    double height_mm; /* about how high it hangs now */
} sq_hanging_advice;

/* c: the camera as it was found from the mat, for pictures of its own size. */
void sq_hanging_advise(sq_hanging_advice *out, const sq_camera *c, const sq_mat_size *mat);

/* Whether nothing needs to be done. */
bool sq_hanging_is_well(const sq_hanging_advice *a);

#endif
