/* Watches over the camera during a game: before a rest is judged it checks whether the camera is still true
 * (calib/camera_drift.h), holds the rulings where it is not, and finds it anew from the mat where that can
 * be done.
 *
 *   moved, refocused      the camera is found anew from the mat, with the lens of its file if it has
 *                         one; rulings go on from this rest. Where the mat does not show well enough
 *                         they are held
 *   dark                  rulings are held until the light is back
 *   mat cannot be seen    rulings are held, unless the mat never showed well enough to be watched
 *
 * Each change is reported once; one that comes again and again, as what it is: the camera sways. */
#ifndef SQ_CALIB_CAMERA_MONITOR_H
#define SQ_CALIB_CAMERA_MONITOR_H

#include "calib/camera_drift.h"
#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/geometry/camera_doubt.h"
#include "vision/position/position.h"
#include "vision/system/failure.h"

typedef struct sq_camera_monitor sq_camera_monitor;

/* c is for frames of its own width and height; doubt, which may be null, is what is not known of it, and is
 * copied. SQ_CAMERA_FROM_FILE: its lens is kept when its pose is found anew. Null, with a sentence, where
 * memory is short. */
sq_camera_monitor *sq_camera_monitor_new(const sq_camera *c, const sq_camera_doubt *doubt,
                                         sq_camera_source source, sq_diag *d);
void sq_camera_monitor_free(sq_camera_monitor *v);

/* Looks at a frame of a rest; the first one is taken as true. Returns whether the rest may be judged with
 * sq_camera_monitor_camera. *say is a sentence for people, valid until the next look, or null where nothing
 * is new. */
bool sq_camera_monitor_look(sq_camera_monitor *v, const sq_frame *f, const char **say);

/* What the last look found: SQ_DRIFT_YES that it has moved ... (calib/camera_drift.h). */
sq_drift_answer sq_camera_monitor_answer(const sq_camera_monitor *v);

/* The camera that is true now. */
const sq_camera *sq_camera_monitor_camera(const sq_camera_monitor *v);

/* What is not known of it: as it was given, and of a camera that was found anew what the mat leaves open. */
const sq_camera_doubt *sq_camera_monitor_doubt(const sq_camera_monitor *v);

#endif
