/* A strip of the picture along one line of the mat, straightened by a camera: rows are blocks along the
 * line, columns lie across it. Errors of the camera show as a line that is off the middle of the strip. */
#ifndef SQ_CALIB_MEASURE_EDGE_STRIP_H
#define SQ_CALIB_MEASURE_EDGE_STRIP_H

#include "calib/measure/mat_lines.h"
#include "vision/frame/frame.h"
#include "vision/geometry/camera.h"

enum {
    SQ_STRIP_BLOCKS = 48,  /* at most along one line */
    SQ_STRIP_OFFSETS = 41, /* across: the middle and 20 to each side */
    SQ_STRIP_COLUMNS = 24  /* at most: a block is the median of this many profiles */
};

typedef struct {
    sq_mat_line line;
    int blocks;
    double step_px;               /* between two offsets */
    double px_per_mm;             /* at the line's middle */
    sq_mm at[SQ_STRIP_BLOCKS];    /* the middle of each block on the line */
    sq_px px[SQ_STRIP_BLOCKS];    /* where the camera sees it */
    sq_px out[SQ_STRIP_BLOCKS];   /* unit vector across, away from the mat's centre: growing offsets */
    bool inside[SQ_STRIP_BLOCKS]; /* the picture holds the block's inner half */
    /* Linear light, or code values of the colour below; NaN outside of the picture. */
    float level[SQ_STRIP_BLOCKS][SQ_STRIP_OFFSETS];
    bool coloured;
    double blue, red; /* the colour: 128 + blue Cb + red Cr, (blue, red) a unit vector */
} sq_strip;

/* The number of blocks of a line. */
int sq_strip_blocks(const sq_mat_size *m, sq_mat_line line);

/* Reads the strip. step_px: between two offsets. columns: profiles for each block; 24 for measuring, fewer
 * for a rough look. */
void sq_strip_make(sq_strip *s, const sq_frame *f, const sq_camera *c, const sq_mat_size *m, sq_mat_line line,
                   double step_px, int columns);

/* Reads the strip again in the colour that differs most across the line, if felt and table differ more in it
 * than in light (green felt on wood). False, and the strip unchanged, if they do not. */
bool sq_strip_colour(sq_strip *s, const sq_frame *f, const sq_camera *c, const sq_mat_size *m, int columns);

/* How much one code value is in the units of the strip's levels, near a level. */
double sq_strip_code(const sq_strip *s, double level);

/* The offset, in pixels, of a place between the columns. */
static inline double sq_strip_px(const sq_strip *s, double column) {
    return (column - SQ_STRIP_OFFSETS / 2) * s->step_px;
}

/* The course of the line through the strip: the curve with the most evidence over all blocks. Its offset in
 * columns from the middle is a + b u + c u², u = −1 .. 1 along the line. */
typedef struct {
    double a, b, c;
    double evidence; /* mean over the blocks in the picture, 0..1 */
    double noise;    /* the median response in the strip */
} sq_strip_course;

/* Finds the course. bend: how far, in columns, it may differ from a straight line; its ends differ by at
 * most twice that. */
sq_strip_course sq_strip_find(const sq_strip *s, int bend);

/* Where the course crosses a block, in columns from the middle. */
double sq_strip_course_at(const sq_strip *s, const sq_strip_course *c, int block);

#endif
