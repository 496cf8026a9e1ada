/* What was seen of a crokinole board as JSON: one object a line. docs/crokinole.md explains its keys. */
#ifndef SQ_UI_CROKINOLE_BOARD_JSON_H
#define SQ_UI_CROKINOLE_BOARD_JSON_H

#include <jansson.h>
#include <stdio.h>

#include "vision/crokinole/position.h"
#include "vision/system/failure.h"

/* The line as a new object, which the caller decrefs; null where memory runs out. */
json_t *sq_board_json(const sq_board_position *p, const char *image);

/* Writes the line. A board without a ruling is {"image": ..., "abstain": true, "why": sentence}. SQ_E_MEMORY.
 */
sq_code sq_board_write_json(FILE *to, const sq_board_position *p, const char *image, sq_diag *d);

/* The line of a picture that shows no board. */
sq_code sq_board_write_json_abstain(FILE *to, const char *image, const char *why, sq_diag *d);

#endif
