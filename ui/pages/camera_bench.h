/* What the umpire's page does with the camera: the zero test, and finding the camera anew, from the mat
 * itself or from its four corners as the umpire has touched them. A thread of its own looks at one picture,
 * so that neither the game nor the pages wait; nothing changes before the umpire has confirmed it.
 *
 *   thread     calls
 *   watching   offer, confirmed
 *   judging    camera
 *   server's   ask, result, jpeg, confirm
 *
 * All of them but new and free do nothing where the bench is null. */
#ifndef SQ_UI_PAGES_CAMERA_BENCH_H
#define SQ_UI_PAGES_CAMERA_BENCH_H

#include <jansson.h>

#include "calib/mat/find_camera.h"

typedef struct sq_camera_bench sq_camera_bench;

/* Starts the thread. The caller frees *out. Fails with SQ_E_MEMORY. */
sq_code sq_camera_bench_new(sq_camera_bench **out, sq_diag *d);
void sq_camera_bench_free(sq_camera_bench *b); /* null is allowed; nobody may use it any more */

/* Each frame as it comes; it is copied where one is asked for. */
void sq_camera_bench_offer(sq_camera_bench *b, const sq_frame *f);

/* The camera that is true now, by which the zero test measures; before the first one the mat tells it. */
void sq_camera_bench_camera(sq_camera_bench *b, const sq_camera *c, const sq_camera_doubt *doubt);

/* What the umpire has confirmed since the last call: one at a time. */
typedef enum { SQ_BENCH_NOTHING, SQ_BENCH_CAMERA, SQ_BENCH_ZERO } sq_bench_confirmed;

/* fit: gets the camera; *zero: the zero test's result, which the caller decrefs. */
sq_bench_confirmed sq_camera_bench_confirmed(sq_camera_bench *b, sq_mat_fit *fit, json_t **zero);

/* {"look": "zero"}, {"look": "camera"}, or {"look": "camera", "corners": [[x, y], …]}, four places in the
 * picture that was looked at last. Returns its number, from 1; 0 where it is none of these, or where corners
 * come before a picture. What was asked before is given up. */
long long sq_camera_bench_ask(sq_camera_bench *b, const json_t *wish);

/* How it goes, as JSON that the caller decrefs; null where memory is out. {"number": 3, "look": "camera"} and
 *
 *   "waits": true           for a picture
 *   "busy": true            with one
 *   "why": "…", "width", "height"   it cannot be done; with the remedy; the picture's size
 *   "text", "width", "height", "corners"   the camera is found: in sentences, and where its corners are seen
 *   "zero", "measured"      as squint zero --json has them
 *   "confirmed": true       the umpire has confirmed it */
json_t *sq_camera_bench_result(sq_camera_bench *b);

/* A JPEG, malloc'ed, which the caller frees; null where there is none. check: what was found, drawn in (a
 * plate of ui/draw/calibrate_overlay.h); else the picture itself. */
unsigned char *sq_camera_bench_jpeg(sq_camera_bench *b, bool check, size_t *size);

/* Confirms the result of that number; false where there is none, or another one by now. */
bool sq_camera_bench_confirm(sq_camera_bench *b, long long number);

#endif
