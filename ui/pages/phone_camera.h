/* A phone as the camera, by its browser (pages/phone.html): one at a time, whose owner has typed the code.
 *
 *   POST /phone/begin     {"phone": "…", "instead": false}: the page has been opened. Answers {"phone": its
 *                         name from now on, "played": whether pictures have reached the game}; 409: another
 *                         phone is the camera; with "instead" this one replaces it
 *   POST /phone/picture?phone=NAME&n=17&t=12.345&play=1
 *                         a JPEG, the 17th, taken at 12.345 s on the phone's clock; play=0: only for
 *                         hanging it. Answers {"taken": true}
 *   GET  /phone/hanging   what is seen of the mat, and what to do (hanging_guide.h)
 *
 * Only for the server's thread, except the inbox. */
#ifndef SQ_UI_PAGES_PHONE_CAMERA_H
#define SQ_UI_PAGES_PHONE_CAMERA_H

#include "vision/capture/picture_inbox.h"

struct evhttp_request;

typedef struct sq_phone_camera sq_phone_camera;

/* The caller frees, when neither the source nor the server uses it any more. After a failure (SQ_E_MEMORY)
 * *out is null. */
sq_code sq_phone_camera_new(sq_phone_camera **out, sq_diag *d);
void sq_phone_camera_free(sq_phone_camera *c); /* null is allowed */

/* The inbox from which the game gets its pictures; belongs to the phone camera. */
sq_picture_inbox *sq_phone_camera_inbox(sq_phone_camera *c);

/* Each of these answers the request; if c is null, there is no phone, and it is refused. */
void sq_phone_camera_begin(sq_phone_camera *c, struct evhttp_request *r);
void sq_phone_camera_picture(sq_phone_camera *c, struct evhttp_request *r);
void sq_phone_camera_hanging(sq_phone_camera *c, struct evhttp_request *r);

#endif
