/* Pictures that are brought to the program, each as a JPEG with its time by the clock of whoever took it: the
 * way of a phone's pictures, which come by its browser. The source "phone" (capture.h) reads them from here.
 *
 *   sq_picture_inbox_begin(inbox);                    a phone is there, or is there anew
 *   sq_picture_inbox_put(inbox, jpeg, n, t, number);  any thread; sq_capture_next gives them on
 *
 * The quickest picture of the last minute tells how the phone's clock stands against this machine's; so a
 * frame's time is when it was taken, and not when a busy network brought it. */
#ifndef SQ_VISION_CAPTURE_PICTURE_INBOX_H
#define SQ_VISION_CAPTURE_PICTURE_INBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vision/system/failure.h"

typedef struct sq_picture_inbox sq_picture_inbox;

/* Bytes of the largest picture that is taken: 3840 x 2160 at three bits a pixel, which quality 90 stays
 * below. Of larger ones a wink is wider than the eye can use. */
#define SQ_INBOX_BYTES_MAX (3840 * 2160 / 8 * 3)

/* Whether a source of this name is a phone whose pictures are brought; a file is a file, whatever it is
 * called. */
bool sq_picture_inbox_is_named(const char *source);

/* The caller frees, when nobody puts or reads any more. */
sq_code sq_picture_inbox_new(sq_picture_inbox **out, sq_diag *d);
void sq_picture_inbox_free(sq_picture_inbox *b); /* null is allowed */

/* The next picture is a phone's first: its clock and its numbers are its own. */
void sq_picture_inbox_begin(sq_picture_inbox *b);

/* Copies a picture. t_s: seconds on the phone's clock; number: counted by the phone from any number, where a
 * gap is a picture that it has dropped. One that nobody has fetched makes room. SQ_E_FORMAT, SQ_E_SIZE,
 * SQ_E_ARGUMENT: no such picture is taken, or an older one than the last. */
sq_code sq_picture_inbox_put(sq_picture_inbox *b, const uint8_t *jpeg, size_t size, double t_s,
                             uint64_t number, sq_diag *d);

/* How many pictures were fetched from it. */
uint64_t sq_picture_inbox_fetched(sq_picture_inbox *b);

#endif
