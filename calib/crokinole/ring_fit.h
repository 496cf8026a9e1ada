/* Fits the camera and the radii of the lines of a crokinole board to the sightings of the lines. */
#ifndef SQ_CALIB_CROKINOLE_RING_FIT_H
#define SQ_CALIB_CROKINOLE_RING_FIT_H

#include "vision/crokinole/board.h"
#include "vision/math/levenberg_marquardt.h"
#include "vision/math/tunable_number.h"

/* The standard deviation (mm) of the middle of an inner line from that of the outer one: boards are drawn and
 * printed by hand. */
SQ_NUMBER(SQ_RING_MIDDLE_SIGMA_MM, 1.0);

/* A place where a line is seen: its middle, in the picture. */
typedef struct {
    sq_px at;
    sq_ring ring;
    int place; /* of SQ_RING_PLACES */
} sq_ring_sighting;

enum { SQ_RING_SIGHTINGS = SQ_RINGS * SQ_RING_PLACES };

/* In: a guess of the board. Out: its camera and radii, and for each line its rms, where it shows (sightings
 * that kept their weight) and how far off the circle it lies there. False where the sightings do not
 * determine a camera. s: the sightings, those of the outer line first; without any of it, the inner lines
 * give the camera, and the usual proportions of boards its scale. log_focal: the logarithm of the usual focal
 * length (pixels) of such pictures. w: working memory; w->cost: how unlikely the board is, to compare fits to
 * the same sightings. */
bool sq_ring_fit(sq_seen_board *board, const sq_ring_sighting *s, int count, double log_focal, sq_lm_work *w);

/* The direction of a place of a line, radians from the board's x axis. */
static inline double sq_ring_angle(int place) {
    return 2 * M_PI * place / SQ_RING_PLACES;
}

#endif
