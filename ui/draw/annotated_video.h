/* A video of the game with the umpire's calls: over the picture the winks' rims and names while the mat is at
 * rest; and in a frame around the picture, so that nothing is hidden, the last call, a magnified view of what
 * it is about, and how the game stands. */
#ifndef SQ_UI_DRAW_ANNOTATED_VIDEO_H
#define SQ_UI_DRAW_ANNOTATED_VIDEO_H

#include "rules/terms/state.h"
#include "ui/words/ruling_lines.h"
#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/position/position.h"

/* What is drawn over a frame. */
typedef struct {
    const sq_position *position; /* null: nothing is known at this moment (a hand, a flight) */
    const sq_camera *camera;
    const sq_state *state;
    const sq_ruling_lines *call; /* the last one; null: none, or it has been shown for SQ_ANNOTATED_CALL_S */
    const sq_details *about;     /* who plays; null: nobody is named */
} sq_annotation;

/* Seconds of the game for which a call is shown. */
#define SQ_ANNOTATED_CALL_S 5.0

typedef struct sq_annotate sq_annotate;

/* like: a frame of the same size and format as all that follow; fps as in vision/capture/video_writer.h. The
 * caller closes. */
sq_code sq_annotate_open(sq_annotate **out, const char *path, const sq_frame *like, double fps, sq_diag *d);
/* Adds a frame with its annotation. While the mat is at rest some frames may be left out; the one before is
 * then shown longer. */
sq_code sq_annotate_put(sq_annotate *a, const sq_frame *f, const sq_annotation *what, sq_diag *d);
sq_code sq_annotate_close(sq_annotate *a, sq_diag *d); /* null is allowed */

#endif
