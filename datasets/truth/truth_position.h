/* A scene's truth as the position that a perfect eye would report. It serves to test what reads positions
 * (JSON, sentences, overlay) without an eye. */
#ifndef SQ_DATASETS_TRUTH_TRUTH_POSITION_H
#define SQ_DATASETS_TRUTH_TRUTH_POSITION_H

#include "datasets/truth/truth_file.h"

/* Winks keep their order and their ids. Every deviation is 0. Squops are those of the truth, called
 * "squopped"; tiddlies are settled. */
void sq_position_from_truth(sq_position *out, const sq_truth *t);

#endif
