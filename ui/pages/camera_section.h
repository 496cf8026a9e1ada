/* The camera section of the umpire's page: the zero test, and finding the camera anew, from the mat itself or
 * from its four corners, which the umpire touches. A thread of its own looks at one picture, so that neither
 * the game nor the pages wait. Nothing changes before the umpire has confirmed it.
 *
 *   thread     calls
 *   watching   offer, confirmed
 *   judging    camera
 *   server's   ask, result, jpeg, confirm
 *
 * All functions except new and free do nothing if the section is null. */
#ifndef SQ_UI_PAGES_CAMERA_SECTION_H
#define SQ_UI_PAGES_CAMERA_SECTION_H

#include <jansson.h>

#include "calib/mat/find_camera.h"

typedef struct sq_camera_section sq_camera_section;

/* Starts the thread. The caller frees *out. Fails with SQ_E_MEMORY. */
sq_code sq_camera_section_new(sq_camera_section **out, sq_diag *d);
void sq_camera_section_free(sq_camera_section *b); /* null is allowed; nobody may use it any more */

/* Offers each frame; it is copied if a task waits for one. */
void sq_camera_section_offer(sq_camera_section *b, const sq_frame *f);

/* Sets the present camera, with which the zero test measures; before the first call the camera is found from
 * the mat. */
void sq_camera_section_camera(sq_camera_section *b, const sq_camera *c, const sq_camera_doubt *doubt);

/* What the umpire has confirmed since the last call, one thing at a time. */
typedef enum { SQ_CONFIRMED_NOTHING, SQ_CONFIRMED_CAMERA, SQ_CONFIRMED_ZERO } sq_camera_confirmed;

/* *fit gets the camera, or *zero the zero test's result, which the caller decrefs. */
sq_camera_confirmed sq_camera_section_confirmed(sq_camera_section *b, sq_mat_fit *fit, json_t **zero);

/* Begins a task: {"look": "zero"}, {"look": "camera"}, or {"look": "camera", "corners": [[x, y], …]} with
 * four places in the last picture. Returns its number, from 1; 0 if it is none of these, or if corners come
 * before a picture. An earlier task is given up. */
long long sq_camera_section_ask(sq_camera_section *b, const json_t *wish);

/* The state of the task, as JSON that the caller decrefs; null where memory runs out. {"number": 3, "look":
 * "camera"} and
 *
 *   "waits": true           it waits for a picture
 *   "busy": true            it works on a picture
 *   "why": "…", "width", "height"   it has failed: the reason with the remedy, and the picture's size
 *   "text", "width", "height", "corners"   the camera is found: in sentences, and where its corners are seen
 *   "zero", "measured"      as squint zero --json has them
 *   "confirmed": true       the umpire has confirmed it */
json_t *sq_camera_section_result(sq_camera_section *b);

/* The picture as a malloc'ed JPEG, which the caller frees; null if there is none. check: with what was found
 * drawn into it (a plate of ui/draw/calibrate_overlay.h). */
unsigned char *sq_camera_section_jpeg(sq_camera_section *b, bool check, size_t *size);

/* Confirms the result with that number; false if there is none, or a newer one. */
bool sq_camera_section_confirm(sq_camera_section *b, long long number);

#endif
