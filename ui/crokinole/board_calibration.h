/* The camera and the measures of a crokinole board from one picture, for `squint calibrate`. */
#ifndef SQ_UI_CROKINOLE_BOARD_CALIBRATION_H
#define SQ_UI_CROKINOLE_BOARD_CALIBRATION_H

#include <stdio.h>

#include "vision/frame/opencv.h"
#include "vision/system/failure.h"

/* Says to `to` what was measured of the board and how surely, and what is assumed; json: as the line that
 * `squint look` writes. out: the camera's file to be written, overlay: the check picture; null: none. image:
 * its name. Draws into `picture`. SQ_E_SIGHT, with the reason, where no whole board is seen; also what
 * writing tells. */
sq_code sq_board_calibrate(FILE *to, sq_picture *picture, const char *image, const char *out,
                           const char *overlay, bool json, sq_diag *d);

#endif
