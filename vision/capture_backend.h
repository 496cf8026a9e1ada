/* What a kind of source must be able to do for capture.c. Each lives in its own file, capture_NAME.c, and is
 * entered in the list; the first that takes a source's name gets it, and the last takes everything. */
#ifndef SQ_VISION_CAPTURE_BACKEND_H
#define SQ_VISION_CAPTURE_BACKEND_H

#include "vision/capture.h"

#define SQ_CAPTURE_BACKEND_LIST(X) \
    X(pictures)                    \
    X(video)

typedef struct {
    bool (*takes)(const char *source);
    /* *out is what the other calls get; on failure everything is let go again. Settings are filled in. */
    sq_code (*open)(void **out, const char *source, const sq_capture_settings *settings,
                    sq_capture_info *about, sq_diag *d);
    sq_code (*next)(void *self, sq_frame *frame, sq_diag *d); /* as sq_capture_next */
    const char *(*frame_name)(const void *self);
    void (*close)(void *self);
} sq_capture_backend;

#define X(name) extern const sq_capture_backend sq_capture_##name;
SQ_CAPTURE_BACKEND_LIST(X)
#undef X

#endif
