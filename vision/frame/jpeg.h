/* JPEGs in memory, as cameras send them, to the planes that are stored in them: no conversion of colours, and
 * halved chroma stays halved. libjpeg-turbo is behind this file alone. */
#ifndef SQ_VISION_FRAME_JPEG_H
#define SQ_VISION_FRAME_JPEG_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/system/diag.h"

typedef struct sq_jpeg sq_jpeg;

/* Null when there is no memory. */
sq_jpeg *sq_jpeg_new(void);
void sq_jpeg_free(sq_jpeg *j); /* null is allowed */

/* Decodes one picture; size, format, planes and colours are set in *f, which borrows them until the next
 * call. Memory grows with the first picture of a size and is kept. One that is cut short or damaged is
 * refused, also where the library could invent the rest; so is one whose chroma is divided in a way that no
 * frame knows (4:1:1, 4:4:0), or with more than SQ_PICTURE_MAX_MP. */
sq_code sq_jpeg_decode(sq_jpeg *j, const uint8_t *bytes, size_t size, sq_frame *f, sq_diag *d);

#endif
