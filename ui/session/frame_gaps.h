/* Gaps between a source's frames: lost frames, pauses, and jumps that the clock does not show. They are
 * counted and reported. What was played in a gap is a question (ui/umpire/umpire.h).
 *
 *   hole   half a second or more without a picture: it may hide a rest and another shot
 *   loss   single frames are missing again and again; shots are still seen
 *   jump   the mat has changed although hardly a frame showed motion: the video is cut there */
#ifndef SQ_UI_SESSION_FRAME_GAPS_H
#define SQ_UI_SESSION_FRAME_GAPS_H

#include <stdbool.h>

#include "vision/frame/frame.h"

/* The value (seconds) for a gap of unknown length. */
#define SQ_GAPS_UNKNOWN_S 0.001

/* The usual time between frames is the median over this many frames: a second with losses cannot change
 * it. */
enum { SQ_GAPS_FRAMES = 31 };

/* Zero-initialised: before the first frame. */
typedef struct {
    uint64_t seen, lost; /* frames */
    int holes;
    double longest_s, longest_t; /* the longest hole, and when it ended */

    double step[SQ_GAPS_FRAMES];     /* the last distances from frame to frame, seconds */
    double t, hole_t;                /* the time of the last frame, and of the last hole's end */
    uint64_t number;                 /* of the last frame */
    double seen_lately, lost_lately; /* seen and lost, but earlier frames count less */
    bool loss_told;
} sq_frame_gaps;

enum { SQ_GAPS_TEXT = 256 };

/* Takes the next frame. Returns the seconds without a picture before it if that is a hole, else 0. `say` gets
 * a sentence for people, or "" if there is nothing to report. Reported are the first hole, a hole after a
 * minute without one, and the beginning of losses. */
double sq_frame_gaps_add(sq_frame_gaps *g, const sq_frame *f, char say[SQ_GAPS_TEXT]);

/* All gaps in one sentence; false where nothing was missing but one hole, which was said when it came. */
bool sq_frame_gaps_sum(const sq_frame_gaps *g, char say[SQ_GAPS_TEXT]);

/* Whether the time from a rest's last frame to the next rest's first is too short for anything that people do
 * on a mat. */
bool sq_frame_gaps_is_jump(double left_s, double rest_s);

#endif
