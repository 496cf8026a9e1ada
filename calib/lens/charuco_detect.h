/* Finds the crossings of a board in a picture, each with its number. */
#ifndef SQ_CALIB_LENS_CHARUCO_DETECT_H
#define SQ_CALIB_LENS_CHARUCO_DETECT_H

#include "calib/lens/charuco_board.h"
#include "vision/frame/frame.h"

typedef struct {
    int count;
    int corner[SQ_BOARD_CORNERS_CAP]; /* its number, ascending */
    sq_px at[SQ_BOARD_CORNERS_CAP];
} sq_board_view;

/* Finds the markers, a homography from them, then every crossing beside a marker that was read, each
 * measured by itself (checker_corner.h). SQ_E_SIGHT with a sentence where no board shows. Takes 30 to 100
 * ms at 1080p and allocates: not for every frame. */
sq_code sq_board_detect(const sq_frame *f, const sq_board *b, sq_board_view *out, sq_diag *d);

#endif
