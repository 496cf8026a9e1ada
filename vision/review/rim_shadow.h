/* The shadow around the rim of a wink, which tells how high the wink lies.
 *
 * A rim at twice the height throws a shadow that is twice as wide, from a lamp as from the diffuse light of
 * the room: what a wink on the felt takes from the light at some distance, one that is raised by its own
 * thickness takes at twice that distance. All winks of a frame lie in the same light, so those that surely
 * lie on the felt tell what the shadow looks like there. A dark plastic, a bright one, and the blur between
 * it and the felt make rims of their own: each ring around a rim is taken as linear in the brightness of
 * the face. */
#ifndef SQ_VISION_REVIEW_RIM_SHADOW_H
#define SQ_VISION_REVIEW_RIM_SHADOW_H

#include "vision/frame/frame.h"
#include "vision/geometry/disc.h"
#include "vision/geometry/mat_outline.h"
#include "vision/review/rim_photometry.h"

enum {
    SQ_SHADOW_RINGS = 15,          /* SQ_RIM_STEP_MM from one to the next; the first lies on the rim */
    SQ_SHADOW_TURNS = SQ_RIM_TURNS /* a ring's mean, and how it turns with the direction: cosine, sine */
};

/* In linear light, where the felt about the wink is 1. ring: by how much it is brighter there than a
 * blurred step from the face to the felt would be. */
typedef struct {
    double face;
    double ring[SQ_SHADOW_TURNS][SQ_SHADOW_RINGS];
} sq_rim_shadow;

/* Where shadows are measured. */
typedef struct {
    const sq_frame *frame;
    const sq_outline *outline;
    double blur_px;
} sq_rim_shadow_view;

/* Measures the shadow of disc k of n, which lies level on the mat, without the parts that are nearer to other
 * discs. False where too little felt is seen beside it. */
bool sq_rim_shadow_measure(sq_rim_shadow *out, const sq_rim_shadow_view *v, const sq_disc *disc, int n,
                           int k);

/* How high each of n winks lies by its shadow: 0 like one on the felt, 1 like one that lies one thickness
 * higher. flat[i], 0..1: how surely wink i lies on the felt, which is its weight as an example. A wink is
 * never compared with itself. 0 where there is hardly any shadow. */
void sq_rim_shadow_compare(double raised[], const sq_rim_shadow *shadow, const double *flat, int n);

#endif
