/* Draws what was seen of a crokinole board into its picture: lines, discs with their values, and the doubtful
 * ones magnified. */
#ifndef SQ_UI_CROKINOLE_BOARD_OVERLAY_H
#define SQ_UI_CROKINOLE_BOARD_OVERLAY_H

#include "vision/crokinole/position.h"
#include "vision/frame/opencv.h"

/* Failures come out where the picture is written; SQ_E_MEMORY for the copy that is magnified. */
sq_code sq_board_overlay_draw(sq_picture *picture, const sq_board_position *p, sq_diag *d);

#endif
