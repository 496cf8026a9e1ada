/* A scene's truth as the position that a perfect eye would report. With it, code that reads positions (JSON,
 * sentences, overlay) is tested without the eye. */
#ifndef SQ_DATASETS_TRUTH_TRUTH_POSITION_H
#define SQ_DATASETS_TRUTH_TRUTH_POSITION_H

#include "datasets/truth/truth_file.h"

/* Winks keep their order and their ids. Every standard deviation is 0. Squops are those of the truth, called
 * "squopped"; the range of tiddlies is one number. */
void sq_position_from_truth(sq_position *out, const sq_truth *t);

#endif
