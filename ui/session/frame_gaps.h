/* Gaps in a source's time stamps: frames that were lost on the way, pauses, and jumps that the clock does not
 * tell. They are counted and said; what was played while nobody saw is asked (ui/umpire/umpire.h).
 *
 *   hole   half a second and more without a picture: a rest and another shot may have been in it
 *   loss   single frames are missing again and again; shots are seen in those that are left
 *   jump   the mat lies otherwise though hardly a frame showed motion: the video is cut there */
#ifndef SQ_UI_SESSION_FRAME_GAPS_H
#define SQ_UI_SESSION_FRAME_GAPS_H

#include <stdbool.h>

#include "vision/frame/frame.h"

/* Seconds that stand for a gap of which the clock does not tell how long it was. */
#define SQ_GAPS_UNKNOWN_S 0.001

/* Frames by whose distances the usual one is known: outvotes what a second's trouble loses. */
enum { SQ_GAPS_FRAMES = 31 };

/* Zero-initialised: before the first frame. */
typedef struct {
    uint64_t seen, lost; /* frames */
    int holes;
    double longest_s, longest_t; /* the longest hole, and when it ended */

    double step[SQ_GAPS_FRAMES]; /* the last distances from frame to frame, seconds */
    double t, hole_t;            /* the last frame's; the last hole's end */
    uint64_t number;
    double seen_lately, lost_lately; /* fading */
    bool loss_told;
} sq_frame_gaps;

enum { SQ_GAPS_TEXT = 256 };

/* The next frame. Returns the seconds without a picture before it where that is a hole, else 0. say: a
 * sentence for people, "" where there is nothing new: a first hole, another after a minute without; losses,
 * again when there were none between. */
double sq_frame_gaps_add(sq_frame_gaps *g, const sq_frame *f, char say[SQ_GAPS_TEXT]);

/* How it was altogether; false where nothing was missing. */
bool sq_frame_gaps_sum(const sq_frame_gaps *g, char say[SQ_GAPS_TEXT]);

/* From a rest's last frame to the next one's first: too short for anything that people do on a mat. */
bool sq_frame_gaps_is_jump(double left_s, double rest_s);

#endif
