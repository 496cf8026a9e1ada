/* A frame: one picture as it came from its source, with the time at which it was taken. Its planes are not
 * copied.
 *
 * A frame borrows its planes from its maker (a still picture, a capture) and is valid as long as the maker
 * says. The eye reads the planes directly; no whole frame is ever converted. */
#ifndef SQ_VISION_FRAME_FRAME_H
#define SQ_VISION_FRAME_FRAME_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    SQ_FRAME_BGR,  /* plane[0]: 3 bytes a pixel, blue first (decoded still pictures) */
    SQ_FRAME_GREY, /* plane[0]: luma alone */
    SQ_FRAME_I420, /* planes Y, U, V; chroma halved both ways */
    SQ_FRAME_NV12, /* planes Y, UV interleaved; chroma halved both ways */
    SQ_FRAME_I422, /* planes Y, U, V; chroma halved in x (MJPEG cameras) */
    SQ_FRAME_I444  /* planes Y, U, V at full size */
} sq_frame_format;

/* How many numbers a colour has: red, green and blue, or brightness and two differences. */
enum { SQ_CHANNELS = 3 };

/* Where a halved chroma sample lies in x: midway between two luma samples (JPEG, MPEG-1) or on the left one
 * (H.264's default). In y it is midway for both. Getting it wrong moves a wink's centre by half a pixel. */
typedef enum { SQ_CHROMA_CENTRE, SQ_CHROMA_LEFT } sq_chroma_siting;

typedef enum { SQ_MATRIX_BT601, SQ_MATRIX_BT709 } sq_yuv_matrix;

typedef struct {
    int width, height; /* pixels */
    sq_frame_format format;
    const uint8_t *plane[3];
    int stride[3]; /* bytes from row to row */
    sq_chroma_siting siting;
    sq_yuv_matrix matrix;
    bool full_range; /* luma 0..255 (JPEG) instead of 16..235 (video) */
    bool predicted;  /* its codec draws on earlier frames: for a while it may show what was there before */
    float added[3];  /* levels of red, green and blue that the camera adds to every pixel (colour_cast.h) */
    double t;        /* seconds on the source's clock, which never stops; 0 for a still picture */
    uint64_t number; /* counted by the source from 0; a gap is a lost frame */
} sq_frame;

/* The luma plane of a planar frame; null for BGR, where luma has to be computed. */
static inline const uint8_t *sq_frame_luma(const sq_frame *f) {
    return f->format == SQ_FRAME_BGR ? 0 : f->plane[0];
}

#endif
