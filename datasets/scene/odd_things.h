/* Odd things: something in a picture that does not belong to a game, or something that is missing. One can be
 * put into a scene of any family; compared with the same scene without it, this shows whether the rest is
 * still judged well. */
#ifndef SQ_DATASETS_SCENE_ODD_THINGS_H
#define SQ_DATASETS_SCENE_ODD_THINGS_H

#include "datasets/scene/scene.h"

/* number, name, what it does */
#define SQ_ODDITY_LIST(X)                                                                                    \
    X(SQ_ODDITY_NONE, "none", "nothing")                                                                     \
    X(SQ_ODDITY_CROWD, "crowd", "six winks more than the set has")                                           \
    X(SQ_ODDITY_TWO_POTS, "two-pots", "a second pot stands on the mat")                                      \
    X(SQ_ODDITY_NO_POT, "no-pot", "the pot is not there")                                                    \
    X(SQ_ODDITY_CLUTTER, "clutter", "coins and coloured paper lie about")                                    \
    X(SQ_ODDITY_ONLOOKER, "onlooker", "somebody stands at the mat, and throws a shadow where a lamp is low") \
    X(SQ_ODDITY_SOFT, "soft", "the lens is out of focus")                                                    \
    X(SQ_ODDITY_SHAKEN, "shaken", "the camera trembles along the picture's rows")                            \
    X(SQ_ODDITY_SQUEEZED, "squeezed", "a JPEG of low quality")

typedef enum {
#define X(number, name, what) number,
    SQ_ODDITY_LIST(X)
#undef X
        SQ_ODDITIES
} sq_oddity;

/* Its name on the command line, and what it is, for people; constant. */
const char *sq_oddity_name(sq_oddity o);
const char *sq_oddity_what(sq_oddity o);
/* The oddity with this name; SQ_ODDITIES where there is none. */
sq_oddity sq_oddity_from_name(const char *name);

/* Puts it into a scene that has its winks already. What the scene held stays as it was. */
void sq_oddity_put(sq_scene *s, sq_oddity o);

#endif
