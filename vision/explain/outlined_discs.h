/* Discs by their outline alone. A wink that a lamp has washed out may have any colour, or none: it shows a
 * circle of exactly a wink's radius, at which red, green and blue step alike all about, and a face of one
 * colour. */
#ifndef SQ_VISION_EXPLAIN_OUTLINED_DISCS_H
#define SQ_VISION_EXPLAIN_OUTLINED_DISCS_H

#include "vision/explain/disc_fit.h"
#include "vision/segment/felt_window.h"

typedef struct {
    sq_disc disc;
    float step[3];   /* by how much red, green and blue of the face differ from the felt, in felts */
    double support;  /* share of the open rim at which they do */
    double open;     /* share of the rim that lies on no other disc */
    double sigma_mm; /* standard deviation of its place, from how far its rim strays from a circle */
    double
        wider_mm; /* where it is coarse, by how much it is wider than a wink: a shadow moves it by as much */
} sq_outlined_disc;

/* What is known of where it may lie. */
typedef struct {
    const sq_window *window; /* as it was read */
    sq_box open; /* where something is that no wink explains, pixels of the frame: its rim meets it */
    const sq_camera *camera;
    double blur_px;
    bool is_coarse;       /* a codec has left little of the picture, but has left it a colour */
    const sq_disc *other; /* discs that are known: their rims tell nothing */
    int others;
} sq_outline_view;

/* Finds the best disc of that radius (mm) in the window that is none of the known ones; false where there is
 * none. */
bool sq_outlined_disc_find(sq_outlined_disc *out, const sq_outline_view *v, double radius_mm);

/* The share of what a disc has in common with another one that looks like its own face. */
double sq_outlined_disc_over(const sq_outlined_disc *o, const sq_window *w, const sq_disc *other);

#endif
