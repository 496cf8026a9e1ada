/* Passes frames from the watching thread to the judging thread: a ring of slots that own their pixels. A
 * slot's memory is allocated when a frame of a new size comes, and kept. */
#ifndef SQ_UI_SESSION_FRAME_RING_H
#define SQ_UI_SESSION_FRAME_RING_H

#include <stddef.h>

#include "calib/measure/mat_lines.h"
#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/geometry/camera_doubt.h"
#include "vision/system/failure.h"

typedef struct sq_frame_ring sq_frame_ring;

/* What goes with a frame. */
typedef struct {
    double t_start, t_rest; /* the first motion before this rest, and when all was still; seconds */
    double gap_s;  /* without a picture between this rest and the one before it (ui/session/frame_gaps.h); 0:
                      none */
    double came_s; /* when the frame came, on our own clock (vision/system/clock.h) */
    sq_camera camera;      /* for frames of this size, as it was found before this one came */
    sq_camera_doubt doubt; /* of that camera */
    sq_mat_size mat;       /* that it sees */
    double camera_rms_px;  /* of the fit that found it; NaN where a file tells it */
    int confirmed;         /* cameras that the umpire has confirmed so far; this is the last of them */
    int passed_over;       /* rests since the one before it for which no camera was found */
    int rest;              /* the rest's number, from 0 */
    bool last;             /* no further frame of this rest will come */
    char name[256];        /* of the picture, for people; "" for a video */
} sq_frame_tag;

typedef struct {
    sq_frame frame; /* its planes are the slot's own */
    sq_frame_tag tag;
} sq_ring_slot;

/* A ring with this many slots; the caller frees it. Fails with SQ_E_MEMORY. */
sq_code sq_frame_ring_new(sq_frame_ring **out, int slots, sq_diag *d);
void sq_frame_ring_free(sq_frame_ring *r); /* null is allowed */

/* Copies a frame into the ring; waits while all slots are full. Does nothing after sq_frame_ring_close. */
sq_code sq_frame_ring_put(sq_frame_ring *r, const sq_frame *f, const sq_frame_tag *tag, sq_diag *d);

/* Waits until there is something to do, and says what. A call comes before frames, and is then cleared. */
typedef enum { SQ_RING_FRAME, SQ_RING_CALLED, SQ_RING_CLOSED } sq_ring_news;
sq_ring_news sq_frame_ring_wait(sq_frame_ring *r);
/* Wakes the taking side, because there is something to do other than frames. From any thread. */
void sq_frame_ring_call(sq_frame_ring *r);

/* Takes the oldest frame, which the caller may use until sq_frame_ring_done; waits for one. Null when the
 * ring is closed and empty. */
const sq_ring_slot *sq_frame_ring_take(sq_frame_ring *r);
/* Gives back the frame that was taken; its slot is free again. */
void sq_frame_ring_done(sq_frame_ring *r);

/* Waits until all frames that were put are done, or the ring is closed. */
void sq_frame_ring_drain(sq_frame_ring *r);

/* Ends the ring: no more frames can be put; those in it can still be taken. Either side may close. */
void sq_frame_ring_close(sq_frame_ring *r);
bool sq_frame_ring_closed(sq_frame_ring *r);

#endif
