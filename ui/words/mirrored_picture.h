/* Sentences for pictures and camera files that the winks behind the baselines contradict. */
#ifndef SQ_UI_WORDS_MIRRORED_PICTURE_H
#define SQ_UI_WORDS_MIRRORED_PICTURE_H

#include "vision/position/mat_corners.h"

enum { SQ_CORNERS_TEXT = 320 };

/* Whether the winks show with certainty that the picture is mirrored, or that blue plays from another corner
 * than `blue` (as in sq_camera; 0: not known). text: why, and the remedy, without a full stop; set only if
 * true. */
bool sq_corners_contradict(const sq_corner_order *order, int blue, char text[SQ_CORNERS_TEXT]);

/* Whether the winks show, but not with certainty, that the picture is mirrored. text as above. */
bool sq_corners_doubt(const sq_corner_order *order, char text[SQ_CORNERS_TEXT]);

#endif
