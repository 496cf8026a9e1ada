/* The map of changed cells as runs: from marks and back, the changed share of a circle, and the union of
 * two maps. */
#include "vision/position/change_map.h"

#include <string.h>

#include "rules/terms/equipment_sizes.h"

sq_mm sq_changed_at(int x, int y) {
    return (sq_mm){(x + 0.5 - SQ_CHANGED_X / 2.0) * SQ_CHANGED_CELL_MM,
                   (y + 0.5 - SQ_CHANGED_Y / 2.0) * SQ_CHANGED_CELL_MM};
}

void sq_changed_from_cells(sq_changed *out, double since, sq_changed_cells marked) {
    *out = (sq_changed){.known = true, .since = since};
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < SQ_CHANGED_X; x++) {
            if (!marked[y][x]) continue;
            if (out->run_count == SQ_CHANGED_CAP) {
                *out = (sq_changed){.known = false};
                return;
            }
            sq_changed_run *r = &out->runs[out->run_count++];
            *r = (sq_changed_run){x, y, 0};
            while (x < SQ_CHANGED_X && marked[y][x])
                x++, r->n++;
        }
}

void sq_changed_to_cells(sq_changed_cells marked, const sq_changed *c) {
    memset(marked, 0, sizeof(sq_changed_cells));
    for (int i = 0; i < c->run_count; i++)
        memset(&marked[c->runs[i].y][c->runs[i].x], 1, (size_t)c->runs[i].n);
}

/* Of the run, how many cells have their middle in the circle. */
static int cells_within(const sq_changed_run *r, sq_mm at, double radius_mm) {
    int n = 0, reach = (int)(radius_mm / SQ_CHANGED_CELL_MM) + 1,
        middle = (int)floor(at.x / SQ_CHANGED_CELL_MM + SQ_CHANGED_X / 2.0);
    int begin = r->x > middle - reach ? r->x : middle - reach,
        end = r->x + r->n < middle + reach + 1 ? r->x + r->n : middle + reach + 1;
    for (int x = begin; x < end; x++)
        n += sq_mm_distance(sq_changed_at(x, r->y), at) < radius_mm;
    return n;
}

double sq_changed_share(const sq_changed *c, sq_mm at, double radius_mm) {
    int all = 0, changed = 0;
    if (!c->known) return NAN;
    for (int y = 0; y < SQ_CHANGED_Y; y++) {
        sq_changed_run row = {0, y, SQ_CHANGED_X};
        if (fabs(sq_changed_at(0, y).y - at.y) < radius_mm) all += cells_within(&row, at, radius_mm);
    }
    for (int i = 0; i < c->run_count; i++)
        changed += cells_within(&c->runs[i], at, radius_mm);
    return all ? (double)changed / all : NAN;
}

void sq_changed_join(sq_changed *out, const sq_changed *earlier, double t, const sq_changed *later) {
    sq_changed_cells first, second;
    if (!earlier->known || !later->known || later->since != t) {
        *out = (sq_changed){.known = false};
        return;
    }
    sq_changed_to_cells(first, earlier);
    sq_changed_to_cells(second, later);
    for (int y = 0; y < SQ_CHANGED_Y; y++)
        for (int x = 0; x < SQ_CHANGED_X; x++)
            first[y][x] |= second[y][x];
    bool dazzled = earlier->dazzled || later->dazzled;
    sq_changed_from_cells(out, earlier->since, first);
    out->dazzled = dazzled;
}
