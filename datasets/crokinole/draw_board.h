/* Draws a crokinole board: each ray of the camera meets a disc, the board or the table. */
#ifndef SQ_DATASETS_CROKINOLE_DRAW_BOARD_H
#define SQ_DATASETS_CROKINOLE_DRAW_BOARD_H

#include "datasets/crokinole/board_scene.h"
#include "vision/frame/opencv.h"

/* A new picture; the caller frees it. SQ_E_MEMORY. */
sq_code sq_board_draw(sq_picture **out, const sq_board_scene *s, sq_diag *d);

#endif
