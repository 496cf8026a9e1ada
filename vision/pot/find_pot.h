/* Where the pot stands.
 *
 * Its upper rim, 48 mm across (rule 2.4), is the only circle of that size at that height over the mat,
 * whatever the colour of the pot and whatever lies in it. */
#ifndef SQ_VISION_POT_FIND_POT_H
#define SQ_VISION_POT_FIND_POT_H

#include "vision/frame/rgb_patch.h"
#include "vision/math/tunable_number.h"
#include "vision/pot/pot_silhouette.h"
#include "vision/segment/background.h"

/* MEASURE: the standard deviation (mm) of a measured pot; half of them are off by less than 0.5 mm, one in
 * ten by 2 mm. SIGMA: the standard deviation (mm) with which players put it on the mark. MOVED:
 * how many standard deviations from the mark make it a pot that was moved. */
SQ_NUMBER(SQ_POT_MEASURE_MM, 0.9);
SQ_NUMBER(SQ_POT_SIGMA_MM, 0.05);
SQ_NUMBER(SQ_POT_MOVED_SIGMAS, 2.0);

/* Half the width over which the rim's step is taken, mm (at least a pixel). */
SQ_NUMBER(SQ_POT_EDGE_MM, 1.0);

/* Steps of the search for a rim, and for what lies on it, first and last, mm: as wide as an edge, and finer
 * than the last no edge is known. */
#define SQ_POT_COARSE_MM (2 * SQ_POT_EDGE_MM)
SQ_NUMBER(SQ_POT_FINE_MM, 0.1);

/* Looks for the pot near the middle of the mat, where it belongs (rules 5.1, 25.2). A pot that is nearer to
 * the middle than the error of the measurement is taken to stand in the middle. Where no rim is found,
 * `found` is false and the pot is assumed in the middle, so that nothing near it is misjudged. The rim is the
 * edge towards the felt; the edge towards the inside of the cup is often stronger. patch: scratch memory. */
void sq_pot_find(sq_pot *p, const sq_frame *f, const sq_camera *c, const sq_background *s, sq_patch *patch);

/* Whether a pot stands near `about`, a place where none belongs; *at gets the centre of its base. Its whole
 * rim must show, since other things may lie there. patch: scratch memory. */
bool sq_pot_elsewhere(sq_mm *at, sq_mm about, const sq_frame *f, const sq_camera *c, const sq_background *s,
                      sq_patch *patch);

#endif
