/* Draws discs over one another, row by row: the fit's model of the picture.
 *
 * The model of a pixel: the bare ground, then disc upon disc, bottom first. Each covers a share of the pixel
 * that follows from the distance to its rim (blurred_edge.h). Where two rims meet in a pixel, the lower disc
 * covers part of what the upper one leaves; how much follows from the blur. A row is a list of floats for
 * each quantity, processed in groups of SQ_LANES pixels, which fit a wide register. */
#ifndef SQ_VISION_EXPLAIN_DISC_RENDER_H
#define SQ_VISION_EXPLAIN_DISC_RENDER_H

#include "vision/frame/rgb_patch.h"
#include "vision/frame/simd.h"
#include "vision/geometry/disc.h"

enum {
    SQ_DRAWN_CAP = 12, /* discs */
    SQ_DRAWN_WIDTH = SQ_PATCH_MAX_SIDE
};

/* A disc prepared for drawing. */
typedef struct {
    const sq_disc *disc;
    double skew, fall, square; /* at v rows from its centre a chord's middle is shifted by skew v columns, and
                                * the square of half its length is square - fall v², blur and all */
    float radius; /* mm: where a blurred round edge has half its height, which is σ² / 2r inside the rim */
    float per_blur; /* blurs per mm */
    int y0, y1;     /* the rows y0 <= y < y1 that it can touch */
} sq_brush;

/* n discs, bottom first, over the columns x0 <= x < x0 + width of the frame. */
typedef struct {
    int n, x0, width;
    sq_brush brush[SQ_DRAWN_CAP];
} sq_disc_render;

typedef SQ_GROUPED(SQ_DRAWN_WIDTH) sq_floats;

/* What one disc contributes to a row, in the groups begin <= g < end. */
typedef struct {
    int disc, begin, end;
    sq_floats within;   /* 1 where it touches the pixel, 0 elsewhere in a group */
    sq_floats cover;    /* share that it covers of what the discs above leave of the pixel */
    sq_floats shown;    /* share of it that no later disc hides */
    sq_floats rim;      /* d cover / d distance, per mm */
    sq_floats away[2];  /* unit direction from the centre, in the disc's plane */
    sq_floats below[2]; /* the model below it: chroma x and y */
} sq_drawn_part;

typedef struct {
    int parts, groups;                /* how many groups hold the columns; the last one may be filled up */
    sq_floats model[2];               /* chroma x and y */
    sq_floats touched;                /* 1 where any disc touches the pixel */
    sq_floats open;                   /* share of it that no disc covers */
    sq_drawn_part part[SQ_DRAWN_CAP]; /* of the discs that the row touches, bottom first */
} sq_drawn_row;

/* Prepares n <= SQ_DRAWN_CAP discs for drawing over width <= SQ_DRAWN_WIDTH columns from x0 on. The discs
 * must stay in place while rows are drawn. */
void sq_disc_render_begin(sq_disc_render *g, const sq_disc *disc, int n, double blur_px, int x0, int width);

/* A row to draw in: one for each thread, the same one at each call. A function that uses it must not call
 * another that does before it is done with the row. */
sq_drawn_row *sq_disc_render_memory(void);

/* Draws row y over its ground, which has one chroma for each column. */
void sq_disc_render_row(sq_drawn_row *out, const sq_disc_render *g, const sq_chroma *ground, int y);

#endif
