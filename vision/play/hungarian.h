/* The assignment problem: the cheapest way to give every row a column of its own, exactly.
 *
 * Kuhn's Hungarian method as shortest augmenting paths (Jonker & Volgenant 1987), O(rows² · columns): about
 * ten microseconds for the 24 winks of a game. */
#ifndef SQ_VISION_PLAY_HUNGARIAN_H
#define SQ_VISION_PLAY_HUNGARIAN_H

#include "rules/terms/wink.h"
#include "vision/math/tunable_number.h"
#include "vision/position/position.h"

/* A column for each disc in sight, and one for each wink that is not in sight. */
enum { SQ_ASSIGN_ROWS = SQ_USUAL_WINKS, SQ_ASSIGN_COLUMNS = SQ_SEEN_CAP + SQ_USUAL_WINKS };

/* The cost of a forbidden pair, which is only taken if there is no other way. */
SQ_NUMBER(SQ_ASSIGN_NEVER, 1e6);

typedef struct {
    int rows, columns;                              /* rows <= columns */
    double cost[SQ_ASSIGN_ROWS][SQ_ASSIGN_COLUMNS]; /* finite; may be negative */
} sq_assign_costs;

/* Writes the column of each row; returns the sum of their costs. */
double sq_assign(const sq_assign_costs *c, int column_of[SQ_ASSIGN_ROWS]);

#endif
