/* A group's sight, and what it saw last, for tests that look at a drawn picture. */
#ifndef SQ_TESTS_SIGHT_FIXTURE_H
#define SQ_TESTS_SIGHT_FIXTURE_H

#include "tests/unit/unit.h"
#include "vision/sight.h"

static sq_sight *sight;
static sq_position seen;
static sq_diag diag;

static int open_sight(void **state) {
    (void)state;
    sight = sq_sight_new(&diag);
    return sight == 0;
}

static int close_sight(void **state) {
    (void)state;
    sq_sight_free(sight);
    return 0;
}

#endif
