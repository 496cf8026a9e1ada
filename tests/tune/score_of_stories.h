/* What the stories of play cost, in nats: minus the logarithm of the probability that was given to what was
 * played. */
#ifndef SQ_TESTS_TUNE_SCORE_OF_STORIES_H
#define SQ_TESTS_TUNE_SCORE_OF_STORIES_H

typedef struct stories stories;

/* Draws games of so many shots, seeds from `first` on, without pictures: positions with an eye's deviations,
 * slips and doubts. What is seen does not depend on any number. The caller frees. */
stories *stories_draw(int games, unsigned first, int shots);
void stories_free(stories *s);

int stories_count(const stories *s);

/* Lets the umpire tell all games anew; nats of each go into cost (stories_count of them). */
void stories_cost(stories *s, double cost[]);

#endif
