/* In which region of a crokinole board a disc scores: compares its foot with the edges of the lines, and
 * gives probabilities. */
#ifndef SQ_VISION_CROKINOLE_BOARD_REGIONS_H
#define SQ_VISION_CROKINOLE_BOARD_REGIONS_H

#include "vision/crokinole/position.h"
#include "vision/math/tunable_number.h"

/* The probability from which a disc's region, side or value is called. */
SQ_NUMBER(SQ_BOARD_CALL_CERTAIN, 0.985);

/* The radius that the discs of a board share, mm, and its standard deviation. */
typedef struct {
    double mm, sigma_mm;
} sq_disc_radius;

/* Fills probability, region, nearest, clearance and sure of a disc whose place, sigma, side and side_sure are
 * known. in_hole: the probability that a disc at the middle lies flat in the hole. */
void sq_board_regions_judge(sq_board_disc_seen *disc, const sq_seen_board *b, sq_disc_radius radius,
                            double in_hole);

/* Whether a person must look at disc i: it is in doubt what it scores, or for whom. Where only its region is
 * in doubt, as with a disc that may touch a line from beyond it, nobody need look. */
bool sq_board_must_look(const sq_board_position *p, int i);

/* Whether it is likelier a disc of its side than anything else: only then does it score. */
bool sq_board_counts(const sq_board_disc_seen *disc);
/* The probability that it scores what is said, if it is a disc of its side. */
double sq_board_value_sure(const sq_board_disc_seen *disc);
/* Whether its side or its value is in doubt, whatever the other discs are. */
bool sq_board_disc_is_doubted(const sq_board_disc_seen *disc);

/* Whether disc i is one with so small a probability that it is told apart from the discs, though it is asked
 * about like them. Where a person must look at nothing else, the likeliest such thing that may score stands
 * among the discs: without its question the score would seem certain. */
bool sq_board_is_hardly_a_disc(const sq_board_position *p, int i);

/* Sets the scores of both sides, and the probability that they are right. A thing that is probably no disc
 * does not count. Where it is not certain whose the discs are, no disc in play is called
 * (sq_board_disc_seen.sure). */
void sq_board_position_score(sq_board_position *p);

#endif
