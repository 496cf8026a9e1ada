/* The options with which a command turns pictures that are mirrored or lie on their side. */
#ifndef SQ_UI_TERMINAL_ROTATION_OPTIONS_H
#define SQ_UI_TERMINAL_ROTATION_OPTIONS_H

#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "vision/frame/frame_copy.h"

enum { SQ_KEY_MIRROR = 0x2001, SQ_KEY_ROTATE };

#define SQ_TURNING_OPTIONS                                                                                   \
    {"mirror", SQ_KEY_MIRROR, 0, 0, "turn back pictures that are mirrored, as those of a selfie camera", 0}, \
    {                                                                                                        \
        "rotate", SQ_KEY_ROTATE, "DEGREES", 0,                                                               \
            "turn the pictures clockwise by 90, 180 or 270 degrees, if the source does not say how", 0       \
    }

/* Handles one of these options; false if the key is another option's. Ends the program if the number is none
 * of the three. */
static inline bool sq_take_turning(sq_turning *out, int key, const char *arg, struct argp_state *state) {
    if (key == SQ_KEY_MIRROR) out->mirror = true;
    if (key != SQ_KEY_ROTATE) return key == SQ_KEY_MIRROR;
    const char *const degrees[] = {"90", "180", "270"};
    out->quarters = 0;
    for (int i = 0; i < 3; i++)
        if (!strcmp(arg, degrees[i])) out->quarters = i + 1;
    if (!out->quarters) argp_error(state, "--rotate %s: give 90, 180 or 270 (degrees, clockwise)", arg);
    return true;
}

#endif
