/* Families of scenes: each shows one kind of thing that a referee must tell apart. A seed gives any number of
 * scenes of each. */
#ifndef SQ_DATASETS_SCENE_SCENE_FAMILIES_H
#define SQ_DATASETS_SCENE_SCENE_FAMILIES_H

#include "datasets/scene/room.h"

/* name (also of the files), what is in it, function */
#define SQ_FAMILY_LIST(X)                                                                        \
    X("isolated", "winks that touch nothing", isolated)                                          \
    X("near-touch", "pairs with gaps of 0.2 to 2.5 mm", near_touch)                              \
    X("slight-squop", "pairs that overlap by 0.2 to 2.5 mm", slight_squop)                       \
    X("piles", "three to six winks on each other", piles)                                        \
    X("same-colour", "pairs and threes of one colour", same_colour)                              \
    X("start", "all behind their baselines", start)                                              \
    X("edges", "at the mat's edge, over it, past it", edges)                                     \
    X("pot", "winks in the pot, on its rim, leaning on it, near it", pot)                        \
    X("squidge-off", "one of each colour at nearly the same distance from the pot", squidge_off) \
    X("hidden", "winks under others, hardly or not visible", hidden)                             \
    X("hand", "a hand over the mat", hand)                                                       \
    X("empty", "no wink", empty)                                                                 \
    X("touching", "pairs that touch, for the zero test", touching)                               \
    X("closeup", "the surroundings of the pot, from near", closeup)

typedef enum {
#define X(name, what, function) SQ_FAMILY_##function,
    SQ_FAMILY_LIST(X)
#undef X
        SQ_FAMILIES
} sq_family;

/* Its name in a truth file, and what it shows, for people; constant. */
const char *sq_family_name(sq_family f);
const char *sq_family_what(sq_family f);
/* The family with this name; SQ_FAMILIES where there is none. */
sq_family sq_family_from_name(const char *name);

/* A scene of the family; the same arguments give the same scene. lighting: SQ_LIGHTINGS for any. */
void sq_family_scene(sq_scene *out, sq_family f, uint64_t seed, int width, int height, sq_lighting lighting);

#endif
