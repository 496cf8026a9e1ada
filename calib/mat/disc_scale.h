/* Winks and pot in a thumbnail, before any camera is known: how many pixels a millimetre has, and where the
 * pot stands. Winks are round spots of another colour than the ground, in two sizes with a ratio of 22 to 16
 * (rule 2.1); the pot is a circle of 48 mm (rule 2.4) on that scale. Both together hardly ever occur by
 * chance, so no side of the mat is needed. */
#ifndef SQ_CALIB_MAT_DISC_SCALE_H
#define SQ_CALIB_MAT_DISC_SCALE_H

#include "calib/mat/hough_lines.h"
#include "rules/terms/wink.h"
#include "vision/geometry/camera.h"

enum { SQ_DISCS_CAP = 64 };

/* A round spot, in pixels of the frame, accurate to a tenth of its radius. */
typedef struct {
    sq_px middle;
    double radius_px;
    sq_size size;
} sq_disc_spot;

typedef struct {
    int count;
    sq_disc_spot disc[SQ_DISCS_CAP]; /* those that lie alone and are seen whole */
    double px_per_mm;
    sq_px pot;        /* the middle of its rim */
    double pot_seen;  /* edge votes per pixel of its rim; a clear one has 4 to 6 */
    sq_camera camera; /* level, above the pot, +x to the right: right to a twentieth */
} sq_mat_discs;

/* False where there are too few winks, or no pot of the right size. `mask` is memory for SQ_MAT_PIXELS bytes,
 * and `votes` for SQ_MAT_VOTES floats (find_camera_parts.h). */
bool sq_mat_discs_find(sq_mat_discs *out, const sq_thumbnail *s, const sq_edge_pixels *e, uint8_t *mask,
                       float *votes);

#endif
