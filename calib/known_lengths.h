/* The zero test: how wrong squint's millimetres are, measured on lengths that are known without a ruler.
 *
 * Winks that touch have their centres 22 mm apart (two large ones), 19 mm (a large and a small one) or 16 mm
 * (two small ones); for one that touches the foot of the pot the distance is known as well. The difference
 * from the measured distance is the error of camera, lens and eye together. A printed board (squint board)
 * that lies flat on the mat does the same for longer distances. */
#ifndef SQ_CALIB_KNOWN_LENGTHS_H
#define SQ_CALIB_KNOWN_LENGTHS_H

#include "calib/lens/charuco_detect.h"
#include "vision/geometry/camera.h"
#include "vision/math/tunable_number.h"
#include "vision/position/position.h"
#include "vision/system/failure.h"

enum { SQ_ZERO_CAP = 256 };

/* The least number of distances for a test: one or two may be right by chance. */
enum { SQ_ZERO_LEAST = 3 };

/* The default limit of the largest error, mm: three standard deviations of the eye's error for one pair. */
SQ_NUMBER(SQ_ZERO_LIMIT_MM, 0.75);

#define SQ_ZERO_KIND_LIST(X)       \
    X(SQ_ZERO_WINKS, "winks")      \
    X(SQ_ZERO_POT, "wink and pot") \
    X(SQ_ZERO_CARD, "rows of a card")

typedef enum {
#define X(kind, name) kind,
    SQ_ZERO_KIND_LIST(X)
#undef X
        SQ_ZERO_KINDS
} sq_zero_kind;

typedef struct {
    sq_zero_kind kind;
    sq_mm from, to; /* as measured: the winks' centres, a wink's and the pot's, two crossings */
    double true_mm, measured_mm;
    double sigma_mm; /* standard deviation of measured_mm, by the eye; 0 for a card, which the eye does not
                        measure */
    bool squopped;   /* winks: the eye is sure that one lies on the other */
} sq_zero_one;

typedef struct {
    int count;
    bool truncated; /* more than the capacity */
    sq_zero_one one[SQ_ZERO_CAP];
} sq_zero;

/* Adds what touches in a position: pairs on the open mat whose rims are nearer than 2.5 mm, and winks as near
 * to the foot of the pot. Winks behind the baselines do not count, since nobody has placed them with care. */
void sq_zero_add_position(sq_zero *z, const sq_position *p);

/* Adds the rows and columns of a card, from the first crossing of each that is seen to the last. It lies on
 * the mat with its print thickness_mm above it. */
void sq_zero_add_card(sq_zero *z, const sq_camera *c, const sq_board *b, const sq_board_view *v,
                      double thickness_mm);

typedef struct {
    int count;
    double mean_mm;  /* mean error, measured less true: a wrong scale */
    double rms_mm;   /* root mean square of the errors */
    double worst_mm; /* the largest error, without its sign */
    int worst;       /* which */
} sq_zero_sum;

/* All zero where there is nothing. */
sq_zero_sum sq_zero_summary(const sq_zero *z);

/* SQ_OK if there are at least SQ_ZERO_LEAST distances; else SQ_E_SIGHT, with the remedy. card: they are those
 * of a card. */
sq_code sq_zero_enough(const sq_zero *z, bool card, sq_diag *d);

/* Its name in the report and in the JSON; constant. */
const char *sq_zero_kind_name(sq_zero_kind k);

#endif
