/* What a kind of source implements for capture.c. Each kind has its own file and an entry in the list. The
 * first that takes the name of a source gets it; the last takes everything. */
#ifndef SQ_VISION_CAPTURE_SOURCE_INTERFACE_H
#define SQ_VISION_CAPTURE_SOURCE_INTERFACE_H

#include <stdatomic.h>

#include "vision/capture/capture.h"

/* How many seconds longer than the fastest frame a live frame may take to arrive; later ones are dropped.
 * Lower: frames are dropped whenever the machine stutters. Higher: rulings come late. */
#define SQ_CAPTURE_LATE_S 0.25

/* Seconds without a frame after which a source counts as lost. Cameras in the dark expose for up to half a
 * second, networks stall for one; a longer time only delays the message. */
#define SQ_CAPTURE_SILENCE_S 2.0

#define SQ_CAPTURE_BACKEND_LIST(X) \
    X(v4l2)                        \
    X(phone)                       \
    X(stream)                      \
    X(pictures)                    \
    X(video)

/* What the front door and the source behind it share. */
typedef struct {
    atomic_bool stop;         /* whoever waits checks it every SQ_CAPTURE_POLL_MS, and returns SQ_END */
    char card[32], bus[32];   /* which device "camera" is; "" before it was found, the source writes it */
    sq_capture_counts counts; /* the source counts lost, late and damaged, the front door counts the rest */
} sq_capture_shared;

enum { SQ_CAPTURE_POLL_MS = 100 };

typedef struct {
    bool (*takes)(const char *source);
    /* *out is passed to the other calls; on failure nothing stays open. All settings are filled in; they
     * and `shared` live as long as the source. */
    sq_code (*open)(void **out, const char *source, const sq_capture_settings *settings,
                    sq_capture_shared *shared, sq_capture_info *about, sq_diag *d);
    /* As sq_capture_next. A live source gives t on the clock of sq_monotonic_s and counts from any number;
     * after a fault it is closed and opened anew. */
    sq_code (*next)(void *self, sq_frame *frame, sq_diag *d);
    const char *(*frame_name)(const void *self);
    /* As sq_capture_jpeg; null: it has none. */
    const uint8_t *(*jpeg)(const void *self, size_t *size);
    void (*close)(void *self);
} sq_capture_backend;

#define X(name) extern const sq_capture_backend sq_capture_##name;
SQ_CAPTURE_BACKEND_LIST(X)
#undef X
/* The one that settings ask for (sq_capture_maker). */
extern const sq_capture_backend sq_capture_made;

#endif
