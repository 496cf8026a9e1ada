/* Finds the shift of a whole picture by least squares that are weighed anew a few times. */
#include "vision/change/estimate_shift.h"

#include <math.h>
#include <string.h>

#include "vision/frame/simd.h"

enum { CUT = SQ_SHIFT_CUT, QUARTER = SQ_SHIFT_QUARTER, CELL = SQ_REST_CELL, SIDE = SQ_REST_SIDE };

typedef struct {
    int xx[SIDE], xy[SIDE], yy[SIDE], xd[SIDE], yd[SIDE], dd[SIDE];
} columns;

/* Adds up each column of a row of cells, but for the picture's edge, where there is no gradient. */
SQ_WIDE static void add_columns(columns *sum, const int16_t (*now)[SIDE], const int16_t (*was)[SIDE],
                                int from, int high, int wide) {
    memset(sum, 0, sizeof *sum);
    for (int y = 0; y < CELL; y++) {
        if (from + y == 0 || from + y == high - 1) continue;
        const int16_t *row = was[from + y], *above = was[from + y - 1], *below = was[from + y + 1];
        for (int x = 1; x < wide - 1; x++) {
            int gx = (row[x + 1] - row[x - 1]) >> (CUT + 1), gy = (below[x] - above[x]) >> (CUT + 1),
                d = (now[y][x] - row[x]) >> CUT;
            sum->xx[x] += gx * gx;
            sum->xy[x] += gx * gy;
            sum->yy[x] += gy * gy;
            sum->xd[x] += gx * d;
            sum->yd[x] += gy * d;
            sum->dd[x] += d * d;
        }
    }
}

static float of_cell(const int *column) {
    int sum = 0;
    for (int x = 0; x < CELL; x++)
        sum += column[x];
    return (float)sum / (QUARTER * QUARTER);
}

void sq_shift_add_row(sq_shift_sums *sums, const int16_t (*now)[SIDE], const int16_t (*was)[SIDE], int high,
                      int cells_x, int cy) {
    columns of;
    add_columns(&of, now, was, cy * CELL, high, cells_x * CELL);
    for (int cx = 0; cx < cells_x; cx++) {
        int x = cx * CELL;
        sums[cx] = (sq_shift_sums){of_cell(&of.xx[x]), of_cell(&of.xy[x]), of_cell(&of.yy[x]),
                                   of_cell(&of.xd[x]), of_cell(&of.yd[x]), of_cell(&of.dd[x])};
    }
}

/* What is left of a cell's difference where the picture has shifted by so much. */
static double left(const sq_shift_sums *s, sq_px by) {
    double left = s->dd + 2 * (s->xd * by.x + s->yd * by.y) + s->xx * by.x * by.x + 2 * s->xy * by.x * by.y +
                  s->yy * by.y * by.y;
    return fmax(left, 0);
}

/* What is shown now was shown `shift` samples further left: now − was = −gradient · shift. */
static sq_px fitted(const sq_shift_view *v, sq_px about) {
    double xx = 0, xy = 0, yy = 0, xd = 0, yd = 0;
    for (int i = 0; i < v->cells_x * v->cells_y; i++) {
        const sq_shift_sums *s = &v->sums[i];
        if (!v->watched[i]) continue;
        double weight = 1 / sqrt(left(s, about) + v->noise[i]);
        xx += weight * s->xx;
        xy += weight * s->xy;
        yy += weight * s->yy;
        xd += weight * s->xd;
        yd += weight * s->yd;
    }
    double all = xx * yy - xy * xy;
    return all > 0 ? (sq_px){(xy * yd - yy * xd) / all, (xy * xd - xx * yd) / all} : (sq_px){0, 0};
}

/* In how many quarters of the picture the shift explains nothing. */
static int count_against(const sq_shift_view *v, sq_px by) {
    double better[2][2] = {{0}};
    for (int y = 0; y < v->cells_y; y++)
        for (int x = 0; x < v->cells_x; x++) {
            int i = y * v->cells_x + x;
            if (v->watched[i])
                better[2 * y >= v->cells_y][2 * x >= v->cells_x] +=
                    sqrt(v->sums[i].dd + v->noise[i]) - sqrt(left(&v->sums[i], by) + v->noise[i]);
        }
    return (better[0][0] <= 0) + (better[0][1] <= 0) + (better[1][0] <= 0) + (better[1][1] <= 0);
}

sq_px sq_shift_find(const sq_shift_view *v) {
    static const int rounds = 6; /* in which the weights settle */
    sq_px by = {0, 0};
    for (int round = 0; round < rounds; round++)
        by = fitted(v, by);
    return count_against(v, by) <= 1 ? by : (sq_px){0, 0};
}
