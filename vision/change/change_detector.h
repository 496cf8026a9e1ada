/* What has changed on the mat from one rest to another, found by comparing frames, before any wink is found.
 *
 *   sq_change_detector *m = sq_change_detector_new();
 *   for each frame that is judged {
 *       sq_change_detector_read(m, &frame, &camera, NAN, &position.changed);   since the rest that was kept
 *       … if this rest is kept: sq_change_detector_keep(m, NAN);
 *   }
 *
 * Of two rests it can be told which one a frame is compared with: while one waits to be judged, that one is
 * kept besides the rest that was judged last.
 *
 * The value of a cell of the mat (vision/position/change_map.h) is the mean of its pixels, in the three
 * channels that the frame stores. A cell has changed when it differs from the kept rest by more than noise,
 * after what its neighbourhood has in common is subtracted (a lamp that flickers, an exposure that drifts).
 * Cells that hang together count only if some of them differ by more than what a codec draws anew does here.
 */
#ifndef SQ_VISION_CHANGE_CHANGE_DETECTOR_H
#define SQ_VISION_CHANGE_CHANGE_DETECTOR_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/position/change_map.h"

typedef struct sq_change_detector sq_change_detector;

/* Allocates all its memory, 9 MB. Null when there is none. */
sq_change_detector *sq_change_detector_new(void);
void sq_change_detector_free(sq_change_detector *m);

/* Reads a frame and sets *out to what has changed since the kept one of the time `since`; if none of that
 * time is kept (NAN), since the one that was kept last without another. If the camera has only shifted since,
 * by any number of pixels, the shift is undone first. With another camera, frame size or format nothing is
 * known, and the kept frames are forgotten. */
void sq_change_detector_read(sq_change_detector *m, const sq_frame *f, const sq_camera *c, double since,
                             sq_changed *out);

/* Keeps the frame that was read last; later frames are compared with it. `besides`: the time of a kept frame
 * that stays kept with it; NAN: none. */
void sq_change_detector_keep(sq_change_detector *m, double besides);

#endif
