/* The assignment problem by shortest augmenting paths with row and column prices. */
#include "vision/play/hungarian.h"

#include <assert.h>

/* Rows and columns are counted from 1 in here: row 0 and column 0 are the start of every path. */
typedef struct {
    double row_price[SQ_ASSIGN_ROWS + 1], column_price[SQ_ASSIGN_COLUMNS + 1];
    int row_of[SQ_ASSIGN_COLUMNS + 1]; /* 0: free */
} matching;

/* Reaches the next column from the tree: relaxes the edges of the row just taken in, returns the nearest
 * column outside, and pays its distance into the prices, which keeps reduced costs from being negative. */
static int grow(matching *m, const sq_assign_costs *c, int from, double *distance, int *before,
                bool *in_tree) {
    int row = m->row_of[from], nearest = 0;
    double least = INFINITY;
    in_tree[from] = true;
    for (int j = 1; j <= c->columns; j++) {
        if (in_tree[j]) continue;
        double reduced = c->cost[row - 1][j - 1] - m->row_price[row] - m->column_price[j];
        if (reduced < distance[j]) {
            distance[j] = reduced;
            before[j] = from;
        }
        if (distance[j] < least) {
            least = distance[j];
            nearest = j;
        }
    }
    for (int j = 0; j <= c->columns; j++) {
        if (in_tree[j]) {
            m->row_price[m->row_of[j]] += least;
            m->column_price[j] -= least;
        } else {
            distance[j] -= least;
        }
    }
    return nearest;
}

/* Gives one more row its column along the cheapest alternating path. */
static void augment(matching *m, const sq_assign_costs *c, int row) {
    double distance[SQ_ASSIGN_COLUMNS + 1];
    int before[SQ_ASSIGN_COLUMNS + 1] = {0};
    bool in_tree[SQ_ASSIGN_COLUMNS + 1] = {false};
    for (int j = 0; j <= c->columns; j++)
        distance[j] = INFINITY;
    int column = 0;
    m->row_of[0] = row;
    do
        column = grow(m, c, column, distance, before, in_tree);
    while (m->row_of[column]);
    for (; column; column = before[column])
        m->row_of[column] = m->row_of[before[column]];
}

double sq_assign(const sq_assign_costs *c, int column_of[SQ_ASSIGN_ROWS]) {
    assert(c->rows <= c->columns && c->rows <= SQ_ASSIGN_ROWS && c->columns <= SQ_ASSIGN_COLUMNS);
    matching m = {0};
    for (int row = 1; row <= c->rows; row++)
        augment(&m, c, row);
    double sum = 0;
    for (int j = 1; j <= c->columns; j++)
        if (m.row_of[j]) {
            column_of[m.row_of[j] - 1] = j - 1;
            sum += c->cost[m.row_of[j] - 1][j - 1];
        }
    return sum;
}
