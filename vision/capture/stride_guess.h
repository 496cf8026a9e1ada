/* The length of a raw picture's rows. Drivers state it (bytesperline), and some state it wrongly: they do not
 * mention padding, or mention padding that is not there. A wrong length shears the picture, so the picture
 * itself can tell. */
#ifndef SQ_VISION_CAPTURE_STRIDE_GUESS_H
#define SQ_VISION_CAPTURE_STRIDE_GUESS_H

#include <stddef.h>
#include <stdint.h>

/* The bytes from row to row of a raw picture of `rows` rows of `row_bytes` bytes, in a buffer of `size`
 * bytes. This is `claimed`, unless that is impossible, or the rows agree SQ_STRIDE_BETTER times better with
 * their neighbours under another length: no padding, padding to a power of two from 4 to 256 bytes, or a
 * length that fills the buffer. 0 where the buffer cannot hold the picture. */
int sq_stride_find(const uint8_t *bytes, size_t size, int row_bytes, int rows, int claimed);

#endif
