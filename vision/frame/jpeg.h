/* JPEGs in memory. Those of cameras are decoded into the planes that they store: colours are not converted,
 * and halved chroma stays halved. Those of files are converted to and from BGR. Only jpeg.c uses
 * libjpeg-turbo. */
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
 * damaged, even where the library would make up the rest (SQ_E_FORMAT); needless bytes between its parts are
 * no damage. Refuses one whose chroma is divided in a way that no frame has (4:1:1, 4:4:0), and one of more
 * than SQ_PICTURE_MAX_MP. */
sq_code sq_jpeg_decode(sq_jpeg *j, const uint8_t *bytes, size_t size, sq_frame *f, sq_diag *d);

/* Decodes a picture of width * height pixels into BGR, 3 bytes a pixel, rows without gaps. False where it has
 * another size, is damaged, has the four colours of a printing press, or where there is no memory. Faults
 * that the library can mend, such as the extra bytes between two parts that some phones write, are mended. */
bool sq_jpeg_to_bgr(uint8_t *bgr, int width, int height, const uint8_t *bytes, size_t size);

/* Encodes BGR pixels, rows `stride` bytes apart, with halved chroma. quality: 1..100. *out is malloc'ed and
 * has *size bytes; the caller frees it. After a failure (SQ_E_MEMORY; SQ_E_SIZE: a side of more than
 * 65535 pixels) it is null or as it was. */
sq_code sq_jpeg_from_bgr(uint8_t **out, size_t *size, const uint8_t *bgr, int stride, int width, int height,
                         int quality, sq_diag *d);

#endif
