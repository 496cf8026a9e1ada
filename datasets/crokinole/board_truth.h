/* Drawn boards as files: FAMILY_NNN.jpg, and FAMILY_NNN.truth.json with what is true of it. */
#ifndef SQ_DATASETS_CROKINOLE_BOARD_TRUTH_H
#define SQ_DATASETS_CROKINOLE_BOARD_TRUTH_H

#include "datasets/crokinole/board_scene.h"
#include "vision/system/failure.h"

/* Draws a scene and writes both files into the folder, which must exist. */
sq_code sq_board_files_write(const sq_board_scene *s, sq_board_family family, int number, const char *folder,
                             sq_diag *d);

#endif
