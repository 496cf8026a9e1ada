/* The pot: where it stands, and which pixels it takes.
 *
 * A cup 38 mm high is seen from the side everywhere but straight beneath the camera: its top hides felt
 * behind it and seems to cover winks that lie clear of it. Its top rim, 48 mm across (rule 2.4), is the one
 * circle of that size and height over the mat, whatever the pot's colour and what lies in it. */
#ifndef SQ_VISION_POT_FIND_POT_H
#define SQ_VISION_POT_FIND_POT_H

#include "vision/frame/rgb_patch.h"
#include "vision/geometry/disc.h"
#include "vision/geometry/mat_outline.h"
#include "vision/segment/background.h"
#include "vision/segment/felt_window.h"

/* mm around the pot's silhouette that blur, its own shadow and a knock of a millimetre leave in doubt. */
#define SQ_POT_MARGIN_MM 1.5

/* The deviation (mm) of a measured pot (half of them are off by less than 0.5 mm, one in ten by 2 mm), how
 * many of them it must stand off to be taken as moved, and the deviation with which players put it on the
 * centre's mark. */
#define SQ_POT_MEASURE_MM 0.9
#define SQ_POT_SIGMA_MM 0.05
#define SQ_POT_MOVED_SIGMAS 2.0

/* The chroma of the wall from which the cup has a colour of its own. */
#define SQ_POT_TINT 0.12f

enum {
    SQ_POT_LEVELS = 6, /* heights at which the cup's circle is drawn: base first, top last */
    SQ_POT_RIM_CAP = 4 /* winks that lie on its rim */
};

typedef struct {
    bool found;
    sq_mm at;        /* its base's centre */
    double sigma_mm; /* of at.x, and of at.y */
    double support;  /* share of the rim at which the picture shows an edge */
    sq_disc level[SQ_POT_LEVELS];
    sq_chroma tint;   /* its own colour, as its inside shows it: filled in by winks_in_pot.h */
    double margin_mm; /* around its silhouette: blur, shadow, a knock, and how far its colour bleeds */
    sq_box box;       /* of all levels, and the margin */
    int rim_count;    /* winks on its rim: filled in by winks_on_rim.h */
    sq_disc rim[SQ_POT_RIM_CAP];
    sq_span *row; /* for each row of the frame the pixels of its silhouette and margin; memory lent by the
                     caller */
} sq_pot;

/* Looks for the pot near the mat's centre, where it belongs (rules 5.1, 25.2); one that stands within the
 * measurement's own error of the centre is taken to stand there. Where no rim is found, found is false and
 * the pot is supposed at the centre, so that nothing near it is misjudged. The rim is where felt begins: the
 * step from the rim to the cup's inside is often the stronger one. patch: scratch. */
void sq_pot_find(sq_pot *p, const sq_frame *f, const sq_camera *c, const sq_background *s, sq_patch *patch);

/* Whether one stands near a place where none belongs; then *at is its base's centre. Its whole rim is asked
 * for, since what else lies there is not known. patch: scratch. */
bool sq_pot_elsewhere(sq_mm *at, sq_mm about, const sq_frame *f, const sq_camera *c, const sq_background *s,
                      sq_patch *patch);

/* The pot standing at a place; fills level and box, and, where row is given, the rows of a frame of that
 * size. */
void sq_pot_stand(sq_pot *p, sq_mm at, const sq_camera *c, int width, int height);

/* Draws box and rows anew, once tint or winks on the rim are known. */
void sq_pot_outline(sq_pot *p, int width, int height);

/* Takes the belief from the window's pixels in the pot's silhouette: nothing there is felt, and what is seen
 * is no wink's rim. */
void sq_pot_hide(const sq_pot *p, sq_window *w);

#endif
