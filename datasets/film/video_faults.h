/* Faults that videos have, put into well drawn frames: a filter between what makes the frames and what looks
 * at them. */
#ifndef SQ_DATASETS_FILM_VIDEO_FAULTS_H
#define SQ_DATASETS_FILM_VIDEO_FAULTS_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/system/failure.h"

/* kind, its name, what it does */
#define SQ_VIDEO_FAULT_LIST(X)                                                                               \
    X(SQ_VIDEO_FAULT_NONE, "none", "nothing")                                                                \
    X(SQ_VIDEO_FAULT_DROPS, "drops", "every fourth frame is lost, by lot")                                   \
    X(SQ_VIDEO_FAULT_PAUSE, "pause", "the camera is stopped at `from` and goes on a minute later")           \
    X(SQ_VIDEO_FAULT_CUT, "cut", "`from` to `until` is cut out, and the clock does not show it")             \
    X(SQ_VIDEO_FAULT_RESOLUTION, "resolution", "from `from` on pictures are half as large")                  \
    X(SQ_VIDEO_FAULT_FLICKER, "flicker",                                                                     \
      "from `from` to `until` the light flickers by a twelfth, five times a second")                         \
    X(SQ_VIDEO_FAULT_LAMP, "lamp", "from `from` to `until` the lamp is out: a seventh of the light is left") \
    X(SQ_VIDEO_FAULT_REFOCUS, "refocus", "from `from` on the lens is out of focus, and edges are wide")      \
    X(SQ_VIDEO_FAULT_BUMP, "bump",                                                                           \
      "at `from` the camera is pushed, and the picture is shifted from then on")                             \
    X(SQ_VIDEO_FAULT_TURNED, "turned", "from `from` on pictures are upside down")                            \
    X(SQ_VIDEO_FAULT_LATE, "late", "the video begins only at `from`")

typedef enum {
#define X(kind, name, what) kind,
    SQ_VIDEO_FAULT_LIST(X)
#undef X
        SQ_VIDEO_FAULTS
} sq_video_fault_kind;

/* Its name on the command line; constant. */
const char *sq_video_fault_name(sq_video_fault_kind k);
/* The fault with this name; SQ_VIDEO_FAULTS where there is none. */
sq_video_fault_kind sq_video_fault_from_name(const char *name);

/* Gives frames as sq_capture_next does. */
typedef sq_code sq_frame_source(void *who, sq_frame *frame, sq_diag *d);

typedef struct {
    sq_video_fault_kind kind;
    double from, until; /* seconds of the well drawn video */
    sq_frame_source *source;
    void *who;
    /* The filter's own; zero at first. */
    uint8_t *pixels; /* of a changed frame */
    size_t room;
    uint64_t given;
} sq_video_fault;

/* The next frame, I420, with the fault; its time and number are those that a faulty source would give. Valid
 * until the next call. Fails as the source does, or when memory runs out. */
sq_code sq_video_fault_next(sq_video_fault *t, sq_frame *frame, sq_diag *d);
void sq_video_fault_free(sq_video_fault *t);

/* The time in the well drawn video, seconds, of a time that the filter has given. */
double sq_video_fault_true_time(const sq_video_fault *t, double time);

#endif
