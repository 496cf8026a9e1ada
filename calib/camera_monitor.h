/* Watches the camera during a game: before a rest is judged, it checks whether the camera is still right
 * (calib/camera_drift.h). If not, it holds back the rulings, and finds the camera anew from the mat if it
 * can.
 *
 *   moved, refocused      the camera is found anew from the mat, with the lens of its file if it has
 *                         one, else with what earlier pictures have told of the lens, unless it was
 *                         refocused; rulings go on from this rest; if the mat is not seen well
 *                         enough, rulings are held back
 *   dark                  rulings are held back until the light returns
 *   mat cannot be seen    rulings are held back, unless the mat never was seen well enough to be watched
 *
 * Each change is reported once. If it happens again and again, the report says that the camera sways. */
#ifndef SQ_CALIB_CAMERA_MONITOR_H
#define SQ_CALIB_CAMERA_MONITOR_H

#include "calib/camera_drift.h"
#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/geometry/camera_doubt.h"
#include "vision/position/position.h"
#include "vision/system/failure.h"

typedef struct sq_camera_monitor sq_camera_monitor;

/* c is for frames of its own width and height; doubt is its uncertainty, and mat the one that it sees; both
 * are copied, and may be null: not known, and the rule book's. source: the lens of SQ_CAMERA_FROM_FILE is
 * kept when the pose is found anew. The caller frees. Null, with a sentence, where memory runs out. */
sq_camera_monitor *sq_camera_monitor_new(const sq_camera *c, const sq_camera_doubt *doubt,
                                         const sq_mat_size *mat, sq_camera_source source, sq_diag *d);
void sq_camera_monitor_free(sq_camera_monitor *v);

/* Looks at a frame of a rest; for the first one the camera is taken as right. Returns whether the rest may be
 * judged with sq_camera_monitor_camera. *say is a sentence for people, valid until the next look, or null if
 * there is nothing new. */
bool sq_camera_monitor_look(sq_camera_monitor *v, const sq_frame *f, const char **say);

/* The winks show that the picture, of which f is one, has been turned by 180 degrees (sq_mat_is_turned),
 * which the mat's lines do not show: the camera is from now on the one that sees the mat so. SQ_E_MEMORY. */
sq_code sq_camera_monitor_turn(sq_camera_monitor *v, const sq_frame *f, sq_diag *d);

/* What the last look found, such as SQ_DRIFT_YES: it has moved (calib/camera_drift.h). */
sq_drift_answer sq_camera_monitor_answer(const sq_camera_monitor *v);

/* The camera that is right now; valid until the next look. */
const sq_camera *sq_camera_monitor_camera(const sq_camera_monitor *v);

/* Its uncertainty: as it was given; or, if the camera was found anew, as that search has it. */
const sq_camera_doubt *sq_camera_monitor_doubt(const sq_camera_monitor *v);

#endif
