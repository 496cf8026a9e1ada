/* Pictures of what each stage of the eye has found: one file for each stage, drawn from outside of it.
 *
 * A folder then holds NN-stage.png for each stage that worked, numbered in their order, each with the
 * stage's name and what it does; and NN-pile_search-residual.png: what the drawing of the discs does not
 * explain, bright where it is much. Where a picture is looked at twice, the second look's stand. */
#ifndef SQ_UI_DRAW_STAGE_PICTURES_H
#define SQ_UI_DRAW_STAGE_PICTURES_H

#include <stddef.h>

#include "vision/eye_state.h"

/* Keeps what is drawn until it is written. */
typedef struct sq_stage_pictures sq_stage_pictures;

/* Fails (SQ_E_MEMORY, a sentence) where memory is short. */
sq_code sq_stage_pictures_new(sq_stage_pictures **out, sq_diag *d);
void sq_stage_pictures_free(sq_stage_pictures *s);

/* From now on writes into that folder, which must be there; the string stays the caller's and must stay. */
void sq_stage_pictures_begin(sq_stage_pictures *s, const char *folder);

/* An sq_stage_hook; user: the sq_stage_pictures. */
void sq_stage_pictures_hook(void *user, const sq_eye_state *v, sq_stage stage, int cluster);

/* How it went since begin: the first failure, with its sentence. */
sq_code sq_stage_pictures_end(const sq_stage_pictures *s, sq_diag *d);

/* The name of a stage's picture; more: "" or SQ_STAGE_RESIDUAL. False where it is too long. */
#define SQ_STAGE_RESIDUAL "-residual"
bool sq_stage_picture_path(char *out, size_t size, const char *folder, sq_stage stage, const char *more);

#endif
