/* OpenCV behind C: the only door to it. No C++ exception and no OpenCV type gets out; a failure is a code and
 * a sentence. All pictures that come out of here are 8-bit. */
#ifndef SQ_VISION_CV_H
#define SQ_VISION_CV_H

#include <stddef.h>

#include "vision/diag.h"
#include "vision/frame.h"

/* A picture that owns its pixels: BGR, 3 bytes a pixel. */
typedef struct sq_picture sq_picture;

/* Reads a picture file of any kind OpenCV knows. A grey file comes as grey BGR. More than `SQ_PICTURE_MAX_MP`
 * megapixels are refused before they are decoded where the header says so. The caller frees. */
sq_code sq_picture_read(sq_picture **out, const char *path, sq_diag *d);
sq_code sq_picture_new(sq_picture **out, int width, int height, sq_diag *d);
/* Writes by the name's ending: .png, .jpg. quality: 1..100 for JPEG. */
sq_code sq_picture_write(const sq_picture *p, const char *path, int quality, sq_diag *d);
/* A JPEG in memory: *out is malloc'ed, of *size bytes. */
sq_code sq_picture_encode_jpeg(const sq_picture *p, int quality, unsigned char **out, size_t *size,
                               sq_diag *d);
void sq_picture_free(sq_picture *p);

/* A view of the pixels; valid until the picture is freed. t and number are 0. */
sq_frame sq_picture_frame(const sq_picture *p);
/* The same pixels, for whoever draws into them: BGR rows of *stride bytes. */
unsigned char *sq_picture_pixels(sq_picture *p, int *stride);
/* A BGR copy of a frame of any format, for drawing on it; the caller frees. */
sq_code sq_picture_from_frame(sq_picture **out, const sq_frame *f, sq_diag *d);

#endif
