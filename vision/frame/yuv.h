/* Planar YUV, as cameras and decoders give it, to blue, green and red.
 *
 *   r = y_gain (Y − y_offset) + v_to_r (V − 128)
 *   g = y_gain (Y − y_offset) − u_to_g (U − 128) − v_to_g (V − 128)
 *   b = y_gain (Y − y_offset) + u_to_b (U − 128)          (ITU-R BT.601, BT.709; JFIF for full range)
 *
 * r, g, b are gamma-coded, 0..255; outside of that they are clipped. */
#ifndef SQ_VISION_FRAME_YUV_H
#define SQ_VISION_FRAME_YUV_H

#include "vision/frame/frame.h"

typedef struct {
    double y_offset, y_gain;
    double v_to_r, u_to_g, v_to_g, u_to_b;
} sq_yuv;

/* The numbers of a frame's matrix and range. */
sq_yuv sq_yuv_of(const sq_frame *f);

/* Red, green and blue as linear functions of the three levels that a frame stores for a pixel (Y, U, V; of
 * SQ_FRAME_BGR blue, green, red; of SQ_FRAME_GREY three times luma, as it is):
 * out[i] = m[i][0] c[0] + m[i][1] c[1] + m[i][2] c[2] + m[i][3]. Not clipped. */
typedef struct {
    float m[3][4];
} sq_rgb_matrix;

sq_rgb_matrix sq_rgb_matrix_of(const sq_frame *f);

/* The other way: the levels that a frame stores for a colour, out[i] = m[i][0] r + m[i][1] g + m[i][2] b +
 * m[i][3]; of SQ_FRAME_GREY the first is luma, and the only one. Not clipped. */
sq_rgb_matrix sq_level_matrix_of(const sq_frame *f);

/* Chroma of n <= SQ_CHROMA_SPAN pixels of row y from x0 on, in SQ_CHROMA_PARTS parts of a level: halved
 * chroma is interpolated between the places where its samples lie (frame.h, sq_chroma_siting), which takes no
 * smaller parts; beyond the outer samples the last one goes on. */
enum { SQ_CHROMA_SPAN = 512, SQ_CHROMA_PARTS = 16 };
void sq_chroma_row(const sq_frame *f, int y, int x0, int n, int16_t *u, int16_t *v);

/* The size of the frame's second and third plane (of NV12: of its pairs), in samples. */
int sq_chroma_width(const sq_frame *f);
int sq_chroma_height(const sq_frame *f);

/* Writes the frame's height rows of 3 × width bytes, `stride` bytes apart, chroma interpolated. */
void sq_bgr_from_frame(const sq_frame *f, uint8_t *bgr, int stride);

#endif
