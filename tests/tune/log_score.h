/* What the scores of the tuner have in common. */
#ifndef SQ_TESTS_TUNE_LOG_SCORE_H
#define SQ_TESTS_TUNE_LOG_SCORE_H

/* Nats of claims without a probability: as if each had been made with 99.9 %. */
#define WRONG_NATS 6.9

/* Minus the logarithm of a probability that was given to what is so. No claim is taken as surer than 99.8 %,
 * so that one wink, shot or disc cannot outweigh all others. */
double nats(double probability);

/* Ends the program with a sentence. */
_Noreturn void fail(const char *sentence);

#endif
