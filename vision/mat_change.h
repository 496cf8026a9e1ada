/* What of the mat has changed from one rest to another: the frames' evidence, before any wink is made out.
 *
 *   sq_mat_change *m = sq_mat_change_new();
 *   for each frame that is judged {
 *       sq_mat_change_read(m, &frame, &camera, &position.changed);   since the rest that was kept last
 *       … if this rest is kept: sq_mat_change_keep(m);
 *   }
 *
 * Each cell of the mat (vision/changed.h) is its pixels' mean, in the three channels that the frame stores. A
 * cell has changed when it differs from the kept rest's, less what its neighbourhood differs (a lamp that
 * flickers, an exposure that creeps), by more than noise. */
#ifndef SQ_VISION_MAT_CHANGE_H
#define SQ_VISION_MAT_CHANGE_H

#include "vision/camera.h"
#include "vision/changed.h"
#include "vision/frame.h"

typedef struct sq_mat_change sq_mat_change;

/* All that it will ever need is allocated here: 6 MB. Null when there is no memory. */
sq_mat_change *sq_mat_change_new(void);
void sq_mat_change_free(sq_mat_change *m);

/* Reads a frame and tells what has changed. Another camera, size or format: nothing is known, and what was
 * kept is forgotten. */
void sq_mat_change_read(sq_mat_change *m, const sq_frame *f, const sq_camera *c, sq_changed *out);

/* The frame that was read last is the one with which later ones are compared. */
void sq_mat_change_keep(sq_mat_change *m);

#endif
