/* What the camera sees now, as a small JPEG, for the umpire's page: at most two a second, and only while
 * somebody asks. A thread of its own encodes, so that neither the watching thread nor the pages wait. */
#ifndef SQ_UI_PAGES_LIVE_VIEW_H
#define SQ_UI_PAGES_LIVE_VIEW_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/system/failure.h"

typedef struct sq_live_view sq_live_view;

/* Starts the thread. The caller frees *out. Fails with SQ_E_MEMORY. */
sq_code sq_live_view_new(sq_live_view **out, sq_diag *d);
void sq_live_view_free(sq_live_view *v); /* null is allowed; nobody may use it any more */

/* For the watching thread: offers each frame. It is copied at half size if it is wanted. v may be null. */
void sq_live_view_offer(sq_live_view *v, const sq_frame *f);

/* For the server's thread; v must not be null: a malloc'ed copy of the newest picture, which the caller
 * frees; null before the first one, which is then being made. */
unsigned char *sq_live_view_take(sq_live_view *v, size_t *size);

#endif
