/* The markers of a printed board, found by OpenCV's aruco. In Debian that part of OpenCV depends on many
 * packages that squint does not need. It can therefore be a module of its own, which is loaded when a board
 * is looked for. Only vision/frame/opencv.cc uses it. */
#ifndef SQ_VISION_MARKERS_MARKERS_H
#define SQ_VISION_MARKERS_MARKERS_H

#include <stdbool.h>

#include "vision/system/failure.h"

/* The functions of the module. Both return false where OpenCV fails or memory runs out. */
typedef struct {
    /* The bits inside of a marker's border, side * side of them, row by row; 1 is white. */
    bool (*bits)(int number, int side, unsigned char *to);
    /* Finds at most `most` markers in a grey picture, whose rows lie `stride` bytes apart: their numbers, and
     * for each the corners of its black border in pixels, x and y by turns, clockwise from the marker's own
     * upper left. *count: how many. */
    bool (*find)(const unsigned char *grey, int width, int height, int stride, int most, int *numbers,
                 float (*corners)[8], int *count);
} sq_markers;

/* The two functions, valid as long as the program runs. Null where the module is missing; *d then names the
 * package that has it. */
const sq_markers *sq_markers_get(sq_diag *d);

#endif
