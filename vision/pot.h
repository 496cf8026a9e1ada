/* The pot: where it stands, and which pixels it takes.
 *
 * A cup 38 mm high is seen from the side everywhere but straight beneath the camera: its top hides felt
 * behind it and seems to cover winks that lie clear of it. */
#ifndef SQ_VISION_POT_H
#define SQ_VISION_POT_H

#include "vision/disc.h"
#include "vision/outline.h"

enum { SQ_POT_LEVELS = 6 }; /* heights at which the cup's circle is drawn: base first, top last */

typedef struct {
    bool found;
    sq_mm at; /* its base's centre */
    double sigma_mm;
    sq_disc level[SQ_POT_LEVELS];
    sq_box box; /* of all levels, and a margin */
} sq_pot;

/* The pot standing at a place. */
void sq_pot_stand(sq_pot *p, sq_mm at, const sq_camera *c);

/* Signed distance (mm, at the nearest level's scale) of a pixel from the cup's silhouette; negative inside.
 */
double sq_pot_distance(const sq_pot *p, double x, double y);

#endif
