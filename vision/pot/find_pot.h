/* The pot: where it stands, and which pixels it covers.
 *
 * Except straight below the camera, a cup 38 mm high is seen from the side: its top hides felt behind it, and
 * seems to cover winks that lie clear of it. Its upper rim, 48 mm across (rule 2.4), is the only circle of
 * that size at that height over the mat, whatever the colour of the pot and whatever lies in it. */
#ifndef SQ_VISION_POT_FIND_POT_H
#define SQ_VISION_POT_FIND_POT_H

#include "vision/frame/rgb_patch.h"
#include "vision/geometry/disc.h"
#include "vision/geometry/mat_outline.h"
#include "vision/math/tunable_number.h"
#include "vision/segment/background.h"
#include "vision/segment/felt_window.h"

/* The width (mm) of the margin around the pot's silhouette that is not judged: blur, shadow, and a pot that
 * was moved by a millimetre. */
SQ_NUMBER(SQ_POT_MARGIN_MM, 1.5);

/* MEASURE: the standard deviation (mm) of a measured pot; half of them are off by less than 0.5 mm, one in
 * ten by 2 mm. SIGMA: the standard deviation (mm) with which players put it on the mark. MOVED:
 * how many standard deviations from the mark make it a pot that was moved. */
SQ_NUMBER(SQ_POT_MEASURE_MM, 0.9);
SQ_NUMBER(SQ_POT_SIGMA_MM, 0.05);
SQ_NUMBER(SQ_POT_MOVED_SIGMAS, 2.0);

/* Steps of the search for a rim, and for what lies on it, first and last, mm: a rim's edge is two wide, and
 * finer than the last no edge is known. */
SQ_NUMBER(SQ_POT_COARSE_MM, 2.0);
SQ_NUMBER(SQ_POT_FINE_MM, 0.1);

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

/* Looks for the pot near the middle of the mat, where it belongs (rules 5.1, 25.2). A pot that is nearer to
 * the middle than the error of the measurement is taken to stand in the middle. Where no rim is found,
 * `found` is false and the pot is assumed in the middle, so that nothing near it is misjudged. The rim is the
 * edge towards the felt; the edge towards the inside of the cup is often stronger. patch: scratch memory. */
void sq_pot_find(sq_pot *p, const sq_frame *f, const sq_camera *c, const sq_background *s, sq_patch *patch);

/* Whether a pot stands near `about`, a place where none belongs; *at gets the centre of its base. Its whole
 * rim must show, since other things may lie there. patch: scratch memory. */
bool sq_pot_elsewhere(sq_mm *at, sq_mm about, const sq_frame *f, const sq_camera *c, const sq_background *s,
                      sq_patch *patch);

/* Sets level and box for a pot that stands at `at`; and, if p->row is not null, the rows for a frame of that
 * size. */
void sq_pot_stand(sq_pot *p, sq_mm at, const sq_camera *c, int width, int height);

/* Computes box and rows again, after tint or winks on the rim have become known. */
void sq_pot_outline(sq_pot *p, int width, int height);

/* Marks the pixels of the window in the pot's silhouette as hidden: no felt and no rim of a wink on the mat
 * is seen there. */
void sq_pot_hide(const sq_pot *p, sq_window *w);

#endif
