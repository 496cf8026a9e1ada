/* The mat's eight lines and four corners: places along them, lengths, names. */
#include "calib/measure/mat_lines.h"

#include <assert.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"

sq_mm sq_mat_corner_at(const sq_mat_size *m, int corner) {
    assert(corner >= 0 && corner < SQ_MAT_CORNERS);
    double x = corner == 1 || corner == 2 ? 1 : -1, y = corner >= 2 ? 1 : -1;
    return (sq_mm){x * m->length_mm / 2, y * m->width_mm / 2};
}

/* The ends of a straight line. A baseline is square to the diagonal at SQ_BASELINE_MM from the centre and
 * ends at the two sides (2.3.1). */
static void ends_of(const sq_mat_size *m, sq_mat_line line, sq_mm *a, sq_mm *b) {
    int corner = (int)line % SQ_MAT_CORNERS;
    *a = sq_mat_corner_at(m, corner);
    *b = sq_mat_corner_at(m, (corner + 1) % SQ_MAT_CORNERS);
    if (sq_mat_line_is_side(line)) return;
    sq_mm c = *a;
    double diagonal = hypot(c.x, c.y), cut = (diagonal - SQ_BASELINE_MM) * diagonal;
    *a = (sq_mm){c.x - cut / c.x, c.y};
    *b = (sq_mm){c.x, c.y - cut / c.y};
}

double sq_mat_line_mm(const sq_mat_size *m, sq_mat_line line) {
    sq_mm a, b;
    ends_of(m, line, &a, &b);
    return sq_mm_distance(a, b);
}

sq_mat_line_place sq_mat_line_at(const sq_mat_size *m, sq_mat_line line, double share) {
    sq_mm a, b;
    ends_of(m, line, &a, &b);
    double length = sq_mm_distance(a, b);
    sq_mm along = {(b.x - a.x) / length, (b.y - a.y) / length}, out = {along.y, -along.x};
    if (out.x * a.x + out.y * a.y < 0) out = (sq_mm){-out.x, -out.y};
    return (sq_mat_line_place){{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)}, along, out};
}

const char *sq_mat_line_name(sq_mat_line line) {
    static const char *const names[] = {
#define X(number, name) name,
        SQ_MAT_LINE_LIST(X)
#undef X
    };
    assert((int)line >= 0 && line < SQ_MAT_LINES);
    return names[line];
}

static const char *const corner_names[SQ_MAT_CORNERS] = {"lower left", "lower right", "upper right",
                                                         "upper left"};

const char *sq_mat_corner_name(int corner) {
    assert(corner >= 0 && corner < SQ_MAT_CORNERS);
    return corner_names[corner];
}

int sq_mat_corner_from_name(const char *name) {
    for (int k = 0; k < SQ_MAT_CORNERS; k++) {
        size_t n = strcspn(name, "- ");
        bool first = !strncmp(name, corner_names[k], n) && corner_names[k][n] == ' ';
        if (first && name[n] && !strcmp(name + n + 1, corner_names[k] + n + 1)) return k;
    }
    return -1;
}
