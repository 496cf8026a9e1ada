/* Which pixels the pot hides.
 *
 * Except straight below the camera, a cup 38 mm high is seen from the side: its top hides felt behind it, and
 * seems to cover winks that lie clear of it. */
#ifndef SQ_VISION_POT_POT_SILHOUETTE_H
#define SQ_VISION_POT_POT_SILHOUETTE_H

#include "vision/geometry/disc.h"
#include "vision/geometry/mat_outline.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/felt_window.h"

/* The width (mm) of the margin around the pot's silhouette that is not judged: blur, shadow, and a pot that
 * was moved by a millimetre. */
SQ_NUMBER(SQ_POT_MARGIN_MM, 1.5);

/* The chroma of its wall from which the cup counts as coloured. */
SQ_NUMBER(SQ_POT_TINT, 0.12f);

enum {
    SQ_POT_LEVELS = 6, /* heights at which the cup's circle is drawn: base first, top last */
    SQ_POT_RIM_CAP = 4 /* winks that lie on its rim */
};

typedef struct {
    bool found;
    sq_mm at;        /* its base's centre */
    double sigma_mm; /* of at.x, and of at.y */
    double support;  /* share of its rim at which the picture shows an edge */
    sq_disc level[SQ_POT_LEVELS];
    sq_chroma tint;   /* its own colour, as its inside shows it: set by winks_in_pot.h */
    double margin_mm; /* around its silhouette: SQ_POT_MARGIN_MM, and how far its colour bleeds */
    sq_box box;       /* around all levels and the margin */
    int rim_count;    /* winks on its rim: set by winks_on_rim.h */
    sq_disc rim[SQ_POT_RIM_CAP];
    sq_span *row; /* for each row of the frame, the pixels of its silhouette and margin; memory lent by the
                     caller */
} sq_pot;

/* The circle of the cup's outer wall at the share `up` (0: base, 1: top) of its height, for a pot that stands
 * at `at`. */
sq_disc sq_pot_level(sq_mm at, double up, const sq_camera *c);

/* Sets level and box for a pot that stands at `at`; and, if p->row is not null, the rows for a frame of that
 * size. */
void sq_pot_stand(sq_pot *p, sq_mm at, const sq_camera *c, int width, int height);

/* Computes box and rows again, after tint or winks on the rim have become known. */
void sq_pot_outline(sq_pot *p, int width, int height);

/* Marks the pixels of the window in the pot's silhouette as hidden: no felt and no rim of a wink on the mat
 * is seen there. */
void sq_pot_hide(const sq_pot *p, sq_window *w);

#endif
