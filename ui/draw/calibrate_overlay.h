/* Draws the result of squint calibrate into a copy of the picture: where it finds the mat's lines and the
 * pot, and what is wrong.
 *
 *   blue, unbroken   a side or baseline that was measured; the pot's rim; rims of winks that were measured
 *   red, dashed      a side that should be here and cannot be seen
 *   a red arrow      towards a corner that lies outside of the picture
 *   a sentence       where no camera was found: why, and what to do */
#ifndef SQ_UI_DRAW_CALIBRATE_OVERLAY_H
#define SQ_UI_DRAW_CALIBRATE_OVERLAY_H

#include "calib/mat/find_camera.h"
#include "vision/frame/opencv.h"

/* fault: the sentence; null where a camera was found. Without a camera (fit->camera.fx is 0) only the
 * sentence is drawn. */
sq_code sq_calibrate_overlay(sq_picture *p, const sq_mat_fit *fit, const char *fault, const char *path,
                             sq_diag *d);

#endif
