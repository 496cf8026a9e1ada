/* Reads and writes picture files: JPEG by libjpeg-turbo (vision/frame/jpeg.h), all other kinds by GdkPixbuf,
 * which only picture_file.c uses. Pixels are BGR, 3 bytes each, rows without gaps. */
#ifndef SQ_VISION_FRAME_PICTURE_FILE_H
#define SQ_VISION_FRAME_PICTURE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "vision/frame/image_header.h"
#include "vision/system/failure.h"

/* Reads a file whole: *out is malloc'ed and has *size bytes; the caller frees it. "-" is the standard input.
 * SQ_E_FILE where it cannot be read, SQ_E_SIZE where it has more bytes than a picture of SQ_PICTURE_MAX_MP.
 */
sq_code sq_picture_file_read(uint8_t **out, size_t *size, const char *path, sq_diag *d);

/* Decodes the n bytes of a file whose header was read before: fills `bgr` with head->width * head->height
 * pixels as they are stored, before any rotation tag. Transparency is dropped, 16 bits become 8. name: what
 * the sentence in *d calls the file. SQ_E_FORMAT where the file is damaged or cut short, or where no reader
 * for its kind is installed. */
sq_code sq_picture_file_decode(uint8_t *bgr, const sq_picture_head *head, const uint8_t *bytes, size_t n,
                               const char *name, sq_diag *d);

/* Writes width * height pixels, rows `stride` bytes apart, in the format of the name's ending (SQ_E_ARGUMENT
 * for any but .jpg, .jpeg, .png, .tif, .tiff and .bmp). An existing file stays until the new one is complete
 * (vision/system/output_file.h). quality: 1..100, for JPEG. */
sq_code sq_picture_file_write(const char *path, const uint8_t *bgr, int stride, int width, int height,
                              int quality, sq_diag *d);

#endif
