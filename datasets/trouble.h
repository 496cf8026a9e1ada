/* What goes wrong with videos, done to frames that were well drawn: a filter between a maker of frames and
 * who looks at them. */
#ifndef SQ_DATASETS_TROUBLE_H
#define SQ_DATASETS_TROUBLE_H

#include <stddef.h>

#include "vision/diag.h"
#include "vision/frame.h"

/* kind, its name, what it does */
#define SQ_TROUBLE_LIST(X)                                                                                 \
    X(SQ_TROUBLE_NONE, "none", "nothing")                                                                  \
    X(SQ_TROUBLE_DROPS, "drops", "every fourth frame is lost, by lot")                                     \
    X(SQ_TROUBLE_PAUSE, "pause", "at `from` the camera is stopped; it goes on a minute later")             \
    X(SQ_TROUBLE_CUT, "cut", "`from` to `until` is cut out, and the clock does not tell")                  \
    X(SQ_TROUBLE_RESOLUTION, "resolution", "from `from` on pictures are half as large")                    \
    X(SQ_TROUBLE_FLICKER, "flicker",                                                                       \
      "from `from` to `until` the light wavers by a twelfth, five times a second")                         \
    X(SQ_TROUBLE_LAMP, "lamp", "from `from` to `until` the lamp is out: a seventh of the light is left")   \
    X(SQ_TROUBLE_REFOCUS, "refocus", "from `from` on the lens is focused elsewhere, and edges are wide")   \
    X(SQ_TROUBLE_BUMP, "bump", "at `from` the camera is pushed, and what it sees is shifted from then on") \
    X(SQ_TROUBLE_LATE, "late", "it begins only at `from`")

typedef enum {
#define X(kind, name, what) kind,
    SQ_TROUBLE_LIST(X)
#undef X
        SQ_TROUBLES
} sq_trouble_kind;

const char *sq_trouble_name(sq_trouble_kind k);
/* SQ_TROUBLES where there is none of that name. */
sq_trouble_kind sq_trouble_from_name(const char *name);

/* Gives frames as sq_capture_next does. */
typedef sq_code sq_frame_source(void *who, sq_frame *frame, sq_diag *d);

typedef struct {
    sq_trouble_kind kind;
    double from, until; /* seconds of the well drawn video */
    sq_frame_source *source;
    void *who;
    /* Of the filter; zeros to begin with. */
    uint8_t *pixels; /* of a frame that is made otherwise */
    size_t room;
    uint64_t given;
} sq_trouble;

/* The next frame, I420, after the trouble; its time and number as the troubled source would give them. */
sq_code sq_trouble_next(sq_trouble *t, sq_frame *frame, sq_diag *d);
void sq_trouble_free(sq_trouble *t);

/* When the source's clock stood at t, seconds of the well drawn video. */
double sq_trouble_true_time(const sq_trouble *t, double time);

#endif
