/* Decodes JPEGs in memory, as cameras send them, into the planes that are stored in them. Colours are not
 * converted, and halved chroma stays halved. libjpeg-turbo is behind this file alone. */
#ifndef SQ_VISION_FRAME_JPEG_H
#define SQ_VISION_FRAME_JPEG_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/system/failure.h"

typedef struct sq_jpeg sq_jpeg;

/* Null when there is no memory. */
sq_jpeg *sq_jpeg_new(void);
void sq_jpeg_free(sq_jpeg *j); /* null is allowed */

/* Decodes one picture: sets size, format, planes and colours of *f, which borrows the planes until the next
 * call. Memory grows with the first picture of a size and is kept. Refuses a picture that is cut short or
 * damaged, even where the library could invent the rest, one whose chroma is divided in a way that no frame
 * has (4:1:1, 4:4:0), and one of more than SQ_PICTURE_MAX_MP. */
sq_code sq_jpeg_decode(sq_jpeg *j, const uint8_t *bytes, size_t size, sq_frame *f, sq_diag *d);

#endif
