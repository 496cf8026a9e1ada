/* The zero test: how wrong are millimetres here, measured on what is known without a ruler.
 *
 * Winks that touch one another have their centres 22 mm apart (two large ones), 19 mm (a large and a small
 * one) or 16 mm (two small ones); one that touches the pot's foot is known as well. What is measured instead
 * is the error of camera, lens and eye together. A printed board of squint board that lies flat on the mat
 * does the same over longer ways. */
#ifndef SQ_CALIB_ZERO_TEST_H
#define SQ_CALIB_ZERO_TEST_H

#include "calib/lens/board_detect.h"
#include "vision/geometry/camera.h"
#include "vision/math/number.h"
#include "vision/position/position.h"

enum { SQ_ZERO_CAP = 256 };

/* Limit of the largest error, mm, where none is given: three deviations of what the eye makes of one pair. */
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
} sq_zero_one;

typedef struct {
    int count;
    bool truncated; /* more than the capacity */
    sq_zero_one one[SQ_ZERO_CAP];
} sq_zero;

/* Adds what touches in a position: pairs on the open mat whose rims are nearer than 2.5 mm, and winks so near
 * to the pot's foot. What is behind the baselines is not asked: it lies as it was poured. */
void sq_zero_add_position(sq_zero *z, const sq_position *p);

/* Adds the rows and columns of a card, from their first crossing that is seen to the last. It lies on the mat
 * with its print thickness_mm above it. */
void sq_zero_add_card(sq_zero *z, const sq_camera *c, const sq_board *b, const sq_board_view *v,
                      double thickness_mm);

typedef struct {
    int count;
    double mean_mm;  /* of the errors, measured less true: a wrong scale */
    double rms_mm;   /* */
    double worst_mm; /* the largest, without its sign */
    int worst;       /* which */
} sq_zero_sum;

/* All zero where there is nothing. */
sq_zero_sum sq_zero_summary(const sq_zero *z);

const char *sq_zero_kind_name(sq_zero_kind k);

#endif
