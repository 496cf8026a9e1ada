/* Draws what was seen of a crokinole board as a plate (ui/plate/plate.h): in the picture the measured lines,
 * each disc's foot with its letter and value; in the rail the doubtful discs magnified; under it the score.
 */
#ifndef SQ_UI_CROKINOLE_BOARD_OVERLAY_H
#define SQ_UI_CROKINOLE_BOARD_OVERLAY_H

#include "vision/crokinole/position.h"
#include "vision/frame/opencv.h"

typedef enum {
    SQ_BOARD_SCORE,   /* where discs score, and what is asked */
    SQ_BOARD_MEASURES /* what was measured of the board */
} sq_board_subject;

/* The picture becomes the plate, and takes its size. touches, where not null: texts that touch another text,
 * or a disc or a line that they do not name. Fails (SQ_E_MEMORY) where memory is short. */
sq_code sq_board_overlay_draw(sq_picture *picture, const sq_board_position *p, sq_board_subject subject,
                              int *touches, sq_diag *d);

#endif
