/* squint calibrate --board: the lens from pictures or a video of a board. */
#ifndef SQ_UI_COMMAND_CALIBRATE_BOARD_H
#define SQ_UI_COMMAND_CALIBRATE_BOARD_H

#include "calib/lens/charuco_board.h"

typedef struct {
    char **sources; /* pictures, folders, videos (vision/capture/capture.h) */
    int count;
    sq_board board;
    const char *out;     /* the lens file; null: none */
    const char *overlay; /* a picture of the residuals; null: none */
    const char *corners; /* a file of the crossings, for other programs; null: none */
} sq_board_wish;

/* Prints on stdout, while views come, how well they cover the picture, and then the result; on stderr which
 * pictures show no board. Fails if there are too few views or a file cannot be written. */
sq_code sq_calibrate_board(const sq_board_wish *w, sq_diag *d);

#endif
