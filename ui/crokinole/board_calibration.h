/* The camera and the measures of a crokinole board from one picture, for `squint calibrate`. */
#ifndef SQ_UI_CROKINOLE_BOARD_CALIBRATION_H
#define SQ_UI_CROKINOLE_BOARD_CALIBRATION_H

#include <stdio.h>

#include "vision/frame/opencv.h"
#include "vision/system/failure.h"

/* Writes to `to` what was measured of the board and how surely, and what is assumed; json: as the line that
 * `squint look` writes. out: the camera file to write; overlay: the check picture to write; either may be
 * null. image: the picture's name. Draws into `picture`. Fails with SQ_E_SIGHT, with the reason, if no whole
 * board is seen, and as writing fails. */
sq_code sq_board_calibrate(FILE *to, sq_picture *picture, const char *image, const char *out,
                           const char *overlay, bool json, sq_diag *d);

#endif
