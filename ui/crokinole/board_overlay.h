/* Draws what was seen of a crokinole board as a plate (ui/plate/plate_layout.h): in the picture the measured
 * lines and each disc's foot with its letter and value; in the rail the doubtful discs, magnified; below it
 * the score. */
#ifndef SQ_UI_CROKINOLE_BOARD_OVERLAY_H
#define SQ_UI_CROKINOLE_BOARD_OVERLAY_H

#include "vision/crokinole/position.h"
#include "vision/frame/opencv.h"

typedef enum {
    SQ_BOARD_SCORE,   /* where discs score, and what is asked */
    SQ_BOARD_MEASURES /* what was measured of the board */
} sq_board_subject;

/* Turns the picture into the plate, with the plate's size. *touches, if not null, gets how many texts touch
 * another text, or a disc or line that they do not name. Fails with SQ_E_MEMORY. */
sq_code sq_board_overlay_draw(sq_picture *picture, const sq_board_position *p, sq_board_subject subject,
                              int *touches, sq_diag *d);

#endif
