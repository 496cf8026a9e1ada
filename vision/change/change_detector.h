/* What of the mat has changed from one rest to another: the frames' evidence, before any wink is made out.
 *
 *   sq_change_detector *m = sq_change_detector_new();
 *   for each frame that is judged {
 *       sq_change_detector_read(m, &frame, &camera, &position.changed);   since the rest that was kept last
 *       … if this rest is kept: sq_change_detector_keep(m);
 *   }
 *
 * Each cell of the mat (vision/position/change_map.h) is its pixels' mean, in the three channels that the
 * frame stores. A cell has changed when it differs from the kept rest's, less what its neighbourhood differs
 * (a lamp that flickers, an exposure that creeps), by more than noise. */
#ifndef SQ_VISION_CHANGE_CHANGE_DETECTOR_H
#define SQ_VISION_CHANGE_CHANGE_DETECTOR_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/position/change_map.h"

typedef struct sq_change_detector sq_change_detector;

/* All that it will ever need is allocated here: 6 MB. Null when there is no memory. */
sq_change_detector *sq_change_detector_new(void);
void sq_change_detector_free(sq_change_detector *m);

/* Reads a frame and tells what has changed. Another camera, size or format: nothing is known, and what was
 * kept is forgotten. */
void sq_change_detector_read(sq_change_detector *m, const sq_frame *f, const sq_camera *c, sq_changed *out);

/* The frame that was read last is the one with which later ones are compared. */
void sq_change_detector_keep(sq_change_detector *m);

#endif
