/* A picture as a small JPEG, for a hall that shows many tables. */
#ifndef SQ_UI_DRAW_THUMBNAIL_H
#define SQ_UI_DRAW_THUMBNAIL_H

#include <stddef.h>

#include "vision/frame/opencv.h"

/* Encodes p at half its width and height, or less, in the best quality that `most` bytes allow. *jpeg is
 * malloc'ed and has *size bytes; the caller frees it. SQ_E_SIZE, and *jpeg is null, if the quality would be
 * too low. */
sq_code sq_thumbnail(unsigned char **jpeg, size_t *size, const sq_picture *p, size_t most, sq_diag *d);

#endif
