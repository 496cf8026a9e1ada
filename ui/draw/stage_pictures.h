/* Pictures of what each stage of the eye has found, one file for each stage. Stages do not draw; this is
 * called after each of them.
 *
 * The folder then holds NN-stage.png for each stage that ran, numbered in their order, with the stage's name
 * and what it does; and NN-pile_search-residual.png: what the drawing of the discs does not explain, the more
 * the brighter. If the stages ran twice, the pictures are those of the second run. */
#ifndef SQ_UI_DRAW_STAGE_PICTURES_H
#define SQ_UI_DRAW_STAGE_PICTURES_H

#include <stddef.h>

#include "vision/eye_state.h"

/* Keeps what is drawn until it is written. */
typedef struct sq_stage_pictures sq_stage_pictures;

/* The caller frees. Fails with SQ_E_MEMORY. */
sq_code sq_stage_pictures_new(sq_stage_pictures **out, sq_diag *d);
void sq_stage_pictures_free(sq_stage_pictures *s);

/* Writes into that folder from now on; it must exist, and the string must stay valid. */
void sq_stage_pictures_begin(sq_stage_pictures *s, const char *folder);

/* An sq_stage_hook; user: the sq_stage_pictures. */
void sq_stage_pictures_hook(void *user, const sq_eye_state *v, sq_stage stage, int cluster);

/* The first failure since begin, with its sentence; SQ_OK if there was none. */
sq_code sq_stage_pictures_end(const sq_stage_pictures *s, sq_diag *d);

/* The name of a stage's picture; more: "" or SQ_STAGE_RESIDUAL. False where it is too long. */
#define SQ_STAGE_RESIDUAL "-residual"
bool sq_stage_picture_path(char *out, size_t size, const char *folder, sq_stage stage, const char *more);

#endif
