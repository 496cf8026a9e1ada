/* In which region of a crokinole board a disc scores: its foot against the edges of the lines, with
 * probabilities. */
#ifndef SQ_VISION_CROKINOLE_BOARD_REGIONS_H
#define SQ_VISION_CROKINOLE_BOARD_REGIONS_H

#include "vision/crokinole/position.h"

/* Fills probability, region, nearest, clearance and sure of a disc whose place, sigma, side and side_sure are
 * known. in_hole: the probability that a disc at the middle lies flat in the hole. */
void sq_board_regions_judge(sq_board_disc_seen *disc, const sq_seen_board *b, double disc_radius_mm,
                            double in_hole);

/* Sets the scores of both sides, and the probability that they are right. What is more likely no disc at all
 * does not count. Where it is not certain whose the discs are, none of them in play is called. */
void sq_board_position_score(sq_board_position *p);

#endif
