/* A picture as three planes of bytes, red, green and blue, in which edges of any colour are looked for. */
#ifndef SQ_VISION_CROKINOLE_COLOUR_PLANES_H
#define SQ_VISION_CROKINOLE_COLOUR_PLANES_H

#include <stddef.h>

#include "vision/frame/frame.h"
#include "vision/math/units.h"
#include "vision/system/failure.h"

enum { SQ_PLANE_COLOURS = SQ_CHANNELS };

/* All zero at the start; it owns its memory and keeps it for the next picture. */
typedef struct {
    int width, height; /* pixels; rows follow one another without a gap */
    size_t room;       /* bytes behind level[0]; the three planes lie in one block */
    uint8_t *level[SQ_PLANE_COLOURS];
} sq_colour_planes;

/* Reads a frame of any format; sRGB levels. A picture that is darker than usual is made brighter: the levels
 * of all pictures mean the same then. SQ_E_MEMORY, after which `out` is as it was. */
sq_code sq_colour_planes_read(sq_colour_planes *out, const sq_frame *f, sq_diag *d);

/* The same picture, factor >= 1 times smaller both ways: each pixel is the mean of factor x factor. Rows and
 * columns that do not fill a block are left out. */
sq_code sq_colour_planes_shrink(sq_colour_planes *out, const sq_colour_planes *in, int factor, sq_diag *d);

/* Frees the planes; all zero is allowed. */
void sq_colour_planes_free(sq_colour_planes *p);

/* The place itself if it lies inside the picture, else the nearest one that does. */
static inline sq_px sq_colour_planes_inside(const sq_colour_planes *p, sq_px at) {
    double right = p->width - 1.001, down = p->height - 1.001;
    return (sq_px){at.x > 0 ? at.x < right ? at.x : right : 0, at.y > 0 ? at.y < down ? at.y : down : 0};
}

/* What is read between pixels is blurred by that (pixels, standard deviation). */
#define SQ_BETWEEN_PX 0.41

/* The levels between pixels, bilinear; outside the picture, those of the nearest pixel. */
static inline void sq_colour_planes_between(const sq_colour_planes *p, sq_px at,
                                            float rgb[SQ_PLANE_COLOURS]) {
    sq_px inside = sq_colour_planes_inside(p, at);
    int i = (int)inside.x, j = (int)inside.y;
    float a = (float)(inside.x - i), b = (float)(inside.y - j);
    size_t first = (size_t)j * (size_t)p->width + (size_t)i;
    for (int k = 0; k < SQ_PLANE_COLOURS; k++) {
        const uint8_t *top = p->level[k] + first, *low = top + p->width;
        rgb[k] = (1 - b) * ((1 - a) * top[0] + a * top[1]) + b * ((1 - a) * low[0] + a * low[1]);
    }
}

/* The same at places in a row: `from`, and so many steps on. rgb: where each colour's levels go. */
void sq_colour_planes_along(const sq_colour_planes *p, sq_px from, sq_px step, int count,
                            float *const rgb[SQ_PLANE_COLOURS]);

/* The light of the pixels' brightness between them, bilinear, without the tint. */
float sq_colour_planes_light_between(const sq_colour_planes *p, sq_px at);

/* The place in the full picture of a place in the shrunk one; and the reverse. */
static inline sq_px sq_px_from_shrunk(sq_px at, int factor) {
    double half = (factor - 1) / 2.0;
    return (sq_px){at.x * factor + half, at.y * factor + half};
}
static inline sq_px sq_shrunk_from_px(sq_px at, int factor) {
    double half = (factor - 1) / 2.0;
    return (sq_px){(at.x - half) / factor, (at.y - half) / factor};
}

#endif
