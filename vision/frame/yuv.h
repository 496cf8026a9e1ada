/* Converts planar YUV, as cameras and decoders deliver it, to blue, green and red.
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

/* The coefficients for the matrix and range of a frame. */
sq_yuv sq_yuv_of(const sq_frame *f);

/* Red, green and blue as linear functions of the three levels that a frame stores for a pixel (Y, U, V; for
 * SQ_FRAME_BGR blue, green, red; for SQ_FRAME_GREY luma three times): out[i] = m[i][0] c[0] + m[i][1] c[1]
 * + m[i][2] c[2] + m[i][3]. Not clipped. */
typedef struct {
    float m[3][4];
} sq_rgb_matrix;

/* The matrix for a frame's format and range; it subtracts what the camera adds to every pixel
 * (sq_frame.added). */
sq_rgb_matrix sq_rgb_matrix_of(const sq_frame *f);

/* The inverse: the levels that a frame stores for a colour, out[i] = m[i][0] r + m[i][1] g + m[i][2] b +
 * m[i][3]. For SQ_FRAME_GREY only the first counts, which is luma. Not clipped. */
sq_rgb_matrix sq_level_matrix_of(const sq_frame *f);

/* Chroma of n <= SQ_CHROMA_SPAN pixels of row y from x0 on, exactly, in units of 1/SQ_CHROMA_PARTS of a
 * level. Halved chroma is interpolated between the places of its samples (frame.h, sq_chroma_siting); beyond
 * the outermost samples the last one is repeated. */
enum { SQ_CHROMA_SPAN = 512, SQ_CHROMA_PARTS = 16 };
void sq_chroma_row(const sq_frame *f, int y, int x0, int n, int16_t *u, int16_t *v);

/* The size of the frame's second and third plane, in samples (of NV12: in pairs). */
int sq_chroma_width(const sq_frame *f);
int sq_chroma_height(const sq_frame *f);

/* Writes the frame's height rows of 3 × width bytes, `stride` bytes apart, chroma interpolated. */
void sq_bgr_from_frame(const sq_frame *f, uint8_t *bgr, int stride);

#endif
