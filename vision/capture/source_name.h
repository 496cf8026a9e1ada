/* The names of sources, as users give them. */
#ifndef SQ_VISION_CAPTURE_SOURCE_NAME_H
#define SQ_VISION_CAPTURE_SOURCE_NAME_H

#include <stdbool.h>

/* Whether it is the text of a GStreamer pipeline: "videotestsrc ! videoconvert". */
bool sq_source_is_pipeline(const char *source);

/* What anybody may read of a name: of an address neither the name and password of a user nor what follows a
 * "?", where cameras take them too; of a pipeline nothing. Files keep their names. */
typedef struct {
    char text[1024];
} sq_source_shown;
sq_source_shown sq_source_show(const char *source);

#endif
