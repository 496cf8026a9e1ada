/* A hand and its arm, as rays meet them: what of them is seen, and how much light they let through to the
 * mat. A ball lies around each few limbs, so that most rays test only balls. */
#ifndef SQ_DATASETS_RENDER_ARM_AND_HAND_H
#define SQ_DATASETS_RENDER_ARM_AND_HAND_H

#include "datasets/render/shading.h"

/* A share of light for each lamp, and after the last one a share for the dome. */
enum { SQ_ARM_TRANSMITTANCES = SQ_LIGHT_CAP + 1 };

typedef struct {
    sq_mm3 at;
    double radius;
} sq_ball;

enum { SQ_ARM_RUN = 5, SQ_ARM_RUNS = (SQ_FLESH_CAP + SQ_ARM_RUN - 1) / SQ_ARM_RUN };
typedef struct {
    int count;
    sq_ball balls[SQ_ARM_RUNS];
    const sq_scene *scene; /* the scene that the limbs belong to; must outlive this */
} sq_arm;

/* The limbs of the scene; none where it has no hand. */
sq_arm sq_arm_of(const sq_scene *s);

/* The shares of the light that reach p, 0..1, one for each of the scene's lights and one for the dome.
 * `noise` chooses the points of the lamps that are tried. */
void sq_arm_transmittance(const sq_arm *a, sq_mm3 p, uint32_t noise, float *transmittance);

/* The nearest part of the arm on the ray; false where there is none. */
bool sq_arm_hit(const sq_arm *a, sq_ray ray, sq_surface_point *out);

#endif
