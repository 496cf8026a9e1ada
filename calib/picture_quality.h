/* What is wrong with a camera's picture, and what helps: noise, darkness, blur, blocks of a codec, few
 * pixels. Winks are seen in such a picture, but less surely, and more is asked.
 *
 *     sq_picture_quality_measure(&q, &frame, &before, 1, &camera);
 *     while (sq_picture_quality_say(&q, &said, text)) …
 */
#ifndef SQ_CALIB_PICTURE_QUALITY_H
#define SQ_CALIB_PICTURE_QUALITY_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"

/* NaN where it cannot be told. */
typedef struct {
    double noise_levels; /* deviation of a pixel on the mat from frame to frame, levels of 255 */
    double felt_level;   /* the typical brightness of the mat, 0 … 255 */
    double blur_px;      /* of its edges, as a Gaussian's deviation; 0.6 to 1.5 in focus */
    double block_steps;  /* steps in brightness between a codec's blocks, over those within them; about 1 */
    double
        colour_steps; /* levels between the mean colours that a JPEG's blocks can have; not measured here */
    double colour_levels; /* by how much the most colourful place of the picture differs from grey, levels */
    double wink_px;       /* how wide a small wink is at the mat's middle */
} sq_picture_quality;

/* before: an earlier frame in which the mat lies as it lies now, or the mean of `frames` of them, in the same
 * format; null: no noise is told. Takes some milliseconds. */
void sq_picture_quality_measure(sq_picture_quality *out, const sq_frame *f, const sq_frame *before,
                                int frames, const sq_camera *c);

enum { SQ_QUALITY_TEXT = 300 };

/* The first trouble that was not said before, with what helps; false where there is none. said: what was; 0
 * at the start. */
bool sq_picture_quality_say(const sq_picture_quality *q, unsigned *said, char text[SQ_QUALITY_TEXT]);

#endif
