/* Planar YUV, as cameras and decoders give it, to blue, green and red.
 *
 *   r = y_gain (Y − y_offset) + v_to_r (V − 128)                    (ITU-R BT.601, BT.709; JFIF for full
 * range) g = y_gain (Y − y_offset) − u_to_g (U − 128) − v_to_g (V − 128) b = y_gain (Y − y_offset) + u_to_b
 * (U − 128)
 *
 * r, g, b are gamma-coded, 0..255; outside of that they are clipped. */
#ifndef SQ_VISION_YUV_H
#define SQ_VISION_YUV_H

#include "vision/frame.h"

typedef struct {
    double y_offset, y_gain;
    double v_to_r, u_to_g, v_to_g, u_to_b;
} sq_yuv;

/* The numbers of a frame's matrix and range. */
sq_yuv sq_yuv_of(const sq_frame *f);

/* The size of the frame's second and third plane (of NV12: of its pairs), in samples. */
int sq_chroma_width(const sq_frame *f);
int sq_chroma_height(const sq_frame *f);

/* Writes the frame's height rows of 3 × width bytes, `stride` bytes apart. Halved chroma is interpolated
 * between the places where its samples lie (frame.h, sq_chroma_siting), so that colours lie where luma has
 * them. */
void sq_bgr_from_frame(const sq_frame *f, uint8_t *bgr, int stride);

#endif
