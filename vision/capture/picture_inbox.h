/* Pictures that a phone's browser sends to the program, each as a JPEG with its time by the phone's clock.
 * The source "phone" (capture.h) reads them from here.
 *
 *   sq_picture_inbox_begin(inbox);                    a phone has connected, or has connected again
 *   sq_picture_inbox_put(inbox, jpeg, n, t, number);  any thread; sq_capture_next returns them
 *
 * The difference between the phone's clock and this machine's is taken from the quickest picture of the last
 * minute. So a frame's time is when it was taken, and not when a busy network brought it. */
#ifndef SQ_VISION_CAPTURE_PICTURE_INBOX_H
#define SQ_VISION_CAPTURE_PICTURE_INBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vision/system/failure.h"

typedef struct sq_picture_inbox sq_picture_inbox;

/* The largest picture that is accepted, in bytes: 3840 x 2160 pixels at three bits each, more than a JPEG of
 * quality 90 needs. In larger pictures a wink would be wider than the eye can use. */
#define SQ_INBOX_BYTES_MAX (3840 * 2160 / 8 * 3)

/* Whether a source of this name is a phone: "phone", unless there is a file of that name. */
bool sq_picture_inbox_is_named(const char *source);

/* The caller frees, when nobody puts or reads any more. */
sq_code sq_picture_inbox_new(sq_picture_inbox **out, sq_diag *d);
void sq_picture_inbox_free(sq_picture_inbox *b); /* null is allowed */

/* Says that the next picture is a phone's first: its clock and its numbers begin anew. */
void sq_picture_inbox_begin(sq_picture_inbox *b);

/* Copies a picture. Where there is no room, the oldest one that nobody has fetched is dropped. t_s: seconds
 * on the phone's clock. number: counted by the phone from any number; a gap means a picture that the phone
 * has dropped. Refused: what is no JPEG (SQ_E_FORMAT), too large (SQ_E_SIZE), or older than the last picture
 * (SQ_E_ARGUMENT). */
sq_code sq_picture_inbox_put(sq_picture_inbox *b, const uint8_t *jpeg, size_t size, double t_s,
                             uint64_t number, sq_diag *d);

/* How many pictures have been fetched. */
uint64_t sq_picture_inbox_fetched(sq_picture_inbox *b);

#endif
