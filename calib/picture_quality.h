/* What is wrong with a camera's picture, and what helps: noise, darkness, blur, blocks of a codec, few
 * pixels. In such a picture squint is less sure, and asks more.
 *
 *     sq_picture_quality_measure(&q, &frame, &before, 1, &camera);
 *     while (sq_picture_quality_say(&q, &said, text)) … */
#ifndef SQ_CALIB_PICTURE_QUALITY_H
#define SQ_CALIB_PICTURE_QUALITY_H

#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"

/* NaN where a value is not known. */
typedef struct {
    double noise_levels;  /* standard deviation of a pixel on the mat between frames, levels 0..255 */
    double felt_level;    /* the typical brightness of the mat, 0..255 */
    double blur_px;       /* of edges, as the standard deviation of a Gaussian; 0.6 to 1.5 in focus */
    double block_steps;   /* mean step of brightness between a codec's blocks, relative to steps within them;
                             about 1 if no blocks show */
    double colour_steps;  /* rounding step of the mean colour of JPEG blocks, levels; the caller sets it */
    double colour_levels; /* how far the most colourful place of the picture is from grey, levels */
    double wink_px;       /* how wide a small wink is at the mat's middle, pixels */
} sq_picture_quality;

/* Measures a frame. before: an earlier frame of the same format that shows the mat unchanged, or the mean of
 * `frames` of them; null: noise_levels is not measured. Takes some milliseconds. */
void sq_picture_quality_measure(sq_picture_quality *out, const sq_frame *f, const sq_frame *before,
                                int frames, const sq_camera *c);

enum { SQ_QUALITY_TEXT = 300 };

/* Writes the first fault that was not reported before, with the remedy; false if there is none. *said: which
 * were reported, a bit each; 0 at the start. */
bool sq_picture_quality_say(const sq_picture_quality *q, unsigned *said, char text[SQ_QUALITY_TEXT]);

#endif
