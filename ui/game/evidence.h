/* Evidence: pictures of each rest, of the motion before it, and the camera that saw them, as files beside the
 * journal; for whoever doubts a ruling. The folder holds, rest by rest,
 *
 *   000012.jpg, 000012.json         the rest's frame as it was, and its camera (calib/camera/camera_file.h)
 *   000012-0045.167.jpg ...         the motion before it: half size, named by the second that they were taken
 *
 * and takes no more room than it is given: where it would, pictures of motion go first, down to half of the
 * room, then rests, each time the oldest. A picture that is missing or damaged costs nothing but itself. */
#ifndef SQ_UI_GAME_EVIDENCE_H
#define SQ_UI_GAME_EVIDENCE_H

#include <limits.h>
#include <stdbool.h>

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/system/diag.h"

typedef struct sq_evidence sq_evidence;

/* Makes the folder where it is not there; what it holds already counts. */
sq_code sq_evidence_open(sq_evidence **out, const char *folder, long long limit_bytes, sq_diag *d);
void sq_evidence_close(sq_evidence *e); /* null is allowed */

/* For the thread that watches: a frame in motion. Some of the last seconds are kept in memory. */
sq_code sq_evidence_watch(sq_evidence *e, const sq_frame *f, sq_diag *d);

/* For the thread that judges: the frame of a rest before which all moved from `from` to `to` (seconds). */
sq_code sq_evidence_put(sq_evidence *e, int rest, const sq_frame *f, const sq_camera *c, double from,
                        double to, sq_diag *d);

/* Pictures were thinned out. */
bool sq_evidence_thinned(const sq_evidence *e);

/* ---- For readers ---- */

/* The paths of a rest's frame and camera; whether they are there is not asked. */
void sq_evidence_rest(char picture[PATH_MAX], char camera[PATH_MAX], const char *folder, int rest);

/* Pictures of the motion before a rest, in order, and their times. Returns how many there are. */
enum { SQ_EVIDENCE_MOTION = 6 };
typedef struct {
    char path[PATH_MAX];
    double t;
} sq_evidence_moment;
int sq_evidence_motion(sq_evidence_moment out[SQ_EVIDENCE_MOTION], const char *folder, int rest);

#endif
