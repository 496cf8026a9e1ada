/* How long is a row? Drivers say it (bytesperline), and some of them lie: rows are padded and nothing is
 * said, or said to be padded and are not. A wrong length shears the picture, so the picture can be asked. */
#ifndef SQ_VISION_FRAME_STRIDE_GUESS_H
#define SQ_VISION_FRAME_STRIDE_GUESS_H

#include <stddef.h>
#include <stdint.h>

/* The bytes from row to row of a raw picture of `rows` rows of `row_bytes` bytes each, in a buffer of `size`
 * bytes: `claimed`, unless it cannot be, or the rows agree with their neighbours SQ_STRIDE_BETTER times
 * better under no padding, one to a power of two from 4 to 256 bytes, or one that fills the buffer. 0 where
 * the buffer cannot hold the picture. */
int sq_stride_find(const uint8_t *bytes, size_t size, int row_bytes, int rows, int claimed);

#endif
