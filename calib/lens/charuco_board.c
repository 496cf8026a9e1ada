/* The geometry of the ChArUco board: crossings, markers and their corners. */
#include "calib/lens/charuco_board.h"

#include <assert.h>
#include <stdlib.h>

#include "vision/frame/opencv.h"

bool sq_board_parse(sq_board *b, const char *text) {
    char *end;
    long columns = strtol(text, &end, 10);
    if (*end != 'x') return false;
    long rows = strtol(end + 1, &end, 10);
    if (*end || columns < SQ_BOARD_SIDE_LEAST || rows < SQ_BOARD_SIDE_LEAST || columns > SQ_BOARD_SIDE_MOST ||
        rows > SQ_BOARD_SIDE_MOST)
        return false;
    b->columns = (int)columns;
    b->rows = (int)rows;
    return sq_board_markers(b) <= SQ_CV_MARKERS && sq_board_corners(b) <= SQ_BOARD_CORNERS_CAP;
}

sq_mm sq_board_corner(const sq_board *b, int corner) {
    assert(corner >= 0 && corner < sq_board_corners(b));
    int per_row = b->columns - 1;
    return (sq_mm){(corner % per_row + 1) * b->square_mm, (corner / per_row + 1) * b->square_mm};
}

int sq_board_markers(const sq_board *b) {
    return b->columns * b->rows / 2;
}

bool sq_board_marker(const sq_board *b, int marker, sq_mm corner[4]) {
    if (marker < 0 || marker >= sq_board_markers(b)) return false;
    int square = -1, column = 0, row = 0;
    for (int i = 0; square < marker; i++) {
        column = i % b->columns;
        row = i / b->columns;
        square += !sq_board_black(column, row);
    }
    double in = (1 - SQ_BOARD_MARKER_SHARE) / 2, out = 1 - in, s = b->square_mm;
    const double at[4][2] = {{in, in}, {out, in}, {out, out}, {in, out}};
    for (int k = 0; k < 4; k++)
        corner[k] = (sq_mm){(column + at[k][0]) * s, (row + at[k][1]) * s};
    return true;
}
