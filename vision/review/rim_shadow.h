/* The shadow around the rim of a wink, which tells how high the wink lies.
 *
 * A rim at twice the height throws a shadow twice as wide, from a lamp and from the diffuse light of the room
 * alike: a wink that is raised by its own thickness takes as much light at twice the distance as one on the
 * felt takes at that distance. All winks of a frame lie in the same light, so those that surely lie on the
 * felt show what a shadow looks like there. Dark and bright plastic, and the blur between it and the felt,
 * also change the light around a rim: in each ring this is taken as linear in the brightness of the face. */
#ifndef SQ_VISION_REVIEW_RIM_SHADOW_H
#define SQ_VISION_REVIEW_RIM_SHADOW_H

#include "vision/frame/frame.h"
#include "vision/geometry/disc.h"
#include "vision/geometry/mat_outline.h"
#include "vision/review/rim_photometry.h"

enum {
    SQ_SHADOW_RINGS = 15,          /* SQ_RIM_STEP_MM from one to the next; the first lies on the rim */
    SQ_SHADOW_TURNS = SQ_RIM_TURNS /* a ring's mean, and how it changes with direction: cosine, sine */
};

/* In linear light, the felt about the wink being 1. ring: how much brighter it is there than a blurred step
 * from the face to the felt. */
typedef struct {
    double face; /* light of the wink's face */
    double ring[SQ_SHADOW_TURNS][SQ_SHADOW_RINGS];
} sq_rim_shadow;

/* Where shadows are measured. */
typedef struct {
    const sq_frame *frame;
    const sq_outline *outline;
    double blur_px;
} sq_rim_shadow_view;

/* Measures the shadow of disc k of n, which lies flat; parts that are nearer to other discs are left out.
 * False where too little felt is seen beside it. */
bool sq_rim_shadow_measure(sq_rim_shadow *out, const sq_rim_shadow_view *v, const sq_disc *disc, int n,
                           int k);

/* Sets raised[i]: how high wink i of n lies according to its shadow; 0 means on the felt, 1 one thickness
 * higher. flat[i], 0..1: how surely wink i lies on the felt, which is its weight as an example for the
 * others. All 0 where there is hardly any shadow. */
void sq_rim_shadow_compare(double raised[], const sq_rim_shadow *shadow, const double *flat, int n);

#endif
