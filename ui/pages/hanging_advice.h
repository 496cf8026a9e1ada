/* How a camera hangs over the mat, and what would make it hang better: for whoever holds it in his hand. */
#ifndef SQ_UI_PAGES_HANGING_ADVICE_H
#define SQ_UI_PAGES_HANGING_ADVICE_H

#include <stdbool.h>

#include "calib/mat/find_camera.h"

/* What to do, as the picture lies on the screen of a phone whose back looks down. Each is 0 where it is well
 * enough. */
typedef struct {
    double turn_deg; /* clockwise by so much */
    double tilt_deg; /* from the plumb line */
    double raise_x,
        raise_y; /* the edge that is to be raised against the tilt: a unit vector, right and down */
    double right_mm, down_mm; /* where it is to be moved; towards the right and the lower edge */
    double raise_mm;          /* up; below 0: down. The height is known as well as the focal length is */
    double height_mm;         /* that it hangs at now, about */
} sq_hanging_advice;

/* The camera as the mat shows it, in its own picture's size. */
void sq_hanging_advise(sq_hanging_advice *out, const sq_camera *c, const sq_mat_size *mat);

/* Whether nothing need be done. */
bool sq_hanging_is_well(const sq_hanging_advice *a);

#endif
