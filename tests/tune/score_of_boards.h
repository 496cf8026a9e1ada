/* What the claims about drawn crokinole boards cost, in nats: minus the logarithm of the probability that was
 * given to what is so. */
#ifndef SQ_TESTS_TUNE_SCORE_OF_BOARDS_H
#define SQ_TESTS_TUNE_SCORE_OF_BOARDS_H

typedef struct boards boards;

/* Draws so many boards of each family, numbered from 1 on. Ends the program with a sentence where memory is
 * short. The caller frees. */
boards *boards_draw(int of_each, unsigned seed);
void boards_free(boards *b);

int boards_count(const boards *b);

/* Finds and judges all boards anew; nats of each go into cost (boards_count of them). */
void boards_cost(boards *b, double cost[]);

#endif
