/* Says that a picture is mirrored, or that blue plays from another corner than was told. */
#include "ui/words/mirrored_picture.h"

#include <stdio.h>

/* By the number of a corner in mat_corners.h. */
static const char *const names[SQ_MAT_CORNERS] = {"upper left", "upper right", "lower right", "lower left"};

bool sq_corners_contradict(const sq_corner_order *order, int blue, char text[SQ_CORNERS_TEXT]) {
    if (!sq_corner_order_is_sure(order)) return false;
    if (order->mirrored) {
        snprintf(text, SQ_CORNERS_TEXT,
                 "the picture is mirrored: behind the baselines blue, green, red and yellow go round "
                 "anticlockwise "
                 "(rule 5.2 has them clockwise); switch mirroring off at the camera, or give --mirror (or "
                 "leave it out, "
                 "if you gave it)");
        return true;
    }
    if (!blue || blue - 1 == order->blue) return false;
    snprintf(text, SQ_CORNERS_TEXT,
             "blue is told to play from the %s corner, but %d winks behind the baselines show that it plays "
             "from the %s "
             "one; give --blue to squint calibrate as the winks lie",
             names[blue - 1], order->told, names[order->blue]);
    return true;
}

bool sq_corners_doubt(const sq_corner_order *order, char text[SQ_CORNERS_TEXT]) {
    if (!sq_corner_order_is_doubtful(order)) return false;
    snprintf(
        text, SQ_CORNERS_TEXT,
        "the picture may be mirrored (%.0f %%): the few winks that still wait behind the baselines go round "
        "anticlockwise (rule 5.2 has them clockwise); if it is, switch mirroring off at the camera, or give "
        "--mirror (or leave it out, if you gave it)",
        100 * order->mirrored_probability);
    return true;
}
