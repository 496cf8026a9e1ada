/* A hand with a squidger over the mat, to disturb the eye: five fingers, a palm, and an arm in its sleeve,
 * made of rounded bones. */
#ifndef SQ_DATASETS_SCENE_HAND_H
#define SQ_DATASETS_SCENE_HAND_H

#include "datasets/scene/scene.h"

typedef struct {
    sq_mm3 tip;     /* where the fingertips meet, mm */
    double azimuth; /* the direction from there to the elbow, radians */
    double rise;    /* how far the elbow lies above the tip, mm */
    bool right;     /* a right hand; else a left one */
    sq_rgb skin, sleeve;
    bool squidger; /* it holds a squidger between the fingers */
    double squidger_radius;
    sq_rgb squidger_albedo;
} sq_hand;

/* A hand of any size, skin and clothes. */
sq_hand sq_hand_make(sq_random *r);

/* Puts the hand into the scene, in place of one that is there. The squidger becomes the scene's last piece,
 * without a name. */
void sq_hand_put(sq_scene *s, const sq_hand *h);

/* Takes the hand and its squidger out of the scene. */
void sq_hand_remove(sq_scene *s);

#endif
