/* What boards of other makes have that the usual one has not: materials, lines, pegs, discs, and what lies
 * about them. */
#ifndef SQ_DATASETS_CROKINOLE_BOARD_MAKE_H
#define SQ_DATASETS_CROKINOLE_BOARD_MAKE_H

#include "datasets/crokinole/board_scene.h"

/* Changes a scene whose measures and materials are made, by its seed. */
void sq_board_make_finish(sq_board_scene *s, sq_board_make make);

/* Moves the camera of a scene, and what lies beside its board. */
void sq_board_make_place(sq_board_scene *s, sq_board_make make);

#endif
