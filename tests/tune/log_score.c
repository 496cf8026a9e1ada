/* What claims cost, and how the tuner ends where it cannot go on. */
#include "tests/tune/log_score.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEAST_PROBABILITY 0.002

double nats(double probability) {
    return -log(fmin(fmax(probability, LEAST_PROBABILITY), 1 - LEAST_PROBABILITY));
}

void fail(const char *sentence) {
    fprintf(stderr, "tune: %s\n", sentence);
    exit(2);
}
