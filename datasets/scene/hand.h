/* A hand with a squidger, as a disturbance: rounded bones of an arm in its sleeve, a palm and five fingers,
 * over the mat. */
#ifndef SQ_DATASETS_SCENE_HAND_H
#define SQ_DATASETS_SCENE_HAND_H

#include "datasets/scene/scene.h"

typedef struct {
    sq_mm3 tip;     /* where the fingertips meet, mm */
    double azimuth; /* the direction from there to the elbow, radians */
    double rise;    /* how far the elbow lies above the tip, mm */
    bool right;     /* the thumb's side */
    sq_rgb skin, sleeve;
    bool squidger; /* between the fingers */
    double squidger_radius;
    sq_rgb squidger_albedo;
} sq_hand;

/* A hand of any size, skin and clothes. */
sq_hand sq_hand_make(sq_random *r);

/* Puts it into the scene, in place of the one that was there: flesh, and the squidger as a piece without a
 * name behind all others. */
void sq_hand_put(sq_scene *s, const sq_hand *h);

/* Takes it out again. */
void sq_hand_remove(sq_scene *s);

#endif
