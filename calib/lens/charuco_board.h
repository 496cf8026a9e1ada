/* The ChArUco board: a chessboard with a marker in each white square, so that every crossing can be
 * identified even if the rest is covered or outside the picture (Garrido-Jurado et al. 2014 for the markers).
 *
 * Coordinates on the board are in mm: origin at its upper left corner, x to the right, y down. The upper left
 * square is black. Markers are numbered row by row from the upper left. Each is in the middle of its square
 * and three quarters as wide; their bits are those of OpenCV's DICT_5X5_100. */
#ifndef SQ_CALIB_LENS_CHARUCO_BOARD_H
#define SQ_CALIB_LENS_CHARUCO_BOARD_H

#include <stdbool.h>

#include "vision/math/tunable_number.h"
#include "vision/math/units.h"
#include "vision/system/failure.h"

enum {
    SQ_BOARD_SIDE_LEAST = 3,   /* squares along a side */
    SQ_BOARD_SIDE_MOST = 16,   /* squares along a side */
    SQ_BOARD_CORNERS_CAP = 169 /* inner crossings: 200 squares hold the dictionary's 100 markers */
};

/* The width of a marker as a share of its square's. Wider: there is too little white around it for it to be
 * found. */
SQ_NUMBER(SQ_BOARD_MARKER_SHARE, 0.75);

typedef struct {
    int columns, rows; /* squares */
    double square_mm;
} sq_board;

/* Reads "9x6". False where it is outside the bounds above, or needs more markers than the dictionary has. */
bool sq_board_parse(sq_board *b, const char *text);

static inline int sq_board_corners(const sq_board *b) {
    return (b->columns - 1) * (b->rows - 1);
}

static inline bool sq_board_black(int column, int row) {
    return (column + row) % 2 == 0;
}

/* The place of a crossing; they are numbered row by row from the upper left. */
sq_mm sq_board_corner(const sq_board *b, int corner);

/* How many markers the board has: one for each white square. */
int sq_board_markers(const sq_board *b);
/* The square of a marker: its four corners clockwise from the upper left. False for a number that the board
 * does not have. */
bool sq_board_marker(const sq_board *b, int marker, sq_mm corner[4]);

/* Writes a page to print (PDF): the board, a ruler of 100 mm for checking with a real one, and how to use it.
 * paper: "a4", "a3" or "letter"; null: the first of them that the board fits on. The scale is true, and the
 * file asks viewers to keep it. SQ_E_ARGUMENT where the board does not fit. */
sq_code sq_board_print(const sq_board *b, const char *paper, const char *path, sq_diag *d);

#endif
