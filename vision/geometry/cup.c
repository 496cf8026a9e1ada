/* The shape of the cup's outer side as a power of the height: see cup.h. */
#include "vision/geometry/cup.h"

#include <math.h>

#include "rules/terms/equipment_sizes.h"
#include "vision/math/tunable_number.h"

/* The rendered cups of the tests follow 1.3 to 1.4, drawn ones 1.3 to 2.2. Between 1.2 and 2 the height at
 * which a wink touches the cup moves it by 0.3 mm at most. A cone (1) is up to 0.55 mm wider: winks that lean
 * would be told so much too far from the pot, and felt beside the cup's middle would be taken for its side.
 */
SQ_NUMBER(SQ_CUP_FLARE, 1.35);

double sq_cup_flare(void) {
    return SQ_CUP_FLARE;
}

static double share_of_height(double z) {
    return fmin(fmax(z / SQ_POT_HEIGHT_MM, 0), 1);
}

double sq_cup_widening(double up, double flare) {
    return pow(up, flare);
}

double sq_cup_radius_mm(double z) {
    double widening = sq_cup_widening(share_of_height(z), SQ_CUP_FLARE);
    return (SQ_POT_BASE_MM + (SQ_POT_TOP_MM - SQ_POT_BASE_MM) * widening) / 2;
}

double sq_cup_radius_per_flare_mm(double z) {
    double up = share_of_height(z);
    if (!(up > 0)) return 0;
    return (SQ_POT_TOP_MM - SQ_POT_BASE_MM) / 2 * sq_cup_widening(up, SQ_CUP_FLARE) * -log(up);
}
