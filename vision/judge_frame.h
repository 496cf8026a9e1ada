/* The front door of the eye: one frame and its camera in, the position out.
 *
 * vision/eye_stages.h lists the stages in their order. If they find that chroma siting or blur differ from
 * what was assumed, all of them except the outline run once more. All memory is allocated at the start; a
 * look allocates nothing. One sq_sight serves one thread. It learns about its source, and forgets that when
 * camera, size or format change. */
#ifndef SQ_VISION_JUDGE_FRAME_H
#define SQ_VISION_JUDGE_FRAME_H

#include "vision/eye_state.h"
#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"
#include "vision/geometry/camera_doubt.h"
#include "vision/position/position.h"
#include "vision/segment/wink_palette.h"
#include "vision/system/failure.h"

typedef struct sq_sight sq_sight;

/* Null, with a sentence, when memory is short. */
sq_sight *sq_sight_new(sq_diag *d);
void sq_sight_free(sq_sight *s);

/* Judges one frame. Fails (SQ_E_SIGHT, with a sentence) where that is impossible: no colour, too small, mat
 * not in the picture. Fills *out anew; the members that only the caller knows (source, camera_rms_px,
 * file_off_mm, load_ms, changed) are then empty, and the caller sets them. */
sq_code sq_sight_look(sq_sight *s, const sq_frame *f, const sq_camera *c, sq_position *out, sq_diag *d);

/* The set in play lacks these winks of the 24; later looks do not report them as missing. At first it lacks
 * none. */
void sq_sight_set_lacks(sq_sight *s, sq_wink_set absent);

/* Sets the uncertainty of the camera, which is copied. The standard deviations of later looks include it, and
 * that of the chroma siting until the stream has shown it. Before the first call, and with all zero, the
 * camera is taken as certain. */
void sq_sight_doubt_camera(sq_sight *s, const sq_camera_doubt *doubt);

/* What the four colours looked like in the last look: see vision/segment/wink_palette.h. */
const sq_palette *sq_sight_palette(const sq_sight *s);

/* The standard deviation of a pixel on plain felt in the last look, in levels 0..255: the camera's noise and
 * the felt's grain, before smoothing. 0 where that look failed earlier. */
double sq_sight_noise_levels(const sq_sight *s);

/* The step in which the mean chroma of a block was coded, in levels, if the last look was at a strong JPEG or
 * at a tightly packed video (jpeg_chroma.h, video_chroma.h); else 0. */
double sq_sight_coded_step(const sq_sight *s);

/* Milliseconds that a stage took in the last look, both runs together where it ran twice; 0 where that look
 * failed earlier. A part's time is included in that of its stage. */
double sq_sight_stage_ms(const sq_sight *s, sq_stage stage);

/* Leaves out these optional stages from now on. */
void sq_sight_leave_out(sq_sight *s, const sq_stages_out *without);

/* Calls the hook after each stage from now on (eye_state.h); null: none. Its time does not count for any
 * stage. */
void sq_sight_set_hook(sq_sight *s, sq_stage_hook *hook, void *user);

#endif
