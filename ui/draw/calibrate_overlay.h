/* The check picture of a calibration: a plate (ui/plate/plate_layout.h) that says in words what was found,
 * and shows in the picture where.
 *
 *   unbroken lines   sides and baselines that were measured; the pot's rim; rims of winks that were measured
 *   broken lines     a side that should be here and cannot be seen
 *   dots             every 10 cm of the mat, from its middle
 *   a label          the corner from which blue plays
 *   an arrow         towards a corner that lies outside of the picture
 *
 * If no camera was found the headline says why, and what to do. */
#ifndef SQ_UI_DRAW_CALIBRATE_OVERLAY_H
#define SQ_UI_DRAW_CALIBRATE_OVERLAY_H

#include "calib/mat/find_camera.h"
#include "vision/frame/opencv.h"

/* Turns the picture into the plate. fault: the sentence; null if a camera was found. Without a camera
 * (fit->camera.fx is 0) only the sentence is drawn. */
sq_code sq_calibrate_plate(sq_picture *p, const sq_mat_fit *fit, const char *fault, sq_diag *d);

/* The same, and writes it to a file. */
sq_code sq_calibrate_overlay(sq_picture *p, const sq_mat_fit *fit, const char *fault, const char *path,
                             sq_diag *d);

#endif
