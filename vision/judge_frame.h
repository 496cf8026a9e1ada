/* The front door of the eye: one frame and the camera in, the position out.
 *
 * The stages stand in their order in the one list of vision/eye_stages.h. Where they find that the optics
 * differ from what was assumed (where chroma lies, how blurred the picture is), all but the outline is done
 * once more. All memory is allocated at the start; a look allocates nothing. One sq_sight serves one thread.
 * It learns about its source, and forgets that when camera, size or format change. */
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

/* Judges one frame. Fails (SQ_E_SIGHT, a sentence) where that is impossible: no colour, too small, mat not
 * in the picture. Sets image size, t, winks … tiddlies and sight_ms of out; load_ms and source are the
 * caller's. */
sq_code sq_sight_look(sq_sight *s, const sq_frame *f, const sq_camera *c, sq_position *out, sq_diag *d);

/* The set in play lacks these winks of the 24: from now on no look misses them. At first it lacks none. */
void sq_sight_set_lacks(sq_sight *s, sq_wink_set absent);

/* What is not known of the camera from now on; it is copied. Each look's deviations count it, and that of
 * where chroma lies as long as the stream has not told. Until then, and with all zero, the camera is certain.
 */
void sq_sight_doubt_camera(sq_sight *s, const sq_camera_doubt *doubt);

/* What the four colours looked like in the last look: see vision/segment/wink_palette.h. */
const sq_palette *sq_sight_palette(const sq_sight *s);

/* The deviation of a pixel on plain felt in the last look, levels of 255: the camera's noise and the felt's
 * grain, before a noisy picture was smoothed. 0 where that look did not come so far. */
double sq_sight_noise_levels(const sq_sight *s);

/* Levels between the mean colours that the blocks of a strong JPEG can have, in the last look; 0 of others.
 */
double sq_sight_jpeg_step(const sq_sight *s);

/* Milliseconds that a stage took in the last look, both times where it looked twice; 0 where that look did
 * not come so far. A part's time is within that of the stage before it. */
double sq_sight_stage_ms(const sq_sight *s, sq_stage stage);

/* Leaves these optional stages out from now on. */
void sq_sight_leave_out(sq_sight *s, const sq_stages_out *without);

/* Calls the hook after each stage from now on (eye_state.h); null: none. Its time counts in no stage. */
void sq_sight_set_hook(sq_sight *s, sq_stage_hook *hook, void *user);

#endif
