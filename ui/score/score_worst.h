/* The worst faults of predictions as one picture, for people: a magnified view of each with the truth and the
 * claim, and the fault in words below it. */
#ifndef SQ_UI_SCORE_SCORE_WORST_H
#define SQ_UI_SCORE_SCORE_WORST_H

#include "datasets/score/scene_score.h"

/* Writes the sheet (PNG or JPEG by the path's ending). True rims are dashed and white; claimed rims are
 * unbroken and in their colour. predictions: the file that was scored; it is read again. */
sq_code sq_score_worst_write(const sq_worst *worst, const char *predictions, const char *path, sq_diag *d);

#endif
