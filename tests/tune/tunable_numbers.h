/* The numbers of a tuning build (vision/math/tunable_number.h), by name. */
#ifndef SQ_TESTS_TUNE_TUNABLE_NUMBERS_H
#define SQ_TESTS_TUNE_TUNABLE_NUMBERS_H

#include "vision/math/tunable_number.h"

enum { VARIABLES_CAP = 256, NUMBERS_CAP = 1024 };

/* All variables of one name: a header's number has one in each file that includes it. */
typedef struct {
    const char *name, *file; /* as in the source, from the top folder on */
    double preset;
    int count;
    const sq_number *at[VARIABLES_CAP];
} number;

/* All of them, ordered by file; how many. Ends the program where there are more than NUMBERS_CAP. */
int numbers_list(number out[NUMBERS_CAP]);

/* The first of that name; null where there is none. */
const number *number_find(const number *list, int count, const char *name);

void number_set(const number *n, double value);
double number_get(const number *n);

#endif
