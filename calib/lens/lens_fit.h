/* The lens from views of a board: focal lengths, principal point and distortion by least squares over all
 * crossings, with their standard deviations (Zhang 2000 for the method and the start).
 *
 * Every view has a pose of its own; each step eliminates the poses (Schur's complement), so that many views
 * cost little. All crossings have the same weight. k3 stays 0: only crossings in the extreme corners of wide
 * pictures could separate it from k2. */
#ifndef SQ_CALIB_LENS_LENS_FIT_H
#define SQ_CALIB_LENS_LENS_FIT_H

#include "calib/camera/lens_file.h"
#include "calib/lens/charuco_detect.h"

enum { SQ_LENS_VIEWS = 64 };

typedef struct {
    sq_lens lens;
    sq_camera view[SQ_LENS_VIEWS]; /* the lens with the pose of each view, in the frame of the board */
    bool stray[SQ_LENS_VIEWS][SQ_BOARD_CORNERS_CAP]; /* left out: too far off to be a crossing */
    int strays;                                      /* how many */
} sq_lens_fit;

/* Finds the lens from `count` views in pictures of that size. SQ_E_CAMERA with a sentence where they do not
 * determine it: too few, or all views too similar. */
sq_code sq_lens_solve(sq_lens_fit *fit, const sq_board *b, const sq_board_view *views, int count, int width,
                      int height, sq_diag *d);

/* The residual (px) of crossing i of a view: its place by the fit minus its measured place. */
sq_px sq_lens_residual(const sq_lens_fit *fit, const sq_board *b, const sq_board_view *views, int view,
                       int i);

#endif
