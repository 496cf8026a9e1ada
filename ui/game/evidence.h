/* Evidence for rulings: pictures of each rest and of the motion before it, and the camera that saw them. The
 * folder holds, for each rest,
 *
 *   000012.jpg, 000012.json         the rest's frame as it was, and its camera (calib/camera/camera_file.h)
 *   000012-0045.167.jpg ...         the motion before it: half size, named by the second when each was
 *                                   taken
 *
 * It takes no more room than its limit. When it is full, the oldest pictures of motion are deleted until half
 * of the room is free, then the oldest rests. A missing or damaged picture does not affect the others. */
#ifndef SQ_UI_GAME_EVIDENCE_H
#define SQ_UI_GAME_EVIDENCE_H

#include <limits.h>
#include <stdbool.h>

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/system/failure.h"

/* What it may take where nobody says otherwise, MB: some hours of play at 1920 x 1080. */
#define SQ_EVIDENCE_USUAL_MB 200

typedef struct sq_evidence sq_evidence;

/* Makes the folder if it does not exist. What it holds already counts towards the limit, bytes. The caller
 * closes; after a failure (SQ_E_FILE, SQ_E_MEMORY) *out is null. */
sq_code sq_evidence_open(sq_evidence **out, const char *folder, long long limit_bytes, sq_diag *d);
void sq_evidence_close(sq_evidence *e); /* null is allowed */

/* For the watching thread: keeps a frame of motion. Frames of the last seconds are kept in memory.
 * SQ_E_MEMORY. */
sq_code sq_evidence_watch(sq_evidence *e, const sq_frame *f, sq_diag *d);

/* For the judging thread: writes the frame of a rest, and frames of the motion before it, which lasted from
 * `from` to `to` (seconds on the source's clock). SQ_E_FILE, SQ_E_MEMORY; the next rest may succeed. */
sq_code sq_evidence_put(sq_evidence *e, int rest, const sq_frame *f, const sq_camera *c, double from,
                        double to, sq_diag *d);

/* Whether pictures were deleted to make room. */
bool sq_evidence_thinned(const sq_evidence *e);

/* At most so many pictures of the motion before a rest are kept. */
enum { SQ_EVIDENCE_MOTION = 6 };

/* ---- For readers ---- */

/* The paths of a rest's frame and camera. The files need not exist. */
void sq_evidence_rest(char picture[PATH_MAX], char camera[PATH_MAX], const char *folder, int rest);

/* The pictures of the motion before each rest of a row, in order of time. Returns how many there are. The
 * caller frees *out, which is null where there is none. */
typedef struct {
    char path[PATH_MAX];
    int rest;
    double t;
} sq_evidence_moment;
int sq_evidence_motion(sq_evidence_moment **out, const char *folder, int first, int last);

#endif
