/* What is drawn of the finish of a board (board_scene.h): each function gives the light of a place. */
#ifndef SQ_DATASETS_CROKINOLE_BOARD_FINISH_H
#define SQ_DATASETS_CROKINOLE_BOARD_FINISH_H

#include "datasets/crokinole/board_scene.h"

/* How far a place is from the middle, as its rail has it. */
double sq_board_finish_rail(const sq_board_scene *s, sq_mm at);

/* The light of the table. */
void sq_board_finish_table(const sq_board_scene *s, sq_mm at, float out[3]);

/* Of the bare surface, r from the middle. */
void sq_board_finish_surface(const sq_board_scene *s, sq_mm at, double r, float out[3]);

/* How much brighter a groove is there than on the whole; across: -1..1, from its inner to its outer edge. */
double sq_board_finish_groove(const sq_board_scene *s, sq_mm at, double across);

/* What is added where the window is mirrored. */
double sq_board_finish_window(const sq_board_scene *s, sq_mm at);

/* Of a disc's face; from: from its middle. */
void sq_board_finish_face(const sq_board_scene *s, const sq_drawn_disc *d, sq_mm from, float out[3]);

#endif
