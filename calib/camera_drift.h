/* Tells whether a camera is still right. If somebody has leant on the table, the stand has sunk, the lens has
 * focused anew or a lamp has gone out, then the sides and baselines of the mat are no longer seen where the
 * camera expects them, or look different.
 *
 *   sq_drift_watch *w = sq_drift_watch_new(&camera, &size, &d);
 *   sq_drift_watch_learn(w, &frame);          the mat as it is seen while the camera is right
 *   sq_drift m;
 *   sq_drift_watch_look(w, &later, &m);
 *   if (m.answer == SQ_DRIFT_YES) ...
 *
 * The result is how the mat seems to have moved under the camera, in the plane of the mat; whether the mat or
 * the camera has moved, the remedy is the same. The pot is not used, since players move it. Against a mat
 * that was learned, a third of a millimetre is noticed, because light and shadow at each line are the same in
 * both frames; against the camera file alone, a millimetre. */
#ifndef SQ_CALIB_CAMERA_DRIFT_H
#define SQ_CALIB_CAMERA_DRIFT_H

#include <stddef.h>

#include "calib/measure/mat_lines.h"
#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/math/tunable_number.h"
#include "vision/system/failure.h"

/* The least error (mm) of a place on the mat for which a camera counts as moved, or a file as that of another
 * camera, however certain the difference: three times the error of a new camera, and a fifth of the least gap
 * that players would argue about. Lower: glare or a shadow along a side causes false alarms. Higher: places
 * drift. */
SQ_NUMBER(SQ_CAMERA_MATTERS_MM, 1.0);

typedef enum {
    SQ_DRIFT_NO,
    SQ_DRIFT_YES,
    SQ_DRIFT_UNSURE,  /* too little of the mat is seen, or the motion is near the limit */
    SQ_DRIFT_DARK,    /* there is less light than in the learned frame */
    SQ_DRIFT_BLURRED, /* the edges are wider than they were */
} sq_drift_answer;

typedef struct {
    sq_drift_answer answer;
    int lines;       /* sides and baselines that were measured, 0..8 */
    sq_mm shift;     /* where the mat's centre is seen now, relative to where it was */
    double turn_deg; /* of the mat about its centre, counterclockwise from above */
    double growth;   /* 0: none; 0.01: everything is seen a hundredth larger */
    double worst_mm; /* the largest motion of a corner; NaN where too little shows */
    double sigma_mm; /* standard deviation of that */
    double light;    /* light of the felt over that of the learned frame; NaN where nothing was learned */
    double blur;     /* width of the mat's edges over that of the learned frame; NaN likewise */
} sq_drift;

typedef struct sq_drift_watch sq_drift_watch;

/* Null, with a sentence, where memory is short. The caller frees. */
sq_drift_watch *sq_drift_watch_new(const sq_camera *c, const sq_mat_size *size, sq_diag *d);
void sq_drift_watch_free(sq_drift_watch *w);

/* Learns a frame for which the camera is right: later frames are compared with it. False, and nothing is
 * learned, if it shows fewer than three lines. */
bool sq_drift_watch_learn(sq_drift_watch *w, const sq_frame *f);

/* Compares a frame. Takes about 5 ms at 1080p and allocates nothing. The frame must have the size that the
 * camera is for. */
void sq_drift_watch_look(sq_drift_watch *w, const sq_frame *f, sq_drift *out);

/* Writes one sentence for people; at most size bytes with the final 0. calibrate: with the remedy to
 * calibrate anew, where that is one. */
void sq_drift_say(const sq_drift *m, bool calibrate, char *text, size_t size);

#endif
